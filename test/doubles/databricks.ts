import { randomUUID } from 'node:crypto';
import { DuckDBTimestampTZValue, DuckDBTimestampValue, type DuckDBValue } from '@duckdb/node-api';
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

export const databricksToken = 'dapi-token-of-the-test';
export const databricksPrincipal = { client_id: 'principal-of-the-test', client_secret: 'secret-of-the-principal' };

/** What of Databricks' SQL the double understands, beside what DuckDB has alike. */
const dialect: Transpiled = {
  textMarks: `'"`,
  nameMarks: '`',
  functions: {
    ...Object.fromEntries(
      ['count', 'sum', 'floor', 'avg', 'min', 'max', 'cast', 'coalesce', 'nullif', 'abs'].map((f) => [f, f]),
    ),
    ...{ btrim: 'trim', unix_seconds: 'unix_seconds', unix_date: 'unix_date', dateadd: 'dateadd' },
    ...{ timestampdiff: 'timestampdiff', try_cast: 'TRY_CAST' },
  },
  words: [
    [/dateadd\(SECOND, /gi, 'seconds_after('],
    [/dateadd\(HOUR, /gi, 'hours_after('],
    [/timestampdiff\(SECOND, /gi, 'seconds_between('],
    [/ COLLATE UTF8_BINARY/g, ''],
    [/\bTIMESTAMP\b/gi, 'TIMESTAMPTZ'],
    [/\bTIMESTAMP_NTZ\b/gi, 'TIMESTAMP'],
  ],
};

/** Statements that make DuckDB understand the functions of Databricks. */
export const databricksFunctions = [
  'CREATE MACRO unix_seconds(moment) AS CAST(floor(epoch(moment)) AS BIGINT)',
  "CREATE MACRO unix_date(day) AS day - DATE '1970-01-01'",
  'CREATE MACRO seconds_after(seconds, moment) AS moment + to_seconds(seconds)',
  'CREATE MACRO hours_after(hours, moment) AS moment + to_hours(CAST(hours AS INTEGER))',
  'CREATE MACRO seconds_between(one, other) AS CAST(epoch(other) - epoch(one) AS BIGINT)',
];

interface Asked {
  readonly statement: string;
  readonly warehouse_id: string;
  readonly catalog: string;
  readonly schema?: string;
  readonly wait_timeout: string;
  readonly row_limit: number;
  readonly format: string;
  readonly disposition: string;
}

interface Running {
  readonly id: string;
  readonly asked: Asked;
  readonly statement: RunningStatement | WarehouseFault;
}

export interface DatabricksDouble extends Double {
  readonly warehouse: DuckdbWarehouse;
  /** The most rows of a chunk. */
  pageRows: number;
  answerMs: number;
  mayWrite: boolean;
  /** Whether answers say that they were cut. */
  isTruncated: boolean;
}

/** Answers as https://docs.databricks.com/api/workspace/statementexecution documents statements. */
export async function startDatabricks(warehouse: DuckdbWarehouse): Promise<DatabricksDouble> {
  const statements = new Map<string, Running>();
  const tokens = new Set([databricksToken]);
  const double: DatabricksDouble = Object.assign(
    await startDouble((request, response) => answerLater(response, double.answerMs, () => answer(request))),
    { warehouse, pageRows: 100_000, answerMs: 0, mayWrite: false, isTruncated: false },
  );

  async function answer(request: SeenRequest): Promise<unknown> {
    if (request.path === '/oidc/v1/token') return grant(request);
    if (!tokens.has(request.headers.authorization?.replace(/^Bearer /, '') ?? '')) {
      throw new DoubleRefusal(401, {
        error_code: 'UNAUTHENTICATED',
        message: 'Credential was not sent or is invalid.',
      });
    }
    const [, id, more, index] =
      /^\/api\/2\.0\/sql\/statements(?:\/([^/]+)(?:\/(cancel|result\/chunks\/(\d+)))?)?$/.exec(request.path) ?? [];
    if (id === undefined) return begin(JSON.parse(request.body));
    const known = statements.get(id);
    if (!known) throw new DoubleRefusal(404, { error_code: 'NOT_FOUND', message: 'no such statement' });
    if (more === 'cancel') return stop(known);
    return index === undefined ? tell(known) : chunkOf(await rowsOf(known), Number(index));
  }

  function grant({ headers, body }: SeenRequest): unknown {
    const { client_id, client_secret } = databricksPrincipal;
    const basic = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
    const form = new URLSearchParams(body);
    const isRight = form.get('grant_type') === 'client_credentials' && form.get('scope') === 'all-apis';
    if (headers.authorization !== basic || !isRight) throw new DoubleRefusal(401, { error: 'invalid_client' });
    const access_token = `token-${tokens.size}-of-the-principal`;
    tokens.add(access_token);
    return { access_token, token_type: 'Bearer', expires_in: 3600 };
  }

  function begin(asked: Asked): unknown {
    if (asked.warehouse_id !== '1234567890abcdef') {
      throw new DoubleRefusal(404, { error_code: 'RESOURCE_DOES_NOT_EXIST', message: 'SQL warehouse of user admin' });
    }
    if (asked.format !== 'JSON_ARRAY' || asked.disposition !== 'INLINE' || asked.wait_timeout !== '0s') {
      throw new DoubleRefusal(400, { error_code: 'INVALID_PARAMETER_VALUE', message: 'The double answers in line.' });
    }
    const running = { id: randomUUID(), asked, statement: started(asked) };
    statements.set(running.id, running);
    return { statement_id: running.id, status: { state: 'PENDING' } };
  }

  function started({ statement: sql, catalog, schema = 'main' }: Asked): RunningStatement | WarehouseFault {
    if (catalog !== 'shops') return new WarehouseFault('schema', '', 0);
    if (/table_privileges/.test(sql)) {
      return warehouse.start(`SELECT 'MODIFY' AS privilege WHERE ${double.mayWrite}`, 'main');
    }
    try {
      return warehouse.start(transpile(sql, dialect), schema);
    } catch (error) {
      if (error instanceof WarehouseFault) return error;
      throw error;
    }
  }

  function stop({ statement }: Running): unknown {
    if (!(statement instanceof WarehouseFault)) statement.stop();
    return {};
  }

  async function rowsOf({ statement }: Running): Promise<WarehouseAnswer> {
    if (statement instanceof WarehouseFault) throw statement;
    return await statement.done;
  }

  async function tell(running: Running): Promise<unknown> {
    const { id, asked } = running;
    if (!(await within(rowsOf(running), 50))) return { statement_id: id, status: { state: 'RUNNING' } };
    try {
      const answer = await rowsOf(running);
      const columns = answer.columns.map(typed);
      const manifest = {
        ...{ format: 'JSON_ARRAY', schema: { column_count: columns.length, columns } },
        ...{ total_row_count: answer.rows.length, truncated: double.isTruncated },
      };
      return { statement_id: id, status: { state: 'SUCCEEDED' }, manifest, result: chunkOf(answer, 0) };
    } catch (error) {
      if (!(error instanceof WarehouseFault)) throw error;
      if (error.kind === 'stopped') return { statement_id: id, status: { state: 'CANCELED' } };
      return { statement_id: id, status: { state: 'FAILED', error: failure(error, asked.statement) } };
    }
  }

  function chunkOf({ rows }: WarehouseAnswer, index: number): unknown {
    const end = (index + 1) * double.pageRows;
    const data_array = rows.slice(index * double.pageRows, end).map((row) => row.map((value) => written(value)));
    return { chunk_index: index, data_array, ...(end < rows.length && { next_chunk_index: index + 1 }) };
  }

  return double;
}

function failure({ kind, subject, at }: WarehouseFault, sql: string): { error_code: string; message: string } {
  const before = sql.slice(0, at).split('\n');
  const place = `; line ${before.length} pos ${before.at(-1)?.length ?? 0}`;
  const bad = (message: string) => ({ error_code: 'BAD_REQUEST', message: `${message}${place}` });
  if (kind === 'table') return bad(`[TABLE_OR_VIEW_NOT_FOUND] The table or view \`${subject}\` cannot be found.`);
  if (kind === 'schema') return bad("[NO_SUCH_CATALOG_EXCEPTION] Catalog 'gone' was not found.");
  if (kind === 'syntax') return bad("[PARSE_SYNTAX_ERROR] Syntax error at or near 'sum'.");
  if (kind === 'column') {
    return bad(`[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name \`${subject}\` cannot be resolved.`);
  }
  if (kind === 'function') return bad(`[UNRESOLVED_ROUTINE] Cannot resolve routine \`${subject}\`.`);
  if (kind === 'ungrouped') return bad('[MISSING_GROUP_BY] The query does not include a GROUP BY clause.');
  if (kind === 'aggregate') return bad('[GROUP_BY_AGGREGATE] Aggregate functions are not allowed in GROUP BY.');
  if (kind === 'types') return bad('[DATATYPE_MISMATCH.UNEXPECTED_INPUT_TYPE] Cannot resolve "sum(place)".');
  if (kind === 'conversion') return bad("[CAST_INVALID_INPUT] The value 'Berlin of user admin' cannot be cast.");
  return bad(`The double: ${subject}`);
}

function typed({ name, type }: WarehouseColumn, position: number) {
  const known: Readonly<Record<string, string>> = {
    VARCHAR: 'STRING',
    INTEGER: 'INT',
    HUGEINT: 'DECIMAL(38,0)',
    TIMESTAMP: 'TIMESTAMP_NTZ',
    'TIMESTAMP WITH TIME ZONE': 'TIMESTAMP',
    '"NULL"': 'INT',
  };
  const type_text = type.endsWith('[]') ? `ARRAY<${type.slice(0, -2)}>` : (known[type] ?? type);
  return { name, position, type_text, type_name: /^\w+/.exec(type_text)?.[0] };
}

function written(value: DuckDBValue): string | null {
  if (value === null) return null;
  if (value instanceof DuckDBTimestampTZValue) return new Date(Number(value.micros / 1000n)).toISOString();
  if (value instanceof DuckDBTimestampValue) return String(value).replace(' ', 'T');
  return String(value);
}
