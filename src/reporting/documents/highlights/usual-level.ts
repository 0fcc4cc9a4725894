import { median } from '../arithmetic.ts';
import { weekdayOf } from '../calendar.ts';
import type { MetricDescription } from '../model.ts';
import type { Day } from './findings.ts';

/** What was usual around each of a series of days. */
export interface UsualLevels {
  readonly days: readonly { readonly day: Day; readonly usual: number }[];
  /** Whether a day's usual level is that of the same weekday. */
  readonly byWeekday: boolean;
  /**
   * Robust standard deviation of the days from the medians around them: 1.4826 times the median distance, or 1.2533
   * times the mean distance where most days lie on their median.
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
 * The usual level of each day: the median of the other days around it (7 before and 7 after), or of the same weekday (4
 * before and 4 after), where that is closer to the days on average and there are at least three days of each weekday.
 * At either end of the series more neighbours come from the other side. With an even number any value between the
 * middle two is a median: the one nearest to the day is taken, so that days next to a step to a new level are not far
 * from both. So neither a weekly rhythm nor a slow trend is unusual. `days` ascend.
 */
export function usualLevels(days: readonly Day[]): UsualLevels {
  return levelsOfDays.getOrInsertComputed(days, computeLevels);
}

/** Several kinds of findings ask for those of the same days. */
const levelsOfDays = new WeakMap<readonly Day[], UsualLevels>();

function computeLevels(days: readonly Day[]): UsualLevels {
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
 * The ordinary scatter of a day: the spread of the days, for a count at least chance (Poisson) at a value midway
 * between the day and its level, because small counts can double by chance but never fall far.
 */
export function ordinaryScatter(spread: number, { day, usual }: Level, metric: MetricDescription): number {
  if (metric.unit !== 'count') return spread;
  return Math.max(spread, Math.sqrt((Math.abs(day.value) + Math.abs(usual)) / 2));
}

type Level = UsualLevels['days'][number];

/**
 * `middle` is the true median: the nearest one would make the days of a few weeks look closer to their weekday than
 * they are.
 */
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
