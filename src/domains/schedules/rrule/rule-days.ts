import { weekdays, weeksOfMonth } from '../day-rules.ts';
import type { GivenSchedule } from '../given-schedule.ts';
import { mostWorkingDays } from '../month-days.ts';
import { cannotKeep } from './parse-rrule.ts';
import { dayNames, fewestDays, lastDays, workingDays } from './write-rrule.ts';

type Parts = ReadonlyMap<string, string>;
export type Days = Pick<GivenSchedule, 'weekday' | 'day' | 'week' | 'working_day'>;

/** `BYDAY` with the number before each day; null for none. */
export interface NamedDay {
  readonly nth: number | null;
  /** 1 (Monday) to 7. */
  readonly day: number;
}

/** A part as it stands in the rule, such as `BYSETPOS=3`. */
export function said(parts: Parts, name: string): string {
  return `${name}=${parts.get(name)}`;
}

/** The days of `BYDAY`; none where it is absent. Throws a fault of the field `rrule`. */
export function daysByName(parts: Parts): NamedDay[] {
  return listOf(parts, 'BYDAY').map((text) => {
    const [, number = '', name = ''] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text) ?? [];
    const day = (dayNames as readonly string[]).indexOf(name) + 1;
    if (day === 0) throw cannotKeep(said(parts, 'BYDAY'), 'its days are MO to SU, such as 1MO for the first Monday.');
    return { nth: number === '' ? null : Number(number), day };
  });
}

/** The numbers of a part; none where it is absent. Throws a fault of the field `rrule`. */
export function numbersOf(parts: Parts, name: string): number[] {
  return listOf(parts, name).map((text) => {
    if (/^[+-]?\d{1,3}$/.test(text)) return Number(text);
    throw cannotKeep(said(parts, name), 'it takes numbers, separated by commas.');
  });
}

function listOf(parts: Parts, name: string): string[] {
  return [...new Set(parts.get(name)?.split(',') ?? [])];
}

export function isWorkingWeek(days: readonly NamedDay[]): boolean {
  return days.length === workingDays.length && days.every(({ nth, day }) => nth === null && day <= workingDays.length);
}

/** The day within each of these months. Throws a fault of the field `rrule` for what no schedule says. */
export function dayOfMonth(parts: Parts, months: readonly number[]): Days {
  const days = daysByName(parts);
  if (days.length > 0 && parts.has('BYMONTHDAY')) {
    throw cannotKeep(said(parts, 'BYMONTHDAY'), 'a schedule has days by their number, or by their weekday.');
  }
  return days.length > 0 ? byWeekday(parts, days) : byNumber(parts, months);
}

function byWeekday(parts: Parts, days: readonly NamedDay[]): Days {
  const position = positionOf(parts);
  if (isWorkingWeek(days)) {
    if (position === null) throw cannotKeep(said(parts, 'BYDAY'), 'BYSETPOS says which of these days of the month.');
    if (position === -1 || (position >= 1 && position <= mostWorkingDays)) return { working_day: position };
    throw cannotKeep(said(parts, 'BYSETPOS'), `a working day is 1 to ${mostWorkingDays}, or -1 for the last.`);
  }
  const [first, ...others] = days;
  if (!first || others.length > 0) {
    throw cannotKeep(said(parts, 'BYDAY'), 'a schedule has one weekday of the month, or those from Monday to Friday.');
  }
  if (first.nth !== null && position !== null && Math.abs(position) !== 1) {
    throw cannotKeep(said(parts, 'BYSETPOS'), 'there is one such day in the month.');
  }
  const nth = first.nth ?? position;
  const name = first.nth === null && position !== null ? 'BYSETPOS' : 'BYDAY';
  if (nth === null)
    throw cannotKeep(said(parts, name), 'a number says which of them, such as 1MO, or -1MO for the last.');
  const week = nth === -1 ? 'last' : nth >= 1 && nth <= 4 ? weeksOfMonth[nth - 1] : undefined;
  if (week === undefined) throw cannotKeep(said(parts, name), 'a weekday is the first to fourth or the last, -1.');
  return { week, weekday: weekdays[first.day - 1] };
}

function byNumber(parts: Parts, months: readonly number[]): Days {
  const numbers = numbersOf(parts, 'BYMONTHDAY').toSorted((one, other) => one - other);
  const position = positionOf(parts);
  const [first = 0, ...others] = numbers;
  if (others.length > 0) return { day: lastOf(parts, numbers, position) };
  if (position !== null && Math.abs(position) !== 1) {
    throw cannotKeep(said(parts, 'BYSETPOS'), 'there is one such day in the month.');
  }
  if (first === -1) return { day: 31 };
  if (first >= 1 && months.every((month) => first <= fewestDays(month))) return { day: first };
  if (first < 1 || first > 31) throw cannotKeep(said(parts, 'BYMONTHDAY'), 'a day is 1 to 31, or -1 for the last.');
  const all = lastDays.filter((day) => day <= first);
  const instead = first === 31 ? 'BYMONTHDAY=-1' : `BYMONTHDAY=${all};BYSETPOS=-1`;
  throw cannotKeep(said(parts, 'BYMONTHDAY'), `shorter months would be left out; ${instead} takes their last day.`);
}

/** The last that a month has of the days 28 to 29, 30 or 31. */
function lastOf(parts: Parts, numbers: readonly number[], position: number | null): number {
  const last = numbers.at(-1) ?? 0;
  const isRow = numbers.join() === lastDays.filter((day) => day <= last).join();
  if (position === -1 && isRow) return last;
  if (position === null) throw cannotKeep(said(parts, 'BYMONTHDAY'), 'that is a schedule for each day.');
  throw cannotKeep(said(parts, 'BYSETPOS'), 'of several days, only -1 of 28 to 29, 30 or 31 is known.');
}

function positionOf(parts: Parts): number | null {
  const [first = null, ...others] = numbersOf(parts, 'BYSETPOS');
  if (others.length > 0) throw cannotKeep(said(parts, 'BYSETPOS'), 'that is a schedule for each position.');
  return first;
}
