import { textWidth } from '../charts/text-width.ts';
import { typeScale } from '../design.ts';
import type { CellView, TableView } from '../table-view.ts';
import type { Text, TextSetter } from './text.ts';

/** A cell for the template: a text, a bar's length from 0 to 1, or a change. */
type Cell = Text | number | { readonly text: string; readonly sentiment: string; readonly direction: string };

/** A table as one flat list of cells. Lengths are points, null where Typst works them out. */
export interface TableData {
  readonly kinds: readonly string[];
  readonly widths: readonly (number | null)[];
  /** The head, the rows, the rest and the total. */
  readonly heights: readonly (number | null)[];
  readonly inset: number;
  readonly headers: readonly Text[];
  readonly cells: readonly Cell[];
  readonly rest: readonly Cell[] | null;
  readonly total: readonly Cell[] | null;
}

const inset = 5;
const barWidth = 58;
const widestFigure = 120;
const markWidth = 8;
const lineHeight = 13.2;
/** Widths are estimates where letters are not ASCII. */
const safety = 1.04;

/** Lays out a table whose texts span `span` points; it is an inset wider on both sides. */
export function tableData(table: TableView, span: number, text: TextSetter): TableData {
  const { columns, rows, rest, total } = table;
  const width = span + 2 * inset;
  const cell = ({ text: value, bar, change }: CellView): Cell => {
    if (bar !== undefined) return bar;
    return change ? { text: change.text, sentiment: change.sentiment, direction: change.direction } : text(value);
  };
  const widths = columnWidths(table, width);
  return {
    kinds: columns.map(({ kind }) => kind),
    widths,
    heights: rowHeights(table, widths, width),
    inset,
    headers: columns.map(({ header }) => text(header)),
    cells: rows.flatMap((row) => row.map(cell)),
    rest: rest?.map(cell) ?? null,
    total: total?.map(cell) ?? null,
  };
}

function neededWidth({ text, change }: CellView, weight?: 'bold'): number {
  const mark = change && (change.direction === 'up' || change.direction === 'down') ? markWidth : 0;
  return (textWidth(text, typeScale.small, weight) + mark) * safety + 2 * inset;
}

/** Figures get the room they need; columns of labels share the rest. Were it left to Typst, it would lay out every cell twice. */
function columnWidths({ columns, rows, rest, total }: TableView, width: number): (number | null)[] {
  const widths = columns.map(({ header, kind }, index) => {
    if (kind === 'label') return null;
    if (kind === 'bar') return barWidth;
    const needed = [...rows, rest ?? []].map((cells) => (cells[index] ? neededWidth(cells[index]) : 0));
    const bold = [{ text: header }, total?.[index] ?? { text: '' }].map((cell) => neededWidth(cell, 'bold'));
    return Math.min(
      [...needed, ...bold].reduce((most, each) => Math.max(most, each)),
      widestFigure,
    );
  });
  const sum = widths.reduce<number>((most, each) => most + (each ?? 0), 0);
  const scale = Math.min(1, (width * 0.8) / sum);
  return widths.map((each) => each && each * scale);
}

/** One line for rows that certainly fit it; Typst has to measure the others, which takes it twice the time. */
function rowHeights(table: TableView, widths: readonly (number | null)[], width: number): (number | null)[] {
  const labels = widths.filter((each) => each === null).length;
  const figures = widths.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const room = widths.map((each) => (each ?? (width - figures) / labels) + 0.01);
  const fits = (cells: readonly CellView[], weight?: 'bold') =>
    cells.every((cell, index) => !cell.text.includes('\n') && neededWidth(cell, weight) <= (room[index] ?? 0));
  const { rows, rest, total } = table;
  return [
    null,
    ...[...rows, ...(rest ? [rest] : [])].map((cells) => (fits(cells) ? lineHeight : null)),
    ...(total ? [fits(total, 'bold') ? lineHeight : null] : []),
  ];
}
