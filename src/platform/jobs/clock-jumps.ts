import { type RawBuilder, sql } from 'kysely';
import { databaseTime } from '../database/engine.ts';
import type { Database, Queryable } from '../database/tables.ts';
import { leaseMs, lockQueue, readTime, totalDeadlineMs } from './queue.ts';

/** No job waits longer than this for its next attempt, since its deadline has passed by then. */
const longestWaitMs = Math.max(...Object.values(totalDeadlineMs));
/** More than a slow database's answer can account for. */
const jumpMs = 15_000;

/**
 * Compares the database's clock, which leases and queues use, with this process's monotonic one. A jump would otherwise
 * make held jobs look abandoned and late, or delay waiting jobs by as much as the clock went back.
 */
export class ClockWatch {
  readonly #db: Database;
  readonly #steady: () => number;
  #offsetMs: number | undefined;

  constructor(db: Database, steady: () => number = () => performance.now()) {
    this.#db = db;
    this.#steady = steady;
  }

  /**
   * Corrects the times of unfinished jobs; true when the clock has jumped since the last check. A jump there and back
   * between two checks leaves impossible times behind, so those are looked for each time.
   */
  async look(): Promise<boolean> {
    const offsetMs = Date.parse(await readTime(this.#db, 0)) - this.#steady();
    this.#offsetMs ??= offsetMs;
    const hasJumped = Math.abs(offsetMs - this.#offsetMs) > jumpMs;
    if (hasJumped) await renewHeld(this.#db);
    await bringBack(this.#db, hasJumped ? 0 : longestWaitMs);
    if (hasJumped) this.#offsetMs = offsetMs;
    return hasJumped;
  }
}

/** Full leases and full time limits: how much of them was used up is unknown. */
async function renewHeld(db: Database): Promise<void> {
  await sql`update jobs set deadline_at = case type when 'export' then ${databaseTime(db, totalDeadlineMs.export)}
      else ${databaseTime(db, totalDeadlineMs.generation)} end,
    lease_expires_at = case status when 'running' then ${databaseTime(db, leaseMs)} end,
    held_up_since = case when held_up_since is not null then ${databaseTime(db)} end
    where status in ('queued', 'running') and deadline_at is not null`.execute(db);
}

/** A time too far in the future was written while the clock was ahead: the job is due now. */
async function bringBack(db: Database, waitMs: number): Promise<void> {
  await sql`update jobs set lease_expires_at = ${databaseTime(db, leaseMs)}
    where status = 'running' and lease_expires_at > ${databaseTime(db, leaseMs)}`.execute(db);
  const limit = databaseTime(db, waitMs);
  // The types make this use the index on waiting jobs, the head the one on accounts that have any. SQLite would compute
  // a plain union in the order of all accounts.
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from jobs where status = 'queued' and type in ('generation', 'export') and due_at > ${limit}
    union all select account_id from job_queues where head_due_at is not null and served_at > ${limit}`.execute(db);
  for (const accountId of new Set(rows.map(({ account_id }) => account_id))) {
    await db.transaction().execute((transaction) => bringQueueBack(transaction, accountId, limit));
  }
}

async function bringQueueBack(transaction: Queryable, accountId: string, limit: RawBuilder<string>): Promise<void> {
  await lockQueue(transaction, accountId);
  await sql`update jobs set due_at = ${databaseTime(transaction)}
    where account_id = ${accountId} and status = 'queued' and due_at > ${limit}`.execute(transaction);
  await sql`update job_queues set served_at = '', head_due_at = (select min(due_at) from jobs
    where account_id = ${accountId} and status = 'queued') where account_id = ${accountId}`.execute(transaction);
}
