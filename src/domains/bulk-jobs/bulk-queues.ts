import { sql } from 'kysely';
import { databaseTime, isPostgres } from '../../platform/database/engine.ts';
import type { Queryable } from '../../platform/database/tables.ts';

/** How soon it is looked again for the ends of jobs that items have started. */
const lookMs = 500;

/** Whoever changes items of an account holds its queue until the transaction ends. */
export async function holdQueue(transaction: Queryable, accountId: string): Promise<void> {
  await sql`insert into bulk_queues (account_id, due_at, served_at) values (${accountId}, ${databaseTime(transaction)}, '')
    on conflict (account_id) do update set due_at = excluded.due_at`.execute(transaction);
}

/**
 * The account whose turn it is, held until the transaction ends: of those with something to do the one that was served longest
 * ago. Undefined when there is none, or other processes hold them all.
 */
export async function holdNextQueue(transaction: Queryable): Promise<string | undefined> {
  const skip = isPostgres(transaction) ? sql`for update skip locked` : sql``;
  const { rows } = await sql<{ account_id: string }>`select account_id from bulk_queues
    where due_at <= ${databaseTime(transaction)} order by served_at, account_id limit 1 ${skip}`.execute(transaction);
  return rows[0]?.account_id;
}

/** Puts an account behind those that wait. */
export async function noteServed(transaction: Queryable, accountId: string): Promise<void> {
  await sql`update bulk_queues set served_at = ${databaseTime(transaction)} where account_id = ${accountId}`.execute(
    transaction,
  );
}

/** Nothing can be done for the account now: it rests until an item may be tried again, or jobs may have ended. */
export async function rest(transaction: Queryable, accountId: string): Promise<void> {
  const soon = databaseTime(transaction, lookMs);
  await sql`update bulk_queues set served_at = ${databaseTime(transaction)}, due_at = case
      when exists (select 1 from bulk_job_items where account_id = ${accountId} and state = 'started') then ${soon}
      else (select min(due_at) from bulk_job_items where account_id = ${accountId} and state = 'waiting') end
    where account_id = ${accountId}`.execute(transaction);
}
