import { sql } from 'kysely';
import type { Queryable } from '../database/tables.ts';

/**
 * Queues every unfinished job, of one account or of all, again, without a worker and with a fresh deadline, and recounts the queues. For rows from
 * another time or place, whose workers and deadlines mean nothing here. Jobs that no worker has had yet are skipped:
 * updating a million of them would exceed the statement timeout.
 */
export async function requeueUnfinishedJobs(transaction: Queryable, accountId?: string): Promise<void> {
  const isOwn = accountId === undefined ? sql`true` : sql`account_id = ${accountId}`;
  await sql`update jobs set status = 'queued', stage = 'queued', worker_id = null, lease_expires_at = null, deadline_at = null,
      held_up_since = null, held_up_ms = 0
    where (status = 'running' or (status = 'queued' and deadline_at is not null)) and ${isOwn}`.execute(transaction);
  await sql`update job_queues set running = 0, served_at = '', head_due_at = (select min(due_at) from jobs
    where jobs.account_id = job_queues.account_id and status = 'queued') where ${isOwn}`.execute(transaction);
}
