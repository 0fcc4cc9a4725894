import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Static, type TSchema, Type } from 'typebox';
import { apiVersions } from '../../api-versions.ts';
import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import { headerText, jsonBody, readShape } from '../../hosted/api-json.ts';
import { askWithToken } from '../../hosted/tokens.ts';
import { statusFault } from '../../http/status-faults.ts';
import { type Answer, type Column, type ColumnKind, RefusedError, type Session } from '../engine.ts';
import { RemoteStatements } from '../remote-statements.ts';
import { statementMs } from '../stopping.ts';
import { hostOf, type SnowflakePlace, type SnowflakeSecret } from './config.ts';
import { refusalOf } from './faults.ts';
import { type SnowflakeTokens, snowflakeTokens } from './tokens.ts';

/** More rows than any question asks for. */
const mostRows = 100_000;
const mostPartitions = 1_000;
/** Snowflake itself waits 45 seconds before it says that a statement still runs. */
const pollMs = [250, 500, 1000, 2000];
const advice = 'Check account and user.';

const rowType = Type.Object({
  name: Type.String(),
  type: Type.String(),
  scale: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
});
const data = Type.Array(Type.Array(Type.Union([Type.String(), Type.Null()])));
const statement = Type.Object({
  statementHandle: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F-]{8,64}$' })),
  resultSetMetaData: Type.Optional(
    Type.Object({
      numRows: Type.Number(),
      rowType: Type.Array(rowType),
      partitionInfo: Type.Optional(Type.Array(Type.Unknown())),
    }),
  ),
  data: Type.Optional(data),
});
const partition = Type.Object({ data });

type Statement = Static<typeof statement>;

/** Each statement is a session of its own, with its settings; nothing is asked before the first. */
export async function openSnowflake(
  place: SnowflakePlace,
  secret: SnowflakeSecret,
  _timeZone: string,
  context: ConnectorContext,
): Promise<Session> {
  return new SnowflakeSession(place, snowflakeTokens(place, secret, context), context);
}

class SnowflakeSession implements Session {
  readonly #place: SnowflakePlace;
  readonly #tokens: SnowflakeTokens;
  readonly #context: ConnectorContext;
  readonly #statements: RemoteStatements;

  constructor(place: SnowflakePlace, tokens: SnowflakeTokens, context: ConnectorContext) {
    this.#place = place;
    this.#tokens = tokens;
    this.#context = context;
    this.#statements = new RemoteStatements(context.signal);
  }

  async select(sql: string): Promise<Answer> {
    const requestId = randomUUID();
    const running: { handle?: string } = {};
    const body = this.#statementOf(sql);
    return this.#statements.run(
      () => this.#answer(sql, body, requestId, running),
      () => this.#cancel(body, requestId, running.handle),
    );
  }

  #statementOf(sql: string) {
    const { warehouse, role, database, schema } = this.#place;
    return {
      statement: sql,
      timeout: Math.ceil(statementMs(this.#context.deadline) / 1000),
      ...{ warehouse, database, ...(role !== undefined && { role }), ...(schema !== undefined && { schema }) },
      parameters: {
        ...{ TIMEZONE: 'UTC', MULTI_STATEMENT_COUNT: '1', QUERY_TAG: 'report-service' },
      },
    };
  }

  async #answer(sql: string, body: object, requestId: string, running: { handle?: string }): Promise<Answer> {
    let told = await this.#ask(`?requestId=${requestId}&nullable=true`, statement, sql, body);
    for (let polls = 0; !told.resultSetMetaData; polls++) {
      if (told.statementHandle === undefined) throw strange();
      running.handle = told.statementHandle;
      await wait(pollMs[polls] ?? pollMs.at(-1), undefined, { signal: this.#context.signal });
      told = await this.#ask(`/${told.statementHandle}`, statement, sql);
    }
    return { columns: columnsOf(told), rows: await this.#rows(told, sql) };
  }

  async #rows({ statementHandle, resultSetMetaData, data = [] }: Statement, sql: string): Promise<unknown[][]> {
    const { numRows = 0, partitionInfo = [], rowType = [] } = resultSetMetaData ?? {};
    if (numRows > mostRows || partitionInfo.length > mostPartitions) throw tooManyRows();
    const all = [...data];
    for (let index = 1; index < partitionInfo.length; index++) {
      all.push(...(await this.#ask(`/${statementHandle}?partition=${index}`, partition, sql)).data);
    }
    if (all.length !== numRows) throw new ConnectorError('transient', 'Snowflake did not give all rows of its answer.');
    return all.map((row) => rowType.map(({ type }, index) => readValue(row[index] ?? null, type)));
  }

  async #ask<Shape extends TSchema>(path: string, shape: Shape, sql: string, body?: object): Promise<Static<Shape>> {
    const url = this.#url(path);
    const request = (token: string) => ({
      url,
      headers: this.#headers(token),
      ...(body && { body: jsonBody(body) }),
    });
    const { response, json } = await askWithToken(this.#tokens, request, this.#context);
    if (response.ok) return readShape(shape, json, strange());
    const refusal = response.status === 422 || response.status === 400 ? refusalOf(json, sql) : undefined;
    throw refusal ? new RefusedError(refusal, undefined) : statusFault(response, advice);
  }

  /** A statement whose first request has no answer yet is found by sending the same again. */
  async #cancel(body: object, requestId: string, known: string | undefined): Promise<void> {
    const handle =
      known ?? (await this.#askAtEnd(`?requestId=${requestId}&retry=true&async=true`, body)).statementHandle;
    if (handle !== undefined) await this.#askAtEnd(`/${handle}/cancel`);
  }

  async #askAtEnd(path: string, body: object = {}): Promise<Statement> {
    const headers = { ...this.#headers(await this.#tokens.token()), 'content-type': 'application/json' };
    const options = { method: 'POST', headers, redirect: 'error', body: JSON.stringify(body) } as const;
    const response = await this.#context.fetchAtEnd(this.#url(path), options);
    return readShape(statement, await response.json(), strange());
  }

  #headers(token: string): Readonly<Record<string, string>> {
    return {
      authorization: `Bearer ${headerText(token)}`,
      'x-snowflake-authorization-token-type': this.#tokens.kind,
      accept: 'application/json',
      'user-agent': 'report-service',
    };
  }

  #url(path: string): URL {
    return this.#context.addressOf(
      'snowflake',
      `https://${hostOf(this.#place)}/api/${apiVersions.snowflake.version}/statements${path}`,
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#statements[Symbol.asyncDispose]();
  }
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  FIXED: 'number',
  REAL: 'number',
  DECFLOAT: 'number',
  TEXT: 'text',
  DATE: 'day',
  TIMESTAMP_NTZ: 'local',
  TIMESTAMP_LTZ: 'instant',
  TIMESTAMP_TZ: 'instant',
};

function columnsOf({ resultSetMetaData }: Statement): Column[] {
  return (resultSetMetaData?.rowType ?? []).map(({ name, type }) => {
    const word = type.toUpperCase();
    return { name, kind: kinds[word] ?? 'other', type: word };
  });
}

/** Days come as days since 1970, times as seconds since 1970 with their fractions, those with a zone with it behind. */
function readValue(value: string | null, type: string): unknown {
  if (value === null) return null;
  const word = type.toUpperCase();
  if (word === 'DATE' && /^-?\d+$/.test(value)) {
    return Temporal.PlainDate.from('1970-01-01')
      .add({ days: Number(value) })
      .toString();
  }
  if (!word.startsWith('TIMESTAMP')) return value;
  const [told = ''] = value.split(' ');
  // A time with a zone comes as nanoseconds in the vendor's own example.
  const seconds = /^-?\d{16,}$/.test(told) ? Number(told) / 1e9 : Number(told);
  if (!Number.isFinite(seconds)) return value;
  const text = Temporal.Instant.fromEpochMilliseconds(Math.floor(seconds * 1000)).toString();
  return word === 'TIMESTAMP_NTZ' ? text.replace('Z', '') : text;
}

function strange(): ConnectorError {
  return new ConnectorError('transient', 'Snowflake gave an answer that cannot be read.');
}

function tooManyRows(): ConnectorError {
  return new ConnectorError('invalid_config', `The answer has more than ${mostRows} rows.`);
}
