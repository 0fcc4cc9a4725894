import { difference } from '../../reporting/documents/arithmetic.ts';
import { lengthInDays } from '../../reporting/documents/calendar.ts';
import { compare } from '../../reporting/documents/comparison.ts';
import { findMissingDays } from '../../reporting/documents/covered-days.ts';
import {
  type Answer,
  type ConnectionFigures,
  findSeries,
  type Notice,
  noticesOf,
  totalFigure,
  valuesLeftOut,
} from '../../reporting/documents/figures.ts';
import type { GoalsSettings } from '../../reporting/documents/goal-settings.ts';
import { forecastOf, isTelling, periodStanding, type Standing } from '../../reporting/documents/goal-standing.ts';
import type { Change, MetricDescription, Period, Periods, Sentiment } from '../../reporting/documents/model.ts';
import type { PlannedGoal } from '../../reporting/documents/planned-goals.ts';
import type { ReportConnection } from '../../reporting/documents/report-connection.ts';
import type { PlannedQuery } from '../../reporting/documents/report-plan.ts';
import { type PortfolioDays, type PortfolioPeriod, periodsOn } from './portfolio-periods.ts';

/** A figure as it was read. Amounts are in `currency`, days those of the project. */
export interface StoredFigure {
  readonly connection_id: string;
  readonly connection_name: string;
  readonly system: string;
  readonly metric: string;
  readonly label: string;
  readonly unit: MetricDescription['unit'];
  /** ISO 4217; null for what is no amount. */
  readonly currency: string | null;
  readonly decimals: number | null;
  readonly better: MetricDescription['better'];
  readonly additive: boolean;
  /** Null on the first of a month for the month so far. */
  readonly period: Period | null;
  readonly compare: Period | null;
  readonly value: number | null;
  readonly compared: number | null;
  readonly change: Change | null;
  readonly goal: StoredGoal | null;
  /** What the month ends with if its other days are like those gone; null for other periods. */
  readonly forecast: number | null;
  /** What is left of a goal for costs. */
  readonly budget_left: number | null;
  /** How far it is behind its goal, as a part of it; negative for ahead. */
  readonly off_course: number | null;
  /** The values of the last 30 days. */
  readonly spark: readonly (number | null)[];
  readonly notes: readonly FigureNote[];
  readonly read_at: string;
}

interface StoredGoal {
  readonly target: number;
  readonly ratio: number | null;
  readonly pace: number | null;
  readonly lead: number | null;
  readonly time_gone: number;
  readonly prorated: boolean;
  readonly sentiment: Sentiment;
}

/** What has to be known about a figure: what its source says of it, days without rows, values that could not be read. */
type FigureNote =
  | { readonly code: Notice['code']; readonly date: string | null; readonly count: number | null }
  | { readonly code: 'missing_days' | 'values_left_out'; readonly date: null; readonly count: number };

export interface Measured {
  readonly connection: ReportConnection;
  /** In the order in which they are shown. */
  readonly metrics: readonly MetricDescription[];
  readonly goals: GoalsSettings;
  /** ISO 4217, of amounts whose system has none of its own. */
  readonly currency: string;
  /** The day that was not over yet. */
  readonly today: string;
  readonly fetchedAt: string;
  readonly queries: readonly PlannedQuery[];
  readonly answers: ConnectionFigures['answers'];
}

/** One question to a connection for all of its metrics: each period as a whole, and one series of days. */
export function questionsFor(
  metrics: readonly MetricDescription[],
  today: string,
  timeZone: string,
): readonly PlannedQuery[] {
  const { month, last_month, days, series } = periodsOn(today);
  const keys = metrics.map(({ key }) => key);
  const wholes = [month, last_month, days].flatMap((each) => (each ? [each.current, each.compare] : []));
  const distinct = new Map(wholes.flatMap((each) => (each ? [[`${each.from} ${each.to}`, each]] : [])));
  const shared = { period: 'current', timeZone, metrics: keys } as const;
  return [
    ...[...distinct.values()].map((whole) => ({ ...shared, ...whole, by: 'none' as const, limit: 1 })),
    { ...shared, ...series, by: 'day', limit: lengthInDays(series) },
  ];
}

/** The figures of the asked metrics in each period. */
export function measureFigures(measured: Measured): Readonly<Record<PortfolioPeriod, readonly StoredFigure[]>> {
  const days = periodsOn(measured.today);
  const spark = figuresOf(measured, days.days);
  const of = (name: PortfolioPeriod) =>
    measured.metrics.map((metric) => ({
      ...described(measured, metric),
      ...inPeriod(measured, metric, name, days),
      spark: (findSeries(spark, 'current', metric, 'day') ?? []).map(({ value }) => value),
    }));
  return { month: of('month'), last_month: of('last_month'), days: of('days') };
}

function described({ connection, currency, fetchedAt }: Measured, metric: MetricDescription) {
  const { key, label, unit, decimals, better, additive } = metric;
  return {
    ...{ connection_id: connection.id, connection_name: connection.name, system: connection.system },
    ...{ metric: key, label, unit, decimals, better, additive },
    currency: unit === 'currency' ? (metric.currency ?? currency) : null,
    read_at: fetchedAt,
  };
}

const nothing = {
  ...{ period: null, compare: null, value: null, compared: null, change: null, goal: null },
  ...{ forecast: null, budget_left: null, off_course: null, notes: [] },
};

function inPeriod(measured: Measured, metric: MetricDescription, name: PortfolioPeriod, days: PortfolioDays) {
  const periods = days[name];
  if (!periods) return nothing;
  const figures = figuresOf(measured, periods);
  const { today } = measured;
  const { current: value, ...compared } = compare(
    totalFigure(figures, 'current', metric.key),
    totalFigure(figures, 'compare', metric.key),
    metric.better,
  );
  // The goal of a month that is not over is the whole month's.
  const goalPeriod = name === 'month' ? days.wholeMonth : periods.current;
  const standing = periodStanding(
    goalsOf(measured, metric),
    metric,
    { ...figures, periods: { current: goalPeriod, compare: null } },
    today,
  );
  const whole = { gone: lengthInDays(periods.current), days: lengthInDays(days.wholeMonth) };
  return {
    ...{ period: periods.current, compare: periods.compare, value },
    ...{ compared: compared.compare, change: compared.change },
    goal: standing && toGoal(standing),
    forecast: name === 'month' ? forecastOf(metric, { complete: value, ...whole }) : null,
    budget_left: standing && budgetLeft(metric, standing),
    off_course: standing && isTelling(standing, goalPeriod) ? offCourse(metric, standing) : null,
    notes: notesOf(figures, metric, today),
  };
}

/** The answers as those of a report of the period, in which the arithmetic of reports finds its figures. */
function figuresOf({ connection, queries, answers, fetchedAt }: Measured, periods: Periods): ConnectionFigures {
  const isOf = (query: PlannedQuery, period: Period | null) => query.from === period?.from && query.to === period.to;
  const own = queries.flatMap((query, index) => {
    const answer = answers[index];
    if (!answer) return [];
    if (query.by === 'day') return [{ query, answer: within(answer, periods.current) }];
    return [
      ...(isOf(query, periods.current) ? [{ query, answer }] : []),
      ...(isOf(query, periods.compare) ? [{ query: { ...query, period: 'compare' as const }, answer }] : []),
    ];
  });
  return {
    ...{ connection, periods, fetchedAt },
    queries: own.map(({ query }) => query),
    answers: own.map(({ answer }) => answer),
  };
}

/** Without days of other periods, which a series would take for its first. */
function within(answer: Answer, { from, to }: Period): Answer {
  return { ...answer, rows: answer.rows.filter(({ key }) => key !== null && from <= key && key <= to) };
}

function goalsOf({ goals, connection }: Measured, metric: MetricDescription): PlannedGoal[] {
  return goals.flatMap((goal) =>
    goal.connection_id === connection.id && goal.metric === metric.key ? [{ goal, connection, metric, own: null }] : [],
  );
}

function toGoal(standing: Standing & { readonly isProrated: boolean }): StoredGoal {
  const { target, ratio, pace, lead, timeGone, isProrated, sentiment } = standing;
  return { target, ratio, pace, lead, time_gone: timeGone, prorated: isProrated, sentiment };
}

/** Of what costs: amounts that add up, and are not the better the more there is. */
function budgetLeft({ unit, additive, better }: MetricDescription, { target, reached }: Standing): number | null {
  if (unit !== 'currency' || !additive || better === 'up' || reached === null) return null;
  return difference(target, reached);
}

/** A metric that is neither good nor bad by itself, such as what is spent, is off its goal either way. */
function offCourse({ better }: MetricDescription, { pace, lead, target }: Standing): number | null {
  const ahead = pace !== null ? difference(pace, 1) : lead !== null && target !== 0 ? lead / Math.abs(target) : null;
  if (ahead === null) return null;
  if (better === 'none') return Math.abs(ahead);
  return better === 'up' ? 0 - ahead : ahead;
}

function notesOf(figures: ConnectionFigures, { key }: MetricDescription, today: string): FigureNote[] {
  const { from, to } = figures.periods.current;
  const said = noticesOf(figures).filter((notice) => !('date' in notice) || notice.date <= to);
  const missing = findMissingDays(figures, 'current', today).filter((day) => from <= day && day <= to).length;
  const left = valuesLeftOut(figures, 'current', key);
  return [
    ...said.map((notice) => ({ code: notice.code, date: 'date' in notice ? notice.date : null, count: null })),
    ...(missing > 0 ? [{ code: 'missing_days' as const, date: null, count: missing }] : []),
    ...(left > 0 ? [{ code: 'values_left_out' as const, date: null, count: left }] : []),
  ];
}
