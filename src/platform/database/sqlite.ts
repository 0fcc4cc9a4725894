import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import { type WriteTurns, writeTurnsOf } from './write-turns.ts';

/** How long a statement waits for another thread's or process's write before it fails with SQLITE_BUSY. */
const busyTimeoutMs = 5_000;
const maxCachedStatements = 500;

/**
 * A Kysely dialect on `node:sqlite`. WAL with `synchronous=FULL`: a commit is on disk before it is answered. Prepared
 * statements are kept, since preparing one costs several times as much as running a point query. Throws SQLite's error
 * when the file cannot be opened or is not a database.
 */
export function sqliteDialect(path: string): Dialect {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  try {
    // In memory: what a savepoint would write to a file, to be able to go back.
    const memory = 'PRAGMA temp_store = MEMORY;';
    database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; ${memory}`);
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = new Map<string, Statement>();
  const prepare = (sql: string): Statement => {
    // A deferred transaction that starts writing fails at once if another has written meanwhile; an immediate one
    // waits.
    const text = sql === 'begin' ? 'begin immediate' : sql;
    let statement = statements.get(text);
    if (statement) return statement;
    if (statements.size >= maxCachedStatements) statements.clear();
    statement = new Statement(database.prepare(text));
    statements.set(text, statement);
    return statement;
  };
  const config = { database: { prepare, close: () => database.close() } };
  const dialect = new SqliteDialect(config);
  const adapter = new EmbeddedAdapter(database, prepare);
  return {
    createAdapter: () => adapter,
    createDriver: () => new EmbeddedDriver(database, config, writeTurnsOf(path)),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/**
 * Kysely's adapter, and a shortcut for statements past its queue for the only connection, which takes longer than SQLite
 * itself.
 */
export class EmbeddedAdapter extends SqliteAdapter {
  readonly #database: DatabaseSync;
  readonly #prepare: (sql: string) => Statement;

  constructor(database: DatabaseSync, prepare: (sql: string) => Statement) {
    super();
    this.#database = database;
    this.#prepare = prepare;
  }

  /**
   * The rows of a statement; undefined while a transaction is open that it does not belong to: uncommitted changes must
   * not be seen, so the statement has to wait in the queue.
   */
  runNow<Row>(sql: string, parameters: readonly unknown[], isPartOfTransaction: boolean): Row[] | undefined {
    if (this.#database.isTransaction !== isPartOfTransaction) return undefined;
    return this.#prepare(sql).all(parameters) as Row[];
  }
}

class EmbeddedDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #turns: WriteTurns;

  constructor(database: DatabaseSync, config: SqliteDialectConfig, turns: WriteTurns) {
    super(config);
    this.#database = database;
    this.#turns = turns;
  }

  override async beginTransaction(...[connection]: Parameters<SqliteDriver['beginTransaction']>): Promise<void> {
    this.#turns.take();
    try {
      await super.beginTransaction(connection);
    } catch (error) {
      this.#turns.end();
      throw error;
    }
  }

  /** A commit that fails is rolled back next, and its turn is over only then. */
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection);
    this.#turns.end();
  }

  /** On a full or failing disk SQLite rolls back by itself; the error of a second rollback would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      if (this.#database.isTransaction) await super.rollbackTransaction(connection);
    } finally {
      this.#turns.end();
    }
  }
}

class Statement implements SqliteStatement {
  readonly reader: boolean;
  readonly #statement: StatementSync;
  #columns: readonly string[];
  /** Made with the first row. */
  #makeRow: MakeRow | undefined;

  constructor(statement: StatementSync) {
    this.#statement = statement;
    this.#columns = namesOf(statement);
    this.reader = this.#columns.length > 0;
    if (this.reader) statement.setReturnArrays(true);
  }

  all(parameters: readonly unknown[]): unknown[] {
    const rows = this.#statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][];
    return rows.map((values) => this.#toRow(values));
  }

  run(parameters: readonly unknown[]) {
    return this.#statement.run(...(parameters as SQLInputValue[]));
  }

  *iterate(parameters: readonly unknown[]): IterableIterator<unknown> {
    for (const values of this.#statement.iterate(...(parameters as SQLInputValue[]))) {
      yield this.#toRow(values as unknown as unknown[]);
    }
  }

  #toRow(values: readonly unknown[]): Record<string, unknown> {
    // Another process has added a column to a table that is read with `select *`.
    if (values.length !== this.#columns.length) {
      this.#columns = namesOf(this.#statement);
      this.#makeRow = undefined;
    }
    this.#makeRow ??= rowMaker(this.#columns);
    return this.#makeRow(values);
  }
}

type MakeRow = (values: readonly unknown[]) => Record<string, unknown>;

/**
 * The objects that SQLite's binding makes are slow, without a hidden class; those of one statement share one. Set name by name they
 * would take ten times as long as in one expression, which has to be made from the names.
 */
function rowMaker(columns: readonly string[]): MakeRow {
  const fields = columns.map((name, index) => `${JSON.stringify(name)}: values[${index}]`);
  return new Function('values', `return { ${fields} };`) as MakeRow;
}

function namesOf(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name);
}
