import { addsUp } from './adding-up.ts';
import type { MetricDescription } from './model.ts';
import { type OwnColumn, resolveOwnColumn } from './own-columns.ts';
import {
  columnsOf,
  isPair,
  type OfferedDimension,
  type PlannedFigures,
  type ReportConnection,
} from './report-connection.ts';
import { findMetricBy, findNamed, SectionError } from './section-names.ts';
import {
  type Marking,
  mostParts,
  type PartsDisplay,
  type SectionSettings,
  type TableLayout,
  usualParts,
} from './section-settings.ts';

export interface PlannedBreakdown extends PlannedTable {
  readonly type: 'breakdown';
}

/** The top values of a dimension with their figures, however they are shown. */
export interface PlannedTable extends PlannedFigures {
  readonly title: string | null;
  readonly dimension: OfferedDimension;
  /** Those that are shown, never empty. */
  readonly metrics: readonly MetricDescription[];
  readonly limit: number;
  readonly display?: PartsDisplay | undefined;
  /** Behind the metrics. */
  readonly own?: readonly OwnColumn[];
  /** Descending by the first metric if absent. */
  readonly sort?: PlannedSort;
  readonly marks?: Marking;
  readonly secondary?: PlannedSecondary;
}

/** The second dimension of a table by two. */
export interface PlannedSecondary {
  readonly dimension: OfferedDimension;
  /** How many of its values are shown. */
  readonly limit: number;
  readonly layout: TableLayout;
}

export interface PlannedSort {
  /** One of `metrics`, or of an own column; null for the rows' names. */
  readonly by: MetricDescription | null;
  readonly isAscending: boolean;
}

type Settings = Extract<SectionSettings, { readonly type: 'breakdown' }>;

const defaultLimit = 10;

/**
 * The metrics that a breakdown asks for, each once: those that it shows and those of its own columns. The first decides which
 * rows come back where a dimension has more values than are asked for: that of a descending order, wherever a system can rank
 * by it.
 */
export function askedMetrics({ metrics, own = [], sort }: PlannedTable): [MetricDescription, ...MetricDescription[]] {
  const ranking = metrics.find((metric) => metric === sort?.by && !sort.isAscending);
  const [first, ...others] = new Set([
    ...(ranking ? [ranking] : []),
    ...metrics,
    ...own.flatMap((each) => each.operands),
  ]);
  if (!first) throw new TypeError('A breakdown needs a metric');
  return [first, ...others];
}

/** Whether the rows with the greatest first metric are the first ones in the order of the table. */
export function isRanked(section: PlannedTable): boolean {
  const { sort } = section;
  return sort === undefined || (!sort.isAscending && sort.by === askedMetrics(section)[0]);
}

/**
 * Without `metrics`, the section shows what tables by its dimension show. Throws SectionError for an unknown name, and for an
 * own column that cannot be what it says.
 */
export function resolveBreakdown(section: Settings, index: number, connection: ReportConnection): PlannedBreakdown {
  const { title = null, display = 'table', limit = display === 'donut' ? mostParts.donut : defaultLimit } = section;
  const dimension = findNamed('dimension', section.dimension, connection, index, 'dimension');
  const named = section.metrics?.map((key) => findMetricBy(dimension, key, connection, index, 'metrics'));
  const secondary = resolveSecondary(section, dimension, index, connection);
  const all = shownMetrics({ display, named }, dimension, index, connection);
  const metrics = secondary?.layout === 'cross' ? all.slice(0, 1) : all;
  const own = section.own_columns?.map((column, at) => resolveOwnColumn(column, { at, index, dimension, connection }));
  const clash = own?.findIndex(({ metric }) => metrics.some(({ key }) => key === metric.key)) ?? -1;
  if (clash >= 0) {
    const key = own?.[clash]?.metric.key ?? '';
    const message = `The section calls an own column "${key}", which is a metric that it shows. Give the column another key.`;
    throw new SectionError(index, `own_columns.${clash}.key`, key, message);
  }
  return {
    ...{ type: 'breakdown', title, connection, dimension, limit, display, metrics },
    ...(own && { own }),
    ...(section.sort && {
      sort: resolveSort(section.sort, [...metrics, ...(own ?? []).map((each) => each.metric)], index),
    }),
    ...(section.marks && { marks: section.marks }),
    ...(secondary && { secondary }),
  };
}

function resolveSecondary(
  { secondary_dimension: key, layout = 'grouped', secondary_limit: limit = usualParts[layout] }: Settings,
  first: OfferedDimension,
  index: number,
  connection: ReportConnection,
): PlannedSecondary | undefined {
  if (key === undefined || key === null) return undefined;
  const dimension = findNamed('dimension', key, connection, index, 'secondary_dimension');
  const { pairs, dimensions } = connection.description;
  if (isPair(pairs, first.key, key)) return { dimension, limit, layout };
  const others = dimensions.flatMap((other) => (isPair(pairs, first.key, other.key) ? [`"${other.key}"`] : []));
  const advice = others.length > 0 ? `Choose one of ${others.join(', ')}, or none.` : 'Remove secondary_dimension.';
  const message = `The section is a table by "${first.key}" and "${key}", which the connection "${connection.name}" cannot be asked for together. ${advice}`;
  throw new SectionError(index, 'secondary_dimension', key, message);
}

function shownMetrics(
  { display, named }: { readonly display: PartsDisplay; readonly named: readonly MetricDescription[] | undefined },
  dimension: OfferedDimension,
  index: number,
  connection: ReportConnection,
): readonly MetricDescription[] {
  const leading = named ?? columnsOf(dimension, connection);
  if (display === 'table') return leading;
  if (display !== 'donut') return named ?? leading.slice(0, 1);
  const offered = dimension.metrics ?? connection.description.metrics;
  const part = (named ?? [...leading, ...offered]).find((metric) => addsUp(metric, dimension));
  if (part) return [part];
  const message = `The section draws a donut by "${dimension.label}", which needs a metric whose parts add up; "${leading[0]?.label}" does not.`;
  throw new SectionError(index, 'metrics', leading[0]?.key ?? '', message);
}

export function resolveSort(
  { by = null, order = by === null ? 'ascending' : 'descending' }: NonNullable<Settings['sort']>,
  columns: readonly MetricDescription[],
  index: number,
): PlannedSort {
  const column = columns.find(({ key }) => key === by);
  if (by === null || column) return { by: column ?? null, isAscending: order === 'ascending' };
  const shown = columns.map(({ key }) => `"${key}"`).join(', ');
  const message = `The section is sorted by "${by}", which it does not show. Choose one of ${shown}, or null for the names.`;
  throw new SectionError(index, 'sort.by', by, message);
}
