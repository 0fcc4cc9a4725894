import type { Socket } from 'node:net';
import pg from 'pg';
import type { DatabaseProfile } from '../database-profiles.ts';
import { DatabaseUnreachable } from './engine.ts';
import { type Route, RouteChoice, routesTo } from './postgres-routes.ts';
import { PostgresTransaction } from './postgres-transaction.ts';
import { repeat } from './repeats.ts';

const planNames = new Map<string, string>();

/**
 * Makes every connection keep the plan of a statement, since planning costs PostgreSQL more than looking up a row by
 * its key. For queries whose text does not change.
 */
export function keepPlan(text: string): void {
  if (!planNames.has(text)) planNames.set(text, `plan_${planNames.size}`);
}

/** The only isolation that the queries are written for, whatever the server's default is. */
const begin = 'begin isolation level read committed';
for (const text of [begin, 'commit']) keepPlan(text);

/** Without a profile a connection finds out whether its session is its own. */
type ClientOptions = Route['config'] & { readonly profile?: DatabaseProfile | null | undefined };

/** Server-side timeouts, in milliseconds; 0 is none. */
const deadlines = ['statement_timeout', 'idle_in_transaction_session_timeout'] as const;

/**
 * A connection that keeps plans, and closes when a query gets no answer in time. Otherwise it would keep waiting and
 * the pool would hand it out again; if the network has dropped it, no query on it would ever be answered. Throws
 * DatabaseUnreachable if no connection can be made.
 *
 * Behind a pooler such as PgBouncer each transaction may run on a different server connection, shared with others:
 * there, everything is prepared and set only for the length of a transaction, so that it does not matter whether the
 * pooler keeps sessions or statements.
 */
export class PostgresClient extends pg.Client {
  readonly #deadlines: readonly (readonly [name: string, ms: number])[];
  readonly #needsWrites: boolean;
  readonly #profile: DatabaseProfile | null;
  #ownsSession = false;
  #planless = false;
  #isSilent = false;
  /** When it was begun to be made; `performance.now()`. */
  readonly madeAt = performance.now();
  #takesNoWrites = false;
  #transaction: PostgresTransaction | undefined;

  constructor({ profile = null, ...options }: ClientOptions = {}) {
    const { statement_timeout: _, idle_in_transaction_session_timeout: __, ...startup } = options;
    // The pool makes the password non-enumerable. A pooler refuses timeouts given as connection parameters.
    super({ ...startup, password: options.password });
    this.#deadlines = deadlines.map((name) => [name, Number.parseInt(String(options[name] ?? 0), 10) || 0]);
    this.#profile = profile;
    this.#needsWrites = (options.target_session_attrs ?? 'any') !== 'any';
    // The pool replaces a broken connection and its query fails; without a listener the process would crash.
    this.on('error', () => {});
  }

  /** Whether the server's session is this connection's own; false behind a pooler. */
  get ownsSession(): boolean {
    return this.#ownsSession;
  }

  /** Whether a query got no answer in time. */
  get isSilent(): boolean {
    return this.#isSilent;
  }

  /** Whether a write found the server to be a standby, as after a failover. */
  get takesNoWrites(): boolean {
    return this.#takesNoWrites;
  }

  /** Closes an unused connection without asking the server; its pool makes another one. */
  abandon(): void {
    const { connection } = this as unknown as { connection: { stream: Socket } };
    connection.stream.destroy(new Error('The connection was abandoned.'));
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, with a promise or a callback.
  override connect(callback?: (error: any, client: any) => void): any {
    const connected = super.connect().then(() => this.#openSession());
    const settled = connected.catch((error: Error) => {
      void this.end();
      throw new DatabaseUnreachable(error);
    });
    if (!callback) return settled.then(() => this);
    settled.then(
      () => callback(null, this),
      (error) => callback(error, undefined),
    );
  }

  /** A pooler invents the process id that it gives to a client, since the server's may differ with each transaction. */
  async #openSession(): Promise<void> {
    const { processID } = this as unknown as { processID: number };
    const isOwn = this.#profile ? String(this.#profile === 'postgres') : `pid = ${processID}`;
    const settings = [...this.#deadlines, ['default_transaction_isolation', 'read committed']];
    const set = settings.map(([name, value]) => `set_config('${name}', '${value}', false)`);
    const { rows } = await super.query<{ is_own: boolean; reads_only: boolean; isolation: string }>(
      `select ${isOwn} as is_own, current_setting('transaction_read_only') = 'on' as reads_only,
        current_setting('default_transaction_isolation') as isolation,
        case when ${isOwn} then array[${set}] end from pg_backend_pid() as pid`,
    );
    this.#ownsSession = rows[0]?.is_own ?? false;
    if (this.#needsWrites && rows[0]?.reads_only) throw new Error('the server takes no writes');
    if (this.#ownsSession) return;
    if (rows[0]?.isolation !== 'read committed') {
      throw new Error(
        `default_transaction_isolation is "${rows[0]?.isolation}", which the service cannot change behind a pooler; set it to "read committed" for its user`,
      );
    }
    // A pooler without transactions ends the connection at the first: on its own, so that the reason arrives.
    await super.query('begin');
    await super.query('rollback');
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg, passed on as they are.
  override query(...parameters: [any, any?]): any {
    const [text, values] = parameters;
    if (typeof text !== 'string') return super.query(...(parameters as [never]));
    if (/^(begin|start transaction)\b/.test(text)) return this.#begin(text === 'begin' ? begin : text);
    if (this.#transaction) return this.#inTransaction(this.#transaction, text, values);
    if (typeof values === 'function') return super.query(...(parameters as [never]));
    return repeat(() => this.#queryAlone(text, values));
  }

  /** A statement that is a transaction by itself. */
  async #queryAlone(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    const name = this.#planName(text);
    try {
      return await super.query(name ? { name, text, values: values ?? [] } : { text, ...(values && { values }) });
    } catch (error) {
      if (isOfOldRows(error)) return this.#queryAnew(text, values);
      if (!this.#isPlanOutdated(error as Error, name)) throw error;
      return super.query(text, values).catch(() => {
        throw error;
      });
    }
  }

  /** Behind a pooler, too, in the session that has forgotten its plans. */
  async #queryAnew(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    await super.query(`${begin}; discard plans`);
    const result = await super.query(text, values).catch(async (error) => {
      await super.query('rollback');
      throw error;
    });
    await super.query('commit');
    return result;
  }

  /** The server is told with the transaction's first statement. */
  async #begin(text: string): Promise<Partial<pg.QueryResult>> {
    const deadlines = this.#ownsSession ? [] : this.#deadlines;
    const set = deadlines.map(([name, ms]) => ({ text: `set local ${name} = ${ms}` }));
    this.#transaction = new PostgresTransaction([{ text, name: this.#planName(text) }, ...set], (batch) =>
      super.query(batch),
    );
    return { command: 'BEGIN', rows: [] };
  }

  async #inTransaction(
    transaction: PostgresTransaction,
    text: string,
    values?: readonly unknown[],
  ): Promise<Partial<pg.QueryResult>> {
    const name = this.#planName(text);
    if (text === 'commit' || text === 'rollback') this.#transaction = undefined;
    if (text === 'rollback') {
      transaction.drop();
      return transaction.isBegun ? super.query(text) : { command: 'ROLLBACK', rows: [] };
    }
    return transaction.query({ text, values, name }).catch((error: Error) => {
      // The error has aborted the transaction too.
      this.#isPlanOutdated(error, name);
      throw error;
    });
  }

  #planName(text: string): string | undefined {
    return this.#ownsSession && !this.#planless ? planNames.get(text) : undefined;
  }

  /** Whether a migration has changed a table that a plan reads; then this connection keeps none any more. */
  #isPlanOutdated(error: Error & { code?: unknown }, name: string | undefined): boolean {
    if (error.code === '25006') this.#takesNoWrites = true;
    if (error.message === 'Query read timeout') {
      this.#isSilent = true;
      void this.end();
    }
    if (name === undefined || error.code !== '0A000') return false;
    this.#planless = true;
    return true;
  }
}

/**
 * Whether a function that gives rows of a table may have kept a plan from before a newer version added a column: nothing
 * but forgetting it ends that (`claim_known_job`).
 */
const isOfOldRows = (error: unknown) => (error as { code?: unknown }).code === '42804';

/**
 * A connection outside of a pool; the caller ends it. Throws a DatabaseUnreachable, or an OperatorError for the
 * address.
 */
export async function connectClient(url: string, options: ClientOptions): Promise<PostgresClient> {
  return new RouteChoice(routesTo(url)).take(({ config }) => new PostgresClient({ ...options, ...config }).connect());
}

/**
 * Whether PgBouncer or a similar pooler shares the server's sessions between this process and the database. Throws as
 * `connectClient` does, after 5 s.
 */
export async function findProfile(url: string): Promise<DatabaseProfile> {
  const client = await connectClient(url, { connectionTimeoutMillis: 5_000, query_timeout: 5_000 });
  void client.end();
  return client.ownsSession ? 'postgres' : 'pooled';
}
