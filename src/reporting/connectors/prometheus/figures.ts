import { hoursOf, lengthOf, periodOf, type Unit, unitsOf } from '../calendar-units.ts';
import { type ConnectorContext, ConnectorError, type Query, type QueryResult, type QueryRow } from '../contract.ts';
import { noPair } from '../hosted/choice.ts';
import { mapBounded } from '../map-bounded.ts';
import { ExpressionError, evaluate, type Series } from './api.ts';
import { findByKey, type PrometheusConfig, type PrometheusMetric, type PrometheusSecret } from './config.ts';
import { figureOf, marginMs } from './expressions.ts';
import { runsOf } from './runs.ts';

/** Figures by the key of their row. */
type Figures = ReadonlyMap<string | null, number | null>;

/** How many requests a connection makes at once. */
const mostRequests = 4;

interface Asking {
  readonly config: PrometheusConfig;
  readonly secret: PrometheusSecret;
  readonly query: Query;
  readonly context: ConnectorContext;
}

/** Answers a query. Throws a ConnectorError. */
export async function queryFigures(asking: Asking): Promise<QueryResult> {
  const { config, query } = asking;
  const { by } = query;
  if (typeof by === 'object' && by.secondary !== undefined) throw noPair(by.dimension, by.secondary);
  const metrics = query.metrics.map((key) => findByKey(config.metrics, key, 'metric'));
  const figures =
    typeof by === 'string' && by !== 'none' ? await byUnit(asking, metrics, by) : await byGroup(asking, metrics);
  const keys = [...new Set(figures.flatMap((figure) => [...figure.keys()]))];
  const rows = keys.map((key) => ({ key, values: figures.map((figure) => figure.get(key) ?? null) }));
  const sorted = rows.sort(typeof by === 'object' ? compareFigures : compareRowKeys);
  return {
    rows: sorted.slice(0, Math.max(1, Math.trunc(query.limit))),
    groupCount: rows.length,
    hasData: rows.some(({ values }) => values.some((value) => value !== null)),
    rowsRead: null,
    freshAt: null,
  };
}

/** The figures over the whole period: one, or one for each value of a label. */
function byGroup({ config, secret, query, context }: Asking, metrics: readonly PrometheusMetric[]): Promise<Figures[]> {
  const { by } = query;
  const labelName =
    typeof by === 'object' ? findByKey(config.dimensions, by.dimension, 'dimension').label_name : undefined;
  const period = periodOf(query);
  return mapBounded(metrics, mostRequests, async (metric) => {
    const series = await evaluateMetric(config, secret, metric, [{ key: '', ...period }], labelName, context);
    return new Map(
      series.map(({ labels, points }) => [(labelName && labels[labelName]) || null, points[0]?.value ?? null]),
    );
  });
}

/** The figures of each unit; those of equal lengths come in one request. */
async function byUnit(
  { config, secret, query, context }: Asking,
  metrics: readonly PrometheusMetric[],
  by: 'day' | 'week' | 'month',
): Promise<Figures[]> {
  const runs = runsOf(query.hourly ? hoursOf(query) : unitsOf(query, by));
  const requests = metrics.flatMap((metric) => runs.map((run) => ({ metric, run })));
  const answers = await mapBounded(requests, mostRequests, async ({ metric, run }) => {
    const [series] = await evaluateMetric(config, secret, metric, run, undefined, context);
    const keys = new Map(run.map(({ key, endMs }) => [endMs - marginMs(metric), key]));
    return (series?.points ?? []).flatMap(({ atMs, value }) => {
      const key = keys.get(atMs);
      return key === undefined ? [] : [[key, value] as const];
    });
  });
  return metrics.map((_, index) => summed(answers.slice(index * runs.length, (index + 1) * runs.length).flat()));
}

/** An hour that the clock repeats is two units of one key, of metrics that add up. */
function summed(figures: readonly (readonly [string, number | null])[]): Figures {
  const sums = new Map<string | null, number | null>();
  for (const [key, value] of figures) {
    const known = sums.get(key);
    sums.set(key, known === undefined || known === null || value === null ? value : known + value);
  }
  return sums;
}

/** Evaluates a metric at the ends of units of equal lengths; an ExpressionError names the metric. */
export async function evaluateMetric(
  config: PrometheusConfig,
  secret: PrometheusSecret,
  metric: PrometheusMetric,
  units: readonly Unit[],
  labelName: string | undefined,
  context: ConnectorContext,
): Promise<Series[]> {
  const [first, last] = [units[0], units.at(-1)];
  if (!first || !last) return [];
  const margin = marginMs(metric);
  const lengthMs = lengthOf(first);
  const promql = figureOf(metric, lengthMs / 1000, labelName);
  const evaluation = { promql, startMs: first.endMs - margin, endMs: last.endMs - margin, stepMs: lengthMs };
  try {
    return await evaluate(config, secret, evaluation, context);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const message = error.isSyntax
      ? `The expression of the metric "${metric.key}" is not valid PromQL.`
      : `The metric "${metric.key}" cannot be computed over this period. Check its expression; it may take too many samples.`;
    throw new ConnectorError('invalid_config', message, { cause: error });
  }
}

function compareFigures(one: QueryRow, other: QueryRow): number {
  const figure = ({ values }: QueryRow) => values[0] ?? Number.NEGATIVE_INFINITY;
  const [a, b] = [figure(one), figure(other)];
  return a === b ? compareRowKeys(one, other) : b - a;
}

function compareRowKeys({ key: one }: QueryRow, { key: other }: QueryRow): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
