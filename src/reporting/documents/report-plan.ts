import { automaticSections } from './automatic-layout.ts';
import { lengthInDays } from './calendar.ts';
import type { GoalsSettings } from './goal-settings.ts';
import type { MetricDescription, Period, Periods, TimeseriesSection } from './model.ts';
import { askedMetrics, type PlannedTable } from './planned-breakdown.ts';
import { type PlannedGoal, planGoals, shownGoals } from './planned-goals.ts';
import { type DataSection, type PlannedGoals, type PlannedSection, resolveSections } from './planned-sections.ts';
import { type ReportConnection, withOwnCurrency } from './report-connection.ts';
import type { SectionsSettings } from './section-settings.ts';

export type PeriodName = keyof Periods;
export type Grouping = 'none' | 'day' | 'week' | 'month' | { readonly dimension: string; readonly secondary?: string };

/**
 * One query to a connected system, in the shape that connectors take, and the report's period that it is for: `goal` for
 * a goal's own one, `span` for a series' own days.
 */
export interface PlannedQuery extends Period {
  readonly period: PeriodName | 'goal' | 'span';
  readonly timeZone: string;
  readonly metrics: readonly string[];
  readonly by: Grouping;
  /** Days that are split into hours. */
  readonly hourly?: true;
  readonly limit: number;
}

export interface PlannedConnection {
  readonly connection: ReportConnection;
  readonly queries: readonly PlannedQuery[];
}

export interface ReportPlan {
  /** Whether the layout is the automatic one, which leaves out connections without rows. */
  readonly automatic: boolean;
  readonly timeZone: string;
  readonly periods: Periods;
  readonly sections: readonly PlannedSection[];
  /** The sections that figures are asked for: those of the report, or of the automatic layout for highlights alone. */
  readonly asked: readonly AskedSection[];
  readonly goals: readonly PlannedGoal[];
  /** The queries to each connection that the report uses; each list starts with the whole current period. */
  readonly connections: readonly PlannedConnection[];
}

/** A section that figures are asked for. */
export type AskedSection = DataSection | PlannedGoals;

export interface PlanInput {
  /** The project's `settings.sections`; null for the automatic layout. */
  readonly sections: SectionsSettings | null;
  /** The project's `settings.goals`. None if absent. */
  readonly goals?: GoalsSettings;
  readonly connections: readonly ReportConnection[];
  /** The ids of connections that the report leaves out, with their sections. None if absent. */
  readonly omitted?: ReadonlySet<string>;
  readonly periods: Periods;
  readonly timeZone: string;
}

const none: ReadonlySet<string> = new Set();

/** The most values of a dimension that are requested: enough to match the values of both periods. */
export const dimensionValuesCap = 10_000;

/** Those of the longest day. */
const mostHours = 25;

/**
 * Decides what a report shows and which queries it needs: one for all metrics that share a period and a grouping.
 * Breakdowns of a dimension share a query only when they have the same first metric, as it decides which values come
 * back. Throws SectionError for an unknown name in a section, GoalError for one in a goal.
 */
export function planReport(input: PlanInput): ReportPlan {
  const { sections: settings, omitted = none, periods, timeZone } = input;
  const connections = input.connections.map(withOwnCurrency);
  const goals = planGoals(input.goals ?? [], connections, omitted, periods.current.to);
  const automatic = () => withGoals(automaticSections(connections, periods), goals);
  const sections = settings ? resolveSections(settings, connections, omitted, periods) : automatic();
  const shown = sections.filter(isAsked);
  const told = shown.filter((section) => !hasOwnDays(section));
  const highlighted = told.length === 0 && sections.some((section) => section.type === 'highlights');
  const asked = highlighted ? [...shown, ...automatic().filter(isAsked)] : shown;
  const planned = connections.map((connection) => {
    const questions = asked.flatMap((section) => {
      if (section.type === 'goals') return goalQuestions(ofConnection(shownGoals(section, goals), connection), periods);
      return section.connection.id === connection.id ? questionsOf(section) : [];
    });
    const others = sections.flatMap((section) => wholePeriods(section, connection.id));
    return { connection, queries: queriesFor([...questions, ...others], periods, timeZone) };
  });
  return {
    automatic: settings === null,
    timeZone,
    periods,
    sections,
    asked,
    goals,
    connections: planned.filter(({ queries }) => queries.length > 0),
  };
}

/** Whether a section shows other days than the report, so that its figures stand beside no others. */
export function hasOwnDays(section: PlannedSection): boolean {
  return section.type === 'timeseries' && section.span !== undefined;
}

/** The grouping that the points of a series come from: units of an additive metric are summed from days. */
export function seriesGrouping(metric: MetricDescription, by: TimeseriesSection['by']): TimeseriesSection['by'] {
  return metric.additive ? 'day' : by;
}

function isAsked(section: PlannedSection): section is AskedSection {
  return 'connection' in section || section.type === 'goals';
}

/** The automatic layout shows goals behind the highlights, where any holds on the report's last day. */
function withGoals(sections: readonly PlannedSection[], goals: readonly PlannedGoal[]): readonly PlannedSection[] {
  if (goals.every(({ own }) => own === null)) return sections;
  return sections.toSpliced(1, 0, { type: 'goals', title: null, goals: null });
}

function ofConnection(goals: ReturnType<typeof shownGoals>, { id }: ReportConnection): typeof goals {
  return goals.filter(({ connection }) => connection.id === id);
}

export interface Question {
  readonly period: PlannedQuery['period'];
  /** The days of a goal's own period or of a span; those of the report's period if absent. */
  readonly days?: Period;
  readonly by: Grouping;
  readonly hourly?: true;
  readonly metrics: readonly MetricDescription[];
}

function queriesFor(questions: readonly Question[], periods: Periods, timeZone: string): PlannedQuery[] {
  const merged = new Map<string, { question: Question; metrics: Set<string> }>();
  for (const question of questions) {
    const { period, days, by, hourly, metrics } = question;
    const key = JSON.stringify([period, days, by, hourly, typeof by === 'object' ? metrics[0]?.key : null]);
    const entry = merged.get(key) ?? { question, metrics: new Set() };
    for (const metric of metrics) entry.metrics.add(metric.key);
    merged.set(key, entry);
  }
  return [...merged.values()].flatMap(({ question: { period, by, hourly, ...question }, metrics }) => {
    const days = period === 'goal' || period === 'span' ? question.days : periods[period];
    if (!days) return [];
    const limit = limitOf(by, days) * (hourly ? mostHours : 1);
    const shared = { period, from: days.from, to: days.to, timeZone, metrics: [...metrics], by, limit };
    return [{ ...shared, ...(hourly && { hourly }) }];
  });
}

/** What a section asks its connection. */
export function questionsOf(section: DataSection): Question[] {
  if (section.type === 'kpis') {
    const { metrics } = section;
    return [...inBothPeriods('none', metrics), ...inBothPeriods('day', metrics)];
  }
  if (section.type === 'timeseries') {
    const { metrics, by, span } = section;
    if (span) return [...inBothPeriods('none', metrics), ...spanQuestions(span, metrics, by)];
    const series = metrics.flatMap((metric) => inBothPeriods(seriesGrouping(metric, by), [metric]));
    return [...inBothPeriods('none', metrics), ...series];
  }
  if (section.type === 'heatmap') {
    const { by, metrics } = section;
    const days = { period: 'current', by: 'day', metrics } as const;
    return [...inBothPeriods('none', metrics), days, ...(by === 'hour' ? [{ ...days, hourly: true } as const] : [])];
  }
  if (section.type === 'funnel') return inBothPeriods('none', section.metrics);
  return breakdownQuestions(section);
}

/**
 * By two dimensions each of them is asked for, too: only so subtotals of what does not add up are right. Of a dimension with
 * metrics of its own there are no totals, and nothing is compared.
 */
function breakdownQuestions(section: PlannedTable): Question[] {
  const metrics = askedMetrics(section);
  const { dimension, secondary } = section;
  if (dimension.metrics) {
    return [...inBothPeriods('none', []), { period: 'current', by: { dimension: dimension.key }, metrics }];
  }
  const whole = [...inBothPeriods('none', metrics), ...inBothPeriods({ dimension: dimension.key }, metrics)];
  if (!secondary) return whole;
  const pairs = { dimension: dimension.key, secondary: secondary.dimension.key };
  if (secondary.layout === 'grouped') return [...whole, ...inBothPeriods(pairs, metrics)];
  const columns = { dimension: secondary.dimension.key };
  return [...whole, ...[columns, pairs].map((by): Question => ({ period: 'current', by, metrics }))];
}

function spanQuestions(days: Period, metrics: readonly MetricDescription[], by: TimeseriesSection['by']): Question[] {
  const ofSpan = (grouping: Grouping, asked: readonly MetricDescription[]): Question[] => [
    { period: 'span', days, by: grouping, metrics: asked },
  ];
  return [...ofSpan('none', metrics), ...metrics.flatMap((metric) => ofSpan(seriesGrouping(metric, by), [metric]))];
}

/** What a section that shows figures of several connections, or names some in its text, asks one of them. */
function wholePeriods(section: PlannedSection, connectionId: string): Question[] {
  const named = namedMetrics(section).filter(({ connection }) => connection.id === connectionId);
  return named.length === 0
    ? []
    : inBothPeriods(
        'none',
        named.map(({ metric }) => metric),
      );
}

function namedMetrics(section: PlannedSection) {
  if (section.type === 'channels') {
    return section.rows.flatMap(({ connection, metrics }) =>
      metrics.flatMap((metric) => (metric ? [{ connection, metric }] : [])),
    );
  }
  if (section.type !== 'text') return [];
  return section.placeholders.flatMap((place) =>
    'figure' in place && place.figure.source ? [place.figure.source] : [],
  );
}

/**
 * What is asked for goals: besides the report's periods each goal's own one, by day where days add up, as only whole
 * days count for its pace. Goals of one period share a query; where it is the report's, they need none of their own.
 */
function goalQuestions(goals: ReturnType<typeof shownGoals>, { current }: Periods): Question[] {
  return goals.flatMap(({ metric, own }): Question[] => {
    const by = metric.additive ? 'day' : 'none';
    const { from, to } = own.asked;
    const isCurrent = from === current.from && to === current.to;
    return [
      ...inBothPeriods('none', [metric]),
      isCurrent
        ? { period: 'current', by, metrics: [metric] }
        : { period: 'goal', days: { from, to }, by, metrics: [metric] },
    ];
  });
}

function inBothPeriods(by: Grouping, metrics: readonly MetricDescription[]): Question[] {
  return [
    { period: 'current', by, metrics },
    { period: 'compare', by, metrics },
  ];
}

/** No period has more weeks or months than days, so the limit for days holds for every grouping. */
function limitOf(by: Grouping, days: Period): number {
  if (by === 'none') return 1;
  return typeof by === 'object' ? dimensionValuesCap : lengthInDays(days);
}
