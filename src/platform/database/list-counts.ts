import { type RawBuilder, sql } from 'kysely';
import { prepared } from './prepared.ts';
import type { Queryable } from './tables.ts';
import { jobTypes } from './words.ts';

/**
 * The lists with a total, and the generations of a calendar month that count against a plan. E-mails are counted twice: by
 * account and schedule, and by schedule and address.
 */
export type CountedList =
  | 'projects'
  | 'reports'
  | 'jobs'
  | 'generations'
  | 'deliveries'
  | 'deliveries_to'
  | 'webhook_deliveries';

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
  const ofType = filters.kind ? sql`= ${kind}` : sql`in (${sql.join(jobTypes.map((type) => sql.lit(type)))})`;
  const running = sql`(select count(*) from jobs where project_id = ${owner} and type ${ofType} and status = 'running')`;
  const apart = list === 'jobs' && filters.status ? countedApart(status, running) : sql``;
  return sql<{ readonly total: string | number }>`select coalesce(sum(number), 0) ${apart} as total from list_counts
    where owner = ${owner} and list = ${sql.lit(list)} ${ofKind} ${ofStatus}`;
}

/**
 * To be added to a count of jobs with the status: those that are running, at most as many as there are workers, are
 * kept as queued, so that a claim changes no count.
 */
export function countedApart(status: string, running: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`+ case ${status} when 'running' then 1 when 'queued' then -1 else 0 end * ${running}`;
}

/** The count of one kind, or of all, as a prepared query. */
export function preparedCount(list: CountedList, filters: { readonly kind: boolean }) {
  const query = prepared<{ readonly total: string | number }, [owner: string, kind: string]>(2, (db, owner, kind) => ({
    compile: () => countQuery(list, { ...filters, status: false }, owner, kind, '').compile(db),
  }));
  return async (db: Queryable, owner: string, kind = ''): Promise<number> =>
    Number((await query(db, owner, kind))[0]?.total);
}
