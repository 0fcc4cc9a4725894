import { daysOfLastYear, isHoliday } from './holidays.ts';
import { limitOf } from './limits.ts';
import { chanceRange, type Measure, type Model, modelOf, type Series, seriesOf } from './model.ts';
import type { DailyValue } from './predictions.ts';

export type { DailyValue } from './predictions.ts';

export interface UsualSettings {
  readonly measure: Measure;
  readonly sensitivity: 'low' | 'normal' | 'high';
  /** How many metrics of the account are watched: they share its budget of false alarms. */
  readonly metricsWatched: number;
}

export type Judgement =
  | {
      readonly outcome: 'not_enough';
      /** Days with values before the judged one. */
      readonly days: number;
      readonly needed: number;
      /** Too few days; or the judged day has no value; or it is a holiday, or was as unusual last year. */
      readonly because: 'days' | 'no_value' | 'holiday';
    }
  | {
      readonly outcome: 'usual' | 'unusual';
      readonly usual: number;
      /** Values from `low` to `high`, both included, are usual. */
      readonly low: number;
      readonly high: number;
      readonly value: number;
      /** First of the days in a row that were unusual in the same direction; null for a usual value. */
      readonly since: string | null;
      readonly direction: 'above' | 'below' | null;
    };

/** Five weeks. */
const daysNeeded = 35;
/** False alarms in 90 days: of an account, however many metrics it watches, and at most of one metric. */
const budgets = {
  low: { account: 1, metric: 0.25 },
  normal: { account: 3, metric: 0.6 },
  high: { account: 12, metric: 1 },
} as const;
const budgetDays = 90;
/** Above and below. A day alone and with the day before it are one test: they overlap, and the suite counts both. */
const tests = 2;
const longestRun = 60;

/** Judges the last day of `days` by the days before it alone. */
export function judgeLastDay(days: readonly DailyValue[], settings: UsualSettings): Judgement {
  return judge(seriesOf(days, settings.measure), days.length - 1, settings);
}

/** What `judgeLastDay` would have said of each day from `first` on, each by the days before it alone. */
export function judgeDays(days: readonly DailyValue[], settings: UsualSettings, first: number): Judgement[] {
  const series = seriesOf(days, settings.measure);
  return days.slice(first).map((_, index) => judge(series, first + index, settings));
}

/** The usual range of each day from `first` on, by the days before it alone; null where those are not enough. */
export function usualRanges(days: readonly DailyValue[], settings: UsualSettings, first: number): (Range | null)[] {
  const series = seriesOf(days, settings.measure);
  return days.slice(first).map((_, index) => {
    const before = days.slice(0, first + index).filter(({ value }) => value !== null).length;
    const range = before < daysNeeded ? undefined : rangeOf(series, first + index, settings);
    return range ? { usual: range.usual, low: range.low, high: range.high } : null;
  });
}

function judge(series: Series, index: number, settings: UsualSettings): Judgement {
  const { days } = series;
  const before = days.slice(0, Math.max(index, 0)).filter(({ value }) => value !== null).length;
  const missing = (because: 'days' | 'no_value' | 'holiday') => {
    return { outcome: 'not_enough', days: before, needed: daysNeeded, because } as const;
  };
  const range = before < daysNeeded ? undefined : rangeOf(series, index, settings);
  if (!range) return missing('days');
  const { day, value } = days[index] as DailyValue;
  if (value === null) return missing('no_value');
  if (isHoliday(day)) return missing('holiday');
  const direction = directionOf(value, range);
  if (direction && wasSoLastYear(range, index, direction)) return missing('holiday');
  const since = direction && sinceWhen(series, index, settings, direction);
  const { usual, low, high } = range;
  return { outcome: direction ? 'unusual' : 'usual', usual, low, high, value, since, direction };
}

/** Whether the same day of last year was as unusual in the same direction: a holiday, whatever it is called. */
function wasSoLastYear({ usual, low, high, model }: Judged, index: number, direction: 'above' | 'below'): boolean {
  const [side, end] = direction === 'above' ? [1, high] : [-1, low];
  const limit = (side * (end - usual)) / (model.spread || Number.EPSILON);
  return daysOfLastYear.some((ago) => side * (model.errors[index - ago] ?? 0) > limit);
}

export interface Range {
  readonly usual: number;
  readonly low: number;
  readonly high: number;
}

interface Judged extends Range {
  readonly model: Model;
}

function directionOf(value: number, { low, high }: Range): 'above' | 'below' | null {
  if (value > high) return 'above';
  return value < low ? 'below' : null;
}

function rangeOf(series: Series, index: number, settings: UsualSettings): Judged | undefined {
  const model = modelOf(series, index);
  if (!model) return undefined;
  const chance = chanceOfATest(settings);
  const { usual, spread } = model;
  const byChance = chanceRange(usual, chance, settings.measure);
  const below = Math.min(usual - spread * limitAt(model, -1, chance), byChance.low);
  const isNeverNegative = series.days.slice(0, index + 1).every(({ value }) => (value ?? 0) >= 0);
  const low = isNeverNegative ? Math.max(0, below) : below;
  const high = Math.max(usual + spread * limitAt(model, 1, chance), byChance.high);
  return { usual, low, high, model };
}

function chanceOfATest({ sensitivity, metricsWatched }: UsualSettings): number {
  const { account, metric } = budgets[sensitivity];
  return Math.min(account / Math.max(1, metricsWatched), metric) / budgetDays / tests;
}

/** How far in spreads the day may be; less after a day that was off in the same direction, as both are judged together. */
function limitAt({ errors }: Model, side: 1 | -1, chance: number): number {
  const alone = limitOf(errors, side, chance);
  const yesterday = side * (errors.at(-1) ?? 0);
  if (yesterday <= 0) return alone;
  const pairs = errors.map((error, at) => {
    const previous = errors[at - 1];
    return error === undefined || previous === undefined ? undefined : error + previous;
  });
  const together = limitOf(pairs, side, chance) - yesterday;
  return Math.min(alone, Math.max(together, alone / 2));
}

/** Walks back over the days in a row that were unusual in the same direction, past those that cannot be judged. */
function sinceWhen(series: Series, index: number, settings: UsualSettings, direction: 'above' | 'below'): string {
  let since = (series.days[index] as DailyValue).day;
  for (let at = index - 1; at >= Math.max(0, index - longestRun); at--) {
    const { day, value } = series.days[at] as DailyValue;
    if (value === null || isHoliday(day)) continue;
    const range = rangeOf(series, at, settings);
    if (!range || directionOf(value, range) !== direction) break;
    since = day;
  }
  return since;
}
