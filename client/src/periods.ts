import type { Period } from './types.ts';

const dayMs = 86_400_000;

/** `previous`: the period right before; `year-before`: the same days, or for whole weeks the same weekdays, a year earlier. */
export type ComparisonRule = 'previous' | 'year-before';

/** The last whole calendar month in an IANA time zone, such as a project's `time_zone`. */
export function lastMonth(timeZone: string, now = new Date()): Period {
  return monthsFrom(today(timeZone, now), -1, 1);
}

/** The last whole week, Monday to Sunday, in an IANA time zone. */
export function lastWeek(timeZone: string, now = new Date()): Period {
  const day = today(timeZone, now);
  return daysFrom(day, -7 - daysSinceMonday(day), 7);
}

/**
 * The period to compare with: the same number of months for whole calendar months, otherwise the same number of days.
 */
export function comparisonPeriod(period: Period, rule: ComparisonRule): Period {
  const [from, to] = [new Date(`${period.from}T00:00:00Z`), new Date(`${period.to}T00:00:00Z`)];
  const days = Math.round((to.getTime() - from.getTime()) / dayMs) + 1;
  const months = wholeMonths(from, to);
  if (months > 0) return monthsFrom(from, rule === 'previous' ? -months : -12, months);
  if (rule === 'previous') return daysFrom(from, -days, days);
  if (days % 7 === 0 && daysSinceMonday(from) === 0) return daysFrom(from, -364, days);
  return { from: text(yearBefore(from)), to: text(yearBefore(to)) };
}

/** Midnight UTC of the calendar day that `now` is in the time zone. */
function today(timeZone: string, now: Date): Date {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
    .formatToParts(now)
    .map(({ type, value }) => [type, Number(value)] as const);
  const { year = 0, month = 1, day = 1 } = Object.fromEntries(parts);
  return new Date(Date.UTC(year, month - 1, day));
}

function daysSinceMonday(day: Date): number {
  return (day.getUTCDay() + 6) % 7;
}

/** How many whole calendar months the days cover; 0 when they do not start and end with one. */
function wholeMonths(from: Date, to: Date): number {
  const afterLast = new Date(to.getTime() + dayMs);
  if (from.getUTCDate() !== 1 || afterLast.getUTCDate() !== 1) return 0;
  return (afterLast.getUTCFullYear() - from.getUTCFullYear()) * 12 + afterLast.getUTCMonth() - from.getUTCMonth();
}

function monthsFrom(day: Date, offset: number, months: number): Period {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth() + offset];
  return { from: text(new Date(Date.UTC(year, month, 1))), to: text(new Date(Date.UTC(year, month + months, 0))) };
}

function daysFrom(day: Date, offset: number, days: number): Period {
  const from = new Date(day.getTime() + offset * dayMs);
  return { from: text(from), to: text(new Date(from.getTime() + (days - 1) * dayMs)) };
}

/** 29 February becomes 28 February. */
function yearBefore(day: Date): Date {
  const [year, month] = [day.getUTCFullYear() - 1, day.getUTCMonth()];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day.getUTCDate(), lastOfMonth)));
}

function text(day: Date): string {
  return day.toISOString().slice(0, 10);
}
