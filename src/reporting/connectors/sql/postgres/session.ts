import type { Socket } from 'node:net';
import pg from 'pg';
import type { ConnectorContext } from '../../contract.ts';
import type { Place, SqlSecret } from '../config.ts';
import { type Answer, type Column, type ColumnKind, RefusedError, type Session } from '../engine.ts';
import { cancelMs, settled, statementMs, stopped, untilAborted } from '../stopping.ts';
import { cancelStatement } from './cancellation.ts';
import { connectFault, statementFault } from './faults.ts';

/** What is particular to a server that speaks PostgreSQL's protocol. */
export interface ServerKind {
  readonly defaultPort: number;
  /** Statements that begin a transaction that only reads. `ms` is how long one statement may take. */
  beginning(ms: number, timeZone: string): string;
}

const postgres: ServerKind = {
  defaultPort: 5432,
  beginning: (ms, timeZone) => `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
      SET LOCAL standard_conforming_strings = on; SET LOCAL DateStyle = ISO; SET LOCAL extra_float_digits = 1;
      SET LOCAL statement_timeout = ${ms}; SET LOCAL idle_in_transaction_session_timeout = ${ms};
      SET LOCAL TIME ZONE '${timeZone.replaceAll("'", "''")}'`,
};

/** The values of types come as the server writes them. */
const asWritten = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig;

/** The types of the catalogue that figures, days and keys can be made of, by their identifiers. */
const types: Readonly<Record<number, readonly [ColumnKind, string]>> = {
  16: ['other', 'boolean'],
  18: ['text', 'char'],
  19: ['text', 'name'],
  20: ['number', 'bigint'],
  21: ['number', 'smallint'],
  23: ['number', 'integer'],
  25: ['text', 'text'],
  700: ['number', 'real'],
  701: ['number', 'double precision'],
  1042: ['text', 'char'],
  1043: ['text', 'varchar'],
  1082: ['day', 'date'],
  1083: ['other', 'time'],
  1114: ['local', 'timestamp'],
  1184: ['instant', 'timestamptz'],
  1186: ['other', 'interval'],
  1700: ['number', 'numeric'],
};

export const openPostgres = opener(postgres);

/** Opens connections in a read-only snapshot, which are cancelled on the server when their context aborts. */
export function opener(kind: ServerKind) {
  return (place: Place, secret: SqlSecret, timeZone: string, context: ConnectorContext): Promise<Session> =>
    open(kind, place, secret, timeZone, context);
}

async function open(
  kind: ServerKind,
  place: Place,
  { password }: SqlSecret,
  timeZone: string,
  context: ConnectorContext,
): Promise<Session> {
  const { signal } = context;
  const wanted = place.port ?? kind.defaultPort;
  const socket = await context.connect(place.host, wanted);
  const client = new pg.Client({
    host: place.host,
    port: wanted,
    database: place.database,
    user: place.user,
    password: () => password,
    ssl: tlsOf(place),
    stream: () => connected(socket),
    types: asWritten,
    application_name: 'report-service',
  });
  // The statement that runs rejects by itself.
  client.on('error', () => {});
  const { remoteAddress: address, remotePort: port } = socket;
  const session = new PostgresSession(kind, client, socket, { address, port }, timeZone, context);
  try {
    await untilAborted(client.connect(), signal);
    await session.begin();
    return session;
  } catch (error) {
    socket.destroy();
    throw error instanceof RefusedError ? connectFault(error.cause) : connectFault(error);
  }
}

function tlsOf({ tls = 'verify', ca }: Place): false | { rejectUnauthorized: boolean; ca?: string } {
  if (tls === 'off') return false;
  return { rejectUnauthorized: tls === 'verify', ...(ca === undefined ? {} : { ca }) };
}

/** The driver connects its stream itself; this one is connected already. */
function connected(socket: Socket): Socket {
  socket.connect = () => {
    process.nextTick(() => socket.emit('connect'));
    return socket;
  };
  return socket;
}

class PostgresSession implements Session {
  readonly #kind: ServerKind;
  readonly #client: pg.Client;
  readonly #socket: Socket;
  readonly #server: { readonly address: string | undefined; readonly port: number | undefined };
  readonly #context: ConnectorContext;
  #timeZone: string;
  /** The driver takes one statement at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #running = 0;
  #ending: Promise<unknown> | undefined;

  constructor(
    kind: ServerKind,
    client: pg.Client,
    socket: Socket,
    server: { readonly address: string | undefined; readonly port: number | undefined },
    timeZone: string,
    context: ConnectorContext,
  ) {
    this.#kind = kind;
    this.#client = client;
    this.#socket = socket;
    this.#server = server;
    this.#timeZone = timeZone;
    this.#context = context;
    context.signal.addEventListener('abort', () => void this.#end(), { once: true });
  }

  /** Begins the snapshot. A zone that the server does not know is left at UTC: only expressions would use it. */
  async begin(): Promise<void> {
    try {
      await this.#run(() => this.#client.query(this.#beginning()));
    } catch (error) {
      if (this.#timeZone === 'UTC' || !(error instanceof RefusedError)) throw error;
      this.#timeZone = 'UTC';
      await this.#run(() => this.#client.query(`ROLLBACK; ${this.#beginning()}`));
    }
  }

  #beginning(): string {
    return this.#kind.beginning(statementMs(this.#context.deadline), this.#timeZone);
  }

  select(sql: string): Promise<Answer> {
    const work = this.#last.then(() => this.#select(sql));
    this.#last = work.catch(() => {});
    return work;
  }

  async #select(sql: string): Promise<Answer> {
    try {
      // The extended protocol takes one statement alone, so nothing can follow a text of the configuration.
      const query = { text: sql, rowMode: 'array' as const, queryMode: 'extended' };
      const { rows, fields } = await this.#run(() => this.#client.query<unknown[]>(query));
      return { columns: fields.map(columnOf), rows };
    } catch (error) {
      if (error instanceof RefusedError) await this.#run(() => this.#client.query('ROLLBACK')).then(() => this.begin());
      throw error;
    }
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    const { signal } = this.#context;
    if (signal.aborted) throw stopped(signal);
    this.#running++;
    try {
      return await untilAborted(work(), signal);
    } catch (error) {
      throw signal.aborted ? stopped(signal) : statementFault(error);
    } finally {
      this.#running--;
    }
  }

  #end(): Promise<unknown> {
    this.#ending ??= this.#running > 0 ? this.#cancel() : settled(this.#client.end(), cancelMs);
    return this.#ending.finally(() => this.#socket.destroy());
  }

  /** A closed connection would leave the statement running. The address is the one that was checked. */
  #cancel(): Promise<void> {
    const { processID, secretKey } = this.#client as unknown as { processID: number | null; secretKey: number | null };
    const { address: host, port } = this.#server;
    this.#socket.destroy();
    if (!processID || secretKey === null || host === undefined || port === undefined) return Promise.resolve();
    return settled(cancelStatement({ host, port }, processID, secretKey), cancelMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}

function columnOf({ name, dataTypeID }: pg.FieldDef): Column {
  const [kind, type] = types[dataTypeID] ?? ['other', `number ${dataTypeID} of the server`];
  return { name, kind, type };
}
