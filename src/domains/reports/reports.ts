import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { isPostgres } from '../../platform/database/engine.ts';
import { type Page, type PageOf, selectPage } from '../../platform/database/pages.ts';
import { prepared, preparedShared } from '../../platform/database/prepared.ts';
import type { JobSource, Queryable, ReportsTable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { ServiceError } from '../../platform/errors.ts';
import { missing } from '../../platform/faults.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import type { ReportDocument } from '../../reporting/documents/model.ts';

export type ReportRow = Selectable<ReportsTable>;

const selectReport = preparedShared<ReportRow, [string, string]>(2, (db, id, accountId) =>
  db.selectFrom('reports').selectAll().where('id', '=', id).where('account_id', '=', accountId),
);

const selectLocked = prepared<{ id: string }, [string]>(1, (db, id) =>
  db.selectFrom('reports').select('id').where('id', '=', id).forNoKeyUpdate(),
);

/** The account's report; throws `not_found`. */
export async function getReport(db: Queryable, accountId: string, id: string): Promise<ReportRow> {
  const [report] = await selectReport(db, id, accountId);
  if (!report) throw new ServiceError('not_found');
  return report;
}

/** The same, locked until the transaction ends. */
export async function lockReport(transaction: Queryable, accountId: string, id: string): Promise<ReportRow> {
  const [, report] = await Promise.all([
    isPostgres(transaction) && selectLocked(transaction, id),
    getReport(transaction, accountId, id),
  ]);
  return report;
}

/** The newest report of a project that can be shown; undefined for none. */
export function findLatestReport(db: Queryable, projectId: string): Promise<ReportRow | undefined> {
  return db
    .selectFrom('reports')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('status', '=', 'ready')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function listReports(
  db: Queryable,
  projectId: string,
  query: Page & {
    readonly sort: 'created_at' | 'period_from';
    readonly source?: JobSource | undefined;
    readonly ready_for_export?: boolean | undefined;
  },
): Promise<PageOf<ReturnType<typeof toReport>>> {
  const ready = query.ready_for_export;
  const status = ready === undefined ? undefined : ready ? 'ready' : 'unavailable';
  const listed = { owner: projectId, kind: query.source, status };
  return selectPage(db, 'reports', reportColumns, listed, query, toReport);
}

const reportColumns = [
  'id',
  'project_id',
  'title',
  'status',
  'period_from',
  'period_to',
  'compare_from',
  'compare_to',
  'source',
  'generation_job_id',
  'warnings',
  'created_at',
] as const;

export function toReport(report: Pick<ReportRow, (typeof reportColumns)[number]>) {
  const { compare_from, compare_to } = report;
  return {
    id: report.id,
    project_id: report.project_id,
    title: report.title,
    status: report.status,
    ready_for_export: report.status === 'ready',
    period: {
      current: { from: report.period_from, to: report.period_to },
      compare: compare_from && compare_to ? { from: compare_from, to: compare_to } : null,
    },
    source: report.source,
    generation_job_id: report.generation_job_id,
    warnings: JSON.parse(report.warnings) as ReportDocument['warnings'],
    created_at: toTimestamp(report.created_at),
  };
}

/** A document in the object store. */
export interface StoredDocument {
  readonly key: string;
  readonly size: number;
  readonly sha256: string;
}

/** A report with its document. */
export interface FoundReport {
  readonly report: ReportRow;
  readonly document: ReportDocument;
}

/** A report of any account, for operators; throws `not_found`, and `artifact_unavailable` when its document is lost. */
export async function findReport(db: Queryable, objects: ObjectStore, id: string): Promise<FoundReport> {
  const report = await findReportRow(db, id);
  const document = await findDocument(objects, report);
  if (!document) throw lost(id);
  return { report, document };
}

/** The same without its document, where that is not known to be lost. */
export async function findReportRow(db: Queryable, id: string): Promise<ReportRow> {
  const report = await db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst();
  if (!report) throw missing('report', id);
  if (report.status !== 'ready') throw lost(id);
  return report;
}

function lost(id: string): ServiceError {
  const message = `The stored document of ${id} is lost; generate the report again, and use that.`;
  return new ServiceError('artifact_unavailable', { message });
}

/** Stores a document before its report is written; if that never happens, the unreferenced document is swept. */
export async function storeDocument(
  objects: ObjectStore,
  key: string,
  document: ReportDocument,
): Promise<StoredDocument> {
  const { size, sha256 } = await objects.put(key, Buffer.from(JSON.stringify(document)));
  return { key, size, sha256 };
}

/** The report's document; undefined when it is lost or was changed. */
export async function findDocument(objects: ObjectStore, report: ReportRow): Promise<ReportDocument | undefined> {
  const bytes = await findDocumentBytes(objects, report);
  return bytes && JSON.parse(Buffer.from(bytes).toString('utf8'));
}

/** The same in its stored form: JSON in UTF-8. */
export async function findDocumentBytes(objects: ObjectStore, report: ReportRow): Promise<Uint8Array | undefined> {
  const bytes = await objects.get(report.document_key);
  if (bytes?.length !== report.document_size) return undefined;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return sha256 === report.document_sha256 ? bytes : undefined;
}

export async function markReportUnavailable(db: Queryable, id: string): Promise<void> {
  await db.updateTable('reports').set({ status: 'unavailable' }).where('id', '=', id).execute();
}

/** Writes the only report of a generation job; the unique key on the job prevents a second. */
export async function insertReport(
  transaction: Queryable,
  fields: {
    readonly accountId: string;
    readonly projectId: string;
    readonly generationJobId: string;
    readonly source: JobSource;
    readonly document: ReportDocument;
    readonly stored: StoredDocument;
  },
): Promise<void> {
  const { document, stored } = fields;
  const { current, compare } = document.periods;
  await transaction
    .insertInto('reports')
    .values({
      id: document.report_id,
      account_id: fields.accountId,
      project_id: fields.projectId,
      generation_job_id: fields.generationJobId,
      title: document.title,
      status: 'ready',
      source: fields.source,
      period_from: current.from,
      period_to: current.to,
      compare_from: compare?.from ?? null,
      compare_to: compare?.to ?? null,
      document_key: stored.key,
      document_size: stored.size,
      document_sha256: stored.sha256,
      warnings: JSON.stringify(document.warnings),
      created_at: document.created_at,
    })
    .execute();
}
