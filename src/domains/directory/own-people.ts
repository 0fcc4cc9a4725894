import { lockName } from '../../platform/database/name-lock.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { checkEmail, emailKey } from '../users/emails.ts';
import { endSessionsOf } from '../users/sessions.ts';
import { findUserByEmail, lockUser, renameUser, type UserRow } from '../users/users.ts';
import { conflicts } from './protocol/faults.ts';
import type { ScimUserRow } from './scim-user-rows.ts';
import type { SignInDetails } from './sign-in-details.ts';

/**
 * Gives a user the name and the address that the directory says, where it made them and no other account has them: what is theirs
 * elsewhere is not its to change. The names of what is not taken over. Throws `uniqueness` for the address of somebody else of the
 * account; that of a stranger is not taken over, which tells nothing about who they are.
 */
export async function carryOver(
  transaction: Queryable,
  row: Pick<ScimUserRow, 'account_id' | 'user_id' | 'origin'>,
  { email, name }: SignInDetails,
): Promise<readonly string[]> {
  const user = await lockUser(transaction, row.user_id);
  if (!user) return [];
  const isRenamed = user.name !== name;
  const isMoved = user.email_key !== emailKey(email);
  const isTakenOver = await isOwn(transaction, row, user);
  if (isRenamed && isTakenOver) await renameUser(transaction, user.id, name);
  const hasMoved = isMoved && isTakenOver && (await moveUser(transaction, row.account_id, user, email));
  return [...(isRenamed && !isTakenOver ? ['displayName'] : []), ...(isMoved && !hasMoved ? ['emails'] : [])];
}

/** Whether the directory alone brought somebody here. */
async function isOwn(
  db: Queryable,
  { account_id: accountId, origin }: Pick<ScimUserRow, 'account_id' | 'origin'>,
  { id, operator }: UserRow,
): Promise<boolean> {
  if (origin !== 'made' || operator === 1) return false;
  const elsewhere = (table: 'memberships' | 'scim_users') =>
    db
      .selectFrom(table)
      .select('account_id')
      .where('user_id', '=', id)
      .where('account_id', '!=', accountId)
      .limit(1)
      .executeTakeFirst();
  return !(await elsewhere('memberships')) && !(await elsewhere('scim_users'));
}

/** Whether the address is theirs now. Links that were sent to the former one, and sessions, are worth nothing any more. */
async function moveUser(transaction: Queryable, accountId: string, { id }: UserRow, email: string): Promise<boolean> {
  await lockName(transaction, `user ${emailKey(email)}`);
  const other = await findUserByEmail(transaction, email);
  if (other && !(await isOfAccount(transaction, accountId, other))) return false;
  if (other) throw conflicts(`Another user has the e-mail address ${email}.`, 'uniqueness');
  const now = new Date().toISOString();
  await transaction
    .updateTable('users')
    .set({ email: checkEmail(email), email_key: emailKey(email), updated_at: now })
    .where('id', '=', id)
    .execute();
  await transaction
    .updateTable('password_resets')
    .set({ used_at: now })
    .where('user_id', '=', id)
    .where('used_at', 'is', null)
    .execute();
  await endSessionsOf(transaction, id);
  return true;
}

async function isOfAccount(db: Queryable, accountId: string, { id }: UserRow): Promise<boolean> {
  const own = (table: 'memberships' | 'scim_users') =>
    db
      .selectFrom(table)
      .select('user_id')
      .where('user_id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
  return ((await own('memberships')) ?? (await own('scim_users'))) !== undefined;
}
