import { currencyOfFigure, type FigureBook, type FigureRow, type FigureTable } from './figure-table.ts';

const columns = ['section', 'title', 'row', 'metric', 'unit', 'period', 'value', 'currency', 'part'];

/** One table (RFC 4180) with a line for each figure; a figure that is missing is empty. */
export function* csvFigures({ document, tables }: FigureBook): Generator<string> {
  yield line(columns);
  for (const table of tables) for (const row of table.rows) yield linesOf(table, row, document);
}

function linesOf(
  { section, title }: FigureTable,
  { row, part: partOfRow = '', figures }: FigureRow,
  document: FigureBook['document'],
): string {
  return figures
    .filter((figure) => figure !== null)
    .map((figure) => {
      const { metric, unit, period, value, part = partOfRow } = figure;
      const currency = currencyOfFigure(figure, document) ?? '';
      const texts = [title, row ?? '', metric].map(harmless);
      const span = `${period.from}/${period.to}`;
      return line([`${section}`, ...texts, unit, span, value === null ? '' : `${value}`, currency, harmless(part)]);
    })
    .join('');
}

/** Spreadsheets take a text for a formula by its first character; an apostrophe keeps it a text. */
function harmless(text: string): string {
  return /^[=+\-@\t]/.test(text) ? `'${text}` : text;
}

function line(fields: readonly string[]): string {
  const quoted = fields.map((field) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field));
  return `${quoted.join(',')}\r\n`;
}
