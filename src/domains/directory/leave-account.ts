import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { listOpenInvitations, revokeInvitation } from '../members/invitations.ts';
import { findMember } from '../members/members.ts';
import { emailKey } from '../users/emails.ts';
import { requireOtherOwner } from '../users/owners.ts';
import { endSessionsOf } from '../users/sessions.ts';
import { lockUser } from '../users/users.ts';
import { conflicts } from './protocol/faults.ts';
import type { ScimUserRow } from './scim-user-rows.ts';

/** Somebody of a directory, as far as leaving needs. */
type Leaver = Pick<ScimUserRow, 'account_id' | 'user_id' | 'origin'>;

/**
 * Ends the membership of somebody, their sessions in the account and invitations to come back, at once and in every process;
 * whoever the directory made and who is in no other account signs in no more. Whether they were a member. Throws a conflict for
 * the last owner.
 */
export async function leaveAccount(transaction: Queryable, leaver: Leaver): Promise<boolean> {
  const { account_id: accountId, user_id: userId, origin } = leaver;
  const member = await findMember(transaction, accountId, userId);
  if (!member) {
    if (origin === 'made') await disableUnlessElsewhere(transaction, userId);
    return false;
  }
  if (member.role === 'owner') await requireAnotherOwner(transaction, accountId, userId);
  await endSessionsIn(transaction, accountId, userId);
  await transaction
    .deleteFrom('memberships')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
  await revokeInvitationsOf(transaction, accountId, member.email);
  if (origin === 'made') await disableUnlessElsewhere(transaction, userId);
  return true;
}

async function requireAnotherOwner(transaction: Queryable, accountId: string, userId: string): Promise<void> {
  try {
    await requireOtherOwner(transaction, accountId, userId);
  } catch (error) {
    if (error instanceof ServiceError && error.details?.[0]?.rule === 'last_owner') throw conflicts(error.message);
    throw error;
  }
}

/** Ends the sessions of somebody that are for this account, and no others. While they are a member. */
export async function endSessionsIn(transaction: Queryable, accountId: string, userId: string): Promise<void> {
  // A session for no account is for the first one by name.
  const first = await transaction
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .select('accounts.id')
    .where('memberships.user_id', '=', userId)
    .orderBy('accounts.name')
    .orderBy('accounts.id')
    .limit(1)
    .executeTakeFirst();
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where((where) =>
      first?.id === accountId
        ? where.or([where('account_id', '=', accountId), where('account_id', 'is', null)])
        : where('account_id', '=', accountId),
    )
    .execute();
}

/** An invitation that is still open would let them in again. */
async function revokeInvitationsOf(transaction: Queryable, accountId: string, email: string): Promise<void> {
  for (const invitation of await listOpenInvitations(transaction, accountId)) {
    if (invitation.email === null || emailKey(invitation.email) !== emailKey(email)) continue;
    await revokeInvitation(transaction, accountId, invitation.id);
  }
}

/** Somebody whom a directory alone brought here signs in no more once no account has them. */
async function disableUnlessElsewhere(transaction: Queryable, userId: string): Promise<void> {
  const user = await lockUser(transaction, userId);
  const other = await transaction
    .selectFrom('memberships')
    .select('account_id')
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst();
  if (!user || other || user.operator === 1 || user.disabled_at !== null) return;
  const now = new Date().toISOString();
  await transaction
    .updateTable('users')
    .set({ disabled_at: now, disabled_by: 'directory', updated_at: now })
    .where('id', '=', userId)
    .execute();
  await endSessionsOf(transaction, userId);
}
