import { type ColumnFrame, cellWidth, columnWidths } from '../table-columns.ts';
import type { CellView, TableView } from '../table-view.ts';
import type { Text, TextSetter } from './text.ts';

/** A cell for the template: a text, a bar's length from 0 to 1, or a change. */
type Cell = Text | number | { readonly text: string; readonly sentiment: string; readonly direction: string };

/** A table as one flat list of cells. Lengths are points. */
export interface TableData {
  readonly kinds: readonly string[];
  readonly widths: readonly number[];
  /** The head, the rows, the rest and the total; null where Typst works them out. */
  readonly heights: readonly (number | null)[];
  readonly inset: number;
  readonly headers: readonly Text[];
  readonly cells: readonly Cell[];
  readonly rest: readonly Cell[] | null;
  readonly total: readonly Cell[] | null;
}

const inset = 5;
const frame: ColumnFrame = { besideText: 2 * inset, mark: 8, bar: 58 };
const lineHeight = 13.2;

/** Lays out a table whose texts span `span` points; it is an inset wider on both sides. */
export function tableData(table: TableView, span: number, text: TextSetter): TableData {
  const { columns, rows, rest, total } = table;
  const width = span + 2 * inset;
  const cell = ({ text: value, bar, change }: CellView): Cell => {
    if (bar !== undefined) return bar;
    return change ? { text: change.text, sentiment: change.sentiment, direction: change.direction } : text(value);
  };
  const widths = columnWidths(table, width, frame);
  return {
    kinds: columns.map(({ kind }) => kind),
    widths,
    heights: rowHeights(table, widths),
    inset,
    headers: columns.map(({ header }) => text(header)),
    cells: rows.flatMap((row) => row.map(cell)),
    rest: rest?.map(cell) ?? null,
    total: total?.map(cell) ?? null,
  };
}

/** One line for rows that certainly fit it; Typst has to measure the others, which takes it twice the time. */
function rowHeights(table: TableView, widths: readonly number[]): (number | null)[] {
  const fits = (cells: readonly CellView[], weight?: 'bold') =>
    cells.every(
      (cell, index) => !cell.text.includes('\n') && cellWidth(cell, frame, weight) <= (widths[index] ?? 0) + 0.01,
    );
  const { rows, rest, total } = table;
  return [
    null,
    ...[...rows, ...(rest ? [rest] : [])].map((cells) => (fits(cells) ? lineHeight : null)),
    ...(total ? [fits(total, 'bold') ? lineHeight : null] : []),
  ];
}
