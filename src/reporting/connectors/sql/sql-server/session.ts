import type { Socket } from 'node:net';
import type { Connection, ConnectionConfiguration, Request } from 'tedious';
import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import type { Place, SqlSecret } from '../config.ts';
import { type Answer, type Column, RefusedError, type Session } from '../engine.ts';
import { cancelMs, settled, statementMs, stopped, untilAborted } from '../stopping.ts';
import { columnOf, readable, type ToldColumn } from './columns.ts';
import { connectFault, type ServerMessage, statementFault } from './faults.ts';

const defaultPort = 1433;
const connectMs = 30_000;
/** More rows than any query asks for. */
const maxRows = 100_000;

/** The driver and what it needs are loaded with the first connection. */
type Driver = typeof import('tedious');

/** Opens a connection in a transaction that is rolled back at its end; what runs is cancelled when `context` aborts. */
export async function openSqlServer(
  place: Place,
  secret: SqlSecret,
  _timeZone: string,
  context: ConnectorContext,
): Promise<Session> {
  const driver = (await import('tedious')).default as Driver;
  const told: ServerMessage[] = [];
  const connection = new driver.Connection(configurationOf(place, secret, context));
  connection.on('errorMessage', ({ number, message }) => void (told.length < 10 && told.push({ number, message })));
  // What runs rejects by itself.
  connection.on('error', () => {});
  const connected = new Promise<void>((resolve, reject) => {
    connection.connect((error) => (error ? reject(error) : resolve()));
  });
  const session = new SqlServerSession(driver, connection, context);
  try {
    await untilAborted(connected, context.signal);
    await session.begin();
    return session;
  } catch (error) {
    connection.close();
    throw error instanceof RefusedError ? connectFault(error.cause, told) : connectFault(error, told);
  }
}

/** A server of a group may send a reader on to another one, which the guard then checks as well. */
function configurationOf(
  { host, port, database, user, tls = 'verify', ca }: Place,
  { password }: SqlSecret,
  context: ConnectorContext,
): ConnectionConfiguration {
  const connector = (to: { readonly host: string; readonly port: number }): Promise<Socket> =>
    context.connect(to.host, to.port);
  return {
    server: host,
    authentication: { type: 'default', options: { userName: user, password } },
    options: {
      ...{ port: port ?? defaultPort, database, appName: 'report-service', workstationId: 'report-service' },
      connector: connector as unknown as () => Promise<Socket>,
      encrypt: tls !== 'off',
      trustServerCertificate: tls === 'require',
      ...(ca === undefined ? {} : { cryptoCredentialsDetails: { ca } }),
      ...{ readOnlyIntent: true, maxRetriesOnTransientErrors: 0, useUTC: true, datefirst: 1 },
      ...{ connectTimeout: connectMs, requestTimeout: 0, cancelTimeout: cancelMs },
    },
  };
}

class SqlServerSession implements Session {
  readonly #driver: Driver;
  readonly #connection: Connection;
  readonly #context: ConnectorContext;
  /** The driver takes one statement at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #running: Request | undefined;
  #ending: Promise<unknown> | undefined;

  constructor(driver: Driver, connection: Connection, context: ConnectorContext) {
    this.#driver = driver;
    this.#connection = connection;
    this.#context = context;
    context.signal.addEventListener('abort', () => void this.#end(), { once: true });
  }

  /** One snapshot where the database allows it. In either case nothing that a statement might write would stay. */
  async begin(): Promise<void> {
    const state = 'SELECT snapshot_isolation_state FROM sys.databases WHERE database_id = DB_ID()';
    const { rows } = await this.#run(state, 'execSql');
    const level = Number(rows[0]?.[0]) === 1 ? 'SNAPSHOT' : 'READ COMMITTED';
    const settings = `SET LOCK_TIMEOUT ${statementMs(this.#context.deadline)}; SET TRANSACTION ISOLATION LEVEL ${level}`;
    await this.#run(`${settings}; BEGIN TRANSACTION`, 'execSqlBatch');
  }

  select(sql: string): Promise<Answer> {
    const work = this.#last.then(() => this.#select(sql));
    this.#last = work.catch(() => {});
    return work;
  }

  async #select(sql: string): Promise<Answer> {
    try {
      return await this.#run(sql, 'execSql');
    } catch (error) {
      // Some faults end the transaction, others leave it.
      if (error instanceof RefusedError) {
        await this.#run('IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION', 'execSqlBatch').then(() => this.begin());
      }
      throw error;
    }
  }

  async #run(sql: string, how: 'execSql' | 'execSqlBatch'): Promise<Answer> {
    const { signal } = this.#context;
    if (signal.aborted) throw stopped(signal);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const request = new this.#driver.Request(sql, (error) => (error ? reject(error) : resolve()));
    let columns: Column[] = [];
    const rows: unknown[][] = [];
    request.on('columnMetadata', (found) => {
      columns = (found as ToldColumn[]).map(columnOf);
    });
    request.on('row', (row: readonly { readonly value: unknown }[]) => {
      rows.push(row.map(({ value }, index) => readable(value, columns[index] ?? unknown)));
      if (rows.length > maxRows) request.cancel();
    });
    // The driver may close the connection without a word to the request.
    const fail = () => reject(new Error('The connection was closed.'));
    this.#connection.once('end', fail);
    this.#running = request;
    this.#connection[how](request);
    try {
      await untilAborted(promise, signal);
      return { columns, rows };
    } catch (error) {
      if (signal.aborted) throw stopped(signal);
      throw rows.length > maxRows ? new ConnectorError('invalid_config', tooMany) : statementFault(error);
    } finally {
      this.#connection.removeListener('end', fail);
      if (!signal.aborted) this.#running = undefined;
    }
  }

  /** Of a statement that runs the server is told first: it rolls back, and answers that it has stopped. */
  #end(): Promise<unknown> {
    this.#ending ??= this.#running ? this.#cancel(this.#running) : Promise.resolve();
    return this.#ending.finally(() => this.#connection.close());
  }

  async #cancel(request: Request): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    request.once('requestCompleted', resolve);
    request.cancel();
    await settled(promise, cancelMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}

const unknown: Column = { name: '', kind: 'other', type: 'unknown' };
const tooMany = `The server answers with more than ${maxRows} rows.`;
