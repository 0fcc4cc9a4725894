import assert from 'node:assert/strict';
import { benchmarkReport, breakdown, metric, reportDocument } from '../../support/documents.ts';
import { pdfText, withoutPoppler } from '../../support/files.ts';
import { convertedToPdf, withoutOffice } from '../../support/office.ts';
import { renderDocument } from '../../support/render.ts';
import { test, usually } from '../../support/suite.ts';

/** Lines before the figures, each of which moves the break of the page. */
const steps = usually(20, 1);

test('a note follows the last figures of its section on their page, wherever a page breaks these', {
  skip: withoutPoppler || withoutOffice,
}, async () => {
  const notes = [{ code: 'rows_truncated', limit: 9, message: 'What to know.' }] as const;
  const kpis = benchmarkReport().sections.find((section) => section.type === 'kpis');
  assert.ok(kpis);
  const last = kpis.items.slice(0, 1).map((item) => ({ ...item, metric: metric('last', 'Closing') }));
  const figures = { ...kpis, items: [...kpis.items, ...kpis.items.slice(0, 2), ...last], notes };
  const cities = { ...breakdown('City', (index) => `Row ${index}`, 9), rest: null, notes };
  const reports = [figures, cities].flatMap((section) =>
    Array.from({ length: steps }, (_, step) => {
      const markdown = Array.from({ length: 6 + (20 / steps) * step }, (_, line) => `Line ${line}`).join('  \n');
      return reportDocument({ sections: [{ type: 'text', title: 'Words', markdown }, section] });
    }),
  );
  const files = await Promise.all(reports.map(async (report) => (await renderDocument(report, 'doc')).bytes));
  const pdfs = await Promise.all(
    reports.slice(0, steps).map(async (report) => (await renderDocument(report, 'pdf')).bytes),
  );
  for (const [index, pdf] of [...convertedToPdf(files), ...pdfs].entries()) {
    const noted =
      pdfText(pdf)
        .split('\f')
        .find((page) => page.includes('What to know.')) ?? '';
    assert.match(noted, /^\s*(?:.*\bClosing\b|Total)/m, `file ${index}`);
  }
});
