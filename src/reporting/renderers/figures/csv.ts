import type { FigureTable, ReportFigures } from './figure-table.ts';

const columns = ['section', 'title', 'row', 'metric', 'unit', 'period', 'value'];

/** One table (RFC 4180) with a line for each figure; a figure that is missing is empty. */
export function* csvFigures({ tables }: ReportFigures): Generator<string> {
  yield line(columns);
  for (const table of tables) for (const row of table.rows) yield linesOf(table, row);
}

function linesOf({ section, title }: FigureTable, { row, figures }: FigureTable['rows'][number]): string {
  return figures
    .filter((figure) => figure !== null)
    .map(({ metric, unit, period, value }) => {
      const texts = [title, row ?? '', metric].map(harmless);
      return line([`${section}`, ...texts, unit, `${period.from}/${period.to}`, value === null ? '' : `${value}`]);
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
