import type { Selectable } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import { lockName } from '../../platform/database/name-lock.ts';
import type { Page, PageOf } from '../../platform/database/pages.ts';
import type { ConnectionsTable, Database, Queryable, UploadsTable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { ServiceError } from '../../platform/errors.ts';
import { missing } from '../../platform/faults.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import type { FileColumn } from '../../reporting/connectors/proposals/describe-file.ts';
import type { AuditEvent } from '../audit/audit.ts';
import type { UploadFormat } from './file-format.ts';
import { checkQuota } from './upload-quota.ts';

export type UploadRow = Selectable<UploadsTable>;

/** What a `file` connection takes as its path to read an upload. */
function pathOf(id: string): string {
  return `upload:${id}`;
}

/** An upload as its account sees it. */
export function toUpload(row: UploadRow) {
  return {
    id: row.id,
    name: row.name,
    path: pathOf(row.id),
    format: row.format as UploadFormat,
    size_bytes: row.size_bytes,
    columns: JSON.parse(row.columns) as FileColumn[],
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

/** A change of an upload for the audit log. */
export function tellUpload(action: string, { id, account_id, name, format, size_bytes }: UploadRow): AuditEvent {
  return { action, accountId: account_id, subject: id, details: { name, format, size_bytes } };
}

/** The upload of an account; undefined if the account has none of that id. */
export async function findUpload(db: Queryable, accountId: string, id: string): Promise<UploadRow | undefined> {
  return db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
}

/** Throws `not_found`. */
export async function getUpload(db: Queryable, accountId: string, id: string): Promise<UploadRow> {
  const row = await findUpload(db, accountId, id);
  if (!row) throw missing('upload', id);
  return row;
}

/** The uploads of an account, newest first. */
export async function listUploads(db: Queryable, accountId: string): Promise<UploadRow[]> {
  return db.selectFrom('uploads').selectAll().where('account_id', '=', accountId).orderBy('id', 'desc').execute();
}

/** A page of the same. */
export async function listPageOfUploads(
  db: Queryable,
  accountId: string,
  { page, per_page, direction }: Page,
): Promise<PageOf<UploadRow>> {
  const own = db.selectFrom('uploads').where('account_id', '=', accountId);
  const rows = own.selectAll().orderBy('id', direction);
  const items = await rows
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  const { total } = await own.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

/** The account that an upload belongs to; throws `not_found`. */
export async function getAccountOfUpload(db: Queryable, id: string): Promise<string> {
  const row = await db.selectFrom('uploads').select('account_id').where('id', '=', id).executeTakeFirst();
  if (!row) throw missing('upload', id);
  return row.account_id;
}

/** A file in the store that is to become an upload, or a new version of one. */
export interface StoredFile
  extends Pick<UploadRow, 'name' | 'format' | 'columns' | 'size_bytes' | 'sha256' | 'object_key'> {
  readonly accountId: string;
}

/** Adds an upload, unless all of the account together then are larger than `maxBytes`: throws `payload_too_large`. */
export async function insertUpload(
  transaction: Queryable,
  { accountId, ...file }: StoredFile,
  maxBytes: number | null,
): Promise<UploadRow> {
  await lockUploads(transaction, accountId);
  await checkQuota(transaction, { accountId, maxBytes, addedBytes: file.size_bytes });
  const now = new Date().toISOString();
  const row = { ...file, id: newIdentifier('upl'), account_id: accountId, created_at: now, updated_at: now };
  await transaction.insertInto('uploads').values(row).execute();
  return row;
}

/**
 * Puts a file in the place of an upload as a whole. Work that has begun to read the former version keeps it; connections
 * that read the upload count as changed, so that nothing kept of their answers is shown any more.
 */
export async function replaceUpload(
  transaction: Queryable,
  id: string,
  { accountId, ...file }: StoredFile,
  maxBytes: number | null,
): Promise<UploadRow> {
  await lockUploads(transaction, accountId);
  const before = await getUpload(transaction, accountId, id);
  await checkQuota(transaction, { accountId, maxBytes, addedBytes: file.size_bytes, replacedId: id });
  await keepForReaders(transaction, before);
  const now = new Date().toISOString();
  const row: UploadRow = { ...before, ...file, updated_at: now };
  await transaction
    .updateTable('uploads')
    .set({ ...file, updated_at: now })
    .where('id', '=', id)
    .execute();
  const readers = await listReaders(transaction, accountId, id);
  for (const reader of readers) {
    await transaction.updateTable('connections').set({ updated_at: now }).where('id', '=', reader.id).execute();
  }
  return row;
}

/** Removes an upload; throws `upload_in_use`, which says by which, while connections read it. */
export async function removeUpload(transaction: Queryable, accountId: string, id: string): Promise<UploadRow> {
  await lockUploads(transaction, accountId);
  const row = await getUpload(transaction, accountId, id);
  const readers = await listReaders(transaction, accountId, id);
  if (readers.length > 0) {
    const [first] = readers;
    const others = readers.length > 1 ? ` and ${readers.length - 1} more` : '';
    const message = `The connection "${first?.name}" (${first?.id})${others} reads this upload. Remove it first, or give it another file.`;
    const details = readers.map((each) => ({ field: 'id', rule: 'unused', message: `is read by ${each.id}` }));
    throw new ServiceError('upload_in_use', { message, details: details.slice(0, 100) });
  }
  await keepForReaders(transaction, row);
  await transaction.deleteFrom('uploads').where('id', '=', id).execute();
  return row;
}

/** Changes of an account's uploads wait for each other, so that together they stay within its bound. */
async function lockUploads(transaction: Queryable, accountId: string): Promise<void> {
  await lockName(transaction, `uploads of ${accountId}`);
}

type Reader = Pick<Selectable<ConnectionsTable>, 'id' | 'name' | 'config'>;

/** The connections that read an upload. */
async function listReaders(db: Queryable, accountId: string, id: string): Promise<Reader[]> {
  const path = pathOf(id);
  const rows = await db
    .selectFrom('connections')
    .select(['id', 'name', 'config'])
    .where('account_id', '=', accountId)
    .where('system', '=', 'file')
    .where('config', 'like', `%${path}%`)
    .orderBy('id')
    .execute();
  return rows.filter(({ config }) => JSON.parse(config)?.path === path);
}

/** How many former versions of an account may wait for their readers; more come only of a program gone wrong. */
const mostReplaced = 50;
const restSeconds = 600;

async function keepForReaders(transaction: Queryable, { account_id, object_key }: UploadRow): Promise<void> {
  const waiting = await transaction
    .selectFrom('replaced_uploads')
    .select('object_key')
    .where('account_id', '=', account_id)
    .limit(mostReplaced)
    .execute();
  if (waiting.length === mostReplaced) {
    const message = `The files of this account were replaced ${mostReplaced} times within an hour. Wait as long as Retry-After says.`;
    throw new ServiceError('rate_limit_exceeded', { message, headers: { 'retry-after': `${restSeconds}` } });
  }
  await transaction
    .insertInto('replaced_uploads')
    .values({ object_key, account_id, replaced_at: new Date().toISOString() })
    .execute();
}

/** Longer than a look or a backup takes to read a version that it has found; jobs are asked for besides. */
const readMs = 60 * 60_000;
const sweepLimit = 100;

/** Removes former versions that nothing reads any more, a limited number per call; returns how many. */
export async function sweepReplacedUploads(db: Database, objects: ObjectStore): Promise<number> {
  const due = await db
    .selectFrom('replaced_uploads')
    .selectAll()
    .where('replaced_at', '<', new Date(Date.now() - readMs).toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('jobs.id')
            .whereRef('jobs.account_id', '=', 'replaced_uploads.account_id')
            .where('jobs.status', '=', 'running')
            .where('jobs.type', '=', 'generation')
            .whereRef('jobs.started_at', '<=', 'replaced_uploads.replaced_at'),
        ),
      ),
    )
    .orderBy('replaced_at')
    .limit(sweepLimit)
    .execute();
  for (const { object_key } of due) {
    await objects.remove(object_key);
    await db.deleteFrom('replaced_uploads').where('object_key', '=', object_key).execute();
  }
  return due.length;
}

export const uploadFolder = 'uploads/';

/** Those of the keys that belong to an upload, or to a former version. */
export async function namedUploads(db: Queryable, keys: readonly string[]): Promise<Set<string>> {
  const current = await db.selectFrom('uploads').select('object_key').where('object_key', 'in', keys).execute();
  const former = await db.selectFrom('replaced_uploads').select('object_key').where('object_key', 'in', keys).execute();
  return new Set([...current, ...former].map(({ object_key }) => object_key));
}
