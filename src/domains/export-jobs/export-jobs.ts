import { sql } from 'kysely';
import { prepared } from '../../platform/database/prepared.ts';
import type { Database, JobSource, Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { blocked } from '../../platform/jobs/outcomes.ts';
import { enqueueJob, type JobRow } from '../../platform/jobs/queue.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { type ExportFormat, exportFormats } from '../../reporting/renderers/formats.ts';
import { toJobRun } from '../job-summaries/job-summaries.ts';
import { lockReport, type ReportRow } from '../reports/reports.ts';
import type { ExportRequest } from './schema.ts';

const sweepLimit = 1_000;

/** What a completed export records about its file. */
export interface StoredArtifact {
  readonly key: string;
  readonly filename: string;
  readonly contentType: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/**
 * Starts an export of the account's report as it reads now, or returns the one that is queued, running or still has its
 * file (C-EXPORT-5). Those of earlier revisions go on for themselves.
 */
export async function startExportJob(
  transaction: Queryable,
  { accountId, source }: { readonly accountId: string; readonly source: JobSource },
  reportId: string,
  { format }: ExportRequest,
): Promise<{ job: JobRow; reused: boolean }> {
  const report = await lockReport(transaction, accountId, reportId);
  const existing = await findLiveExport(transaction, report, format);
  if (existing && !isExpired(existing)) return { job: existing, reused: true };
  if (existing) await dropArtifact(transaction, existing);
  const refusal =
    report.status === 'ready'
      ? null
      : blocked('report_not_ready_for_export', 'The stored report is lost.', 'Generate the report again.');
  const job = await enqueueJob(transaction, {
    type: 'export',
    accountId,
    projectId: report.project_id,
    reportId,
    format,
    revision: report.revision,
    source,
    request: { format },
    refusal,
  });
  return { job, reused: false };
}

async function findLiveExport(
  db: Queryable,
  { id, revision }: ReportRow,
  format: ExportFormat,
): Promise<JobRow | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('report_id', '=', id)
    .where('format', '=', format)
    .where('revision', '=', revision)
    .where('type', '=', 'export')
    .where('live', '=', 1)
    .executeTakeFirst();
}

const selectLiveExports = prepared<JobRow, [string, number]>(2, (db, reportId, revision) =>
  db
    .selectFrom('jobs')
    .selectAll()
    .where('report_id', '=', reportId)
    .where('revision', '=', revision)
    .where('type', '=', 'export')
    .where('live', '=', 1)
    .where('status', '=', 'completed'),
);

/**
 * The exports whose files show a report as it reads now and can be downloaded, where they exist: the PDF, then the Word
 * file, then the presentation.
 */
export async function listDownloadableExports(db: Queryable, { id, revision }: ReportRow): Promise<JobRow[]> {
  const live = (await selectLiveExports(db, id, revision)).filter((job) => !isExpired(job));
  return exportFormats.flatMap((format) => live.filter((job) => job.format === format));
}

/** The last export of a report as it reads now that failed since `since` (RFC 3339); undefined for none. */
export function findFailedExport(
  db: Queryable,
  { id, project_id, revision }: ReportRow,
  format: ExportFormat,
  since: string,
): Promise<JobRow | undefined> {
  return db
    .selectFrom('jobs')
    .selectAll()
    .where('project_id', '=', project_id)
    .where('type', '=', 'export')
    .where('status', 'in', ['blocked', 'failed'])
    .where('updated_at', '>', since)
    .where('report_id', '=', id)
    .where('revision', '=', revision)
    .where('format', '=', format)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether the file of a completed export has expired or was found to be lost. */
export function isExpired(job: JobRow): boolean {
  if (job.status !== 'completed') return false;
  return job.live === 0 || (job.artifact_expires_at !== null && job.artifact_expires_at <= new Date().toISOString());
}

/** Records that an export's file is gone, so that a new start makes a new one. */
export async function dropArtifact(db: Queryable, job: JobRow): Promise<void> {
  await db.updateTable('jobs').set({ live: 0 }).where('id', '=', job.id).where('status', '=', 'completed').execute();
}

/** An export whose file expired before `before` (RFC 3339) but still exists. */
export function findExpiredArtifact(db: Queryable, before: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('jobs')
    .select('id')
    .where('live', '=', sql.lit(1))
    .where('artifact_expires_at', '<', before)
    .limit(1)
    .executeTakeFirst();
}

/** Removes expired files of exports, a limited number per call; returns how many. */
export async function sweepExpiredArtifacts(db: Database, objects: ObjectStore): Promise<number> {
  const expired = await db
    .selectFrom('jobs')
    .selectAll()
    .where('live', '=', sql.lit(1))
    .where('artifact_expires_at', 'is not', null)
    .where('artifact_expires_at', '<=', new Date().toISOString())
    .limit(sweepLimit)
    .execute();
  for (const job of expired) {
    await dropArtifact(db, job);
    const artifact = readArtifact(job);
    if (artifact) await objects.remove(artifact.key);
  }
  return expired.length;
}

/** The format of an export job; its row always has one. */
export function formatOf(job: JobRow): ExportFormat {
  return job.format as ExportFormat;
}

export function readArtifact(job: JobRow): StoredArtifact | null {
  return job.artifact === null ? null : JSON.parse(job.artifact);
}

/** As the API shows it whose paths begin with `base`. */
export function toExportJob(job: JobRow, base: string) {
  const artifact = readArtifact(job);
  return {
    ...toJobRun(job),
    report_id: job.report_id ?? '',
    format: formatOf(job),
    artifact: artifact && {
      filename: artifact.filename,
      content_type: artifact.contentType,
      size_bytes: artifact.size,
      sha256: artifact.sha256,
      created_at: toTimestamp(artifact.createdAt),
      expires_at: toTimestamp(artifact.expiresAt),
      download_path: `${base}/export-jobs/${job.id}/download`,
    },
  };
}
