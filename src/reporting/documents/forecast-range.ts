import { finite } from './arithmetic.ts';
import { lengthInDays, weekdayOf } from './calendar.ts';
import type { ForecastRange, MetricDescription, Period } from './model.ts';

/** Weeks of figures that a range needs, and the most that it looks at. */
const fewestWeeks = 5;
const mostWeeks = 13;
/** Days before the last one that are asked for a range. */
export const rangeDays = mostWeeks * 7 - 1;

export interface RunningPeriod {
  readonly metric: Pick<MetricDescription, 'unit' | 'decimals'>;
  readonly whole: Period;
  /** The last day that is over. */
  readonly last: string;
  /** What the days up to `last` brought, with those before the period; a day without a figure brought nothing. */
  readonly days: ReadonlyMap<string, number>;
  /** Of the whole period, at the pace so far. */
  readonly forecast: number;
  /** With what an unfinished day brought so far. */
  readonly reached: number;
}

/**
 * Between what and what a running period ends four times of five: what its days gone brought and what the weekdays to come
 * bring at their level, give or take how the last 5 to 13 whole weeks differ from each other (Student's t, with the
 * likeness of one week to the next), and on the side to which they clearly grow or fall as far as that goes on. The forecast itself is always within. Null with less than five weeks of figures.
 */
export function forecastRange(period: RunningPeriod): ForecastRange | null {
  const { metric, whole, last, days, forecast, reached } = period;
  const weeks = weeksUpTo(last, days);
  const total = mean(weeks);
  if (weeks.length < fewestWeeks || !(total > 0)) return null;
  const ofWeekday = weekdayShares(last, days, weeks.length);
  const gone = daysFrom(whole.from, last);
  const left = daysFrom(dayAfter(last, 1), whole.to);
  const expected = (some: readonly string[]) => some.reduce((all, day) => all + (ofWeekday[weekdayOf(day)] ?? 0), 0);
  const brought = gone.reduce((all, day) => all + (days.get(day) ?? 0), 0);
  const perWeek = expected(gone) > 0 ? brought / expected(gone) : 0;
  if (left.length === 0 || !(perWeek > 0)) return null;
  const deviation = (spread(weeks) / total) * perWeek * likeness(weeks);
  // Weeks to come vary by themselves, and what is known of their level by the weeks gone.
  const [come, known] = [left.length / 7, gone.length / 7];
  const reach = studentLimit(weeks.length - 1) * deviation * Math.sqrt(come + come ** 2 / known);
  const middle = brought + perWeek * expected(left);
  // From the middle of the days gone to that of the days to come.
  const drift = ((trendOf(weeks) * (come + known)) / 2) * come * (perWeek / total);
  const least = [...days.values()].every((value) => value >= 0) ? reached : Number.NEGATIVE_INFINITY;
  const low = finite(
    rounded(Math.max(least, Math.min(forecast, middle - reach + Math.min(0, drift))), metric, Math.floor),
  );
  const high = finite(rounded(Math.max(least, forecast, middle + reach + Math.max(0, drift)), metric, Math.ceil));
  return low === null || high === null ? null : { low, high };
}

/** The sums of the whole weeks that end with `last`, the newest first, back to the first day with a figure. */
function weeksUpTo(last: string, days: ReadonlyMap<string, number>): number[] {
  const first = [...days.keys()].sort()[0] ?? dayAfter(last, 1);
  const known = first > last ? 0 : lengthInDays({ from: first, to: last });
  const count = Math.min(mostWeeks, Math.floor(known / 7));
  return Array.from({ length: count }, (_, week) => {
    return daysFrom(dayAfter(last, -7 * week - 6), dayAfter(last, -7 * week)).reduce(
      (all, day) => all + (days.get(day) ?? 0),
      0,
    );
  });
}

/** What each weekday, 1 to 7, is of a week. */
function weekdayShares(last: string, days: ReadonlyMap<string, number>, weeks: number): number[] {
  const sums: number[] = Array(8).fill(0);
  for (const day of daysFrom(dayAfter(last, 1 - 7 * weeks), last)) {
    sums[weekdayOf(day)] = (sums[weekdayOf(day)] ?? 0) + (days.get(day) ?? 0);
  }
  const total = sums.reduce((all, value) => all + value, 0);
  return sums.map((value) => value / total);
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value / values.length, 0);
}

function spread(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(values.reduce((total, value) => total + (value - middle) ** 2, 0) / (values.length - 1));
}

/** Standard errors that a trend must be away from none. */
const clearTrend = 3;

/** How much each week is above the one before, by least squares; 0 where it is not clear that it is. */
function trendOf(weeks: readonly number[]): number {
  const oldest = weeks.toReversed();
  const [center, middle] = [(oldest.length - 1) / 2, mean(oldest)];
  const width = oldest.reduce((all, _, at) => all + (at - center) ** 2, 0);
  const slope = oldest.reduce((all, value, at) => all + (at - center) * (value - middle), 0) / width;
  const rest = oldest.reduce((all, value, at) => all + (value - middle - slope * (at - center)) ** 2, 0);
  const error = Math.sqrt(rest / (oldest.length - 2) / width);
  return Math.abs(slope) > clearTrend * error ? slope : 0;
}

const mostAlike = 0.6;

/** How much farther sums of weeks lie apart because one week is like the next, as in a trend; 1 where they are not. */
function likeness(weeks: readonly number[]): number {
  const middle = mean(weeks);
  const all = weeks.reduce((total, value) => total + (value - middle) ** 2, 0);
  const pairs = weeks.slice(1).reduce((total, value, at) => total + (value - middle) * ((weeks[at] ?? 0) - middle), 0);
  const alike = Math.min(mostAlike, Math.max(0, all > 0 ? pairs / all : 0));
  return Math.sqrt((1 + alike) / (1 - alike));
}

/** Student's t that a tenth exceeds, for 4 or more degrees of freedom (Cornish-Fisher, good to a hundredth). */
function studentLimit(freedom: number): number {
  const z = 1.2815515655446004;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}

function rounded(value: number, { unit, decimals }: RunningPeriod['metric'], round: (value: number) => number): number {
  return unit === 'count' && !decimals && Number.isFinite(value) ? round(value) : value;
}

function daysFrom(from: string, to: string): string[] {
  const length = from > to ? 0 : lengthInDays({ from, to });
  return Array.from({ length }, (_, index) => dayAfter(from, index));
}

const dayMs = 24 * 60 * 60 * 1000;

/** Days have no hours here, so that no clock change moves them. */
function dayAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);
}
