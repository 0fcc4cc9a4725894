import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { isJson, separated } from '../file/formats.ts';
import { rowsOfFiles } from '../file/named-files.ts';
import type { SourceFile } from '../file/paths.ts';
import { sampleRows } from '../file/rows.ts';
import { columnsOf } from './propose-rows.ts';
import { noRows } from './sample.ts';
import { readTextFile } from './text-files.ts';

/** A column of a file, and how it is read, such as `date`, `decimal` or `text`. */
export type FileColumn = { readonly name: string; readonly type: string };

const mostColumns = 200;

/** The first 200 columns of a file; none while it has no rows. Throws `invalid_config` for one that cannot be read. */
export async function describeFile(
  file: SourceFile,
  format: string,
  context: ConnectorContext,
): Promise<readonly FileColumn[]> {
  const { config, delimiter } = await readingOf(file, format, context);
  const reading = { ...config, path: file.name };
  const rows = rowsOfFiles(async () => [file], reading, context);
  try {
    const sample = await sampleRows({ ...rows, reading: { ...rows.reading, delimiter } }, context);
    return columnsOf(sample.columns.slice(0, mostColumns), delimiter);
  } catch (error) {
    if (error instanceof ConnectorError && error.message === noRows) return [];
    throw error;
  }
}

async function readingOf(file: SourceFile, format: string, context: ConnectorContext) {
  const isSeparated = separated.has(format) && format !== 'xlsx';
  if (!isSeparated && !isJson(format)) return { config: {}, delimiter: ',' };
  return readTextFile(file, isSeparated, context);
}
