import type { DuckDBConnection } from '@duckdb/node-api';
import {
  type ConfigWarning,
  type ConnectorContext,
  ConnectorError,
  type Query,
  type QueryResult,
} from '../contract.ts';
import { type Binding, bind } from './binding.ts';
import { dateSql } from './calendar.ts';
import { findRepeatedKey, levelFaults, quoteColumns, type RowsConfig, type TextReading, usesOf } from './config.ts';
import { explainConversions, findConversions } from './conversions.ts';
import { assertUnchanged, type SourceFile } from './paths.ts';
import { querySql } from './query-sql.ts';
import { openSource, type Source } from './source.ts';
import { unpivotWarnings } from './unpivot-warnings.ts';
import { checkFigures } from './verification.ts';

/** What work on rows needs of its context. */
export type RowsContext = Pick<ConnectorContext, 'signal' | 'deadline' | 'keep'>;

/** The files that hold a connection's rows. */
export interface Rows {
  /** What tells them from other rows of the same context, such as their path. */
  readonly id: string;
  /** What the engine may hold for them in memory; 1 GiB by default. */
  readonly memoryBytes?: number;
  /** Called once a context and time zone. */
  find(): Promise<readonly SourceFile[]>;
  readonly reading?: TextReading;
}

export interface OpenRows extends Binding {
  /** The configuration as SQL over the source's columns. */
  readonly config: RowsConfig;
  readonly source: Source;
}

/**
 * Besides binding every expression it reads the dates of all rows, which parses the whole of a text file, and computes
 * the figures over them. Metrics that take too long are left to reports, with a warning.
 */
export async function verifyRows(
  rows: Rows,
  config: RowsConfig,
  context: RowsContext,
): Promise<readonly ConfigWarning[]> {
  const { source, config: bound, ...binding } = await openOnce(rows, config, 'UTC', context);
  if (source.isEmpty) return [];
  const date = dateSql(bound.date, binding.dateKind, 'UTC');
  await source.use(context.signal, (connection) => connection.run(`SELECT min(${date}), max(${date}) FROM source`));
  const left = Math.max(0, context.deadline - Date.now());
  const time = AbortSignal.timeout(Math.trunc(left * checkingShare));
  try {
    const signal = AbortSignal.any([context.signal, time]);
    const warnings = await source.use(signal, (connection) => checkFigures(connection, bound, binding, source));
    return [...unpivotWarnings(config, source.columns, rows.reading?.unpivot), ...warnings];
  } catch (error) {
    if (!time.aborted || context.signal.aborted) throw error;
    const message = 'The metrics take too long to be tried over all rows. Make a report to see whether they work.';
    return [{ code: 'not_checked', path: 'metrics', message }];
  } finally {
    await assertUnchanged(source.files);
  }
}

/** Fraction of the remaining time. */
const checkingShare = 2 / 3;

/** Answers a query about the rows. Throws a ConnectorError. */
export async function queryRows(
  of: Rows,
  config: RowsConfig,
  query: Query,
  context: RowsContext,
): Promise<QueryResult> {
  const { source, config: bound, ...binding } = await openOnce(of, config, query.timeZone, context);
  const sql = querySql(bound, binding, query);
  if (source.isEmpty) return emptyResult(query, freshAt(source));
  const reader = await source.use(context.signal, (connection) => run(connection, sql, binding));
  await assertUnchanged(source.files);
  const width = query.metrics.length;
  const keys = typeof query.by === 'object' && query.by.secondary !== undefined ? 2 : 1;
  const rows = reader.getRows().map((row) => {
    const [key = null, secondary = null] = row.slice(0, keys) as (string | null)[];
    const [groups, members, ...values] = row.slice(keys) as [number, number, ...(number | null)[]];
    return { key, ...(keys === 2 && { secondary }), groups, members, values };
  });
  const [first] = rows;
  const leftOut = first?.values.slice(width) as number[] | undefined;
  return {
    rows: rows.map(({ groups: _groups, members: _members, values, ...row }) => ({
      ...row,
      values: values.slice(0, width),
    })),
    groupCount: first?.groups ?? 0,
    hasData: (first?.members ?? 0) > 0,
    rowsRead: first?.members ?? 0,
    freshAt: freshAt(source),
    ...(leftOut?.length ? { leftOut } : {}),
  };
}

/** Runs a query; if a value cannot be converted, the error says how its column is written. */
async function run(connection: DuckDBConnection, sql: string, { trees }: Binding) {
  try {
    return await connection.runAndReadAll(sql);
  } catch (error) {
    if (!/^Conversion Error/.test(String((error as Error).message))) throw error;
    const conversions = await findConversions(connection, trees.metrics);
    const reason = await explainConversions(connection, conversions.flat());
    throw reason === undefined ? error : new Error(reason, { cause: error });
  }
}

function freshAt({ files }: Source): string {
  return new Date(Math.max(...files.map((file) => file.modifiedAtMs))).toISOString();
}

function emptyResult({ by, metrics }: Query, freshAt: string): QueryResult {
  const rows = by === 'none' ? [{ key: null, values: metrics.map(() => null) }] : [];
  return { rows, groupCount: rows.length, hasData: false, rowsRead: 0, freshAt };
}

/** Opening takes longer than most queries, so sources stay open as long as the context. */
const openByContext = new WeakMap<RowsContext, Map<string, Promise<OpenRows>>>();

/** The rows of a context as they are open already, or opened now. Throws a ConnectorError. */
export function openOnce(rows: Rows, config: RowsConfig, timeZone: string, context: RowsContext): Promise<OpenRows> {
  const open = openByContext.getOrInsertComputed(context, () => new Map());
  const key = JSON.stringify([rows.id, config, timeZone]);
  return open.getOrInsertComputed(key, () => openRows(rows, config, timeZone, context));
}

async function openRows(rows: Rows, config: RowsConfig, timeZone: string, context: RowsContext): Promise<OpenRows> {
  const repeated = findRepeatedKey(config);
  if (repeated) throw new ConnectorError('invalid_config', `The key "${repeated}" is used twice.`);
  const [fault] = levelFaults(config);
  if (fault) throw new ConnectorError('invalid_config', fault.message, { faults: [fault] });
  const files = await rows.find();
  const uses = usesOf(config, rows.reading ?? {});
  const source = await openSource(files, timeZone, uses, context.signal, rows.memoryBytes);
  context.keep({ [Symbol.dispose]: () => source.close() });
  const bound = quoteColumns(config, source.columns);
  const binding = await source.use(context.signal, (connection) => bind(connection, bound, source));
  return { source, config: bound, ...binding };
}
