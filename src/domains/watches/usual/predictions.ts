import { weekdayOf } from '../../../reporting/documents/calendar.ts';
import { mean, midmean, sorted } from './statistics.ts';

export interface DailyValue {
  /** YYYY-MM-DD; days ascend without gaps. */
  readonly day: string;
  /** Null where the metric has no value that day, which then is neither judged nor learned from. */
  readonly value: number | null;
}

/** Whether days of a weekday are so many times the level (factors), or so much above it (offsets). */
export type Shape = 'factors' | 'offsets';

/** What one way of telling the usual value said of each day from the days before it alone; undefined where it could not. */
export type Prediction = readonly (number | undefined)[];

const sameWeekdays = 12;
const fewestSameWeekdays = 2;
const fewestDays = 14;
const shortLevel = 7;
const longLevel = 28;

/**
 * `judged` has the days' values but for those that are not learned from. The ways to tell a day's usual value, each from the days before it alone: a level of the last 7 days, of the last 28,
 * or of the last 28 carried on by their change from the 28 before; each with the pattern of the weekdays or without. All
 * are midmeans, so that an odd day does not move them.
 */
export function predictions(
  days: readonly DailyValue[],
  judged: readonly (number | null)[],
  shape: Shape,
): Prediction[] {
  const values = judged.map((value) => value ?? undefined);
  const patterns = weekdayPatterns(days, values, shape);
  const none = values.map(() => (shape === 'factors' ? 1 : 0));
  return [none, patterns].flatMap((pattern) => levelled(values, pattern, shape));
}

function levelled(values: readonly (number | undefined)[], pattern: Prediction, shape: Shape): Prediction[] {
  const past: number[] = [];
  const found: (number | undefined)[][] = [[], [], []];
  for (const [index, value] of values.entries()) {
    const of = pattern[index];
    for (const [which, level] of levels(past).entries()) {
      found[which]?.push(level === undefined || of === undefined ? undefined : withPattern(level, of, shape));
    }
    if (value !== undefined) past.push(withoutPattern(value, of, shape));
  }
  return found;
}

function levels(past: readonly number[]): (number | undefined)[] {
  if (past.length < fewestDays) return [undefined, undefined, undefined];
  const long = midmean(past.slice(-longLevel));
  const change = long - midmean(past.slice(-2 * longLevel, -longLevel));
  // From the middle of the last 28 days to today it is half of them and half a day.
  const carried = past.length < 2 * longLevel ? undefined : long + (change * (longLevel + 1)) / 2 / longLevel;
  return [midmean(past.slice(-shortLevel)), long, carried];
}

function withPattern(level: number, pattern: number, shape: Shape): number {
  return shape === 'factors' ? level * pattern : level + pattern;
}

function withoutPattern(value: number, pattern: number | undefined, shape: Shape): number {
  if (pattern === undefined) return value;
  if (shape === 'offsets') return value - pattern;
  return pattern > 0 ? value / pattern : value;
}

/** How each day's weekday usually lies to the week around it, by the last twelve of them before that day. */
function weekdayPatterns(
  days: readonly DailyValue[],
  values: readonly (number | undefined)[],
  shape: Shape,
): Prediction {
  const seen: number[][] = Array.from({ length: 8 }, () => []);
  return days.map(({ day }, index) => {
    const ofWeekday = seen[weekdayOf(day)] ?? [];
    // The week around the same weekday a week ago ended four days ago, so that nothing of today is in it.
    const earlier = index >= 7 ? toItsWeek(values, index - 7, shape) : undefined;
    if (earlier !== undefined) ofWeekday.push(earlier);
    return ofWeekday.length < fewestSameWeekdays ? undefined : midmean(ofWeekday.slice(-sameWeekdays));
  });
}

/** A day beside the trimmed mean of the seven days around it, in which every weekday has its place. */
function toItsWeek(values: readonly (number | undefined)[], index: number, shape: Shape): number | undefined {
  const value = values[index];
  const week = values.slice(Math.max(0, index - 3), index + 4).filter((each) => each !== undefined);
  if (value === undefined || week.length < 4) return undefined;
  const rising = sorted(week);
  const level = mean(rising.length > 4 ? rising.slice(1, -1) : rising);
  if (shape === 'offsets') return value - level;
  return level > 0 ? value / level : undefined;
}
