import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Database } from '../../platform/database/tables.ts';
import { type JobResult, type JobRun, TransientError } from '../../platform/jobs/job-handler.ts';
import { blocked, failed } from '../../platform/jobs/outcomes.ts';
import { newJobKey, type ObjectStore } from '../../platform/storage/object-store.ts';
import { buildDocument } from '../../reporting/documents/build-document.ts';
import type { Brand } from '../../reporting/documents/model.ts';
import { GoalError } from '../../reporting/documents/planned-goals.ts';
import { planReport } from '../../reporting/documents/report-plan.ts';
import { SectionError } from '../../reporting/documents/section-names.ts';
import { getPlanOfAccount } from '../accounts/plans.ts';
import { listConnections } from '../connections/connections.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import { BrandError, loadBrand, loadSectionPictures } from '../projects/project-pictures.ts';
import { getProject, type ProjectRow } from '../projects/projects.ts';
import type { Settings } from '../projects/schema.ts';
import { insertReport, storeDocument } from '../reports/reports.ts';
import { type Answers, askConnections, ConnectionFault, countQueries } from './ask-connections.ts';
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
  try {
    const settings = JSON.parse(project.settings) as Settings;
    const brand = await loadBrand(context, project, settings);
    const sections = await loadSectionPictures(objects, project.account_id, settings.sections ?? null);
    const answers = await askConnections({
      ...{ db, run, environment: context, rows: await listConnections(db, project.id) },
      locale: project.locale,
      onFailure: settings.on_failure ?? 'block',
      plan: (connections, omitted) =>
        planReport({
          ...{ sections, goals: settings.goals ?? [], connections, omitted },
          ...{ periods: readPeriods(job), timeZone: project.time_zone },
        }),
    });
    const document = build(project, settings.title ?? null, brand, answers);
    const total = countQueries(answers.plan);
    run.progress('storing', total, total);
    const stored = await storeDocument(objects, newJobKey('documents', job.id, 'json'), document);
    const { account_id: accountId, project_id: projectId, id: generationJobId, source } = job;
    return {
      status: 'completed',
      reportId: document.report_id,
      effect: (transaction) =>
        insertReport(transaction, { accountId, projectId, generationJobId, source, document, stored }),
    };
  } catch (error) {
    return explain(error);
  }
}

function build(project: ProjectRow, title: string | null, brand: Brand, { plan, fetched, omitted }: Answers) {
  return buildDocument({
    reportId: newIdentifier('rep'),
    title,
    projectName: project.name,
    clientName: project.client_name,
    brand,
    locale: project.locale,
    currency: project.currency,
    createdAt: new Date().toISOString(),
    plan,
    fetched,
    omitted,
  });
}

const actions = {
  reauth_required: 'Give the connection valid credentials and start again.',
  resource_missing: 'Bring the missing resource back, or correct the connection, and start again.',
  invalid_config: 'Correct the configuration of the connection, or what it reads, and start again.',
  sections: "Correct the project's settings.sections and start again.",
  goals: "Correct the project's settings.goals and start again.",
  brand: 'Send the picture of the brand again and start again.',
} as const;

/** What an error means for the job; rethrows it when the customer cannot resolve it. */
function explain(error: unknown): JobResult {
  if (error instanceof SectionError) {
    const { index, field, value } = error;
    const details = { field: `settings.sections.${index}.${field}`, value };
    return failed('generation', error.message, details, actions.sections);
  }
  if (error instanceof GoalError) {
    const { index, field, value } = error;
    const details = { field: `settings.goals.${index}.${field}`, value };
    return failed('generation', error.message, details, actions.goals);
  }
  if (error instanceof BrandError) {
    const { field, value } = error;
    return failed('generation', error.message, { field, value }, actions.brand);
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
  return blocked(fault.kind, fault.message, actions[fault.kind], details);
}
