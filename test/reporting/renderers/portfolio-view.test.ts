import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../../src/reporting/documents/messages/messages.ts';
import { reportFigures } from '../../../src/reporting/renderers/figures/report-figures.ts';
import { prepare, render } from '../../../src/reporting/renderers/process/render.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { portfolioReport } from '../../support/portfolio-report.ts';

function tablesOf(count: number, locale = 'en-US') {
  const { sections } = reportView(portfolioReport(count, locale));
  return sections.flatMap((section) => (section.type === 'tables' ? [section] : []));
}

const texts = (rows: readonly (readonly { readonly text: string }[])[]) =>
  rows.map((row) => row.map(({ text }) => text));

test('each amount is in the currency of its project, and sums of one currency each stand below each other', () => {
  const [sums, , cost] = tablesOf(3);
  assert.equal(cost?.title, 'Cost');
  const values = texts(cost?.tables[0]?.rows ?? []).map(([, value]) => value);
  assert.deepEqual(values.toSorted(), ['$3,850.00', '€2,000.00', '€4,669.17']);
  const told = texts(sums?.tables[0]?.rows ?? []).map((row) => row.at(-1));
  assert.ok(told.includes('€6,669.17') && told.includes('$3,850.00'));
  const rated = texts(sums?.tables[0]?.rows ?? []).find(([label]) => label?.includes('rates of Nov 25, 2026'));
  assert.equal(rated?.at(-1), '€9,980.17');
});

test('the report says when its figures were read, which projects have none, and what is in order', () => {
  const projects = tablesOf(40).find(({ title }) => title === 'Projects');
  assert.match(
    projects?.note ?? '',
    /read between Nov 24, 2026, 5:00\sAM and Nov 26, 2026, 5:00\sAM; none was fetched/,
  );
  assert.match(projects?.note ?? '', /3 projects have no figures: not read yet/);
  const rows = texts(projects?.tables[0]?.rows ?? []);
  assert.equal(rows.length, 40);
  assert.deepEqual(rows[0]?.slice(1, 4), ['Off course', 'Cost', '150.0%']);
  assert.deepEqual(rows.at(-1)?.slice(1), ['', '', '', '–', '–']);
});

test('figures of other days than the report’s say which, and what has to be known of them stands below', () => {
  const cost = tablesOf(40).find(({ title }) => title === 'Cost');
  const [older] = texts(cost?.tables[0]?.rows ?? []).filter(([name]) => name?.startsWith('Fabrikam 14'));
  assert.match(older?.[0] ?? '', /^Fabrikam 14 \(.?Nov 1\s–\s23, 2026.?\)$/);
  assert.match(cost?.note ?? '', /: 2 days have no figures\./);
});

test('the figures of a report have a row for each project with its days and currency', () => {
  const { tables } = reportFigures(portfolioReport(3, 'en-US'));
  const cost = tables.find(({ title }) => title === 'Cost');
  assert.deepEqual(cost?.rows.map(({ name, figures: [value] }) => [name, value?.value, value?.currency]).toSorted(), [
    ['Contoso 3', 3_850, 'USD'],
    ['Fabrikam 2', 4_669.17, 'EUR'],
    ['Northwind Traders 1', 2_000, 'EUR'],
  ]);
  assert.ok(cost?.rows.every(({ figures }) => figures.some((figure) => figure?.measure === 'budget_left')));
});

for (const language of languages) {
  test(`${language}: a report of 14 projects becomes a PDF and a Word file without a warning`, async () => {
    const document = portfolioReport(14, language);
    for (const format of ['pdf', 'doc'] as const) {
      const { bytes, warnings } = await render(await prepare(document, format));
      assert.ok(bytes.length > 10_000);
      assert.deepEqual(warnings, []);
    }
  });
}
