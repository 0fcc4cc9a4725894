import type { ServerResponse } from 'node:http';
import { after } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type DuckDBConnection, DuckDBInstance, type DuckDBValue } from '@duckdb/node-api';
import { DoubleRefusal } from './double.ts';

/** A column by DuckDB's word for its type, such as `DECIMAL(38,9)`. */
export interface WarehouseColumn {
  readonly name: string;
  readonly type: string;
}

export interface WarehouseAnswer {
  readonly columns: readonly WarehouseColumn[];
  readonly rows: readonly (readonly DuckDBValue[])[];
}

export type WarehouseFaultKind =
  | 'syntax'
  | 'column'
  | 'table'
  | 'schema'
  | 'function'
  | 'ungrouped'
  | 'aggregate'
  | 'types'
  | 'conversion'
  | 'stopped'
  | 'other';

/** Why DuckDB refuses a statement, for a vendor's words to be made of it. */
export class WarehouseFault extends Error {
  readonly kind: WarehouseFaultKind;
  /** What does not exist. */
  readonly subject: string;
  /** In the statement, from 0. */
  readonly at: number;

  constructor(kind: WarehouseFaultKind, subject: string, at: number) {
    super(`${kind} ${subject}`);
    this.kind = kind;
    this.subject = subject;
    this.at = at;
  }
}

/** A statement under way. */
export interface RunningStatement {
  readonly done: Promise<WarehouseAnswer>;
  /** Whether it has ended, and how. */
  state: 'running' | 'done' | 'failed' | 'stopped';
  stop(): void;
}

const describing = 'DESCRIBE ';

/** Runs the SQL of a warehouse's double for real: in DuckDB, whose zone is UTC. */
export class DuckdbWarehouse {
  readonly #instance: DuckDBInstance;
  /** All statements that were run, the last one last. */
  readonly statements: (RunningStatement & { readonly sql: string })[] = [];

  constructor(instance: DuckDBInstance) {
    this.#instance = instance;
  }

  async run(...statements: readonly string[]): Promise<void> {
    const connection = await this.#instance.connect();
    for (const sql of statements) await connection.run(sql);
    connection.closeSync();
  }

  /** The columns of a SELECT, which is not run. `schema` is that of tables named without one. Throws a WarehouseFault. */
  async describe(sql: string, schema: string): Promise<WarehouseColumn[]> {
    const connection = await this.#connect(schema);
    try {
      const { rows } = await read(connection, describing + sql, -describing.length);
      return rows.map(([name, type]) => ({ name: String(name), type: String(type) }));
    } finally {
      connection.closeSync();
    }
  }

  /** Begins a SELECT; `done` rejects with a WarehouseFault. */
  start(sql: string, schema: string): RunningStatement {
    let connection: DuckDBConnection | undefined;
    let interrupting: NodeJS.Timeout | undefined;
    const work = async () => {
      connection = await this.#connect(schema);
      try {
        if (statement.state === 'stopped') throw new WarehouseFault('stopped', '', 0);
        const answer = await read(connection, sql, 0);
        statement.state = 'done';
        return answer;
      } catch (error) {
        if (statement.state === 'running') statement.state = 'failed';
        throw error;
      } finally {
        clearInterval(interrupting);
        connection.closeSync();
      }
    };
    const statement = {
      sql,
      state: 'running' as RunningStatement['state'],
      done: Promise.resolve().then(work),
      stop() {
        if (statement.state !== 'running') return;
        statement.state = 'stopped';
        // DuckDB forgets an interruption that comes before it runs, and what runs on holds the process for ever.
        interrupting = setInterval(() => connection?.interrupt(), 20);
        connection?.interrupt();
      },
    };
    void statement.done.catch(() => {}).finally(() => clearInterval(interrupting));
    this.statements.push(statement);
    return statement;
  }

  async #connect(schema: string): Promise<DuckDBConnection> {
    const connection = await this.#instance.connect();
    await connection.run("SET TimeZone = 'UTC'; SET errors_as_json = true");
    await connection.run(`SET schema = '${schema.replaceAll("'", "''")}'`).catch(() => {
      connection.closeSync();
      throw new WarehouseFault('schema', schema, 0);
    });
    return connection;
  }
}

/** A warehouse in memory for one test file, filled by statements of DuckDB. */
export async function openWarehouse(...statements: readonly string[]): Promise<DuckdbWarehouse> {
  const instance = await DuckDBInstance.create();
  const warehouse = new DuckdbWarehouse(instance);
  after(() => {
    for (const statement of warehouse.statements) statement.stop();
  });
  await warehouse.run(...statements);
  return warehouse;
}

async function read(connection: DuckDBConnection, sql: string, shift: number): Promise<WarehouseAnswer> {
  try {
    const reader = await connection.runAndReadAll(sql);
    const types = reader.columnTypes().map(String);
    return {
      columns: reader.columnNames().map((name, index) => ({ name, type: types[index] ?? '' })),
      rows: reader.getRows(),
    };
  } catch (error) {
    throw faultOf(error as Error, shift);
  }
}

const kinds: readonly (readonly [RegExp, WarehouseFaultKind])[] = [
  [/^syntax error/, 'syntax'],
  [/^Referenced column "([^"]+)" not found/, 'column'],
  [/^Table with name "?([^\s"]+)"? does not exist/, 'table'],
  [/^(?:Scalar|Aggregate|Table)? ?Function with name (\S+) does not exist/i, 'function'],
  [/must appear in the GROUP BY clause/, 'ungrouped'],
  [/cannot contain aggregate/i, 'aggregate'],
  [/^No function matches/, 'types'],
  [/^Could not convert|^Conversion/i, 'conversion'],
];

function faultOf({ message }: Error, shift: number): WarehouseFault {
  if (/interrupt/i.test(message)) return new WarehouseFault('stopped', '', 0);
  const begin = message.indexOf('{');
  const told: { exception_message?: string; position?: string } = begin < 0 ? {} : JSON.parse(message.slice(begin));
  const text = told.exception_message ?? message;
  const at = Math.max(0, Number(told.position ?? 0) + shift);
  for (const [pattern, kind] of kinds) {
    const [found, subject = ''] = pattern.exec(text) ?? [];
    if (found !== undefined) return new WarehouseFault(kind, subject, at);
  }
  return new WarehouseFault('other', text, at);
}

/** A part of a statement: SQL, a text or a name in marks, without these. */
interface Part {
  readonly kind: 'sql' | 'text' | 'name';
  readonly text: string;
}

/** How a vendor's SQL differs from DuckDB's. What a dialect of this kind does not name is not understood. */
export interface Transpiled {
  readonly textMarks: string;
  readonly nameMarks: string;
  /** Functions that may be called, as they are written or as DuckDB calls them. */
  readonly functions: Readonly<Record<string, string>>;
  /** Words that are replaced outside of texts and names. */
  readonly words: readonly (readonly [RegExp, string])[];
}

const keywords =
  /^(?:in|as|from|and|or|over|values|select|where|when|then|else|not|on|by|join|using|with|limit|having|all|distinct|decimal|numeric|number)$/i;

/** The statement as DuckDB takes it. Throws a WarehouseFault for a function that the double does not know. */
export function transpile(sql: string, { textMarks, nameMarks, functions, words }: Transpiled): string {
  let at = 0;
  return partsOf(sql, textMarks, nameMarks)
    .map(({ kind, text }) => {
      const begin = at;
      at += text.length + (kind === 'sql' ? 0 : 2);
      if (kind === 'name') return `"${text.replaceAll('"', '""')}"`;
      if (kind === 'text') return text.includes('\\') ? `E'${text}'` : `'${text.replaceAll("'", "''")}'`;
      const called = text.replaceAll(/\b([A-Za-z_]\w*)(?=\()/g, (name, _same, offset: number) => {
        const known = functions[name.toLowerCase()];
        if (known === undefined && !keywords.test(name)) throw new WarehouseFault('function', name, begin + offset);
        return known ?? name;
      });
      return words.reduce((changed, [pattern, word]) => changed.replaceAll(pattern, word), called);
    })
    .join('');
}

function partsOf(sql: string, textMarks: string, nameMarks: string): Part[] {
  const parts: Part[] = [];
  let plain = '';
  for (let index = 0; index < sql.length; index++) {
    const mark = sql.charAt(index);
    const kind = textMarks.includes(mark) ? 'text' : nameMarks.includes(mark) ? 'name' : 'sql';
    if (kind === 'sql') {
      plain += mark;
      continue;
    }
    parts.push({ kind: 'sql', text: plain });
    plain = '';
    let end = index + 1;
    while (end < sql.length && sql.charAt(end) !== mark) end += sql.charAt(end) === '\\' ? 2 : 1;
    parts.push({ kind, text: sql.slice(index + 1, end) });
    index = end;
  }
  return [...parts, { kind: 'sql', text: plain }];
}

/** Answers a request when `work` is done, with what it gives or a DoubleRefusal, after `answerMs`. */
export function answerLater(response: ServerResponse, answerMs: number, work: () => Promise<unknown>): undefined {
  const send = (status: number, body: unknown) => {
    if (response.destroyed) return;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  void wait(answerMs)
    .then(work)
    .then(
      (body) => send(response.statusCode, body),
      (error) =>
        error instanceof DoubleRefusal ? send(error.status, error.body) : send(500, { message: String(error) }),
    );
  return undefined;
}

/** A literal of a row of the data set that every connector is asked about. */
export function rowLiteral({
  day,
  place,
  amount,
}: {
  day: string;
  place: string | null;
  amount: number | null;
}): string {
  return `('${day}', ${place === null ? 'NULL' : `'${place.replaceAll("'", "''")}'`}, ${amount ?? 'NULL'})`;
}

/** Whether the work is done within a time; in the time of none, at once. */
export async function within(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  const done = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([done, promise]);
  } finally {
    clearTimeout(timer);
  }
}
