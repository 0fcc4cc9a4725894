import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { type FileConfig, type FileSecret, readingOf } from './config.ts';
import { copyText, isForeign } from './encodings.ts';
import type { Rows } from './figures.ts';
import { formatOf } from './formats.ts';
import { findFiles, type SourceFile } from './paths.ts';
import { fetchFile, isRemote } from './remote-files.ts';
import { fetchUpload, isUpload } from './uploads.ts';
import { unpackWorkbooks } from './workbook.ts';

/** What names and reads the files of a configuration. */
export type FileReading = Pick<
  FileConfig,
  'path' | 'encoding' | 'delimiter' | 'skip_lines' | 'skip_last_lines' | 'sheet' | 'numbers'
>;

/** The rows that a configuration names, made readable for the engine: decoded, or out of a workbook. */
export function rowsOf(config: FileReading, secret: FileSecret, context: ConnectorContext): Rows {
  return rowsOfFiles(() => find(config.path, secret, context), config, context);
}

/** The rows of files that are found otherwise than by the configured path. */
export function rowsOfFiles(
  find: () => Promise<readonly SourceFile[]>,
  config: FileReading,
  context: ConnectorContext,
): Rows {
  const { path, encoding, delimiter, skip_lines, skip_last_lines, sheet, numbers } = config;
  const id = JSON.stringify([path, encoding, delimiter, skip_lines, skip_last_lines, sheet, numbers]);
  return {
    id,
    find: async () => prepare(await find(), config, context),
    reading: readingOf(config),
  };
}

async function find(path: string, secret: FileSecret, context: ConnectorContext): Promise<readonly SourceFile[]> {
  if (isRemote(path)) return [await fetchFile(path, secret, context)];
  if (secret !== null) throw new ConnectorError('invalid_config', 'Only s3:// paths take a secret. Remove it.');
  return isUpload(path) ? [await fetchUpload(path, context)] : findFiles(path, context.dataRoots);
}

async function prepare(
  files: readonly SourceFile[],
  config: FileReading,
  context: ConnectorContext,
): Promise<readonly SourceFile[]> {
  const format = formatOf(files);
  const { encoding = 'utf-8', skip_lines: skipFirst = 0, skip_last_lines: skipLast = 0 } = config;
  if (format === 'xlsx') {
    const { sheet, numbers } = config;
    return unpackWorkbooks(files, { sheet, skipFirst, skipLast, decimal: numbers?.decimal ?? '.' }, context);
  }
  const isText = format !== 'parquet' && format !== 'arrow';
  return isText && (isForeign(encoding) || skipLast > 0) ? copyText(files, encoding, skipLast, context) : files;
}
