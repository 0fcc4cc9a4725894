import type { ConfigWarning, ConnectorContext, Query, QueryResult } from '../contract.ts';
import { runInEngine } from '../engine/engine.ts';
import type { Sample } from '../proposals/sample.ts';
import type { RowsConfig } from './config.ts';
import type { Rows } from './figures.ts';

export type { Rows } from './figures.ts';

/** Checks a configuration over the rows, and returns warnings; see `verifyRows` of the engine. Throws a ConnectorError. */
export function verifyRows(
  rows: Rows,
  config: RowsConfig,
  context: ConnectorContext,
): Promise<readonly ConfigWarning[]> {
  return runInEngine('verify', rows, 'UTC', [config], context);
}

/** The same, with warnings of metrics that count a column as what it is not; see `verifyCounting`. */
export function verifyCounting(
  rows: Rows,
  config: RowsConfig,
  context: ConnectorContext,
): Promise<readonly ConfigWarning[]> {
  return runInEngine('verifyCounting', rows, 'UTC', [config], context);
}

/** The first and the last rows as text. Throws `invalid_config` if there are none. */
export function sampleRows(rows: Rows, context: ConnectorContext): Promise<Sample> {
  return runInEngine('sample', rows, 'UTC', [], context);
}

/** Answers a query about the rows. Throws a ConnectorError. */
export function queryRows(
  rows: Rows,
  config: RowsConfig,
  query: Query,
  context: ConnectorContext,
): Promise<QueryResult> {
  return runInEngine('query', rows, query.timeZone, [config, query], context);
}
