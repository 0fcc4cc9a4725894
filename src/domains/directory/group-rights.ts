import { isDeepStrictEqual } from 'node:util';
import type { Queryable, Role } from '../../platform/database/tables.ts';
import { tokenRoles } from '../../platform/database/words.ts';
import { limitColumns, readProjects, readTags } from '../members/members.ts';
import { type DirectoryRole, type GivenRights, readDirectory, rightsOf } from './directories.ts';
import { endSessionsIn } from './leave-account.ts';

const rowsPerRead = 500;

/**
 * What several groups give together: the highest role, limited to what any of the groups with that role allows. Undefined for
 * no group.
 */
function strongest(groups: readonly GivenRights[]): GivenRights | undefined {
  const rank = ({ role }: { readonly role: DirectoryRole }) => tokenRoles.indexOf(role);
  const highest = Math.max(...groups.map(rank));
  const [first, ...others] = groups.filter((each) => rank(each) === highest);
  if (!first) return undefined;
  return others.reduce(
    (one, other) => ({
      role: one.role,
      projectIds: one.projectIds && other.projectIds && [...new Set([...one.projectIds, ...other.projectIds])],
      tagIds: one.projectIds && other.projectIds ? [...new Set([...one.tagIds, ...other.tagIds])] : [],
    }),
    first,
  );
}

/** What the groups of people give them, by the ids that the directory knows them by; nothing for those in none with a role. */
async function groupRights(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, GivenRights>> {
  const rows = await db
    .selectFrom('scim_group_members')
    .innerJoin('scim_groups', 'scim_groups.id', 'scim_group_members.group_id')
    .select(['scim_group_members.scim_user_id', 'scim_groups.role'])
    .select(['scim_groups.project_ids', 'scim_groups.tag_ids'])
    .where('scim_group_members.scim_user_id', 'in', ids)
    .where('scim_groups.role', 'is not', null)
    .orderBy('scim_groups.id')
    .execute();
  const byUser = Map.groupBy(rows, ({ scim_user_id }) => scim_user_id);
  return new Map(
    [...byUser].flatMap(([id, own]) => {
      const given = strongest(own.flatMap((row) => (row.role === null ? [] : [rightsOf(row, row.role)])));
      return given ? [[id, given] as const] : [];
    }),
  );
}

/** What one of them gets who becomes a member now. */
export async function rightsOfNewcomer(db: Queryable, accountId: string, id: string): Promise<GivenRights> {
  return (await groupRights(db, [id])).get(id) ?? (await readDirectory(db, accountId)).rights;
}

/** Somebody whose role was changed. */
export interface ChangedRole {
  readonly userId: string;
  readonly role: Role;
}

/**
 * Gives members what their groups say, of these people or of all that the directory keeps: those in no group with a role get the
 * usual one if the directory gave theirs. Owners stay what they are. Sessions in the account end for whom it changes. Once the
 * account is locked.
 */
export async function applyRights(
  transaction: Queryable,
  accountId: string,
  ids: readonly string[] | null,
): Promise<readonly ChangedRole[]> {
  const changed: ChangedRole[] = [];
  const { rights: usual } = await readDirectory(transaction, accountId);
  for await (const people of peopleOf(transaction, accountId, ids)) {
    const given = await groupRights(
      transaction,
      people.map(({ id }) => id),
    );
    for (const person of people) {
      const ofGroups = given.get(person.id);
      const meant = ofGroups ?? (person.role_from === 'directory' ? usual : undefined);
      if (!meant || person.role === 'owner') continue;
      if (person.role_from === 'hand') await markGiven(transaction, person.id);
      if (await give(transaction, accountId, person, meant)) {
        changed.push({ userId: person.user_id, role: meant.role });
      }
    }
  }
  return changed;
}

type Person = Awaited<ReturnType<typeof selectPeople>>[number];

async function* peopleOf(db: Queryable, accountId: string, ids: readonly string[] | null): AsyncIterable<Person[]> {
  if (ids === null) {
    let last = '';
    for (;;) {
      const people = await selectPeople(db, accountId, { after: last });
      if (people.length > 0) yield people;
      if (people.length < rowsPerRead) return;
      last = people.at(-1)?.id ?? '';
    }
  }
  for (let first = 0; first < ids.length; first += rowsPerRead) {
    const people = await selectPeople(db, accountId, { among: ids.slice(first, first + rowsPerRead) });
    if (people.length > 0) yield people;
  }
}

function selectPeople(
  db: Queryable,
  accountId: string,
  { after, among }: { readonly after?: string; readonly among?: readonly string[] },
) {
  let people = db
    .selectFrom('scim_users')
    .innerJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'scim_users.user_id')
        .onRef('memberships.account_id', '=', 'scim_users.account_id'),
    )
    .select(['scim_users.id', 'scim_users.user_id', 'scim_users.role_from'])
    .select(['memberships.role', 'memberships.project_ids', 'memberships.tag_ids', 'memberships.revision'])
    .where('scim_users.account_id', '=', accountId)
    .where('scim_users.removed_at', 'is', null);
  if (after !== undefined) people = people.where('scim_users.id', '>', after);
  if (among !== undefined) people = people.where('scim_users.id', 'in', among);
  return people.orderBy('scim_users.id').limit(rowsPerRead).execute();
}

async function markGiven(transaction: Queryable, id: string): Promise<void> {
  await transaction.updateTable('scim_users').set({ role_from: 'directory' }).where('id', '=', id).execute();
}

/** Whether it changed anything. */
async function give(transaction: Queryable, accountId: string, person: Person, meant: GivenRights): Promise<boolean> {
  const present = { role: person.role, projectIds: readProjects(person), tagIds: readTags(person) };
  if (isDeepStrictEqual(present, { ...meant })) return false;
  await transaction
    .updateTable('memberships')
    .set({
      ...{ role: meant.role, ...limitColumns(meant), revision: person.revision + 1 },
      updated_at: new Date().toISOString(),
    })
    .where('account_id', '=', accountId)
    .where('user_id', '=', person.user_id)
    .execute();
  await endSessionsIn(transaction, accountId, person.user_id);
  return true;
}
