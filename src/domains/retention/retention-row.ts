import type { Selectable } from 'kysely';
import { isPostgres } from '../../platform/database/engine.ts';
import type { AccountRetentionTable, Queryable } from '../../platform/database/tables.ts';
import { readTime } from '../../platform/jobs/queue.ts';

export type RetentionRow = Selectable<AccountRetentionTable>;

/**
 * The row of an account, locked until the transaction ends, and made where there is none: who changes it, sets or ends a
 * hold, or deletes by it, waits for each other.
 */
export async function lockRetention(transaction: Queryable, accountId: string): Promise<RetentionRow> {
  const now = await readTime(transaction, 0);
  const nothing = { keep_months: null, next_keep_months: null, next_from: null, first_from: null };
  await transaction
    .insertInto('account_retention')
    .values({
      ...{ account_id: accountId, ...nothing, look_at: null, looked_to: null },
      ...{ revision: 0, created_at: now, updated_at: now },
    })
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute();
  const own = transaction.selectFrom('account_retention').selectAll().where('account_id', '=', accountId);
  return (isPostgres(transaction) ? own.forUpdate() : own).executeTakeFirstOrThrow();
}

export async function findRetention(db: Queryable, accountId: string): Promise<RetentionRow | undefined> {
  return db.selectFrom('account_retention').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

export async function setRetention(
  transaction: Queryable,
  accountId: string,
  values: Partial<RetentionRow>,
): Promise<void> {
  await transaction.updateTable('account_retention').set(values).where('account_id', '=', accountId).execute();
}
