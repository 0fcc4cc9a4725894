import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import type { ReportDocument } from '../../../src/reporting/documents/model.ts';
import type { ReportConnection } from '../../../src/reporting/documents/report-connection.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { renderDocx } from '../../../src/reporting/renderers/docx/render-docx.ts';
import { type FigureFormat, writeFigures } from '../../../src/reporting/renderers/figures/formats.ts';
import { reportFigures } from '../../../src/reporting/renderers/figures/report-figures.ts';
import { renderHtml } from '../../../src/reporting/renderers/html/render-html.ts';
import { csvRecords } from '../../support/csv.ts';
import { pdfText, withoutPoppler } from '../../support/files.ts';
import { renderDocument } from '../../support/render.ts';
import { downloads } from '../../support/viewer-server.ts';
import { answer, dailySales, reportOn, sectionOf, shop } from '../documents/rows-source.ts';

const rows = [
  ...dailySales('2026-01-01', Array(31).fill(2)),
  ...dailySales('2026-02-01', Array(28).fill(4)),
  ...dailySales('2026-02-01', Array(28).fill(1), 'South'),
].map((row, index) => ({ ...row, amount: 1000 + (index % 7) }));

const european: ReportConnection = { ...shop, description: { ...shop.description, currency: 'EUR' } };
const american: ReportConnection = { ...shop, id: 'con_us', name: 'US shop' };
const goals = [
  { id: 'g', connection_id: shop.id, metric: 'revenue', amount: 90_000, per: 'month' as const, from: null, to: null },
];
const of = { [shop.id]: 'revenue', con_us: 'revenue' };
const columns = [
  { key: 'revenue', label: 'Revenue', unit: 'currency' as const, of },
  { key: 'sales', label: 'Sales', unit: 'count' as const, of: { [shop.id]: 'sales', con_us: 'sales' } },
  { key: 'each', label: 'Each', unit: 'currency' as const, ratio: ['revenue', 'sales'] },
];
const everything: SectionsSettings = [
  { type: 'highlights' },
  { type: 'goals' },
  { type: 'kpis', connection_id: shop.id, metrics: ['revenue', 'average'] },
  { type: 'timeseries', connection_id: shop.id, metric: 'revenue', by: 'day' },
  { type: 'breakdown', connection_id: shop.id, dimension: 'place', metrics: ['revenue'] },
  { type: 'breakdown', connection_id: shop.id, dimension: 'place', metrics: ['revenue'], display: 'columns' },
  { type: 'funnel', connection_id: shop.id, metrics: ['revenue', 'average'] },
  { type: 'channels', rows: [{ connection_id: shop.id }], metrics: columns.map((column) => without(column)) },
  { type: 'text', markdown: `It was {{${shop.id}.revenue.current}}, before {{${shop.id}.revenue.compare}}.` },
];

/** A column with the figures of the shop alone. */
function without(column: (typeof columns)[number]) {
  return column.of ? { ...column, of: { [shop.id]: column.of[shop.id] ?? '' } } : column;
}

const report = (sections: SectionsSettings, connections: readonly ReportConnection[]) =>
  reportOn(rows, { sections, goals, connections, answerWith: (query) => answer(query, rows) });

const page = { downloads, assets: '/shared/assets', nonce: 'bm9uY2U=' };
const told =
  'Shop gives amounts in EUR, and not in USD as this report does; they are shown in EUR, without conversion.';

async function textsOf(document: ReportDocument): Promise<Record<string, string>> {
  const words = unzipSync((await renderDocx(document)).bytes);
  return {
    html: renderHtml(document, page).replace(/<script.*?<\/script>|<style.*?<\/style>|<[^>]*>/gs, ' '),
    ...(!withoutPoppler && { pdf: pdfText((await renderDocument(document, 'pdf')).bytes) }),
    docx: strFromU8(words['word/document.xml'] ?? new Uint8Array()).replace(/<[^>]*>/g, ''),
  };
}

test('amounts of a system in another currency are shown in it wherever they stand, in every format', async () => {
  const document = report(everything, [european]);
  assert.deepEqual(
    document.warnings.map(({ code, message }) => [code, message]),
    [['currency_differs', told]],
  );
  for (const [format, text] of Object.entries(await textsOf(document))) {
    assert.ok(text.includes('€140,4'), format);
    assert.doesNotMatch(text, /\$\d|\$ |\d \$/, format);
  }
  const findings = sectionOf(document, 'highlights').items.map(({ text }) => text);
  assert.ok(
    findings.some((text) => text.includes('€')),
    findings.join('\n'),
  );
  assert.ok(!findings.some((text) => text.includes('$')));
  assert.match(sectionOf(document, 'text').values?.[`${shop.id}.revenue.current`] ?? '', /^€140,4\d\d\.00$/);
  for (const style of ['kpis', 'timeseries', 'goals'] as const) {
    const section = sectionOf(document, style);
    const metric = 'items' in section ? section.items[0]?.metric : section.metric;
    assert.equal(metric?.currency, 'EUR', style);
  }
});

test('a report from before currencies of connections keeps its meaning', () => {
  const document = report([{ type: 'kpis', connection_id: shop.id, metrics: ['revenue'] }], [shop]);
  assert.ok(!JSON.stringify(document.sections).includes('"currency":"'));
  assert.match(renderHtml(document, page), /\$140/);
});

const sideBySide: SectionsSettings = [
  { type: 'channels', rows: [{ connection_id: shop.id }, { connection_id: 'con_us' }], metrics: columns },
];

test('systems side by side have amounts in their own currency each, and no total of different ones', async () => {
  const document = report(sideBySide, [european, american]);
  const { rows, total, notes } = sectionOf(document, 'channels');
  assert.deepEqual(
    rows.map(({ currency }) => currency),
    ['EUR', undefined],
  );
  assert.deepEqual(
    total?.cells.map(({ current }) => current !== null),
    [false, true, false],
  );
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['currencies_differ'],
  );
  const { html = '' } = await textsOf(document);
  for (const amount of ['€140,4', '$140,4', '€1,00', '$1,00']) assert.ok(html.includes(amount), amount);
});

test('systems of one currency that is not the project’s have a total in it', async () => {
  const both = [european, { ...american, description: european.description }];
  const document = report(sideBySide, both);
  const { total, notes } = sectionOf(document, 'channels');
  assert.deepEqual([total?.currency, notes], ['EUR', []]);
  for (const [format, text] of Object.entries(await textsOf(document))) {
    assert.ok(text.includes('€280,'), format);
    assert.doesNotMatch(text, /\$\d/, format);
  }
});

test('figures name the currency of each amount, and of nothing else', async () => {
  const bytes = (document: ReportDocument, format: FigureFormat) =>
    Buffer.concat([...writeFigures(reportFigures(document), format)]);
  const document = report(sideBySide, [european, american]);
  const [head = [], ...lines] = csvRecords(bytes(document, 'csv').toString());
  const cell = (line: readonly string[], name: string) => line[head.indexOf(name)];
  const amounts = lines.filter((line) => cell(line, 'unit') === 'currency');
  assert.deepEqual(
    new Set(amounts.map((line) => `${cell(line, 'row')} ${cell(line, 'currency')}`)),
    new Set(['Shop EUR', 'US shop USD', 'Total USD']),
  );
  assert.ok(lines.filter((line) => !amounts.includes(line)).every((line) => cell(line, 'currency') === ''));
  const { sections } = JSON.parse(bytes(document, 'json').toString()) as {
    sections: { figures: { row: string; unit: string; currency?: string }[] }[];
  };
  for (const { row, unit, currency } of sections.flatMap(({ figures }) => figures)) {
    assert.equal(currency, unit === 'currency' ? (row === 'Shop' ? 'EUR' : 'USD') : undefined);
  }
  const styles = strFromU8(unzipSync(bytes(document, 'xlsx'))['xl/styles.xml'] ?? new Uint8Array());
  assert.match(styles, /\[\$EUR\]/);
  assert.match(styles, /\[\$USD\]/);
});
