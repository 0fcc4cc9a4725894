import { sql } from 'kysely';
import type { Queryable } from '../database/tables.ts';

/**
 * Makes every job that has not ended a queued one that nobody holds and whose time starts anew, and counts the queues again.
 * For rows that come from another time or place, whose workers and deadlines mean nothing here. Those that no worker has had yet
 * are so already: writing a million of them would take longer than a statement may.
 */
export async function requeueUnfinishedJobs(transaction: Queryable): Promise<void> {
  await sql`update jobs set status = 'queued', stage = 'queued', worker_id = null, lease_expires_at = null, deadline_at = null
    where status = 'running' or (status = 'queued' and deadline_at is not null)`.execute(transaction);
  await sql`update job_queues set running = 0, served_at = '', head_due_at = (select min(due_at) from jobs
    where jobs.account_id = job_queues.account_id and status = 'queued')`.execute(transaction);
}
