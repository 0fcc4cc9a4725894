import { refusedField } from '../../platform/faults.ts';
import { ConnectorError, type Description } from '../../reporting/connectors/contract.ts';
import type { ConnectionRow } from '../connections/connections.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import { metricsOf, type Watched } from './given-watch.ts';
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
  checkMeasure(watched, description);
  const { dimension } = watched;
  if (!dimension || description.dimensions.some(({ key }) => key === dimension.key)) return;
  const offered = description.dimensions.map(({ key }) => key);
  throw refusedField('dimension.key', 'exists', notThere(name, 'dimension', dimension.key, offered));
}

/** Of a metric that does not add up over days nobody can say what a period ends with; of a level not even how it stands. */
function checkMeasure({ metric: key, rules: { goal } }: Watched, { metrics }: Description): void {
  const metric = metrics.find((each) => each.key === key);
  if (!goal || !metric || metric.additive) return;
  if (goal.measure === 'forecast' || goal.measure === 'budget') {
    const message = `does not take ${goal.measure} for the metric "${key}", which does not add up over days; choose ${metric.at === 'end' ? 'a threshold' : 'pace'}`;
    throw refusedField('goal.measure', 'additive', message);
  }
  if (goal.measure !== 'pace' || metric.at !== 'end') return;
  const message = `cannot be judged before the end for the metric "${key}", which is a level; watch it by a threshold`;
  throw refusedField('goal.measure', 'level', message);
}

function notThere(connection: string, kind: string, key: string, offered: readonly string[]): string {
  const shown = offered.slice(0, 20).join(', ');
  return `names the ${kind} "${key}", which the connection "${connection}" does not have; it has ${shown || 'none'}`;
}

function fieldOf({ metric, rules: { goal } }: Watched, key: string): string {
  if (key === metric) return 'metric';
  return goal?.conversions === key ? 'goal.conversions' : 'silence.while';
}

/** The same as a problem, for a watch that is there. */
export function missingIn(watched: Watched, name: string, description: Description): WatchProblem | undefined {
  const unknown = metricsOf(watched).find((key) => description.metrics.every((metric) => metric.key !== key));
  if (unknown !== undefined) {
    const message = `The connection "${name}" has no metric "${unknown}". Change the watch, or correct the connection.`;
    return { code: 'metric_missing', message };
  }
  const { dimension } = watched;
  if (!dimension || description.dimensions.some(({ key }) => key === dimension.key)) return undefined;
  const message = `The connection "${name}" has no dimension "${dimension.key}". Change the watch, or correct the connection.`;
  return { code: 'dimension_missing', message };
}
