import { isTimeZone } from '../../projects/settings.ts';
import { weekdays } from '../day-rules.ts';
import { isTime } from '../freshness.ts';
import type { GivenSchedule } from '../given-schedule.ts';
import { cannotKeep, type GivenMoment, momentOf, type ParsedRule, parseRrule } from './parse-rrule.ts';
import { type Days, dayOfMonth, daysByName, isWorkingWeek, numbersOf, said } from './rule-days.ts';
import { dayNames, monthsOfQuarters } from './write-rrule.ts';

/** What a rule says of a schedule; what it leaves open is absent. */
export type ReadRule = Pick<GivenSchedule, 'cadence' | 'month' | 'from' | 'until' | 'skip' | 'at' | 'time_zone'> & Days;

type Parts = ReadonlyMap<string, string>;
type Unit = Pick<ReadRule, 'cadence' | 'month'> & Days;

/**
 * Reads the value of an `RRULE`, or lines with `DTSTART` and `EXDATE` (RFC 5545), as a schedule. `at` and `timeZone` are those
 * that are given beside it. Throws a fault of the field `rrule` that names the part that no schedule can keep.
 */
export function readRrule(text: string, beside: { readonly at: string; readonly timeZone: string }): ReadRule {
  const rule = parseRrule(text);
  const { start, exceptions } = rule;
  checkParts(rule.parts);
  const clock = clockOf(start, beside);
  const end = rule.parts.get('UNTIL');
  return {
    ...unitOf(withStart(rule)),
    until: end === undefined ? null : lastDay(momentOf(end, null), clock),
    ...(start && { from: start.date.toString(), skip: [] }),
    ...(start?.time && { at: clock.at }),
    ...(start?.zone && { time_zone: clock.timeZone }),
    ...(exceptions && { skip: exceptions.map((each) => skippedDay(each, clock)) }),
  };
}

const known = ['FREQ', 'INTERVAL', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'WKST'];

function checkParts(parts: Parts): void {
  for (const name of parts.keys()) {
    if (name === 'COUNT') throw cannotKeep(said(parts, name), 'name the last day by UNTIL.');
    if (/^BY(HOUR|MINUTE|SECOND)$/.test(name))
      throw cannotKeep(said(parts, name), 'the time is that of DTSTART, or at.');
    if (!known.includes(name)) throw cannotKeep(said(parts, name), 'no schedule here has days of this kind.');
  }
  const isFortnightly = isEverySecondWeek(parts);
  const interval = parts.get('INTERVAL') ?? '1';
  if (interval !== '1' && !isFortnightly) {
    const instead = parts.get('FREQ') === 'MONTHLY' && interval === '3' ? '; BYMONTH=1,4,7,10 is every quarter' : '';
    throw cannotKeep(said(parts, 'INTERVAL'), `only two weeks are counted${instead}.`);
  }
  const week = parts.get('WKST') ?? 'MO';
  if (week !== 'MO' && isFortnightly) throw cannotKeep(said(parts, 'WKST'), 'two weeks are counted from a Monday.');
  if (!(dayNames as readonly string[]).includes(week))
    throw cannotKeep(said(parts, 'WKST'), 'a week begins on MO to SU.');
}

function isEverySecondWeek(parts: Parts): boolean {
  return parts.get('FREQ') === 'WEEKLY' && parts.get('INTERVAL') === '2';
}

/** What a rule leaves open is as in its `DTSTART`. */
function withStart({ parts, start }: ParsedRule): Parts {
  const whole = new Map(parts);
  const frequency = parts.get('FREQ');
  const hasDay = parts.has('BYDAY') || parts.has('BYMONTHDAY');
  if (!start || frequency === 'DAILY') return whole;
  if (frequency === 'WEEKLY') {
    if (!hasDay) whole.set('BYDAY', dayNames[start.date.dayOfWeek - 1] ?? '');
    return whole;
  }
  if (!hasDay) whole.set('BYMONTHDAY', `${start.date.day}`);
  if (frequency === 'YEARLY' && !parts.has('BYMONTH') && !hasDay) whole.set('BYMONTH', `${start.date.month}`);
  return whole;
}

function unitOf(parts: Parts): Unit {
  const frequency = parts.get('FREQ');
  if (frequency === undefined) throw cannotKeep('A rule without FREQ', 'it says how often, such as FREQ=MONTHLY.');
  if (frequency === 'DAILY' || frequency === 'WEEKLY') return byWeek(parts, frequency);
  if (frequency === 'MONTHLY' || frequency === 'YEARLY') return byMonth(parts, frequency);
  throw cannotKeep(said(parts, 'FREQ'), 'a schedule is daily, weekly, monthly or yearly.');
}

function byWeek(parts: Parts, frequency: 'DAILY' | 'WEEKLY'): Unit {
  for (const name of ['BYMONTH', 'BYMONTHDAY', 'BYSETPOS']) {
    if (parts.has(name)) throw cannotKeep(said(parts, name), `it goes with FREQ=MONTHLY, not with FREQ=${frequency}.`);
  }
  const days = daysByName(parts);
  const isNumbered = days.some(({ nth }) => nth !== null);
  if (isNumbered) throw cannotKeep(said(parts, 'BYDAY'), 'numbers before days go with FREQ=MONTHLY.');
  const [first, ...others] = days;
  if (!first && frequency === 'DAILY') return { cadence: 'daily' };
  if (!first) throw cannotKeep('FREQ=WEEKLY', 'BYDAY, or a DTSTART, says on which day.');
  const isFortnightly = isEverySecondWeek(parts);
  if (others.length === 0) {
    return { cadence: isFortnightly ? 'fortnightly' : 'weekly', weekday: weekdays[first.day - 1] };
  }
  if (isWorkingWeek(days) && !isFortnightly) return { cadence: 'weekdays' };
  if (days.length === dayNames.length && !isFortnightly) return { cadence: 'daily' };
  throw cannotKeep(said(parts, 'BYDAY'), 'that is a schedule for each weekday.');
}

function byMonth(parts: Parts, frequency: 'MONTHLY' | 'YEARLY'): Unit {
  const months = numbersOf(parts, 'BYMONTH').toSorted((one, other) => one - other);
  if (months.some((month) => month < 1 || month > 12)) throw cannotKeep(said(parts, 'BYMONTH'), 'months are 1 to 12.');
  if (!parts.has('BYDAY') && !parts.has('BYMONTHDAY')) {
    throw cannotKeep(`FREQ=${frequency}`, 'BYMONTHDAY or BYDAY, or a DTSTART, says on which day.');
  }
  const [month = 1, ...others] = months;
  if (months.length === 0) {
    if (frequency === 'YEARLY') throw cannotKeep('FREQ=YEARLY', 'BYMONTH says in which month.');
    const all = Array.from({ length: 12 }, (_, index) => index + 1);
    return { cadence: 'monthly', ...dayOfMonth(parts, all) };
  }
  if (others.length === 0) return { cadence: 'yearly', month, ...dayOfMonth(parts, months) };
  if (months.join() !== monthsOfQuarters(month).join()) {
    throw cannotKeep(said(parts, 'BYMONTH'), 'a schedule is in each month, one of each quarter, or one of the year.');
  }
  if (frequency === 'YEARLY' && parts.has('BYSETPOS')) {
    throw cannotKeep(
      said(parts, 'BYSETPOS'),
      'with FREQ=YEARLY it counts in the year; FREQ=MONTHLY counts in each month.',
    );
  }
  return { cadence: 'quarterly', month, ...dayOfMonth(parts, months) };
}

/** The time and zone in which the days of a rule are those of its schedule. */
interface Clock {
  readonly at: string;
  readonly timeZone: string;
}

function clockOf(start: GivenMoment | null, beside: Clock): Clock {
  const seconds = start?.time?.second ?? 0;
  if (seconds !== 0) throw cannotKeep(`DTSTART:${start?.text}`, 'a schedule fires at a whole minute.');
  const zone = start?.zone ?? null;
  if (zone !== null && !isTimeZone(zone))
    throw cannotKeep(`TZID=${zone}`, 'a time zone has a name such as Europe/Berlin.');
  return { at: start?.time?.toString({ smallestUnit: 'minute' }) ?? beside.at, timeZone: zone ?? beside.timeZone };
}

/**
 * A moment by the clock of the schedule. One that is said in no zone, in its own, or without a time is of that clock
 * already, even where the clock leaves that time out.
 */
function inClock({ date, time, zone }: GivenMoment, { timeZone }: Clock): Temporal.PlainDateTime {
  const local = date.toPlainDateTime(time ?? Temporal.PlainTime.from('00:00'));
  if (time === null || zone === null || zone === timeZone || !isTimeZone(zone) || !isTimeZone(timeZone)) return local;
  return local.toZonedDateTime(zone).withTimeZone(timeZone).toPlainDateTime();
}

/** An `UNTIL` before the time of its day leaves that day out. */
function lastDay(moment: GivenMoment, clock: Clock): string {
  const local = inClock(moment, clock);
  const isBefore = moment.time !== null && local.toPlainTime().toString({ smallestUnit: 'minute' }) < clock.at;
  return local
    .toPlainDate()
    .subtract({ days: isBefore ? 1 : 0 })
    .toString();
}

/** An `EXDATE` at another time leaves nothing out, so it is a mistake. */
function skippedDay(moment: GivenMoment, clock: Clock): string {
  const local = inClock(moment, clock);
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' });
  if (moment.time === null || !isTime(clock.at) || time === clock.at) return local.toPlainDate().toString();
  throw cannotKeep(`EXDATE:${moment.text}`, `it is at ${time}, where the schedule fires at ${clock.at}.`);
}
