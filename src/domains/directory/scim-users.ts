import { newIdentifier } from '../../platform/database/identifiers.ts';
import { lockName } from '../../platform/database/name-lock.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { findMember, insertMember, requireRoom } from '../members/members.ts';
import { emailKey } from '../users/emails.ts';
import { createUser, enableUser, findUserByEmail, lockUser, type UserRow } from '../users/users.ts';
import { applyRights, rightsOfNewcomer } from './group-rights.ts';
import { leaveAccount } from './leave-account.ts';
import { carryOver } from './own-people.ts';
import type { Values } from './protocol/attributes.ts';
import { conflicts, refused } from './protocol/faults.ts';
import { differences } from './protocol/shown.ts';
import { getScimUser, type KnownUser, type ScimUserRow, selectScimUsers, writableUser } from './scim-user-rows.ts';
import { type SignInDetails, signInDetails } from './sign-in-details.ts';

/** Of one directory; who was removed does not count. */
const mostUsers = 20_000;

/** What became of somebody, for the log. */
export interface WrittenUser {
  readonly row: KnownUser;
  /** Names of attributes; none where all was as it is. */
  readonly changed: readonly string[];
  /** What the directory says of somebody whom it does not own, and which is not taken over. */
  readonly kept: readonly string[];
}

/** Somebody new of a directory. */
export interface CreatedUser extends WrittenUser {
  readonly user: UserRow;
}

/**
 * Makes somebody a member of the account. A member of this address is adopted with the role that they have, and somebody known
 * from elsewhere joins with what is theirs untouched. Throws `uniqueness` for whom the directory keeps already, `invalidValue`, and
 * `plan_limit_reached`.
 */
export async function createScimUser(transaction: Queryable, accountId: string, given: Values): Promise<CreatedUser> {
  await lockAccount(transaction, accountId);
  const details = signInDetails(requireUserName(given));
  await requireFreeName(transaction, accountId, String(given.userName));
  await requireRoomForOne(transaction, accountId);
  // Another account may be about to make them.
  await lockName(transaction, `user ${emailKey(details.email)}`);
  const known = await findUserByEmail(transaction, details.email);
  const before = known && (await takeOver(transaction, accountId, known, details.email));
  const user = known ?? (await createUser(transaction, { ...details, passwordHash: null, isOperator: false }));
  const isMember = known !== undefined && (await findMember(transaction, accountId, user.id)) !== undefined;
  const row = newRow(accountId, user.id, given, {
    origin: known === undefined ? 'made' : (before?.origin ?? (isMember ? 'adopted' : 'joined')),
    role_from: isMember ? 'hand' : 'directory',
  });
  await transaction.insertInto('scim_users').values(row).execute();
  const kept = known ? await carryOver(transaction, row, details) : [];
  await setActive(transaction, row, given.active !== false);
  const now = await getScimUser(transaction, accountId, row.id);
  return { row: now, user, changed: Object.keys(given).toSorted(), kept };
}

/** Throws `invalidValue` without a user name. */
function requireUserName(user: Values): Values {
  if (typeof user.userName === 'string' && user.userName.trim() !== '') return user;
  throw refused('invalidValue', 'userName is required.');
}

async function requireFreeName(db: Queryable, accountId: string, userName: string, id?: string): Promise<void> {
  const other = await selectScimUsers(db, accountId)
    .where('scim_users.user_name_key', '=', emailKey(userName))
    .executeTakeFirst();
  if (other && other.id !== id) throw conflicts(`Another user has the userName ${userName}.`, 'uniqueness');
}

async function requireRoomForOne(db: Queryable, accountId: string): Promise<void> {
  const { users } = await db
    .selectFrom('scim_users')
    .select((select) => select.fn.countAll().as('users'))
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow();
  if (Number(users) >= mostUsers) throw conflicts(`A directory has at most ${mostUsers} users.`);
}

/** What is left of somebody whom the directory removed before, which it takes over; throws `uniqueness` for whom it keeps now. */
async function takeOver(
  transaction: Queryable,
  accountId: string,
  { id }: UserRow,
  email: string,
): Promise<ScimUserRow | undefined> {
  const row = await transaction
    .selectFrom('scim_users')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('user_id', '=', id)
    .executeTakeFirst();
  if (row && row.removed_at === null) throw conflicts(`Another user has the e-mail address ${email}.`, 'uniqueness');
  if (row) await transaction.deleteFrom('scim_users').where('id', '=', row.id).execute();
  return row;
}

function newRow(
  accountId: string,
  userId: string,
  given: Values,
  how: Pick<ScimUserRow, 'origin' | 'role_from'>,
): ScimUserRow {
  const now = new Date().toISOString();
  return {
    id: newIdentifier('scu'),
    account_id: accountId,
    user_id: userId,
    ...how,
    ...columnsOf(given),
    created_at: now,
    updated_at: now,
    removed_at: null,
  };
}

function columnsOf({ externalId, active: _active, ...attributes }: Values) {
  return {
    user_name_key: emailKey(String(attributes.userName)),
    external_id: (externalId as string | undefined) ?? null,
    attributes: JSON.stringify(attributes),
  };
}

/** What somebody is to be, made of what they are: for a change, or for something else in its place. */
export type Rewrite = (before: Values) => Values;

/**
 * Changes what a directory says of somebody, once `check` has seen them; nothing where all is as it was. What is theirs at the
 * service follows only where the directory alone made them. Throws as `createScimUser` does, and a conflict for the last owner.
 */
export async function rewriteScimUser(
  transaction: Queryable,
  accountId: string,
  id: string,
  rewrite: Rewrite,
  check: (row: KnownUser) => Promise<void>,
): Promise<WrittenUser> {
  await lockAccount(transaction, accountId);
  const row = await getScimUser(transaction, accountId, id);
  await check(row);
  const before = writableUser(row);
  const after = rewrite(before);
  const changed = differences(before, after);
  if (changed.length === 0) return { row, changed, kept: [] };
  const details = signInDetails(requireUserName(after));
  await requireFreeName(transaction, accountId, String(after.userName), id);
  const kept = await followed(transaction, row, signInDetails(before), details);
  await transaction
    .updateTable('scim_users')
    .set({ ...columnsOf(after), updated_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute();
  if (changed.includes('active')) await setActive(transaction, row, after.active !== false);
  return { row: await getScimUser(transaction, accountId, id), changed, kept };
}

/** What is not taken over of what changes in how they sign in. */
async function followed(
  transaction: Queryable,
  row: ScimUserRow,
  before: SignInDetails,
  after: SignInDetails,
): Promise<readonly string[]> {
  const isSame = before.name === after.name && emailKey(before.email) === emailKey(after.email);
  return isSame ? [] : carryOver(transaction, row, after);
}

/** Makes somebody a member, or ends that. */
async function setActive(transaction: Queryable, row: ScimUserRow, isActive: boolean): Promise<void> {
  const { account_id: accountId, user_id: userId, id } = row;
  if (!isActive) {
    await leaveAccount(transaction, row);
    return;
  }
  const user = await lockUser(transaction, userId);
  if (user?.disabled_by === 'directory') await enableUser(transaction, userId);
  if (await findMember(transaction, accountId, userId)) return void (await applyRights(transaction, accountId, [id]));
  await requireRoom(transaction, accountId, 0);
  await insertMember(transaction, accountId, userId, await rightsOfNewcomer(transaction, accountId, id));
  await transaction.updateTable('scim_users').set({ role_from: 'directory' }).where('id', '=', id).execute();
}

/**
 * Forgets somebody, and ends their membership. Of whom the directory alone made, what it needs to take them up again stays. Throws
 * `not_found`, and a conflict for the last owner.
 */
export async function removeScimUser(
  transaction: Queryable,
  accountId: string,
  id: string,
  check: (row: KnownUser) => Promise<void>,
): Promise<KnownUser> {
  await lockAccount(transaction, accountId);
  const row = await getScimUser(transaction, accountId, id);
  await check(row);
  await leaveAccount(transaction, row);
  await leaveGroups(transaction, id);
  if (row.origin !== 'made') {
    await transaction.deleteFrom('scim_users').where('id', '=', id).execute();
    return row;
  }
  const now = new Date().toISOString();
  await transaction
    .updateTable('scim_users')
    .set({ removed_at: now, updated_at: now, user_name_key: id, external_id: null, attributes: '{}' })
    .where('id', '=', id)
    .execute();
  return row;
}

/** Their groups are others without them. */
async function leaveGroups(transaction: Queryable, id: string): Promise<void> {
  const now = new Date().toISOString();
  const own = transaction.selectFrom('scim_group_members').select('group_id').where('scim_user_id', '=', id);
  await transaction
    .updateTable('scim_groups')
    .set((update) => ({ revision: update('revision', '+', 1), updated_at: now }))
    .where('id', 'in', own)
    .execute();
  await transaction.deleteFrom('scim_group_members').where('scim_user_id', '=', id).execute();
}
