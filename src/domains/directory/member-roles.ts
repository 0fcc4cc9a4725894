import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Member } from '../members/members.ts';
import { applyRights } from './group-rights.ts';

/**
 * Keeps what somebody has just decided about a member: a directory that keeps them leaves it as it is. Throws
 * `directory_conflict`, which undoes it, where their groups give another role and they are no owner.
 */
export async function decideRole(
  transaction: Queryable,
  { accountId, userId, role, directory }: Member,
): Promise<void> {
  if (!directory) return;
  const { id } = await transaction
    .updateTable('scim_users')
    .set({ role_from: 'hand' })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow();
  if (role === 'owner' || directory.groups.length === 0) return;
  const given = await applyRights(transaction, accountId, [id]);
  if (given.length === 0) return;
  const names = directory.groups.join(', ');
  const message = `The directory gives this person their role, by ${names}. Change who is in the group, or what it gives.`;
  throw new ServiceError('directory_conflict', { message });
}
