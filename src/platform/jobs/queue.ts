import { type RawBuilder, type Selectable, sql } from 'kysely';
import { databaseTime, isPostgres } from '../database/engine.ts';
import { newIdentifier } from '../database/identifiers.ts';
import { type Build, prepared, preparedWrite } from '../database/prepared.ts';
import type { JobSource, JobsTable, JobType, Queryable } from '../database/tables.ts';
import { inSpan, storedTrace } from '../tracing/spans.ts';
import { messageAttributes } from './job-spans.ts';
import type { Outcome } from './outcomes.ts';

export type JobRow = Selectable<JobsTable>;

export const leaseMs = 30_000;
const maxAttempts = 3;
/** From the first claim to the end; attempts that would start later are not made. */
export const totalDeadlineMs: Readonly<Record<JobType, number>> = { generation: 600_000, export: 120_000 };

export interface NewJob {
  readonly type: JobType;
  readonly accountId: string;
  readonly projectId: string;
  readonly reportId: string | null;
  readonly format: string | null;
  /** Of the report that an export shows; 1 if absent. */
  readonly revision?: number;
  readonly source: JobSource;
  readonly request: unknown;
  /** Given when the job is refused at once: it is stored as blocked for the client to poll. */
  readonly refusal: Outcome | null;
}

/**
 * Adds a job within the caller's transaction; it can be claimed as soon as that commits. When it is due is decided by
 * the database's clock; the row that is returned has this process's.
 */
export function enqueueJob(transaction: Queryable, job: NewJob): Promise<JobRow> {
  return inSpan(`send ${job.type}`, { kind: 'producer' }, async (span) => {
    const row = await addJob(transaction, job, storedTrace(span));
    span?.set(messageAttributes(row, 'send'));
    return row;
  });
}

async function addJob(transaction: Queryable, job: NewJob, traceContext: string | null): Promise<JobRow> {
  const now = new Date().toISOString();
  const status = job.refusal?.status ?? 'queued';
  const row: JobRow = {
    id: newIdentifier(job.type === 'generation' ? 'gen' : 'exp'),
    type: job.type,
    status,
    account_id: job.accountId,
    project_id: job.projectId,
    report_id: job.reportId,
    format: job.format,
    revision: job.revision ?? 1,
    source: job.source,
    request: JSON.stringify(job.request),
    attempt: 1,
    max_attempts: maxAttempts,
    due_at: now,
    worker_id: null,
    lease_expires_at: null,
    deadline_at: null,
    held_up_since: null,
    held_up_ms: 0,
    stage: status,
    progress_completed: 0,
    progress_total: 0,
    outcome: job.refusal ? outcomeText(job.refusal) : null,
    artifact: null,
    artifact_expires_at: null,
    live: job.type === 'export' && !job.refusal ? 1 : 0,
    trace_context: traceContext,
    needs: null,
    created_at: now,
    started_at: null,
    completed_at: job.refusal ? now : null,
    updated_at: now,
  };
  const values = [
    ...([row.id, row.type, status, row.account_id, row.project_id, row.report_id, row.format, row.source] as const),
    ...([row.request, row.outcome, row.live, now, row.completed_at, row.revision, row.trace_context] as const),
  ] as const;
  // Together on PostgreSQL, so that a start waits for the server once.
  if (!job.refusal && isPostgres(transaction)) {
    await insertQueued(transaction, ...values);
    return row;
  }
  await insertJob(transaction, ...values);
  if (!job.refusal) await joinQueue(transaction, row.id);
  return row;
}

type JobValues = [id: string, type: string, status: string, accountId: string, projectId: string, ...JobDetails];
type JobDetails = [
  ...[reportId: string | null, format: string | null, source: string, request: string, outcome: string | null],
  ...[live: number, now: string, completedAt: string | null, revision: number, traceContext: string | null],
];

const jobInsert: Build<unknown, JobValues> = (
  db,
  ...[
    id,
    type,
    status,
    account_id,
    project_id,
    report_id,
    format,
    source,
    request,
    outcome,
    live,
    now,
    completed_at,
    revision,
    trace_context,
  ]
) =>
  sql`insert into jobs (id, type, status, stage, account_id, project_id, report_id, format, source, request, outcome,
      live, attempt, max_attempts, progress_completed, progress_total, due_at, created_at, updated_at, completed_at, revision,
      trace_context)
    values (${id}, ${type}, ${status}, ${status}, ${account_id}, ${project_id}, ${report_id}, ${format}, ${source},
      ${request}, ${outcome}, ${live}, 1, ${sql.lit(maxAttempts)}, 0, 0, ${databaseTime(db)}, ${now}, ${now},
      ${completed_at}, ${revision}, ${trace_context})`;

/** Notes in the account's queue row that a job of `source` is due. */
const queueInsert = (source: RawBuilder<unknown>) => sql`insert into job_queues (account_id, running, head_due_at)
  select account_id, 0, due_at from ${source}
  on conflict (account_id) do update set head_due_at = case
    when job_queues.head_due_at is null or job_queues.head_due_at > excluded.head_due_at then excluded.head_due_at
    else job_queues.head_due_at end`;

const insertJob = preparedWrite<JobValues>(15, jobInsert);
const joinQueue = preparedWrite<[string]>(1, (_, jobId) => queueInsert(sql`jobs where id = ${jobId}`));
/**
 * Where an earlier job of the account is due, its queue row is only kept from being recounted until the job is
 * committed, which starts at once do together. One that a claim has in hand is not waited for here: PostgreSQL keeps the
 * lock even where the row is then no longer what was asked for, and two starts would wait for each other's.
 */
const insertQueued = preparedWrite<JobValues>(
  15,
  (db, ...values) => sql`with job as (${jobInsert(db, ...values)} returning account_id, due_at),
      known as (select 1 from job_queues where account_id = ${values[3]} and head_due_at <= ${databaseTime(db)}
        for share skip locked)
    ${queueInsert(sql`job where not exists (select 1 from known)`)}`,
);

/**
 * Milliseconds from a job's claim to its deadline, at least 0. Both are database times, since its clock may differ from
 * this process's.
 */
export function timeLeft({ deadline_at, updated_at }: JobRow): number {
  return Math.max(Date.parse(deadline_at ?? '') - Date.parse(updated_at), 0);
}

/**
 * Recounts the account's queue row when it gets or gives back a worker, which puts the account behind those that are
 * waiting. Running jobs are few, and the head is the first entry of an index.
 */
export async function refreshQueue(transaction: Queryable, accountId: string): Promise<void> {
  await recount(transaction, accountId);
}

const recount = prepared(
  1,
  (db, account: string) => sql`update job_queues set served_at = ${databaseTime(db)},
      running = (select count(*) from jobs where account_id = ${account} and status = 'running'),
      head_due_at = (select due_at from jobs where account_id = ${account} and status = 'queued'
        order by due_at, id limit 1)
    where account_id = ${account}`,
);

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

/**
 * All at once, as there are no more of them than workers; in the order of their index, or SQLite would scan all jobs.
 */
async function findRunningJobs(db: Queryable, condition: RawBuilder<unknown>): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`select * from jobs where status = 'running' and ${condition}
    order by lease_expires_at`.execute(db);
  return rows;
}

/** Milliseconds until the next queued job is due; null when none is queued. Negative when one waits for a free slot. */
export async function timeToNextJob(db: Queryable): Promise<number | null> {
  const { rows } = await sql<{ head: string | null; now: string }>`select min(head_due_at) as head,
    ${databaseTime(db)} as now from job_queues where head_due_at is not null`.execute(db);
  const row = rows[0];
  return row?.head ? Date.parse(row.head) - Date.parse(row.now) : null;
}

/** The database's clock with an offset, in the text form of time columns. */
export async function readTime(db: Queryable, plusMs: number): Promise<string> {
  const { rows } = await sql<{ time: string }>`select ${databaseTime(db, plusMs)} as time`.execute(db);
  return rows[0]?.time ?? '';
}

export function outcomeText({ reason, message, action, details }: Outcome): string {
  return JSON.stringify({ reason, message, action, details });
}
