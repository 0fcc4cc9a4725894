import { typeScale } from '../design.ts';
import { textWidth } from '../text/text-width.ts';
import { breakWideWords, shortened } from '../text/wrapped-text.ts';
import type { ChangeView } from './figure-views.ts';

/** A table as texts, the same in every format. */
export interface TableView {
  readonly columns: readonly ColumnView[];
  /** Whether its bars are what it shows, so that they get the room that texts leave. */
  readonly wideBars?: boolean;
  readonly rows: readonly (readonly CellView[])[];
  /** Everything beyond the rows, combined into one. */
  readonly rest: readonly CellView[] | null;
  readonly total: readonly CellView[] | null;
}

export interface ColumnView {
  readonly header: string;
  /** Labels are aligned to the start of the line, everything else to its end. A `bar` is drawn; its text is empty. */
  readonly kind: 'label' | 'figure' | 'bar' | 'change';
  /** Of a bar that is the table's picture, and takes the room that is left. */
  readonly wide?: true;
}

export interface CellView {
  readonly text: string;
  /** The length of a bar, 0 to 1. */
  readonly bar?: number;
  /** Where the bar starts, 0 to 1; 0 if absent. */
  readonly from?: number;
  /** Beside a bar: between where and where it may still come to, 0 to 1. */
  readonly range?: { readonly low: number; readonly high: number };
  /** The colour of its part in the chart, by its position there. */
  readonly swatch?: number;
  readonly change?: ChangeView;
  /** Whether the figure is better or worse than what the table is marked against: a tick or a cross before it. */
  readonly mark?: 'good' | 'bad';
  /** Of a row's first cell in a table of groups: a subtotal, a part of it below it, or all of its other parts. */
  readonly depth?: 'group' | 'part' | 'others';
}

/** How far the parts of a group are indented, in points. */
const partIndent = 12;

/** Whether a row is the subtotal of those below it. */
export function isGroup([first]: readonly CellView[]): boolean {
  return first?.depth === 'group';
}

/** How far the first text of a row is indented, in points. */
export function indentOf({ depth }: CellView): number {
  return depth === 'part' || depth === 'others' ? partIndent : 0;
}

/** The space that a format needs around the texts of a table, in points. */
export interface ColumnFrame {
  /** On both sides of a text together. */
  readonly besideText: number;
  /** Before a change, for the mark of its direction; the same before a figure for a tick or a cross. */
  readonly mark: number;
  /** The column of the bars, where there is room. */
  readonly bar: number;
  /** The size of the letters that texts are measured in, where it is not that of their type. */
  readonly letters?: number;
  /** Whether bold digits are wider than others. */
  readonly widerBold?: boolean;
}

/** The frames of the printed formats, which show the same columns. */
export const paperFrames = {
  pdf: { besideText: 10, mark: 8, bar: 58 },
  word: { besideText: 8, mark: 12, bar: 57 },
} as const satisfies Record<string, ColumnFrame>;
/** The width of a page's text: A4 without its margins, in points. */
const span = 481.8;

/** What the colour of a part takes before its name, in points. */
export const swatchRoom = 12;

interface Width {
  /** Without this, texts break where they should not. */
  readonly least: number;
  /** With this, every text fits on one line. */
  readonly wanted: number;
}

/** The widths that a column's own texts and its head want: on one line, and unbroken. */
interface Contents {
  readonly cells: Width;
  readonly head: Width;
}

/** The most that a label or a head may want. */
const longestText = 120;
/** What our own heads want, such as `Évolution`. */
const usualHeadWord = 55;
/** The fraction of a table's width that its labels get before figures and heads get more than they need. */
const labelPart = 0.22;
/**
 * How much a word of a head may want, and what labels are then guaranteed: the first pair that fits is used. Longer
 * words are broken, so labels of many lines make room for heads such as `Conversions`.
 */
const shares = [
  [longestText, labelPart],
  [90, labelPart],
  [70, labelPart],
  [70, 0.17],
  [usualHeadWord, labelPart],
  [36, labelPart],
] as const;
const headLines = 4;
/** How many times as long as others a wide bar is. */
const wideBar = 3;
/** Widths of letters outside ASCII are estimates. */
const safety = 1.04;

const digit = /\p{Nd}/u;

/** The width of a cell in points. Bold figures are hardly wider than others: their digits are not, and `safety` covers the rest. */
export function cellWidth(cell: CellView, frame: ColumnFrame, weight?: 'regular' | 'bold'): number {
  const { text, change, swatch, mark: tick } = cell;
  const isMarked = tick || (change && (change.direction === 'up' || change.direction === 'down'));
  const mark = isMarked ? frame.mark : swatch === undefined ? 0 : swatchRoom;
  const measured = weight === 'bold' && !frame.widerBold && digit.test(text) ? 'regular' : weight;
  return (textWidth(text, lettersOf(frame), measured) + mark) * safety + indentOf(cell) + frame.besideText;
}

/** The width of a column's head in points, which is all bold, digits included. */
export function headWidth(text: string, frame: ColumnFrame): number {
  return textWidth(text, lettersOf(frame), 'bold') * safety + frame.besideText;
}

function lettersOf({ letters = typeScale.small }: ColumnFrame): number {
  return letters;
}

/**
 * Whether every figure of a table fits on one line in the PDF and in the Word file, with room for its labels and heads,
 * where so much of the width is `taken`.
 */
export function figuresFit(table: TableView, taken = 0): boolean {
  const fits = (frame: ColumnFrame, width: number) => columnsFit(table, width - taken, frame);
  // Most tables fit even with the wider frame of the two, so they are measured once.
  const { pdf, word } = paperFrames;
  return (
    fits({ ...pdf, mark: word.mark }, span + word.besideText) ||
    (fits(pdf, span + pdf.besideText) && fits(word, span + word.besideText))
  );
}

/** Whether every figure of a table fits on one line in `width` points, with room for its labels and heads. */
export function columnsFit(table: TableView, width: number, frame: ColumnFrame): boolean {
  const { least, labelsLeast } = room(table, width, frame)(usualHeadWord, labelPart);
  return least + labelsLeast <= width;
}

/**
 * The widths of a table's columns in points, `width` together. Figures get what they need, and heads break between
 * words before a figure breaks; columns of labels share the rest.
 */
export function columnWidths(table: TableView, width: number, frame: ColumnFrame): number[] {
  const { columns } = table;
  const labels = columns.filter(({ kind }) => kind === 'label').length;
  const attempt = room(table, width, frame);
  const attempts = shares.values().map(([headWord, part]) => attempt(headWord, part));
  const fitting = attempts.find(({ least, labelsLeast }) => least + labelsLeast <= width);
  const { needed, least, wanted, labelsWanted, labelsLeast } = fitting ?? attempt(0, labelPart);
  const figures = Math.min(Math.max(width - labelsWanted, least), width - labelsLeast);
  const growth = wanted > least ? Math.max(0, Math.min(1, (figures - least) / (wanted - least))) : 0;
  // Breakdowns are split before this matters: only the dates of the sources can want more room than there is.
  const scale = Math.min(1, figures / least);
  const rest = width - scale * (least + growth * (wanted - least));
  return needed.map((each, index) =>
    columns[index]?.kind === 'label' ? rest / labels : scale * (each.least + growth * (each.wanted - each.least)),
  );
}

/**
 * The widths that a table's columns want, given the most that a word of a head may want and the fraction guaranteed to
 * labels.
 */
function room(table: TableView, width: number, frame: ColumnFrame) {
  const { columns } = table;
  const labels = columns.filter(({ kind }) => kind === 'label').length;
  const contents = columns.map((_, index) => columnContents(table, index, frame));
  return (longest: number, part: number) => {
    const needed = contents.map((each) => neededWidth(each, longest));
    const sum = (width: keyof Width, label: boolean) =>
      needed.reduce((all, each, index) => all + ((columns[index]?.kind === 'label') === label ? each[width] : 0), 0);
    const labelsWanted = Math.min(sum('wanted', true), width * labelPart * labels);
    const labelsLeast = Math.min(sum('least', true), labelsWanted, width * part * labels);
    return { needed, least: sum('least', false), wanted: sum('wanted', false), labelsWanted, labelsLeast };
  };
}

/** The heads of a table's columns, at most a few lines each, with breaks in words that are wider than their column. */
export function tableHeads(
  { columns }: Pick<TableView, 'columns'>,
  widths: readonly number[],
  frame: ColumnFrame,
): string[] {
  const letters = lettersOf(frame);
  return columns.map(({ header, kind }, index) => {
    const bar = kind !== 'bar' && columns[index + 1]?.kind === 'bar' ? (widths[index + 1] ?? 0) : 0;
    const room = (widths[index] ?? 0) + bar - frame.besideText;
    return breakWideWords(shortened(header, headLines, letters, room, 'bold'), letters, room, 'bold');
  });
}

function columnContents(
  { columns, rows, rest, total, wideBars }: TableView,
  index: number,
  frame: ColumnFrame,
): Contents {
  const { header = '', kind = 'label', wide } = columns[index] ?? {};
  if (kind === 'bar') {
    const wanted = wide || wideBars ? frame.bar * wideBar : frame.bar;
    return { cells: { least: frame.bar / 2, wanted }, head: { least: 0, wanted: 0 } };
  }
  const widest = (cells: readonly CellView[], weight?: 'bold') =>
    cells.reduce((most, cell) => Math.max(most, cellWidth(cell, frame, weight)), 0);
  const widestOf = (text: string, width: (word: string) => number) => Math.max(...text.split(' ').map(width));
  const cellsOf = (all: readonly (readonly CellView[])[]) => all.flatMap((row) => row[index] ?? []);
  const cells = cellsOf([...rows, rest ?? []]);
  const bold = cellsOf([...rows.filter(isGroup), total ?? []]);
  const whole = Math.max(widest(cells), widest(bold, 'bold'));
  const head = {
    least: (widestOf(header, (word) => headWidth(word, frame)) - frame.besideText) / safety + frame.besideText,
    wanted: Math.min(headWidth(header, frame), longestText),
  };
  if (kind === 'label') {
    const inCell = (word: string) => cellWidth({ text: word }, frame, 'bold');
    const unbroken = cells.reduce((most, { text }) => Math.max(most, widestOf(text, inCell)), 0);
    return { cells: { least: Math.min(unbroken, longestText), wanted: Math.min(whole, longestText) }, head };
  }
  return { cells: { least: whole, wanted: whole }, head };
}

function neededWidth({ cells, head }: Contents, longest: number): Width {
  const least = Math.max(cells.least, Math.min(head.least, longest));
  return { least, wanted: Math.max(least, cells.wanted, head.wanted) };
}
