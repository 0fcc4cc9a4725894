import { textWidth } from './charts/text-width.ts';
import { typeScale } from './design.ts';
import type { CellView, TableView } from './table-view.ts';

/** What a form of the report has beside the texts of a table, in points. */
export interface ColumnFrame {
  /** On both sides of a text together. */
  readonly besideText: number;
  /** Before a change, for the mark of its direction. */
  readonly mark: number;
  /** The column of the bars, where there is room. */
  readonly bar: number;
}

interface Width {
  /** Without this, texts break where they should not. */
  readonly least: number;
  /** With this, every text stands on one line. */
  readonly wanted: number;
}

const longestFigure = 120;
const longestHeadWord = 90;
/** The part of a table's width that its labels have for sure. */
const labelPart = 0.22;
/** Widths are estimates where letters are not ASCII. */
const safety = 1.04;

/** The width of a cell in points. */
export function cellWidth({ text, change }: CellView, frame: ColumnFrame, weight?: 'bold'): number {
  const mark = change && (change.direction === 'up' || change.direction === 'down') ? frame.mark : 0;
  return (textWidth(text, typeScale.small, weight) + mark) * safety + frame.besideText;
}

/**
 * The widths of a table's columns in points, `width` together. Figures have what they need and heads break between words
 * before a figure does; columns of labels share the rest.
 */
export function columnWidths(table: TableView, width: number, frame: ColumnFrame): number[] {
  const { columns } = table;
  const needed = columns.map((_, index) => neededWidth(table, index, frame));
  const labels = columns.filter(({ kind }) => kind === 'label').length;
  const sum = (part: keyof Width, label: boolean) =>
    needed.reduce((all, each, index) => all + ((columns[index]?.kind === 'label') === label ? each[part] : 0), 0);
  const [least, wanted] = [sum('least', false), sum('wanted', false)];
  const labelsWanted = Math.min(sum('wanted', true), width * labelPart * labels);
  const labelsLeast = Math.min(sum('least', true), labelsWanted);
  const figures = Math.min(Math.max(width - labelsWanted, least), width - labelsLeast);
  const growth = wanted > least ? Math.max(0, Math.min(1, (figures - least) / (wanted - least))) : 0;
  const scale = Math.min(1, figures / least);
  const rest = width - scale * (least + growth * (wanted - least));
  return needed.map((each, index) =>
    columns[index]?.kind === 'label' ? rest / labels : scale * (each.least + growth * (each.wanted - each.least)),
  );
}

function neededWidth({ columns, rows, rest, total }: TableView, index: number, frame: ColumnFrame): Width {
  const { header = '', kind = 'label' } = columns[index] ?? {};
  if (kind === 'bar') return { least: frame.bar / 2, wanted: frame.bar };
  const widest = (cells: readonly CellView[], weight?: 'bold') =>
    cells.reduce((most, cell) => Math.max(most, cellWidth(cell, frame, weight)), 0);
  const words = (text: string) =>
    widest(
      text.split(' ').map((word) => ({ text: word })),
      'bold',
    );
  const cells = [...rows, rest ?? []].flatMap((row) => row[index] ?? []);
  const whole = Math.max(widest(cells), widest(total?.[index] ? [total[index]] : [], 'bold'));
  const unbroken = kind === 'label' ? cells.reduce((most, { text }) => Math.max(most, words(text)), 0) : whole;
  const least = Math.max(Math.min(unbroken, longestFigure), Math.min(words(header), longestHeadWord));
  return {
    least,
    wanted: Math.max(
      least,
      Math.min(whole, longestFigure),
      Math.min(widest([{ text: header }], 'bold'), longestFigure),
    ),
  };
}
