import { type ConnectorContext, ConnectorError, type Proposal } from '../contract.ts';
import type { FileSecret, TextReading } from '../file/config.ts';
import { formatOf, isJson, separated } from '../file/formats.ts';
import { type FileReading, rowsOf } from '../file/named-files.ts';
import { proposeRows } from './propose-rows.ts';
import { readTextFile, type TextFileReading } from './text-files.ts';

/** What names a file to look at. */
export type FileNaming = Pick<FileReading, 'path' | 'sheet'>;

/** Makes a configuration for a file, or the files of a pattern: how to read them from the first, the rest from all. */
export async function proposeFile(
  { path, sheet }: FileNaming,
  secret: FileSecret,
  context: ConnectorContext,
): Promise<Proposal> {
  const named: FileReading = { path, ...(sheet !== undefined && { sheet }) };
  const found = await lookAt(named, secret, context);
  const naming: FileReading = { ...named, ...found.config };
  const rows = ({ numbers, unpivot }: TextReading) =>
    rowsOf({ ...naming, ...(unpivot && { unpivot }), ...(numbers && { numbers }) }, secret, context);
  const proposal = await proposeRows(rows, { ...naming }, { delimiter: found.delimiter }, context);
  return { ...proposal, doubts: [...found.doubts, ...proposal.doubts] };
}

async function lookAt(named: FileReading, secret: FileSecret, context: ConnectorContext): Promise<TextFileReading> {
  const files = await rowsOf(named, secret, context).find();
  const [first] = files;
  if (!first) throw new ConnectorError('resource_missing', `There is no file "${named.path}" below the data roots.`);
  const format = formatOf(files);
  const isSeparated = separated.has(format);
  if (!isSeparated && !isJson(format)) return { config: {}, delimiter: ',', doubts: [] };
  const { config, ...found } = await readTextFile(first, isSeparated, context);
  // The text of a workbook is made here.
  const { skip_lines, header } = config;
  const ofSheet = { ...(header === false && { header }), ...(skip_lines !== undefined && { skip_lines }) };
  return { ...found, config: format === 'xlsx' ? ofSheet : config };
}
