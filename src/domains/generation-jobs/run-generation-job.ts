import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Database } from '../../platform/database/tables.ts';
import { type JobResult, type JobRun, TransientError } from '../../platform/jobs/job-handler.ts';
import { timed } from '../../platform/jobs/measures.ts';
import { blocked, failed } from '../../platform/jobs/outcomes.ts';
import { newJobKey, type ObjectStore } from '../../platform/storage/object-store.ts';
import { ConnectorError } from '../../reporting/connectors/contract.ts';
import { buildDocument, type FetchedConnection } from '../../reporting/documents/build-document.ts';
import { SectionError } from '../../reporting/documents/planned-sections.ts';
import { type PlannedConnection, planReport, type ReportPlan } from '../../reporting/documents/report-plan.ts';
import { getPlanOfAccount } from '../accounts/plans.ts';
import {
  type ConnectionRow,
  listAllowedNetworks,
  listConnections,
  setConnectionStatus,
} from '../connections/connections.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import { type OpenConnection, openConnection } from '../connections/open-connection.ts';
import { getProject, type ProjectRow } from '../projects/projects.ts';
import type { Settings } from '../projects/schema.ts';
import { insertReport, storeDocument } from '../reports/reports.ts';
import { findRefusal, readPeriods } from './generation-jobs.ts';

export interface GenerationContext extends ConnectionEnvironment {
  readonly db: Database;
  readonly objects: ObjectStore;
}

/** One generation: load, describe, plan, fetch, build, store, complete. */
export async function runGenerationJob(context: GenerationContext, run: JobRun): Promise<JobResult> {
  const { db, objects } = context;
  const { job } = run;
  run.progress('loading', 0, 0);
  const project = await getProject(db, job.account_id, job.project_id);
  const refusal = await findRefusal(db, project, await getPlanOfAccount(db, job.account_id));
  if (refusal) return refusal;
  await using stack = new AsyncDisposableStack();
  try {
    const opened: OpenConnection[] = [];
    const networks = await listAllowedNetworks(db, job.account_id);
    for (const row of await listConnections(db, project.id)) {
      opened.push(await about(row, async () => stack.use(openConnection(row, networks, context, run))));
    }
    const plan = await makePlan(project, opened, run);
    const fetched = await fetchFigures(db, plan, opened, run);
    const document = build(project, plan, fetched);
    run.progress('storing', countQueries(plan), countQueries(plan));
    const stored = await storeDocument(objects, newJobKey('documents', job.id, 'json'), document);
    const { account_id: accountId, project_id: projectId, id: generationJobId, source } = job;
    return {
      status: 'completed',
      reportId: document.report_id,
      effect: (transaction) =>
        insertReport(transaction, { accountId, projectId, generationJobId, source, document, stored }),
    };
  } catch (error) {
    return explain(db, error);
  }
}

async function makePlan(project: ProjectRow, opened: readonly OpenConnection[], run: JobRun): Promise<ReportPlan> {
  const connections = [];
  for (const [index, { row, describe }] of opened.entries()) {
    run.progress('describing', index, opened.length);
    const { id, name, system } = row;
    const description = await about(row, () => asked(run, system, 'describe', describe));
    connections.push({ id, name, system, description });
  }
  const { sections = null } = JSON.parse(project.settings) as Settings;
  return planReport({ sections, connections, periods: readPeriods(run.job), timeZone: project.time_zone });
}

/**
 * Queries one connection after the other, and closes each when it has answered. Each that answered is recorded as
 * connected, whatever happens to the others; one without a query in the plan keeps its status.
 */
async function fetchFigures(
  db: Database,
  plan: ReportPlan,
  opened: readonly OpenConnection[],
  run: JobRun,
): Promise<FetchedConnection[]> {
  const total = countQueries(plan);
  let completed = 0;
  const fetchOne = async ({ connection, queries }: PlannedConnection): Promise<FetchedConnection> => {
    const source = opened.find(({ row }) => row.id === connection.id);
    if (!source) throw new TypeError(`The plan names ${connection.id}, which is not open`);
    const fetchedAt = new Date().toISOString();
    const answers = [];
    for (const query of queries) {
      run.signal.throwIfAborted();
      run.progress('fetching', completed++, total);
      answers.push(await about(source.row, () => asked(run, source.row.system, 'query', () => source.query(query))));
    }
    // It may hold a file in memory, and a project can have many connections.
    await source[Symbol.asyncDispose]();
    const { id, status } = source.row;
    if (queries.length > 0 && status !== 'connected') await setConnectionStatus(db, id, 'connected');
    return { connectionId: connection.id, fetchedAt, answers };
  };
  const fetched: FetchedConnection[] = [];
  for (const connection of plan.connections) fetched.push(await fetchOne(connection));
  run.progress('building', total, total);
  return fetched;
}

/** One call to a connected system, with its duration measured. */
function asked<Answer>(run: JobRun, system: string, call: string, ask: () => Promise<Answer>): Promise<Answer> {
  return timed(run.takeMeasure, 'connector', { system, call }, ask);
}

function countQueries(plan: ReportPlan): number {
  return plan.connections.reduce((sum, { queries }) => sum + queries.length, 0);
}

function build(project: ProjectRow, plan: ReportPlan, fetched: readonly FetchedConnection[]) {
  const settings = JSON.parse(project.settings) as Settings;
  return buildDocument({
    reportId: newIdentifier('rep'),
    title: settings.title ?? null,
    projectName: project.name,
    clientName: project.client_name,
    brand: { accent_color: settings.accent_color ?? null, logo: settings.logo ?? null },
    locale: project.locale,
    currency: project.currency,
    createdAt: new Date().toISOString(),
    plan,
    fetched,
  });
}

/** A connector's error together with the connection it is about. */
class ConnectionFault extends Error {
  override readonly name = 'ConnectionFault';
  readonly row: ConnectionRow;
  readonly fault: ConnectorError;

  constructor(row: ConnectionRow, fault: ConnectorError) {
    super(fault.message, { cause: fault });
    this.row = row;
    this.fault = fault;
  }
}

async function about<T>(row: ConnectionRow, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ConnectorError ? new ConnectionFault(row, error) : error;
  }
}

const actions = {
  reauth_required: 'Give the connection valid credentials and start again.',
  resource_missing: 'Bring the missing resource back, or correct the connection, and start again.',
  invalid_config: 'Correct the configuration of the connection, or what it reads, and start again.',
  sections: "Correct the project's settings.sections and start again.",
} as const;

/** What an error means for the job; rethrows it when the customer cannot resolve it. */
async function explain(db: Database, error: unknown): Promise<JobResult> {
  if (error instanceof SectionError) {
    const { index, field, value } = error;
    const details = { field: `settings.sections.${index}.${field}`, value };
    return failed('generation', error.message, details, actions.sections);
  }
  if (!(error instanceof ConnectionFault)) throw error;
  const { row, fault } = error;
  const details = { connection_id: row.id, system: row.system };
  if (fault.kind === 'transient') {
    const { retryAfterMs, message } = fault;
    throw new TransientError(message, { retryAfterMs, details, cause: fault });
  }
  if (fault.kind === 'invalid_config') {
    return failed('generation', fault.message, { ...details, kind: fault.kind }, actions.invalid_config);
  }
  await setConnectionStatus(db, row.id, fault.kind);
  return blocked(fault.kind, fault.message, actions[fault.kind], details);
}
