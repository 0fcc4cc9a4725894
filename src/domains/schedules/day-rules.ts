import { fieldFault, refusedField } from '../../platform/faults.ts';
import { isCalendarDay } from '../generation-jobs/periods.ts';
import { type MonthDay, mostWorkingDays } from './month-days.ts';
import { nextOccurrence, type Occurrence, type Recurrence } from './occurrences.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
/** Which weekday of a month, in the order of its number; the last one stands for itself. */
export const weeksOfMonth = ['first', 'second', 'third', 'fourth', 'last'] as const;
export const mostSkippedDays = 100;

/** Which day a schedule fires on, as people and programs give it; null for what its cadence does not take. */
export interface GivenDay {
  readonly weekday: (typeof weekdays)[number] | null;
  /** Of the month. */
  readonly day: number | null;
  /** Which `weekday` of the month. */
  readonly week: (typeof weeksOfMonth)[number] | null;
  /** 1 to 20, or -1 for the last. */
  readonly workingDay: number | null;
  readonly month: number | null;
}

/** Between which days it fires, and on which not, as YYYY-MM-DD. */
export interface GivenDays {
  readonly from: string | null;
  readonly until: string | null;
  readonly skip: readonly string[];
}

type Cadence = Recurrence['cadence'];
type StoredDay = Pick<Recurrence, 'day' | 'nth' | 'month'>;

/** The day of a cadence; throws a fault of the field that is missing or has no meaning in it. */
export function checkMonthDay(cadence: Cadence, given: GivenDay): StoredDay {
  if (cadence === 'daily' || cadence === 'weekdays') {
    if (Object.values(dayOnly(given)).every((value) => value === null)) return { day: null, nth: null, month: null };
    throw fieldFault('day', 'daily', 'Schedules of every day, or from Monday to Friday, have no day.');
  }
  if (cadence === 'weekly' || cadence === 'fortnightly') {
    for (const field of ['week', 'working_day', 'month'] as const) {
      if (dayOnly(given)[field] !== null) throw refusedField(field, 'weekly', 'is for schedules by the month');
    }
    return {
      day: weekdayOf(given.weekday, 'weekly', 'The day of a weekly schedule is monday to sunday.'),
      nth: null,
      month: null,
    };
  }
  return { ...dayOfMonth(given), month: monthOf(cadence, given.month) };
}

function dayOnly({ weekday, day, week, workingDay, month }: GivenDay) {
  return { weekday, day, week, working_day: workingDay, month };
}

function dayOfMonth({ weekday, day, week, workingDay }: GivenDay): MonthDay {
  const named = [day, week, workingDay].filter((value) => value !== null);
  if (named.length > 1) {
    throw fieldFault('day', 'alone', 'Give the day of the month, or which weekday, or which working day, not several.');
  }
  if (week !== null) {
    const number = weekdayOf(weekday, 'week', `The ${week} of which weekday? Give monday to sunday.`);
    return { day: number, nth: week === 'last' ? -1 : weeksOfMonth.indexOf(week) + 1 };
  }
  if (workingDay !== null) {
    if (isWithin(workingDay, mostWorkingDays) || workingDay === -1) return { day: null, nth: workingDay };
    throw refusedField('working_day', 'range', `takes 1 to ${mostWorkingDays}, or -1 for the last`);
  }
  if (day !== null && isWithin(day, 31)) return { day, nth: null };
  throw fieldFault(
    'day',
    'monthly',
    'A schedule by the month has a day from 1 to 31, a weekday with its week, or a working day.',
  );
}

function monthOf(cadence: Cadence, month: number | null): number | null {
  if (cadence === 'yearly') {
    if (month !== null && isWithin(month, 12)) return month;
    throw fieldFault('month', 'yearly', 'A yearly schedule has a month from 1 to 12.');
  }
  if (cadence === 'quarterly') {
    if (month === null || isWithin(month, 3)) return month ?? 1;
    throw fieldFault('month', 'quarterly', 'The month of a quarterly schedule is that of each quarter, 1 to 3.');
  }
  if (month === null) return null;
  throw refusedField('month', 'monthly', 'is for quarterly and yearly schedules');
}

function weekdayOf(weekday: string | null, rule: string, message: string): number {
  const index = weekdays.indexOf(String(weekday).toLowerCase() as (typeof weekdays)[number]);
  if (index >= 0) return index + 1;
  throw fieldFault('weekday', rule, message);
}

function isWithin(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}

/** The days of a stored schedule as they are given and shown. */
export function shownDay({ cadence, day, nth, month }: Pick<Recurrence, 'cadence'> & StoredDay): GivenDay {
  const isByWeek = cadence === 'weekly' || cadence === 'fortnightly' || (nth !== null && day !== null);
  return {
    weekday: isByWeek ? (weekdays[(day ?? 1) - 1] ?? null) : null,
    day: isByWeek ? null : day,
    week: nth === null || day === null ? null : (weeksOfMonth[nth === -1 ? 4 : nth - 1] ?? null),
    workingDay: day === null ? nth : null,
    month,
  };
}

export function checkDays({ from, until, skip }: GivenDays): GivenDays {
  for (const [field, days] of Object.entries({ from: [from], until: [until], skip })) {
    const wrong = days.find((day) => day !== null && !isCalendarDay(day));
    if (wrong !== undefined) throw refusedField(field, 'format', `takes days as YYYY-MM-DD, not "${wrong}"`);
  }
  if (from !== null && until !== null && until < from)
    throw refusedField('until', 'order', 'lies before the first day');
  const days = [...new Set(skip)].toSorted();
  if (days.length > mostSkippedDays) throw refusedField('skip', 'maxItems', `takes at most ${mostSkippedDays} days`);
  return { from, until, skip: days };
}

/** A fortnightly recurrence counts its weeks from its first day, which is its next one unless somebody gave another. */
export function withFirstDay(recurrence: Recurrence, now: Temporal.Instant): Recurrence {
  if (recurrence.cadence !== 'fortnightly' || recurrence.from !== null) return recurrence;
  const next = nextOccurrence({ ...recurrence, cadence: 'weekly' }, now);
  return { ...recurrence, from: next?.date ?? recurrence.until };
}

/** The next occurrence; throws a fault of the field because of which there is none. */
export function requireNext(recurrence: Recurrence, now: Temporal.Instant): Occurrence {
  const next = nextOccurrence(recurrence, now);
  if (next) return next;
  const isSkipped = nextOccurrence({ ...recurrence, skip: [] }, now) !== undefined;
  if (isSkipped) throw refusedField('skip', 'never', 'leaves no day on which the schedule would fire');
  throw refusedField(
    'until',
    'never',
    'leaves no day on which the schedule would fire again; take a later one, or none',
  );
}
