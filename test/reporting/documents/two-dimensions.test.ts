import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { withColumns } from '../../../src/reporting/documents/crosstab.ts';
import type { BreakdownRow, CrosstabRow } from '../../../src/reporting/documents/model.ts';
import { type Alter, measured, reportByPairs, type Spent } from './pairs-source.ts';
import { sectionOf } from './rows-source.ts';

const now = '2026-02-10';
const before = '2026-01-10';

function spent(
  campaign: string | null,
  device: string | null,
  cost: number | null,
  clicks: number,
  day: string = now,
): Spent {
  return { day, campaign, device, cost, clicks };
}

const rows: readonly Spent[] = [
  spent('Search', 'mobile', 60, 30),
  spent('Search', 'desktop', 30, 10),
  spent('Search', 'tablet', 10, 0),
  spent('Brand', 'desktop', 20, 40),
  spent('Brand', null, 5, 5),
  spent('Video', 'mobile', 0, 2),
  spent('Search', 'mobile', 40, 10, before),
  spent('Search', 'tv', 8, 1, before),
  spent('Brand', 'desktop', 25, 20, before),
];

const grouped = (section: object, alter?: Alter) =>
  sectionOf(reportByPairs(rows, section, alter && { alter }), 'breakdown');
const cross = (section: object, alter?: Alter) =>
  sectionOf(reportByPairs(rows, { layout: 'cross', ...section }, alter && { alter }), 'crosstab');

/** Label and the current figures of a row. */
const told = ({ label, cells }: BreakdownRow) => [label, ...cells.map(({ current }) => current)];
const across = ({ label, cells, others, total }: CrosstabRow) => [label, cells, others, total];

test('subtotals are those of the system, of what does not add up too, and the rest of a group is what is left of them', () => {
  const { rows: shown, secondary, total } = grouped({ metrics: ['cost', 'clicks', 'cpc'], secondary_limit: 2 });
  assert.deepEqual(secondary, { key: 'device', label: 'Device' });
  const [search, brand, video] = shown;
  assert.deepEqual(search && told(search), ['Search', 100, 40, 2.5]);
  assert.deepEqual(search?.parts?.rows.map(told), [
    ['mobile', 60, 30, 2],
    ['desktop', 30, 10, 3],
  ]);
  assert.deepEqual(search?.parts?.rest && told(search.parts.rest), [null, 10, 0, null]);
  assert.equal(search?.parts?.group_count, 3);
  // What only the compared period has is the rest, too.
  assert.equal(search?.parts?.rest?.cells[0]?.compare, 8);
  assert.deepEqual(brand?.parts?.rows.map(told), [
    ['desktop', 20, 40, 0.5],
    [null, 5, 5, 1],
  ]);
  assert.equal(brand?.parts?.rest, null);
  assert.deepEqual(video?.parts?.rows.map(told), [['mobile', 0, 2, 0]]);
  assert.deepEqual(told(total), [null, 125, 87, 125 / 87]);
  // Of the whole, so that shares of parts add up to that of their subtotal.
  assert.deepEqual(
    [search, ...(search?.parts?.rows ?? [])].map((row) => row?.cells[0]?.share),
    [0.8, 0.48, 0.24],
  );
});

test('own columns, an order and marks hold for parts as for subtotals', () => {
  const own = { key: 'each', label: 'Each', expression: 'cost / clicks', unit: 'currency', better: 'down', goal: 2 };
  const section = { metrics: ['cost'], own_columns: [own], sort: { by: 'each', order: 'ascending' }, marks: 'goal' };
  const { rows: shown } = grouped(section);
  assert.deepEqual(shown.map(told), [
    ['Video', 0, 0],
    ['Brand', 25, 25 / 45],
    ['Search', 100, 2.5],
  ]);
  const search = shown[2];
  assert.deepEqual(search?.parts?.rows.map(told), [
    ['mobile', 60, 2],
    ['desktop', 30, 3],
    ['tablet', 10, null],
  ]);
  assert.deepEqual(
    search?.parts?.rows.map(({ cells }) => cells[1]?.mark),
    ['good', 'bad', undefined],
  );
});

test('pairs that were not returned are unknown, and nobody says how many there are', () => {
  const alter: Alter = (answer, { by }) =>
    typeof by === 'object' && by.secondary ? { ...answer, rows: answer.rows.slice(0, 2) } : answer;
  const { rows: shown, notes } = grouped({ metrics: ['cost'], secondary_limit: 2 }, alter);
  const [search, brand] = shown;
  assert.deepEqual(search?.parts?.rows.map(told), [
    ['mobile', 60],
    ['desktop', 30],
  ]);
  assert.deepEqual(search?.parts?.rest && told(search.parts.rest), [null, 10]);
  assert.equal(brand?.parts, undefined);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['rows_truncated'],
  );
  assert.match(notes[0]?.message ?? '', /Campaign \/ Device/);
});

test('side by side: totals are asked for themselves, and a pair that does not occur has no figure', () => {
  const table = cross({ metrics: ['cost'] });
  assert.deepEqual(table.columns, ['mobile', 'desktop', 'tablet', null]);
  assert.deepEqual(table.rows.map(across), [
    ['Search', [60, 30, 10, null], null, 100],
    ['Brand', [null, 20, null, 5], null, 25],
    // The system says zero.
    ['Video', [0, null, null, null], null, 0],
  ]);
  assert.deepEqual(across(table.total), [null, [60, 50, 10, 5], null, 125]);
  assert.equal(table.rest, null);
  const means = cross({ metrics: ['cpc'] });
  assert.deepEqual(means.total.total, 125 / 87);
  assert.deepEqual(
    means.columns.map((column, at) => [column, means.total.cells[at]]),
    [...new Set(means.columns)].map((column) => [
      column,
      measured(
        'cpc',
        rows.filter(({ day, device }) => day === now && device === column),
      ),
    ]),
  );
});

test('side by side: all others of both dimensions are the totals without what is shown, and none where none occur', () => {
  const table = cross({ metrics: ['cost'], limit: 1, secondary_limit: 1 });
  assert.deepEqual(table.rows.map(across), [['Search', [60], 40, 100]]);
  assert.deepEqual(table.rest && across(table.rest), [null, [0], 25, 25]);
  assert.deepEqual(across(table.total), [null, [60], 65, 125]);
  assert.deepEqual([table.group_count, table.column_count], [3, 4]);
  const two = cross({ metrics: ['cost'], limit: 2, secondary_limit: 2 });
  assert.deepEqual(two.rows.map(across), [
    ['Search', [60, 30], 10, 100],
    ['Brand', [null, 20], 5, 25],
  ]);
  assert.deepEqual(two.rest && across(two.rest), [null, [0, null], null, 0]);
  const means = cross({ metrics: ['cpc'], limit: 1, secondary_limit: 1 });
  assert.deepEqual(means.rest && across(means.rest), [null, [null], null, null]);
  assert.equal(means.total.others, null);
});

test('side by side: of pairs that are not all there a missing one makes the others unknown', () => {
  const alter: Alter = (answer, { by }) =>
    typeof by === 'object' && by.secondary ? { ...answer, rows: answer.rows.slice(0, 3) } : answer;
  const table = cross({ metrics: ['cost'], limit: 2, secondary_limit: 2 }, alter);
  assert.equal(table.truncated, true);
  assert.deepEqual(table.rows.map(across), [
    ['Search', [60, 30], 10, 100],
    ['Brand', [null, 20], null, 25],
  ]);
  assert.deepEqual(table.rest && across(table.rest), [null, [null, 0], null, 0]);
  assert.deepEqual(withColumns(table, 1).rows.map(across), [
    ['Search', [60], 40, 100],
    ['Brand', [null], null, 25],
  ]);
});

const name = fc.option(fc.constantFrom('A', 'B', 'C', 'D', '__proto__', ''), { nil: null });
const someRows = fc.array(
  fc.record({
    day: fc.constantFrom(now, before),
    campaign: name,
    device: name,
    cost: fc.integer({ min: -1000, max: 1000 }),
    clicks: fc.nat(50),
  }),
  { maxLength: 30 },
);

test('parts and the rest of each group add up to its subtotal, in both periods', () => {
  fc.assert(
    fc.property(someRows, fc.integer({ min: 1, max: 5 }), (some, limit) => {
      const section = { metrics: ['cost', 'clicks'], secondary_limit: limit };
      const table = sectionOf(reportByPairs(some, section), 'breakdown');
      for (const row of table.rows) {
        const parts = [...(row.parts?.rows ?? []), ...(row.parts?.rest ? [row.parts.rest] : [])];
        for (const at of [0, 1]) {
          for (const period of ['current', 'compare'] as const) {
            const sum = parts.reduce((total, { cells }) => total + (cells[at]?.[period] ?? 0), 0);
            assert.equal(sum, row.cells[at]?.[period] ?? 0);
          }
        }
      }
    }),
  );
});

test('rows, columns and what is beyond them add up both ways, with as few columns as paper has room for', () => {
  fc.assert(
    fc.property(someRows, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), (some, limit, columns) => {
      const section = { layout: 'cross', metrics: ['clicks'], limit, secondary_limit: columns };
      const table = sectionOf(reportByPairs(some, section), 'crosstab');
      for (const shown of [table, withColumns(table, 1)]) {
        const lines = [...shown.rows, ...(shown.rest ? [shown.rest] : [])];
        for (const { cells, others, total } of [...lines, shown.total]) {
          const sum = cells.reduce<number>((all, each) => all + (each ?? 0), others ?? 0);
          assert.equal(sum, total ?? 0);
        }
        for (const [at] of shown.columns.entries()) {
          const sum = lines.reduce((all, { cells }) => all + (cells[at] ?? 0), 0);
          assert.equal(sum, shown.total.cells[at] ?? 0);
        }
        const others = lines.reduce((all, line) => all + (line.others ?? 0), 0);
        assert.equal(others, shown.total.others ?? 0);
      }
    }),
  );
});

test('a pair that the connection does not know is refused at its field, with those that it knows', () => {
  assert.throws(() => reportByPairs(rows, { secondary_dimension: 'day' }), {
    name: 'SectionError',
    field: 'secondary_dimension',
    message: /"campaign" and "day", which the connection "Ads" cannot be asked for together\. Choose one of "device"/,
  });
  assert.throws(() => reportByPairs(rows, { secondary_dimension: 'colour' }), {
    field: 'secondary_dimension',
    message: /"colour"/,
  });
});
