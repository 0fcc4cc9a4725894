import { sql } from 'kysely';
import type { Queryable } from '../database/tables.ts';
import { dayMs } from './limiter.ts';

/** Callers come and go, unlike accounts: those of the management API, and addresses from which people sign in. */
const passing = ['user:', 'token:', 'address:'];
const sweepLimit = 1_000;

/** Removes the counts of past days of whoever calls the management API, a limited number per call; returns how many. */
export async function sweepCounts(db: Queryable, now = Date.now()): Promise<number> {
  // A day more than those that count, as clocks may differ.
  const before = Math.floor(now / dayMs) - 1;
  const old = sql`day < ${before} and (${sql.join(
    passing.map((prefix) => sql`account_id like ${`${prefix}%`}`),
    sql` or `,
  )})`;
  const { numAffectedRows = 0n } = await sql`delete from request_counts where ${old} and account_id in
    (select account_id from request_counts where ${old} limit ${sweepLimit})`.execute(db);
  return Number(numAffectedRows);
}
