import type { Database } from '../database/tables.ts';
import type { ReportDocument } from '../documents/model.ts';
import { timed } from '../jobs/measures.ts';
import { blocked, failed } from '../jobs/outcomes.ts';
import { type JobResult, type JobRun, TransientError } from '../jobs/worker.ts';
import { RenderError } from '../renderers/render-error.ts';
import type { RenderPool } from '../renderers/render-pool.ts';
import { findDocument, getReport, markReportUnavailable } from '../reports/reports.ts';
import { newJobKey, type ObjectStore } from '../storage/object-store.ts';
import type { StoredArtifact } from './export-jobs.ts';

export interface ExportContext {
  readonly db: Database;
  readonly objects: ObjectStore;
  readonly renderers: RenderPool;
  readonly artifactDays: number;
}

const dayMs = 86_400_000;
/** In UTF-8. With the period and an extension a name then has 195 at most, where file systems take 255. */
const longestTitleBytes = 165;
const extensions = { pdf: 'pdf', doc: 'docx' } as const;

/** The story of one export: load the frozen document, render it, store the file, complete. */
export async function runExportJob(context: ExportContext, run: JobRun): Promise<JobResult> {
  const { db, objects, renderers } = context;
  const { job } = run;
  const format = job.format ?? 'pdf';
  run.progress('loading', 0, 3);
  const report = await getReport(db, job.account_id, job.report_id ?? '');
  const document = await findDocument(objects, report);
  if (!document) {
    await markReportUnavailable(db, report.id);
    return blocked('source_artifact_missing', 'The stored report is lost.', 'Generate the report again.');
  }
  run.progress('rendering', 1, 3);
  const options = { signal: run.signal, deadlineMs: Math.max(run.deadline - Date.now(), 1) };
  const rendered = await timed(run.takeMeasure, 'render', { format }, () =>
    renderers.render(document, format, options),
  ).catch((error: unknown) => explain(error));
  if ('reason' in rendered) return rendered;
  for (const warning of rendered.warnings) run.log.warn({ report: report.id }, warning);
  run.progress('storing', 2, 3);
  const key = newJobKey('artifacts', job.id, extensions[format]);
  const { size, sha256 } = await objects.put(key, rendered.bytes);
  const now = Date.now();
  const artifact: StoredArtifact = {
    key,
    filename: `${nameOf(document)}.${extensions[format]}`,
    contentType: rendered.contentType,
    size,
    sha256,
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(now + context.artifactDays * dayMs).toISOString(),
  };
  return { status: 'completed', effect: async () => ({ artifact: { ...artifact } }) };
}

/** A crash or a hang may be the machine's fault and is tried again; a document that cannot be rendered stays so. */
function explain(error: unknown): JobResult & { reason: string } {
  if (!(error instanceof RenderError)) throw error;
  if (error.kind === 'failed') {
    return { ...failed('export', 'The report could not be rendered.', { cause: error.message }) };
  }
  throw new TransientError('The report could not be rendered.', { details: { cause: error.kind }, cause: error });
}

/** The report's title and period, without what file systems refuse. */
function nameOf({ title, periods }: ReportDocument): string {
  const { from, to } = periods.current;
  const safe = title
    .replace(/[\p{Cc}"*/:<>?\\|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  // Whole characters only.
  const { read } = new TextEncoder().encodeInto(safe, new Uint8Array(longestTitleBytes));
  const name = safe.slice(0, read).replace(/^[. ]+|[. ]+$/g, '');
  return `${name || 'Report'} ${from} to ${to}`;
}
