import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { isAtLeast } from '../../platform/http/roles.ts';
import { listMembers, type Member } from '../members/members.ts';

/** What people are told of. */
export interface Announcement {
  readonly accountId: string;
  readonly keepMonths: number;
  /** Before when nothing is deleted by it. */
  readonly beginsAt: string;
}

/** Those who are told that reports will be deleted: who may decide about it, or ask those who may. */
export async function listTold(db: Queryable, accountId: string): Promise<Member[]> {
  const members = await listMembers(db, accountId);
  return members.filter(
    (member) => !member.isDisabled && member.projectIds === null && isAtLeast(member.role, 'admin'),
  );
}

/** Writes an e-mail to each admin, in place of those of before that were not sent. Without a mail server the console alone tells. */
export async function tellAdmins(
  transaction: Queryable,
  { accountId, keepMonths, beginsAt }: Announcement,
  now: string,
): Promise<void> {
  await transaction.deleteFrom('retention_notices').where('account_id', '=', accountId).execute();
  const notices = (await listTold(transaction, accountId)).map(({ userId }) => ({
    ...{ id: newIdentifier('ntc'), account_id: accountId, user_id: userId },
    ...{ keep_months: keepMonths, begins_at: beginsAt },
    ...{ attempt: 0, next_attempt_at: now, failure: null, created_at: now },
  }));
  if (notices.length > 0) await transaction.insertInto('retention_notices').values(notices).execute();
}
