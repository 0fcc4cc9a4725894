import type { OfferedMetric, Section, Source } from '../types.ts';

/** What series and tables begin with: figures that have parts before others, in the order in which the system lists them. */
export function leading({ metrics }: Source, count: number): readonly OfferedMetric[] {
  return [...metrics.filter(hasParts), ...metrics.filter((metric) => !hasParts(metric))].slice(0, count);
}

/** Whether the figures of groups can add up to the whole, as those of a level such as a balance do at the end. */
export function hasParts({ additive, at }: OfferedMetric): boolean {
  return additive || at === 'end';
}

/** A source with the metrics that a table by one of its dimensions can show, which may have metrics of its own. */
export function sourceBy<From extends Source | undefined>(source: From, dimension: string): From {
  const metrics = source?.dimensions.find(({ key }) => key === dimension)?.metrics;
  return metrics ? { ...source, metrics } : source;
}

/** The source of a table or gallery, as its dimension makes it. */
export function sourceOf(
  { connection_id, dimension }: { readonly connection_id: string; readonly dimension: string },
  sources: readonly Source[],
): Source | undefined {
  return sourceBy(
    sources.find(({ id }) => id === connection_id),
    dimension,
  );
}

/** The metric of a source by its key; undefined for one that it no longer offers. */
export function metricOf(source: Source | undefined, key: string): OfferedMetric | undefined {
  return source?.metrics.find((metric) => metric.key === key);
}

/** What a metric is called; its key where its source does not say. */
export function labelOf(source: Source | undefined, key: string): string {
  return metricOf(source, key)?.label ?? key;
}

/** Whether a source is known to lack a name; nothing is known of one that does not answer. */
export function isMissing(source: Source | undefined, kind: 'metrics' | 'dimensions', key: string): boolean {
  return (
    source !== undefined &&
    !source.isOpen &&
    source.metrics.length > 0 &&
    !source[kind].some((each) => each.key === key)
  );
}

/** Those of the keys that a source offers; all of them while nobody knows what it offers. */
export function offeredKeys(source: Source, keys: readonly string[]): string[] {
  return keys.filter((key) => !isMissing(source, 'metrics', key));
}

/** Metrics that can be steps of a funnel: counts that add up, the widest first as systems list them. */
export function countsOf({ metrics }: Source): readonly OfferedMetric[] {
  return metrics.filter(({ unit, additive }) => unit === 'count' && additive);
}

/** The connections that the figures of a section come from. */
export function connectionsOf(section: Section): readonly string[] {
  if (section.type === 'channels') return section.rows.map((row) => row.connection_id);
  return 'connection_id' in section ? [section.connection_id] : [];
}
