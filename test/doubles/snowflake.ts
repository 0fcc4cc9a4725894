import { createHash, createPublicKey, generateKeyPairSync, randomUUID, verify } from 'node:crypto';
import {
  DuckDBDateValue,
  DuckDBDecimalValue,
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
  type WarehouseAnswer,
  type WarehouseColumn,
  WarehouseFault,
  within,
} from './duckdb-warehouse.ts';

export const snowflakeToken = 'token-of-the-test-with-many-letters';
const account = 'MYORG-ACCOUNT1';
const user = 'REPORTER';

/** What of Snowflake's SQL the double understands, beside what DuckDB has alike. */
const dialect: Transpiled = {
  textMarks: "'",
  nameMarks: '"',
  functions: {
    ...Object.fromEntries(
      ['count', 'sum', 'floor', 'avg', 'min', 'max', 'cast', 'trim', 'coalesce', 'nullif'].map((f) => [f, f]),
    ),
    ...{ abs: 'abs', to_varchar: 'to_varchar', convert_timezone: 'convert_timezone', collate: 'uncollated' },
    ...{ date_part: 'date_part', dateadd: 'dateadd', try_cast: 'TRY_CAST' },
  },
  words: [
    [/date_part\(EPOCH_SECOND, /gi, 'epoch_second('],
    [/dateadd\(hour, /gi, 'hours_after('],
    [/\bTIMESTAMP_TZ\b/gi, 'TIMESTAMPTZ'],
    [/\bTIMESTAMP_NTZ\b/gi, 'TIMESTAMP'],
  ],
};

/** Statements that make DuckDB understand the functions of Snowflake. */
export const snowflakeFunctions = [
  'CREATE MACRO epoch_second(moment) AS CAST(floor(epoch(moment)) AS BIGINT)',
  'CREATE MACRO hours_after(hours, moment) AS moment + to_hours(CAST(hours AS INTEGER))',
  'CREATE MACRO convert_timezone(zone, moment) AS timezone(zone, moment)',
  "CREATE MACRO to_varchar(moment, form) AS strftime(moment, CASE WHEN form = 'YYYY-MM-DD' THEN '%Y-%m-%d' ELSE '%Y-%m-%d %H:%M:%S' END)",
  'CREATE MACRO uncollated(value, collation) AS value',
];

interface Asked {
  readonly statement: string;
  readonly timeout: number;
  readonly warehouse: string;
  readonly database: string;
  readonly schema?: string;
  readonly role?: string;
  readonly parameters: Readonly<Record<string, string>>;
}

interface Handled {
  readonly handle: string;
  readonly sql: string;
  readonly statement: RunningStatement;
}

export interface SnowflakeDouble extends Double {
  readonly warehouse: DuckdbWarehouse;
  /** The private key of the user, PEM. */
  readonly privateKey: string;
  pageRows: number;
  /** How long the first request waits for a statement, 45 seconds at the vendor's. */
  patienceMs: number;
  answerMs: number;
  /** Whether the role may change tables. */
  mayWrite: boolean;
  /** The access tokens that people have granted. */
  granted: ReadonlyMap<string, string>;
}

/** Answers as https://docs.snowflake.com/en/developer-guide/sql-api/reference documents statements. */
export async function startSnowflake(warehouse: DuckdbWarehouse): Promise<SnowflakeDouble> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const statements = new Map<string, Handled>();
  const byRequest = new Map<string, string>();
  const double: SnowflakeDouble = Object.assign(
    await startDouble((request, response) =>
      answerLater(response, double.answerMs, async () => {
        const { status, body } = await answer(request);
        response.statusCode = status;
        return body;
      }),
    ),
    { warehouse, privateKey, pageRows: 100_000, patienceMs: 45_000, answerMs: 0, mayWrite: false, granted: new Map() },
  );

  async function answer(request: SeenRequest): Promise<{ status: number; body: unknown }> {
    checkToken(request, publicKey, double.granted);
    const [path = ''] = request.path.split('?');
    const [, handle, cancel] = /^\/api\/v2\/statements(?:\/([^/]+)(\/cancel)?)?$/.exec(path) ?? [];
    if (handle === undefined && request.method === 'POST') return begin(JSON.parse(request.body), request.query);
    const known = statements.get(handle ?? '');
    if (!known) throw new DoubleRefusal(404, { code: '390404', message: 'no such statement' });
    if (cancel) {
      known.statement.stop();
      return { status: 200, body: { code: '090001', statementHandle: known.handle } };
    }
    const index = Number(request.query.get('partition') ?? 0);
    return tell(known, index === 0 ? 0 : 60_000, index, index > 0);
  }

  async function begin(asked: Asked, query: URLSearchParams) {
    const { statement: sql, database, schema = 'main', warehouse: computing, parameters } = asked;
    if (database !== 'SHOPS' || computing !== 'REPORTING') {
      throw failed('390201', 'The requested database or warehouse does not exist or is not authorized for user ADMIN.');
    }
    const isSet = parameters.TIMEZONE === 'UTC' && parameters.MULTI_STATEMENT_COUNT === '1' && asked.timeout > 0;
    if (!isSet) throw failed('000001', 'The double asks for one statement in UTC with a limit.');
    const requestId = query.get('requestId') ?? randomUUID();
    const known = statements.get((query.get('retry') === 'true' && byRequest.get(requestId)) || '');
    const handled = known ?? { handle: randomUUID(), sql, statement: started(sql, schema) };
    statements.set(handled.handle, handled);
    byRequest.set(requestId, handled.handle);
    return tell(handled, query.get('async') === 'true' ? 0 : double.patienceMs, 0, false);
  }

  function started(sql: string, schema: string): RunningStatement {
    if (/table_privileges/.test(sql)) {
      return warehouse.start(`SELECT 'INSERT' AS privilege WHERE ${double.mayWrite}`, 'main');
    }
    return worded(sql, () => warehouse.start(transpile(sql, dialect), schema));
  }

  async function tell({ handle, sql, statement }: Handled, ms: number, index: number, dataOnly: boolean) {
    if (!(await within(statement.done, ms))) {
      const url = `/api/v2/statements/${handle}`;
      return {
        status: 202,
        body: { code: '333334', message: 'in progress', statementHandle: handle, statementStatusUrl: url },
      };
    }
    const { columns, rows } = await statement.done.catch((error) => worded<WarehouseAnswer>(sql, () => thrown(error)));
    const data = rows
      .slice(index * double.pageRows, (index + 1) * double.pageRows)
      .map((row) => row.map((value) => written(value)));
    if (dataOnly) return { status: 200, body: { data } };
    const parts = Math.max(1, Math.ceil(rows.length / double.pageRows));
    const partitionInfo = Array.from({ length: parts }, () => ({ rowCount: double.pageRows }));
    const resultSetMetaData = { numRows: rows.length, format: 'jsonv2', partitionInfo, rowType: columns.map(typed) };
    return { status: 200, body: { code: '090001', statementHandle: handle, resultSetMetaData, data } };
  }

  return double;
}

function thrown(error: unknown): never {
  throw error;
}

function checkToken({ headers }: SeenRequest, publicKey: string, granted: ReadonlyMap<string, string>): void {
  const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
  const kind = headers['x-snowflake-authorization-token-type'];
  if (kind === 'PROGRAMMATIC_ACCESS_TOKEN' && token === snowflakeToken) return;
  if (kind === 'OAUTH' && granted.has(token)) return;
  if (kind === 'KEYPAIR_JWT' && isSigned(token, publicKey)) return;
  throw new DoubleRefusal(401, { code: '390144', message: 'JWT token is invalid for user ADMIN.' });
}

/** By https://docs.snowflake.com/en/developer-guide/sql-api/authenticating. */
function isSigned(token: string, publicKey: string): boolean {
  const [header = '', claims = '', signature = ''] = token.split('.');
  if (signature === '') return false;
  const { iss, sub, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const key = createPublicKey(publicKey);
  const digest = createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  const isNamed = sub === `${account}.${user}` && iss === `${sub}.SHA256:${digest}`;
  const signed = Buffer.from(`${header}.${claims}`);
  return isNamed && exp - iat <= 3600 && verify('sha256', signed, key, Buffer.from(signature, 'base64url'));
}

function failed(code: string, message: string): DoubleRefusal {
  return new DoubleRefusal(422, { code, message, sqlState: '42000', statementHandle: randomUUID() });
}

function worded<T>(sql: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof WarehouseFault ? failure(error, sql) : error;
  }
}

function failure({ kind, subject, at }: WarehouseFault, sql: string): DoubleRefusal {
  const before = sql.slice(0, at).split('\n');
  const place = `error line ${before.length} at position ${before.at(-1)?.length ?? 0}`;
  const compilation = (code: string, message: string) => failed(code, `SQL compilation error: ${message}`);
  if (kind === 'table') return compilation('002003', `Object '${subject}' does not exist or not authorized.`);
  if (kind === 'schema') return compilation('002003', `Schema 'SHOPS.${subject}' does not exist or not authorized.`);
  if (kind === 'stopped') return failed('000604', 'SQL execution canceled');
  if (kind === 'syntax') return compilation('001003', `syntax ${place} unexpected 'sum'.`);
  if (kind === 'column') return compilation('000904', `${place} invalid identifier '${subject}'`);
  if (kind === 'function') return compilation('002140', `Unknown function ${subject}.`);
  if (kind === 'ungrouped') return compilation('000979', '[SOURCE.AMOUNT] is not a valid group by expression');
  if (kind === 'aggregate') return compilation('002076', '[MAX(PLACE)] in GROUP BY clause');
  if (kind === 'types') return compilation('001044', "Invalid argument types for function 'SUM': (VARCHAR)");
  if (kind === 'conversion') return failed('100038', "Numeric value 'Berlin of user admin' is not recognized");
  return failed('000002', `The double: ${subject}`);
}

function typed({ name, type }: WarehouseColumn) {
  const known: Readonly<Record<string, string>> = {
    DOUBLE: 'real',
    FLOAT: 'real',
    VARCHAR: 'text',
    DATE: 'date',
    TIMESTAMP: 'timestamp_ntz',
    'TIMESTAMP WITH TIME ZONE': 'timestamp_ltz',
    BOOLEAN: 'boolean',
  };
  const word = type.endsWith('[]') ? 'array' : type.startsWith('STRUCT') ? 'object' : (known[type] ?? 'fixed');
  return { name, type: word, scale: /^DECIMAL\(\d+,(\d+)\)/.exec(type)?.[1] === undefined ? 0 : 9, nullable: true };
}

/** Days since 1970, times as seconds since 1970 with nine digits, all as text. */
function written(value: DuckDBValue): string | null {
  if (value === null) return null;
  if (value instanceof DuckDBDateValue) return String(value.days);
  if (value instanceof DuckDBTimestampTZValue || value instanceof DuckDBTimestampValue) {
    return `${value.micros / 1_000_000n}.000000000`;
  }
  return value instanceof DuckDBDecimalValue ? String(value) : String(value);
}
