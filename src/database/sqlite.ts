import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, SqliteDialect, type SqliteStatement } from 'kysely';

/** How long a statement waits for another thread's or process's write before it fails with SQLITE_BUSY. */
const busyTimeoutMs = 5_000;
const maxCachedStatements = 500;

/**
 * A Kysely dialect on `node:sqlite`. WAL with `synchronous=FULL`: a commit is on disk before it is answered.
 * Prepared statements are kept, since preparing costs several times what running a point query does.
 * Throws what SQLite says when the file cannot be opened or is no database.
 */
export function sqliteDialect(path: string): Dialect {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;');
  } catch (error) {
    database.close();
    throw error;
  }
  const statements = new Map<string, SqliteStatement>();
  return new SqliteDialect({
    database: {
      prepare(sql) {
        // A deferred transaction that turns to writing fails at once when another has written; an immediate one waits.
        const text = sql === 'begin' ? 'begin immediate' : sql;
        let statement = statements.get(text);
        if (statement) return statement;
        if (statements.size >= maxCachedStatements) statements.clear();
        statement = wrap(database.prepare(text));
        statements.set(text, statement);
        return statement;
      },
      close: () => database.close(),
    },
  });
}

function wrap(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  };
}
