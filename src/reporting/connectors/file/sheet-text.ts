import { ConnectorError } from '../contract.ts';
import { maxScratchBytes } from './scratch-folder.ts';
import { type LongTable, openLongTable } from './unpivot.ts';
import type { Unpivot } from './unpivot-setting.ts';

/** A value of a sheet: text, a number as text, a truth value or a time, which is in UTC. */
export type Cell = string | number | boolean | Date | null;

/** How a configuration reads the rows of a table. */
export interface TableShape {
  /** False if the first row has no names of columns. */
  readonly header?: boolean | undefined;
  readonly unpivot?: Unpivot | undefined;
}

const charactersAtOnce = 65_536;

/**
 * The rows of a sheet as separated text, all of the same width, with `decimal` as the mark of numbers. Empty rows become
 * empty lines, which are skipped, so that lines are counted as in the sheet. Throws `invalid_config` for rows that take
 * too much room, or cannot be read in their shape.
 */
export function* linesOf(
  rows: readonly (readonly Cell[])[],
  decimal: string,
  shape: TableShape = {},
): Generator<string> {
  const { width, cells } = shapedRows(rows, shape);
  let [text, length] = ['', 0];
  for (const row of cells) {
    text += lineOf(row, width, decimal);
    if (text.length < charactersAtOnce) continue;
    length += text.length;
    if (length > maxScratchBytes) throw tooLong();
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** The error when a table takes more room than a copy may. */
export function tooLong(): ConnectorError {
  const message = 'The table takes more than 512 MB when it is read long. Leave out rows or columns.';
  return new ConnectorError('invalid_config', message);
}

interface ShapedRows {
  readonly width: number;
  readonly cells: Iterable<readonly Cell[]>;
}

function shapedRows(rows: readonly (readonly Cell[])[], { header, unpivot }: TableShape): ShapedRows {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (header === false) return { width, cells: [columnNames(width), ...rows] };
  if (!unpivot) return { width, cells: rows };
  const start = rows.findIndex((row) => !isBlank(row));
  const names = Array.from({ length: width }, (_, place) => nameIn(rows[start]?.[place] ?? null));
  const table = openLongTable(names, unpivot);
  return { width: table.header.length, cells: longRows(table, rows.slice(start + 1)) };
}

function* longRows(table: LongTable, rows: readonly (readonly Cell[])[]): Generator<readonly Cell[]> {
  yield table.header;
  for (const row of rows) yield* table.rowsOf<Cell>(row);
}

/** What the columns of a table without names are called. */
export function columnNames(count: number): string[] {
  return Array.from({ length: count }, (_, place) => `column_${place + 1}`);
}

function nameIn(cell: Cell): string {
  return cell instanceof Date ? timeText(cell) : String(cell ?? '');
}

function isBlank(row: readonly Cell[]): boolean {
  return row.every((cell) => cell === null || cell === '');
}

function lineOf(row: readonly Cell[], width: number, decimal: string): string {
  if (isBlank(row)) return '\n';
  const cells = Array.from({ length: width }, (_, column) => cellText(row[column] ?? null, decimal));
  return `${cells.join(',')}\n`;
}

function cellText(cell: Cell, decimal: string): string {
  if (cell === null || cell === '') return '';
  if (cell instanceof Date) return timeText(cell);
  const text = typeof cell === 'number' ? String(cell).replace('.', decimal) : String(cell);
  return `"${text.replaceAll('"', '""')}"`;
}

/** A day, or a time without an offset. */
function timeText(time: Date): string {
  const [day = '', clock = ''] = new Date(Math.round(time.getTime() / 1000) * 1000).toISOString().split(/[T.]/);
  return clock === '00:00:00' ? day : `${day} ${clock}`;
}
