import { sql } from 'kysely';
import { databaseTime, isPostgres } from '../database/engine.ts';
import { prepared } from '../database/prepared.ts';
import type { Database, Queryable } from '../database/tables.ts';
import { type ClaimTerms, kindsText, takeNext, termsOf } from './claims.ts';
import type { Outcome } from './outcomes.ts';
import { type JobRow, leaseMs, lockQueue, outcomeText, readTime, refreshQueue } from './queue.ts';
import { moveDeadline } from './standstill.ts';

/** The fence: true only while the job is running under exactly this attempt of this worker. */
function isHeld(job: JobRow) {
  return sql<boolean>`id = ${job.id} and attempt = ${job.attempt} and worker_id = ${job.worker_id} and status = 'running'`;
}

/** Renews the lease and records the progress; false when the job is no longer this worker's. */
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

/** What a completed job stores in its row, and what else is written with it. */
export interface Completion {
  readonly reportId?: string | null;
  readonly artifact?: { readonly expiresAt: string } & Readonly<Record<string, unknown>>;
  /** Runs in the transaction that ends the job, after its row was written. */
  effect?(transaction: Queryable): Promise<unknown>;
}

/** The end of a job. */
export interface Completed {
  /** Whether it was still its worker's. */
  readonly held: boolean;
  /** The job that the worker has claimed with it; null when none was due, undefined when it did not look. */
  readonly next?: JobRow | null | undefined;
}

/**
 * Ends the job as completed, together with what the completion's `effect` writes, in one transaction. For a worker that
 * has lost the job it changes nothing, returns false and does not run `effect`.
 */
export async function completeJob(db: Database, job: JobRow, completion: Completion): Promise<boolean> {
  return (await completeAndClaim(db, job, completion)).held;
}

/** The same, and claims the next job in that transaction if `terms` are given; for a worker that has lost the job, none. */
export async function completeAndClaim(
  db: Database,
  job: JobRow,
  completion: Completion,
  terms?: ClaimTerms,
): Promise<Completed> {
  const complete = isPostgres(db) ? completeOnPostgres : completeOnSqlite;
  const { effect } = completion;
  // A statement on its own is a transaction, without the waits for its begin and its commit.
  if (isPostgres(db) && !effect) return complete(db, job, completion, terms);
  return db.transaction().execute(async (transaction) => {
    const completed = await complete(transaction, job, completion, terms);
    if (completed.held) await effect?.(transaction);
    return completed;
  });
}

async function completeOnPostgres(
  db: Queryable,
  job: JobRow,
  completion: Completion,
  terms: ClaimTerms | undefined,
): Promise<Completed> {
  const values = [...endOf(job, completion), job.account_id];
  if (!terms) return { held: Boolean((await completeByFunction(db, ...values))[0]?.held) };
  const [row] = await completeAndTake(
    db,
    ...values,
    terms.workerId,
    terms.maxRunningPerAccount,
    kindsText(terms.kinds),
  );
  if (!row?.held) return { held: false };
  const { held, ...following } = row;
  return { held, next: following.id === null ? null : following };
}

type Values = readonly (string | number | null)[];

function endOf({ id, attempt, worker_id }: JobRow, { reportId = null, artifact }: Completion): Values {
  const stored = artifact ? [JSON.stringify(artifact), artifact.expiresAt] : [null, null];
  return [id, attempt, worker_id, reportId, ...stored];
}

/** The functions are those of migrations 0014 and 0059. */
const completeByFunction = prepared<{ held: boolean }, Values>(
  7,
  (_, id, attempt, worker, report, artifact, expiry, account) =>
    sql`select complete_job(${sql.join([id, attempt, worker, account, report, artifact, expiry])}) as held`,
);
const completeAndTake = prepared<{ held: boolean } & (JobRow | { id: null }), Values>(
  10,
  (_, id, attempt, worker, report, artifact, expiry, account, ...[taker, most, kinds]) =>
    sql`select held, (following).* from complete_and_take_known_job(
      ${sql.join([id, attempt, worker, account, report, artifact, expiry])}, ${termsOf(taker, most, kinds)})`,
);

async function completeOnSqlite(
  transaction: Queryable,
  job: JobRow,
  completion: Completion,
  terms: ClaimTerms | undefined,
): Promise<Completed> {
  const [held] = await completeHeld(transaction, ...endOf(job, completion));
  if (!held) return { held: false };
  await refreshQueue(transaction, job.account_id);
  return { held: true, next: terms && ((await takeNext(transaction, terms)) ?? null) };
}

const completeHeld = prepared<{ id: string }, Values>(6, (db, id, attempt, worker, report, artifact, expiry) => {
  const now = databaseTime(db);
  return sql`update jobs set status = 'completed', stage = 'completed', progress_completed = progress_total,
      report_id = coalesce(report_id, ${report}), artifact = ${artifact}, artifact_expires_at = ${expiry},
      completed_at = ${now}, updated_at = ${now}, worker_id = null, lease_expires_at = null
    where id = ${id} and attempt = ${attempt} and worker_id = ${worker} and status = 'running'
    returning id`;
});

/** Ends the job as blocked or failed; false when it is no longer this worker's. */
export async function endJob(db: Database, job: JobRow, outcome: Outcome): Promise<boolean> {
  return changeHeld(db, job, async (transaction) => ended(transaction, outcome));
}

/** The assignments that end a job, in `changeHeld` and in statements on jobs without a worker. */
export function ended(transaction: Queryable, outcome: Outcome) {
  return sql`status = ${outcome.status}, stage = ${outcome.status}, outcome = ${outcomeText(outcome)}, live = 0,
    completed_at = ${databaseTime(transaction)}`;
}

/** Discards all of the work. */
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
 * Takes the job from a lost worker and requeues it in its old position as the next attempt; ends it with `exhausted`
 * when that was the last one. False when it is no longer that worker's.
 */
export async function takeBackJob(db: Database, job: JobRow, exhausted: Outcome): Promise<boolean> {
  return changeHeld(db, job, async (transaction) => {
    if (job.attempt >= job.max_attempts) return ended(transaction, exhausted);
    return sql`${requeued}, attempt = attempt + 1`;
  });
}

/** Whether its deadline will have passed by then. Read again, because a clock jump resets it. */
async function isLate(transaction: Queryable, { id }: JobRow, delayMs: number): Promise<boolean> {
  const { rows } = await sql<{
    late: number | boolean;
  }>`select deadline_at <= ${databaseTime(transaction, delayMs)} as late
    from jobs where id = ${id} and deadline_at is not null`.execute(transaction);
  return Boolean(rows[0]?.late);
}

/** Gives the job back unchanged and in its old position, for a stopping worker; this does not count as an attempt. */
export async function releaseJob(db: Database, job: JobRow): Promise<boolean> {
  return changeHeld(db, job, async () => requeued);
}

/**
 * Gives the job back, in its old position, for programs that know `kind`: none else claims it. The attempt does not count. False
 * when it is no longer this worker's.
 */
export async function leaveToNewer(db: Database, job: JobRow, kind: string): Promise<boolean> {
  return changeHeld(db, job, async () => sql`${requeued}, needs = ${kind}, deadline_at = null`);
}

/** A job that is claimed after its deadline gets a new one, so a wait ends well before. */
const claimMarginMs = 2_000;

/**
 * Gives back a job that an outage has interrupted: the attempt does not count, and the deadline moves by
 * `standstillMs`. The deadline then stays paused until the job is claimed again, in its old position, or after
 * `delayMs` if given. Ends the job with `exhausted` if its deadline has passed nevertheless, or would soon after a wait. False when it is no longer
 * this worker's.
 */
export async function interruptJob(
  db: Database,
  job: JobRow,
  { standstillMs, delayMs }: { readonly standstillMs: number; readonly delayMs?: number | undefined },
  exhausted: Outcome,
): Promise<boolean> {
  return changeHeld(db, job, async (transaction) => {
    // Read again, because a clock jump resets it.
    const { deadline_at } = await transaction
      .selectFrom('jobs')
      .select('deadline_at')
      .where('id', '=', job.id)
      .executeTakeFirstOrThrow();
    const moved = moveDeadline({ ...job, deadline_at }, standstillMs);
    const now = await readTime(transaction, 0);
    const due = await readTime(transaction, delayMs ?? 0);
    const latest = delayMs === undefined ? due : await readTime(transaction, delayMs + claimMarginMs);
    if ((moved.deadline_at ?? '') <= latest) return ended(transaction, exhausted);
    const waits = delayMs === undefined ? sql`held_up_since = ${now}` : sql`due_at = ${due}`;
    return sql`${requeued}, deadline_at = ${moved.deadline_at}, held_up_ms = ${moved.held_up_ms}, ${waits}`;
  });
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
