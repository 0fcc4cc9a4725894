import { csvFigures } from './csv.ts';
import type { FigureBook, ReportFigures } from './figure-table.ts';
import { jsonFigures } from './json.ts';
import { workbook } from './workbook.ts';

/** What the figures of a report can be written as. */
export const figureFormats = ['csv', 'xlsx', 'json'] as const;
export type FigureFormat = (typeof figureFormats)[number];

/** `label` is what people call it, in every language. */
export const figureTypes: Readonly<Record<FigureFormat, { readonly contentType: string; readonly label: string }>> = {
  csv: { contentType: 'text/csv; charset=utf-8', label: 'CSV' },
  xlsx: { contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', label: 'Excel' },
  json: { contentType: 'application/json', label: 'JSON' },
};

/** The bytes of a file piece by piece, so that a long one is never in memory as a whole; always the same for a document. */
export function* writeFigures(figures: ReportFigures, format: FigureFormat): Generator<Uint8Array> {
  if (format !== 'json') return yield* writeBook(figures, format);
  const encoder = new TextEncoder();
  for (const text of jsonFigures(figures)) yield encoder.encode(text);
}

/** The same of figures that are no report's. */
export function* writeBook(book: FigureBook, format: Exclude<FigureFormat, 'json'>): Generator<Uint8Array> {
  if (format === 'xlsx') return yield* workbook(book);
  const encoder = new TextEncoder();
  for (const text of csvFigures(book)) yield encoder.encode(text);
}
