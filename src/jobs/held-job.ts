import { sql } from 'kysely';
import { databaseTime } from '../database/engine.ts';
import type { Database, Queryable } from '../database/tables.ts';
import type { Outcome } from './outcomes.ts';
import { type JobRow, leaseMs, lockQueue, outcomeText, refreshQueue } from './queue.ts';

/** The fence: true only while the job is running under exactly this attempt of this worker. */
function isHeld(job: JobRow) {
  return sql<boolean>`id = ${job.id} and attempt = ${job.attempt} and worker_id = ${job.worker_id} and status = 'running'`;
}

/** Prolongs the lease and notes the progress; false when the job is no longer this worker's. */
export async function heartbeat(
  db: Queryable,
  job: JobRow,
  progress: { readonly stage: string; readonly completed: number; readonly total: number },
): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({
      lease_expires_at: databaseTime(db, leaseMs),
      stage: progress.stage,
      progress_completed: progress.completed,
      progress_total: progress.total,
      updated_at: databaseTime(db),
    })
    .where(isHeld(job))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** What a completed job leaves in its row. */
export interface Completion {
  readonly reportId?: string;
  readonly artifact?: { readonly expiresAt: string } & Readonly<Record<string, unknown>>;
}

/**
 * Ends the job as completed, together with what `effect` writes, in one transaction. A worker that has lost the job
 * changes nothing: false comes back and `effect` is not run.
 */
export async function completeJob(
  db: Database,
  job: JobRow,
  effect: (transaction: Queryable) => Promise<Completion>,
): Promise<boolean> {
  return changeHeld(db, job, async (transaction) => {
    const { reportId = null, artifact = null } = await effect(transaction);
    return sql`status = 'completed', stage = 'completed', progress_completed = progress_total,
      report_id = coalesce(report_id, ${reportId}), artifact = ${artifact && JSON.stringify(artifact)},
      artifact_expires_at = ${artifact?.expiresAt ?? null}, completed_at = ${databaseTime(transaction)}`;
  });
}

/** Ends the job as blocked or failed; false when it is no longer this worker's. */
export async function endJob(db: Database, job: JobRow, outcome: Outcome): Promise<boolean> {
  return changeHeld(db, job, async (transaction) => ended(transaction, outcome));
}

function ended(transaction: Queryable, outcome: Outcome) {
  return sql`status = ${outcome.status}, stage = ${outcome.status}, outcome = ${outcomeText(outcome)}, live = 0,
    completed_at = ${databaseTime(transaction)}`;
}

/** Nothing of what was done is kept. */
const requeued = sql`status = 'queued', stage = 'queued', progress_completed = 0, progress_total = 0`;

/**
 * Gives the job back to be run again after `delayMs`, as the next attempt; ends it with `exhausted` when that was the
 * last one or its deadline has passed. False when it is no longer this worker's.
 */
export async function retryJob(db: Database, job: JobRow, delayMs: number, exhausted: Outcome): Promise<boolean> {
  return changeHeld(db, job, async (transaction) => {
    const late = await isLate(transaction, job, delayMs);
    if (late || job.attempt >= job.max_attempts) return ended(transaction, exhausted);
    return sql`${requeued}, attempt = attempt + 1, due_at = ${databaseTime(transaction, delayMs)}`;
  });
}

/**
 * Takes the job from a worker that is lost and gives it back in its place, before all that came later, as the next attempt; ends it
 * with `exhausted` when that was the last one. False when it is no longer that worker's.
 */
export async function takeBackJob(db: Database, job: JobRow, exhausted: Outcome): Promise<boolean> {
  return changeHeld(db, job, async (transaction) => {
    if (job.attempt >= job.max_attempts) return ended(transaction, exhausted);
    return sql`${requeued}, attempt = attempt + 1`;
  });
}

/** Whether its time is over by then. It is read anew: after a jump of the clock it has begun anew. */
async function isLate(transaction: Queryable, { id }: JobRow, delayMs: number): Promise<boolean> {
  const { rows } = await sql<{
    late: number | boolean;
  }>`select deadline_at <= ${databaseTime(transaction, delayMs)} as late
    from jobs where id = ${id} and deadline_at is not null`.execute(transaction);
  return Boolean(rows[0]?.late);
}

/** Gives the job back untouched and in its place, for a worker that stops: it does not count as an attempt. */
export async function releaseJob(db: Database, job: JobRow): Promise<boolean> {
  return changeHeld(db, job, async () => requeued);
}

async function changeHeld(
  db: Database,
  job: JobRow,
  change: (transaction: Queryable) => Promise<ReturnType<typeof sql>>,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockQueue(transaction, job.account_id);
    const { numUpdatedRows } = await transaction
      .updateTable('jobs')
      .set({ updated_at: databaseTime(transaction) })
      .where(isHeld(job))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const assignments = await change(transaction);
    await sql`update jobs set ${assignments}, worker_id = null, lease_expires_at = null where id = ${job.id}`.execute(
      transaction,
    );
    await refreshQueue(transaction, job.account_id);
    return true;
  });
}
