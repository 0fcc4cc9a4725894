import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GoalItem, ReportDocument } from '../../../src/reporting/documents/model.ts';
import { renderHtml } from '../../../src/reporting/renderers/html/render-html.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import type { SectionView } from '../../../src/reporting/renderers/view/section-views.ts';
import { figuresFit } from '../../../src/reporting/renderers/view/table-columns.ts';
import { goals, metrics, reportDocument, timeseries } from '../../support/documents.ts';
import { docxParts, pdfText, withoutPoppler } from '../../support/files.ts';
import { renderDocument } from '../../support/render.ts';

const first = goals.items[0] as GoalItem;

function viewOf(items: readonly GoalItem[], changes: Partial<ReportDocument> = {}) {
  const view = reportView(reportDocument({ sections: [{ ...goals, items }], ...changes })).sections[0];
  assert.ok(view?.type === 'tables');
  return view;
}

function rowsOf({ tables }: Extract<SectionView, { type: 'tables' }>): string[][] {
  return tables.flatMap(({ rows }) => rows.map((cells) => cells.map(({ text }) => text)));
}

test('goals are a row each, with bars as long as their share of the farthest', () => {
  const view = viewOf(goals.items.slice(0, 2), { locale: 'de-DE' });
  assert.deepEqual(
    view.tables[0]?.columns.map(({ header }) => header),
    ['Kennzahl', 'Stand', 'Ziel', 'Erreicht', '% vom Ziel', '', 'Zeit vergangen', 'Tempo', 'Prognose'],
  );
  assert.deepEqual(rowsOf(view)[0]?.slice(1), [
    ...['Nicht auf Kurs', '200.000', '182.340', '91,2\u00a0%', '', '98,9\u00a0%', '92,2\u00a0%', '184.366'],
  ]);
  assert.deepEqual(
    view.tables[0]?.rows.map((cells) => cells[5]?.bar),
    [0.9117 / 1.02, 1],
  );
  assert.deepEqual(view.tables[0]?.rows[0]?.[1]?.change?.sentiment, 'bad');
  assert.match(view.note ?? '', /^Stand: 29\.06\.2026\. Tempo: /);
});

test('a goal is named by its metric and period, and by its system where two have such a metric', () => {
  const may = { ...first, period: { from: '2026-05-01', to: '2026-05-31' } };
  const year = {
    ...may,
    period: { from: '2026-01-01', to: '2026-12-31' },
    connection_id: 'con_2',
    connection_name: 'App',
  };
  const names = (items: readonly GoalItem[]) => rowsOf(viewOf(items)).map(([name]) => name);
  assert.deepEqual(names([may]), ['Sessions (May 2026)']);
  assert.deepEqual(names([may, year]), ['Sessions (Web shop analytics) (May 2026)', 'Sessions (App) (2026)']);
  assert.equal(viewOf([may, year]).source, null);
  assert.equal(viewOf([may]).source, 'Source: Web shop analytics');
});

test('a word says where a goal stands, for whoever does not see colours', () => {
  const word = (changes: Partial<GoalItem>) => rowsOf(viewOf([{ ...first, ...changes }]))[0]?.[1];
  const underWay = { time_gone: 0.5, lead: 1 };
  assert.equal(word({ ...underWay, sentiment: 'good' }), 'On course');
  assert.equal(word({ ...underWay, sentiment: 'bad' }), 'Off course');
  assert.equal(word({ ...underWay, lead: -1, sentiment: 'neutral' }), 'On course', 'behind by little');
  assert.equal(word({ time_gone: 1, sentiment: 'good' }), 'Met');
  assert.equal(word({ time_gone: 1, sentiment: 'bad' }), 'Missed');
  assert.equal(word({ lead: null, sentiment: 'neutral' }), '–');
  assert.equal(word({ ...underWay, sentiment: 'neutral', metric: { ...first.metric, better: 'none' } }), '–');
});

test('where there is no ratio the pace is a difference, of percentages in points', () => {
  const cell = (changes: Partial<GoalItem>) =>
    rowsOf(viewOf([{ ...first, ratio: null, pace: null, ...changes }]))[0]?.[7];
  assert.equal(cell({ metric: metrics.bounce, reached: 0.412, lead: 0.012 }), '+1.2\u00a0pp');
  assert.equal(cell({ metric: metrics.revenue, target: 0, reached: 40, lead: 40 }), '+€40.00');
  assert.equal(cell({ lead: null }), '–');
});

test('tables whose figures have no room for all columns are split, and always fit', () => {
  const wide = { ...first, metric: metrics.revenue, target: 9e14, reached: -9e14, forecast: -9e14, ratio: -1 };
  for (const locale of ['en-US', 'de-DE', 'pl-PL', 'ar-EG', 'ja-JP']) {
    const { tables } = viewOf([wide, first], { locale });
    assert.equal(tables.length, 2, locale);
    assert.ok(tables.every(figuresFit), locale);
  }
});

test('without a goal that holds the section says so', () => {
  const { tables, note } = viewOf([]);
  assert.deepEqual([tables.length, note], [0, 'No goal is set for the last day of this period.']);
});

test("a chart's alternative text has the goal, and its range where it differs", () => {
  const alternative = (goal: readonly number[]) => {
    const view = reportView(reportDocument({ sections: [{ ...timeseries(metrics.sessions, 100, 1), goal }] }));
    const [section] = view.sections;
    return section?.type === 'timeseries' ? (section.charts[0]?.alternative ?? '') : '';
  };
  assert.match(alternative([120, 120]), / Goal: 120\.$/);
  assert.match(alternative([150, 120]), / Goal: 120 – 150\.$/);
});

const running = { ...first, ...{ time_gone: 0.5, ratio: 0.5, reached: 100_000, forecast: 190_000 } };
const ranged = { ...running, forecast_range: { low: 180_000, high: 250_000 } };

test('a range stands beside its forecast, is drawn on the same scale as the bar, and is explained', () => {
  const view = viewOf([ranged, running]);
  const [table] = view.tables;
  assert.deepEqual(table?.columns.map(({ header }) => header).slice(-2), ['Forecast', 'Likely range']);
  assert.deepEqual(
    rowsOf(view).map((texts) => texts.slice(-2)),
    [
      ['190,000', '180,000\u00a0–\u00a0250,000'],
      ['190,000', '–'],
    ],
  );
  const bars = table?.rows.map((cells) => cells.find(({ bar }) => bar !== undefined));
  assert.deepEqual(bars?.[0], { text: '', bar: 0.5 / 1.25, range: { low: 0.9 / 1.25, high: 1 } });
  assert.deepEqual(bars?.[1], { text: '', bar: 0.5 / 1.25 });
  assert.match(view.note ?? '', /Likely range: four of five such periods end within it/);
  assert.ok(view.tables.every(figuresFit));
  assert.doesNotMatch(viewOf([running]).note ?? '', /range/i);
});

test('web page, PDF and Word show the range in figures and draw it', { skip: withoutPoppler }, async () => {
  const document = reportDocument({ sections: [{ ...goals, items: [ranged] }] });
  const [pdf, docx] = await Promise.all((['pdf', 'doc'] as const).map((as) => renderDocument(document, as)));
  const html = renderHtml(document, { downloads: [], assets: 'assets', nonce: 'n' });
  assert.match(html, /180,000\u00a0–\u00a0250,000/);
  assert.match(html, /<rect class="reach" x="72\.0%" y="30%" width="28\.0%"/);
  assert.match(pdfText(pdf?.bytes ?? new Uint8Array()).replaceAll(/\s+/g, ' '), /180,000 – 250,000/);
  const word = docxParts(docx?.bytes ?? new Uint8Array()).get('word/document.xml') ?? '';
  assert.match(word, /180,000\u00a0–\u00a0250,000/);
  assert.match(word, /w:line="40" w:lineRule="exact"/);
});
