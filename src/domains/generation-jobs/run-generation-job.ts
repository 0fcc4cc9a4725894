import { type JobResult, type JobRun, TransientError } from '../../platform/jobs/job-handler.ts';
import { blocked, failed } from '../../platform/jobs/outcomes.ts';
import { newJobKey } from '../../platform/storage/object-store.ts';
import { getPlanOfAccount } from '../accounts/plans.ts';
import { listConnections } from '../connections/connections.ts';
import { getProject } from '../projects/projects.ts';
import type { Settings } from '../projects/schema.ts';
import { insertReport, storeDocument } from '../reports/reports.ts';
import { explainFault } from './generation-faults.ts';
import { findRefusal, readNotThereYet, readPeriods } from './generation-jobs.ts';
import { requireKnown } from './known-kinds.ts';
import { type GenerationContext, makeDocument } from './make-document.ts';
import { warnOfPictures } from './warn-of-pictures.ts';

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
    await requireKnown(db, settings, await listConnections(db, project.id));
    const draft = { project, settings, periods: readPeriods(job), notThereYet: readNotThereYet(job) };
    const asking = { ...run, isLastTry: job.attempt >= job.max_attempts };
    const { document: made, queries } = await makeDocument(context, draft, asking);
    const document = await warnOfPictures(made);
    run.progress('storing', queries, queries);
    const stored = await storeDocument(objects, newJobKey('documents', job.id, 'json'), document);
    const { account_id: accountId, project_id: projectId, id: generationJobId, source } = job;
    return {
      status: 'completed',
      reportId: document.report_id,
      effect: (transaction) =>
        insertReport(transaction, { accountId, projectId, generationJobId, source, document, stored }),
    };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** What an error means for the job; rethrows it when the customer cannot resolve it. */
function outcomeOf(error: unknown): JobResult {
  const fault = explainFault(error);
  if (!fault) throw error;
  const { kind, message, action = '', details, retryAfterMs } = fault;
  if (kind === 'transient') throw new TransientError(message, { retryAfterMs, details, cause: error });
  if (kind === 'settings') return failed('generation', message, details, action);
  if (kind === 'invalid_config') return failed('generation', message, { ...details, kind }, action);
  return blocked(kind, message, action, details);
}
