import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unitsOf } from '../../../src/reporting/documents/calendar.ts';
import { usualLevels } from '../../../src/reporting/documents/highlights/usual-level.ts';
import { seededRandom } from '../../faults/support/random.ts';

/** A standard normal value: the sum of twelve uniform ones, less six. */
function normalValue(random: () => number): number {
  return Array.from({ length: 12 }, random).reduce((total, value) => total + value, -6);
}

test('the spread of days without a rhythm is their standard deviation, however many weeks there are', () => {
  for (const [weeks, last] of [
    [3, '2026-01-25'],
    [4, '2026-02-01'],
    [5, '2026-02-08'],
    [13, '2026-04-05'],
  ] as const) {
    const dates = unitsOf({ from: '2026-01-05', to: last }, 'day');
    const random = seededRandom(weeks);
    const found = Array.from({ length: 100 }, () => {
      return usualLevels(dates.map((date) => ({ date, value: 1000 + 100 * normalValue(random) })));
    });
    const spread = found.reduce((total, levels) => total + levels.spread, 0) / found.length;
    assert.ok(spread > 95 && spread < 110, `${weeks} weeks: ${spread}`);
    const byWeekday = found.filter((levels) => levels.byWeekday).length;
    assert.ok(byWeekday < 50, `${weeks} weeks: ${byWeekday} of 100 by weekday`);
  }
});
