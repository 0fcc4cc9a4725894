import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { DuckDBDecimalValue, DuckDBTimestampTZValue, DuckDBTimestampValue, type DuckDBValue } from '@duckdb/node-api';
import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import {
  answerLater,
  type DuckdbWarehouse,
  type RunningStatement,
  type Transpiled,
  transpile,
  type WarehouseAnswer,
  type WarehouseColumn,
  WarehouseFault,
  within,
} from './duckdb-warehouse.ts';
import { groupedAlias } from './grouped-alias.ts';

export const trinoUser = 'reporter';
export const trinoPassword = 'a-password-of-the-test';
export const trinoToken = 'eyJhbGciOi.token-of-the-test.signed';

/** What of Trino's SQL the double understands, beside what DuckDB has alike. */
const dialect: Transpiled = {
  textMarks: "'",
  nameMarks: '"',
  functions: {
    ...Object.fromEntries(
      ['count', 'sum', 'floor', 'avg', 'min', 'max', 'cast', 'coalesce', 'nullif', 'abs', 'row'].map((f) => [f, f]),
    ),
    ...{ trim: 'trimmed', rtrim: 'rtrim', is_finite: 'finite', try_cast: 'TRY_CAST', varchar: 'varchar' },
    ...{ to_unixtime: 'to_unixtime', width_bucket: 'bucket_of', date_diff: 'whole_units', date_format: 'date_format' },
    ...{ date_add: 'later_by', chr: 'chr' },
  },
  words: [
    [/\bTIMESTAMP (?='[^']* UTC')/gi, 'TIMESTAMPTZ '],
    [/\bcurrent_user\b/gi, `'${trinoUser}'`],
  ],
};

/** Statements that make DuckDB understand the functions of Trino, and round quotients of whole numbers as it does. */
export const trinoFunctions = [
  'SET GLOBAL integer_division = true',
  "CREATE MACRO trimmed(value) AS regexp_replace(value, '^\\s+|\\s+$', '', 'g')",
  'CREATE MACRO finite(value) AS isfinite(CAST(value AS DOUBLE))',
  'CREATE MACRO to_unixtime(moment) AS epoch(moment)',
  'CREATE MACRO bucket_of(value, bounds) AS CASE WHEN value IS NOT NULL THEN len(list_filter(bounds, lambda bound: bound <= value)) END',
  "CREATE MACRO whole_units(unit, one, other) AS CASE WHEN unit = 'day' THEN CAST(other AS DATE) - CAST(one AS DATE) ELSE CAST(trunc(epoch(other) - epoch(one)) AS BIGINT) END",
  "CREATE MACRO date_format(moment, form) AS strftime(moment, replace(replace(form, '%i', '%M'), '%s', '%S'))",
  'CREATE MACRO later_by(unit, amount, moment) AS moment + to_hours(CAST(amount AS INTEGER))',
];

interface Query {
  readonly id: string;
  readonly sql: string;
  readonly slug: string;
  readonly hasDigits: boolean;
  readonly start: () => RunningStatement | WarehouseFault;
  statement?: RunningStatement | WarehouseFault;
  isStopped?: boolean;
}

export interface TrinoDouble extends Double {
  readonly warehouse: DuckdbWarehouse;
  /** The most rows of an answer. */
  pageRows: number;
  answerMs: number;
  mayWrite: boolean;
  /** Whether it lets in who has neither password nor token. */
  isOpen: boolean;
  /** The settings of statements that it has, with its own values. */
  settings: Record<string, string>;
  /** Whether users may set them. */
  maySet: boolean;
  /** What it takes for its own address; absent for that of the request. */
  ownAddress: string | undefined;
}

/** Answers as https://trino.io/docs/current/develop/client-protocol.html documents the client REST API. */
export async function startTrino(warehouse: DuckdbWarehouse): Promise<TrinoDouble> {
  const queries = new Map<string, Query>();
  const double: TrinoDouble = Object.assign(
    await startDouble((request, response) => answerLater(response, double.answerMs, () => answer(request, response))),
    { warehouse, pageRows: 100_000, answerMs: 0, mayWrite: false, isOpen: false, ownAddress: undefined },
    {
      settings: {
        query_max_run_time: '100.00d',
        query_max_execution_time: '100.00d',
        query_max_scan_physical_bytes: '',
      },
      maySet: true,
    },
  );

  async function answer(request: SeenRequest, response: ServerResponse): Promise<unknown> {
    checkSignIn(request);
    if (request.method === 'POST' && request.path === '/v1/statement') return begin(request);
    const [, phase, id = '', slug, token] =
      /^\/v1\/statement\/(queued|executing)\/([^/]+)\/([^/]+)\/(\d+)$/.exec(request.path) ?? [];
    const query = queries.get(id);
    if (!query || query.slug !== slug) throw new DoubleRefusal(404, 'Query not found');
    if (request.method === 'DELETE') {
      stop(query);
      response.statusCode = 204;
      return undefined;
    }
    return phase === 'queued' ? dispatch(query, request) : tell(query, Number(token), request);
  }

  function checkSignIn({ headers }: SeenRequest): void {
    const basic = `Basic ${Buffer.from(`${trinoUser}:${trinoPassword}`).toString('base64')}`;
    const { authorization } = headers;
    const isKnown = authorization === basic || authorization === `Bearer ${trinoToken}`;
    if (!isKnown && !(double.isOpen && authorization === undefined)) throw new DoubleRefusal(401, 'Unauthorized');
  }

  function begin({ headers, body, ...request }: SeenRequest): unknown {
    if (headers['x-trino-user'] !== trinoUser) throw new DoubleRefusal(403, 'Access Denied: Cannot impersonate admin');
    const id = `20260101_000000_${String(queries.size).padStart(5, '0')}_test0`;
    const query: Query = {
      ...{ id, sql: body, slug: `x${randomUUID().replaceAll('-', '')}` },
      hasDigits: /PARAMETRIC_DATETIME/.test(String(headers['x-trino-client-capabilities'] ?? '')),
      start: () => started(body, headers),
    };
    queries.set(id, query);
    return { ...known(query, 'QUEUED'), nextUri: addressOf(query, 'queued', 1, { headers, body, ...request }) };
  }

  function started(sql: string, headers: SeenRequest['headers']): RunningStatement | WarehouseFault {
    try {
      checkSettings(String(headers['x-trino-session'] ?? ''));
      if (sql === 'SHOW SESSION') return warehouse.start(settingsSql(double.settings), 'main');
      if (headers['x-trino-catalog'] !== 'shops') throw new WarehouseFault('schema', 'gone', 0);
      if (/table_privileges/.test(sql)) {
        return warehouse.start(`SELECT 'INSERT' AS privilege WHERE ${double.mayWrite}`, 'main');
      }
      const alias = groupedAlias(sql);
      if (alias !== undefined) throw new WarehouseFault('column', alias, 0);
      if (longestList(sql) > 254) throw new WarehouseFault('other', 'Too many arguments for array constructor', 0);
      return warehouse.start(transpile(sql, dialect), String(headers['x-trino-schema'] ?? 'main'));
    } catch (error) {
      if (error instanceof WarehouseFault) return error;
      throw error;
    }
  }

  function checkSettings(session: string): void {
    for (const setting of session.split(',').filter((each) => each !== '')) {
      const [name = ''] = setting.split('=');
      if (!(name in double.settings))
        throw new WarehouseFault('other', `Session property '${name}' does not exist`, -1);
      if (!double.maySet) {
        throw new WarehouseFault('other', `Access Denied: Cannot set system session property ${name}`, -2);
      }
    }
  }

  /** A query begins once its first address is asked. */
  function dispatch(query: Query, request: SeenRequest): unknown {
    query.statement ??= query.start();
    return { ...known(query, 'RUNNING'), nextUri: addressOf(query, 'executing', 0, request) };
  }

  async function tell(query: Query, token: number, request: SeenRequest): Promise<unknown> {
    const again = { ...known(query, 'RUNNING'), nextUri: addressOf(query, 'executing', token, request) };
    if (!(await within(rowsOf(query), 50))) return again;
    try {
      return page(query, await rowsOf(query), token, request);
    } catch (error) {
      if (!(error instanceof WarehouseFault)) throw error;
      return { ...known(query, 'FAILED'), error: failure(error, query.sql) };
    }
  }

  async function rowsOf({ statement, isStopped }: Query): Promise<WarehouseAnswer> {
    if (isStopped || !statement) throw new WarehouseFault('stopped', '', 0);
    if (statement instanceof WarehouseFault) throw statement;
    return await statement.done;
  }

  function page(query: Query, { columns, rows }: WarehouseAnswer, token: number, request: SeenRequest): unknown {
    const end = (token + 1) * double.pageRows;
    const data = rows.slice(token * double.pageRows, end).map((row) => row.map(written));
    return {
      ...known(query, 'FINISHED'),
      columns: columns.map((column) => typed(column, query.hasDigits)),
      ...(data.length > 0 && { data }),
      ...(end < rows.length && { nextUri: addressOf(query, 'executing', token + 1, request) }),
    };
  }

  function stop(query: Query): void {
    query.isStopped = true;
    if (query.statement && !(query.statement instanceof WarehouseFault)) query.statement.stop();
  }

  function addressOf({ id, slug }: Query, phase: string, token: number, { headers }: SeenRequest): string {
    return `${double.ownAddress ?? `http://${headers.host}`}/v1/statement/${phase}/${id}/${slug}/${token}`;
  }

  return double;
}

function known({ id }: Query, state: string) {
  return { id, infoUri: `http://127.0.0.1/ui/query.html?${id}`, stats: { state, queued: state === 'QUEUED' } };
}

function settingsSql(settings: Readonly<Record<string, string>>): string {
  const rows = Object.entries(settings).map(([name, value]) => `('${name}', '${value}', '', 'varchar', '')`);
  return `SELECT * FROM (VALUES ('task_concurrency', '16', '16', 'integer', ''), ${rows.join(', ')})
    AS settings (Name, Value, "Default", Type, Description)`;
}

function failure({ kind, subject, at }: WarehouseFault, sql: string): object {
  const before = sql.slice(0, Math.max(0, at)).split('\n');
  const errorLocation = { lineNumber: before.length, columnNumber: (before.at(-1)?.length ?? 0) + 1 };
  const place = `line ${errorLocation.lineNumber}:${errorLocation.columnNumber}`;
  const user = (errorName: string, message: string) => ({
    ...{ message: `${place}: ${message}`, errorCode: 1, errorName, errorType: 'USER_ERROR', errorLocation },
    failureInfo: { type: 'io.trino.spi.TrinoException', message },
  });
  if (kind === 'table') return user('TABLE_NOT_FOUND', `Table 'shops.shop.${subject}' does not exist`);
  if (kind === 'schema') return user('CATALOG_NOT_FOUND', `Catalog '${subject}' not found`);
  if (kind === 'syntax') return user('SYNTAX_ERROR', "mismatched input 'sum'. Expecting: ','");
  if (kind === 'column') return user('COLUMN_NOT_FOUND', `Column '${subject}' cannot be resolved`);
  if (kind === 'function') return user('FUNCTION_NOT_FOUND', `Function '${subject}' not registered`);
  if (kind === 'ungrouped') return user('EXPRESSION_NOT_AGGREGATE', "'(amount)' must be an aggregate expression");
  if (kind === 'aggregate') return user('EXPRESSION_NOT_SCALAR', 'GROUP BY clause cannot contain aggregations');
  if (kind === 'types') return user('FUNCTION_NOT_FOUND', 'Unexpected parameters (varchar) for function sum');
  if (kind === 'conversion') return user('INVALID_CAST_ARGUMENT', "Cannot cast 'Berlin of user admin' to BIGINT");
  if (kind === 'stopped') return user('USER_CANCELED', 'Query was canceled');
  if (at === -1) return user('INVALID_SESSION_PROPERTY', subject);
  if (at === -2) return user('PERMISSION_DENIED', subject);
  return user('NOT_SUPPORTED', `The double: ${subject}`);
}

function typed({ name, type }: WarehouseColumn, hasDigits: boolean): { name: string; type: string } {
  const digits = hasDigits ? '(6)' : '';
  const types: Readonly<Record<string, string>> = {
    FLOAT: 'real',
    HUGEINT: 'bigint',
    TIMESTAMP: `timestamp${digits}`,
    'TIMESTAMP WITH TIME ZONE': `timestamp${digits} with time zone`,
    '"NULL"': 'unknown',
  };
  if (type.endsWith('[]')) return { name, type: `array(${type.slice(0, -2).toLowerCase()})` };
  if (type.startsWith('STRUCT')) return { name, type: 'row(name varchar)' };
  return { name, type: types[type] ?? type.toLowerCase() };
}

function written(value: DuckDBValue): unknown {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof DuckDBDecimalValue) return String(value);
  if (value instanceof DuckDBTimestampTZValue) {
    return new Date(Number(value.micros / 1000n)).toISOString().replace('T', ' ').replace('Z', '000 UTC');
  }
  if (value instanceof DuckDBTimestampValue) return `${String(value).slice(0, 19)}.000000`;
  return String(value);
}

/** How many values the longest ARRAY of a statement has. */
export function longestList(sql: string): number {
  return Math.max(0, ...[...sql.matchAll(/\bARRAY\[([^\]]*)\]/gi)].map(([, list = '']) => list.split(',').length));
}
