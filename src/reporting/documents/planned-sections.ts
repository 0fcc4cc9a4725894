import { lengthInDays, spanUntil, usualUnit } from './calendar.ts';
import type { ImageSection, MetricDescription, PageBreakSection, Period, Periods, TimeseriesSection } from './model.ts';
import { type PlannedText, resolveText } from './placeholders.ts';
import { type PlannedBreakdown, resolveBreakdown } from './planned-breakdown.ts';
import { type PlannedChannels, resolveChannels } from './planned-channels.ts';
import { type PlannedGallery, resolveGallery } from './planned-gallery.ts';
import type { PlannedFigures, ReportConnection } from './report-connection.ts';
import { findConnection, findNamed, SectionError } from './section-names.ts';
import type { SectionSettings, SectionsSettings, SeriesDisplay } from './section-settings.ts';

interface PlannedHighlights {
  readonly type: 'highlights';
  readonly title: string | null;
}

interface PlannedKpis extends PlannedFigures {
  readonly type: 'kpis';
  readonly title: string | null;
  readonly metrics: readonly MetricDescription[];
}

export interface PlannedTimeseries extends PlannedFigures {
  readonly type: 'timeseries';
  readonly title: string | null;
  /** Never empty; several are of one unit. */
  readonly metrics: readonly MetricDescription[];
  readonly by: TimeseriesSection['by'];
  readonly display?: SeriesDisplay | undefined;
  /** Its own days; those of the report if absent. */
  readonly span?: Period;
  /** Whether what watches found is marked. */
  readonly showIncidents?: true;
}

export interface PlannedHeatmap extends PlannedFigures {
  readonly type: 'heatmap';
  readonly title: string | null;
  /** One. */
  readonly metrics: readonly MetricDescription[];
  readonly by: 'hour' | 'week';
}

export interface PlannedFunnel extends PlannedFigures {
  readonly type: 'funnel';
  readonly title: string | null;
  /** The steps, in their order. */
  readonly metrics: readonly MetricDescription[];
}

export interface PlannedGoals {
  readonly type: 'goals';
  readonly title: string | null;
  /** In display order; null for all. */
  readonly goals: readonly string[] | null;
}

/** A section whose figures come from one connection. */
export type DataSection =
  | PlannedKpis
  | PlannedTimeseries
  | PlannedBreakdown
  | PlannedHeatmap
  | PlannedFunnel
  | PlannedGallery;
export type PlannedSection =
  | PlannedHighlights
  | DataSection
  | PlannedChannels
  | PlannedGoals
  | PlannedText
  | ImageSection
  | PageBreakSection;

const mostKpis = 20;
/** A leap year's hours are fewer than the 10,000 rows that a system answers at once. */
const mostDaysOfHours = 366;

/**
 * The sections of the settings with their connections, metrics and dimensions looked up, but for those of connections
 * that are `omitted`, by their ids. Without `metrics`, key figures show the first 20 metrics, a breakdown what tables by
 * its dimension show. Throws SectionError for an unknown name, with those of all other sections.
 */
export function resolveSections(
  settings: SectionsSettings,
  connections: readonly ReportConnection[],
  omitted: ReadonlySet<string>,
  periods: Periods,
): PlannedSection[] {
  const faults: SectionError[] = [];
  const planned = settings.flatMap((section, index) => {
    const isOmitted = 'connection_id' in section && omitted.has(section.connection_id);
    if (isOmitted) return [];
    try {
      if (section.type === 'channels') return resolveChannels(section, index, connections, omitted) ?? [];
      if (section.type === 'text') return [resolveText(section, index, connections, omitted)];
      return [resolveSection(section, index, connections, periods)];
    } catch (error) {
      if (!(error instanceof SectionError)) throw error;
      faults.push(error);
      return [];
    }
  });
  const [first, ...others] = faults;
  if (!first) return planned;
  first.others = others;
  throw first;
}

function resolveSection(
  section: Exclude<SectionSettings, { readonly type: 'channels' | 'text' }>,
  index: number,
  connections: readonly ReportConnection[],
  periods: Periods,
): PlannedSection {
  if (section.type === 'page_break') return { type: 'page_break', title: null };
  const title = section.title ?? null;
  if (section.type === 'highlights') return { type: 'highlights', title };
  if (section.type === 'image') {
    const { picture, alternative, caption = null } = section;
    return { type: 'image', title, picture, alternative, caption };
  }
  if (section.type === 'goals') return { type: 'goals', title, goals: section.goals ?? null };
  const connection = findConnection(section.connection_id, index, connections);
  if (section.type === 'timeseries') return resolveSeries(section, index, connection, periods);
  if (section.type === 'heatmap') return resolveHeatmap(section, index, connection, periods);
  if (section.type === 'gallery') return resolveGallery(section, index, connection);
  if (section.type === 'breakdown') return resolveBreakdown(section, index, connection);
  const named = section.metrics?.map((key) => findNamed('metric', key, connection, index, 'metrics'));
  if (section.type === 'kpis') {
    return { type: 'kpis', title, connection, metrics: named ?? connection.description.metrics.slice(0, mostKpis) };
  }
  return { type: 'funnel', title, connection, metrics: named ?? [] };
}

type Settings<Type extends SectionSettings['type']> = Extract<SectionSettings, { readonly type: Type }>;

function resolveSeries(
  section: Settings<'timeseries'>,
  index: number,
  connection: ReportConnection,
  periods: Periods,
): PlannedTimeseries {
  const { title = null, metric, display, by = 'day', span } = section;
  const field = section.metrics ? 'metrics' : 'metric';
  const keys = section.metrics ?? [metric ?? ''];
  const metrics = keys.map((key) => findNamed('metric', key, connection, index, field));
  const other = metrics.find(({ unit }) => unit !== metrics[0]?.unit);
  if (other) {
    const units = `"${metrics[0]?.key}" (${metrics[0]?.unit}) and "${other.key}" (${other.unit})`;
    const message = `The section draws the metrics ${units} in one chart, which needs metrics of one unit.`;
    throw new SectionError(index, 'metrics', other.key, message);
  }
  const shared = {
    type: 'timeseries' as const,
    ...{ title, connection, metrics, display },
    ...(section.show_incidents && { showIncidents: true as const }),
  };
  const own = span && spanUntil(periods.current.to, span);
  if (own) {
    const unit = section.by === undefined || section.by === 'auto' ? own.by : section.by;
    return { ...shared, by: unit, span: own.days };
  }
  return { ...shared, by: by === 'auto' ? usualUnit(periods.current) : by };
}

function resolveHeatmap(
  { title = null, metric: key, by }: Settings<'heatmap'>,
  index: number,
  connection: ReportConnection,
  { current }: Periods,
): PlannedHeatmap {
  const metric = findNamed('metric', key, connection, index, 'metric');
  const { hours } = connection.description;
  if (by === 'hour' && !hours) {
    const message = `The section shows hours, which the connection "${connection.name}" does not know. Set "by" to "week", or choose another connection.`;
    throw new SectionError(index, 'by', by, message);
  }
  if (by === 'hour' && !metric.additive) {
    const message = `The section shows hours, which needs a metric that adds up over days; "${metric.label}" does not. Choose another one, or set "by" to "week".`;
    throw new SectionError(index, 'metric', key, message);
  }
  if (by === 'hour' && hours !== true && !hours?.includes(metric.key)) {
    const message = `The section shows hours, which the connection "${connection.name}" knows of ${hours?.join(', ')} alone, not of "${metric.key}". Choose one of them, or set "by" to "week".`;
    throw new SectionError(index, 'metric', key, message);
  }
  if (by === 'hour' && lengthInDays(current) > mostDaysOfHours) {
    const message = `The section shows hours, of a period of at most ${mostDaysOfHours} days. Set "by" to "week", or shorten the period.`;
    throw new SectionError(index, 'by', by, message);
  }
  return { type: 'heatmap', title, connection, metrics: [metric], by };
}
