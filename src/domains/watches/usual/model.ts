import { isHoliday } from './holidays.ts';
import { type DailyValue, type Prediction, predictions, type Shape } from './predictions.ts';
import { mean, poissonHigh, poissonLow, spreadOf } from './statistics.ts';

export type Measure = 'count' | 'amount' | 'ratio';

/** A metric's days with what could be said of each from the days before it, for judging any of them. */
export interface Series {
  readonly days: readonly DailyValue[];
  readonly measure: Measure;
  /** Null on holidays, too, which are neither judged nor learned from. */
  readonly values: readonly (number | null)[];
  predicted(shape: Shape): readonly Prediction[];
}

/** What is usual on one day, and how far the days before it were from what was usual then. */
export interface Model {
  readonly usual: number;
  /** What one of the errors amounts to on that day, in the metric's own unit. */
  readonly spread: number;
  /** Of the days before it, in their spreads and in order; undefined for days that are not judged. */
  readonly errors: readonly (number | undefined)[];
}

export function seriesOf(days: readonly DailyValue[], measure: Measure): Series {
  const known = new Map<Shape, Prediction[]>();
  const values = days.map(({ day, value }) => (value === null || isHoliday(day) ? null : value));
  const predicted = (shape: Shape) => known.getOrInsertComputed(shape, () => predictions(days, values, shape));
  return { days, measure, values, predicted };
}

/** Counts below this are judged by chance (Poisson); larger ones vary at least as much in whole numbers. */
const smallCount = 30;
/** As many days as these choose the way of prediction. */
const choosingDays = 90;
const fewestErrors = 20;

/** Undefined where too few of the days before could be predicted. */
export function modelOf(series: Series, index: number): Model | undefined {
  const { measure } = series;
  const values = series.values.slice(0, index);
  const shape = shapeOf(values, measure);
  const prediction = bestOf(series.predicted(shape), values, index);
  const usual = prediction?.[index];
  if (!prediction || usual === undefined) return undefined;
  const relative = shape === 'factors';
  const distances = values.map((value, at) => distance(value, prediction[at], relative));
  const share = spreadOf(distances.filter((each) => each !== undefined));
  const spreadAt = (level: number) => Math.max(share * (relative ? level : 1), leastSpread(level, measure));
  const errors = values.map((value, at) => {
    const expected = prediction[at];
    if (value === null || expected === undefined) return undefined;
    return (value - expected) / (spreadAt(expected) || Number.EPSILON);
  });
  return { usual, spread: spreadAt(usual), errors };
}

/** Weekdays multiply where a metric is never negative and seldom zero; otherwise they add. */
function shapeOf(values: readonly (number | null)[], measure: Measure): Shape {
  const known = values.filter((value) => value !== null);
  if (measure === 'ratio' || known.some((value) => value < 0)) return 'offsets';
  return known.filter((value) => value === 0).length * 4 < known.length ? 'factors' : 'offsets';
}

function distance(value: number | null | undefined, expected: number | undefined, relative: boolean) {
  if (typeof value !== 'number' || expected === undefined) return undefined;
  if (!relative) return value - expected;
  return expected > 0 ? (value - expected) / expected : undefined;
}

function leastSpread(level: number, measure: Measure): number {
  return measure === 'count' ? Math.sqrt(Math.min(Math.max(level, 0), smallCount)) : 0;
}

/** The way that was closest on average over the same last days, of those that could predict enough of them. */
function bestOf(ways: readonly Prediction[], values: readonly (number | null)[], index: number) {
  const able = ways.filter((way) => way[index] !== undefined && predictedDays(way, values) >= fewestErrors);
  const last: number[] = [];
  for (let at = index - 1; at >= 0 && last.length < choosingDays; at--) {
    if (able.every((way) => isKnown(values[at], way[at]))) last.push(at);
  }
  const average = (way: Prediction) => mean(last.map((at) => Math.abs((values[at] ?? 0) - (way[at] ?? 0))));
  return able.map((way) => ({ way, off: average(way) })).sort((one, other) => one.off - other.off)[0]?.way;
}

/** How many days a way could predict, counted no farther than needed. */
function predictedDays(way: Prediction, values: readonly (number | null)[]): number {
  let count = 0;
  for (let at = values.length - 1; at >= 0 && count < fewestErrors; at--) count += isKnown(values[at], way[at]) ? 1 : 0;
  return count;
}

function isKnown(value: number | null | undefined, expected: number | undefined): boolean {
  return typeof value === 'number' && expected !== undefined;
}

/**
 * The values from `low` to `high` that chance alone (Poisson) gives a small count on all days but the share `chance` on
 * either side, around a usual value that is known to one standard error of eight days.
 */
export function chanceRange(usual: number, chance: number, measure: Measure) {
  const level = Math.max(usual, 0);
  if (measure !== 'count' || level >= smallCount) return { low: usual, high: usual };
  const error = Math.sqrt((level + 0.5) / 8);
  return { low: poissonLow(Math.max(0, level - error), chance), high: poissonHigh(level + error, chance) };
}
