import { sql } from 'kysely';
import { countedApart } from '../../platform/database/list-counts.ts';
import type { Page, PageOf } from '../../platform/database/pages.ts';
import type { JobStatus, JobType, Queryable } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { JobRow } from '../../platform/jobs/queue.ts';
import type { ExportFormat } from '../../reporting/renderers/formats.ts';
import { toJobRun } from './job-summaries.ts';

export interface JobFilters {
  readonly type?: JobType | undefined;
  readonly status?: JobStatus | undefined;
  readonly project_id?: string | undefined;
  readonly report_id?: string | undefined;
  /** Ids with commas between them. */
  readonly id?: string | undefined;
}

/** The jobs of all projects that a caller sees, by when they were asked for. */
export async function listAllJobs(
  db: Queryable,
  caller: Pick<Caller, 'account' | 'projectIds'>,
  { page, per_page, direction, ...filters }: Page & JobFilters,
): Promise<PageOf<ReturnType<typeof toListedJob>>> {
  // Found in the index alone, so that the rows before the page are not read.
  const found = await selectSeen(db, caller, filters)
    .select('id')
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  const ids = found.map(({ id }) => id);
  const rows = await jobsById(db, ids);
  return {
    items: ids.flatMap((id) => rows.get(id) ?? []).map(toListedJob),
    total: await countSeen(db, caller, filters),
  };
}

function selectSeen(
  db: Queryable,
  { account, projectIds }: Pick<Caller, 'account' | 'projectIds'>,
  { type, status, project_id, report_id, id }: JobFilters,
) {
  let jobs = db.selectFrom('jobs').where('account_id', '=', account.id);
  if (projectIds !== null) jobs = jobs.where('project_id', 'in', projectIds);
  if (project_id !== undefined) jobs = jobs.where('project_id', '=', project_id);
  if (type !== undefined) jobs = jobs.where('type', '=', type);
  if (status !== undefined) jobs = jobs.where('status', '=', status);
  if (id !== undefined) jobs = jobs.where('id', 'in', id.split(','));
  if (report_id === undefined) return jobs;
  // The project, since the jobs of a project are found sooner than those of an account.
  const project = db.selectFrom('reports').select('project_id').where('id', '=', report_id);
  return jobs.where('project_id', '=', project).where('report_id', '=', report_id);
}

/** How many there are: as it is kept where that has the filters, and else counted, which are few jobs then. */
async function countSeen(
  db: Queryable,
  caller: Pick<Caller, 'account' | 'projectIds'>,
  filters: JobFilters,
): Promise<number> {
  if (filters.id !== undefined || filters.report_id !== undefined) {
    const { total } = await selectSeen(db, caller, filters)
      .select(({ fn }) => fn.countAll().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  }
  const { type, status, project_id } = filters;
  let counts = db.selectFrom('list_counts').where('account_id', '=', caller.account.id).where('list', '=', 'jobs');
  if (caller.projectIds !== null) counts = counts.where('owner', 'in', caller.projectIds);
  if (project_id !== undefined) counts = counts.where('owner', '=', project_id);
  if (type !== undefined) counts = counts.where('kind', '=', type);
  if (status !== undefined) counts = counts.where('status', '=', status);
  const running = selectSeen(db, caller, { type, project_id })
    .where('status', '=', sql.lit('running'))
    .select(({ fn }) => fn.countAll().as('running'));
  const apart = status === undefined ? sql`` : countedApart(status, sql`${running}`);
  const { total } = await counts
    .select(sql<string | number>`coalesce(sum(number), 0) ${apart}`.as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Jobs with the names of their projects. */
type NamedJob = JobRow & { readonly project_name: string };

/** The jobs with these ids, each with the name of its project. */
export async function jobsById(db: Queryable, ids: readonly string[]): Promise<Map<string, NamedJob>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('jobs')
    .innerJoin('projects', 'projects.id', 'jobs.project_id')
    .selectAll('jobs')
    .select('projects.name as project_name')
    .where('jobs.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** A job as lists over projects show it. */
export function toListedJob(job: NamedJob) {
  return {
    ...toJobRun(job),
    project_name: job.project_name,
    type: job.type,
    report_id: job.report_id,
    format: job.format as ExportFormat | null,
  };
}
