import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Unzip, UnzipInflate } from 'fflate';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { copyOf } from './encodings.ts';
import { assertUnchanged, type SourceFile } from './paths.ts';
import { makeScratchFolder } from './scratch-folder.ts';
import { type Cell, linesOf, type TableShape } from './sheet-text.ts';

/** How a workbook's rows are read. */
export interface SheetReading extends TableShape {
  /** The name of the sheet; the first one if absent. */
  readonly sheet?: string | undefined;
  /** Rows before the header, and behind the last row. */
  readonly skipFirst: number;
  readonly skipLast: number;
  /** The decimal mark that numbers get in the text, which is the configured one. */
  readonly decimal: string;
}

const maxWorkbookBytes = 64 * 1024 * 1024;
/** Some 200,000 rows of ten columns. Reading takes ten times as much memory. */
const maxUnpackedBytes = 128 * 1024 * 1024;

/**
 * Writes a sheet of each workbook as separated text. Throws `invalid_config` for one that is no workbook, lacks the
 * sheet, or is too large, however little it says about that.
 */
export async function unpackWorkbooks(
  files: readonly SourceFile[],
  reading: SheetReading,
  context: ConnectorContext,
): Promise<SourceFile[]> {
  if (files.reduce((sum, { bytes }) => sum + bytes, 0) > maxWorkbookBytes) {
    throw invalid('Workbooks may have 64 MB in total. Export them as CSV or Parquet.');
  }
  const folder = await makeScratchFolder(context);
  const copies: SourceFile[] = [];
  for (const [index, file] of files.entries()) {
    const path = join(folder, `${index}.csv`);
    const all = await readSheet(file, reading.sheet);
    const rows = all.slice(reading.skipFirst, all.length - reading.skipLast);
    await pipeline(Readable.from(linesOf(rows, reading.decimal, reading)), createWriteStream(path, { mode: 0o600 }), {
      signal: context.signal,
    });
    copies.push(await copyOf(file, path));
  }
  await assertUnchanged(files);
  return copies;
}

async function readSheet(file: SourceFile, sheet: string | undefined): Promise<readonly (readonly Cell[])[]> {
  const bytes = await readFile(file.path);
  assertSmall(bytes, file);
  // Few connections need the library.
  const { readSheet, SheetNotFoundError } = await import('read-excel-file/universal');
  const workbook = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  try {
    // The numbers of a sheet are doubles of which Excel shows 15 digits: 0.30000000000000004 is 0.3.
    const options = { parseNumber: (text: string) => Number(Number(text).toPrecision(15)), trim: false };
    return (await readSheet(workbook, sheet ?? 1, options)) as unknown as Cell[][];
  } catch (error) {
    if (error instanceof SheetNotFoundError) throw await missingSheet(workbook, file, sheet);
    throw invalid(`Reading ${file.name} failed: it is not a workbook that can be read. Save it as .xlsx again.`, error);
  }
}

async function missingSheet(workbook: ArrayBuffer, { name }: SourceFile, sheet = ''): Promise<ConnectorError> {
  const { default: readWorkbook } = await import('read-excel-file/universal');
  const names = (await readWorkbook(workbook)).map((each) => `"${each.sheet}"`).slice(0, 20);
  return invalid(`${name} has no sheet "${sheet}". There are: ${names.join(', ')}.`);
}

/** Unpacks the archive without keeping it, since what it says about its size need not be true. */
function assertSmall(bytes: Uint8Array, { name }: SourceFile): void {
  let unpacked = 0;
  const unzip = new Unzip((entry) => {
    entry.ondata = (error, chunk) => {
      if (error) throw error;
      unpacked += chunk.length;
      if (unpacked > maxUnpackedBytes) throw tooLarge(name);
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let start = 0; start < bytes.length; start += 65_536) {
      unzip.push(bytes.subarray(start, start + 65_536), start + 65_536 >= bytes.length);
    }
  } catch (error) {
    if (error instanceof ConnectorError) throw error;
    throw invalid(`Reading ${name} failed: it is not a complete .xlsx file. Save or upload it again.`, error);
  }
}

function tooLarge(name: string): ConnectorError {
  return invalid(`Reading ${name} failed: unpacked it has more than 128 MB. Export it as CSV or Parquet.`);
}

function invalid(message: string, cause?: unknown): ConnectorError {
  return new ConnectorError('invalid_config', message, { cause });
}
