import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { difference, quotient, sum } from '../../../src/reporting/documents/arithmetic.ts';
import type { Answer } from '../../../src/reporting/documents/figures.ts';
import { formatShare, formatValue } from '../../../src/reporting/documents/format.ts';
import type { PlannedQuery } from '../../../src/reporting/documents/report-plan.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { reportOn, revenue, sectionOf, shop } from './rows-source.ts';

/** A sale in whole cents, so that every truth here is worked out with integers. */
interface Sale {
  readonly day: string;
  readonly place: string;
  readonly cents: bigint;
}

const sale = fc.record({
  day: fc.integer({ min: 1, max: 28 }).map((day) => `2026-02-${String(day).padStart(2, '0')}`),
  place: fc.constantFrom('North', 'South', 'East', 'West', 'Mid', 'Far'),
  cents: fc.oneof(fc.bigInt(-99_999n, 99_999n), fc.bigInt(-9_999_999_999_999n, 9_999_999_999_999n)),
});
const sales = fc.array(sale, { minLength: 1, maxLength: 60 });

const total = (list: readonly Sale[]) => list.reduce((cents, each) => cents + each.cents, 0n);

/** As a reader writes it: `-12.34`. */
function written(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const figure = (cents: bigint) => Number(written(cents));

/** A system that adds decimals, as databases and files do, and gives the doubles nearest to its sums. */
function answer({ by, limit }: PlannedQuery, all: readonly Sale[]): Answer {
  const key = ({ day, place }: Sale) => (typeof by === 'object' ? place : by === 'none' ? null : day);
  const rows = [...Map.groupBy(all, key)].map(([key, list]) => ({ key, values: [figure(total(list))] }));
  const first = ({ values }: Answer['rows'][number]) => values[0] ?? 0;
  const sorted = rows.sort((one, other) => first(other) - first(one)).slice(0, limit);
  return { rows: sorted, groupCount: rows.length, hasData: true, rowsRead: all.length, freshAt: null };
}

const sections: SectionsSettings = [
  { type: 'breakdown', connection_id: shop.id, dimension: 'place', metrics: ['revenue'], limit: 2 },
  { type: 'timeseries', connection_id: shop.id, metric: 'revenue', by: 'week' },
];
const period = { from: '2026-02-01', to: '2026-02-28' };
const us = { locale: 'en-US', currency: 'USD' };
const ours = (cents: bigint) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
    .format(written(cents) as `${number}`)
    .replace('-', '\u2212\u2060');

/** Cents of cents in tenths of a percent, half away from zero. */
function shareWritten(part: bigint, whole: bigint): string {
  const [numerator, denominator] = whole < 0n ? [-part, -whole] : [part, whole];
  const size = numerator < 0n ? -numerator : numerator;
  const tenths = (size * 2000n + denominator) / (2n * denominator);
  const signed = numerator < 0n && tenths > 0n ? -tenths : tenths;
  return new Intl.NumberFormat('en-US', { style: 'percent', minimumFractionDigits: 1 })
    .format(`${signed}e-3` as `${number}`)
    .replace('-', '\u2212');
}

/** A double holds 15 digits: a share of more than 10^13 tenths has none left by which to round it. */
const isExactAsDouble = (part: bigint, whole: bigint) => whole !== 0n && (part * 1000n) / (whole * 10n ** 13n) === 0n;

test('rests, shares and weeks of thousands of tables are those of exact decimals, to the last cent', () => {
  fc.assert(
    fc.property(sales, (all) => {
      const document = reportOn([], {
        sections,
        periods: { current: period, compare: null },
        answerWith: (query) => answer(query, all),
      });
      const { rows, rest } = sectionOf(document, 'breakdown');
      const byPlace = Map.groupBy(all, ({ place }): string => place);
      for (const { label, cells } of rows) {
        const cents = total(byPlace.get(label ?? '') ?? []);
        assert.equal(formatValue(cells[0]?.current ?? null, revenue, us), ours(cents));
        if (isExactAsDouble(cents, total(all))) {
          assert.equal(formatShare(cells[0]?.share ?? null, us), shareWritten(cents, total(all)));
        }
      }
      if (rest) {
        const hidden = all.filter(({ place }) => !rows.some(({ label }) => label === place));
        assert.equal(formatValue(rest.cells[0]?.current ?? null, revenue, us), ours(total(hidden)));
      }
      for (const { date, value } of sectionOf(document, 'timeseries').current) {
        const monday = Temporal.PlainDate.from(date);
        const sunday = monday.add({ days: 7 - monday.dayOfWeek }).toString();
        const week = all.filter(({ day }) => day >= date && day <= sunday);
        if (week.length > 0) assert.equal(formatValue(value, revenue, us), ours(total(week)));
      }
    }),
    { numRuns: 2_000 },
  );
});

test('sums, differences and quotients of decimals are the doubles nearest to them', () => {
  const decimal = fc.bigInt(-(10n ** 13n), 10n ** 13n);
  fc.assert(
    fc.property(fc.array(decimal, { maxLength: 40 }), decimal, decimal, (list, one, other) => {
      assert.equal(sum(list.map(figure)), figure(list.reduce((all, each) => all + each, 0n)));
      assert.equal(difference(figure(one), figure(other)), figure(one - other));
      if (other !== 0n) assert.equal(quotient(figure(one), figure(other)), Number(one) / Number(other) + 0);
    }),
    { numRuns: 2_000 },
  );
});

test('figures with more digits than doubles hold are still added', () => {
  assert.equal(sum([1e300, 1, -1e300]), 1);
  assert.equal(sum([0.1 + 0.2, 1 / 3]), 0.1 + 0.2 + 1 / 3);
  assert.equal(sum([9_007_199_254_740_991, 9_007_199_254_740_991]), 18_014_398_509_481_982);
  assert.equal(sum([1.7e308, 1.7e308]), null);
  assert.equal(difference(1e300, 1e299), 9e299);
  assert.equal(quotient(1 / 3, 2), 1 / 3 / 2);
  assert.equal(quotient(1, 0), null);
});
