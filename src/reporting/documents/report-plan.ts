import { lengthInDays } from './calendar.ts';
import type { MetricDescription, Period, Periods, TimeseriesSection } from './model.ts';
import {
  automaticSections,
  type DataSection,
  type PlannedSection,
  type ReportConnection,
  resolveSections,
} from './planned-sections.ts';
import type { SectionsSettings } from './section-settings.ts';

export type PeriodName = keyof Periods;
export type Grouping = 'none' | 'day' | 'week' | 'month' | { readonly dimension: string };

/** One query to a connected system, in the shape that connectors take, and the report's period that it is for. */
export interface PlannedQuery extends Period {
  readonly period: PeriodName;
  readonly timeZone: string;
  readonly metrics: readonly string[];
  readonly by: Grouping;
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
  readonly asked: readonly DataSection[];
  /** The queries to each connection that the report uses; each list starts with the whole current period. */
  readonly connections: readonly PlannedConnection[];
}

export interface PlanInput {
  /** The project's `settings.sections`; null for the automatic layout. */
  readonly sections: SectionsSettings | null;
  readonly connections: readonly ReportConnection[];
  /** The ids of connections that the report leaves out, with their sections. None if absent. */
  readonly omitted?: ReadonlySet<string>;
  readonly periods: Periods;
  readonly timeZone: string;
}

const none: ReadonlySet<string> = new Set();

/** The most values of a dimension that are requested: enough to match the values of both periods. */
export const dimensionValuesCap = 10_000;

/**
 * Decides what a report shows and which queries it needs: one for all metrics that share a period and a grouping.
 * Breakdowns of a dimension share a query only when they have the same first metric, as it decides which values come
 * back. Throws SectionError for an unknown name in a section.
 */
export function planReport({ sections: settings, connections, omitted, periods, timeZone }: PlanInput): ReportPlan {
  const sections = settings
    ? resolveSections(settings, connections, omitted ?? none)
    : automaticSections(connections, periods);
  const shown = sections.filter(isDataSection);
  const highlighted = shown.length === 0 && sections.some((section) => section.type === 'highlights');
  const asked = highlighted ? automaticSections(connections, periods).filter(isDataSection) : shown;
  const planned = connections.map((connection) => {
    const own = asked.filter((section) => section.connection.id === connection.id);
    return { connection, queries: queriesFor(own, periods, timeZone) };
  });
  return {
    automatic: settings === null,
    timeZone,
    periods,
    sections,
    asked,
    connections: planned.filter(({ queries }) => queries.length > 0),
  };
}

/** The grouping that the points of a series come from: units of an additive metric are summed from days. */
export function seriesGrouping(metric: MetricDescription, by: TimeseriesSection['by']): TimeseriesSection['by'] {
  return metric.additive ? 'day' : by;
}

function isDataSection(section: PlannedSection): section is DataSection {
  return 'connection' in section;
}

export interface Question {
  readonly period: PeriodName;
  readonly by: Grouping;
  readonly metrics: readonly MetricDescription[];
}

function queriesFor(sections: readonly DataSection[], periods: Periods, timeZone: string): PlannedQuery[] {
  const merged = new Map<string, { question: Question; metrics: Set<string> }>();
  for (const question of sections.flatMap(questionsOf)) {
    const { period, by, metrics } = question;
    const key = JSON.stringify([period, by, typeof by === 'object' ? metrics[0]?.key : null]);
    const entry = merged.get(key) ?? { question, metrics: new Set() };
    for (const metric of metrics) entry.metrics.add(metric.key);
    merged.set(key, entry);
  }
  return [...merged.values()].flatMap(({ question: { period, by }, metrics }) => {
    const days = periods[period];
    if (!days) return [];
    return [{ period, from: days.from, to: days.to, timeZone, metrics: [...metrics], by, limit: limitOf(by, days) }];
  });
}

/** What a section asks its connection. A breakdown's first metric decides which values come back. */
export function questionsOf(section: DataSection): Question[] {
  if (section.type === 'kpis') {
    const { metrics } = section;
    return [...inBothPeriods('none', metrics), ...inBothPeriods('day', metrics)];
  }
  if (section.type === 'timeseries') {
    const metrics = [section.metric];
    return [...inBothPeriods('none', metrics), ...inBothPeriods(seriesGrouping(section.metric, section.by), metrics)];
  }
  const { dimension, metrics } = section;
  return [...inBothPeriods('none', metrics), ...inBothPeriods({ dimension: dimension.key }, metrics)];
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
