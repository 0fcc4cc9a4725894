import { lengthInDays } from './calendar.ts';
import type { DimensionDescription, MetricDescription, Periods, TextSection, TimeseriesSection } from './model.ts';
import type { SectionSettings, SectionsSettings } from './section-settings.ts';

/** A connected system as the report sees it: its name for people and what it offers. */
export interface ReportConnection {
  readonly id: string;
  readonly name: string;
  readonly system: string;
  readonly description: {
    readonly metrics: readonly MetricDescription[];
    readonly dimensions: readonly DimensionDescription[];
    /** The zone of the system's days and the currency of its amounts, where it fixes them. */
    readonly timeZone?: string;
    readonly currency?: string;
  };
}

export interface PlannedHighlights {
  readonly type: 'highlights';
  readonly title: string | null;
}

export interface PlannedKpis {
  readonly type: 'kpis';
  readonly title: string | null;
  readonly connection: ReportConnection;
  readonly metrics: readonly MetricDescription[];
}

export interface PlannedTimeseries {
  readonly type: 'timeseries';
  readonly title: string | null;
  readonly connection: ReportConnection;
  readonly metric: MetricDescription;
  readonly by: TimeseriesSection['by'];
}

export interface PlannedBreakdown {
  readonly type: 'breakdown';
  readonly title: string | null;
  readonly connection: ReportConnection;
  readonly dimension: DimensionDescription;
  /** Never empty; the first decides which rows are shown. */
  readonly metrics: readonly MetricDescription[];
  readonly limit: number;
}

/** A section whose figures come from a connection. */
export type DataSection = PlannedKpis | PlannedTimeseries | PlannedBreakdown;
export type PlannedSection = PlannedHighlights | DataSection | TextSection;

/** A name in a section that the project does not have. The message is for the customer. */
export class SectionError extends Error {
  override readonly name = 'SectionError';
  /** Position in `settings.sections`, from 0. */
  readonly index: number;
  readonly field: 'connection_id' | 'metric' | 'metrics' | 'dimension';
  /** The unknown name. */
  readonly value: string;

  constructor(index: number, field: SectionError['field'], value: string, message: string) {
    super(message);
    this.index = index;
    this.field = field;
    this.value = value;
  }
}

const mostKpis = 20;
const mostBreakdownMetrics = 3;
const mostSeries = 2;
const defaultLimit = 10;

/**
 * The sections of the settings with their connections, metrics and dimensions looked up, but for those of connections
 * that are `omitted`, by their ids. Without `metrics`, key figures show the first 20 metrics, a breakdown the first
 * three, additive ones first because only they have shares and a rest. Throws SectionError for an unknown name.
 */
export function resolveSections(
  settings: SectionsSettings,
  connections: readonly ReportConnection[],
  omitted: ReadonlySet<string>,
): PlannedSection[] {
  return settings.flatMap((section, index) => {
    const isOmitted = 'connection_id' in section && omitted.has(section.connection_id);
    return isOmitted ? [] : [resolveSection(section, index, connections)];
  });
}

/**
 * The automatic layout: highlights; the key figures of every connection (its first 20 metrics); then, connection by
 * connection, a daily series for each of its two leading metrics (the first ones, additive before others; none for a
 * period of one day) and a breakdown for each dimension. Connections without metrics are left out.
 */
export function automaticSections(connections: readonly ReportConnection[], periods: Periods): PlannedSection[] {
  const offering = connections.filter((connection) => connection.description.metrics.length > 0);
  const series = lengthInDays(periods.current) > 1 ? mostSeries : 0;
  return [
    { type: 'highlights', title: null },
    ...offering.map((connection): PlannedKpis => {
      const metrics = connection.description.metrics.slice(0, mostKpis);
      return { type: 'kpis', title: null, connection, metrics };
    }),
    ...offering.flatMap((connection) => [
      ...leadingMetrics(connection, series).map((metric): PlannedTimeseries => {
        return { type: 'timeseries', title: null, connection, metric, by: 'day' };
      }),
      ...connection.description.dimensions.map((dimension): PlannedBreakdown => {
        const metrics = leadingMetrics(connection, mostBreakdownMetrics);
        return { type: 'breakdown', title: null, connection, dimension, metrics, limit: defaultLimit };
      }),
    ]),
  ];
}

function leadingMetrics({ description }: ReportConnection, count: number): MetricDescription[] {
  const additive = description.metrics.filter((metric) => metric.additive);
  const others = description.metrics.filter((metric) => !metric.additive);
  return [...additive, ...others].slice(0, count);
}

function resolveSection(
  section: SectionSettings,
  index: number,
  connections: readonly ReportConnection[],
): PlannedSection {
  const title = section.title ?? null;
  if (section.type === 'highlights') return { type: 'highlights', title };
  if (section.type === 'text') return { type: 'text', title, markdown: section.markdown };
  const connection = findConnection(section.connection_id, index, connections);
  if (section.type === 'timeseries') {
    const metric = findNamed('metric', section.metric, connection, index, 'metric');
    return { type: 'timeseries', title, connection, metric, by: section.by ?? 'day' };
  }
  const named = section.metrics?.map((key) => findNamed('metric', key, connection, index, 'metrics'));
  if (section.type === 'kpis') {
    return { type: 'kpis', title, connection, metrics: named ?? connection.description.metrics.slice(0, mostKpis) };
  }
  const dimension = findNamed('dimension', section.dimension, connection, index, 'dimension');
  const metrics = named ?? leadingMetrics(connection, mostBreakdownMetrics);
  return { type: 'breakdown', title, connection, dimension, metrics, limit: section.limit ?? defaultLimit };
}

function findConnection(id: string, index: number, connections: readonly ReportConnection[]): ReportConnection {
  const connection = connections.find((candidate) => candidate.id === id);
  if (!connection) {
    const message = `The section names the connection "${id}", which the project does not have.`;
    throw new SectionError(index, 'connection_id', id, message);
  }
  if (connection.description.metrics.length > 0) return connection;
  const message = `The section names the connection "${connection.name}", which offers no metrics.`;
  throw new SectionError(index, 'connection_id', id, message);
}

function findNamed<Kind extends 'metric' | 'dimension'>(
  kind: Kind,
  key: string,
  { name, description }: ReportConnection,
  index: number,
  field: SectionError['field'],
): ReportConnection['description'][`${Kind}s`][number] {
  const named = description[`${kind}s`].find((candidate) => candidate.key === key);
  if (named) return named;
  const message = `The section names the ${kind} "${key}", which the connection "${name}" does not have.`;
  throw new SectionError(index, field, key, message);
}
