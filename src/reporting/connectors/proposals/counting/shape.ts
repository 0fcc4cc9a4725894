import type { Values } from './values.ts';

/** What the values of a column look like. */
export interface Shape {
  readonly isWhole: boolean;
  readonly isConstant: boolean;
  /** Of values of which some are no whole numbers: whether all are between 0 and 1. */
  readonly isFraction: boolean;
  /** One value a day and group, that moves little from day to day beside what groups differ. */
  readonly isSlow: boolean;
  /** Of one value a day and group: whether it is near that of the day before, as levels are, and some flows. */
  readonly isDrifting: boolean;
  /** Whether many values are twice others. */
  readonly isFree: boolean;
  /** Whether many values are four times others, as counts and amounts are, and what is measured of things is not. */
  readonly isWild: boolean;
  /** Whole numbers of which none comes twice. */
  readonly isUnique: boolean;
  /** The standard deviation beside the mean. */
  readonly spread: number;
  readonly median: number;
  readonly greatest: number;
}

/** The day and the group of each row of a sample, in its order. */
export interface Places {
  readonly days: readonly (string | null)[];
  readonly groups: readonly string[];
}

const leastDays = 5;

export function shapeOf({ numbers, digits, isPercent }: Values, places: Places): Shape {
  const values = numbers.filter((number) => number !== null);
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const mean = meanOf(values);
  const deviation = Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)));
  const [least = 0, greatest = 0] = [sorted[0], sorted.at(-1)];
  const isWhole = digits === 0 && !isPercent;
  const series = seriesOf(numbers, places);
  const isSlow = share(series, isSlowOne) >= 0.8;
  const isWide = (times: number) =>
    least >= 0 && values.length >= 8 && at(0.9) >= times * at(0.3) && greatest >= times * at(0.5);
  return {
    isWhole,
    isConstant: sorted.length > 1 && least === greatest,
    isFraction: !isWhole && least >= 0 && greatest <= 1,
    isSlow,
    isDrifting: share(series, isDrift) >= 0.6,
    isFree: !isSlow && isWide(2),
    isWild: !isSlow && isWide(4),
    isUnique:
      isWhole && values.length >= 8 && new Set(values).size === values.length && least >= 1000 && risesSteadily(values),
    spread: mean === 0 ? 0 : Math.abs(deviation / mean),
    median: at(0.5),
    greatest: Math.max(Math.abs(least), Math.abs(greatest)),
  };
}

/** Whether values rise as numbers of orders do: by little each. */
function risesSteadily(values: readonly number[]): boolean {
  const rising = values.filter((value, index) => {
    const before = values[index - 1] ?? 0;
    return index > 0 && value > before && value - before <= before * 0.01;
  });
  return rising.length >= (values.length - 1) * 0.9;
}

/** The values of each group by day, where there are enough of them; none if a day has several of a group. */
function seriesOf(numbers: readonly (number | null)[], { days, groups }: Places): number[][] {
  const series = new Map<string, Map<string, number>>();
  for (const [row, number] of numbers.entries()) {
    const day = days[row];
    if (number === null || day === null || day === undefined) continue;
    const own = series.getOrInsertComputed(groups[row] ?? '', () => new Map());
    if (own.has(day)) return [];
    own.set(day, number);
  }
  const long = [...series.values()].filter((own) => own.size >= leastDays);
  return long.length < series.size / 2 ? [] : long.map(inOrder);
}

function share(series: readonly number[][], is: (values: readonly number[]) => boolean): number {
  return series.length === 0 ? 0 : series.filter(is).length / series.length;
}

/** Whether neighbouring days differ by a tenth of the mean at most. */
function isSlowOne(values: readonly number[]): boolean {
  const mean = meanOf(values.map(Math.abs));
  const steps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? 0)));
  return mean > 0 && meanOf(steps) <= mean * 0.1;
}

/** Whether a day tells the next one: the correlation of neighbours. */
function isDrift(values: readonly number[]): boolean {
  const mean = meanOf(values);
  const variance = meanOf(values.map((value) => (value - mean) ** 2));
  const together = meanOf(values.slice(1).map((value, index) => (value - mean) * ((values[index] ?? mean) - mean)));
  return variance > 0 && together / variance >= 0.7;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** By day where that is written as it is sorted, else as the rows are. */
function inOrder(series: ReadonlyMap<string, number>): number[] {
  const days = [...series.keys()];
  const isSortable = days.every((day) => /^\d{4}-\d{2}/.test(day));
  return (isSortable ? days.sort() : days).map((day) => series.get(day) ?? 0);
}
