import { preparedCount } from '../../platform/database/list-counts.ts';
import { type Page, type PageOf, selectPage } from '../../platform/database/pages.ts';
import { preparedShared } from '../../platform/database/prepared.ts';
import type { JobStatus, JobType, Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import type { JobRow } from '../../platform/jobs/queue.ts';
import { type ExportFormat, isPublicFormat } from '../../reporting/renderers/formats.ts';
import type { Outcome } from './schema.ts';

const selectJob = preparedShared<JobRow, [string, string]>(2, (db, id, accountId) =>
  db.selectFrom('jobs').selectAll().where('id', '=', id).where('account_id', '=', accountId),
);

/** The account's job, of the given type when one is named; throws `not_found`. */
export async function getJob(db: Queryable, accountId: string, id: string, type?: JobType): Promise<JobRow> {
  const [job] = await selectJob(db, id, accountId);
  if (!job || (type && job.type !== type)) throw new ServiceError('not_found');
  return job;
}

/**
 * The job with this id at the door whose paths begin with `base`: the public API has no exports in formats of which it
 * does not know. Throws `not_found`.
 */
export async function getJobAt(
  { db, base }: Pick<ApiContext, 'db' | 'base'>,
  accountId: string,
  id: string,
  type?: JobType,
): Promise<JobRow> {
  const job = await getJob(db, accountId, id, type);
  if (base === '/api/v1' && !isPublicFormat(job.format)) throw new ServiceError('not_found');
  return job;
}

export async function listJobs(
  { db, base }: Pick<ApiContext, 'base'> & { readonly db: Queryable },
  projectId: string,
  query: Page & {
    readonly sort: 'created_at' | 'updated_at';
    readonly type?: JobType | undefined;
    readonly status?: JobStatus | undefined;
  },
): Promise<PageOf<ReturnType<typeof toJobSummary>>> {
  const listed = { owner: projectId, kind: query.type, status: query.status };
  return selectPage(db, 'jobs', summaryColumns, listed, query, (job) => toJobSummary(job, base));
}

/**
 * How many generations the account has started in the calendar month (UTC), without those that were blocked or failed.
 */
export function countGenerationsThisMonth(db: Queryable, accountId: string): Promise<number> {
  return countGenerations(db, accountId, new Date().toISOString().slice(0, 'YYYY-MM'.length));
}

const countGenerations = preparedCount('generations', { kind: true });

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

/** In the public API an export in a format of which it does not know has none: lists count it, nobody reads its file there. */
export function toJobSummary(job: SummaryRow, base: ApiContext['base']) {
  const format = base === '/api/v1' && !isPublicFormat(job.format) ? null : (job.format as ExportFormat | null);
  return { ...toJob(job), type: job.type, report_id: job.report_id, format };
}

/** The fields that generation and export jobs have in common. */
export function toJobRun(job: JobRow) {
  const outcome = job.outcome === null ? null : (JSON.parse(job.outcome) as Outcome);
  return {
    ...toJob(job),
    progress: { stage: job.stage, completed: job.progress_completed, total: job.progress_total },
    attempt: job.attempt,
    max_attempts: job.max_attempts,
    blocked: job.status === 'blocked' ? outcome : null,
    failure: job.status === 'failed' ? outcome : null,
  };
}
