import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { latestOccurrence, nextOccurrence } from '../../../src/domains/schedules/occurrences.ts';
import { date, days, time, zones } from '../../support/recurrences.ts';
import { daysOfRule, instantByClock } from '../../support/rfc5545.ts';
import { recurrenceWith } from '../../support/schedules.ts';

test('every cadence fires on the days that RFC 5545 says, from its first to its last day, but for those skipped', () => {
  const spans = fc.record({ start: date, length: fc.integer({ min: 0, max: 1_200 }), skipped: fc.nat(40) });
  fc.assert(
    fc.property(days, spans, ([given, rule], { start, length, skipped }) => {
      const [from, until] = [start.toString(), start.add({ days: length }).toString()];
      const all = daysOfRule(rule, from, until);
      const skip = all.slice(0, skipped);
      const recurrence = recurrenceWith({ ...given, from, until, skip });
      const found: string[] = [];
      let next = nextOccurrence(recurrence, Temporal.Instant.from(`${from}T00:00:00Z`));
      for (; next && found.length < 2_000; next = nextOccurrence(recurrence, next.instant)) found.push(next.date);
      assert.deepEqual(found, all.slice(skipped));
    }),
    { numRuns: 300 },
  );
});

test('a time that clocks skip or show twice is that of RFC 5545', () => {
  fc.assert(
    fc.property(date, time, zones, (day, at, timeZone) => {
      const noon = day.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).toInstant();
      const recurrence = recurrenceWith({ at, timeZone, from: day.toString(), until: day.toString() });
      const found = nextOccurrence(recurrence, noon.subtract({ hours: 72 }));
      assert.equal(found?.instant.toString(), instantByClock(day.toString(), at, timeZone));
    }),
    { numRuns: 60 },
  );
  for (const [day, at, zone, instant] of [
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z'],
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00Z'],
    ['2018-11-04', '00:30', 'America/Sao_Paulo', '2018-11-04T03:30:00Z'],
  ] as const) {
    assert.equal(instantByClock(day, at, zone), instant);
    const recurrence = recurrenceWith({ at, timeZone: zone, from: day });
    assert.equal(
      nextOccurrence(recurrence, Temporal.Instant.from('2018-01-01T00:00:00Z'))?.instant.toString(),
      instant,
    );
  }
});

test('for any recurrence and moment, the latest occurrence is not after it, the next one is, and none is in between', () => {
  fc.assert(
    fc.property(days, date, time, zones, (given, day, at, timeZone) => {
      const recurrence = recurrenceWith({ from: '1999-01-01', ...given[0], at, timeZone });
      const now = day.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).toInstant();
      const [latest, next] = [latestOccurrence(recurrence, now), nextOccurrence(recurrence, now)];
      assert.ok(latest && next);
      assert.ok(Temporal.Instant.compare(latest.instant, now) <= 0);
      assert.ok(Temporal.Instant.compare(next.instant, now) > 0);
      assert.equal(nextOccurrence(recurrence, latest.instant)?.date, next.date);
    }),
    { numRuns: 1_000 },
  );
});
