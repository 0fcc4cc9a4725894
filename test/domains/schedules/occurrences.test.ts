import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { latestOccurrence, nextOccurrence, type Recurrence } from '../../../src/domains/schedules/occurrences.ts';

const berlin: Recurrence = { cadence: 'daily', day: null, at: '02:30', timeZone: 'Europe/Berlin' };

/** The next occurrences after an instant, each as `date instant`. */
function following(recurrence: Recurrence, after: string, count: number): string[] {
  let instant = Temporal.Instant.from(after);
  return Array.from({ length: count }, () => {
    const next = nextOccurrence(recurrence, instant);
    instant = next.instant;
    return `${next.date} ${next.instant.toString()}`;
  });
}

test('a daily schedule fires at the same local time, an hour earlier in UTC once summer time has begun', () => {
  assert.deepEqual(following({ ...berlin, at: '07:00' }, '2026-03-28T12:00:00Z', 2), [
    '2026-03-29 2026-03-29T05:00:00Z',
    '2026-03-30 2026-03-30T05:00:00Z',
  ]);
});

test('a local time skipped by the change to summer time moves forward by the missing hour, once', () => {
  assert.deepEqual(following(berlin, '2026-03-28T12:00:00Z', 2), [
    '2026-03-29 2026-03-29T01:30:00Z',
    '2026-03-30 2026-03-30T00:30:00Z',
  ]);
});

test('if a local time occurs twice, only the first counts', () => {
  assert.deepEqual(following(berlin, '2026-10-24T12:00:00Z', 2), [
    '2026-10-25 2026-10-25T00:30:00Z',
    '2026-10-26 2026-10-26T01:30:00Z',
  ]);
});

test('day 31 is the last day of a shorter month, in February by leap year', () => {
  const monthly: Recurrence = { cadence: 'monthly', day: 31, at: '06:00', timeZone: 'UTC' };
  const dates = (after: string) => following(monthly, after, 4).map((text) => text.slice(0, 10));
  assert.deepEqual(dates('2026-01-31T06:00:00Z'), ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
  assert.deepEqual(dates('2028-01-31T06:00:00Z').slice(0, 2), ['2028-02-29', '2028-03-31']);
  assert.deepEqual(following({ ...monthly, day: 29 }, '2027-02-01T00:00:00Z', 1)[0]?.slice(0, 10), '2027-02-28');
});

test('a weekly schedule fires on its weekday, also later on the same day', () => {
  const weekly: Recurrence = { cadence: 'weekly', day: 1, at: '09:00', timeZone: 'America/New_York' };
  assert.deepEqual(following(weekly, '2026-11-23T13:59:59Z', 2), [
    '2026-11-23 2026-11-23T14:00:00Z',
    '2026-11-30 2026-11-30T14:00:00Z',
  ]);
});

test('a day that a time zone skips entirely is merged with the day after it into one firing', () => {
  const apia: Recurrence = { cadence: 'daily', day: null, at: '10:00', timeZone: 'Pacific/Apia' };
  assert.deepEqual(following(apia, '2011-12-29T20:00:00Z', 2), [
    '2011-12-30 2011-12-30T20:00:00Z',
    '2012-01-01 2011-12-31T20:00:00Z',
  ]);
});

test('for any recurrence and moment, the latest occurrence is not after it, the next one is, and none is in between', () => {
  const recurrences = fc
    .record({
      cadence: fc.constantFrom('daily', 'weekly', 'monthly'),
      hour: fc.integer({ min: 0, max: 23 }),
      minute: fc.integer({ min: 0, max: 59 }),
      monthDay: fc.integer({ min: 1, max: 31 }),
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'Asia/Kathmandu'),
    })
    .map(
      ({ cadence, hour, minute, monthDay, timeZone }): Recurrence => ({
        cadence,
        day: cadence === 'daily' ? null : cadence === 'weekly' ? ((monthDay - 1) % 7) + 1 : monthDay,
        at: `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`,
        timeZone,
      }),
    );
  const moments = fc.date({ min: new Date('2000-01-01'), max: new Date('2039-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(recurrences, moments, (recurrence, moment) => {
      const now = Temporal.Instant.fromEpochMilliseconds(moment.getTime());
      const latest = latestOccurrence(recurrence, now);
      const next = nextOccurrence(recurrence, now);
      assert.ok(Temporal.Instant.compare(latest.instant, now) <= 0);
      assert.ok(Temporal.Instant.compare(next.instant, now) > 0);
      assert.equal(nextOccurrence(recurrence, latest.instant).date, next.date);
    }),
    { numRuns: 2_000 },
  );
});
