import { setTimeout as wait } from 'node:timers/promises';
import { type Static, Type } from 'typebox';
import { apiVersions } from '../../api-versions.ts';
import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import { askApi, bearer, readShape } from '../../hosted/api-json.ts';
import { below } from '../../hosted/base-address.ts';
import { statusFault } from '../../http/status-faults.ts';
import { type Answer, type Column, type ColumnKind, RefusedError, type Session } from '../engine.ts';
import { refused } from '../faults.ts';
import { RemoteStatements } from '../remote-statements.ts';
import { statementMs } from '../stopping.ts';
import type { TrinoPlace, TrinoSecret } from './config.ts';
import { isOfLimits, refusalOf, type TrinoError } from './faults.ts';
import { cannotLimit, limitsOf } from './limits.ts';

/** More rows than any question asks for. */
const mostRows = 100_000;
/** The server itself waits before it says that there is nothing yet. */
const pollMs = [0, 0, 0, 50, 100, 250, 500];

const statements = `${apiVersions.trino.version}/statement`;

const absent = Type.Null();
const text = Type.Optional(Type.Union([Type.String(), absent]));
const place = Type.Object({ lineNumber: Type.Integer(), columnNumber: Type.Integer() });
const told = Type.Object({
  id: Type.String(),
  nextUri: text,
  columns: Type.Optional(Type.Union([Type.Array(Type.Object({ name: Type.String(), type: Type.String() })), absent])),
  data: Type.Optional(Type.Union([Type.Array(Type.Array(Type.Unknown())), absent])),
  error: Type.Optional(
    Type.Union([
      Type.Object({
        ...{ message: text, errorName: text, errorType: text },
        errorLocation: Type.Optional(Type.Union([place, absent])),
      }),
      absent,
    ]),
  ),
});

type Told = Static<typeof told>;

/** A session is only headers, which each statement is sent with. */
export async function openTrino(
  place: TrinoPlace,
  secret: TrinoSecret,
  _timeZone: string,
  context: ConnectorContext,
): Promise<Session> {
  const session = new TrinoSession(place, authorizationOf(place, secret), context);
  try {
    await session.begin();
    return session;
  } catch (error) {
    await session[Symbol.asyncDispose]();
    throw error instanceof RefusedError ? refused(error.refusal, error) : error;
  }
}

function authorizationOf(
  { url, user }: TrinoPlace,
  { password, token }: TrinoSecret,
): Readonly<Record<string, string>> {
  if (password === undefined && token === undefined) return {};
  if (below(url, '').protocol !== 'https:') {
    const message = 'Trino takes passwords and tokens by https:// alone. Give such an address.';
    throw new ConnectorError('invalid_config', `url: ${message}`, { faults: [{ path: 'url', message }] });
  }
  if (token !== undefined) return bearer(token);
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

/** What the server does not let a user limit. */
class LimitsRefused extends RefusedError {}

class TrinoSession implements Session {
  readonly #place: TrinoPlace;
  readonly #authorization: Readonly<Record<string, string>>;
  readonly #context: ConnectorContext;
  readonly #statements: RemoteStatements;
  #limits: Readonly<Record<string, string>> = {};

  constructor(place: TrinoPlace, authorization: Readonly<Record<string, string>>, context: ConnectorContext) {
    this.#place = place;
    this.#authorization = authorization;
    this.#context = context;
    this.#statements = new RemoteStatements(context.signal);
  }

  /** Finds out what limits the server knows, since it refuses others, and what it grants by itself. */
  async begin(): Promise<void> {
    const { rows } = await this.#run('SHOW SESSION');
    const known = new Map(rows.map(([name, value]) => [String(name), String(value ?? '')]));
    const maximumBytes = this.#place.maximum_scanned_bytes;
    this.#limits = limitsOf(known, { ms: statementMs(this.#context.deadline), maximumBytes });
  }

  async select(sql: string): Promise<Answer> {
    try {
      return await this.#run(sql);
    } catch (error) {
      if (!(error instanceof LimitsRefused)) throw error;
      if (this.#place.maximum_scanned_bytes !== undefined) throw cannotLimit();
      // The end of the work still cancels what runs.
      this.#limits = {};
      return this.#run(sql);
    }
  }

  #run(sql: string): Promise<Answer> {
    const running: { nextUri?: string } = {};
    return this.#statements.run(
      () => this.#answer(sql, running),
      () => this.#cancel(running.nextUri),
    );
  }

  async #answer(sql: string, running: { nextUri?: string }): Promise<Answer> {
    let columns: readonly Column[] = [];
    const rows: unknown[][] = [];
    let answer = await this.#begin(sql);
    for (let idle = 0; ; ) {
      columns = answer.columns?.map(columnOf) ?? columns;
      rows.push(...(answer.data ?? []));
      if (rows.length > mostRows) {
        throw new ConnectorError('invalid_config', `The answer has more than ${mostRows} rows.`);
      }
      if (answer.error) throw faultOf(answer.error, sql);
      if (!answer.nextUri) {
        // No SELECT is without columns: an answer without them would pass for one without rows.
        if (columns.length === 0) throw strange();
        return { columns, rows };
      }
      running.nextUri = answer.nextUri;
      idle = answer.data?.length ? 0 : idle + 1;
      await wait(pollMs[idle] ?? pollMs.at(-1), undefined, { signal: this.#context.signal });
      answer = await this.#next(answer.nextUri);
    }
  }

  async #begin(sql: string): Promise<Told> {
    const { user, catalog, schema } = this.#place;
    const limits = Object.entries(this.#limits).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const headers = {
      ...this.#authorization,
      ...{
        'x-trino-user': user,
        'x-trino-catalog': catalog,
        ...(schema !== undefined && { 'x-trino-schema': schema }),
      },
      ...{ 'x-trino-time-zone': 'UTC', 'x-trino-source': 'report-service' },
      // Types of times come with their digits.
      'x-trino-client-capabilities': 'PARAMETRIC_DATETIME',
      ...(limits.length > 0 && { 'x-trino-session': limits.join(',') }),
    };
    const url = this.#url(statements);
    const { response, json } = await askApi(
      { url, headers, body: { type: 'text/plain; charset=utf-8', text: sql } },
      this.#context,
    );
    if (!response.ok) throw statusFault(response, 'Check url, user and catalog.');
    return readShape(told, json, strange());
  }

  async #next(nextUri: string): Promise<Told> {
    const request = { url: this.#continuing(nextUri), headers: this.#authorization };
    const { response, json } = await askApi(request, this.#context);
    if (response.status === 404 || response.status === 410) {
      throw new ConnectorError('transient', 'Trino no longer knows the statement, as after a restart.');
    }
    if (!response.ok) throw statusFault(response, 'Check url, user and catalog.');
    return readShape(told, json, strange());
  }

  async #cancel(nextUri: string | undefined): Promise<void> {
    // A statement does not start before its first address is asked.
    if (nextUri === undefined) return;
    const options = { method: 'DELETE', headers: { ...this.#authorization }, redirect: 'error' } as const;
    await this.#context.fetchAtEnd(this.#continuing(nextUri), options);
  }

  /** The path alone: behind a gateway the server may take itself for another, and credentials go nowhere else. */
  #continuing(nextUri: string): URL {
    const next = URL.parse(nextUri);
    const path = next?.pathname.slice(1) ?? '';
    if (!next || !path.startsWith(`${statements}/`)) throw strange();
    const url = this.#url(path);
    url.search = next.search;
    return url;
  }

  #url(path: string): URL {
    return this.#context.addressOf('trino', below(this.#place.url, path).href);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#statements[Symbol.asyncDispose]();
  }
}

function faultOf(error: TrinoError, sql: string): RefusedError {
  const refusal = refusalOf(error, sql);
  return isOfLimits(error) ? new LimitsRefused(refusal, undefined) : new RefusedError(refusal, undefined);
}

function strange(): ConnectorError {
  return new ConnectorError('transient', 'Trino gave an answer that cannot be read.');
}

const kinds: Readonly<Record<string, ColumnKind>> = {
  ...{ tinyint: 'number', smallint: 'number', integer: 'number', bigint: 'number' },
  ...{ real: 'number', double: 'number', decimal: 'number', number: 'number' },
  ...{ varchar: 'text', char: 'text', date: 'day' },
};

function columnOf({ name, type }: { readonly name: string; readonly type: string }): Column {
  if (type.startsWith('timestamp')) return { name, kind: type.endsWith('with time zone') ? 'instant' : 'local', type };
  return { name, kind: kinds[/^\w*/.exec(type)?.[0] ?? ''] ?? 'other', type };
}
