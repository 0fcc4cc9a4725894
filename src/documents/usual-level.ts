import { median } from './arithmetic.ts';
import { weekdayOf } from './calendar.ts';
import type { Day } from './findings.ts';
import type { MetricDescription } from './model.ts';

/** What was usual around each of a series of days. */
export interface UsualLevels {
  readonly days: readonly { readonly day: Day; readonly usual: number }[];
  /** Whether a day's usual level is that of the same weekday. */
  readonly byWeekday: boolean;
  /**
   * Robust standard deviation of the days from the medians around them: 1.4826 times the median of the distances, or 1.2533
   * times their mean where most days lie on their median.
   */
  readonly spread: number;
}

const daysAround = 14;
const weekdaysAround = 8;
const leastOfWeekday = 3;
/** These make the median and the mean absolute deviation comparable to the standard deviation of a normal distribution. */
const medianConsistency = 1.4826;
const meanConsistency = 1.2533;

/**
 * The usual level of each day: the median of the other days around it (7 before and 7 after), or, where that comes closer
 * to the days on average and there are at least three days of each weekday, of the same weekday around it (4 before and 4
 * after). At an end of the series more lie on the one side. Of an even number any value between the middle two is a median:
 * the one nearest to the day is taken, so that the days beside a step to a new level are not far from both. So neither a weekly rhythm nor a slow trend is unusual. `days`
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
  const spread = medianConsistency * median(levels.map(fromMiddle)) || meanConsistency * averageDistance(levels);
  return { days: levels, byWeekday, spread };
}

/**
 * The scatter that is ordinary for a day: the spread of the days, for a count at least that of chance (Poisson), midway
 * between the day and the level since few are never far below nor rarely twice as many.
 */
export function ordinaryScatter(spread: number, { day, usual }: Level, metric: MetricDescription): number {
  if (metric.unit !== 'count') return spread;
  return Math.max(spread, Math.sqrt((Math.abs(day.value) + Math.abs(usual)) / 2));
}

type Level = UsualLevels['days'][number];

/** `middle` is the median proper: the nearer level would make days of a few weeks look closer to their weekday than they are. */
interface MeasuredLevel extends Level {
  readonly middle: number;
}

function withUsual(days: readonly Day[], count: number): MeasuredLevel[] {
  return days.map((day, index) => {
    const first = Math.max(0, Math.min(index - count / 2, days.length - 1 - count));
    const around = days.slice(first, first + count + 1).filter((other) => other !== day);
    const rising = around.map(({ value }) => value).sort((one, other) => one - other);
    const lower = rising[Math.ceil(rising.length / 2) - 1] ?? day.value;
    const upper = rising[Math.floor(rising.length / 2)] ?? day.value;
    const usual = Math.min(Math.max(day.value, lower), upper);
    return { day, usual, middle: lower / 2 + upper / 2 };
  });
}

function fromMiddle({ day, middle }: MeasuredLevel): number {
  return Math.abs(day.value - middle);
}

function averageDistance(levels: readonly MeasuredLevel[]): number {
  return levels.reduce((total, level) => total + fromMiddle(level) / levels.length, 0);
}
