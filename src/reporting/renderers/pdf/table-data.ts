import { tallestPart, typeScale } from '../design.ts';
import { breakWideWords, lineCount } from '../text/wrapped-text.ts';
import {
  cellWidth,
  columnWidths,
  indentOf,
  isGroup,
  paperFrames,
  swatchRoom,
  tableHeads,
} from '../view/table-columns.ts';
import type { CellView, TableView } from '../view/table-view.ts';
import { linesHeight } from './heights.ts';
import type { Text, TextSetter } from './text.ts';

/** A cell for the template: a text, a figure with its bar from 0 to 1, a name with its colour in a chart, or a change. */
type Cell =
  | Text
  | { readonly text: string; readonly bar: number; readonly from: number; readonly range?: CellView['range'] }
  | { readonly text: Text; readonly swatch: number }
  /** Of a part of a group. */
  | { readonly text: Text; readonly indent: number }
  /** Behind a tick or a cross; in a table of bars with the bar of the figure. */
  | { readonly text: Text; readonly tick: 'good' | 'bad'; readonly bar?: number; readonly from?: number }
  | { readonly text: string; readonly sentiment: string; readonly direction: string };

/** A row; its height is null where Typst computes it. Lengths are points. */
interface Row {
  readonly height: number | null;
  readonly cells: readonly Cell[];
  /** A subtotal, which stays with its first part, or what is left of one. */
  readonly depth?: 'group' | 'others';
}

interface Column {
  readonly kind: 'label' | 'figure' | 'share' | 'change';
  readonly header: Text;
  readonly width: number;
  /** The padding between the column's edges and its texts, at the start and the end of lines. */
  readonly near: number;
  readonly far: number;
}

export interface TableData {
  /** How far the rules extend beyond the texts on both sides. */
  readonly overhang: number;
  readonly columns: readonly Column[];
  /** Whether the table is so short that it stays on one page. */
  readonly whole: boolean;
  /** An upper estimate of the height of the head and the first rows, which stay together. */
  readonly beginning: number;
  /** How many rows stay with the total, or with another one where there is none. */
  readonly foot: number;
  /** The height behind a table of several pages that stays with its foot. */
  readonly after: number;
  /** Whether rows may break over two pages, because one is as long as a page. */
  readonly breakable: boolean;
  readonly rows: readonly Row[];
  readonly rest: Row | null;
  readonly total: Row | null;
  /** From the end of a share to the end of its column, and to the start of its bar. */
  readonly barRoom: number;
  readonly barGap: number;
  readonly barHeight: number;
}

const frame = paperFrames.pdf;
const gap = frame.besideText;
const inset = gap / 2;
const lineHeight = 13.2;
/** Above and below the lines of a row together. */
const rowInset = 6.8;
const barHeight = 5;
const wideBarHeight = 8;
/** The most lines of a row that stays on one page. */
const tallest = 15;

/** The room of a table in points: where it stays on one page, and behind it what its foot stays with. */
export interface TableRoom {
  readonly room: number;
  readonly after: number;
}

/** Lays out a table whose texts span `span` points; its rules extend an inset beyond them on both sides. */
export function tableData(table: TableView, span: number, text: TextSetter, { room, after }: TableRoom): TableData {
  const widths = columnWidths(table, span + gap, frame);
  const bar = table.columns.findIndex(({ kind }) => kind === 'bar');
  const row = (cells: readonly CellView[], weight?: 'bold'): Row => {
    const line = isLine(cells, widths, isGroup(cells) ? 'bold' : weight);
    const shown = line ? cells : cells.map((cell, index) => broken(cell, (widths[index] ?? 0) - gap));
    const { depth } = cells[0] ?? {};
    return {
      ...(depth && depth !== 'part' && { depth }),
      height: line ? lineHeight : null,
      cells: shown.flatMap((cell, index) => (index === bar ? [] : [cellData(cell, shown[index + 1], text)])),
    };
  };
  const heads = tableHeads(table, widths, frame);
  const lastRows = [...table.rows, ...(table.rest ? [table.rest] : []), ...(table.total ? [table.total] : [])];
  const { head, body } = rowHeights(table, widths, room);
  const [first = 0, second = 0] = body;
  const last = body.slice(-3).reduce((sum, height) => sum + height, after);
  const foot = last <= tallestPart ? 2 : 1;
  return {
    overhang: inset,
    whole: body.reduce((sum, height) => sum + height, head) <= room,
    beginning: head + first + (head + first + second <= room ? second : 0),
    foot: foot + Number(isGroup(lastRows[lastRows.length - foot - 2] ?? [])),
    after,
    columns: columns(table, widths, heads, text),
    breakable: table.rows.some((cells) => cells.some((cell, index) => isTall(cell.text, (widths[index] ?? 0) - gap))),
    rows: table.rows.map((cells) => row(cells)),
    rest: table.rest && row(table.rest),
    total: table.total && row(table.total, 'bold'),
    barRoom: widths[bar] ?? 0,
    barGap: gap,
    barHeight: table.wideBars ? wideBarHeight : barHeight,
  };
}

/** An upper estimate of a table's height, in points. */
export function tableHeight(table: TableView, span: number): number {
  const { head, body } = rowHeights(table, columnWidths(table, span + gap, frame), Number.POSITIVE_INFINITY);
  return body.reduce((sum, height) => sum + height, head);
}

/** The heights of the head and of the rows, with the last three but without most of what `room` points do not hold. */
function rowHeights(table: TableView, widths: readonly number[], room: number): { head: number; body: number[] } {
  const height = (cells: readonly CellView[], weight?: 'bold'): number => {
    const lines = cells.map((cell, index) => {
      const width = (widths[index] ?? 0) - gap - indentOf(cell);
      return lineCount(cell.text, typeScale.small, width, isGroup(cells) ? 'bold' : weight);
    });
    return Math.max(lineHeight, linesHeight(Math.max(...lines), typeScale.small) + rowInset);
  };
  const rows = [...table.rows, ...[table.rest, table.total].filter((cells) => cells !== null)];
  const most = room / lineHeight;
  const measured = rows.filter((_, index) => index < most || index >= rows.length - 3);
  const heads = tableHeads(table, widths, frame).map((text) => ({ text }));
  return { head: height(heads, 'bold'), body: measured.map((cells) => height(cells)) };
}

/** A cell whose words can be broken at the end of its column. */
function broken(cell: CellView, width: number): CellView {
  if (cell.change) return cell;
  const room = width - (cell.swatch === undefined ? 0 : swatchRoom) - indentOf(cell);
  return { ...cell, text: breakWideWords(cell.text, typeScale.small, room) };
}

/** A share and its bar share one cell: an empty cell costs Typst more than a text. */
function cellData(cell: CellView, next: CellView | undefined, text: TextSetter): Cell {
  const { text: value, change, swatch, mark } = cell;
  if (change) return { text: change.text, sentiment: change.sentiment, direction: change.direction };
  if (swatch !== undefined) return { text: text(value), swatch };
  if (indentOf(cell) > 0) return { text: text(value), indent: indentOf(cell) };
  if (mark) {
    return { text: text(value), tick: mark, ...(next?.bar !== undefined && { bar: next.bar, from: next.from ?? 0 }) };
  }
  return next?.bar === undefined
    ? text(value)
    : { text: value, bar: next.bar, from: next.from ?? 0, ...(next.range && { range: next.range }) };
}

/**
 * Columns end where their texts end and include the gap before them, so that figures, which are aligned to the end,
 * need no inset: an inset makes Typst nest one layout in another. Only the rules of the last column extend further.
 */
function columns(
  { columns: views }: TableView,
  widths: readonly number[],
  heads: readonly string[],
  text: TextSetter,
): Column[] {
  const last = views.length - 1;
  return views.flatMap(({ kind }, index) => {
    if (kind === 'bar') return [];
    const barred = views[index + 1]?.kind === 'bar';
    const end = barred ? index + 1 : index;
    const width = (widths[index] ?? 0) + (barred ? (widths[end] ?? 0) : 0);
    const [near, far] = [index === 0 ? inset : gap, end === last ? inset : 0];
    const edges = (index === 0 ? -inset : 0) + (end === last ? inset : 0);
    return [{ kind: barred ? 'share' : kind, header: text(heads[index] ?? ''), width: width + edges, near, far }];
  });
}

/** Whether a text may fill a page. Every line holds at least a few letters. */
function isTall(text: string, width: number): boolean {
  return text.length > 3 * tallest && lineCount(text, typeScale.small, width) > tallest;
}

/** Whether the texts of a row certainly fit on one line; Typst has to measure the others, which takes twice as long. */
function isLine(cells: readonly CellView[], widths: readonly number[], weight?: 'bold'): boolean {
  return cells.every(
    (cell, index) => !cell.text.includes('\n') && cellWidth(cell, frame, weight) <= (widths[index] ?? 0) + 0.01,
  );
}
