import { finite, sum } from './arithmetic.ts';
import { type CalendarUnit, unitOf, unitsOf } from './calendar.ts';
import type { MetricDescription, Period, Periods, Point } from './model.ts';
import {
  type Grouping,
  type PeriodName,
  type PlannedConnection,
  type PlannedQuery,
  type Question,
  seriesGrouping,
} from './report-plan.ts';

/** What a connected system answered to one query, in the shape that connectors return. */
export interface Answer {
  readonly rows: readonly AnswerRow[];
  readonly groupCount: number;
  readonly hasData: boolean;
  /** Null where the system does not say. */
  readonly rowsRead: number | null;
  readonly freshAt: string | null;
  /** How many values each metric of the query left out; absent where none could be. */
  readonly leftOut?: readonly number[];
  /** What the system bills for the answer, where it says so. */
  readonly bytesBilled?: number;
  readonly notices?: readonly Notice[];
}

/**
 * Something that a system says about its figures: they are extrapolated from a sample; values of few users are kept
 * back; rare values are merged into one row; they still change from a day on; rows are withheld, so that parts add up
 * to less than the total; its pages ended with a cursor that was there before, so that rows may be missing.
 */
export type Notice =
  | { readonly code: 'sampled' | 'thresholded' | 'other_row' | 'withheld_rows' | 'repeated_cursor' }
  /** `date` is the first day (YYYY-MM-DD) whose figures still change. */
  | { readonly code: 'incomplete_from'; readonly date: string }
  /** Figures of values are those since each was published, as of `date`. */
  | { readonly code: 'since_published'; readonly date: string };

interface AnswerRow {
  readonly key: string | null;
  /** Of an answer by two dimensions. */
  readonly secondary?: string | null;
  readonly values: readonly (number | null)[];
}

/** A connection with the answers to its planned queries, in their order. */
export interface ConnectionFigures extends PlannedConnection {
  readonly periods: Periods;
  readonly answers: readonly Answer[];
  readonly fetchedAt: string;
  /** Whether `periods.current` are a series' own days, not those of the report. */
  readonly isSpan?: true;
  /** Of such days the first that has figures, where days before it have none. */
  readonly begins?: string;
}

/** The values of a dimension in one period. */
export interface Groups {
  readonly count: number;
  /** Whether all values are there; beyond the cap the system returns only the greatest ones. */
  readonly complete: boolean;
  /** Null when the value exists but has no figure, undefined when the value does not exist. */
  figure(label: string | null, metric: string): number | null | undefined;
  readonly labels: readonly (string | null)[];
}

/**
 * The figures of a series' own days in the place of the report's period, without one to compare with. The system may not
 * go back so far: what it has none of is before `begins`.
 */
export function figuresOfSpan(figures: ConnectionFigures, span: Period): ConnectionFigures {
  const asked = figures.queries.flatMap((query, index) => {
    const answer = figures.answers[index];
    const isMeant = query.period === 'span' && query.from === span.from && query.to === span.to;
    return isMeant && answer ? [{ query: { ...query, period: 'current' as const }, answer }] : [];
  });
  const keys = asked.flatMap(({ query, answer }) => (query.by === 'none' ? [] : answer.rows.map(({ key }) => key)));
  const [first] = keys.filter((key) => key !== null).sort();
  return {
    ...figures,
    periods: { current: span, compare: null },
    queries: asked.map(({ query }) => query),
    answers: asked.map(({ answer }) => answer),
    isSpan: true,
    ...(first !== undefined && first > span.from && { begins: first }),
  };
}

/** Source rows of the connection in a period; null without a compare period, or where the system does not say. */
export function rowsRead(figures: ConnectionFigures, period: PeriodName): number | null {
  return findAnswer(figures, period, 'none')?.answer.rowsRead ?? null;
}

/** How many source values a metric left out over the whole period, since they could not be read. */
export function valuesLeftOut(figures: ConnectionFigures, period: PeriodName, metric: string): number {
  const found = findAnswer(figures, period, 'none', metric);
  return found?.answer.leftOut?.[found.column] ?? 0;
}

/** Whether a period has anything to show. Without rows its figures are missing, not zero. */
export function hasRows(figures: ConnectionFigures, period: PeriodName): boolean {
  return findAnswer(figures, period, 'none')?.answer.hasData ?? false;
}

/** Whether a period has rows, or values of a dimension with metrics of its own. */
export function hasAnything(figures: ConnectionFigures, period: PeriodName): boolean {
  return figures.queries.some((query, index) => query.period === period && figures.answers[index]?.hasData);
}

/** The metric over the whole period. */
export function totalFigure(figures: ConnectionFigures, period: PeriodName, metric: string): number | null {
  if (!hasRows(figures, period)) return null;
  const found = findAnswer(figures, period, 'none', metric);
  return finite(found?.answer.rows[0]?.values[found.column]);
}

/**
 * One point for each unit of the period, null where there are no rows. Units of additive metrics are summed from days.
 * Undefined when the series was not asked for.
 */
export function findSeries(
  figures: ConnectionFigures,
  name: PeriodName,
  metric: MetricDescription,
  by: CalendarUnit,
): Point[] | undefined {
  const found = findAnswer(figures, name, seriesGrouping(metric, by), metric.key);
  const period = figures.periods[name];
  if (!found || !period) return undefined;
  const parts = new Map<string, number[]>(unitsOf(period, by).map((date) => [date, []]));
  for (const row of found.answer.rows) {
    const value = finite(row.values[found.column]);
    if (row.key !== null && value !== null) parts.get(unitOf(row.key, period, by))?.push(value);
  }
  return [...parts].map(([date, values]) => ({ date, value: values.length > 0 ? sum(values) : null }));
}

/**
 * The figures of a goal's own period, as they were asked for: by day where days add up, else one without a date; none
 * without rows.
 */
export function goalFigures(figures: ConnectionFigures, days: Period, metric: MetricDescription): Dated[] {
  const by = metric.additive ? 'day' : 'none';
  for (const [index, query] of figures.queries.entries()) {
    const answer = figures.answers[index];
    const column = query.metrics.indexOf(metric.key);
    if (query.hourly) continue;
    const isMeant = query.from === days.from && query.to === days.to && query.by === by && query.period !== 'compare';
    if (!answer?.hasData || !isMeant || column < 0) continue;
    return answer.rows.flatMap(({ key, values }) => {
      const value = finite(values[column]);
      return value === null ? [] : [{ date: key, value }];
    });
  }
  return [];
}

interface Dated {
  readonly date: string | null;
  readonly value: number;
}

interface HourFigure {
  /** On the system's clock, such as `2026-10-25T02`. */
  readonly hour: string;
  readonly value: number;
}

/** The hours of the report's period that have a figure; none when hours were not asked for. */
export function findHours(figures: ConnectionFigures, metric: MetricDescription): HourFigure[] {
  for (const [index, { hourly, period, metrics }] of figures.queries.entries()) {
    const column = metrics.indexOf(metric.key);
    if (!hourly || period !== 'current' || column < 0) continue;
    return (figures.answers[index]?.rows ?? []).flatMap(({ key, values }) => {
      const value = finite(values[column]);
      return key === null || value === null ? [] : [{ hour: key, value }];
    });
  }
  return [];
}

/** The days of a period that have rows; undefined when days were not asked for. */
export function findDaysWithRows(figures: ConnectionFigures, period: PeriodName): Set<string | null> | undefined {
  const found = findAnswer(figures, period, 'day');
  return found && new Set(found.answer.rows.map((row) => row.key));
}

/** The values of a dimension, as asked for with `leading` as first metric; none without a compare period. */
export function groupsOf(
  figures: ConnectionFigures,
  period: PeriodName,
  dimension: string,
  leading: string | undefined,
): Groups {
  const found = findAnswer(figures, period, { dimension }, leading, 0);
  const rows = new Map(found?.answer.rows.map((row) => [row.key, row.values]));
  const columns = new Map(found?.metrics.map((metric, column) => [metric, column]));
  const count = Math.max(found?.answer.groupCount ?? 0, rows.size);
  return {
    count,
    complete: count === rows.size,
    labels: [...rows.keys()],
    figure(label, metric) {
      const values = rows.get(label);
      return values && finite(values[columns.get(metric) ?? -1]);
    },
  };
}

/** The values of a secondary dimension of each value of a dimension in one period. */
export interface Pairs {
  /** Whether all pairs are there; beyond the cap the system returns only the greatest ones. */
  readonly complete: boolean;
  /** The values of the dimension that have any. */
  readonly labels: readonly (string | null)[];
  /** Those of one value, as far as they were returned. */
  of(label: string | null): Groups;
}

/** The pairs of two dimensions, as asked for with `leading` as first metric; none without a compare period. */
export function pairsOf(
  figures: ConnectionFigures,
  period: PeriodName,
  by: { readonly dimension: string; readonly secondary: string },
  leading: string,
): Pairs {
  const found = findAnswer(figures, period, by, leading, 0);
  const rows = found?.answer.rows ?? [];
  const columns = new Map(found?.metrics.map((metric, column) => [metric, column]));
  const complete = (found?.answer.groupCount ?? 0) <= rows.length;
  const byLabel = Map.groupBy(rows, ({ key }) => key);
  const groups = new Map<string | null, Groups>();
  const groupsIn = (label: string | null): Groups => {
    const values = new Map(byLabel.get(label)?.map((row) => [row.secondary ?? null, row.values]));
    return {
      ...{ count: values.size, complete, labels: [...values.keys()] },
      figure(secondary, metric) {
        const own = values.get(secondary);
        return own && finite(own[columns.get(metric) ?? -1]);
      },
    };
  };
  return {
    complete,
    labels: [...byLabel.keys()],
    of: (label) => groups.getOrInsertComputed(label, groupsIn),
  };
}

/** What the system said about the answers to these questions, or to all: each notice once, of days the earliest. */
export function noticesOf(figures: ConnectionFigures, questions?: readonly Question[]): Notice[] {
  const isAsked = ({ period, by, metrics }: PlannedQuery) =>
    questions === undefined ||
    questions.some(
      (question) =>
        question.period === period &&
        sameGrouping(question.by, by) &&
        (typeof by === 'string' || question.metrics[0]?.key === metrics[0]),
    );
  const said = new Map<Notice['code'], Notice>();
  for (const [index, query] of figures.queries.entries()) {
    for (const notice of isAsked(query) ? (figures.answers[index]?.notices ?? []) : []) {
      const known = said.get(notice.code);
      if (!known || ('date' in known && 'date' in notice && notice.date < known.date)) said.set(notice.code, notice);
    }
  }
  return [...said.values()];
}

/** The answer with this grouping that has the metric (any, when none is named), at `position` among its metrics if given. */
function findAnswer(
  figures: ConnectionFigures,
  period: PeriodName,
  by: Grouping,
  metric?: string,
  position?: number,
): { answer: Answer; metrics: readonly string[]; column: number } | undefined {
  for (const [index, query] of figures.queries.entries()) {
    const answer = figures.answers[index];
    if (!answer || query.period !== period || query.hourly || !sameGrouping(query.by, by)) continue;
    const column = metric === undefined ? 0 : query.metrics.indexOf(metric);
    if (column >= 0 && (position ?? column) === column) return { answer, metrics: query.metrics, column };
  }
  return undefined;
}

function sameGrouping(one: Grouping, other: Grouping): boolean {
  if (typeof one === 'object' && typeof other === 'object') {
    return one.dimension === other.dimension && one.secondary === other.secondary;
  }
  return one === other;
}
