import { buildBreakdown } from './breakdown.ts';
import { type CalendarUnit, dayIn } from './calendar.ts';
import { buildChannels } from './channels.ts';
import { compare } from './comparison.ts';
import { buildCrosstab } from './crosstab.ts';
import {
  type Answer,
  type ConnectionFigures,
  figuresOfSpan,
  findSeries,
  hasRows,
  rowsRead,
  totalFigure,
} from './figures.ts';
import type { FormatContext } from './format.ts';
import { funnelSteps } from './funnel.ts';
import {
  buildGallery,
  type Depicted,
  type DepictionQuestion,
  depictionsAsked,
  galleryWarnings,
  picturesByName,
} from './gallery.ts';
import { buildGoals, type GoalsInput, kpiGoal, seriesGoal } from './goals.ts';
import { buildHeatmap } from './heatmap.ts';
import { findHighlights } from './highlights/highlights.ts';
import { type FoundIncident, seriesIncidents } from './incidents.ts';
import type {
  AskedName,
  Brand,
  Comparison,
  Kpi,
  MetricDescription,
  MetricSeries,
  Periods,
  Point,
  ReportDocument,
  Section,
  Source,
  TextSection,
} from './model.ts';
import { type PlannedText, placeholderTexts } from './placeholders.ts';
import type { PlannedGallery } from './planned-gallery.ts';
import type { DataSection, PlannedHeatmap, PlannedSection } from './planned-sections.ts';
import type { ReportConnection } from './report-connection.ts';
import type { ReportPlan } from './report-plan.ts';
import { notesOf, proratedGoals } from './section-notes.ts';
import { findPoints } from './series-points.ts';
import { marksOf } from './table-marks.ts';
import { findWarnings, type LateConnection, type OmittedConnection } from './warnings.ts';

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
  /** Connections that had no figures of a day yet. None if absent. */
  readonly notThereYet?: readonly LateConnection[];
  /** What stands before the sections of the plan. None if absent. */
  readonly before?: readonly Section[];
  /** What watches found, for the sections that show it. None if absent. */
  readonly incidents?: readonly FoundIncident[];
}

export interface FetchedConnection {
  readonly connectionId: string;
  /** UTC ISO 8601; when the first query was sent. */
  readonly fetchedAt: string;
  /** One answer for each of the connection's planned queries, in their order. */
  readonly answers: readonly Answer[];
  /** What the system shows of values in galleries. None if absent. */
  readonly depicted?: readonly Depicted[];
}

/**
 * Builds the report document from a plan and the answers to its queries. The same input gives the same document, byte for
 * byte. Explicit sections of a connection without rows stay and are empty; the automatic layout leaves them out.
 */
export function buildDocument(input: DocumentInput): ReportDocument {
  const { plan, locale, currency, before = [], incidents = [] } = input;
  const connections = joinAnswers(plan, input.fetched);
  const context = { locale, currency };
  const firstInstant = [input.createdAt, ...connections.map(({ fetchedAt }) => fetchedAt)].sort()[0] ?? input.createdAt;
  const today = dayIn(plan.timeZone, firstInstant);
  const shown = plan.sections.filter((section) => isShown(section, plan, connections));
  const goals = { goals: plan.goals, connections, today };
  const known = { ...goals, incidents };
  const build = (section: PlannedSection): Section => {
    if (section.type === 'image' || section.type === 'page_break') return section;
    if (section.type === 'text') return textSection(section, plan.periods, connections, context);
    if (section.type === 'channels') return buildChannels(section, (id) => figuresOf(id, connections), context);
    if (section.type === 'highlights') {
      return { ...section, items: findHighlights({ asked: plan.asked, shown, ...goals }, context) };
    }
    if (section.type === 'goals') return buildGoals(section, plan.periods.current.to, goals);
    const figures = figuresOf(section.connection.id, connections);
    if (section.type === 'gallery') {
      const notes = notesOf(section, figures, [], today, context);
      return { ...buildGallery(section, figures, locale, depictedOf(section.connection, input.fetched)), notes };
    }
    if (section.type === 'heatmap') {
      return heatmapSection(section, figures, { today, timeZone: plan.timeZone }, context);
    }
    if (section.type !== 'timeseries' || !section.span) return buildDataSection(section, figures, known, context);
    const { span, ...series } = section;
    return { ...buildDataSection(series, figuresOfSpan(figures, span), known, context), span } as Section;
  };
  const sections = [...before, ...shown.map(build).map((section) => movedBy(section, before.length))];
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
    sections,
    sources: connections.map((figures) => sourceOf(figures, plan.timeZone)),
    warnings: [
      ...findWarnings({
        ...{ periods: plan.periods, connections, omitted: input.omitted ?? [], today },
        ...{ timeZone: plan.timeZone, currency, locale, notThereYet: input.notThereYet ?? [] },
      }),
      ...connections.flatMap(({ connection }) =>
        galleryWarnings(connection, depictedOf(connection, input.fetched), locale),
      ),
    ],
    ...picturesByName(
      { sections },
      input.fetched.flatMap(({ depicted = [] }) => depicted),
    ),
  };
}

/** What the galleries of a report ask of one of its connections, which has answered. */
export function questionsOfGalleries(
  plan: ReportPlan,
  fetched: FetchedConnection,
  locale: string,
): readonly DepictionQuestion[] {
  const connections = plan.connections.filter(({ connection }) => connection.id === fetched.connectionId);
  const [figures] = joinAnswers({ ...plan, connections }, [fetched]);
  return figures ? depictionsAsked(plan, figures, locale) : [];
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

function depictedOf({ id }: ReportConnection, fetched: readonly FetchedConnection[]): readonly Depicted[] {
  return fetched.find(({ connectionId }) => connectionId === id)?.depicted ?? [];
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

/** Highlights name the sections that they are about by their positions. */
function movedBy(section: Section, count: number): Section {
  if (section.type !== 'highlights' || count === 0) return section;
  const items = section.items.map((item) => ({
    ...item,
    section: item.section === null ? null : item.section + count,
  }));
  return { ...section, items };
}

/** Without `values` where the text has no placeholders, as in older documents. */
function textSection(
  { title, markdown, placeholders }: PlannedText,
  periods: Periods,
  connections: readonly ConnectionFigures[],
  context: FormatContext,
): TextSection {
  if (placeholders.length === 0) return { type: 'text', title, markdown };
  const figureOf = ({ connection, metric }: { connection: ReportConnection; metric: MetricDescription }) =>
    totalOf(metric, figuresOf(connection.id, connections));
  return { type: 'text', title, markdown, values: placeholderTexts(placeholders, periods, figureOf, context) };
}

/** Its notes are about the report's period alone, as it compares none. */
function heatmapSection(
  section: PlannedHeatmap,
  figures: ConnectionFigures,
  { today, timeZone }: { readonly today: string; readonly timeZone: string },
  context: FormatContext,
): Section {
  const { title, connection, level, by, metrics } = section;
  const [metric] = metrics;
  if (!metric) throw new TypeError('A heatmap needs a metric');
  const own: ConnectionFigures = { ...figures, periods: { current: figures.periods.current, compare: null } };
  const { heatmap, notes } = buildHeatmap(section, own, { today, timeZone, locale: context.locale });
  return {
    ...{ type: 'heatmap', title, connection_id: connection.id, connection_name: connection.name },
    ...(level && { level }),
    notes: [...notes, ...notesOf(section, own, [], today, context)],
    ...{ metric, by, ...heatmap, total: totalFigure(figures, 'current', metric.key) },
  };
}

function buildDataSection(
  section: Exclude<DataSection, PlannedHeatmap | PlannedGallery>,
  figures: ConnectionFigures,
  { goals, today, incidents: found }: GoalsInput & { readonly incidents: readonly FoundIncident[] },
  context: FormatContext,
): Section {
  const notes = (points: readonly Point[]) => notesOf(section, figures, points, today, context);
  if (section.type === 'breakdown' && section.secondary?.layout === 'cross') {
    const own: ConnectionFigures = { ...figures, periods: { current: figures.periods.current, compare: null } };
    const told = notesOf(section, own, [], today, context);
    return { ...buildCrosstab(section, section.secondary, figures), notes: told };
  }
  if (section.type === 'breakdown') {
    const marks = marksOf(section, figures, { goals, today });
    return { ...buildBreakdown(section, figures, context.locale, marks), notes: notes([]) };
  }
  const { title, connection, level } = section;
  const source = { connection_id: connection.id, connection_name: connection.name, ...(level && { level }) };
  if (section.type === 'kpis') {
    const items = section.metrics.map((metric) => {
      const goal = kpiGoal(goals, metric, figures, today);
      return { ...kpiOf(metric, figures), ...(goal && { goal }) };
    });
    return { type: 'kpis', title, ...source, notes: [...notes([]), ...proratedGoals(items, context.locale)], items };
  }
  if (section.type === 'funnel') {
    return { type: 'funnel', title, ...source, notes: notes([]), steps: funnelSteps(section, figures) };
  }
  const { by, display, metrics } = section;
  const [first, ...others] = metrics.map((metric) => seriesOf(metric, by, figures, { goals, today }));
  if (!first) throw new TypeError('A series needs a metric');
  // A chart of several metrics does not show the points of the compared period.
  const points =
    others.length > 0
      ? [first, ...others].flatMap(({ current }) => current)
      : [...first.current, ...(first.compare ?? [])];
  const series = { connectionId: connection.id, metrics, days: figures.periods.current };
  const incidents = section.showIncidents && seriesIncidents(found, series, today);
  return {
    type: 'timeseries',
    title,
    ...source,
    notes: notes(points),
    by,
    ...first,
    ...(display && { display }),
    ...(others.length > 0 && { others }),
    ...(incidents && { incidents }),
  };
}

function seriesOf(
  metric: MetricDescription,
  by: CalendarUnit,
  figures: ConnectionFigures,
  { goals, today }: Pick<GoalsInput, 'goals' | 'today'>,
): MetricSeries {
  const current = findPoints(figures, 'current', metric, by, today) ?? [];
  const goal = seriesGoal(goals, { metric, by, current }, figures);
  return {
    metric,
    current,
    compare: findPoints(figures, 'compare', metric, by, today) ?? null,
    total: totalOf(metric, figures),
    ...(goal && { goal }),
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

function offeredMetrics({ metrics, dimensions }: ReportConnection['description']): readonly AskedName[] {
  return [...metrics, ...dimensions.flatMap((dimension) => dimension.metrics ?? [])];
}

function nameOf({ key, label }: AskedName): AskedName {
  return { key, label };
}

function bytesBilled(answers: ConnectionFigures['answers']): Pick<Source, 'bytes_billed'> {
  const billed = answers.flatMap((answer) => answer.bytesBilled ?? []);
  return billed.length === 0 ? {} : { bytes_billed: billed.reduce((total, bytes) => total + bytes, 0) };
}

function sourceOf(figures: ConnectionFigures, timeZone: string): Source {
  const { connection, queries, answers, fetchedAt, periods } = figures;
  const { description } = connection;
  const asked = new Set(queries.flatMap(({ metrics }) => metrics));
  const grouped = new Set(
    queries.flatMap(({ by }) =>
      typeof by === 'object' ? [by.dimension, ...(by.secondary ? [by.secondary] : [])] : [],
    ),
  );
  return {
    connection_id: connection.id,
    connection_name: connection.name,
    system: connection.system,
    metrics: offeredMetrics(description)
      .filter(({ key }) => asked.has(key))
      .map(nameOf),
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
    ...bytesBilled(answers),
  };
}
