import { currencyOfFigure, type FigureRow, type ReportFigures } from './figure-table.ts';

/** One object: the report, and the figures of each section, a line each. */
export function* jsonFigures({ document, tables }: ReportFigures): Generator<string> {
  const { report_id, title, locale, time_zone, currency, periods, created_at } = document;
  const report = JSON.stringify({ report_id, title, locale, time_zone, currency, periods, created_at });
  yield `${report.slice(0, -1)},"sections":[`;
  for (const [index, { section, type, title: name, rows }] of tables.entries()) {
    yield `${index > 0 ? ',' : ''}\n${JSON.stringify({ section, type, title: name }).slice(0, -1)},"figures":[`;
    let separator = '\n';
    for (const row of rows) {
      const texts = figuresOf(row, document);
      if (texts.length === 0) continue;
      yield separator + texts.join(',\n');
      separator = ',\n';
    }
    yield '\n]}';
  }
  yield '\n]}\n';
}

function figuresOf({ row, part: partOfRow, figures }: FigureRow, document: ReportFigures['document']): string[] {
  return figures
    .filter((figure) => figure !== null)
    .map((figure) => {
      const { key, metric, measure, unit, period, value, part = partOfRow } = figure;
      const currency = currencyOfFigure(figure, document);
      const named = { row, ...(part !== undefined && { part }), key, metric, measure, unit };
      return JSON.stringify({ ...named, ...(currency && { currency }), period, value });
    });
}
