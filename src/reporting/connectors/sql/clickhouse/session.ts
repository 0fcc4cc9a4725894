import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import type { Place, SqlSecret } from '../config.ts';
import { type Answer, type Column, type ColumnKind, RefusedError, type Session } from '../engine.ts';
import { refused } from '../faults.ts';
import { statementMs, stopped } from '../stopping.ts';
import { codeOfException, refusalOf } from './faults.ts';
import { type Post, type Reply, transportOf } from './transport.ts';

/** More rows than any query asks for, or a server that does not keep to LIMIT. */
const maxRows = 100_000;

interface JsonAnswer {
  readonly meta: readonly { readonly name: string; readonly type: string }[];
  readonly data: readonly (readonly unknown[])[];
  readonly rows_before_limit_at_least?: number;
}

/** A session is only settings, which each request carries; the server ends a query when its request is closed. */
export async function openClickhouse(
  place: Place,
  secret: SqlSecret,
  _timeZone: string,
  context: ConnectorContext,
): Promise<ClickhouseSession> {
  const session = new ClickhouseSession(transportOf(place, context), place, secret, context);
  try {
    await session.begin();
    return session;
  } catch (error) {
    throw error instanceof RefusedError ? refused(error.refusal, error) : error;
  }
}

export class ClickhouseSession implements Session {
  readonly #post: Post;
  readonly #place: Place;
  readonly #secret: SqlSecret;
  readonly #context: ConnectorContext;
  #settings: Readonly<Record<string, string>> = {};
  /** Whether the server itself keeps the user from writing and from changing settings. */
  isReadOnly = false;

  constructor(post: Post, place: Place, secret: SqlSecret, context: ConnectorContext) {
    this.#post = post;
    this.#place = place;
    this.#secret = secret;
    this.#context = context;
  }

  /** Finds out what the server knows, since it refuses settings that it does not. */
  async begin(): Promise<void> {
    const wanted = this.#wanted();
    const names = ['readonly', ...Object.keys(wanted)].map((name) => `'${name}'`).join(', ');
    const { rows } = await this.select(`SELECT name, value FROM system.settings WHERE name IN (${names})`);
    const values = new Map(rows.map(([name, value]) => [String(name), String(value)]));
    this.isReadOnly = values.get('readonly') === '1';
    // Such a user may set nothing.
    if (this.isReadOnly) return;
    const known = Object.entries(wanted).filter(([name]) => values.has(name));
    const hasOwn = values.get('readonly') === '2';
    this.#settings = { ...Object.fromEntries(known), ...(hasOwn ? {} : { readonly: '1' }) };
  }

  #wanted(): Record<string, string> {
    return {
      max_execution_time: String(Math.ceil(statementMs(this.#context.deadline) / 1000)),
      max_result_rows: String(maxRows),
      result_overflow_mode: 'throw',
      cancel_http_readonly_queries_on_client_close: '1',
      // The standard's sum of nothing, which is missing rather than zero.
      aggregate_functions_null_for_empty: '1',
      output_format_json_quote_64bit_integers: '1',
      output_format_json_quote_decimals: '1',
    };
  }

  async select(sql: string): Promise<Answer> {
    const { signal } = this.#context;
    if (signal.aborted) throw stopped(signal);
    // Until the end of the query no error could follow the answer's beginning.
    const search = new URLSearchParams({ database: this.#place.database, wait_end_of_query: '1', ...this.#settings });
    const headers = { 'X-ClickHouse-User': this.#place.user, 'X-ClickHouse-Key': this.#secret.password };
    try {
      return answerOf(await this.#post(search, headers, `${sql}\nFORMAT JSONCompact`));
    } catch (error) {
      throw signal.aborted ? stopped(signal) : error;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {}
}

function answerOf({ status, header, text }: Reply): Answer {
  const code = codeOfException(header('x-clickhouse-exception-code'), text);
  if (code !== undefined) throw new RefusedError(refusalOf(code, text), undefined);
  if (status !== 200) throw statusFault(status, header('retry-after'));
  const { meta, data, rows_before_limit_at_least: rowsBeforeLimit } = jsonOf(text);
  return {
    columns: meta.map(columnOf),
    rows: data,
    ...(rowsBeforeLimit === undefined ? {} : { rowsBeforeLimit }),
  };
}

function jsonOf(text: string): JsonAnswer {
  try {
    const answer = JSON.parse(text) as Partial<JsonAnswer>;
    if (Array.isArray(answer.meta) && Array.isArray(answer.data)) return answer as JsonAnswer;
  } catch {
    // Told below.
  }
  throw new ConnectorError('invalid_config', 'What answers at this address is not ClickHouse over HTTP.');
}

/** Of what stands before the server, such as a gateway. */
function statusFault(status: number, retryAfter: string | null): ConnectorError {
  if (status === 401)
    return new ConnectorError('reauth_required', 'The server does not accept the user or the password.');
  if (status === 403 || status === 404) {
    return new ConnectorError('resource_missing', `Nothing can be read at this address (HTTP status ${status}).`);
  }
  if (status !== 408 && status !== 429 && status < 500) {
    return new ConnectorError('invalid_config', `The server refuses the request (HTTP status ${status}).`);
  }
  const seconds = Number(retryAfter ?? Number.NaN);
  const wait = Number.isFinite(seconds) && seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {};
  return new ConnectorError('transient', `The server cannot answer at the moment (HTTP status ${status}).`, wait);
}

function columnOf({ name, type }: { readonly name: string; readonly type: string }): Column {
  return { name, kind: kindOf(type), type };
}

function kindOf(type: string): ColumnKind {
  const inner = /^(?:Nullable|LowCardinality)\((.*)\)$/.exec(type)?.[1];
  if (inner !== undefined) return kindOf(inner);
  if (/^(?:U?Int\d+|B?Float\d+|Decimal\d*(?:\(.*\))?)$/.test(type)) return 'number';
  if (/^(?:String|FixedString\(\d+\)|Enum\d+\(.*\))$/.test(type)) return 'text';
  if (type.startsWith('DateTime')) return 'instant';
  return /^Date(?:32)?$/.test(type) ? 'day' : 'other';
}
