import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { dayMs, minuteMs } from './limiter.ts';

/** An account's count of the day and the times of its latest requests (epoch milliseconds). */
export interface SavedCount {
  readonly accountId: string;
  readonly day: number;
  readonly dayUsed: number;
  readonly times: readonly number[];
}

/** Adds the new requests of some accounts to the SQLite file, in one transaction, and drops those past the minute. */
export async function saveCounts(db: Database, counts: readonly SavedCount[], nowMs: number): Promise<void> {
  const days = JSON.stringify(counts.map(({ accountId, day, dayUsed }) => [accountId, day, dayUsed]));
  const times = JSON.stringify(Object.fromEntries(counts.map(({ accountId, times }) => [accountId, times])));
  await db.transaction().execute(async (transaction) => {
    await sql`insert into request_counts (account_id, day, day_count)
      select value ->> 0, value ->> 1, value ->> 2 from json_each(${days}) where true
      on conflict (account_id) do update set day = excluded.day, day_count = excluded.day_count`.execute(transaction);
    await sql`insert into recent_requests (account_id, admitted_at)
      select account.key, time.value from json_each(${times}) as account, json_each(account.value) as time`.execute(
      transaction,
    );
    await transaction
      .deleteFrom('recent_requests')
      .where('admitted_at', '<=', nowMs - minuteMs)
      .execute();
  });
}

/** All saved data that still counts: the days from today on, and the requests of the last minute, oldest first. */
export async function loadCounts(
  db: Database,
  nowMs: number,
): Promise<{ days: Omit<SavedCount, 'times'>[]; requests: { accountId: string; timeMs: number }[] }> {
  const today = Math.floor(nowMs / dayMs);
  await correctFuture(db, today, nowMs);
  const days = await db
    .selectFrom('request_counts')
    .select(['account_id as accountId', 'day', 'day_count as dayUsed'])
    .where('day', '>=', today)
    .execute();
  const requests = await db
    .selectFrom('recent_requests')
    .select(['account_id as accountId', 'admitted_at as timeMs'])
    .where('admitted_at', '>', nowMs - minuteMs)
    .orderBy('admitted_at')
    .execute();
  return { days, requests };
}

/**
 * Data left by a clock that was ahead is corrected once, not again at every start; without any, nothing is written: a
 * start would wait for a write of another connection, and where that is one of this thread, it would wait in vain.
 */
async function correctFuture(db: Database, today: number, nowMs: number): Promise<void> {
  const { rows } = await sql<{ found: number }>`select
    exists (select 1 from request_counts where day > ${today + 1})
    or exists (select 1 from recent_requests where admitted_at > ${nowMs}) as found`.execute(db);
  if (!rows[0]?.found) return;
  await db
    .updateTable('request_counts')
    .set({ day: today })
    .where('day', '>', today + 1)
    .execute();
  await db.updateTable('recent_requests').set({ admitted_at: nowMs }).where('admitted_at', '>', nowMs).execute();
}
