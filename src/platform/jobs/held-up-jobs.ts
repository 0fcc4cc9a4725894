import { sql } from 'kysely';
import { databaseTime } from '../database/engine.ts';
import type { Database } from '../database/tables.ts';
import { ended } from './held-job.ts';
import { failed, type Outcome } from './outcomes.ts';
import { type JobRow, leaseMs, lockQueue, readTime, refreshQueue } from './queue.ts';
import { isGivenUp } from './standstill.ts';

/** The outcome of a job that outages have delayed for the maximum time. */
export function outageOutcome(job: JobRow): Outcome {
  const message = 'The database or the file store did not answer for too long.';
  return failed(job.type, message, { cause: 'outage' });
}

/**
 * Pauses the deadlines of queued jobs that have already run, for an outage that began `sinceMs` ago. Jobs queued since
 * then are paused from that time, and those whose deadline had passed get a new one anyway. Calling it again, or from
 * another process, changes nothing.
 */
export async function holdUpQueued(db: Database, sinceMs: number): Promise<void> {
  const began = databaseTime(db, -sinceMs);
  const since = sql`case when updated_at > ${began} then updated_at else ${began} end`;
  await sql`update jobs set held_up_since = ${since}
    where status = 'queued' and deadline_at is not null and held_up_since is null and deadline_at > ${since}`.execute(
    db,
  );
}

/**
 * Renews the leases that lapsed within the last `sinceMs`, while the database did not answer and workers could not
 * renew them.
 */
export async function renewLeases(db: Database, sinceMs: number): Promise<void> {
  await sql`update jobs set lease_expires_at = ${databaseTime(db, leaseMs)}
    where status = 'running' and lease_expires_at < ${databaseTime(db, leaseMs)}
    and lease_expires_at >= ${databaseTime(db, -sinceMs)}`.execute(db);
}

/** Ends the jobs whose deadline was paused for the maximum time and has passed since; returns how many. */
export async function endGivenUp(db: Database): Promise<number> {
  const { rows } = await sql<JobRow>`select * from jobs
    where status = 'queued' and deadline_at is not null and held_up_since is not null
    order by held_up_since`.execute(db);
  if (rows.length === 0) return 0;
  const now = await readTime(db, 0);
  let count = 0;
  for (const job of rows) if (isGivenUp(job, now) && (await endQueued(db, job))) count++;
  return count;
}

async function endQueued(db: Database, job: JobRow): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockQueue(transaction, job.account_id);
    const { numAffectedRows = 0n } = await sql`update jobs set ${ended(transaction, outageOutcome(job))},
      updated_at = ${databaseTime(transaction)}
      where id = ${job.id} and status = 'queued' and held_up_since = ${job.held_up_since}`.execute(transaction);
    if (numAffectedRows > 0n) await refreshQueue(transaction, job.account_id);
    return numAffectedRows > 0n;
  });
}
