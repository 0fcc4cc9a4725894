import type { Queryable } from '../../platform/database/tables.ts';
import { fieldFault } from '../../platform/faults.ts';
import { lockAccount } from '../accounts/accounts.ts';

/** Owners who can sign in: neither disabled nor still without a password. */
function selectOwners(db: Queryable) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.role', '=', 'owner')
    .where('users.disabled_at', 'is', null)
    .where('users.password_hash', 'is not', null);
}

/** Throws a fault of the field `role` unless somebody else can manage the account, now and until the transaction ends. */
export async function requireOtherOwner(transaction: Queryable, accountId: string, userId: string): Promise<void> {
  await lockAccount(transaction, accountId);
  const other = await selectOwners(transaction)
    .select('users.id')
    .where('memberships.account_id', '=', accountId)
    .where('users.id', '!=', userId)
    .executeTakeFirst();
  if (other) return;
  const message = `The account ${accountId} has no other owner who can sign in; make somebody an owner first.`;
  throw fieldFault('role', 'last_owner', message);
}

/** The same for every account that the user owns. */
export async function requireOtherOwners(transaction: Queryable, userId: string): Promise<void> {
  const owned = await transaction
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'owner')
    .orderBy('account_id')
    .execute();
  for (const { account_id } of owned) await requireOtherOwner(transaction, account_id, userId);
}

/** Accounts with members of whom nobody can manage it, the first ones by id. */
export async function listLostAccounts(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships')
    .select('account_id')
    .distinct()
    .where('account_id', 'not in', selectOwners(db).select('memberships.account_id'))
    .orderBy('account_id')
    .limit(limit)
    .execute();
  return rows.map(({ account_id }) => account_id);
}
