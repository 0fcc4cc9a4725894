import type { Database } from '../../platform/database/tables.ts';
import { type JobResult, type JobRun, TransientError } from '../../platform/jobs/job-handler.ts';
import { timed } from '../../platform/jobs/measures.ts';
import { blocked, failed } from '../../platform/jobs/outcomes.ts';
import { newJobKey, type ObjectStore } from '../../platform/storage/object-store.ts';
import { inSpan } from '../../platform/tracing/spans.ts';
import { fileTypes } from '../../reporting/renderers/formats.ts';
import type { RenderPool } from '../../reporting/renderers/process/render-pool.ts';
import { RenderError } from '../../reporting/renderers/render-error.ts';
import { listComments } from '../reports/comments.ts';
import { findDocument, getReport, markReportUnavailable } from '../reports/reports.ts';
import { formatOf, type StoredArtifact } from './export-jobs.ts';
import { nameOf } from './file-name.ts';

export interface ExportContext {
  readonly db: Database;
  readonly objects: ObjectStore;
  readonly renderers: RenderPool;
  readonly artifactDays: number;
}

const dayMs = 86_400_000;

/** One export: load the frozen document, render it with the commentary of the job's revision, store the file, complete. */
export async function runExportJob(context: ExportContext, run: JobRun): Promise<JobResult> {
  const { db, objects, renderers } = context;
  const { job } = run;
  const format = formatOf(job);
  const { extension } = fileTypes[format];
  run.progress('loading', 0, 3);
  const report = await getReport(db, job.account_id, job.report_id ?? '');
  const document = await findDocument(objects, report);
  if (!document) {
    await markReportUnavailable(db, report.id);
    return blocked('source_artifact_missing', 'The stored report is lost.', 'Generate the report again.');
  }
  run.progress('rendering', 1, 3);
  const comments = await listComments(db, report.id, job.revision);
  const options = { signal: run.signal, deadlineMs: Math.max(run.deadline - Date.now(), 1) };
  const rendering = { kind: 'internal', attributes: { 'report_service.render.format': format } } as const;
  const rendered = await inSpan(`render ${format}`, rendering, async (span) => {
    const work = () => renderers.render({ ...document, comments }, format, options);
    const made = await timed(run.takeMeasure, 'render', { format }, work);
    span?.set({ 'report_service.render.size': made.bytes.length });
    return made;
  }).catch((error: unknown) => explain(error));
  if ('reason' in rendered) return rendered;
  for (const warning of rendered.warnings) run.log.warn({ report: report.id }, warning);
  run.progress('storing', 2, 3);
  const key = newJobKey('artifacts', job.id, extension);
  const { size, sha256 } = await objects.put(key, rendered.bytes);
  const now = Date.now();
  const artifact: StoredArtifact = {
    key,
    filename: `${nameOf(document.title, document.periods.current)}.${extension}`,
    contentType: rendered.contentType,
    size,
    sha256,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + context.artifactDays * dayMs).toISOString(),
  };
  return { status: 'completed', artifact: { ...artifact } };
}

/** A crash or a hang may be the machine's fault, so it is retried; a document that cannot be rendered never will be. */
function explain(error: unknown): JobResult & { reason: string } {
  if (!(error instanceof RenderError)) throw error;
  if (error.kind === 'failed') {
    return { ...failed('export', 'The report could not be rendered.', { cause: error.message }) };
  }
  throw new TransientError('The report could not be rendered.', { details: { cause: error.kind }, cause: error });
}
