import fc from 'fast-check';
import type { Recurrence } from '../../src/domains/schedules/occurrences.ts';
import type { Rule } from './rfc5545.ts';

const names = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const working = names.slice(0, 5);
const weekday = fc.integer({ min: 1, max: 7 });
const nthWeekday = fc.constantFrom(1, 2, 3, 4, -1);
const nthWorkingDay = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(-1));

/** A day within a month, with the parts of a rule that say the same. */
const monthDays: fc.Arbitrary<[Partial<Recurrence>, Partial<Rule>]> = fc.oneof(
  fc.integer({ min: 1, max: 28 }).map((day): [Partial<Recurrence>, Partial<Rule>] => [{ day }, { BYMONTHDAY: [day] }]),
  // The last there is of these days: that one, or the last day of a shorter month.
  fc
    .integer({ min: 29, max: 31 })
    .map((day): [Partial<Recurrence>, Partial<Rule>] => [
      { day },
      { BYMONTHDAY: [28, 29, 30, 31].filter((each) => each <= day), BYSETPOS: -1 },
    ]),
  fc
    .tuple(weekday, nthWeekday)
    .map(([day, nth]): [Partial<Recurrence>, Partial<Rule>] => [{ day, nth }, { BYDAY: [`${nth}${names[day - 1]}`] }]),
  nthWorkingDay.map((nth): [Partial<Recurrence>, Partial<Rule>] => [{ nth }, { BYDAY: working, BYSETPOS: nth }]),
);

/** Any days of a schedule, with a rule of RFC 5545 that says the same. */
export const days: fc.Arbitrary<[Partial<Recurrence>, Rule]> = fc.oneof(
  fc.constant<[Partial<Recurrence>, Rule]>([{ cadence: 'daily' }, { FREQ: 'DAILY' }]),
  fc.constant<[Partial<Recurrence>, Rule]>([{ cadence: 'weekdays' }, { FREQ: 'WEEKLY', BYDAY: working }]),
  weekday.map((day): [Partial<Recurrence>, Rule] => [
    { cadence: 'weekly', day },
    { FREQ: 'WEEKLY', BYDAY: [`${names[day - 1]}`] },
  ]),
  weekday.map((day): [Partial<Recurrence>, Rule] => [
    { cadence: 'fortnightly', day },
    { FREQ: 'WEEKLY', INTERVAL: 2, BYDAY: [`${names[day - 1]}`] },
  ]),
  monthDays.map(([given, parts]): [Partial<Recurrence>, Rule] => [
    { cadence: 'monthly', ...given },
    { FREQ: 'MONTHLY', ...parts },
  ]),
  fc.tuple(monthDays, fc.integer({ min: 1, max: 3 })).map(([[given, parts], month]): [Partial<Recurrence>, Rule] => [
    { cadence: 'quarterly', month, ...given },
    { FREQ: 'MONTHLY', BYMONTH: [0, 3, 6, 9].map((after) => month + after), ...parts },
  ]),
  fc.tuple(monthDays, fc.integer({ min: 1, max: 12 })).map(([[given, parts], month]): [Partial<Recurrence>, Rule] => [
    { cadence: 'yearly', month, ...given },
    { FREQ: 'YEARLY', BYMONTH: [month], ...parts },
  ]),
);

/** Between 2000 and 2038. */
export const date = fc
  .integer({ min: 0, max: 14_000 })
  .map((after) => Temporal.PlainDate.from('2000-01-01').add({ days: after }));
export const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
export const zones = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
);
