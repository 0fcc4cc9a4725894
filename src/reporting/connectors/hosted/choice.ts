import { Type } from 'typebox';
import type { DimensionDescription, MetricDescription } from '../../documents/model.ts';
import type { Advertising, OfferedDimension } from '../../documents/report-connection.ts';
import { ConnectorError, type Description, type Query } from '../contract.ts';
import { keyPattern } from '../keys.ts';

const keys = Type.Optional(Type.Array(Type.String({ pattern: keyPattern }), { minItems: 1, maxItems: 50 }));

/** The part of a configuration that chooses out of what a hosted system offers, in the order in which it is shown. */
export const choice = { metrics: keys, dimensions: keys };

/** What a configuration chose; without a choice the leading metrics and dimensions. */
export interface Choice {
  readonly metrics?: readonly string[];
  readonly dimensions?: readonly string[];
}

/**
 * All that a hosted system offers; those that are not `extra` are shown unless others are chosen. Where it splits some metrics
 * by hour and others not, the former are `hourly`.
 */
export interface Catalog<
  Metric extends MetricDescription = MetricDescription,
  Dimension extends DimensionDescription = DimensionDescription,
> {
  readonly metrics: readonly (Metric & { readonly extra?: true; readonly hourly?: true })[];
  readonly dimensions: readonly (Dimension &
    Pick<OfferedDimension, 'columns' | 'pictures'> & { readonly extra?: true })[];
  /** Keys of the metrics that series and tables begin with; the first additive ones if absent. */
  readonly leading?: readonly string[];
  /** Of a system with advertisements. */
  readonly advertising?: Advertising;
}

/** What a system with advertisements is compared by, as keys of its metrics. */
export function advertising(cost: string, conversions: string): Advertising {
  return { cost, conversions, costPerConversion: { label: 'Cost per conversion' } };
}

/**
 * What a connection offers. Metrics that the configuration chose lead in its order. Throws `invalid_config` for a key that is
 * not in the catalogue or is named twice.
 */
export function describeChoice(catalog: Catalog, { metrics, dimensions }: Choice): Description {
  const { leading } = catalog;
  const offered = chosen('metric', catalog.metrics, metrics);
  const isOffered = (key: string) => offered.some((metric) => metric.key === key);
  const compared = catalog.advertising;
  const isCompared = compared && [compared.cost, compared.conversions].every(isOffered);
  return {
    ...(leading && !metrics && { leading }),
    ...(isCompared && { advertising: compared }),
    ...hoursOf(offered),
    metrics: offered.map(describeMetric),
    dimensions: chosen('dimension', catalog.dimensions, dimensions).map(describeDimension),
  };
}

/** The whole catalogue as a description. */
export function describeCatalog({ metrics, dimensions }: Catalog): Description {
  return {
    ...hoursOf(metrics),
    metrics: metrics.map(describeMetric),
    dimensions: dimensions.map(({ key, label, pictures }) => ({ key, label, ...(pictures && { pictures }) })),
  };
}

/** The metrics and the dimension that a query names; throws `invalid_config` for one that the connection does not offer. */
export function findAsked<Metric extends MetricDescription, Dimension extends DimensionDescription>(
  catalog: Catalog<Metric, Dimension>,
  { metrics, dimensions }: Choice,
  query: Pick<Query, 'metrics' | 'by'>,
): { readonly metrics: readonly Metric[]; readonly dimension: Dimension | undefined } {
  const offered = chosen('metric', catalog.metrics, metrics);
  const { by } = query;
  return {
    metrics: query.metrics.map((key) => find('metric', offered, key)),
    dimension:
      typeof by === 'object'
        ? find('dimension', chosen('dimension', catalog.dimensions, dimensions), by.dimension)
        : undefined,
  };
}

function chosen<T extends { readonly key: string; readonly extra?: true }>(
  role: string,
  all: readonly T[],
  keys: readonly string[] | undefined,
): readonly T[] {
  if (!keys) return all.filter(({ extra }) => !extra);
  if (new Set(keys).size < keys.length) throw invalid(`${role}s names a key twice.`);
  return keys.map((key) => find(role, all, key));
}

function find<T extends { readonly key: string }>(role: string, all: readonly T[], key: string): T {
  const one = all.find((each) => each.key === key);
  if (one) return one;
  throw invalid(`The connection has no ${role} "${key}".`);
}

function hoursOf(metrics: Catalog['metrics']): Pick<Description, 'hours'> {
  const hours = metrics.filter(({ hourly }) => hourly).map(({ key }) => key);
  return hours.length > 0 ? { hours } : {};
}

function describeMetric(metric: MetricDescription): MetricDescription {
  const { key, label, unit, decimals, better, additive, not_additive_by } = metric;
  return { key, label, unit, decimals, better, additive, ...(not_additive_by && { not_additive_by }) };
}

function describeDimension({ key, label, columns, pictures }: OfferedDimension): OfferedDimension {
  return { key, label, ...(columns && { columns }), ...(pictures && { pictures }) };
}

function invalid(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
