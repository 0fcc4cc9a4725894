import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schedulePeriods } from '../../../src/domains/schedules/schedule-periods.ts';

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
] as const;

for (const [period, compare, today, current, compared] of cases) {
  test(`on ${today} ${period} is ${current}, compared with ${compare}: ${compared}`, () => {
    const periods = schedulePeriods(period, compare, today);
    const text = (found: { from: string; to: string } | null) => found && `${found.from} ${found.to}`;
    assert.deepEqual([text(periods.current), text(periods.compare)], [current, compared]);
  });
}
