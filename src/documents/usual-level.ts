import { median } from './arithmetic.ts';
import type { Day } from './findings.ts';
import type { MetricDescription } from './model.ts';

/** What was usual around each of a series of days. */
export interface UsualLevels {
  readonly days: readonly { readonly day: Day; readonly usual: number }[];
  /** Whether a day's usual level is that of the same weekday. */
  readonly byWeekday: boolean;
  /** Robust standard deviation of the days from their usual levels: 1.4826 times the median of the distances. */
  readonly spread: number;
}

const daysAround = 14;
const weekdaysAround = 8;
const leastOfWeekday = 3;
/** Makes the median absolute deviation comparable to the standard deviation of a normal distribution. */
const normalConsistency = 1.4826;

/**
 * The usual level of each day: the median of the other days around it (7 before and 7 after), or, where that comes closer
 * to the days on average and there are at least three days of each weekday, of the same weekday around it (4 before and 4
 * after). At an end of the series more lie on the one side. So neither a weekly rhythm nor a slow trend is unusual. `days`
 * ascend.
 */
export function usualLevels(days: readonly Day[]): UsualLevels {
  const daily = withUsual(days, daysAround);
  const weekdays = Map.groupBy(days, ({ date }) => weekdayOf(date));
  const enough = weekdays.size > 1 && [...weekdays.values()].every((members) => members.length >= leastOfWeekday);
  const weekly = enough
    ? [...weekdays.values()]
        .flatMap((members) => withUsual(members, weekdaysAround))
        .sort((one, other) => (one.day.date < other.day.date ? -1 : 1))
    : daily;
  const byWeekday = averageDistance(weekly) < averageDistance(daily);
  const levels = byWeekday ? weekly : daily;
  return { days: levels, byWeekday, spread: normalConsistency * median(levels.map(distance)) };
}

/** The days' scatter that is ordinary for a figure: their spread, for counts at least that of chance (Poisson). */
export function ordinaryScatter(spread: number, usual: number, metric: MetricDescription): number {
  return metric.unit === 'count' && metric.additive ? Math.max(spread, Math.sqrt(Math.abs(usual))) : spread;
}

/** ISO number of the weekday: 1 is Monday. */
export function weekdayOf(date: string): number {
  return Temporal.PlainDate.from(date).dayOfWeek;
}

type Level = UsualLevels['days'][number];

function withUsual(days: readonly Day[], count: number): Level[] {
  return days.map((day, index) => {
    const first = Math.max(0, Math.min(index - count / 2, days.length - 1 - count));
    const around = days.slice(first, first + count + 1).filter((other) => other !== day);
    return { day, usual: median(around.map(({ value }) => value)) };
  });
}

function distance({ day, usual }: Level): number {
  return Math.abs(day.value - usual);
}

function averageDistance(levels: readonly Level[]): number {
  return levels.reduce((total, level) => total + distance(level) / levels.length, 0);
}
