import { type RawBuilder, type Selectable, sql } from 'kysely';
import { databaseTime, isPostgres } from '../database/engine.ts';
import { newIdentifier } from '../database/identifiers.ts';
import type { Database, JobSource, JobsTable, JobType, Queryable } from '../database/tables.ts';
import type { Outcome } from './outcomes.ts';

export type JobRow = Selectable<JobsTable>;

/** Wakes the workers of every process on PostgreSQL when a job was committed. */
export const notificationChannel = 'report_service_jobs';

export const leaseMs = 30_000;
const maxAttempts = 3;
/** From the first claim to the end, over all attempts but those that begin later. */
export const totalDeadlineMs: Readonly<Record<JobType, number>> = { generation: 600_000, export: 120_000 };
/** Enough to get past queue rows whose jobs another worker has just taken. */
const claimTries = 10;

export interface NewJob {
  readonly type: JobType;
  readonly accountId: string;
  readonly projectId: string;
  readonly reportId: string | null;
  readonly format: 'pdf' | 'doc' | null;
  readonly source: JobSource;
  readonly request: unknown;
  /** Given when the job is refused at once: it is kept, blocked, for the client to poll. */
  readonly refusal: Outcome | null;
}

/** Adds a job within the caller's transaction; it can be claimed as soon as that commits. */
export async function enqueueJob(transaction: Queryable, job: NewJob): Promise<JobRow> {
  const now = new Date().toISOString();
  const status = job.refusal?.status ?? 'queued';
  const row = await transaction
    .insertInto('jobs')
    .values({
      id: newIdentifier(job.type === 'generation' ? 'gen' : 'exp'),
      type: job.type,
      status,
      account_id: job.accountId,
      project_id: job.projectId,
      report_id: job.reportId,
      format: job.format,
      source: job.source,
      request: JSON.stringify(job.request),
      attempt: 1,
      max_attempts: maxAttempts,
      due_at: databaseTime(transaction),
      worker_id: null,
      lease_expires_at: null,
      deadline_at: null,
      stage: status,
      progress_completed: 0,
      progress_total: 0,
      outcome: job.refusal ? outcomeText(job.refusal) : null,
      artifact: null,
      artifact_expires_at: null,
      live: job.type === 'export' && !job.refusal ? 1 : 0,
      created_at: now,
      started_at: null,
      completed_at: job.refusal ? now : null,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (job.refusal) return row;
  await sql`insert into job_queues (account_id, running, head_due_at) values (${row.account_id}, 0, ${row.due_at})
    on conflict (account_id) do update set head_due_at = case
      when job_queues.head_due_at is null or job_queues.head_due_at > excluded.head_due_at then excluded.head_due_at
      else job_queues.head_due_at end`.execute(transaction);
  if (isPostgres(transaction)) await sql`select pg_notify(${notificationChannel}, '')`.execute(transaction);
  return row;
}

/**
 * Gives the worker the oldest due job of the account with the fewest running ones, under a lease; undefined when none is
 * due. Accounts that run as many take turns, whatever their backlogs. Every step is a look-up in an index, so the cost does
 * not grow with the backlog or with one account's share of it.
 */
export async function claimJob(
  db: Database,
  workerId: string,
  maxRunningPerAccount: number,
): Promise<JobRow | undefined> {
  return db.transaction().execute(async (transaction) => {
    for (let tries = 0; tries < claimTries; tries++) {
      const accountId = await nextAccount(transaction, maxRunningPerAccount);
      if (accountId === undefined) return undefined;
      const job = await takeOldest(transaction, accountId, workerId);
      await refreshQueue(transaction, accountId);
      if (job) return job;
    }
    return undefined;
  });
}

/** As the index on the queues has it; see migration 0007. */
const turn = sql.raw('case when served_at > head_due_at then served_at else head_due_at end');

async function nextAccount(transaction: Queryable, maxRunningPerAccount: number): Promise<string | undefined> {
  const lock = isPostgres(transaction) ? sql`for update skip locked` : sql``;
  for (let running = 0; running < maxRunningPerAccount; running++) {
    const { rows } = await sql<{ account_id: string }>`select account_id from job_queues
      where running = ${running} and head_due_at is not null and ${turn} <= ${databaseTime(transaction)}
      order by ${turn} limit 1 ${lock}`.execute(transaction);
    if (rows[0]) return rows[0].account_id;
  }
  return undefined;
}

/** A job whose time is over begins it anew: it waited for a worker, or a clock has jumped; its attempts still are counted. */
async function takeOldest(transaction: Queryable, accountId: string, workerId: string): Promise<JobRow | undefined> {
  const now = databaseTime(transaction);
  const { rows } = await sql<JobRow>`update jobs set
      status = 'running', stage = 'starting', worker_id = ${workerId},
      lease_expires_at = ${databaseTime(transaction, leaseMs)}, started_at = coalesce(started_at, ${now}),
      deadline_at = case when deadline_at > ${now} then deadline_at
        when type = 'export' then ${databaseTime(transaction, totalDeadlineMs.export)}
        else ${databaseTime(transaction, totalDeadlineMs.generation)} end,
      updated_at = ${now}
    where id = (select id from jobs where account_id = ${accountId} and status = 'queued' and due_at <= ${now}
      order by due_at, id limit 1) and status = 'queued'
    returning *`.execute(transaction);
  return rows[0];
}

/** Milliseconds from a job's claim to its deadline, at least 0. Both are the database's times: its clock may be far from this process's. */
export function timeLeft({ deadline_at, updated_at }: JobRow): number {
  return Math.max(Date.parse(deadline_at ?? '') - Date.parse(updated_at), 0);
}

/**
 * Counts the account's queue row anew when it gets a worker or gives one back, which puts the account behind those that wait.
 * Running jobs are few and the head is the first entry of an index.
 */
export async function refreshQueue(transaction: Queryable, accountId: string): Promise<void> {
  await sql`update job_queues set served_at = ${databaseTime(transaction)},
      running = (select count(*) from jobs where account_id = ${accountId} and status = 'running'),
      head_due_at = (select due_at from jobs where account_id = ${accountId} and status = 'queued'
        order by due_at, id limit 1)
    where account_id = ${accountId}`.execute(transaction);
}

/** The account's queue row is locked before its jobs, always in this order, so that two transactions cannot wait for each other. */
export async function lockQueue(transaction: Queryable, accountId: string): Promise<void> {
  if (!isPostgres(transaction)) return;
  await sql`select 1 from job_queues where account_id = ${accountId} for update`.execute(transaction);
}

/** Running jobs whose lease has lapsed. */
export function findLapsedJobs(db: Queryable): Promise<JobRow[]> {
  return findRunningJobs(db, sql`lease_expires_at < ${databaseTime(db)}`);
}

/** Running jobs held by workers whose id starts with `prefix`. */
export function findJobsHeldBy(db: Queryable, prefix: string): Promise<JobRow[]> {
  return findRunningJobs(db, sql`substr(worker_id, 1, ${prefix.length}) = ${prefix}`);
}

/** All at once, as there are no more than workers; in the order of the index on them, or SQLite would look at every job there was. */
async function findRunningJobs(db: Queryable, condition: RawBuilder<unknown>): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`select * from jobs where status = 'running' and ${condition}
    order by lease_expires_at`.execute(db);
  return rows;
}

/** Milliseconds until the next queued job is due; null when none is queued. Negative when one waits for a free place. */
export async function timeToNextJob(db: Queryable): Promise<number | null> {
  const { rows } = await sql<{ head: string | null; now: string }>`select min(head_due_at) as head,
    ${databaseTime(db)} as now from job_queues where head_due_at is not null`.execute(db);
  const row = rows[0];
  return row?.head ? Date.parse(row.head) - Date.parse(row.now) : null;
}

/** The database's clock, moved, as the text that time columns hold. */
export async function readTime(db: Queryable, plusMs: number): Promise<string> {
  const { rows } = await sql<{ time: string }>`select ${databaseTime(db, plusMs)} as time`.execute(db);
  return rows[0]?.time ?? '';
}

export function outcomeText({ reason, message, action, details }: Outcome): string {
  return JSON.stringify({ reason, message, action, details });
}
