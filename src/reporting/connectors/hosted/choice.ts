import { Type } from 'typebox';
import type { DimensionDescription, MetricDescription } from '../../documents/model.ts';
import {
  type Advertising,
  type DimensionPairs,
  isPair,
  type OfferedDimension,
} from '../../documents/report-connection.ts';
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
    Pick<OfferedDimension, 'columns' | 'pictures'> & { readonly extra?: true; readonly metrics?: readonly Metric[] })[];
  /** Keys of the metrics that series and tables begin with; the first additive ones if absent. */
  readonly leading?: readonly string[];
  /** Which dimensions it can be asked for two at a time. None if absent. */
  readonly pairs?: DimensionPairs;
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
  const dimensionsOffered = chosen('dimension', catalog.dimensions, dimensions);
  const isCompared = compared && [compared.cost, compared.conversions].every(isOffered);
  return {
    ...(leading && !metrics && { leading }),
    ...(isCompared && { advertising: compared }),
    ...hoursOf(offered),
    ...pairsOf(catalog.pairs, dimensionsOffered),
    metrics: offered.map(describeMetric),
    dimensions: dimensionsOffered.map(describeDimension),
  };
}

/** The whole catalogue as a description. */
export function describeCatalog({ metrics, dimensions, pairs }: Catalog): Description {
  return {
    ...hoursOf(metrics),
    ...pairsOf(pairs, dimensions),
    metrics: metrics.map(describeMetric),
    dimensions: dimensions.map(({ columns: _, ...dimension }) => describeDimension(dimension)),
  };
}

/**
 * The metrics and the dimensions that a query names; throws `invalid_config` for one that the connection does not offer, and
 * for two dimensions that it does not offer together.
 */
export function findAsked<Metric extends MetricDescription, Dimension extends DimensionDescription>(
  catalog: Catalog<Metric, Dimension>,
  { metrics, dimensions }: Choice,
  query: Pick<Query, 'metrics' | 'by'>,
): {
  readonly metrics: readonly Metric[];
  readonly dimension: Dimension | undefined;
  readonly secondary: Dimension | undefined;
} {
  const { by } = query;
  const named = (key: string) => find('dimension', chosen('dimension', catalog.dimensions, dimensions), key);
  const dimension = typeof by === 'object' ? named(by.dimension) : undefined;
  const offered = dimension?.metrics ?? chosen('metric', catalog.metrics, metrics);
  const asked = query.metrics.map((key) => find('metric', offered, key));
  if (typeof by !== 'object' || !dimension) return { metrics: asked, dimension: undefined, secondary: undefined };
  if (by.secondary === undefined) return { metrics: asked, dimension, secondary: undefined };
  const secondary = named(by.secondary);
  if (!isPair(catalog.pairs, dimension.key, secondary.key)) throw noPair(by.dimension, by.secondary);
  return { metrics: asked, dimension, secondary };
}

/** What a system refuses a query by two dimensions with that it does not know together. */
export function noPair(dimension: string, secondary: string): ConnectorError {
  return invalid(`The connection does not know "${dimension}" and "${secondary}" together.`);
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

/** Every pair of these keys. */
export function pairsAmong(keys: readonly string[]): (readonly [string, string])[] {
  return keys.flatMap((one, index) => keys.slice(index + 1).map((other) => [one, other] as const));
}

/** Every pair of one of these keys and one of those. */
export function pairsBetween(these: readonly string[], those: readonly string[]): (readonly [string, string])[] {
  return these.flatMap((one) => those.map((other) => [one, other] as const));
}

/** Those of which both dimensions are offered. */
function pairsOf(
  pairs: DimensionPairs | undefined,
  offered: readonly { readonly key: string }[],
): Pick<Description, 'pairs'> {
  if (pairs === undefined || pairs === true) return pairs ? { pairs } : {};
  const keys = new Set(offered.map(({ key }) => key));
  const known = pairs.filter((pair) => pair.every((key) => keys.has(key)));
  return known.length > 0 ? { pairs: known } : {};
}

function describeMetric(metric: MetricDescription): MetricDescription {
  const { key, label, unit, decimals, better, additive, not_additive_by } = metric;
  return { key, label, unit, decimals, better, additive, ...(not_additive_by && { not_additive_by }) };
}

function describeDimension({ key, label, columns, pictures, metrics }: OfferedDimension): OfferedDimension {
  return {
    ...{ key, label },
    ...(columns && { columns }),
    ...(pictures && { pictures }),
    ...(metrics && { metrics: metrics.map(describeMetric) }),
  };
}

function invalid(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
