import type { OfferedMetric, Section, Source } from '../types.ts';

export type ChannelsSection = Extract<Section, { readonly type: 'channels' }>;
export type ChannelMetric = ChannelsSection['metrics'][number];
export type ChannelUnit = ChannelMetric['unit'];

const units: readonly string[] = ['count', 'currency', 'percent', 'duration', 'number'] satisfies ChannelUnit[];
const mostRows = 20;
const firstColumns = 3;

/** The systems of the project side by side, by the figures that most of them have. */
export function makeChannels(sources: readonly Source[]): ChannelsSection {
  const offering = sources.filter(({ metrics }) => metrics.length > 0).slice(0, mostRows);
  const columns = offering
    .flatMap((source) => source.metrics)
    .filter((metric, index, all) => all.findIndex((other) => isSame(other, metric)) === index)
    .map((metric) => columnOf(metric, offering))
    .toSorted((one, other) => widthOf(other) - widthOf(one));
  const shared = columns.filter((column) => widthOf(column) > 1);
  const chosen = (shared.length > 0 ? shared : columns).slice(0, firstColumns);
  const shown = offering.filter(({ id }) => chosen.some(({ of = {} }) => Object.hasOwn(of, id)));
  return {
    type: 'channels',
    rows: shown.map(({ id }) => ({ connection_id: id })),
    metrics: chosen.map((column, index) => ({ ...column, key: `column-${index + 1}` })),
  };
}

/** A column that shows a metric, and what is the same in the other systems. */
function columnOf(metric: OfferedMetric, sources: readonly Source[]): ChannelMetric {
  const of = sources.flatMap((source) => {
    const same = source.metrics.find((other) => isSame(other, metric));
    return same ? [[source.id, same.key] as const] : [];
  });
  const unit = unitOf(metric.unit);
  return { key: metric.key.slice(0, 50), label: metric.label, unit, better: metric.better, of: Object.fromEntries(of) };
}

/** A name for a new column that no other one has. */
export function freeKey(metrics: readonly ChannelMetric[]): string {
  const taken = new Set(metrics.map(({ key }) => key));
  let number = metrics.length + 1;
  while (taken.has(`column-${number}`)) number += 1;
  return `column-${number}`;
}

/** The section without a column, and without the ratios that are worked out from it. */
export function withoutColumn(section: ChannelsSection, key: string): ChannelsSection {
  const metrics = section.metrics.filter((metric) => metric.key !== key && !metric.ratio?.includes(key));
  return { ...section, metrics };
}

/** The section without a system, and without the columns that only it had figures for. */
export function withoutRow(section: ChannelsSection, connectionId: string): ChannelsSection {
  const rows = section.rows.filter((row) => row.connection_id !== connectionId);
  const metrics = section.metrics.map((metric) =>
    metric.of ? { ...metric, of: without(metric.of, connectionId) } : metric,
  );
  const empty = metrics.filter(({ of }) => of && Object.keys(of).length === 0);
  return empty.reduce((left, { key }) => withoutColumn(left, key), { ...section, rows, metrics });
}

/** The section with one system more, whose metrics stand in the columns that show the same. */
export function withRow(section: ChannelsSection, source: Source, sources: readonly Source[]): ChannelsSection {
  const metrics = section.metrics.map((metric) => {
    const same = metric.of && source.metrics.find((other) => isShownBy(other, metric, sources));
    return same ? { ...metric, of: { ...metric.of, [source.id]: same.key } } : metric;
  });
  return { ...section, rows: [...section.rows, { connection_id: source.id }], metrics };
}

/** A column with another metric of one system, or none; the first metric that it has decides its unit. */
export function withFigure(column: ChannelMetric, source: Source, key: string | null): ChannelMetric {
  const others = without(column.of ?? {}, source.id);
  const metric = source.metrics.find((each) => each.key === key);
  if (key === null || !metric) return { ...column, of: others };
  const of = { ...others, [source.id]: key };
  const isFirst = Object.keys(others).length === 0;
  return isFirst ? { ...column, of, unit: unitOf(metric.unit), better: metric.better } : { ...column, of };
}

/** A ratio of the first two columns, such as what a conversion costs; undefined unless there are two. */
export function ratioOf(
  metrics: readonly ChannelMetric[],
  labelOf: (dividend: string, divisor: string) => string,
): Omit<ChannelMetric, 'key'> | undefined {
  const summed = metrics.filter(({ of }) => of);
  const dividend = summed.find(({ unit }) => unit === 'currency') ?? summed[0];
  const divisor = summed.find((metric) => metric !== dividend && metric.unit === 'count') ?? summed[1];
  if (!dividend || !divisor || dividend === divisor) return undefined;
  const unit = divisor.unit === dividend.unit ? 'percent' : dividend.unit === 'count' ? 'number' : dividend.unit;
  const better = unit === 'currency' ? 'down' : 'up';
  return { label: labelOf(dividend.label, divisor.label), unit, better, ratio: [dividend.key, divisor.key] };
}

export function unitOf(unit: string): ChannelUnit {
  return units.includes(unit) ? (unit as ChannelUnit) : 'number';
}

function isShownBy(metric: OfferedMetric, { of = {} }: ChannelMetric, sources: readonly Source[]): boolean {
  return Object.entries(of).some(([id, key]) => {
    const other = sources.find((source) => source.id === id)?.metrics.find((each) => each.key === key);
    return other !== undefined && isSame(other, metric);
  });
}

/** Systems call the same thing by the same key or the same word; a sum is never the same as a rate or a level. */
function isSame(one: OfferedMetric, other: OfferedMetric): boolean {
  const isAlike = one.key === other.key || one.label.toLowerCase() === other.label.toLowerCase();
  return isAlike && one.unit === other.unit && one.additive === other.additive && one.at === other.at;
}

function without(of: NonNullable<ChannelMetric['of']>, id: string): NonNullable<ChannelMetric['of']> {
  return Object.fromEntries(Object.entries(of).filter(([name]) => name !== id));
}

function widthOf({ of = {} }: ChannelMetric): number {
  return Object.keys(of).length;
}
