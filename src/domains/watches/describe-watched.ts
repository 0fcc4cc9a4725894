import { refusedField } from '../../platform/faults.ts';
import { ConnectorError, type Description } from '../../reporting/connectors/contract.ts';
import type { ConnectionRow } from '../connections/connections.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import { metricsOf, type Watched } from './given-watch.ts';
import { missingOf } from './problems-now.ts';
import type { WatchProblem } from './watches.ts';

const answerMs = 20_000;
const quiet = { info() {}, warn() {} };

/** What a connection offers, or why it does not say. */
export type Described = { readonly description: Description } | { readonly problem: WatchProblem };

/** Asks a connection what it offers, for the check of a watch. */
export async function describeWatched(environment: ConnectionEnvironment, row: ConnectionRow): Promise<Described> {
  // All connectors come with it.
  const { openConnection } = await import('../connections/open-connection.ts');
  const use = { signal: AbortSignal.timeout(answerMs), deadline: Date.now() + answerMs, log: quiet };
  try {
    await using source = await openConnection(row, { ...environment, uploadVersions: new Map() }, use);
    return { description: await source.describe() };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return { problem: { code: error.kind, message: error.message } };
  }
}

/** Throws a fault of the field that names a metric or dimension that a connection does not offer, or that cannot be judged so. */
export function checkOffered(watched: Watched, { name }: ConnectionRow, description: Description): void {
  const unknown = metricsOf(watched).find((key) => description.metrics.every((metric) => metric.key !== key));
  if (unknown !== undefined) {
    const offered = description.metrics.map(({ key }) => key);
    throw refusedField(fieldOf(watched, unknown), 'exists', notThere(name, 'metric', unknown, offered));
  }
  const unfit = unfitMeasure(watched, description);
  if (unfit) throw refusedField(unfit.field, unfit.rule, unfit.message);
  const { dimension } = watched;
  if (!dimension || description.dimensions.some(({ key }) => key === dimension.key)) return;
  const offered = description.dimensions.map(({ key }) => key);
  throw refusedField('dimension.key', 'exists', notThere(name, 'dimension', dimension.key, offered));
}

/** Why a watch does not go with its metric, for people behind its field. */
interface UnfitMeasure {
  readonly field: 'goal.measure' | 'metric';
  readonly rule: 'additive' | 'level';
  readonly message: string;
}

/**
 * Of a metric that does not add up over days nobody can say what a period ends with, or what a value of a dimension was to
 * count; of a level not even how it stands.
 */
export function unfitMeasure(
  { metric: key, dimension, rules: { goal, silence } }: Watched,
  { metrics, dimensions }: Pick<Description, 'metrics' | 'dimensions'>,
): UnfitMeasure | undefined {
  if (dimensions.some((each) => each.metrics && each.key === dimension?.key)) {
    const message = `names "${key}", which nobody knows by "${dimension?.key}": it has metrics of its own, which are of no days`;
    return { field: 'metric', rule: 'additive', message };
  }
  const metric = metrics.find((each) => each.key === key);
  if (!metric || metric.additive) return undefined;
  if (silence && dimension) {
    const message = `names "${key}", which does not add up over days, so that nobody can say what a value of a dimension was to count`;
    return { field: 'metric', rule: 'additive', message };
  }
  if (!goal) return undefined;
  const field = 'goal.measure';
  if (goal.measure === 'forecast' || goal.measure === 'budget') {
    const other = metric.at === 'end' ? 'a threshold' : 'pace';
    const message = `does not take ${goal.measure} for the metric "${key}", which does not add up over days; choose ${other}`;
    return { field, rule: 'additive', message };
  }
  if (goal.measure !== 'pace' || metric.at !== 'end') return undefined;
  const message = `cannot be judged before the end for the metric "${key}", which is a level; watch it by a threshold`;
  return { field, rule: 'level', message };
}

function notThere(connection: string, kind: string, key: string, offered: readonly string[]): string {
  const shown = offered.slice(0, 20).join(', ');
  return `names the ${kind} "${key}", which the connection "${connection}" does not have; it has ${shown || 'none'}`;
}

/** The field that names a metric. */
export function fieldOf({ metric, rules: { goal } }: Watched, key: string): string {
  if (key === metric) return 'metric';
  return goal?.conversions === key ? 'goal.conversions' : 'silence.while';
}

/** The same as a problem, for a watch that is there, such as that of a template for one of its projects. */
export function missingIn(watched: Watched, name: string, description: Description): WatchProblem | undefined {
  const unknown = metricsOf(watched).find((key) => description.metrics.every((metric) => metric.key !== key));
  if (unknown !== undefined) return missingOf('metric', name, unknown);
  const unfit = unfitMeasure(watched, description);
  if (unfit) {
    const message = `The watch cannot be judged for the connection "${name}": it ${unfit.message}.`;
    return { code: 'measure_not_possible', message };
  }
  const { dimension } = watched;
  if (!dimension || description.dimensions.some(({ key }) => key === dimension.key)) return undefined;
  return missingOf('dimension', name, dimension.key);
}
