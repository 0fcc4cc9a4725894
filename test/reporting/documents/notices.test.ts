import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, Notice } from '../../../src/reporting/documents/figures.ts';
import type { ReportConnection } from '../../../src/reporting/documents/report-connection.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { dailySales, february, type Row, reportOn, sales, sectionOf, shop } from './rows-source.ts';

const rows = dailySales('2026-01-01', Array(59).fill(2));
const sections: SectionsSettings = [
  { type: 'kpis', connection_id: shop.id, metrics: ['sales'] },
  { type: 'breakdown', connection_id: shop.id, dimension: 'place', metrics: ['sales'] },
];

/** The report when the answers from `first` on say this: totals, days and places of both periods are asked for. */
function reportSaying(notices: readonly Notice[], first = 0) {
  let asked = 0;
  const alter = (answer: Answer) => (asked++ < first ? answer : { ...answer, notices });
  return reportOn(rows, { sections, alter });
}

test('what a system says about its figures is a warning, and a note of the sections that show them', () => {
  const notices: Notice[] = [
    { code: 'thresholded' },
    { code: 'other_row' },
    { code: 'withheld_rows' },
    { code: 'incomplete_from', date: '2026-02-26' },
  ];
  const document = reportSaying(notices);
  const messages = [
    'Shop leaves out values that concern few people: parts can add up to less than the total.',
    'Shop has merged rare values into one row.',
    'Shop keeps rare values back: the parts add up to less than the total.',
    'The figures of Shop still change from Feb 26, 2026 on.',
  ];
  const expected = notices.map((notice, index) => ({ ...notice, message: messages[index] }));
  assert.deepEqual(sectionOf(document, 'kpis').notes, expected);
  assert.deepEqual(sectionOf(document, 'breakdown').notes, expected);
  assert.deepEqual(
    document.warnings,
    expected.map(({ code, message }) => ({ code, message, connection_id: shop.id })),
  );
});

for (const code of ['sampled', 'repeated_cursor'] as const) {
  test(`what concerns all figures of a source is a warning of the report alone: ${code}`, () => {
    const document = reportSaying([{ code }]);
    assert.deepEqual(sectionOf(document, 'kpis').notes, []);
    assert.deepEqual(
      document.warnings.map((warning) => warning.code),
      [code],
    );
  });
}

test('a notice is shown where its figures are, once, with the earliest of its days', () => {
  const document = reportSaying([{ code: 'withheld_rows' }], 4);
  assert.deepEqual(sectionOf(document, 'kpis').notes.length, 0);
  assert.deepEqual(
    sectionOf(document, 'breakdown').notes.map(({ code }) => code),
    ['withheld_rows'],
  );
  let asked = 0;
  const later = reportOn(rows, {
    sections,
    alter: (answer) => ({ ...answer, notices: [{ code: 'incomplete_from', date: `2026-02-2${8 - asked++}` }] }),
  });
  const [warning] = later.warnings;
  assert.equal(warning?.message, `The figures of Shop still change from Feb 2${9 - asked}, 2026 on.`);
});

const abroad = (more: Partial<ReportConnection['description']>): ReportConnection => ({
  ...shop,
  description: { ...shop.description, ...more },
});

test('days of another zone and amounts in another currency are told, and the sources name the zone', () => {
  const connections = [abroad({ timeZone: 'America/Los_Angeles', currency: 'EUR' })];
  const document = reportOn(rows, { connections });
  assert.deepEqual(document.warnings, [
    {
      code: 'time_zone_differs',
      message: 'The days of Shop are those of America/Los_Angeles, not of UTC.',
      connection_id: shop.id,
    },
    {
      code: 'currency_differs',
      message:
        'Shop gives amounts in EUR, and not in USD as this report does; they are shown in EUR, without conversion.',
      connection_id: shop.id,
    },
  ]);
  assert.equal(document.sources[0]?.time_zone, 'America/Los_Angeles');
});

test('another name of the zone, the same currency, and a currency without amounts are not told', () => {
  const kpis: SectionsSettings = [{ type: 'kpis', connection_id: shop.id, metrics: ['sales'] }];
  const same = [abroad({ timeZone: 'Asia/Calcutta', currency: 'USD' })];
  assert.deepEqual(reportOn(rows, { connections: same, timeZone: 'Asia/Kolkata' }).warnings, []);
  assert.deepEqual(reportOn(rows, { connections: [abroad({ currency: 'EUR' })], sections: kpis }).warnings, []);
});

test('over a dimension where a metric does not add up it has no share, no rest and no contributors', () => {
  const moved: Row[] = [february.current, february.compare ?? february.current].flatMap(({ from }, index) =>
    ['North', 'South', 'East'].flatMap((place, position) =>
      Array.from({ length: position === 0 ? 40 - 30 * index : 10 }, () => ({ day: from, place, amount: 1 })),
    ),
  );
  const sales_not_additive = { ...sales, not_additive_by: ['place'] };
  const onSales: SectionsSettings = [
    { type: 'highlights' },
    { type: 'breakdown', connection_id: shop.id, dimension: 'place', metrics: ['sales'], limit: 2 },
  ];
  const report = (metrics: ReportConnection['description']['metrics']) =>
    reportOn(moved, { sections: onSales, connections: [abroad({ metrics })] });
  const adding = sectionOf(report([sales]), 'breakdown');
  assert.deepEqual([adding.rows[0]?.cells[0]?.share, adding.rest?.cells[0]?.current], [40 / 60, 10]);
  const document = report([sales_not_additive]);
  const breakdown = sectionOf(document, 'breakdown');
  assert.deepEqual(
    breakdown.rows.map(({ cells }) => cells[0]?.share),
    [null, null],
  );
  assert.deepEqual([breakdown.rest?.cells[0]?.current, breakdown.total.cells[0]?.current], [null, 60]);
  assert.ok(sectionOf(report([sales]), 'highlights').items.some(({ text }) => text.includes('North')));
  assert.ok(!sectionOf(document, 'highlights').items.some(({ text }) => text.includes('North')));
});
