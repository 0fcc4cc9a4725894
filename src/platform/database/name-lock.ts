import { sql } from 'kysely';
import { isPostgres } from './engine.ts';
import { preparedWrite } from './prepared.ts';
import type { Queryable } from './tables.ts';

/** Two names with the same hash wait for each other as well. The number sets these locks apart from others. */
const lockBy = (call: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared') =>
  preparedWrite<[string]>(1, (_, name) => sql`select ${sql.raw(call)}(hashtextextended(${name}, 7265706013))`);
const lock = lockBy('pg_advisory_xact_lock');
const lockShared = lockBy('pg_advisory_xact_lock_shared');

/** Makes transactions of the same name wait for each other's end; on SQLite the transaction alone does that. */
export async function lockName(transaction: Queryable, name: string): Promise<void> {
  if (isPostgres(transaction)) await lock(transaction, name);
}

/**
 * Makes the transaction wait for those that have locked the name, and they for it, but not for others that share it.
 * Unlike those of rows, such locks are given in the order in which they were asked for.
 */
export async function shareName(transaction: Queryable, name: string): Promise<void> {
  if (isPostgres(transaction)) await lockShared(transaction, name);
}
