import { newIdentifier } from '../../platform/database/identifiers.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { applyRights, type ChangedRole } from './group-rights.ts';
import type { Values } from './protocol/attributes.ts';
import { conflicts, refused } from './protocol/faults.ts';
import { differences } from './protocol/shown.ts';
import { getScimGroup, membersOf, type ScimGroupRow, writableGroup } from './scim-group-rows.ts';
import type { Rewrite } from './scim-users.ts';

/** Of one directory. */
export const mostGroups = 1_000;
const longestName = 200;
const rowsPerWrite = 500;

/** What became of a group, for the log. */
export interface WrittenGroup {
  readonly row: ScimGroupRow;
  /** Names of attributes; none where all was as it is. */
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly roles: readonly ChangedRole[];
}

/** Makes a group, which gives nobody a role until an owner says which. Throws `uniqueness` and `invalidValue`. */
export async function createScimGroup(transaction: Queryable, accountId: string, given: Values): Promise<WrittenGroup> {
  await lockAccount(transaction, accountId);
  const name = await readName(transaction, accountId, given);
  await requireRoomForOne(transaction, accountId);
  const now = new Date().toISOString();
  const row: ScimGroupRow = {
    id: newIdentifier('scg'),
    account_id: accountId,
    ...columnsOf(name, given),
    role: null,
    project_ids: null,
    tag_ids: null,
    revision: 1,
    created_at: now,
    updated_at: now,
  };
  await transaction.insertInto('scim_groups').values(row).execute();
  const added = await addMembers(transaction, row, idsIn(given));
  return { row, changed: Object.keys(given).toSorted(), added, removed: [], roles: [] };
}

async function readName(db: Queryable, accountId: string, { displayName }: Values, id?: string): Promise<string> {
  const name = typeof displayName === 'string' ? displayName.trim() : '';
  if (name === '' || [...name].length > longestName || /[\p{Cc}\p{Cs}]/u.test(name)) {
    throw refused('invalidValue', `displayName is required and has at most ${longestName} characters.`);
  }
  const other = await db
    .selectFrom('scim_groups')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name_key', '=', keyOf(name))
    .executeTakeFirst();
  if (other && other.id !== id) throw conflicts(`Another group has the displayName ${name}.`, 'uniqueness');
  return name;
}

function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

async function requireRoomForOne(db: Queryable, accountId: string): Promise<void> {
  const { groups } = await db
    .selectFrom('scim_groups')
    .select((select) => select.fn.countAll().as('groups'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (Number(groups) >= mostGroups) throw conflicts(`A directory has at most ${mostGroups} groups.`);
}

function columnsOf(name: string, { externalId }: Values) {
  return { display_name: name, name_key: keyOf(name), external_id: (externalId as string | undefined) ?? null };
}

/** The ids of the members that a resource names, each once. */
function idsIn({ members }: Values): string[] {
  const values = ((members ?? []) as readonly { readonly value?: string }[]).map(({ value }) => value ?? '');
  return [...new Set(values)];
}

/** Throws `invalidValue` unless all are users of the directory. */
async function addMembers(
  transaction: Queryable,
  { id, account_id }: ScimGroupRow,
  ids: readonly string[],
): Promise<readonly string[]> {
  for (let first = 0; first < ids.length; first += rowsPerWrite) {
    const some = ids.slice(first, first + rowsPerWrite);
    const known = await transaction
      .selectFrom('scim_users')
      .select('id')
      .where('account_id', '=', account_id)
      .where('removed_at', 'is', null)
      .where('id', 'in', some)
      .execute();
    const there = new Set(known.map((user) => user.id));
    const stranger = some.find((value) => !there.has(value));
    if (stranger !== undefined) {
      throw refused('invalidValue', `members: there is no user "${stranger.slice(0, 100)}"; groups are in no groups.`);
    }
    await transaction
      .insertInto('scim_group_members')
      .values(some.map((value) => ({ group_id: id, scim_user_id: value, account_id })))
      .execute();
  }
  return ids;
}

async function dropMembers(transaction: Queryable, id: string, ids: readonly string[]): Promise<void> {
  for (let first = 0; first < ids.length; first += rowsPerWrite) {
    await transaction
      .deleteFrom('scim_group_members')
      .where('group_id', '=', id)
      .where('scim_user_id', 'in', ids.slice(first, first + rowsPerWrite))
      .execute();
  }
}

/**
 * Changes a group, once `check` has seen it, and at once what its people may do; nothing where all is as it was. Throws
 * `not_found`, `uniqueness` and `invalidValue`.
 */
export async function rewriteScimGroup(
  transaction: Queryable,
  accountId: string,
  id: string,
  rewrite: Rewrite,
  check: (row: ScimGroupRow) => void,
): Promise<WrittenGroup> {
  await lockAccount(transaction, accountId);
  const row = await getScimGroup(transaction, accountId, id);
  check(row);
  const present = (await membersOf(transaction, [id])).get(id) ?? [];
  const before = writableGroup(row, present);
  const given = rewrite({ ...before, id });
  const wanted = idsIn(given);
  const after = { ...writableGroup(row, wanted.toSorted()), ...namedIn(given) };
  const changed = differences(before, after);
  if (changed.length === 0) return { row, changed, added: [], removed: [], roles: [] };
  const name = await readName(transaction, accountId, given, id);
  const columns = { ...columnsOf(name, given), revision: row.revision + 1, updated_at: new Date().toISOString() };
  await transaction.updateTable('scim_groups').set(columns).where('id', '=', id).execute();
  const [had, has] = [new Set(present), new Set(wanted)];
  const removed = present.filter((value) => !has.has(value));
  const added = wanted.filter((value) => !had.has(value));
  await dropMembers(transaction, id, removed);
  await addMembers(transaction, row, added);
  const roles = row.role === null ? [] : await applyRights(transaction, accountId, [...removed, ...added]);
  return { row: await getScimGroup(transaction, accountId, id), changed, added, removed, roles };
}

/** What a rewritten group says of itself. */
function namedIn({ displayName, externalId }: Values): Values {
  return { displayName, externalId };
}

/** Removes a group, and what it gave. Throws `not_found`. */
export async function removeScimGroup(
  transaction: Queryable,
  accountId: string,
  id: string,
  check: (row: ScimGroupRow) => void,
): Promise<WrittenGroup> {
  await lockAccount(transaction, accountId);
  const row = await getScimGroup(transaction, accountId, id);
  check(row);
  const removed = (await membersOf(transaction, [id])).get(id) ?? [];
  await transaction.deleteFrom('scim_group_members').where('group_id', '=', id).execute();
  await transaction.deleteFrom('scim_groups').where('id', '=', id).execute();
  const roles = row.role === null ? [] : await applyRights(transaction, accountId, removed);
  return { row, changed: [], added: [], removed, roles };
}
