import { setTimeout as wait } from 'node:timers/promises';
import { type Static, type TSchema, Type } from 'typebox';
import { apiVersions } from '../../api-versions.ts';
import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import { bearer, jsonBody, readShape } from '../../hosted/api-json.ts';
import { askWithToken, type TokenSource } from '../../hosted/tokens.ts';
import { statusFault } from '../../http/status-faults.ts';
import { type Answer, type Column, type ColumnKind, RefusedError, type Session } from '../engine.ts';
import { RemoteStatements } from '../remote-statements.ts';
import type { DatabricksPlace, DatabricksSecret } from './config.ts';
import { refusalOf } from './faults.ts';
import { databricksTokens } from './tokens.ts';

/** More rows than any question asks for. */
const mostRows = 100_000;
const mostChunks = 1_000;
const pollMs = [100, 250, 500, 1000, 2000];

const text = Type.Optional(Type.String());
const chunk = Type.Object({
  data_array: Type.Optional(Type.Array(Type.Array(Type.Union([Type.String(), Type.Null()])))),
  next_chunk_index: Type.Optional(Type.Integer()),
});
const statement = Type.Object({
  statement_id: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }),
  status: Type.Object({
    state: Type.String(),
    error: Type.Optional(Type.Object({ error_code: text, message: text })),
  }),
  manifest: Type.Optional(
    Type.Object({
      schema: Type.Object({
        columns: Type.Optional(Type.Array(Type.Object({ name: Type.String(), type_text: text, type_name: text }))),
      }),
      total_row_count: Type.Optional(Type.Integer()),
      truncated: Type.Optional(Type.Boolean()),
    }),
  ),
  result: Type.Optional(chunk),
});

type Statement = Static<typeof statement>;

/** Nothing is asked before the first statement. */
export async function openDatabricks(
  place: DatabricksPlace,
  secret: DatabricksSecret,
  _timeZone: string,
  context: ConnectorContext,
): Promise<Session> {
  return new DatabricksSession(place, databricksTokens(place, secret, context), context);
}

class DatabricksSession implements Session {
  readonly #place: DatabricksPlace;
  readonly #tokens: TokenSource;
  readonly #context: ConnectorContext;
  readonly #statements: RemoteStatements;

  constructor(place: DatabricksPlace, tokens: TokenSource, context: ConnectorContext) {
    this.#place = place;
    this.#tokens = tokens;
    this.#context = context;
    this.#statements = new RemoteStatements(context.signal);
  }

  async select(sql: string): Promise<Answer> {
    const running: { id?: string } = {};
    return this.#statements.run(
      () => this.#answer(sql, running),
      () => this.#cancel(running.id),
    );
  }

  /** The first request does not wait, so that there is an id to stop the statement by. */
  async #answer(sql: string, running: { id?: string }): Promise<Answer> {
    const { warehouse, catalog, schema } = this.#place;
    const body = {
      ...{ statement: sql, warehouse_id: warehouse, catalog, ...(schema !== undefined && { schema }) },
      ...{ wait_timeout: '0s', on_wait_timeout: 'CONTINUE', disposition: 'INLINE', format: 'JSON_ARRAY' },
      row_limit: mostRows,
    };
    let told = await this.#ask('', statement, body);
    running.id = told.statement_id;
    for (let polls = 0; told.status.state === 'PENDING' || told.status.state === 'RUNNING'; polls++) {
      await wait(pollMs[polls] ?? pollMs.at(-1), undefined, { signal: this.#context.signal });
      told = await this.#ask(`/${told.statement_id}`, statement);
    }
    if (told.status.state !== 'SUCCEEDED') throw faultOf(told, sql);
    const columns = (told.manifest?.schema.columns ?? []).map(columnOf);
    return { columns, rows: await this.#rows(told) };
  }

  async #rows({ statement_id, manifest, result }: Statement): Promise<unknown[][]> {
    if (manifest?.truncated) throw new ConnectorError('invalid_config', `The answer has more than ${mostRows} rows.`);
    const rows: unknown[][] = [...(result?.data_array ?? [])];
    let next = result?.next_chunk_index;
    for (let chunks = 1; next !== undefined && chunks < mostChunks; chunks++) {
      const more: Static<typeof chunk> = await this.#ask(`/${statement_id}/result/chunks/${next}`, chunk);
      rows.push(...(more.data_array ?? []));
      next = more.next_chunk_index;
    }
    if (next !== undefined || rows.length !== (manifest?.total_row_count ?? rows.length)) {
      throw new ConnectorError('transient', 'Databricks did not give all rows of its answer.');
    }
    return rows;
  }

  async #ask<Shape extends TSchema>(path: string, shape: Shape, body?: object): Promise<Static<Shape>> {
    const url = this.#url(path);
    const request = (token: string) => ({ url, headers: bearer(token), ...(body && { body: jsonBody(body) }) });
    const { response, json } = await askWithToken(this.#tokens, request, this.#context);
    if (!response.ok) throw statusFault(response, 'Check workspace and warehouse.');
    return readShape(shape, json, new ConnectorError('transient', 'Databricks gave an answer that cannot be read.'));
  }

  async #cancel(id: string | undefined): Promise<void> {
    if (id === undefined) return;
    const headers = bearer(await this.#tokens.token());
    await this.#context.fetchAtEnd(this.#url(`/${id}/cancel`), { method: 'POST', headers, redirect: 'error' });
  }

  #url(path: string): URL {
    return this.#context.addressOf(
      'databricks',
      `https://${this.#place.workspace}/api/${apiVersions.databricks.version}/sql/statements${path}`,
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#statements[Symbol.asyncDispose]();
  }
}

function faultOf({ status: { state, error } }: Statement, sql: string): RefusedError {
  if (state === 'FAILED')
    return new RefusedError(refusalOf(error?.error_code ?? '', error?.message ?? '', sql), undefined);
  return new RefusedError({ kind: 'transient', reason: 'the statement was stopped on the server' }, undefined);
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  TINYINT: 'number',
  SMALLINT: 'number',
  INT: 'number',
  BIGINT: 'number',
  FLOAT: 'number',
  DOUBLE: 'number',
  DECIMAL: 'number',
  STRING: 'text',
  CHAR: 'text',
  VARCHAR: 'text',
  DATE: 'day',
  TIMESTAMP: 'instant',
  TIMESTAMP_NTZ: 'local',
};

function columnOf({ name, type_text, type_name }: { name: string; type_text?: string; type_name?: string }): Column {
  const type = (type_text ?? type_name ?? '').toUpperCase();
  return { name, kind: kinds[/^\w*/.exec(type)?.[0] ?? ''] ?? 'other', type };
}
