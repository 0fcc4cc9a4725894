import { createWriteStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { inspectOwn, type SourceFile } from '../file/paths.ts';
import type { Rows } from '../file/rows.ts';
import { makeScratchFolder } from '../file/scratch-folder.ts';
import { type Cell, linesOf, type TableShape } from '../file/sheet-text.ts';
import { assertNamed } from '../file/wide-columns.ts';
import type { GoogleSecret } from '../hosted/google/secret.ts';
import { oncePerContext } from '../hosted/once.ts';
import { readValues, type SheetsAccess, sheetsAccess } from './api.ts';
import { cellsOf } from './cells.ts';
import { readSpreadsheet, type SheetsConfig } from './config.ts';

/** The cells of a range, its first row the names of the columns. */
export interface FetchedSheet {
  /** As Google understood it. */
  readonly range: string;
  readonly cells: readonly (readonly Cell[])[];
}

/** What names and reads the rows of a configuration. */
export type SheetReading = Pick<SheetsConfig, 'spreadsheet' | 'range' | 'header' | 'unpivot' | 'numbers'>;

const mostReadings = 3;
const mostColumns = 1_000;
const mostCells = 2_000_000;

/** Reads a range. Throws a ConnectorError: `invalid_config` for one that is empty or too large. */
export async function fetchSheet(access: SheetsAccess, range: string): Promise<FetchedSheet> {
  for (let reading = 0; reading < mostReadings; reading++) {
    const serial = await readValues(access, range, 'SERIAL_NUMBER');
    const shown = await readValues(access, range, 'FORMATTED_STRING');
    const cells = cellsOf(serial.values, shown.values);
    if (!cells) continue;
    assertSize(cells);
    return { range: serial.range, cells };
  }
  throw new ConnectorError('transient', 'The spreadsheet changes while it is read.');
}

function assertSize(cells: readonly (readonly Cell[])[]): void {
  const width = cells.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width === 0) throw invalid('The range is empty. Its first row must have the names of the columns.');
  if (width > mostColumns)
    throw invalid(`The range has ${width} columns, and may have ${mostColumns}. Make it narrower.`);
  if (width * cells.length > mostCells) {
    const size = `${cells.length} rows of ${width} columns`;
    throw invalid(`The range has ${size}, and may have ${mostCells} cells. Choose fewer columns or rows.`);
  }
}

/** A name of which the engine knows that cells have types. */
const fileName = 'sheet.xlsx';

interface WrittenSheet {
  readonly files: readonly SourceFile[];
  /** Whether there are rows below the names of the columns. */
  readonly hasRows: boolean;
}

const writtenOnce = oncePerContext<WrittenSheet>();

/**
 * The rows of a configuration, made readable for the engine of rows; they are read once a context. Throws
 * `invalid_config` for a wrong address.
 */
export function rowsOf(
  { spreadsheet, range, header, unpivot, numbers }: SheetReading,
  secret: GoogleSecret | null,
  context: ConnectorContext,
): { readonly rows: Rows; readonly written: () => Promise<WrittenSheet> } {
  const { id: spreadsheetId } = readSpreadsheet(spreadsheet);
  assertNamed({ header, unpivot });
  const access = sheetsAccess(spreadsheetId, secret, context);
  const id = JSON.stringify([spreadsheetId, range, header, unpivot, numbers]);
  const write = async () => {
    const { cells } = await fetchSheet(access, range);
    const files = [await writeCells(cells, numbers?.decimal ?? '.', { header, unpivot }, context)];
    return { files, hasRows: cells.length > (header === false ? 0 : 1) };
  };
  const written = () => writtenOnce(context, id, write);
  const reading = { ...(numbers && { numbers }), ...(unpivot && { unpivot }) };
  return { rows: { id, find: async () => (await written()).files, reading }, written };
}

async function writeCells(
  cells: readonly (readonly Cell[])[],
  decimal: string,
  shape: TableShape,
  context: ConnectorContext,
): Promise<SourceFile> {
  const path = join(await realpath(await makeScratchFolder(context)), fileName);
  const { signal } = context;
  await pipeline(Readable.from(linesOf(cells, decimal, shape)), createWriteStream(path, { mode: 0o600 }), { signal });
  return await inspectOwn(path, fileName);
}

function invalid(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
