import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BreakdownRow, BreakdownSection, ReportDocument } from '../../../src/reporting/documents/model.ts';
import { february, measure, type Row, reportOn, sectionOf, shop, within } from './rows-source.ts';

const now = '2026-02-10';
const before = '2026-01-10';

function rowsOf(day: string, amounts: Record<string, readonly number[]>): Row[] {
  return Object.entries(amounts).flatMap(([place, each]) => each.map((amount) => ({ day, place, amount })));
}

function breakdownOf(rows: readonly Row[], metrics: string[], limit: number, alter?: Alter): BreakdownSection {
  return sectionOf(reportWith(rows, metrics, limit, alter), 'breakdown');
}

type Alter = NonNullable<Parameters<typeof reportOn>[1]>['alter'];

function reportWith(rows: readonly Row[], metrics: string[], limit: number, alter?: Alter): ReportDocument {
  const section = { type: 'breakdown', connection_id: shop.id, dimension: 'place', metrics, limit } as const;
  return reportOn(rows, { sections: [section], ...(alter && { alter }) });
}

/** Label, then current, compare and share of each cell. */
function told({ label, cells }: BreakdownRow): unknown[] {
  return [label, ...cells.map(({ current, compare, share }) => [current, compare, share])];
}

test('top rows, the rest and the total by hand', () => {
  const rows = [
    ...rowsOf(now, { North: [50, 10], South: [20], East: [15], West: [5] }),
    ...rowsOf(before, { North: [40], South: [30], Gone: [30] }),
  ];
  const { rows: shown, rest, total, group_count } = breakdownOf(rows, ['revenue', 'average'], 2);
  assert.deepEqual(shown.map(told), [
    ['North', [60, 40, 0.6], [30, 40, null]],
    ['South', [20, 30, 0.2], [20, 30, null]],
  ]);
  assert.deepEqual(rest && told(rest), [null, [20, 30, 0.2], [null, null, null]]);
  assert.deepEqual(told(total), [null, [100, 100, 1], [20, 100 / 3, null]]);
  assert.equal(group_count, 4);
  assert.deepEqual(shown[0]?.cells[0]?.change, { absolute: 20, ratio: 0.5, direction: 'up', sentiment: 'good' });
});

test('a value missing from the other period is zero for an additive metric and no figure otherwise', () => {
  const rows = [...rowsOf(now, { North: [5], New: [3] }), ...rowsOf(before, { North: [5] })];
  const { rows: shown, rest } = breakdownOf(rows, ['revenue', 'average'], 10);
  assert.deepEqual(shown.map(told)[1], ['New', [3, 0, 3 / 8], [3, null, null]]);
  assert.equal(rest, null);
});

test('values that only the compared period has are the rest', () => {
  const rows = [...rowsOf(now, { North: [5] }), ...rowsOf(before, { North: [2], Gone: [7] })];
  const { rest } = breakdownOf(rows, ['revenue'], 10);
  assert.deepEqual(rest && told(rest), [null, [0, 7, 0]]);
});

test('the rest carries no floating noise', () => {
  const rows = rowsOf(now, { A: [0.1], B: [0.2], C: [0.3], D: [] });
  const altered = breakdownOf(rows, ['revenue'], 3, (given) => ({ ...given, groupCount: 4 }));
  assert.equal(altered.rest?.cells[0]?.current, 0);
});

test('equal rows are ordered by label, the one without a label last', () => {
  const places = [null, 'b', 'a'];
  const rows = places.map((place): Row => ({ day: now, place, amount: 1 }));
  assert.deepEqual(
    breakdownOf(rows, ['sales'], 10).rows.map(({ label }) => label),
    ['a', 'b', null],
  );
});

test('there are no shares of a total of zero', () => {
  const { rows: shown } = breakdownOf(rowsOf(now, { North: [5], South: [-5] }), ['revenue'], 10);
  assert.deepEqual(
    shown.map(({ cells }) => cells[0]?.share),
    [null, null],
  );
});

test('with five thousand values the top is shown and the rest adds up', () => {
  const places = Array.from({ length: 5000 }, (_, index) => [`p${index}`, [index]] as const);
  const { rows: shown, rest, group_count } = breakdownOf(rowsOf(now, Object.fromEntries(places)), ['revenue'], 3);
  assert.deepEqual(
    shown.map(({ label }) => label),
    ['p4999', 'p4998', 'p4997'],
  );
  assert.equal(rest?.cells[0]?.current, (4999 * 5000) / 2 - 4999 - 4998 - 4997);
  assert.equal(group_count, 5000);
});

test('beyond the cap a missing value is unknown, not zero, and a warning says so', () => {
  const rows = [...rowsOf(now, { North: [5], Far: [4] }), ...rowsOf(before, { North: [7], Far: [1], Off: [6] })];
  const alter: Alter = (given) => (given.groupCount === 3 ? { ...given, rows: given.rows.slice(0, 2) } : given);
  const document = reportWith(rows, ['revenue'], 2, alter);
  const { rows: shown, rest } = sectionOf(document, 'breakdown');
  assert.deepEqual(shown.map(told)[1], ['Far', [4, null, 4 / 9]]);
  assert.deepEqual(rest && told(rest), [null, [0, null, 0]]);
  assert.deepEqual(document.warnings[0], {
    code: 'rows_truncated',
    message: 'Shop has more than 10,000 values of Place; comparisons cover the greatest 10,000 only.',
    connection_id: shop.id,
  });
});

const somePlace = fc.option(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', '__proto__', ''), { nil: null });
const someDay = fc.constantFrom(now, '2026-02-11', '2026-02-28', before, '2026-01-31');
function someRows(amount: fc.Arbitrary<number>): fc.Arbitrary<Row[]> {
  return fc.array(fc.record({ day: someDay, place: somePlace, amount }), { maxLength: 40 });
}

test('rows and rest add up to the total in either period', () => {
  const amount = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(someRows(amount), fc.integer({ min: 1, max: 9 }), (rows, limit) => {
      const { rows: shown, rest } = breakdownOf(rows, ['revenue', 'sales'], limit);
      for (const [column, metric] of ['revenue', 'sales'].entries()) {
        for (const name of ['current', 'compare'] as const) {
          const parts = [...shown, ...(rest ? [rest] : [])].map(({ cells }) => cells[column]?.[name] ?? 0);
          const whole = measure(metric, within(rows, february[name] ?? february.current)) ?? 0;
          const added = parts.reduce((total, part) => total + part, 0);
          assert.ok(Math.abs(added - whole) <= 1e-6, `${added} is not ${whole}`);
        }
      }
    }),
  );
});

test('shares of figures that are not negative add up to one at most', () => {
  const amount = fc.double({ min: 0, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(someRows(amount), fc.integer({ min: 1, max: 9 }), (rows, limit) => {
      const { rows: shown, rest } = breakdownOf(rows, ['revenue'], limit);
      const shares = [...shown, ...(rest ? [rest] : [])].map(({ cells }) => cells[0]?.share ?? 0);
      const added = shares.reduce((total, share) => total + share, 0);
      assert.ok(added <= 1 + 1e-9 && shares.every((share) => share >= -1e-12));
    }),
  );
});

test('a document survives JSON unchanged whatever the figures, and has no figure that is not finite', () => {
  const amount = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(someRows(amount), (rows) => {
      const document = reportOn(rows);
      assert.deepEqual(JSON.parse(JSON.stringify(document)), document);
    }),
  );
});
