import { randomUUID } from 'node:crypto';
import type { Account } from '../../src/domains/accounts/accounts.ts';
import type { StoredArtifact } from '../../src/domains/export-jobs/export-jobs.ts';
import { insertReport, storeDocument } from '../../src/domains/reports/reports.ts';
import { newIdentifier } from '../../src/platform/database/identifiers.ts';
import type { Database, JobSource, JobStatus } from '../../src/platform/database/tables.ts';
import { completeJob } from '../../src/platform/jobs/held-job.ts';
import { enqueueJob, type JobRow } from '../../src/platform/jobs/queue.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import type { ReportDocument } from '../../src/reporting/documents/model.ts';

/** A small document, as a generation would freeze it. */
export function smallDocument(changes: Partial<ReportDocument> = {}): ReportDocument {
  return {
    version: 1,
    report_id: newIdentifier('rep'),
    title: 'Test report',
    project_name: 'Test project',
    client_name: null,
    brand: { accent_color: null, logo: null },
    locale: 'en-US',
    time_zone: 'UTC',
    currency: 'USD',
    periods: { current: { from: '2026-01-01', to: '2026-01-31' }, compare: null },
    created_at: new Date().toISOString(),
    sections: [{ type: 'text', title: 'Text', markdown: 'Some text.' }],
    sources: [],
    warnings: [],
    ...changes,
  };
}

/** A report as a completed generation leaves it: job, stored document, row. */
export async function givenReport(
  db: Database,
  objects: ObjectStore,
  account: Account,
  projectId: string,
  options: { document?: ReportDocument; source?: JobSource } = {},
): Promise<{ reportId: string; job: JobRow }> {
  const document = options.document ?? smallDocument();
  const source = options.source ?? 'api';
  const job = await givenRunningJob(db, account, projectId, { type: 'generation', source });
  const stored = await storeDocument(objects, `documents/${job.id}-1.json`, document);
  const ids = { accountId: account.id, projectId, generationJobId: job.id };
  await completeJob(db, job, {
    reportId: document.report_id,
    effect: (transaction) => insertReport(transaction, { ...ids, source, document, stored }),
  });
  return { reportId: document.report_id, job };
}

/** A completed export whose file holds the given bytes. */
export async function givenExport(
  db: Database,
  objects: ObjectStore,
  account: Account,
  projectId: string,
  options: { bytes: Uint8Array; reportId: string; filename?: string; expiresAt?: string },
): Promise<{ id: string; artifact: StoredArtifact }> {
  const job = await givenRunningJob(db, account, projectId, { type: 'export', reportId: options.reportId });
  const key = `artifacts/${job.id}-1.pdf`;
  const { size, sha256 } = await objects.put(key, options.bytes);
  const artifact: StoredArtifact = {
    key,
    filename: options.filename ?? 'Report.pdf',
    contentType: 'application/pdf',
    size,
    sha256,
    createdAt: new Date().toISOString(),
    expiresAt: options.expiresAt ?? new Date(Date.now() + 86_400_000).toISOString(),
  };
  await completeJob(db, job, { artifact: { ...artifact } });
  return { id: job.id, artifact };
}

export async function givenRunningJob(
  db: Database,
  account: Account,
  projectId: string,
  options: { type: 'generation' | 'export'; source?: JobSource; reportId?: string },
): Promise<JobRow> {
  const { id } = await givenJob(db, account, projectId, options);
  const now = new Date().toISOString();
  const held = { status: 'running', worker_id: randomUUID(), lease_expires_at: '9999', started_at: now } as const;
  return db.updateTable('jobs').set(held).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function givenJob(
  db: Database,
  account: Account,
  projectId: string,
  options: { type: 'generation' | 'export'; source?: JobSource; reportId?: string },
): Promise<JobRow> {
  return db.transaction().execute((transaction) =>
    enqueueJob(transaction, {
      type: options.type,
      accountId: account.id,
      projectId,
      reportId: options.reportId ?? null,
      format: options.type === 'export' ? 'pdf' : null,
      source: options.source ?? 'api',
      request:
        options.type === 'export'
          ? { format: 'pdf' }
          : { period: { current: { from: '2026-01-01', to: '2026-01-31' }, compare: null } },
      refusal: null,
    }),
  );
}

export async function setStatus(db: Database, id: string, status: JobStatus): Promise<void> {
  await db.updateTable('jobs').set({ status }).where('id', '=', id).execute();
}
