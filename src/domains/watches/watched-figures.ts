import { finite, sum } from '../../reporting/documents/arithmetic.ts';
import type { Answer } from '../../reporting/documents/figures.ts';
import type { MetricDescription } from '../../reporting/documents/model.ts';
import { daysBetween } from './days.ts';
import type { DailyValue } from './usual/judge.ts';

/** A period of one metric, as a whole or of the values of a dimension, that was asked for by itself. */
export interface AskedPeriod {
  readonly metrics: readonly string[];
  readonly dimension: string | null;
  readonly from: string;
  readonly to: string;
}

export interface FiguresAsked {
  readonly metrics: readonly MetricDescription[];
  /** The metrics of the series, in the order of its values. */
  readonly keys: readonly string[];
  /** The days that were asked for. */
  readonly from: string;
  readonly to: string;
  readonly series: Answer;
}

/** One day in twenty. */
const rareGaps = 0.05;
const leastSpan = 14;

/** What a connection has answered, day by day, with periods that were asked for by themselves. */
export class WatchedFigures {
  readonly freshAt: string | null;
  readonly from: string;
  /** The first and last day with rows; null for none. */
  readonly firstRow: string | null;
  readonly lastRow: string | null;
  readonly #metrics: ReadonlyMap<string, MetricDescription>;
  readonly #columns: ReadonlyMap<string, number>;
  readonly #rows: ReadonlyMap<string, readonly (number | null)[]>;
  readonly #days: readonly string[];
  /** Whether it writes no rows for days on which nothing happens. */
  readonly isSparse: boolean;
  readonly #periods = new Map<string, { readonly asked: AskedPeriod; readonly answer: Answer }[]>();
  /** Up to which day the source has said all: what has no row until then has nothing. */
  #settled = '';

  constructor({ metrics, keys, from, to, series }: FiguresAsked) {
    this.#metrics = new Map(metrics.map((metric) => [metric.key, metric]));
    this.#columns = new Map(keys.map((key, index) => [key, index]));
    const rows = series.rows.filter(({ key }) => key !== null && from <= key && key <= to);
    this.#rows = new Map(rows.map(({ key, values }) => [key ?? '', values]));
    const days = [...this.#rows.keys()].sort();
    this.#days = days;
    this.firstRow = days[0] ?? null;
    this.lastRow = days.at(-1) ?? null;
    this.from = from;
    this.freshAt = series.freshAt;
    this.isSparse = isSparse(days);
  }

  metric(key: string | null): MetricDescription | undefined {
    return key === null ? undefined : this.#metrics.get(key);
  }

  /** The last day with rows up to a day; null for none. */
  lastRowUpTo(day: string): string | null {
    return this.#days.findLast((each) => each <= day) ?? null;
  }

  /** Says up to which day the source has told all. */
  settle(day: string): void {
    this.#settled = day;
  }

  addPeriod(asked: AskedPeriod, answer: Answer): void {
    this.#periods.getOrInsertComputed(nameOf(asked), () => []).push({ asked, answer });
  }

  /**
   * The value of a day; null where there is none. A source that writes no rows for days on which nothing happens has zero on
   * them; a rare gap of others is a day that it lacks.
   */
  value(key: string, day: string): number | null {
    const row = this.#rows.get(day);
    if (row) return finite(row[this.#columns.get(key) ?? -1]);
    const { firstRow, lastRow } = this;
    if (!this.metric(key)?.additive || firstRow === null || lastRow === null || day < firstRow) return null;
    return this.isSparse && (day < lastRow || day <= this.#settled) ? 0 : null;
  }

  days(key: string, from: string, to: string): DailyValue[] {
    return daysBetween(from < this.from ? this.from : from, to).map((day) => ({ day, value: this.value(key, day) }));
  }

  /** Over a period: null where there is none, or where a day of it is lacking. */
  total(key: string, from: string, to: string): number | null {
    if (from === to) return this.value(key, from);
    if (!this.metric(key)?.additive) return this.#asked(key, null, from, to) ?? null;
    const values = this.days(key, from, to).map(({ value }) => value);
    if (from < this.from || values.some((value) => value === null)) return null;
    return sum(values.filter((value) => value !== null));
  }

  /**
   * Of one value of a dimension: undefined where nobody knows, since there are more values than were told. What adds up over days
   * and was asked for by each of them is known for the whole, too.
   */
  group(key: string, dimension: string, value: string | null, from: string, to: string): number | null | undefined {
    const found = this.#find(key, dimension, from, to);
    if (!found) return this.#groupOfDays(key, dimension, value, from, to);
    const { answer, column } = found;
    // Days without any row are days that the source lacks, whatever the value.
    if (!answer.hasData) return null;
    const row = answer.rows.find((each) => each.key === value);
    if (row) return finite(row.values[column]);
    if (answer.groupCount > answer.rows.length) return undefined;
    return this.metric(key)?.additive ? 0 : null;
  }

  #groupOfDays(key: string, dimension: string, value: string | null, from: string, to: string) {
    if (from >= to || !this.metric(key)?.additive) return undefined;
    const known: number[] = [];
    for (const day of daysBetween(from, to)) {
      const found = this.group(key, dimension, value, day, day);
      if (found === undefined) return undefined;
      if (found !== null) known.push(found);
    }
    return known.length === 0 ? null : sum(known);
  }

  /** All values of a dimension; undefined where not all were told. */
  groups(key: string, dimension: string, from: string, to: string): ReadonlyMap<string | null, number> | undefined {
    const found = this.#find(key, dimension, from, to);
    if (!found || found.answer.groupCount > found.answer.rows.length) return undefined;
    return new Map(found.answer.rows.map(({ key: value, values }) => [value, finite(values[found.column]) ?? 0]));
  }

  #asked(key: string, dimension: string | null, from: string, to: string): number | null | undefined {
    const found = this.#find(key, dimension, from, to);
    if (!found?.answer.hasData) return undefined;
    return finite(found.answer.rows[0]?.values[found.column]);
  }

  #find(key: string, dimension: string | null, from: string, to: string) {
    for (const { asked, answer } of this.#periods.get(nameOf({ dimension, from, to })) ?? []) {
      const column = asked.metrics.indexOf(key);
      if (column >= 0) return { answer, column };
    }
    return undefined;
  }
}

function nameOf({ dimension, from, to }: Pick<AskedPeriod, 'dimension' | 'from' | 'to'>): string {
  return JSON.stringify([dimension, from, to]);
}

/** Whether so many days between the first and the last have no row that this is how the source says nothing. */
function isSparse(days: readonly string[]): boolean {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return false;
  const span = daysBetween(first, last).length;
  return span >= leastSpan && span - days.length > rareGaps * span;
}

/** Those of a day that watches look at by themselves: each distinct period once, with all metrics that need it. */
export function joinPeriods(periods: readonly AskedPeriod[]): AskedPeriod[] {
  const groups = Map.groupBy(periods, nameOf);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    return [{ ...first, metrics: [...new Set([first, ...others].flatMap(({ metrics }) => metrics))] }];
  });
}
