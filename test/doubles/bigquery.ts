import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import {
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBStructValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import {
  answerLater,
  type DuckdbWarehouse,
  type RunningStatement,
  type Transpiled,
  transpile,
  type WarehouseColumn,
  WarehouseFault,
  within,
} from './duckdb-warehouse.ts';
import type { GoogleTokens } from './google-oauth.ts';

export const bigQueryProject = 'reports-of-the-test';

/** What of GoogleSQL the double understands, beside what DuckDB has alike. */
const dialect: Transpiled = {
  textMarks: `'"`,
  nameMarks: '`',
  functions: {
    ...Object.fromEntries(
      ['count', 'sum', 'floor', 'avg', 'min', 'max', 'cast', 'trim', 'coalesce', 'nullif'].map((f) => [f, f]),
    ),
    ...{ upper: 'upper', range_bucket: 'range_bucket', unix_seconds: 'unix_seconds', unix_date: 'unix_date' },
    ...{ is_nan: 'isnan', is_inf: 'isinf', collate: 'uncollated', safe_cast: 'TRY_CAST' },
  },
  words: [
    [/\bTIMESTAMP\b/gi, 'TIMESTAMPTZ'],
    [/\bFLOAT64\b/gi, 'DOUBLE'],
    [/\bBIGNUMERIC\b/gi, 'DECIMAL(38, 9)'],
  ],
};

/** Statements that make DuckDB understand the functions of GoogleSQL. */
export const bigQueryFunctions = [
  'CREATE MACRO range_bucket(point, bounds) AS CASE WHEN point IS NOT NULL THEN len(list_filter(bounds, lambda bound: bound <= point)) END',
  'CREATE MACRO unix_seconds(moment) AS CAST(floor(epoch(moment)) AS BIGINT)',
  "CREATE MACRO unix_date(day) AS day - DATE '1970-01-01'",
  'CREATE MACRO uncollated(value, collation) AS value',
];

/** Of requests that name no time. */
const usualWaitMs = 10_000;

interface Asked {
  readonly query: string;
  readonly requestId: string;
  readonly timeoutMs?: number;
  readonly maximumBytesBilled: string;
  readonly useLegacySql: boolean;
  readonly defaultDataset?: { readonly datasetId: string };
}

interface Job {
  readonly id: string;
  readonly statement: RunningStatement;
}

export interface BigQueryDouble extends Double {
  readonly warehouse: DuckdbWarehouse;
  /** What each statement reads. */
  bytes: number;
  /** The most rows of a page. */
  pageRows: number;
  /** How long a request waits for a statement at most, whatever it asks for. */
  patienceMs: number;
  answerMs: number;
  /** The kind of each statement, as a dry run tells it. */
  statementType: string;
}

/** Answers as https://cloud.google.com/bigquery/docs/reference/rest documents jobs, and the lists of tables. */
export async function startBigQuery(warehouse: DuckdbWarehouse, oauth: GoogleTokens): Promise<BigQueryDouble> {
  const jobs = new Map<string, Job>();
  const byRequest = new Map<string, string>();
  const double: BigQueryDouble = Object.assign(
    await startDouble((request, response) => answerLater(response, double.answerMs, () => answer(request, response))),
    { warehouse, bytes: 20_000_000, pageRows: 100_000, patienceMs: 60_000, answerMs: 0, statementType: 'SELECT' },
  );

  async function answer(request: SeenRequest, _response: ServerResponse): Promise<unknown> {
    const [path = ''] = request.path.split('?');
    const [, project, rest = ''] = /^\/bigquery\/v2\/projects\/([^/]+)\/(.*)$/.exec(path) ?? [];
    const isCancel = rest.endsWith('/cancel');
    checkRight(oauth, request, (rest === 'jobs' && request.method === 'POST') || isCancel);
    if (project !== bigQueryProject) throw refusal(404, 'notFound', `Not found: Project ${project}`);
    if (request.method === 'POST' && rest === 'jobs') return plan(JSON.parse(request.body));
    if (request.method === 'POST' && rest === 'queries') return begin(JSON.parse(request.body));
    if (isCancel) return cancel(rest.split('/')[1] ?? '');
    const [noun = '', id = '', more] = rest.split('/');
    if (noun === 'queries') return results(jobOf(id), request.query);
    if (noun === 'jobs') return { statistics: { query: { totalBytesBilled: String(double.bytes) } } };
    if (noun === 'datasets' && more === 'tables') return tables(id);
    if (noun === 'datasets') return { datasets: [{ datasetReference: { projectId: project, datasetId: 'shop' } }] };
    throw refusal(404, 'notFound', 'Not found');
  }

  const schemaOf = ({ defaultDataset }: Pick<Asked, 'defaultDataset'>) => defaultDataset?.datasetId ?? 'main';

  async function plan({ configuration }: { configuration: { dryRun: boolean; query: Asked } }) {
    const { query: sql } = configuration.query;
    if (!configuration.dryRun) throw refusal(400, 'invalid', 'The double only plans.');
    const columns = await understood(sql, () =>
      warehouse.describe(transpile(sql, dialect), schemaOf(configuration.query)),
    );
    return {
      statistics: {
        totalBytesProcessed: String(double.bytes),
        query: { statementType: double.statementType, schema: schemaFields(columns) },
      },
    };
  }

  async function begin(body: Asked) {
    if (body.useLegacySql !== false) throw refusal(400, 'invalid', 'The double knows no legacy SQL.');
    if (double.bytes > Number(body.maximumBytesBilled)) {
      throw refusal(
        400,
        'bytesBilledLimitExceeded',
        `Query exceeded limit for bytes billed: ${body.maximumBytesBilled}.`,
      );
    }
    const known = byRequest.get(body.requestId);
    const job = known === undefined ? newJob(body) : jobOf(known);
    byRequest.set(body.requestId, job.id);
    const answer = await rowsOf(job, body.query, body.timeoutMs ?? usualWaitMs, 0);
    return answer.jobComplete ? { ...answer, totalBytesBilled: String(double.bytes) } : answer;
  }

  function newJob(body: Asked): Job {
    const sql = readable(body.query, () => transpile(body.query, dialect));
    const job = { id: `job_${randomUUID()}`, statement: warehouse.start(sql, schemaOf(body)) };
    jobs.set(job.id, job);
    return job;
  }

  async function rowsOf(job: Job, sql: string, timeoutMs: number, start: number) {
    const reference = { jobReference: { projectId: bigQueryProject, jobId: job.id, location: 'EU' } };
    const waited = await within(job.statement.done, Math.min(timeoutMs, double.patienceMs));
    if (!waited) return { jobComplete: false, ...reference };
    const { columns, rows } = await understood(sql, () => job.statement.done);
    const end = start + double.pageRows;
    return {
      ...{ jobComplete: true, ...reference, schema: schemaFields(columns), totalRows: String(rows.length) },
      rows: rows.slice(start, end).map((row) => ({ f: row.map((value) => ({ v: written(value) })) })),
      ...(end < rows.length && { pageToken: String(end) }),
    };
  }

  const results = (job: Job, query: URLSearchParams) =>
    rowsOf(
      job,
      job.statement.state,
      Number(query.get('timeoutMs') ?? usualWaitMs),
      Number(query.get('pageToken') ?? 0),
    );

  function jobOf(id: string): Job {
    const job = jobs.get(id);
    if (!job) throw refusal(404, 'notFound', `Not found: Job ${id}`);
    return job;
  }

  function cancel(id: string) {
    const job = jobOf(id);
    job.statement.stop();
    return { kind: 'bigquery#jobCancelResponse' };
  }

  async function tables(dataset: string) {
    const sql = `SELECT table_name FROM information_schema.tables WHERE table_schema = '${dataset}' ORDER BY 1`;
    const { rows } = await warehouse.start(sql, 'main').done;
    return { tables: rows.map(([name]) => ({ tableReference: { tableId: String(name) } })) };
  }

  return double;
}

function checkRight({ tokens }: GoogleTokens, { headers }: SeenRequest, manages: boolean): void {
  const granted = tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '');
  if (granted === undefined) throw refusal(401, 'authError', 'Invalid Credentials');
  const names = manages ? ['bigquery'] : ['bigquery', 'cloud-platform.read-only'];
  const has = names.some((name) => granted.split(' ').includes(`https://www.googleapis.com/auth/${name}`));
  if (!has) throw refusal(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
}

/** An error in the form of https://cloud.google.com/bigquery/docs/error-messages. */
function refusal(code: number, reason: string, message: string): DoubleRefusal {
  return new DoubleRefusal(code, { error: { code, message, errors: [{ message, domain: 'global', reason }] } });
}

function readable<T>(sql: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof WarehouseFault ? worded(error, sql) : error;
  }
}

async function understood<T>(sql: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof WarehouseFault ? worded(error, sql) : error;
  }
}

function worded({ kind, subject, at }: WarehouseFault, sql: string): DoubleRefusal {
  const before = sql.slice(0, at).split('\n');
  const place = ` at [${before.length}:${(before.at(-1)?.length ?? 0) + 1}]`;
  const invalid = (message: string, where = place) => refusal(400, 'invalidQuery', `${message}${where}`);
  if (kind === 'table') {
    return refusal(404, 'notFound', `Not found: Table ${bigQueryProject}:${subject} was not found in location EU`);
  }
  if (kind === 'schema') return refusal(404, 'notFound', `Not found: Dataset ${bigQueryProject}:${subject}`);
  if (kind === 'stopped') return refusal(400, 'stopped', 'Job execution was cancelled: User requested cancellation');
  if (kind === 'syntax') return invalid('Syntax error: Unexpected identifier');
  if (kind === 'column') return invalid(`Unrecognized name: ${subject}; Did you mean something else?`);
  if (kind === 'function') return invalid(`Function not found: ${subject}`);
  if (kind === 'ungrouped') {
    return invalid('SELECT list expression references column x which is neither grouped nor aggregated');
  }
  if (kind === 'aggregate') return invalid('Aggregate function MAX not allowed in GROUP BY');
  if (kind === 'types') return invalid('No matching signature for aggregate function SUM');
  if (kind === 'conversion') return invalid('Bad int64 value: Berlin of user admin', '');
  return invalid(`The double: ${subject}`);
}

function schemaFields(columns: readonly WarehouseColumn[]): unknown {
  return { fields: columns.map(({ name, type }) => ({ name, ...typeOf(type) })) };
}

/** Types as the schema of an answer words them. */
function typeOf(type: string): { readonly type: string; readonly mode: string } {
  if (type.endsWith('[]')) return { ...typeOf(type.slice(0, -2)), mode: 'REPEATED' };
  const mode = 'NULLABLE';
  if (type.startsWith('STRUCT')) return { type: 'RECORD', mode };
  if (type.startsWith('DECIMAL')) return { type: 'NUMERIC', mode };
  const known: Readonly<Record<string, string>> = {
    DOUBLE: 'FLOAT',
    FLOAT: 'FLOAT',
    VARCHAR: 'STRING',
    DATE: 'DATE',
    TIMESTAMP: 'DATETIME',
    'TIMESTAMP WITH TIME ZONE': 'TIMESTAMP',
    BOOLEAN: 'BOOLEAN',
  };
  return { type: known[type] ?? 'INTEGER', mode };
}

function written(value: DuckDBValue): unknown {
  if (value === null) return null;
  if (value instanceof DuckDBTimestampTZValue) return String(value.micros);
  if (value instanceof DuckDBTimestampValue) return String(value).replace(' ', 'T');
  if (value instanceof DuckDBListValue) return value.items.map((item) => ({ v: written(item) }));
  if (value instanceof DuckDBStructValue)
    return { f: Object.values(value.entries).map((item) => ({ v: written(item) })) };
  return value instanceof DuckDBDecimalValue ? String(value).replace(/\.?0+$/, '') : String(value);
}
