import { sql } from 'kysely';
import { databaseTime } from '../../platform/database/engine.ts';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Page, PageOf } from '../../platform/database/pages.ts';
import { pageOfRows } from '../../platform/database/row-pages.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import type { bulkItemStates } from '../../platform/database/words.ts';
import { missing } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { readTime } from '../../platform/jobs/queue.ts';
import type { Doer } from '../audit/audit.ts';
import type { AnyBulkAction } from './bulk-action.ts';
import type { BulkItemRow, BulkJobRow } from './bulk-items.ts';
import { holdQueue } from './bulk-queues.ts';

/** Rows of one insert. */
const rowsAtOnce = 500;
/** How long bulk jobs are kept, and how many a sweep looks at. */
const keptMs = 90 * 24 * 60 * 60_000;
const sweepLimit = 20;

export type BulkItemState = (typeof bulkItemStates)[number];

interface NewBulkItem {
  readonly projectId: string | null;
  /** What people call it: the name of its project or row. */
  readonly label: string;
  readonly input?: unknown;
}

export interface NewBulkJob {
  readonly accountId: string;
  readonly action: AnyBulkAction;
  /** Checked and prepared; what is stored. */
  readonly parameters: unknown;
  readonly askedBy: Doer;
  readonly items: readonly NewBulkItem[];
}

/** Makes a bulk job whose items are done once the transaction has ended. */
export async function createBulkJob(
  transaction: Queryable,
  { accountId, action, parameters, askedBy, items }: NewBulkJob,
): Promise<BulkJobRow> {
  const { actor, door, address } = askedBy;
  const now = await readTime(transaction, 0);
  const job: BulkJobRow = {
    ...{ id: newIdentifier('blk'), account_id: accountId, action: action.action, total: items.length },
    ...{ parameters: JSON.stringify(parameters), actor, door, address },
    ...{ stopped_at: null, created_at: now, updated_at: now },
  };
  await transaction.insertInto('bulk_jobs').values(job).execute();
  for (let first = 0; first < items.length; first += rowsAtOnce) {
    const rows = items.slice(first, first + rowsAtOnce).map(
      (item): BulkItemRow => ({
        ...{ id: newIdentifier('bki'), account_id: accountId, bulk_job_id: job.id },
        ...{ project_id: item.projectId, label: item.label },
        ...{ input: item.input === undefined ? null : JSON.stringify(item.input), asked_by: null },
        ...{ starts_job: action.startsJobs ? 1 : 0, state: 'waiting', attempt: 0, due_at: now },
        ...{ job_id: null, result: null, fault: null, link_shown_at: null, created_at: now, updated_at: now },
      }),
    );
    await transaction.insertInto('bulk_job_items').values(rows).execute();
  }
  await holdQueue(transaction, accountId);
  return job;
}

/** Whoever is limited to projects sees the bulk jobs that they asked for, and of those the items of their projects. */
type Seer = Pick<Caller, 'account' | 'projectIds' | 'actor'>;

function ownJobs(db: Queryable, { account, projectIds, actor }: Seer) {
  const rows = db.selectFrom('bulk_jobs').selectAll().where('account_id', '=', account.id);
  return projectIds === null ? rows : rows.where('actor', '=', actor);
}

/** The caller's bulk job; throws `not_found`. */
export async function getBulkJob(db: Queryable, seer: Seer, id: string): Promise<BulkJobRow> {
  const job = await ownJobs(db, seer).where('id', '=', id).executeTakeFirst();
  if (!job) throw missing('bulk job', id);
  return job;
}

/** One page of the bulk jobs that a caller sees, each with how many of its items are in which state. */
export async function listBulkJobs(
  db: Queryable,
  seer: Seer,
  { action, ...page }: Page & { readonly sort: 'created_at'; readonly action?: string | undefined },
): Promise<PageOf<BulkJobRow & { readonly counts: ItemCounts }>> {
  const own = ownJobs(db, seer);
  const { items, total } = await pageOfRows(
    action === undefined ? own : own.where('action', '=', action),
    page,
    (row) => row,
  );
  const ids = items.map(({ id }) => id);
  const counts = await countItems(db, seer, ids);
  return { items: items.map((row) => ({ ...row, counts: counts.get(row.id) ?? noItems() })), total };
}

export type ItemCounts = Record<BulkItemState, number>;
const noItems = (): ItemCounts => ({ waiting: 0, started: 0, done: 0, failed: 0, stopped: 0 });

/** An item that has started a job is as that is now, whether or not somebody has noted it yet. */
const stateNow = sql<BulkItemState>`case when bulk_job_items.state <> 'started' then bulk_job_items.state
  when jobs.status = 'completed' then 'done' when jobs.status in ('blocked', 'failed') then 'failed'
  else 'started' end`;

function selectItems(db: Queryable, { projectIds }: Pick<Seer, 'projectIds'>, ids: readonly string[]) {
  const items = db
    .selectFrom('bulk_job_items')
    .leftJoin('jobs', (join) =>
      join.onRef('jobs.id', '=', 'bulk_job_items.job_id').on('bulk_job_items.state', '=', sql.lit('started')),
    )
    .where('bulk_job_items.bulk_job_id', 'in', ids);
  return projectIds === null ? items : items.where('bulk_job_items.project_id', 'in', projectIds);
}

/** How many items of some bulk jobs are in which state. */
async function countItems(
  db: Queryable,
  seer: Pick<Seer, 'projectIds'>,
  ids: readonly string[],
): Promise<Map<string, ItemCounts>> {
  const counts = new Map<string, ItemCounts>();
  if (ids.length === 0) return counts;
  const rows = await selectItems(db, seer, ids)
    .select(['bulk_job_items.bulk_job_id', stateNow.as('now')])
    .select(({ fn }) => fn.countAll().as('number'))
    .groupBy(['bulk_job_items.bulk_job_id', stateNow])
    .execute();
  for (const { bulk_job_id: id, now, number } of rows) {
    counts.set(id, { ...(counts.get(id) ?? noItems()), [now]: Number(number) });
  }
  return counts;
}

/** The counts of one bulk job. */
export async function countItemsOf(db: Queryable, seer: Pick<Seer, 'projectIds'>, id: string): Promise<ItemCounts> {
  return (await countItems(db, seer, [id])).get(id) ?? noItems();
}

/** An item with how it is now, and what its job made. */
export type ListedItem = BulkItemRow & {
  readonly now: BulkItemState;
  readonly outcome: string | null;
  readonly report_id: string | null;
};

/** One page of the items of a bulk job that a caller sees, in the order in which they were asked for. */
export async function listBulkItems(
  db: Queryable,
  seer: Seer,
  id: string,
  { page, per_page, direction, state }: Page & { readonly state?: BulkItemState | undefined },
): Promise<PageOf<ListedItem>> {
  const all = selectItems(db, seer, [id]);
  const found = state === undefined ? all : all.where(stateNow, '=', state);
  const items = await found
    .selectAll('bulk_job_items')
    .select([stateNow.as('now'), 'jobs.outcome'])
    .select((select) =>
      select
        .selectFrom('jobs as own')
        .whereRef('own.id', '=', 'bulk_job_items.job_id')
        .select('own.report_id')
        .as('report_id'),
    )
    .orderBy('bulk_job_items.id', direction)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  const { total } = await found.select(({ fn }) => fn.countAll().as('total')).executeTakeFirstOrThrow();
  return { items, total: Number(total) };
}

/** Stops what has not begun; what is done stays, and jobs that have started go on. Returns how many items that were. */
export async function stopBulkJob(transaction: Queryable, { id, account_id }: BulkJobRow): Promise<number> {
  await holdQueue(transaction, account_id);
  const now = databaseTime(transaction);
  const { numUpdatedRows } = await transaction
    .updateTable('bulk_job_items')
    .set({ state: 'stopped', updated_at: now })
    .where('bulk_job_id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) {
    await transaction.updateTable('bulk_jobs').set({ stopped_at: now, updated_at: now }).where('id', '=', id).execute();
  }
  return Number(numUpdatedRows);
}

/** Lets what has failed be done again, on behalf of whoever asks now; returns how many items that are. */
export async function retryBulkJob(
  transaction: Queryable,
  { id, account_id }: BulkJobRow,
  { projectIds }: Pick<Caller, 'projectIds'>,
  { actor, door, address }: Doer,
): Promise<number> {
  await holdQueue(transaction, account_id);
  const now = databaseTime(transaction);
  const over = sql<boolean>`(state = 'failed' or state = 'started'
    and exists (select 1 from jobs where jobs.id = job_id and status in ('blocked', 'failed')))`;
  const failed = transaction
    .updateTable('bulk_job_items')
    .set({ state: 'waiting', attempt: 0, due_at: now, job_id: null, fault: null, updated_at: now })
    .set({ asked_by: JSON.stringify({ actor, door, address }) })
    .where('bulk_job_id', '=', id)
    .where(over);
  const seen = projectIds === null ? failed : failed.where('project_id', 'in', projectIds);
  const { numUpdatedRows } = await seen.executeTakeFirst();
  await transaction.updateTable('bulk_jobs').set({ updated_at: now }).where('id', '=', id).execute();
  return Number(numUpdatedRows);
}

/** Removes bulk jobs that nobody has touched for long, with their items; returns how many. */
export async function sweepBulkJobs(db: Queryable): Promise<number> {
  const old = await db
    .selectFrom('bulk_jobs')
    .select('id')
    .where('updated_at', '<', await readTime(db, -keptMs))
    .orderBy('updated_at')
    .limit(sweepLimit)
    .execute();
  for (const { id } of old) {
    await db.deleteFrom('bulk_job_items').where('bulk_job_id', '=', id).execute();
    await db.deleteFrom('bulk_jobs').where('id', '=', id).execute();
  }
  return old.length;
}
