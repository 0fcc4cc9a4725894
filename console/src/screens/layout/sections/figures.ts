import type { Section, Source } from '../types.ts';
import { hasParts, isMissing, leading, metricOf, offeredKeys, sourceBy } from './choices.ts';

type Of<Type extends Section['type']> = Extract<Section, { readonly type: Type }>;
export type Display = NonNullable<Of<'breakdown'>['display']>;

/** The most rows that a display has room for, and how many it shows where nothing is said. */
export const rowsOf: Readonly<Record<Display, { readonly most: number; readonly usual: number }>> = {
  table: { most: 500, usual: 10 },
  bars: { most: 500, usual: 10 },
  columns: { most: 12, usual: 10 },
  donut: { most: 6, usual: 6 },
};

/** Whether a display shows one figure alone. */
export function showsOne(display: Display): boolean {
  return display === 'columns' || display === 'donut';
}

/** The metrics of a series, whichever way they are written. */
export function seriesOf({ metric, metrics }: Of<'timeseries'>): readonly string[] {
  return metrics ?? (metric ? [metric] : []);
}

/** A series of these metrics, at most four. */
export function withSeries(section: Of<'timeseries'>, keys: readonly string[]): Of<'timeseries'> {
  const { metric: _, metrics: __, ...rest } = section;
  return keys.length > 1 ? { ...rest, metrics: keys.slice(0, 4) } : { ...rest, metric: keys[0] ?? '' };
}

/** A series over days of its own, in the unit that reads well there, or again over those of the report. */
export function withSpan(
  section: Of<'timeseries'>,
  span: NonNullable<Of<'timeseries'>['span']> | 'own',
): Of<'timeseries'> {
  const { span: _, ...rest } = section;
  return span === 'own' ? rest : { ...rest, by: 'auto', span };
}

/** A series that marks what watches found, or does not. */
export function withIncidents(section: Of<'timeseries'>, isShown: boolean): Of<'timeseries'> {
  const { show_incidents: _, ...rest } = section;
  return isShown ? { ...rest, show_incidents: true } : rest;
}

/** A series over another connection, with those of its metrics that are there too. */
export function seriesFrom(section: Of<'timeseries'>, source: Source): Of<'timeseries'> {
  const [first = leading(source, 1)[0]?.key ?? '', ...others] = offeredKeys(source, seriesOf(section));
  const alike = others.filter((key) => metricOf(source, key)?.unit === metricOf(source, first)?.unit);
  return { ...withSeries(section, [first, ...alike]), connection_id: source.id };
}

/** A heatmap over another connection. */
export function heatmapFrom(section: Of<'heatmap'>, source: Source): Of<'heatmap'> {
  const [metric = leading(source, 1)[0]?.key ?? ''] = offeredKeys(source, [section.metric]);
  return { ...section, metric, connection_id: source.id };
}

/** Key figures over another connection. */
export function kpisFrom(section: Of<'kpis'>, source: Source): Of<'kpis'> {
  return { ...section, ...metricsFrom(section.metrics, source, 6), connection_id: source.id };
}

/** A breakdown over another connection, without what is said of the keys of the one before. */
export function breakdownFrom(section: Of<'breakdown'>, source: Source): Of<'breakdown'> {
  const isThere = source.dimensions.some(({ key }) => key === section.dimension);
  const dimension = isThere ? section.dimension : (source.dimensions[0]?.key ?? '');
  const count = showsOne(section.display ?? 'table') ? 1 : 3;
  const { sort: _, own_columns: __, ...kept } = section;
  const isPair = secondaryOf({ ...kept, dimension }, source).some(({ key }) => key === kept.secondary_dimension);
  const rest = isPair ? kept : withSecondary(kept, null);
  const metrics = metricsFrom(section.metrics, sourceBy(source, dimension), count);
  return { ...rest, ...metrics, dimension, connection_id: source.id };
}

/** What of a connection has pictures. */
export function picturedDimensions({ dimensions }: Source): Source['dimensions'] {
  return dimensions.filter(({ pictures }) => pictures);
}

/** A gallery over another connection, by what has pictures there. */
export function galleryFrom(section: Of<'gallery'>, source: Source): Of<'gallery'> {
  const offered = picturedDimensions(source).map(({ key }) => key);
  const dimension = offered.includes(section.dimension) ? section.dimension : (offered[0] ?? '');
  const by = sourceBy(source, dimension);
  const kept = offeredKeys(by, section.metrics);
  const { sort, ...rest } = section;
  const isSame = section.connection_id === source.id && kept.length === section.metrics.length;
  const metrics = kept.length > 1 ? kept : keysOf(leading(by, 3));
  return { ...rest, ...(isSame && sort && { sort }), metrics, dimension, connection_id: source.id };
}

/** What a breakdown is by, with a secondary dimension both, as reports call it. */
export function dimensionsOf(
  section: Pick<Of<'breakdown'>, 'dimension' | 'secondary_dimension'>,
  source: Source | undefined,
): string {
  const { dimension, secondary_dimension: secondary } = section;
  const labelOf = (key: string) => source?.dimensions.find((each) => each.key === key)?.label ?? key;
  return [dimension, ...(secondary ? [secondary] : [])].map(labelOf).join(' / ');
}

/** The most rows and columns of a table by two dimensions, and how many it has where nothing is said. */
export const partsOf = { most: 20, rows: 100, together: 500, usual: { grouped: 5, cross: 6 } } as const;

/** The dimensions that a breakdown can have beside its own. */
export function secondaryOf({ dimension }: Of<'breakdown'>, source: Source | undefined): Source['dimensions'] {
  const { pairs_with: keys = [] } = source?.dimensions.find(({ key }) => key === dimension) ?? {};
  return source?.dimensions.filter(({ key }) => keys.includes(key)) ?? [];
}

/** A breakdown by a secondary dimension, too, or by its own alone. */
export function withSecondary(section: Of<'breakdown'>, key: string | null): Of<'breakdown'> {
  const { secondary_dimension: _, layout, secondary_limit, ...single } = section;
  if (key === null) return single;
  const parts = { ...(layout && { layout }), ...(secondary_limit !== undefined && { secondary_limit }) };
  return within({ ...single, ...parts, secondary_dimension: key });
}

/** Laid out in another way: side by side there is room for one figure, and for nothing else about it. */
export function withLayout(
  section: Of<'breakdown'>,
  layout: NonNullable<Of<'breakdown'>['layout']>,
  source: Source | undefined,
): Of<'breakdown'> {
  if (layout === 'grouped') {
    const { layout: _, ...rest } = section;
    return within(rest);
  }
  const { own_columns: _, marks: __, sort: ___, metrics, ...plain } = section;
  const metric = metrics?.[0] ?? (source && leading(source, 1)[0]?.key);
  return within({ ...plain, layout, ...(metric !== undefined && { metrics: [metric] }) });
}

/** With no more rows than there is room for. */
function within(section: Of<'breakdown'>): Of<'breakdown'> {
  const { limit, secondary_limit: parts = partsOf.usual.grouped, layout } = section;
  if (limit === undefined) return section;
  const most = layout === 'cross' ? partsOf.rows : Math.min(partsOf.rows, Math.floor(partsOf.together / parts));
  return { ...section, limit: Math.min(limit, most) };
}

/** With as many values of the secondary dimension; as many as usual for null. */
export function withParts(section: Of<'breakdown'>, count: number | null): Of<'breakdown'> {
  const { secondary_limit: _, ...rest } = section;
  return within(count === null ? rest : { ...rest, secondary_limit: count });
}

/** A breakdown by another dimension, with the secondary one where they can be asked for together. */
export function withDimension(
  section: Of<'breakdown'>,
  dimension: string,
  source: Source | undefined,
): Of<'breakdown'> {
  const by = sourceBy(source, dimension);
  const isOther = section.metrics?.some((key) => isMissing(by, 'metrics', key));
  if (by && isOther) return breakdownFrom({ ...section, dimension }, source ?? by);
  const next = { ...section, dimension };
  const isPair = secondaryOf(next, source).some(({ key }) => key === section.secondary_dimension);
  return isPair ? next : withSecondary(next, null);
}

/** Steps of a funnel over another connection. */
export function funnelFrom(section: Of<'funnel'>, source: Source): Of<'funnel'> {
  const kept = offeredKeys(source, section.metrics);
  return { ...section, metrics: kept.length > 1 ? kept : keysOf(leading(source, 3)), connection_id: source.id };
}

function metricsFrom(keys: readonly string[] | undefined, source: Source, count: number): { metrics?: string[] } {
  if (!keys) return {};
  const kept = offeredKeys(source, keys);
  return { metrics: kept.length > 0 ? kept : keysOf(leading(source, count)) };
}

function keysOf(metrics: Source['metrics']): string[] {
  return metrics.map(({ key }) => key);
}

/** A breakdown shown in another way: with one figure where it has room for one, and no more rows than it has room for. */
export function withDisplay(section: Of<'breakdown'>, display: Display, source: Source | undefined): Of<'breakdown'> {
  const { limit, ...rest } = section;
  const { most } = rowsOf[display];
  const rows = limit === undefined ? {} : { limit: Math.min(limit, most) };
  if (display === 'table') return { ...rest, ...rows, display };
  if (!showsOne(display)) return { ...withSecondary(rest, null), ...rows, display };
  const isShown = (key: string) => {
    const metric = metricOf(source, key);
    return display !== 'donut' || metric === undefined || hasParts(metric);
  };
  const first = section.metrics?.find(isShown);
  const metric = first ?? (source && leading(source, 1)[0]?.key);
  const { own_columns: _, marks: __, sort, ...plain } = withSecondary(rest, null);
  const isSorted = sort && display === 'columns' && (!sort.by || sort.by === metric);
  return { ...plain, ...rows, ...(isSorted && { sort }), display, ...(metric !== undefined && { metrics: [metric] }) };
}
