import type { Recurrence } from '../occurrences.ts';

/** The days of a week as RFC 5545 names them, from Monday. */
export const dayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export const workingDays = dayNames.slice(0, 5);

/**
 * The value of an `RRULE` (RFC 5545, 3.3.10) that says when a schedule fires, such as `FREQ=MONTHLY;BYDAY=1MO`. Its last day is
 * in it; its time and first day belong to a `DTSTART`, and skipped days to an `EXDATE`.
 */
export function writeRrule(recurrence: Recurrence): string {
  return [...frequencyOf(recurrence), ...untilOf(recurrence)].join(';');
}

function frequencyOf(recurrence: Recurrence): string[] {
  const { cadence, day } = recurrence;
  const month = recurrence.month ?? 1;
  switch (cadence) {
    case 'daily':
      return ['FREQ=DAILY'];
    case 'weekdays':
      return ['FREQ=WEEKLY', `BYDAY=${workingDays}`];
    case 'weekly':
      return ['FREQ=WEEKLY', `BYDAY=${nameOf(day)}`];
    case 'fortnightly':
      return ['FREQ=WEEKLY', 'INTERVAL=2', `BYDAY=${nameOf(day)}`];
    case 'monthly':
      return ['FREQ=MONTHLY', ...dayOfMonth(recurrence, everyMonth)];
    case 'quarterly': {
      const months = monthsOfQuarters(month);
      return ['FREQ=MONTHLY', `BYMONTH=${months}`, ...dayOfMonth(recurrence, months)];
    }
    default:
      return ['FREQ=YEARLY', `BYMONTH=${month}`, ...dayOfMonth(recurrence, [month])];
  }
}

const everyMonth = Array.from({ length: 12 }, (_, index) => index + 1);

/** The four months, of which the first is the `month`-th of its quarter. */
export function monthsOfQuarters(month: number): number[] {
  return [0, 3, 6, 9].map((after) => month + after);
}

/** A day that is the last one of shorter months is the last there is of it and those before. */
function dayOfMonth({ day, nth }: Recurrence, months: readonly number[]): string[] {
  if (nth !== null && day !== null) return [`BYDAY=${nth}${nameOf(day)}`];
  if (nth !== null) return [`BYDAY=${workingDays}`, `BYSETPOS=${nth}`];
  const number = day ?? 1;
  if (months.every((month) => number <= fewestDays(month))) return [`BYMONTHDAY=${number}`];
  if (months.every((month) => number >= mostDays(month))) return ['BYMONTHDAY=-1'];
  return [`BYMONTHDAY=${lastDays.filter((each) => each <= number)}`, 'BYSETPOS=-1'];
}

/** The days that can be the last of a month. */
export const lastDays = [28, 29, 30, 31];

/** How many days a month has in any year. */
export function fewestDays(month: number): number {
  return Temporal.PlainYearMonth.from({ year: 2023, month }).daysInMonth;
}

function mostDays(month: number): number {
  return Temporal.PlainYearMonth.from({ year: 2024, month }).daysInMonth;
}

function nameOf(day: number | null): string {
  return dayNames[(day ?? 1) - 1] ?? dayNames[0];
}

/** In UTC, as an `UNTIL` is beside a `DTSTART` with a time zone: the time at which it fires on that day, or would. */
function untilOf({ until, at, timeZone }: Recurrence): string[] {
  if (until === null) return [];
  const local = Temporal.PlainDate.from(until).toPlainDateTime(Temporal.PlainTime.from(at));
  const instant = local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).toInstant();
  return [`UNTIL=${instant.toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}`];
}
