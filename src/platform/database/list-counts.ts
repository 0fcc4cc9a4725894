import { type RawBuilder, sql } from 'kysely';
import { prepared } from './prepared.ts';
import type { Queryable } from './tables.ts';

/** The lists with a total, and the generations of a calendar month that count against a plan. */
export type CountedList = 'projects' | 'reports' | 'jobs' | 'generations';

/**
 * The number of an owner's rows, as triggers keep it, exact to the transaction; of one kind and status where these are
 * filters. A count is spread over as many rows as transactions have changed it at once, some of them negative.
 */
export function countQuery(
  list: CountedList,
  filters: { readonly kind: boolean; readonly status: boolean },
  owner: string,
  kind: string,
  status: string,
): RawBuilder<{ readonly total: string | number }> {
  const ofKind = filters.kind ? sql`and kind = ${kind}` : sql``;
  const ofStatus = filters.status ? sql`and status = ${status}` : sql``;
  return sql<{ readonly total: string | number }>`select coalesce(sum(number), 0) as total from list_counts
    where owner = ${owner} and list = ${sql.lit(list)} ${ofKind} ${ofStatus}`;
}

/** The count of one kind, or of all, as a prepared query. */
export function preparedCount(list: CountedList, filters: { readonly kind: boolean }) {
  const query = prepared<{ readonly total: string | number }, [owner: string, kind: string]>(2, (db, owner, kind) => ({
    compile: () => countQuery(list, { ...filters, status: false }, owner, kind, '').compile(db),
  }));
  return async (db: Queryable, owner: string, kind = ''): Promise<number> =>
    Number((await query(db, owner, kind))[0]?.total);
}
