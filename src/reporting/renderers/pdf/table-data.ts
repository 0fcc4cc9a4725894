import { typeScale } from '../design.ts';
import { breakWideWords, lineCount } from '../text/wrapped-text.ts';
import { cellWidth, columnWidths, paperFrames, tableHeads } from '../view/table-columns.ts';
import type { CellView, TableView } from '../view/table-view.ts';
import type { Text, TextSetter } from './text.ts';

/** A cell for the template: a text, a share with the length of its bar from 0 to 1, or a change. */
type Cell =
  | Text
  | { readonly text: string; readonly bar: number }
  | { readonly text: string; readonly sentiment: string; readonly direction: string };

/** A row; its height is null where Typst computes it. Lengths are points. */
interface Row {
  readonly height: number | null;
  readonly cells: readonly Cell[];
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
  /** An upper estimate of the height of the head and the first two rows, which stay together. */
  readonly beginning: number;
  /** Whether rows may break over two pages, because one is as long as a page. */
  readonly breakable: boolean;
  readonly rows: readonly Row[];
  readonly rest: Row | null;
  readonly total: Row | null;
  /** From the end of a share to the end of its column, and to the start of its bar. */
  readonly barRoom: number;
  readonly barGap: number;
}

const frame = paperFrames.pdf;
const gap = frame.besideText;
const inset = gap / 2;
const lineHeight = 13.2;
/** The most lines of a row that stays on one page. */
const tallest = 40;
/** The most rows, and lines of labels, of a table that is kept on one page: it then takes no more room than a chart. */
const shortTable = { rows: 13, lines: 18 };

/** Lays out a table whose texts span `span` points; its rules extend an inset beyond them on both sides. */
export function tableData(table: TableView, span: number, text: TextSetter): TableData {
  const widths = columnWidths(table, span + gap, frame);
  const bar = table.columns.findIndex(({ kind }) => kind === 'bar');
  const row = (cells: readonly CellView[], weight?: 'bold'): Row => {
    const line = isLine(cells, widths, weight);
    const shown = line ? cells : cells.map((cell, index) => broken(cell, (widths[index] ?? 0) - gap));
    return {
      height: line ? lineHeight : null,
      cells: shown.flatMap((cell, index) => (index === bar ? [] : [cellData(cell, shown[index + 1], text)])),
    };
  };
  const lines = (cells: readonly CellView[], weight?: 'bold') =>
    Math.max(
      1,
      ...cells.map((cell, index) => lineCount(cell.text, typeScale.small, (widths[index] ?? 0) - gap, weight)),
    );
  const heads = tableHeads(table, widths, frame);
  const headCells = heads.map((head) => ({ text: head }));
  const first = [lines(headCells, 'bold'), ...table.rows.slice(0, 2).map((cells) => lines(cells))];
  const body = [...table.rows, ...[table.rest, table.total].filter((cells) => cells !== null)];
  const isShort = body.length <= shortTable.rows;
  return {
    overhang: inset,
    whole: isShort && body.reduce((sum, cells) => sum + lines(cells), 0) <= shortTable.lines,
    beginning: first.reduce((height, count) => height + lineHeight * Math.min(count, tallest / 4), 0),
    columns: columns(table, widths, heads, text),
    breakable: table.rows.some((cells) => cells.some((cell, index) => isTall(cell.text, (widths[index] ?? 0) - gap))),
    rows: table.rows.map((cells) => row(cells)),
    rest: table.rest && row(table.rest),
    total: table.total && row(table.total, 'bold'),
    barRoom: widths[bar] ?? 0,
    barGap: gap,
  };
}

/** A cell whose words can be broken at the end of its column. */
function broken(cell: CellView, width: number): CellView {
  return cell.change ? cell : { ...cell, text: breakWideWords(cell.text, typeScale.small, width) };
}

/** A share and its bar share one cell: an empty cell costs Typst more than a text. */
function cellData({ text: value, change }: CellView, next: CellView | undefined, text: TextSetter): Cell {
  if (change) return { text: change.text, sentiment: change.sentiment, direction: change.direction };
  return next?.bar === undefined ? text(value) : { text: value, bar: next.bar };
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
