import { configFault } from '../config-faults.ts';
import type { ConfigWarning, ConnectorContext } from '../contract.ts';
import { ExpressionError, evaluate } from './api.ts';
import type { PrometheusConfig, PrometheusMetric, PrometheusSecret } from './config.ts';
import { findCounter } from './expressions.ts';
import { evaluateMetric } from './figures.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Evaluates every metric over the last 24 hours. Throws `invalid_config` that names every fault by its path; warns of
 * metrics and labels without values.
 */
export async function verifyPrometheus(
  config: PrometheusConfig,
  secret: PrometheusSecret,
  context: ConnectorContext,
): Promise<readonly ConfigWarning[]> {
  const nowMs = Date.now();
  const faults = [...repeatedKeys(config), ...config.metrics.flatMap(counterFaults)];
  for (const [index, { promql }] of config.metrics.entries()) {
    const place = await syntaxFault(config, secret, promql, nowMs, context);
    if (place !== undefined) faults.push(`metrics.${index}.promql is not valid PromQL${place}`);
  }
  if (faults.length > 0) throw configFault('The configuration of a prometheus connection', faults);
  const warnings: ConfigWarning[] = [];
  for (const [index, metric] of config.metrics.entries()) {
    const day = { key: '', startMs: nowMs - dayMs, endMs: nowMs };
    const series = await evaluateMetric(config, secret, metric, [day], undefined, context);
    if (series.length > 0) continue;
    const message = `The metric "${metric.key}" has no values in the last 24 hours. Check the names of the series and labels.`;
    warnings.push({ code: 'no_values', path: `metrics.${index}.promql`, message });
  }
  return warnings;
}

function repeatedKeys({ metrics, dimensions }: PrometheusConfig): string[] {
  return [metrics, dimensions].flatMap((items: readonly { readonly key: string }[]) => {
    const keys = items.map(({ key }) => key);
    const repeated = new Set(keys.filter((key, index) => keys.indexOf(key) < index));
    return [...repeated].map((key) => `the key "${key}" is used twice`);
  });
}

function counterFaults({ kind, promql }: PrometheusMetric, index: number): string[] {
  if (kind === 'gauge' || findCounter(promql) !== undefined) return [];
  const advice =
    'the increases of its series are added up here. Name the series alone, or use a gauge for an expression';
  return [`metrics.${index}.promql is not the name of a counter, such as http_requests_total{code="200"}: ${advice}`];
}

/** Where an expression is at fault, as words; empty if the server does not say it, undefined without a fault. */
async function syntaxFault(
  config: PrometheusConfig,
  secret: PrometheusSecret,
  promql: string,
  nowMs: number,
  context: ConnectorContext,
): Promise<string | undefined> {
  // Only how many there are: a name may stand for a great many series.
  const evaluation = { promql: `count(\n${promql}\n)`, startMs: nowMs, endMs: nowMs, stepMs: 0 };
  try {
    await evaluate(config, secret, evaluation, context);
    return undefined;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    if (!error.isSyntax) return undefined;
    const { line = 0, character } = error.place ?? {};
    const lines = promql.split('\n').length;
    return line < 2 || line > lines + 1 ? '' : ` in line ${line - 1}, character ${character}`;
  }
}
