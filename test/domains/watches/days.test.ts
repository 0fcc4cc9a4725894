import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  daysBetween,
  endOf,
  type Freshness,
  lastDayOver,
  lastSettledDay,
  nextLook,
} from '../../../src/domains/watches/days.ts';
import { dayIn } from '../../../src/reporting/documents/calendar.ts';

/** With clocks that skip or repeat midnight, or half an hour, and both ends of the world. */
const zones = [
  ...['UTC', 'Europe/Berlin', 'Europe/London', 'America/New_York', 'America/St_Johns', 'America/Havana'],
  ...['America/Sao_Paulo', 'America/Santiago', 'America/Asuncion', 'America/Nuuk', 'Atlantic/Azores', 'Asia/Beirut'],
  ...[
    'Africa/Cairo',
    'Africa/Casablanca',
    'Asia/Gaza',
    'Asia/Tehran',
    'Asia/Kathmandu',
    'Asia/Amman',
    'Australia/Sydney',
  ],
  ...['Australia/Lord_Howe', 'Pacific/Chatham', 'Pacific/Kiritimati', 'Pacific/Apia', 'Pacific/Pago_Pago'],
];
const [first, last] = ['2012-01-03', '2037-12-31'];

/** The days on which clocks change in a zone, and those beside them. */
function changes(zone: string): string[] {
  const days: string[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.PlainDate.from(first).toZonedDateTime(zone);
  while (true) {
    at = at.getTimeZoneTransition('next');
    if (at === null || at.year > 2037) return days;
    days.push(...[-1, 0, 1].map((by) => addDays(String(at?.toPlainDate()), by)));
  }
}

const changesOf = new Map(zones.map((zone) => [zone, changes(zone)]));
const span = Temporal.PlainDate.from(first).until(last).days;
const anyDay = fc.integer({ min: 0, max: span }).map((by) => addDays(first, by));
/** A zone with a day, of which half are near a change of its clocks. */
const zonedDay = fc.constantFrom(...zones).chain((zone) => {
  const near = changesOf.get(zone) ?? [];
  const day = near.length > 0 ? fc.oneof(anyDay, fc.constantFrom(...near)) : anyDay;
  return fc.record({ zone: fc.constant(zone), day });
});
const isBefore = (one: Temporal.Instant, other: Temporal.Instant) => Temporal.Instant.compare(one, other) < 0;

test('days are counted on the calendar, whatever clocks do', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 800 }), (day, count) => {
      const later = addDays(day, count);
      assert.equal(addDays(later, -count), day);
      const days = daysBetween(day, later);
      assert.deepEqual([days.length, days[0], days.at(-1), new Set(days).size], [count + 1, day, later, count + 1]);
      assert.deepEqual(days.toSorted(), days);
      assert.deepEqual(daysBetween(later, addDays(day, -1)), []);
    }),
  );
});

test('a day ends where the next one begins on the clocks of its zone, also where they change', () => {
  fc.assert(
    fc.property(zonedDay, ({ zone, day }) => {
      const end = endOf(day, zone);
      assert.equal(dayIn(zone, end.subtract({ nanoseconds: 1 }).toString()), day, `${zone} ${day}: just before`);
      assert.equal(dayIn(zone, end.toString()), addDays(day, 1), `${zone} ${day}: its end`);
      for (let minutes = 10; minutes <= 180; minutes += 10) {
        assert.ok(dayIn(zone, end.add({ minutes }).toString()) > day, `${zone} ${day}: ${minutes} minutes later`);
      }
      const hours = endOf(addDays(day, -1), zone).until(end).total('hours');
      assert.ok(hours >= 23 && hours <= 25, `${zone} ${day} has ${hours} hours`);
    }),
    { numRuns: 500 },
  );
});

test('a day that a zone left out ends with the one before it, and one whose midnight is skipped when the next begins', () => {
  assert.equal(endOf('2011-12-29', 'Pacific/Apia').toString(), endOf('2011-12-30', 'Pacific/Apia').toString());
  assert.equal(endOf('2026-03-28', 'Asia/Beirut').toString(), '2026-03-28T22:00:00Z');
  assert.equal(endOf('2026-03-29', 'Asia/Beirut').toString(), '2026-03-29T21:00:00Z');
  assert.equal(endOf('2026-10-31', 'America/Havana').toString(), '2026-11-01T04:00:00Z', 'midnight comes twice');
});

test('the last day over is over in all zones, and the next one is not in one of them', () => {
  const several = fc.array(fc.constantFrom(...zones), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(several, zonedDay, fc.integer({ min: -90_000, max: 90_000 }), (some, { zone, day }, seconds) => {
      const now = endOf(day, zone).add({ seconds });
      const over = lastDayOver([zone, ...some], now);
      for (const each of [zone, ...some]) assert.ok(!isBefore(now, endOf(over, each)), `${each} ${over} at ${now}`);
      assert.ok([zone, ...some].some((each) => isBefore(now, endOf(addDays(over, 1), each))));
    }),
    { numRuns: 500 },
  );
});

const source = fc.record({
  isSaying: fc.boolean(),
  /** Before now. */
  changed: fc.integer({ min: 0, max: 14 * 24 }),
  rowsBehind: fc.option(fc.integer({ min: -1, max: 12 }), { nil: null }),
  isSparse: fc.boolean(),
  changingBehind: fc.option(fc.integer({ min: -2, max: 6 }), { nil: null }),
  hours: fc.integer({ min: 0, max: 30 }),
});

test('a day is settled only when it is over, with all rows up to it, and before figures that still change', () => {
  fc.assert(
    fc.property(zonedDay, source, ({ zone, day }, given) => {
      const { isSaying, changed, rowsBehind, isSparse, changingBehind, hours } = given;
      const now = endOf(day, zone).add({ hours });
      const over = lastDayOver([zone], now);
      const known: Freshness = {
        freshAt: isSaying ? now.subtract({ hours: changed }).toString() : null,
        lastRow: rowsBehind === null ? null : addDays(over, -rowsBehind),
        isSparse,
        changingFrom: changingBehind === null ? null : addDays(over, -changingBehind),
      };
      const settled = lastSettledDay(known, over, zone, now);
      if (settled === null) return;
      const { lastRow, changingFrom, freshAt } = known;
      assert.ok(settled <= over && lastRow !== null);
      assert.ok(changingFrom === null || settled < changingFrom, 'still changes');
      assert.ok(lastRow >= settled || (isSparse && isSaying), 'has no rows of it');
      const end = endOf(settled, zone);
      assert.ok(!isBefore(now, end), 'is not over');
      if (freshAt !== null) assert.ok(!isBefore(Temporal.Instant.from(freshAt), end), 'was half fetched');
      if (freshAt === null && lastRow === settled) assert.ok(!isBefore(now, end.add({ hours: 4 })), 'four hours');
      // Nothing later is settled: the day after it lacks something, or is not to be judged.
      const next = lastSettledDay(known, addDays(settled, 1), zone, now);
      if (settled < over) assert.equal(next, settled, 'the next day is not settled');
    }),
    { numRuns: 1_000 },
  );
});

test('what is fetched later never settles less', () => {
  fc.assert(
    fc.property(zonedDay, source, fc.integer({ min: 0, max: 48 }), ({ zone, day }, given, later) => {
      const now = endOf(day, zone).add({ hours: given.hours });
      const over = lastDayOver([zone], now);
      const settledAt = (freshAt: Temporal.Instant) =>
        lastSettledDay(
          {
            freshAt: freshAt.toString(),
            lastRow: given.rowsBehind === null ? null : addDays(over, -given.rowsBehind),
            ...{ isSparse: given.isSparse, changingFrom: null },
          },
          over,
          zone,
          now,
        ) ?? '';
      const fresh = now.subtract({ hours: given.changed + later });
      assert.ok(settledAt(fresh.add({ hours: later })) >= settledAt(fresh));
    }),
  );
});

test('the next look is after the end of the day that is running, by an hour or by four', () => {
  fc.assert(
    fc.property(zonedDay, fc.boolean(), ({ zone, day }, saysFreshness) => {
      const look = nextLook(day, zone, saysFreshness);
      assert.equal(endOf(day, zone).until(look).total('hours'), saysFreshness ? 1 : 4);
      assert.ok(lastDayOver([zone], look) >= day);
    }),
  );
});
