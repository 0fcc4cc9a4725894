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

/** Throws a fault of the field that names a metric or dimension that a connection does not offer. */
export function checkOffered(watched: Watched, { name }: ConnectionRow, description: Description): void {
  const unknown = metricsOf(watched).find((key) => description.metrics.every((metric) => metric.key !== key));
  if (unknown !== undefined) {
    const offered = description.metrics.map(({ key }) => key);
    throw refusedField(fieldOf(watched, unknown), 'exists', notThere(name, 'metric', unknown, offered));
  }
  const { dimension } = watched;
  if (!dimension || description.dimensions.some(({ key }) => key === dimension.key)) return;
  const offered = description.dimensions.map(({ key }) => key);
  throw refusedField('dimension.key', 'exists', notThere(name, 'dimension', dimension.key, offered));
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
