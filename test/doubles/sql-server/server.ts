import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import type { DuckDBConnection } from '@duckdb/node-api';
import { type Rights, runStatement, Tables } from './database.ts';
import { kinds, type Message, messagesOf, packetOf, packetsOf } from './packets.ts';
import * as tokens from './tokens.ts';
import { ServerFault } from './transpile.ts';

/** A statement that the double answers itself. */
export type Answered =
  | { readonly error: number; readonly message: string }
  | 'hangs'
  /** Rows of one number, without an end unless it is stopped; they tell how many were sent. */
  | { readonly endless: (rows: number) => void };

export interface SqlServerOptions {
  readonly user?: string;
  readonly password?: string;
  readonly database?: string;
  readonly allowsSnapshots?: boolean;
  /** Of the user, read at each login. */
  readonly rights?: Rights;
  readonly tls?: { readonly key: Buffer; readonly cert: Buffer };
  /** Errors of logins, by number, in place of all else. */
  readonly loginError?: readonly [number, string];
  readonly routedTo?: { readonly host: string; readonly port: number };
  answer?(sql: string): Answered | undefined;
}

/**
 * A server that speaks what [MS-TDS] says of logins, batches, `sp_executesql`, answers, errors, transactions and
 * attentions, with DuckDB behind it. What of T-SQL it does not know, it refuses.
 */
export interface SqlServerDouble extends AsyncDisposable {
  readonly port: number;
  readonly tables: Tables;
  /** All that was asked for, in order. */
  readonly statements: readonly string[];
  /** Read-only intents, by login. */
  readonly intents: readonly boolean[];
  /** How many statements were stopped by an attention. */
  stopped(): number;
  /** Transactions that are open. */
  open(): number;
}

const defaults = { user: 'reporter', password: 'a-secret-of-the-double', database: 'shop' };

/** Starts on 127.0.0.1. */
export async function startSqlServer(options: SqlServerOptions = {}): Promise<SqlServerDouble> {
  const rights = options.rights ?? { roles: [], rights: [] };
  const tables = await Tables.open(options.allowsSnapshots ?? true, rights);
  const state: State = { statements: [], intents: [], stopped: 0, open: 0 };
  const sockets = new Set<Socket>();
  const sessions = new Set<Promise<void>>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    const serving = new Session(socket, tables, { ...defaults, ...options }, state).serve();
    sessions.add(serving.catch(() => void socket.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    tables,
    statements: state.statements,
    intents: state.intents,
    stopped: () => state.stopped,
    open: () => state.open,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all(sessions);
      await tables[Symbol.asyncDispose]();
    },
  };
}

interface State {
  readonly statements: string[];
  readonly intents: boolean[];
  stopped: number;
  open: number;
}

type Settled = SqlServerOptions & typeof defaults;

class Session {
  readonly #socket: Socket;
  readonly #tables: Tables;
  readonly #options: Settled;
  readonly #state: State;
  #stream: Duplex;
  #connection: DuckDBConnection | undefined;
  #inTransaction = false;
  /** What was asked for last; its failures are told to the client. */
  #work: Promise<void> | undefined;
  /** Ends what runs. */
  #stop: (() => void) | undefined;

  constructor(socket: Socket, tables: Tables, options: Settled, state: State) {
    this.#socket = socket;
    this.#stream = socket;
    this.#tables = tables;
    this.#options = options;
    this.#state = state;
  }

  async serve(): Promise<void> {
    try {
      const messages = messagesOf(this.#socket, () => this.#raw);
      await messages.next();
      const { tls } = this.#options;
      this.#write(preloginAnswer(tls !== undefined));
      await (tls ? this.#encrypted(messages, tls) : this.#messages(messages));
    } finally {
      this.#stop?.();
      this.#end();
      await this.#work;
      this.#connection?.closeSync();
      this.#socket.destroy();
    }
  }

  /** Handshakes come within messages, each flight in one; what follows does not. */
  async #encrypted(messages: AsyncGenerator<Message>, tls: { key: Buffer; cert: Buffer }): Promise<void> {
    let flight: Buffer[] = [];
    let sent = Promise.withResolvers<void>();
    const send = () => {
      this.#socket.write(packetsOf(Buffer.concat(flight), kinds.prelogin));
      flight = [];
      sent.resolve();
    };
    const wrapped = new Duplex({
      read() {},
      write: (chunk: Buffer, _encoding, done) => {
        if (this.#raw) this.#socket.write(chunk);
        else if (flight.push(chunk) === 1) setImmediate(send);
        done();
      },
    });
    const secureContext = createSecureContext({ ...tls, maxVersion: 'TLSv1.2' });
    const secure = new TLSSocket(wrapped, { isServer: true, secureContext });
    secure.on('error', () => this.#socket.destroy());
    let isShaken = false;
    secure.once('secure', () => {
      isShaken = true;
    });
    while (!isShaken) {
      const { value, done } = await messages.next();
      if (done) return;
      sent = Promise.withResolvers<void>();
      wrapped.push(value.data);
      await sent.promise;
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#raw = (chunk) => void wrapped.push(chunk);
    this.#stream = secure;
    messages.next().finally(() => wrapped.push(null));
    await this.#messages(messagesOf(secure));
  }

  /** Takes what comes once it is encrypted. */
  #raw: ((chunk: Buffer) => void) | undefined;

  async #messages(messages: AsyncIterable<Message>): Promise<void> {
    for await (const { kind, data } of messages) {
      if (kind === kinds.login) await this.#login(data);
      else if (kind === kinds.attention) this.#attention();
      // While it runs, an attention has to be heard.
      else if (kind === kinds.batch) this.#work = this.#batch(data.subarray(data.readUInt32LE(0)).toString('utf16le'));
      else if (kind === kinds.call) this.#work = this.#statement(statementOf(data), true);
      else return;
    }
  }

  async #login(data: Buffer): Promise<void> {
    const { user, password, database, loginError, routedTo } = this.#options;
    const login = loginOf(data);
    this.#state.intents.push(login.isReadOnly);
    const refused = (number: number, message: string) => {
      this.#write(Buffer.concat([tokens.errorToken(number, message, 14), tokens.doneToken(undefined)]));
    };
    if (loginError) return refused(...loginError);
    if (login.user !== user || login.password !== password)
      return refused(18456, `Login failed for user '${login.user}'.`);
    if (login.database !== database) {
      return refused(4060, `Cannot open database "${login.database}" requested by the login. The login failed.`);
    }
    const route = routedTo && login.isReadOnly ? [tokens.routingToken(routedTo.host, routedTo.port)] : [];
    this.#write(Buffer.concat([...route, tokens.loginTokens(database)]));
    this.#connection = await this.#tables.connect();
  }

  #attention(): void {
    this.#state.stopped++;
    this.#stop?.();
    this.#end();
    this.#write(tokens.doneToken(0, true));
  }

  /** A SELECT, settings, or the beginning or the end of a transaction. */
  async #batch(sql: string): Promise<void> {
    if (/^\s*SELECT\b/i.test(sql)) return this.#statement(sql, false);
    this.#state.statements.push(sql);
    const found: Buffer[] = [];
    if (/BEGIN TRANSACTION/.test(sql)) {
      this.#inTransaction = true;
      this.#state.open++;
      found.push(tokens.transactionToken(true, 7n));
    }
    if (/ROLLBACK TRANSACTION/.test(sql) && this.#inTransaction) {
      this.#end();
      found.push(tokens.transactionToken(false, 7n));
    }
    this.#write(Buffer.concat([...found, tokens.doneToken(0)]));
  }

  #end(): void {
    if (this.#inTransaction) this.#state.open--;
    this.#inTransaction = false;
  }

  async #statement(sql: string, isCall: boolean): Promise<void> {
    this.#state.statements.push(sql);
    const answered = this.#options.answer?.(sql);
    if (answered === 'hangs') return;
    let isStopped = false;
    let stopping: NodeJS.Timeout | undefined;
    this.#stop = () => {
      isStopped = true;
      // DuckDB forgets an interruption that comes before the statement runs.
      stopping ??= setInterval(() => this.#connection?.interrupt(), 20);
    };
    try {
      if (answered && 'error' in answered) throw new ServerFault(answered.error, answered.message);
      const rows = await (answered
        ? this.#endless(answered.endless, () => isStopped)
        : this.#rows(sql, () => isStopped));
      if (!isStopped) this.#write(isCall ? tokens.doneProcTokens(rows) : tokens.doneToken(rows));
    } catch (error) {
      if (isStopped) return;
      const { number, message } = error instanceof ServerFault ? error : { number: 50_000, message: String(error) };
      // A conversion that fails ends the transaction.
      const ended = number === 245 && this.#inTransaction ? [tokens.transactionToken(false, 7n)] : [];
      if (ended.length > 0) this.#end();
      this.#write(Buffer.concat([tokens.errorToken(number, message), ...ended, tokens.doneToken(undefined)]));
    } finally {
      clearInterval(stopping);
      this.#stop = undefined;
    }
  }

  async #rows(sql: string, isStopped: () => boolean): Promise<number> {
    if (!this.#connection) throw new ServerFault(18456, 'Nobody is logged in.');
    const { columns, rows } = await runStatement(this.#connection, sql);
    let part = tokens.columnsToken(columns);
    let count = 0;
    for await (const chunk of rows) {
      if (isStopped()) return count;
      count += chunk.length;
      part = Buffer.concat([part, ...chunk.map((row) => tokens.rowToken(columns, row))]);
      part = await this.#flush(part);
    }
    this.#pending = part;
    return count;
  }

  async #endless(tell: (rows: number) => void, isStopped: () => boolean): Promise<number> {
    const columns = [tokens.wireColumn('n', 'int')];
    let part = tokens.columnsToken(columns);
    const rows = Array.from({ length: 1000 }, (_, index) => tokens.rowToken(columns, [index]));
    for (let sent = 0; !isStopped() && !this.#socket.destroyed; ) {
      sent += rows.length;
      tell(sent);
      part = await this.#flush(Buffer.concat([part, ...rows]));
    }
    return 0;
  }

  /** What the last packets of an answer begin with. */
  #pending: Buffer = Buffer.alloc(0);

  /** Sends the packets that are full, and gives the rest. */
  async #flush(part: Buffer): Promise<Buffer> {
    const size = 4088;
    let at = 0;
    for (; part.length - at > size; at += size) this.#stream.write(packetOf(part.subarray(at, at + size)));
    const rest = part.subarray(at);
    // An attention is answered after what the last packet has cut.
    this.#pending = rest;
    if (this.#stream.writableNeedDrain) {
      await new Promise<void>((resolve) => {
        this.#stream.once('drain', resolve);
        this.#socket.once('close', () => resolve());
      });
    } else await new Promise((resolve) => setImmediate(resolve));
    return rest;
  }

  #write(data: Buffer): void {
    const pending = this.#pending;
    this.#pending = Buffer.alloc(0);
    if (!this.#socket.destroyed) this.#stream.write(packetsOf(Buffer.concat([pending, data])));
  }
}

/** The version, and that everything is encrypted or nothing can be. */
function preloginAnswer(encrypts: boolean): Buffer {
  const options = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff]);
  return Buffer.concat([options, Buffer.from([16, 0, 0x10, 0, 0, 0]), Buffer.from([encrypts ? 1 : 2])]);
}

/** Names and password of a login ([MS-TDS] 2.2.6.4). */
function loginOf(data: Buffer): { user: string; password: string; database: string; isReadOnly: boolean } {
  const textAt = (place: number) => {
    const [at, length] = [data.readUInt16LE(place), data.readUInt16LE(place + 2)];
    return data.subarray(at, at + length * 2);
  };
  const hidden = textAt(44).map((byte) => {
    const plain = byte ^ 0xa5;
    return ((plain & 0x0f) << 4) | (plain >> 4);
  });
  return {
    user: textAt(40).toString('utf16le'),
    password: Buffer.from(hidden).toString('utf16le'),
    database: textAt(68).toString('utf16le'),
    isReadOnly: (data.readUInt8(26) & 0x20) !== 0,
  };
}

const executeSql = 10;

/** The statement of a call of `sp_executesql`, whose first parameter it is. */
function statementOf(data: Buffer): string {
  let at = data.readUInt32LE(0);
  if (data.readUInt16LE(at) !== 0xffff || data.readUInt16LE(at + 2) !== executeSql)
    throw new Error('another procedure');
  at += 6;
  const nameLength = data.readUInt8(at);
  at += 1 + nameLength * 2 + 1;
  // Type, length and collation of an nvarchar.
  const length = data.readUInt16LE(at + 1);
  at += 8;
  if (length !== 0xffff) return data.subarray(at + 2, at + 2 + data.readUInt16LE(at)).toString('utf16le');
  const chunks: Buffer[] = [];
  for (at += 8; data.readUInt32LE(at) > 0; at += 4 + data.readUInt32LE(at)) {
    chunks.push(data.subarray(at + 4, at + 4 + data.readUInt32LE(at)));
  }
  return Buffer.concat(chunks).toString('utf16le');
}
