import { type RawBuilder, sql } from 'kysely';
import { depthOf, type Page, pageOfKeys } from '../../platform/database/pages.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { deliveryStates } from '../../platform/database/words.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type { DeliveryRow } from './deliveries.ts';

/** Whose e-mails: those of all projects, or of some. */
export interface Seen {
  readonly account: Pick<Caller['account'], 'id'>;
  readonly projectIds: Caller['projectIds'];
}

export interface DeliveryFilters {
  /** Whatever its case. */
  readonly recipient?: string | undefined;
  readonly schedule_id?: string | undefined;
  readonly state?: DeliveryRow['status'] | undefined;
}

type DeliveryPage = Page & { readonly sort: 'created_at' | 'updated_at' };

/** So few are sorted sooner than they are found among those that others see. */
const mostSorted = 2_000;

/** The ids of a page of e-mails, and how many there are in all, as it is kept: nothing is counted. */
export async function pageOfDeliveries(
  db: Queryable,
  seen: Seen,
  filters: DeliveryFilters,
  { page, per_page, sort, direction }: DeliveryPage,
  most = mostSorted,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  const schedules = await schedulesToLook(db, seen, filters);
  if (schedules?.length === 0) return { ids: [], total: 0 };
  const total = await countDeliveries(db, seen, filters, schedules);
  const offset = (page - 1) * per_page;
  if (offset >= total) return { ids: [], total };
  const order = { list: 'deliveries', sort, direction, depth: depthOf(offset + per_page) } as const;
  const sources = sourcesOf(seen, { filters, schedules, isFew: total <= most, sort });
  const keys = sql<{ id: string }>`${pageOfKeys(db, order, sources, { limit: per_page, offset })}`;
  return { ids: (await keys.execute(db)).rows.map(({ id }) => id), total };
}

/** The schedules whose e-mails a caller sees, as far as they matter; undefined for all of the account. */
async function schedulesToLook(
  db: Queryable,
  { account, projectIds }: Seen,
  { recipient, schedule_id }: DeliveryFilters,
): Promise<readonly string[] | undefined> {
  if (projectIds === null && recipient === undefined && schedule_id === undefined) return undefined;
  if (projectIds?.length === 0) return [];
  let own = db.selectFrom('schedules').select('id').where('account_id', '=', account.id);
  if (projectIds !== null) own = own.where('project_id', 'in', projectIds);
  if (schedule_id !== undefined) own = own.where('id', '=', schedule_id);
  return (await own.execute()).map(({ id }) => id);
}

async function countDeliveries(
  db: Queryable,
  { account }: Seen,
  { recipient, state }: DeliveryFilters,
  schedules: readonly string[] | undefined,
): Promise<number> {
  const ofState = state === undefined ? sql`` : sql`and status = ${state}`;
  const among = schedules && sql`(${sql.join(schedules)})`;
  const ofSchedules = among ? sql`and kind in ${among}` : sql``;
  const counted =
    recipient === undefined
      ? sql`list = 'deliveries' and owner = ${account.id} ${ofSchedules}`
      : sql`list = 'deliveries_to' and owner in ${among} and kind = lower(${recipient})`;
  const { rows } = await sql<{ total: string | number }>`select coalesce(sum(number), 0) as total from list_counts
    where ${counted} ${ofState}`.execute(db);
  return Number(rows[0]?.total);
}

interface Looked {
  readonly filters: DeliveryFilters;
  readonly schedules: readonly string[] | undefined;
  readonly isFew: boolean;
  readonly sort: DeliveryPage['sort'];
}

/** Conditions of which each has an index in the order of the page. Of a caller limited to projects the index is passed over. */
function sourcesOf(
  { account, projectIds }: Seen,
  { filters: { recipient, schedule_id, state }, schedules = [], isFew, sort }: Looked,
): RawBuilder<unknown>[] {
  const states = state === undefined ? deliveryStates : [state];
  const ofEach = (owner: RawBuilder<unknown>) => states.map((each) => sql`${owner} and status = ${each}`);
  const among = sql`schedule_id in (${sql.join(schedules)})`;
  const isLimited = projectIds !== null;
  if (recipient !== undefined) {
    const received = sql`account_id = ${account.id} and lower(recipient) = lower(${recipient})`;
    return ofEach(isLimited || schedule_id !== undefined ? sql`${received} and ${among}` : received);
  }
  if (schedule_id !== undefined) return ofEach(sql`schedule_id = ${schedule_id}`);
  if (isLimited && isFew) return ofEach(among);
  // Not the bare column: PostgreSQL would sort all of the schedules for a page.
  const walked = sql`account_id = ${account.id} and schedule_id || '' in (${sql.join(schedules)})`;
  const own = isLimited ? walked : sql`account_id = ${account.id}`;
  return sort === 'created_at' && state === undefined ? [own] : ofEach(own);
}
