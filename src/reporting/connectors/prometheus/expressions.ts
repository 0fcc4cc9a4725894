import { ConnectorError } from '../contract.ts';
import type { PrometheusMetric } from './config.ts';

const labels = '\\{(?:[^"\'`{}]|"(?:[^"\\\\]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\'|`[^`]*`)*\\}';
const series = new RegExp(`^(?:[a-zA-Z_:][\\w:]*\\s*(?:${labels})?|${labels})$`, 's');
const sumOfSeries = /^sum\s*\((.*)\)$/s;

/** The series that a text names, as in `up{job="api"}`; undefined for any other expression. */
function findSeries(promql: string): string | undefined {
  const text = promql.trim();
  return series.test(text) ? text : undefined;
}

/** The series of a counter. A sum of them is the same, as counters are added up after their increases are taken. */
export function findCounter(promql: string): string | undefined {
  const [, summed] = sumOfSeries.exec(promql.trim()) ?? [];
  return findSeries(promql) ?? (summed === undefined ? undefined : findSeries(summed));
}

/** Expressions are computed every minute, or less often in long periods, which would take more values than servers allow. */
const stepSeconds = 60;
const mostSteps = 10_000;

/**
 * The figure of a metric over the seconds before an instant, as PromQL: the increase of a counter, the mean of a gauge;
 * of all series together, or by the values of a label. Throws `invalid_config` for a counter that names no series.
 */
export function figureOf(metric: PrometheusMetric, seconds: number, labelName?: string): string {
  const { promql, kind } = metric;
  const by = labelName === undefined ? '' : ` by (${labelName})`;
  if (kind === 'counter') return `sum${by} (increase(${getCounter(metric)}[${seconds}s]))`;
  const named = findSeries(promql);
  const step = Math.max(stepSeconds, Math.ceil(seconds / mostSteps));
  // A line of its own, so that a comment ends before the bracket.
  const range = named === undefined ? `(${promql}\n)[${seconds}s:${step}s]` : `${named}[${seconds}s]`;
  return `avg${by} (avg_over_time(${range}))`;
}

function getCounter({ key, promql }: PrometheusMetric): string {
  const counter = findCounter(promql);
  if (counter !== undefined) return counter;
  throw new ConnectorError('invalid_config', `The expression of the metric "${key}" is not the name of a counter.`);
}

/**
 * How long before the end of a period a metric is computed. The increase of a counter reaches to the value at the end;
 * what a gauge shows at that instant belongs to the next period.
 */
export function marginMs({ kind }: PrometheusMetric): number {
  return kind === 'counter' ? 0 : 1;
}
