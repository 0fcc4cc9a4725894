import { formatPeriod } from '../../documents/format.ts';
import { type Markup, xml } from '../text/markup.ts';
import type { CellStyles } from './cell-styles.ts';
import type { Figure, FigureBook, FigureRow, FigureTable } from './figure-table.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
/** The most characters of a cell, in UTF-16 units. */
const longestText = 32_767;
/** Excel counts days from 30 December 1899, and takes 1900 for a leap year. */
const dayZero = Date.UTC(1899, 11, 30);
const firstDay = Date.UTC(1900, 2, 1);
const dayMs = 86_400_000;

/** The sheet of a table, row by row, below a head that stays in view. */
export function* sheetParts(table: FigureTable, figures: FigureBook, styles: CellStyles): Generator<string> {
  const heads = [
    table.head,
    ...(table.partHead === undefined ? [] : [table.partHead]),
    ...(table.byPeriod ? [figures.labels.period] : []),
    ...table.columns,
  ];
  yield opening(figures, heads.length);
  yield row(
    1,
    heads.map((head, column) => textCell(head, column, 1, styles.head)),
  ).text;
  for (const [index, each] of table.rows.entries()) yield tableRow(each, index + 2, table, figures, styles).text;
  yield '</sheetData></worksheet>';
}

/** The only sheet of a report without figures. */
export function emptySheet(figures: FigureBook, styles: CellStyles): string[] {
  const texts = [figures.document.title, figures.labels.noFigures];
  const rows = texts.map(
    (text, index) => row(index + 1, [textCell(text, 0, index + 1, index === 0 ? styles.head : 0)]).text,
  );
  return [opening(figures, 1), ...rows, '</sheetData></worksheet>'];
}

function opening({ isRightToLeft }: FigureBook, columns: number): string {
  const side = isRightToLeft ? xml` rightToLeft="1"` : null;
  return xml`<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${side}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="1" width="32" customWidth="1"/><col min="2" max="${columns + 1}" width="18" customWidth="1"/></cols><sheetData>`
    .text;
}

function tableRow(
  { name, part = '', isDay, period, figures }: FigureRow,
  number: number,
  { byPeriod, partHead }: FigureTable,
  { document }: FigureBook,
  styles: CellStyles,
): Markup {
  const first = isDay ? dayCell(name, number, styles.day) : textCell(name, 0, number);
  const span = byPeriod && period ? formatPeriod(period, document.locale) : '';
  const texts = [...(partHead === undefined ? [] : [part]), ...(byPeriod ? [span] : [])];
  const before = [first, ...texts.map((text, index) => textCell(text, index + 1, number))];
  return row(number, [
    ...before,
    ...figures.map((figure, index) => figureCell(figure, before.length + index, number, styles)),
  ]);
}

function row(number: number, cells: readonly (Markup | null)[]): Markup {
  return xml`<row r="${number}">${cells}</row>\n`;
}

function figureCell(figure: Figure | null, column: number, number: number, styles: CellStyles): Markup | null {
  if (figure === null || figure.value === null) return null;
  return xml`<c r="${columnName(column)}${number}" s="${styles.figure(figure)}"><v>${figure.value}</v></c>`;
}

/** A text is never a formula, whatever it begins with. */
export function textCell(text: string, column: number, number: number, style = 0): Markup {
  const shown = text.slice(0, longestText).replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');
  return xml`<c r="${columnName(column)}${number}" t="inlineStr"${style > 0 && xml` s="${style}"`}><is><t xml:space="preserve">${shown}</t></is></c>`;
}

/** A calendar day as a date; one before those that Excel knows as a text. */
function dayCell(day: string, number: number, style: number): Markup {
  const time = Date.parse(`${day}T00:00:00Z`);
  if (!(time >= firstDay)) return textCell(day, 0, number);
  return xml`<c r="A${number}" s="${style}"><v>${(time - dayZero) / dayMs}</v></c>`;
}

/** `A`, …, `Z`, `AA` from 0 on. */
export function columnName(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnName(Math.floor(column / 26) - 1) + letter;
}
