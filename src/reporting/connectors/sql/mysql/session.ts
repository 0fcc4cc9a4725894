import type { Socket } from 'node:net';
import type { Connection, FieldPacket } from 'mysql2/promise';
import type { ConnectorContext } from '../../contract.ts';
import type { Place, SqlSecret } from '../config.ts';
import { type Answer, type Column, type ColumnKind, RefusedError, type Session } from '../engine.ts';
import { cancelMs, settled, statementMs, stopped, untilAborted } from '../stopping.ts';
import { connectOver, killConnection } from './connection.ts';
import { connectFault, statementFault } from './faults.ts';

const defaultPort = 3306;
const binaryCollation = 63;

/** The protocol's types, by number. */
const types: Readonly<Record<number, readonly [ColumnKind, string]>> = {
  0: ['number', 'decimal'],
  1: ['number', 'tinyint'],
  2: ['number', 'smallint'],
  3: ['number', 'int'],
  4: ['number', 'float'],
  5: ['number', 'double'],
  7: ['instant', 'timestamp'],
  8: ['number', 'bigint'],
  9: ['number', 'mediumint'],
  10: ['day', 'date'],
  11: ['other', 'time'],
  12: ['local', 'datetime'],
  13: ['number', 'year'],
  16: ['other', 'bit'],
  245: ['other', 'json'],
  246: ['number', 'decimal'],
  249: ['text', 'text'],
  250: ['text', 'text'],
  251: ['text', 'text'],
  252: ['text', 'text'],
  253: ['text', 'varchar'],
  254: ['text', 'char'],
};

/** Opens a connection in a read-only snapshot, whose statement is killed on the server when `context` aborts. */
export async function openMysql(
  place: Place,
  secret: SqlSecret,
  _timeZone: string,
  context: ConnectorContext,
): Promise<Session> {
  const socket = await context.connect(place.host, place.port ?? defaultPort);
  const { remoteAddress: host, remotePort: port } = socket;
  try {
    const connection = await untilAborted(connectOver(socket, place, secret), context.signal);
    // The statement that runs rejects by itself.
    connection.on('error', () => {});
    const kill = async () => {
      if (host && port) await killConnection({ host, port }, place, secret, connection.threadId);
    };
    const session = new MysqlSession(connection, socket, kill, context);
    await session.begin();
    return session;
  } catch (error) {
    socket.destroy();
    throw error instanceof RefusedError ? connectFault(error.cause) : connectFault(error);
  }
}

class MysqlSession implements Session {
  readonly #connection: Connection;
  readonly #socket: Socket;
  readonly #kill: () => Promise<void>;
  readonly #context: ConnectorContext;
  /** A statement that waits for another in the driver could not be told from the one that runs. */
  #last: Promise<unknown> = Promise.resolve();
  #running = 0;
  #ending: Promise<unknown> | undefined;

  constructor(connection: Connection, socket: Socket, kill: () => Promise<void>, context: ConnectorContext) {
    this.#connection = connection;
    this.#socket = socket;
    this.#kill = kill;
    this.#context = context;
    context.signal.addEventListener('abort', () => void this.#end(), { once: true });
  }

  /** The zone is UTC, in which the server has to know no other. */
  async begin(): Promise<void> {
    const ms = statementMs(this.#context.deadline);
    const { rows } = await this.#query('SELECT VERSION()');
    const limit = /mariadb/i.test(String(rows[0]?.[0]))
      ? `max_statement_time = ${ms / 1000}`
      : `max_execution_time = ${ms}`;
    const modes = 'ONLY_FULL_GROUP_BY,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';
    // An average of whole numbers would end after four decimals.
    const digits = 'SESSION div_precision_increment = 15';
    await this.#query(`SET SESSION time_zone = '+00:00', SESSION sql_mode = '${modes}', ${digits}, SESSION ${limit}`);
    await this.#query('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await this.#query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  }

  select(sql: string): Promise<Answer> {
    // Prepared statements give doubles to their last digit, and are one statement alone.
    const work = this.#last.then(() => this.#run(sql, () => this.#connection.execute({ sql, rowsAsArray: true })));
    this.#last = work.catch(() => {}).finally(() => this.#connection.unprepare(sql));
    return work;
  }

  #query(sql: string): Promise<Answer> {
    return this.#run(sql, () => this.#connection.query({ sql, rowsAsArray: true }));
  }

  async #run(sql: string, work: () => Promise<[unknown, FieldPacket[]]>): Promise<Answer> {
    const { signal } = this.#context;
    if (signal.aborted) throw stopped(signal);
    this.#running++;
    try {
      const [rows, fields] = await untilAborted(work(), signal);
      if (!Array.isArray(rows)) return { columns: [], rows: [] };
      return { columns: fields.map(columnOf), rows: (rows as unknown[][]).map(readable) };
    } catch (error) {
      throw signal.aborted ? stopped(signal) : statementFault(error, sql);
    } finally {
      this.#running--;
    }
  }

  #end(): Promise<unknown> {
    // A closed connection would leave the statement running.
    const isRunning = this.#running > 0;
    this.#ending ??= settled(isRunning ? this.#kill() : this.#connection.end(), cancelMs);
    if (isRunning) this.#socket.destroy();
    return this.#ending.finally(() => this.#socket.destroy());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#end();
  }
}

/** Keys are compared by their bytes, and come as such. */
function readable(row: readonly unknown[]): unknown[] {
  return row.map((value) => (Buffer.isBuffer(value) ? value.toString('utf8') : value));
}

function columnOf({ name, columnType, characterSet }: FieldPacket & { readonly characterSet?: number }): Column {
  const [kind, type] = types[columnType ?? -1] ?? ['other', `type ${columnType} of the server`];
  const isBinary = kind === 'text' && characterSet === binaryCollation;
  return { name, kind: isBinary ? 'other' : kind, type: isBinary ? 'binary' : type };
}
