import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportFigures } from '../../../src/reporting/renderers/figures/report-figures.ts';
import { renderHtml } from '../../../src/reporting/renderers/html/render-html.ts';
import { preparePdf } from '../../../src/reporting/renderers/pdf/prepare-pdf.ts';
import { renderPdf } from '../../../src/reporting/renderers/pdf/render-pdf.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { fileOf } from '../../support/word-file.ts';
import { reportOn, shop } from '../documents/rows-source.ts';

const day = '2026-02-10';
const rows = Array.from({ length: 700 }, (_, at) => ({ day, place: `p${at}`, amount: at + 1 }));
const own = { key: 'own', label: 'Per sale', expression: 'revenue / sales', unit: 'currency', better: 'up', goal: 690 };
const table = { type: 'breakdown', connection_id: shop.id, dimension: 'place', metrics: ['revenue'], limit: 150 };
const sections = [{ ...table, own_columns: [own], marks: 'goal' }] as NonNullable<
  Parameters<typeof reportOn>[1]
>['sections'];
const report = reportOn(rows, { sections: sections ?? null });
const whole = (700 * 701) / 2;
const greatest = (count: number) => (count * (1401 - count)) / 2;
const money = (amount: number) => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount);

test('paper shows a hundred rows, all others in the last one, and says how many more there are', () => {
  const [section] = reportView(report).sections;
  assert.ok(section?.type === 'tables');
  const [shown] = section.tables;
  assert.equal(shown?.rows.length, 100);
  assert.deepEqual(
    shown?.rest?.slice(0, 2).map(({ text }) => text),
    ['All others (600)', money(whole - greatest(100))],
  );
  assert.match(section.note ?? '', /More rows, on the web page and in the files of figures: 50\./);
});

test('the web shows all rows of the table, and a tick or a cross with a word where figures are marked', () => {
  const [section] = reportView(report, 'web').sections;
  assert.ok(section?.type === 'tables');
  assert.equal(section.tables[0]?.rows.length, 150);
  assert.equal(section.tables[0]?.rest?.[0]?.text, 'All others (550)');
  assert.doesNotMatch(section.note ?? '', /More rows/);
  const page = renderHtml(report, { downloads: [], assets: '/assets', nonce: 'x' }).toString();
  assert.equal(page.match(/class="tick good"/g)?.length, 11);
  assert.match(page, /class="tick good"[^>]*>.*?<span class="unseen">Good <\/span>\$700\.00/);
  assert.match(page, /class="tick bad"[^>]*>.*?<span class="unseen">Needs attention <\/span>\$689\.00/);
});

test('files of figures have the rows behind them, with shares, goals and a last row that adds up', () => {
  const [figures] = reportFigures(report).tables;
  assert.equal(figures?.rows.length, 700 + 1, 'all rows and the total');
  assert.deepEqual(
    figures?.rows.at(-2)?.figures.map((each) => each?.value ?? null),
    [1, null, null, 1 / whole, 1, null, null, 690],
  );
  const sums = figures?.rows.slice(0, -1).reduce((sum, { figures: [first] }) => sum + (first?.value ?? 0), 0);
  assert.equal(sums, whole);
});

test('Word and PDF have the marks', async () => {
  const word = Buffer.from((await fileOf(report)).parts.get('word/document.xml') ?? []).toString();
  const text = word.replace(/<[^>]+>/g, '');
  assert.match(text, /✓\u00a0\$700\.00/);
  assert.match(text, /✗\u00a0\$689\.00/);
  const { warnings } = await renderPdf(await preparePdf(report));
  assert.deepEqual(warnings, []);
});
