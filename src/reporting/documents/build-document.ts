import { buildBreakdown } from './breakdown.ts';
import { dayIn } from './calendar.ts';
import { compare } from './comparison.ts';
import { type Answer, type ConnectionFigures, findSeries, hasRows, rowsRead, totalFigure } from './figures.ts';
import type { FormatContext } from './format.ts';
import { findHighlights } from './highlights/highlights.ts';
import type {
  AskedName,
  Brand,
  Comparison,
  Kpi,
  MetricDescription,
  Point,
  ReportDocument,
  Section,
  Source,
} from './model.ts';
import type { PlannedSection } from './planned-sections.ts';
import type { ReportPlan } from './report-plan.ts';
import { notesOf } from './section-notes.ts';
import { findPoints } from './series-points.ts';
import { findWarnings, type OmittedConnection } from './warnings.ts';

export interface DocumentInput {
  readonly reportId: string;
  /** Null to use the project's name. */
  readonly title: string | null;
  readonly projectName: string;
  readonly clientName: string | null;
  readonly brand: Brand;
  readonly locale: string;
  readonly currency: string;
  /** UTC ISO 8601. */
  readonly createdAt: string;
  readonly plan: ReportPlan;
  /** One entry for each of `plan.connections`, in any order. */
  readonly fetched: readonly FetchedConnection[];
  /** Connections that the report leaves out. None if absent. */
  readonly omitted?: readonly OmittedConnection[];
}

export interface FetchedConnection {
  readonly connectionId: string;
  /** UTC ISO 8601; when the first query was sent. */
  readonly fetchedAt: string;
  /** One answer for each of the connection's planned queries, in their order. */
  readonly answers: readonly Answer[];
}

/**
 * Builds the report document from a plan and the answers to its queries. The same input gives the same document, byte for
 * byte. Explicit sections of a connection without rows stay and are empty; the automatic layout leaves them out.
 */
export function buildDocument(input: DocumentInput): ReportDocument {
  const { plan, locale, currency } = input;
  const connections = joinAnswers(plan, input.fetched);
  const context = { locale, currency };
  const firstInstant = [input.createdAt, ...connections.map(({ fetchedAt }) => fetchedAt)].sort()[0] ?? input.createdAt;
  const today = dayIn(plan.timeZone, firstInstant);
  const shown = plan.sections.filter((section) => isShown(section, plan, connections));
  const build = (section: PlannedSection): Section => {
    if (section.type === 'text') return section;
    if (section.type === 'highlights') {
      return { ...section, items: findHighlights({ asked: plan.asked, shown, connections, today }, context) };
    }
    return buildDataSection(section, figuresOf(section.connection.id, connections), today, context);
  };
  return {
    version: 1,
    report_id: input.reportId,
    title: input.title ?? input.projectName,
    project_name: input.projectName,
    client_name: input.clientName,
    brand: input.brand,
    locale,
    time_zone: plan.timeZone,
    currency,
    periods: plan.periods,
    created_at: input.createdAt,
    sections: shown.map(build),
    sources: connections.map((figures) => sourceOf(figures, plan.timeZone)),
    warnings: findWarnings({
      ...{ periods: plan.periods, connections, omitted: input.omitted ?? [], today },
      ...{ timeZone: plan.timeZone, currency, locale },
    }),
  };
}

function joinAnswers(plan: ReportPlan, fetched: readonly FetchedConnection[]): ConnectionFigures[] {
  return plan.connections.map((planned) => {
    const { id } = planned.connection;
    const found = fetched.find(({ connectionId }) => connectionId === id);
    if (found?.answers.length !== planned.queries.length) {
      throw new TypeError(`Connection ${id} needs one answer for each of its ${planned.queries.length} queries`);
    }
    return { ...planned, periods: plan.periods, answers: found.answers, fetchedAt: found.fetchedAt };
  });
}

function figuresOf(id: string, connections: readonly ConnectionFigures[]): ConnectionFigures {
  const figures = connections.find(({ connection }) => connection.id === id);
  if (!figures) throw new TypeError(`Connection ${id} is not part of the plan`);
  return figures;
}

function isShown(section: PlannedSection, plan: ReportPlan, connections: readonly ConnectionFigures[]): boolean {
  if (!plan.automatic || !('connection' in section)) return true;
  const figures = figuresOf(section.connection.id, connections);
  return hasRows(figures, 'current') || hasRows(figures, 'compare');
}

type DataSection = Extract<PlannedSection, { readonly connection: unknown }>;

function buildDataSection(
  section: DataSection,
  figures: ConnectionFigures,
  today: string,
  context: FormatContext,
): Section {
  const notes = (points: readonly Point[]) => notesOf(section, figures, points, today, context);
  if (section.type === 'breakdown') return { ...buildBreakdown(section, figures), notes: notes([]) };
  const { title, connection } = section;
  const source = { connection_id: connection.id, connection_name: connection.name };
  if (section.type === 'kpis') {
    const items = section.metrics.map((metric) => kpiOf(metric, figures));
    return { type: 'kpis', title, ...source, notes: notes([]), items };
  }
  const { metric, by } = section;
  const current = findPoints(figures, 'current', metric, by, today) ?? [];
  const compared = findPoints(figures, 'compare', metric, by, today) ?? null;
  return {
    type: 'timeseries',
    title,
    ...source,
    notes: notes([...current, ...(compared ?? [])]),
    metric,
    by,
    current,
    compare: compared,
    total: totalOf(metric, figures),
  };
}

function kpiOf(metric: MetricDescription, figures: ConnectionFigures): Kpi {
  const days = findSeries(figures, 'current', metric, 'day') ?? [];
  return { metric, ...totalOf(metric, figures), spark: days.map(({ value }) => value) };
}

function totalOf(metric: MetricDescription, figures: ConnectionFigures): Comparison {
  const current = totalFigure(figures, 'current', metric.key);
  return compare(current, totalFigure(figures, 'compare', metric.key), metric.better);
}

function nameOf({ key, label }: AskedName): AskedName {
  return { key, label };
}

function sourceOf(figures: ConnectionFigures, timeZone: string): Source {
  const { connection, queries, answers, fetchedAt, periods } = figures;
  const { description } = connection;
  const asked = new Set(queries.flatMap(({ metrics }) => metrics));
  const grouped = new Set(queries.flatMap(({ by }) => (typeof by === 'object' ? by.dimension : [])));
  return {
    connection_id: connection.id,
    connection_name: connection.name,
    system: connection.system,
    metrics: description.metrics.filter(({ key }) => asked.has(key)).map(nameOf),
    dimensions: description.dimensions.filter(({ key }) => grouped.has(key)).map(nameOf),
    periods,
    time_zone: description.timeZone ?? timeZone,
    queries: queries.length,
    rows_current: rowsRead(figures, 'current'),
    rows_compare: rowsRead(figures, 'compare'),
    fetched_at: fetchedAt,
    fresh_at:
      answers
        .flatMap(({ freshAt }) => freshAt ?? [])
        .sort()
        .at(0) ?? null,
  };
}
