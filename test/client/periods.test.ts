import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { comparisonPeriod, lastMonth, lastWeek } from '../../client/src/index.ts';

const text = ({ from, to }: { from: string; to: string }) => `${from}..${to}`;
const period = (range: string) => ({ from: range.slice(0, 10), to: range.slice(12) });

describe('periods', () => {
  test('last month and last week are those of the time zone', () => {
    const now = new Date('2026-03-01T02:00:00Z');
    assert.equal(text(lastMonth('UTC', now)), '2026-02-01..2026-02-28');
    assert.equal(text(lastMonth('America/New_York', now)), '2026-01-01..2026-01-31');
    const monday = new Date('2026-11-22T23:30:00Z');
    assert.equal(text(lastWeek('UTC', monday)), '2026-11-09..2026-11-15');
    assert.equal(text(lastWeek('Europe/Berlin', monday)), '2026-11-16..2026-11-22');
    assert.equal(text(lastMonth('UTC', new Date('2026-01-15T00:00:00Z'))), '2025-12-01..2025-12-31');
  });

  for (const [range, previous, yearBefore] of [
    ['2026-03-01..2026-03-31', '2026-02-01..2026-02-28', '2025-03-01..2025-03-31'],
    ['2028-02-01..2028-02-29', '2028-01-01..2028-01-31', '2027-02-01..2027-02-28'],
    ['2026-01-01..2026-03-31', '2025-10-01..2025-12-31', '2025-01-01..2025-03-31'],
    ['2026-11-16..2026-11-22', '2026-11-09..2026-11-15', '2025-11-17..2025-11-23'],
    ['2026-11-18..2026-11-24', '2026-11-11..2026-11-17', '2025-11-18..2025-11-24'],
    ['2028-02-20..2028-02-29', '2028-02-10..2028-02-19', '2027-02-20..2027-02-28'],
    ['2026-03-05..2026-03-05', '2026-03-04..2026-03-04', '2025-03-05..2025-03-05'],
  ] as const) {
    test(`${range} is compared with ${previous} or ${yearBefore}`, () => {
      assert.equal(text(comparisonPeriod(period(range), 'previous')), previous);
      assert.equal(text(comparisonPeriod(period(range), 'year-before')), yearBefore);
    });
  }
});
