import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { schedulePeriods as periodsOf } from '../../../src/domains/schedules/schedule-periods.ts';
import { schedulePeriods } from '../../../src/platform/database/words.ts';

const days = fc
  .integer({ min: 0, max: 15_000 })
  .map((after) => Temporal.PlainDate.from('2000-01-01').add({ days: after }).toString());

const cases = [
  ['previous-day', 'previous', '2026-03-01', '2026-02-28 2026-02-28', '2026-02-27 2026-02-27'],
  ['previous-day', 'year-before', '2028-03-01', '2028-02-29 2028-02-29', '2027-02-28 2027-02-28'],
  ['previous-day', 'year-before', '2029-03-01', '2029-02-28 2029-02-28', '2028-02-28 2028-02-28'],
  ['previous-week', 'previous', '2026-11-23', '2026-11-16 2026-11-22', '2026-11-09 2026-11-15'],
  ['previous-week', 'previous', '2026-11-22', '2026-11-09 2026-11-15', '2026-11-02 2026-11-08'],
  ['previous-week', 'year-before', '2026-11-23', '2026-11-16 2026-11-22', '2025-11-17 2025-11-23'],
  ['previous-month', 'previous', '2026-03-31', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31'],
  ['previous-month', 'year-before', '2028-03-01', '2028-02-01 2028-02-29', '2027-02-01 2027-02-28'],
  ['previous-month', 'none', '2026-01-15', '2025-12-01 2025-12-31', null],
  ['previous-quarter', 'previous', '2026-05-10', '2026-01-01 2026-03-31', '2025-10-01 2025-12-31'],
  ['previous-quarter', 'year-before', '2026-05-10', '2026-01-01 2026-03-31', '2025-01-01 2025-03-31'],
  ['previous-year', 'previous', '2025-01-01', '2024-01-01 2024-12-31', '2023-01-01 2023-12-31'],
  ['last-7-days', 'previous', '2026-03-03', '2026-02-24 2026-03-02', '2026-02-17 2026-02-23'],
  ['last-28-days', 'year-before', '2026-03-03', '2026-02-03 2026-03-02', '2025-02-04 2025-03-03'],
  ['last-30-days', 'year-before', '2026-03-03', '2026-02-01 2026-03-02', '2025-02-01 2025-03-02'],
  ['last-365-days', 'previous', '2026-01-01', '2025-01-01 2025-12-31', '2024-01-02 2024-12-31'],
  ['week-to-date', 'previous', '2026-11-26', '2026-11-23 2026-11-25', '2026-11-16 2026-11-18'],
  ['week-to-date', 'year-before', '2026-11-26', '2026-11-23 2026-11-25', '2025-11-24 2025-11-26'],
  // On its first day: the whole one before.
  ['week-to-date', 'previous', '2026-11-23', '2026-11-16 2026-11-22', '2026-11-09 2026-11-15'],
  ['month-to-date', 'previous', '2026-03-01', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31'],
  ['month-to-date', 'previous', '2026-11-16', '2026-11-01 2026-11-15', '2026-10-01 2026-10-15'],
  // The month before has ended by then.
  ['month-to-date', 'previous', '2026-03-31', '2026-03-01 2026-03-30', '2026-02-01 2026-02-28'],
  ['month-to-date', 'year-before', '2028-03-01', '2028-02-01 2028-02-29', '2027-02-01 2027-02-28'],
  ['quarter-to-date', 'previous', '2026-05-16', '2026-04-01 2026-05-15', '2026-01-01 2026-02-14'],
  ['quarter-to-date', 'previous', '2026-07-01', '2026-04-01 2026-06-30', '2026-01-01 2026-03-31'],
  ['year-to-date', 'previous', '2028-03-02', '2028-01-01 2028-03-01', '2027-01-01 2027-03-01'],
  ['year-to-date', 'year-before', '2026-01-01', '2025-01-01 2025-12-31', '2024-01-01 2024-12-31'],
] as const;

for (const [period, compare, today, current, compared] of cases) {
  test(`on ${today} ${period} is ${current}, compared with ${compare}: ${compared}`, () => {
    const periods = periodsOf(period, compare, today);
    const text = (found: { from: string; to: string } | null) => found && `${found.from} ${found.to}`;
    assert.deepEqual([text(periods.current), text(periods.compare)], [current, compared]);
  });
}

test('on any day, every period ends before it, has days, and does not overlap what it is compared with', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...schedulePeriods),
      fc.constantFrom('previous', 'year-before'),
      days,
      (name, compared, day) => {
        const { current, compare } = periodsOf(name, compared, day);
        assert.ok(current.from <= current.to && current.to < day, JSON.stringify(current));
        assert.ok(
          compare && compare.from <= compare.to && compare.to < current.from,
          JSON.stringify({ current, compare }),
        );
      },
    ),
    { numRuns: 2_000 },
  );
});
