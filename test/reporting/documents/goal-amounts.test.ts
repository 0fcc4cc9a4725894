import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lengthInDays } from '../../../src/reporting/documents/calendar.ts';
import { amountFor, amountOver, isProrated, unitAround } from '../../../src/reporting/documents/goal-amounts.ts';
import type { GoalSettings } from '../../../src/reporting/documents/goal-settings.ts';

function goal(changes: Partial<GoalSettings> = {}): GoalSettings {
  return { id: 'g', connection_id: 'con_shop', metric: 'sales', amount: 31_000, per: 'month', ...changes };
}

const span = (from: string, to: string) => ({ from, to });

test('a day is in its calendar month, quarter and year, in leap years and at the ends of the calendar', () => {
  assert.deepEqual(unitAround('month', '2024-02-10'), span('2024-02-01', '2024-02-29'));
  assert.deepEqual(unitAround('quarter', '2026-05-31'), span('2026-04-01', '2026-06-30'));
  assert.deepEqual(unitAround('year', '2026-12-31'), span('2026-01-01', '2026-12-31'));
  assert.deepEqual(unitAround('year', '9999-12-31'), span('9999-01-01', '9999-12-31'));
  assert.deepEqual(unitAround('quarter', '0001-01-01'), span('0001-01-01', '0001-03-31'));
});

test('whole units have the whole amount, parts of them that of their days', () => {
  assert.equal(amountFor(goal(), span('2026-05-01', '2026-05-31')), 31_000);
  assert.equal(amountFor(goal(), span('2026-05-04', '2026-05-10')), 7_000);
  assert.equal(amountFor(goal({ amount: 30_000 }), span('2026-04-01', '2026-05-31')), 60_000);
  // The last ten days of April and all but one of May.
  assert.equal(amountFor(goal({ amount: 930 }), span('2026-04-21', '2026-05-30')), 310 + 900);
  assert.equal(amountFor(goal({ amount: 9_100, per: 'quarter' }), span('2026-05-01', '2026-05-31')), 3_100);
  assert.equal(amountFor(goal({ amount: 365, per: 'year' }), span('2025-12-31', '2026-01-02')), 3);
  assert.equal(isProrated(goal(), span('2026-04-01', '2026-05-31')), false);
  assert.equal(isProrated(goal(), span('2026-04-01', '2026-05-30')), true);
});

test('amounts are decimals that are rounded once', () => {
  assert.equal(amountFor(goal({ amount: 0.1 }), span('2026-01-01', '2026-12-31')), 1.2);
  assert.equal(amountFor(goal({ amount: 1_000.01 }), span('2026-01-01', '2026-06-30')), 6_000.06);
  assert.equal(amountFor(goal({ amount: 1e15, per: 'year' }), span('2026-01-01', '2026-12-31')), 1e15);
});

test('the parts of a year add up to its amount, wherever it is cut', () => {
  const day = fc.integer({ min: 0, max: 363 });
  const per = fc.constantFrom('month' as const, 'quarter' as const, 'year' as const);
  fc.assert(
    fc.property(day, per, fc.integer({ min: -1e9, max: 1e9 }), (cut, per, amount) => {
      const first = Temporal.PlainDate.from('2026-01-01').add({ days: cut });
      const one = goal({ per, amount });
      const before = amountFor(one, span('2026-01-01', first.toString())) ?? 0;
      const after = amountFor(one, span(first.add({ days: 1 }).toString(), '2026-12-31')) ?? 0;
      const whole = amountFor(one, span('2026-01-01', '2026-12-31')) ?? 0;
      assert.ok(Math.abs(before + after - whole) <= Math.abs(whole) * 1e-14);
    }),
    { numRuns: 200 },
  );
});

test('every period of one month at most has the amount times its days by those of the months', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 1, max: 31 }), (offset, length) => {
      const from = Temporal.PlainDate.from('2020-01-01').add({ days: offset });
      const period = span(from.toString(), from.add({ days: length - 1 }).toString());
      const days = Array.from({ length }, (_, index) => from.add({ days: index }));
      const expected = days.reduce((sum, day) => sum + 31_000 / day.daysInMonth, 0);
      assert.equal(lengthInDays(period), length);
      assert.ok(Math.abs((amountFor(goal(), period) ?? 0) - expected) < 1e-6);
    }),
    { numRuns: 200 },
  );
});

test('goals that follow each other add up; a day without one leaves none', () => {
  const first = goal({ id: 'a', to: '2026-04-30', amount: 300 });
  const second = goal({ id: 'b', from: '2026-05-01', amount: 620 });
  assert.deepEqual(amountOver([second, first], span('2026-04-01', '2026-05-31')), { amount: 920, isProrated: false });
  assert.deepEqual(amountOver([first, second], span('2026-04-16', '2026-05-31')), { amount: 770, isProrated: true });
  assert.equal(amountOver([first], span('2026-04-01', '2026-05-01')), null);
  assert.equal(amountOver([], span('2026-04-01', '2026-04-30')), null);
});
