import type { JobSource, Queryable } from '../../platform/database/tables.ts';
import type { Caller, Plan } from '../../platform/http/caller.ts';
import { blocked, type Outcome } from '../../platform/jobs/outcomes.ts';
import { enqueueJob, type JobRow } from '../../platform/jobs/queue.ts';
import type { Periods } from '../../reporting/documents/model.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { listConnections } from '../connections/connections.ts';
import { countGenerationsThisMonth, toJobRun } from '../job-summaries/job-summaries.ts';
import { holdProject, type ProjectRow } from '../projects/projects.ts';
import { checkNotFuture } from './periods.ts';
import type { GenerationRequest } from './schema.ts';

/** Starts a generation of the account's project; if the domain refuses it, the job is blocked from the start. */
export async function startGenerationJob(
  transaction: Queryable,
  caller: Caller,
  projectId: string,
  request: GenerationRequest,
): Promise<JobRow> {
  const { account, plan } = caller;
  const [project, standing] = await Promise.all([
    holdProject(transaction, account.id, projectId),
    readStanding(transaction, account.id, projectId, plan),
  ]);
  const periods: Periods = { current: request.period.current, compare: request.period.compare ?? null };
  checkNotFuture(periods, project.time_zone);
  return enqueue(transaction, standing, { project, plan, periods, source: caller.source });
}

interface Start {
  readonly project: ProjectRow;
  readonly plan: Plan;
  readonly periods: Periods;
  readonly source: JobSource;
  /** What the report says is missing. None if absent. */
  readonly notThereYet?: readonly NotThereYet[];
}

/** A connection that had no figures of a day yet when it was asked before the start. */
export interface NotThereYet {
  readonly connection_id: string;
  readonly day: string;
}

/** Starts a generation of a project that the transaction holds, for any caller. */
export async function enqueueGeneration(transaction: Queryable, start: Start): Promise<JobRow> {
  const { account_id, id } = start.project;
  return enqueue(transaction, await readStanding(transaction, account_id, id, start.plan), start);
}

/** What a project and its account have used of the plan. */
interface Standing {
  readonly connections: number;
  readonly generationsThisMonth: number;
}

/** Asks for everything at once. */
async function readStanding(
  transaction: Queryable,
  accountId: string,
  projectId: string,
  { maxGenerationsPerMonth }: Plan,
): Promise<Standing> {
  const isCounted = maxGenerationsPerMonth !== null;
  const [connections, , generationsThisMonth] = await Promise.all([
    listConnections(transaction, projectId),
    // Two concurrent starts must not both see the last free generation.
    isCounted && lockAccount(transaction, accountId),
    isCounted ? countGenerationsThisMonth(transaction, accountId) : 0,
  ]);
  return { connections: connections.length, generationsThisMonth };
}

async function enqueue(transaction: Queryable, standing: Standing, start: Start) {
  const { project, plan, periods, source, notThereYet = [] } = start;
  return enqueueJob(transaction, {
    type: 'generation',
    accountId: project.account_id,
    projectId: project.id,
    reportId: null,
    format: null,
    source,
    request: { period: periods, ...(notThereYet.length > 0 && { not_there_yet: notThereYet }) },
    refusal: refusalOf(project, plan, standing.connections) ?? quotaRefusalOf(plan, standing.generationsThisMonth),
  });
}

/**
 * Why a report of the project cannot be generated now; null when it can. Checked at the start and again when the job
 * runs.
 */
export async function findRefusal(db: Queryable, project: ProjectRow, plan: Plan): Promise<Outcome | null> {
  return refusalOf(project, plan, (await listConnections(db, project.id)).length);
}

function refusalOf(project: ProjectRow, plan: Plan, connections: number): Outcome | null {
  if (project.status === 'archived') {
    return blocked('project_archived', 'The project is archived.', 'Restore the project and start again.');
  }
  if (connections === 0 && project.portfolio === null) {
    return blocked('no_connected_systems', 'The project has no connected system.', 'Connect a system and start again.');
  }
  const limit = plan.maxConnectionsPerProject;
  if (limit === null || connections <= limit) return null;
  const message = `The plan "${plan.name}" allows ${limit} connections a project; this one has ${connections}.`;
  const details = { bound: 'connections', plan: plan.name, limit, used: connections };
  return blocked('tariff_restricted', message, 'Remove connections or upgrade the plan.', details);
}

function quotaRefusalOf(plan: Plan, used: number): Outcome | null {
  const limit = plan.maxGenerationsPerMonth;
  if (limit === null || used < limit) return null;
  const message = `The plan "${plan.name}" allows ${limit} generations in a calendar month (UTC).`;
  const details = { bound: 'generations', plan: plan.name, limit, used };
  return blocked('tariff_restricted', message, 'Wait for the next month or upgrade the plan.', details);
}

/** The periods a generation job was asked for. */
export function readPeriods(job: JobRow): Periods {
  return JSON.parse(job.request).period;
}

/** What its report says is missing. */
export function readNotThereYet(job: JobRow): readonly NotThereYet[] {
  return JSON.parse(job.request).not_there_yet ?? [];
}

export function toGenerationJob(job: JobRow) {
  const result = job.status === 'completed' && job.report_id !== null ? { report_id: job.report_id } : null;
  return { ...toJobRun(job), period: readPeriods(job), result };
}
