import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latestOccurrence, nextOccurrence, type Recurrence } from '../../../src/domains/schedules/occurrences.ts';
import { recurrenceWith } from '../../support/schedules.ts';

const berlin = recurrenceWith({ at: '02:30', timeZone: 'Europe/Berlin' });

/** The next occurrences after an instant, each as `date instant`. */
function following(recurrence: Recurrence, after: string, count: number): string[] {
  let instant = Temporal.Instant.from(after);
  return Array.from({ length: count }, () => {
    const next = nextOccurrence(recurrence, instant);
    assert.ok(next);
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
  const monthly = recurrenceWith({ cadence: 'monthly', day: 31 });
  const dates = (after: string) => following(monthly, after, 4).map((text) => text.slice(0, 10));
  assert.deepEqual(dates('2026-01-31T06:00:00Z'), ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
  assert.deepEqual(dates('2028-01-31T06:00:00Z').slice(0, 2), ['2028-02-29', '2028-03-31']);
  assert.deepEqual(following({ ...monthly, day: 29 }, '2027-02-01T00:00:00Z', 1)[0]?.slice(0, 10), '2027-02-28');
});

test('a weekly schedule fires on its weekday, also later on the same day', () => {
  const weekly = recurrenceWith({ cadence: 'weekly', day: 1, at: '09:00', timeZone: 'America/New_York' });
  assert.deepEqual(following(weekly, '2026-11-23T13:59:59Z', 2), [
    '2026-11-23 2026-11-23T14:00:00Z',
    '2026-11-30 2026-11-30T14:00:00Z',
  ]);
});

test('a day that a time zone skips entirely is merged with the day after it into one firing', () => {
  const apia = recurrenceWith({ at: '10:00', timeZone: 'Pacific/Apia' });
  assert.deepEqual(following(apia, '2011-12-29T20:00:00Z', 2), [
    '2011-12-30 2011-12-30T20:00:00Z',
    '2012-01-01 2011-12-31T20:00:00Z',
  ]);
});

const cases: readonly [says: string, given: Partial<Recurrence>, dates: readonly string[]][] = [
  ['weekdays', { cadence: 'weekdays' }, ['2026-11-27', '2026-11-30', '2026-12-01']],
  ['fortnightly', { cadence: 'fortnightly', day: 4, from: '2026-11-19' }, ['2026-12-03', '2026-12-17', '2026-12-31']],
  ['the first Monday', { cadence: 'monthly', day: 1, nth: 1 }, ['2026-12-07', '2027-01-04', '2027-02-01']],
  ['the last Friday', { cadence: 'monthly', day: 5, nth: -1 }, ['2026-11-27', '2026-12-25', '2027-01-29']],
  ['the third working day', { cadence: 'monthly', nth: 3 }, ['2026-12-03', '2027-01-05', '2027-02-03']],
  ['the last working day', { cadence: 'monthly', nth: -1 }, ['2026-11-30', '2026-12-31', '2027-01-29']],
  ['quarterly', { cadence: 'quarterly', day: 31, month: 2 }, ['2026-11-30', '2027-02-28', '2027-05-31']],
  ['yearly', { cadence: 'yearly', day: 29, month: 2 }, ['2027-02-28', '2028-02-29', '2029-02-28']],
  [
    'from and skip',
    { from: '2026-12-24', skip: ['2026-12-25', '2026-12-26'] },
    ['2026-12-24', '2026-12-27', '2026-12-28'],
  ],
];
for (const [says, given, dates] of cases) {
  test(`${says}: after noon of 26 November 2026 it fires on ${dates.join(', ')}`, () => {
    const found = following(recurrenceWith(given), '2026-11-26T12:00:00Z', 3);
    assert.deepEqual(
      found.map((text) => text.slice(0, 10)),
      dates,
    );
  });
}

test('after its last day a schedule fires no more, and what was due last is known however long ago', () => {
  const ending = recurrenceWith({ until: '2026-11-26' });
  assert.equal(nextOccurrence(ending, Temporal.Instant.from('2026-11-26T06:00:00Z')), undefined);
  assert.equal(latestOccurrence(ending, Temporal.Instant.from('2039-01-01T00:00:00Z'))?.date, '2026-11-26');
  const beginning = recurrenceWith({ from: '2026-11-26' });
  assert.equal(latestOccurrence(beginning, Temporal.Instant.from('2026-11-26T05:59:59Z')), undefined);
});
