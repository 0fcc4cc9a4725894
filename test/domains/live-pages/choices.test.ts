import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Choice,
  choiceKey,
  choiceQuery,
  isStillNamed,
  periodsOf,
  readChoice,
} from '../../../src/domains/live-pages/choices.ts';
import { toLiveSettings } from '../../../src/domains/shares/live-settings.ts';
import { livePeriods } from '../../../src/platform/database/words.ts';
import { dayIn, lengthInDays } from '../../../src/reporting/documents/calendar.ts';

const days = (period: Choice['period'], compare: Choice['compare'], today: string) => {
  const { current, compare: other } = periodsOf({ period, compare }, today);
  return `${current.from}..${current.to} ${other ? `${other.from}..${other.to}` : '-'}`;
};

test('days that are over end yesterday, and units that are not with today, compared with as many days', () => {
  const today = '2026-11-26';
  assert.equal(days('last-7-days', 'previous', today), '2026-11-19..2026-11-25 2026-11-12..2026-11-18');
  assert.equal(days('previous-month', 'year-before', today), '2026-10-01..2026-10-31 2025-10-01..2025-10-31');
  assert.equal(days('this-week', 'previous', today), '2026-11-23..2026-11-26 2026-11-16..2026-11-19');
  assert.equal(days('this-month', 'previous', today), '2026-11-01..2026-11-26 2026-10-01..2026-10-26');
  assert.equal(days('this-quarter', 'none', today), '2026-10-01..2026-11-26 -');
  assert.equal(days('this-year', 'year-before', today), '2026-01-01..2026-11-26 2025-01-01..2025-11-26');
});

test('on its first day this month is that day alone, never the whole month before', () => {
  assert.equal(days('this-month', 'previous', '2026-12-01'), '2026-12-01..2026-12-01 2026-11-01..2026-11-01');
  assert.equal(days('this-year', 'none', '2027-01-01'), '2027-01-01..2027-01-01 -');
  assert.equal(days('this-week', 'previous', '2026-11-23'), '2026-11-23..2026-11-23 2026-11-16..2026-11-16');
});

test('a month that is longer than the one before is compared with all of that', () => {
  assert.equal(days('this-month', 'previous', '2026-03-30'), '2026-03-01..2026-03-30 2026-02-01..2026-02-28');
});

test('own days are compared with as many, by weekdays where they are whole weeks', () => {
  const own = (from: string, to: string) => ({ from, to });
  assert.equal(
    days(own('2026-03-10', '2026-03-12'), 'previous', '2026-11-26'),
    '2026-03-10..2026-03-12 2026-03-07..2026-03-09',
  );
  assert.equal(
    days(own('2026-03-10', '2026-03-12'), 'year-before', '2026-11-26'),
    '2026-03-10..2026-03-12 2025-03-10..2025-03-12',
  );
  assert.equal(
    days(own('2026-03-02', '2026-03-08'), 'year-before', '2026-11-26'),
    '2026-03-02..2026-03-08 2025-03-03..2025-03-09',
  );
});

test('on every day of three years, in zones that change their clocks, no period ends after today and none is compared with more days', () => {
  for (const timeZone of ['America/Sao_Paulo', 'Europe/Berlin', 'Australia/Lord_Howe', 'Pacific/Apia']) {
    // At the hours around which clocks change and days begin.
    for (let ms = Date.parse('2024-01-01T23:30:00Z'); ms < Date.parse('2027-01-01'); ms += 7 * 3_600_000) {
      const today = dayIn(timeZone, new Date(ms).toISOString());
      for (const period of livePeriods) {
        const { current, compare } = periodsOf({ period, compare: 'previous' }, today);
        assert.ok(current.from <= current.to && current.to <= today, `${period} ${today}`);
        assert.equal(current.to === today, period.startsWith('this-'), `${period} ${today}`);
        assert.ok(compare && compare.to < current.from, `${period} ${today}`);
        if (!period.startsWith('previous-'))
          assert.ok(lengthInDays(compare) <= lengthInDays(current), `${period} ${today}`);
      }
    }
  }
});

test('a reader chooses what is offered; the address of a choice makes the same one', () => {
  const live = toLiveSettings({
    periods: ['last-7-days', 'this-month'],
    compare: ['year-before', 'none'],
    own_days: true,
  });
  for (const choice of [
    { period: 'this-month', compare: 'none' },
    { period: { from: '2026-01-01', to: '2026-01-31' }, compare: 'year-before' },
  ] as const) {
    const query = Object.fromEntries(new URLSearchParams(choiceQuery(choice)));
    assert.deepEqual(readChoice(live, query, 'UTC'), { choice, hasFault: false });
    assert.equal(choiceKey(readChoice(live, query, 'UTC').choice), choiceKey(choice));
  }
  const usual = { period: 'last-7-days', compare: 'year-before' };
  for (const query of [{}, { period: 'last-90-days' }, { compare: 'previous' }, { period: ['this-month'] }]) {
    assert.deepEqual(readChoice(live, query, 'UTC').choice, usual, JSON.stringify(query));
  }
  const closed = { ...live, own_days: false };
  const days = { from: '2026-01-01', to: '2026-01-31' };
  assert.deepEqual(readChoice(closed, days, 'UTC'), { choice: usual, hasFault: false });
});

test('figures of last month are not shown as those of this one, those of the last days say which they are', () => {
  const november = periodsOf({ period: 'this-month', compare: 'none' }, '2026-11-30');
  const choice = { period: 'this-month', compare: 'none' } as const;
  assert.equal(isStillNamed(choice, november, periodsOf(choice, '2026-12-01')), false);
  assert.equal(isStillNamed(choice, periodsOf(choice, '2026-11-29'), november), true);
  const last = { period: 'last-7-days', compare: 'none' } as const;
  assert.equal(isStillNamed(last, periodsOf(last, '2026-11-29'), periodsOf(last, '2026-12-01')), true);
});
