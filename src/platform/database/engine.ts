import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Queryable } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

/** Whether queries run on PostgreSQL; SQLite otherwise. For the few places where the engines differ. */
export function isPostgres(db: Queryable): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/**
 * Whether a column has one of the words that this program knows: what a newer one has written is left to it. Nearly all rows
 * have one, which PostgreSQL would not guess of a list: it would read and sort a table rather than follow an index.
 */
export function isOneOf(column: string, words: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${sql.ref(column)} in (${sql.join(words.map((word) => sql.lit(word)))}), false)`;
}

/**
 * The time by the database's clock at the start of the statement, plus `plusMs`, in the text form of all time columns.
 * It is constant throughout the statement, so that an index can be searched by it.
 */
export function databaseTime(db: Queryable, plusMs = 0): RawBuilder<string> {
  if (isPostgres(db)) {
    return sql<string>`to_char((statement_timestamp() + ${plusMs}::float8 * interval '1 millisecond') at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  }
  return sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${plusMs / 1000} seconds`})`;
}

/**
 * Resolves when the database accepts writes; throws its error when it is read-only, like a standby or another user's
 * file.
 */
export async function checkWritable(db: Queryable): Promise<void> {
  // A write that changes no row. SQLite begins transactions, even immediate ones, on a read-only file.
  await sql`update schema_migrations set name = name where 1 = 0`.execute(db);
}

/** Resolves when the database has written something to its disk; throws its error otherwise. */
export async function checkWrites(db: Queryable): Promise<void> {
  await sql`update schema_migrations set name = name where name = (select min(name) from schema_migrations)`.execute(
    db,
  );
}

/** No connection to PostgreSQL could be made, whatever the reason. */
export class DatabaseUnreachable extends Error {
  override readonly name = 'DatabaseUnreachable';

  constructor(cause: Error) {
    // A name with several addresses, such as localhost, fails with one error for each and no message for all.
    const faults = cause instanceof AggregateError ? (cause.errors as Error[]) : [cause];
    super(faults.map(({ message }) => message).join(', '), { cause });
  }
}

/**
 * Of PostgreSQL; 57014 is a statement that timed out, 25006 a write to a server that has become a standby, 0A000 a plan
 * whose table has just been migrated.
 */
const unavailableStates = /^(08|53|57P|57014|55P03|58|40001|40P01|25P03|25006|0A000)/;
const unavailableSystemCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);
/**
 * SQLITE_BUSY, LOCKED, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN: the low byte of the extended code. SQLite also
 * reports CORRUPT when the disk answers a read with EIO.
 */
const unavailableSqliteCodes = new Set([5, 6, 7, 8, 10, 11, 13, 14]);

/**
 * Whether an error means that the database cannot answer now (gone, full, locked, too slow) rather than that the query
 * is wrong.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseUnreachable) return true;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === 'number') return unavailableSqliteCodes.has(errcode & 0xff);
  if (typeof code === 'string') return unavailableSystemCodes.has(code) || unavailableStates.test(code);
  return /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable/.test(
    error.message,
  );
}

/** Whether an error is a foreign key violation: a row that is referred to is missing, or a row is still referred to. */
export function isForeignKeyViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === '23503' || errcode === 787;
}

/** Whether an error is that of any constraint that lets no two rows be alike, on either database. */
export function isDuplicate(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === '23505' || errcode === 2067 || errcode === 1555;
}

/** Whether an error is that of a PostgreSQL constraint that lets no two rows be alike. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false;
  const fault = error as { code?: unknown; constraint?: unknown };
  return fault.code === '23505' && fault.constraint === constraint;
}
