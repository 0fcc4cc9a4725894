import { sql } from 'kysely';
import { type Page, type PageOf, selectPage } from '../database/pages.ts';
import { prepared } from '../database/prepared.ts';
import type { JobStatus, JobType, Queryable } from '../database/tables.ts';
import { toTimestamp } from '../database/time.ts';
import { ServiceError } from '../errors.ts';
import type { JobRow } from './queue.ts';

const selectJob = prepared<JobRow, [string, string]>(2, (db, id, accountId) =>
  db.selectFrom('jobs').selectAll().where('id', '=', id).where('account_id', '=', accountId),
);

/** The account's job, of the given type when one is named; throws `not_found`. */
export async function getJob(db: Queryable, accountId: string, id: string, type?: JobType): Promise<JobRow> {
  const [job] = await selectJob(db, id, accountId);
  if (!job || (type && job.type !== type)) throw new ServiceError('not_found');
  return job;
}

export async function listJobs(
  db: Queryable,
  projectId: string,
  query: Page & {
    readonly sort: 'created_at' | 'updated_at';
    readonly type?: JobType | undefined;
    readonly status?: JobStatus | undefined;
  },
): Promise<PageOf<ReturnType<typeof toJobSummary>>> {
  const filters = { project_id: projectId, type: query.type, status: query.status };
  return selectPage(db, 'jobs', summaryColumns, filters, query, toJobSummary);
}

/** How many generations the account has started in the calendar month (UTC) and not been refused or failed by. */
export async function countGenerationsThisMonth(db: Queryable, accountId: string): Promise<number> {
  const month = `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`;
  const { rows } = await sql<{ count: string | number }>`select count(*) as count from jobs
    where account_id = ${accountId} and type = 'generation' and created_at >= ${month}
    and status in ('queued', 'running', 'completed')`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

export function isTerminal(job: JobRow): boolean {
  return job.status === 'completed' || job.status === 'blocked' || job.status === 'failed';
}

const summaryColumns = [
  'id',
  'project_id',
  'status',
  'source',
  'created_at',
  'started_at',
  'completed_at',
  'updated_at',
  'type',
  'report_id',
  'format',
] as const;
type SummaryRow = Pick<JobRow, (typeof summaryColumns)[number]>;

function toJob(job: SummaryRow) {
  return {
    id: job.id,
    project_id: job.project_id,
    status: job.status,
    source: job.source,
    created_at: toTimestamp(job.created_at),
    started_at: toTimestamp(job.started_at),
    completed_at: toTimestamp(job.completed_at),
    updated_at: toTimestamp(job.updated_at),
  };
}

export function toJobSummary(job: SummaryRow) {
  return { ...toJob(job), type: job.type, report_id: job.report_id, format: job.format };
}

/** What generation and export jobs show alike. */
export function toJobRun(job: JobRow) {
  const outcome = job.outcome === null ? null : JSON.parse(job.outcome);
  return {
    ...toJob(job),
    progress: { stage: job.stage, completed: job.progress_completed, total: job.progress_total },
    attempt: job.attempt,
    max_attempts: job.max_attempts,
    blocked: job.status === 'blocked' ? outcome : null,
    failure: job.status === 'failed' ? outcome : null,
  };
}
