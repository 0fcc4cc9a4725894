import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { type FileConfig, type FileSecret, readingOf } from './config.ts';
import { copyText, isForeign } from './encodings.ts';
import type { Rows } from './figures.ts';
import { formatOf, separated } from './formats.ts';
import { readLong } from './long-text.ts';
import { findFiles, type SourceFile } from './paths.ts';
import { fetchFile, isRemote } from './remote-files.ts';
import { unpackArchives } from './unpacked-files.ts';
import { fetchUpload, isUpload } from './uploads.ts';
import { assertNamed, unpivotFault } from './wide-columns.ts';
import { unpackWorkbooks } from './workbook.ts';

/** What names and reads the files of a configuration. */
export type FileReading = Pick<
  FileConfig,
  'path' | 'encoding' | 'delimiter' | 'header' | 'skip_lines' | 'skip_last_lines' | 'sheet' | 'unpivot' | 'numbers'
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
  const { path, encoding, delimiter, header, skip_lines, skip_last_lines, sheet, unpivot, numbers } = config;
  const lines = [delimiter, header, skip_lines, skip_last_lines];
  const id = JSON.stringify([path, encoding, ...lines, sheet, unpivot, numbers]);
  return {
    id,
    find: async () => prepare(await unpackArchives(await find(), context), config, context),
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
  const { encoding = 'utf-8', skip_lines: skipFirst = 0, skip_last_lines: skipLast = 0, header, unpivot } = config;
  assertNamed(config);
  if (format === 'xlsx') {
    const { sheet, numbers } = config;
    const reading = { sheet, skipFirst, skipLast, decimal: numbers?.decimal ?? '.', header, unpivot };
    return unpackWorkbooks(files, reading, context);
  }
  if (!separated.has(format)) assertTyped(config, files);
  if (unpivot)
    return readLong(await copyText(files, encoding, skipLast, context), { ...config, format, unpivot }, context);
  const isText = format !== 'parquet' && format !== 'arrow';
  return isText && (isForeign(encoding) || skipLast > 0) ? copyText(files, encoding, skipLast, context) : files;
}

/** Throws `invalid_config` for settings of text and workbooks where columns have their names as part of each row. */
function assertTyped({ header, unpivot }: FileReading, [file]: readonly SourceFile[]): void {
  const path = unpivot ? 'unpivot' : header === false ? 'header' : undefined;
  if (path === undefined) return;
  throw unpivotFault(
    `"${path}" is for text with columns and for workbooks, which ${file?.name} is not. Remove it.`,
    path,
  );
}
