import { type Selectable, sql } from 'kysely';
import { databaseTime } from '../../platform/database/engine.ts';
import type { BulkJobItemsTable, BulkJobsTable, Queryable } from '../../platform/database/tables.ts';
import type { ItemOutcome } from './bulk-action.ts';

export type BulkItemRow = Selectable<BulkJobItemsTable>;
export type BulkJobRow = Selectable<BulkJobsTable>;

/** How many generations and exports of an account's bulk jobs are under way at once: its others do not wait behind more. */
const mostStarted = 32;

/** What an item has failed of. */
export interface Fault {
  /** The error code of the single operation, the reason of its job, or one of `itemFaultReasons`. */
  readonly reason: string;
  readonly message: string;
  /** What to do about it. */
  readonly action: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** What has ended of the jobs that items have started. */
export async function settleStarted(transaction: Queryable, accountId: string): Promise<void> {
  await sql`update bulk_job_items set updated_at = ${databaseTime(transaction)},
      state = (select case status when 'completed' then 'done' else 'failed' end from jobs where jobs.id = job_id),
      fault = (select outcome from jobs where jobs.id = job_id and status <> 'completed')
    where account_id = ${accountId} and state = 'started'
      and exists (select 1 from jobs where jobs.id = job_id and status in ('completed', 'blocked', 'failed'))`.execute(
    transaction,
  );
}

/** The oldest that may be done. What starts no job is quick, and goes first. */
export async function findNextItem(transaction: Queryable, accountId: string): Promise<BulkItemRow | undefined> {
  const first = (startsJob: number) =>
    transaction
      .selectFrom('bulk_job_items')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('starts_job', '=', startsJob)
      .where('state', '=', 'waiting')
      .where('due_at', '<=', databaseTime(transaction))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
  const quick = await first(0);
  if (quick) return quick;
  const { started } = await transaction
    .selectFrom('bulk_job_items')
    .select(({ fn }) => fn.countAll().as('started'))
    .where('account_id', '=', accountId)
    .where('state', '=', 'started')
    .executeTakeFirstOrThrow();
  return Number(started) < mostStarted ? first(1) : undefined;
}

/** The bulk job of an item. */
export function findJobOf(db: Queryable, { bulk_job_id: id }: BulkItemRow): Promise<BulkJobRow> {
  return db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** A bulk job of any account. */
export function findBulkJob(db: Queryable, id: string): Promise<BulkJobRow | undefined> {
  return db.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lets nobody else take an item for a time. */
export async function postponeItem(transaction: Queryable, { id }: BulkItemRow, forMs: number): Promise<void> {
  const due_at = databaseTime(transaction, forMs);
  await transaction.updateTable('bulk_job_items').set({ due_at }).where('id', '=', id).execute();
}

/** Whether an item still waits as it did. */
export async function isWaiting(transaction: Queryable, { id, attempt }: BulkItemRow): Promise<boolean> {
  const item = transaction.selectFrom('bulk_job_items').select('id').where('id', '=', id);
  return (await item.where('state', '=', 'waiting').where('attempt', '=', attempt).executeTakeFirst()) !== undefined;
}

/** Marks an item as done, or as waiting for the job that it started. */
export async function storeOutcome(
  transaction: Queryable,
  { id }: BulkItemRow,
  { jobId, result, projectId }: ItemOutcome,
): Promise<void> {
  await transaction
    .updateTable('bulk_job_items')
    .set({
      ...{ state: jobId === undefined ? 'done' : 'started', job_id: jobId ?? null, fault: null },
      ...{ result: result === undefined ? null : JSON.stringify(result) },
      ...(projectId !== undefined && { project_id: projectId }),
      updated_at: databaseTime(transaction),
    })
    .where('id', '=', id)
    .execute();
}

/** Counts a failed attempt: the item ends with its fault, or waits to be tried again. One that was done meanwhile stays. */
export async function storeFault(
  transaction: Queryable,
  { id, attempt }: BulkItemRow,
  { fault, waitMs }: { readonly fault: Fault; readonly waitMs: number | undefined },
): Promise<void> {
  await transaction
    .updateTable('bulk_job_items')
    .set({
      ...{ attempt: attempt + 1, updated_at: databaseTime(transaction) },
      ...(waitMs === undefined
        ? { state: 'failed', fault: JSON.stringify(fault) }
        : { due_at: databaseTime(transaction, waitMs) }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempt', '=', attempt)
    .execute();
}
