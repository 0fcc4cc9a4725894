import type { Plan } from '../accounts/plans.ts';
import { type Caller, sourceOf } from '../accounts/tokens.ts';
import { listConnections } from '../connections/connections.ts';
import { isPostgres } from '../database/engine.ts';
import type { JobSource, Queryable } from '../database/tables.ts';
import type { Periods } from '../documents/model.ts';
import { countGenerationsThisMonth, toJobRun } from '../jobs/jobs.ts';
import { blocked, type Outcome } from '../jobs/outcomes.ts';
import { enqueueJob, type JobRow } from '../jobs/queue.ts';
import { lockProject, type ProjectRow } from '../projects/projects.ts';
import { checkNotFuture } from './periods.ts';
import type { GenerationRequest } from './schema.ts';

/** Starts a generation of the account's project; what the domain refuses becomes a job that is blocked from the start. */
export async function startGenerationJob(
  transaction: Queryable,
  caller: Caller,
  projectId: string,
  request: GenerationRequest,
): Promise<JobRow> {
  const project = await lockProject(transaction, caller.account.id, projectId);
  const periods: Periods = { current: request.period.current, compare: request.period.compare ?? null };
  checkNotFuture(periods, project.time_zone);
  return enqueueGeneration(transaction, { project, plan: caller.plan, periods, source: sourceOf(caller) });
}

/** Starts a generation of a project that the transaction has locked, for whoever asks. */
export async function enqueueGeneration(
  transaction: Queryable,
  { project, plan, periods, source }: { project: ProjectRow; plan: Plan; periods: Periods; source: JobSource },
): Promise<JobRow> {
  const refusal =
    (await findRefusal(transaction, project, plan)) ?? (await findQuotaRefusal(transaction, project.account_id, plan));
  return enqueueJob(transaction, {
    type: 'generation',
    accountId: project.account_id,
    projectId: project.id,
    reportId: null,
    format: null,
    source,
    request: { period: periods },
    refusal,
  });
}

/** Why the project cannot be generated as it is; null when it can. Asked at the start and again when the job runs. */
export async function findRefusal(db: Queryable, project: ProjectRow, plan: Plan): Promise<Outcome | null> {
  if (project.status === 'archived') {
    return blocked('project_archived', 'The project is archived.', 'Restore the project and start again.');
  }
  const connections = await listConnections(db, project.id);
  if (connections.length === 0) {
    return blocked('no_connected_systems', 'The project has no connected system.', 'Connect a system and start again.');
  }
  const limit = plan.maxConnectionsPerProject;
  if (limit === null || connections.length <= limit) return null;
  const message = `The plan "${plan.name}" allows ${limit} connections a project; this one has ${connections.length}.`;
  return blocked('tariff_restricted', message, 'Remove connections or upgrade the plan.', {
    limit,
    used: connections.length,
  });
}

async function findQuotaRefusal(transaction: Queryable, accountId: string, plan: Plan): Promise<Outcome | null> {
  const limit = plan.maxGenerationsPerMonth;
  if (limit === null) return null;
  if (isPostgres(transaction)) {
    // Two starts at once must not both see the last free generation.
    await transaction.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  }
  const used = await countGenerationsThisMonth(transaction, accountId);
  if (used < limit) return null;
  const message = `The plan "${plan.name}" allows ${limit} generations in a calendar month (UTC).`;
  return blocked('tariff_restricted', message, 'Wait for the next month or upgrade the plan.', { limit, used });
}

/** The periods a generation job was asked for. */
export function readPeriods(job: JobRow): Periods {
  return JSON.parse(job.request).period;
}

export function toGenerationJob(job: JobRow) {
  const result = job.status === 'completed' && job.report_id !== null ? { report_id: job.report_id } : null;
  return { ...toJobRun(job), period: readPeriods(job), result };
}
