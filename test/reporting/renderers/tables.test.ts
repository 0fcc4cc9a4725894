import assert from 'node:assert/strict';

import type { BreakdownRow, BreakdownSection, ReportDocument } from '../../../src/reporting/documents/model.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { cellWidth, columnWidths, paperFrames } from '../../../src/reporting/renderers/view/table-columns.ts';
import type { TableView } from '../../../src/reporting/renderers/view/table-view.ts';
import {
  benchmarkReport,
  breakdown,
  comparison,
  metric,
  metrics,
  reportDocument,
  timeseries,
} from '../../support/documents.ts';
import { pdfText, withoutPoppler, wordPlaces } from '../../support/files.ts';
import { convertedToPdf, withoutFonts, withoutOffice } from '../../support/office.ts';
import { renderDocument } from '../../support/render.ts';
import { test } from '../../support/suite.ts';

interface Amounts {
  readonly locale: string;
  readonly currency: string;
  /** That of the first row and metric. */
  readonly largest: number;
  readonly compare?: number;
  readonly metrics?: number;
}

/** A report of one breakdown by channels of amounts, which rose by 11.3 % unless the compared ones are given. */
function amountsReport({ locale, currency, largest, compare, metrics = 3 }: Amounts): ReportDocument {
  const labels = ['Umsatz', 'Kosten', 'Deckungsbeitrag', 'Marge'].slice(0, metrics);
  const row = (label: string | null, part: number): BreakdownRow => ({
    label,
    cells: labels.map((_, index) => {
      const amount = (largest * part) / (index + 1);
      return { ...comparison(amount, compare ?? amount / 1.113), share: part / 3 };
    }),
  });
  const channels = ['Suchmaschinenwerbung', 'E-Mail', 'Partnerprogramme'];
  const section: BreakdownSection = {
    ...breakdown('Kanal', String, 1),
    metrics: labels.map((label) => metric(label, label, { unit: 'currency' })),
    rows: channels.map((channel, index) => row(channel, 1 / (index + 1))),
    rest: row(null, 0.1),
    total: row(null, 2),
  };
  return reportDocument({ locale, currency, sections: [section] });
}

function tablesOf(document: ReportDocument): readonly TableView[] {
  return reportView(document).sections.flatMap((section) => (section.type === 'tables' ? section.tables : []));
}

const metricCounts = (document: ReportDocument) =>
  tablesOf(document).map(({ columns }) => columns.filter(({ kind }) => kind === 'change').length);

/** Every text of a table except labels, with its column and whether it is bold. */
function figuresOf({ rows, rest, total }: TableView) {
  return [...rows, rest ?? [], total ?? []].flatMap((cells) =>
    cells.slice(1).map((cell, index) => ({ cell, column: index + 1, bold: cells === total })),
  );
}

test('a table shows the first 300 characters of a label', () => {
  const sections = [breakdown('City', (index) => 'é'.repeat(299 + index), 3)];
  const labels = tablesOf(reportDocument({ sections })).flatMap(({ rows }) => rows.map(([label]) => label?.text));
  assert.deepEqual(labels, ['é'.repeat(299), 'é'.repeat(300), `${'é'.repeat(299)}…`]);
});

const wide: readonly Amounts[] = [
  { locale: 'de-CH', currency: 'CHF', largest: 18_765_432.1 },
  { locale: 'en-US', currency: 'IDR', largest: 187_654_321_012 },
  { locale: 'de-DE', currency: 'EUR', largest: 187_654_321_012.1 },
  { locale: 'fr-FR', currency: 'XAF', largest: 18_765_432_101_234 },
  { locale: 'de-CH', currency: 'CHF', largest: 18_765_432_101_234.1, metrics: 4 },
  { locale: 'ar-EG', currency: 'EGP', largest: 18_765_432_101.1 },
  { locale: 'en-US', currency: 'CHF', largest: 4e16, compare: 1 },
  { locale: 'ar-EG', currency: 'CHF', largest: 4e15, compare: 1 },
  { locale: 'en-US', currency: 'CHF', largest: 1e40, compare: 1 },
];

test('no figure of a breakdown is wider than its column, in the PDF as in the Word file', () => {
  for (const amounts of wide) {
    for (const table of tablesOf(amountsReport(amounts))) {
      for (const frame of Object.values(paperFrames)) {
        const widths = columnWidths(table, 481.8 + frame.besideText, frame);
        for (const { cell, column, bold } of figuresOf(table).filter(({ cell }) => cell.bar === undefined)) {
          const width = cellWidth(cell, frame, bold ? 'bold' : 'regular');
          assert.ok(width <= (widths[column] ?? 0) + 0.01, `${amounts.locale} ${cell.text}`);
        }
      }
    }
  }
});

test('no label overlaps the figures next to it in the PDF, whatever its letters and spaces', {
  skip: withoutPoppler,
}, async () => {
  const labels = ['W'.repeat(23), 'SUMMER_SALE_NEWCUSTOMER', 'no\u00a0break\u00a0'.repeat(6), 'x\u2028y'];
  const report = amountsReport({ locale: 'de-DE', currency: 'EUR', largest: 1_234_567.89, metrics: 2 });
  const [section] = report.sections as [BreakdownSection];
  const rows = labels.map((label) => ({ label, cells: section.rows[0]?.cells ?? [] }));
  const { bytes } = await renderDocument({ ...report, sections: [{ ...section, rows }] }, 'pdf');
  const places = wordPlaces(bytes, 2);
  const [figure] = places.filter(({ word }) => word.startsWith('1.234.567')).toSorted((a, b) => a.left - b.left);
  const ends = places.filter(({ word }) => /^(W+|SUMMER|break|no)/.test(word)).map(({ right }) => right);
  assert.ok(ends.length > 4 && Math.max(...ends) < (figure?.left ?? 0), `${Math.max(...ends)}`);
  const [x, y] = ['x', 'y'].map((letter) => places.find(({ word }) => word === letter)?.top ?? Number.NaN);
  assert.ok((y ?? 0) - (x ?? 0) > 5);
});

test('as many metrics are side by side as have room for their figures, up to three', () => {
  const english = { locale: 'en-US', currency: 'EUR' };
  assert.deepEqual(metricCounts(amountsReport({ ...english, largest: 30_000 })), [3]);
  assert.deepEqual(metricCounts(amountsReport({ ...english, largest: 30_000, metrics: 4 })), [2, 2]);
  assert.deepEqual(metricCounts(amountsReport({ ...english, largest: 300_000_000 })), [2, 1]);
  assert.deepEqual(metricCounts(amountsReport({ ...english, currency: 'CHF', largest: 3e13 })), [1, 1, 1]);
});

test('no figure breaks over two lines on paper, with fonts of Word or wider ones', {
  skip: withoutPoppler || withoutOffice || withoutFonts,
}, async () => {
  const reports = wide.filter(({ locale }) => locale !== 'ar-EG').map(amountsReport);
  const files = await Promise.all(reports.map(async (report) => (await renderDocument(report, 'doc')).bytes));
  const [words, elsewhere] = [convertedToPdf(files), convertedToPdf(files, 'dejavu')];
  for (const [index, report] of reports.entries()) {
    const papers = {
      pdf: (await renderDocument(report, 'pdf')).bytes,
      word: words[index],
      elsewhere: elsewhere[index],
    };
    for (const [name, bytes = new Uint8Array()] of Object.entries(papers)) {
      const lines = pdfText(bytes).replaceAll(/[\u00a0\u202f]/g, ' ');
      for (const { cell } of tablesOf(report).flatMap(figuresOf)) {
        assert.ok(lines.includes(cell.text.replaceAll(/[\u00a0\u202f]/g, ' ')), `${name}: ${cell.text}`);
      }
    }
  }
});

test('neither the first row nor the total of a table is alone on a page of the PDF, wherever it starts', {
  skip: withoutPoppler,
}, async () => {
  const long = 'Wrapped, as this label is too long for one line of its column whatever the others need';
  for (const [rows, labels] of [
    [16, ['Row 1', 'Row 2']],
    [6, ['Row 1', long]],
  ] as const) {
    for (let lines = 18; lines < 38; lines += 1) {
      const markdown = Array.from({ length: lines }, (_, line) => `Line ${line}`).join('  \n');
      const table = { ...breakdown('City', (index) => labels[index] ?? `Row ${index + 1}`, rows), rest: null };
      const report = reportDocument({ sections: [{ type: 'text', title: 'Words', markdown }, table] });
      const { bytes, warnings } = await renderDocument(report, 'pdf');
      assert.deepEqual(warnings, []);
      for (const page of pdfText(bytes).split('\f')) {
        const count = page.match(/^\s*(Row \d|Wrapped|Total)/gm)?.length ?? 0;
        assert.ok(
          /^\s*City +Sessions/m.test(page) ? count > 1 : count === 0,
          `${rows} rows behind ${lines} lines: ${page}`,
        );
      }
    }
  }
});

test('a note is on the page of its figures in the PDF, wherever they start', { skip: withoutPoppler }, async () => {
  const notes = [{ code: 'rows_truncated', limit: 9, message: 'What to know.' }] as const;
  const kpis = benchmarkReport().sections.find((section) => section.type === 'kpis');
  assert.ok(kpis);
  for (const section of [
    { ...timeseries(metrics.sessions, 1_800, 11), notes },
    { ...kpis, items: kpis.items.slice(0, 3), notes },
    { ...breakdown('City', (index) => `Row ${index}`, 6), notes },
  ]) {
    const seen = new Set<boolean>();
    for (let lines = 20; lines < 42; lines += 1) {
      const markdown = Array.from({ length: lines }, (_, line) => `Line ${line}`).join('  \n');
      const report = reportDocument({
        sections: [
          { type: 'text', title: 'Words', markdown },
          { ...section, title: 'Figures' },
        ],
      });
      const pages = pdfText((await renderDocument(report, 'pdf')).bytes).split('\f');
      const noted = pages.find((page) => page.includes('What to know.')) ?? '';
      assert.match(noted, /^\s*Figures$/m, `${section.type} behind ${lines} lines`);
      seen.add(noted.includes('Line 0'));
    }
    assert.equal(seen.size, 2, section.type);
  }
});

test('a last row longer than a page is shown whole', { skip: withoutPoppler }, async () => {
  const words = Array.from({ length: 75 }, (_, index) => `w${index}`);
  const table = { ...breakdown('City', (index) => (index === 1 ? words.join('\n') : 'Row 1'), 2), rest: null };
  const text = pdfText((await renderDocument(reportDocument({ sections: [table] }), 'pdf')).bytes);
  for (const word of words) assert.match(text, new RegExp(`\\b${word}\\b`));
  assert.match(text, /^\s*Total /m);
});
