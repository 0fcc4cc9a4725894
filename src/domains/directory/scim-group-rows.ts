import type { Selectable } from 'kysely';
import type { Queryable, ScimGroupsTable } from '../../platform/database/tables.ts';
import type { Values } from './protocol/attributes.ts';
import { ScimFault } from './protocol/faults.ts';
import { groupType, userType } from './protocol/resource-types.ts';
import { versionOf } from './scim-user-rows.ts';

export type ScimGroupRow = Selectable<ScimGroupsTable>;

/** Throws `not_found`. */
export async function getScimGroup(db: Queryable, accountId: string, id: string): Promise<ScimGroupRow> {
  const group = await db
    .selectFrom('scim_groups')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!group) throw new ScimFault('not_found', undefined, 'There is no such group.');
  return group;
}

/** The ids of who is in groups, by group. */
export async function membersOf(
  db: Queryable,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (groupIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('scim_group_members')
    .select(['group_id', 'scim_user_id'])
    .where('group_id', 'in', groupIds)
    .orderBy('scim_user_id')
    .execute();
  const byGroup = Map.groupBy(rows, ({ group_id }) => group_id);
  return new Map([...byGroup].map(([id, own]) => [id, own.map(({ scim_user_id }) => scim_user_id)]));
}

/** What the directory says of a group, as it may be changed. */
export function writableGroup({ display_name, external_id }: ScimGroupRow, members: readonly string[]): Values {
  return {
    ...(external_id !== null && { externalId: external_id }),
    displayName: display_name,
    ...(members.length > 0 && { members: members.map((value) => ({ value })) }),
  };
}

/** Groups as answers show them, in the order of the rows; without asking who is in them unless `hasMembers`. */
export async function showGroups(
  db: Queryable,
  base: string,
  rows: readonly ScimGroupRow[],
  hasMembers: boolean,
): Promise<Values[]> {
  const ids = rows.map(({ id }) => id);
  const members = hasMembers ? await membersOf(db, ids) : new Map<string, readonly string[]>();
  return rows.map((row) => showGroup(base, row, members.get(row.id) ?? []));
}

function showGroup(base: string, row: ScimGroupRow, members: readonly string[]): Values {
  const writable = writableGroup(row, []);
  return {
    schemas: [groupType.schema.id],
    id: row.id,
    ...writable,
    ...(members.length > 0 && {
      members: members.map((value) => ({ value, $ref: `${base}${userType.endpoint}/${value}`, type: 'User' })),
    }),
    meta: {
      resourceType: groupType.name,
      created: row.created_at,
      lastModified: row.updated_at,
      location: `${base}${groupType.endpoint}/${row.id}`,
      version: groupVersion(row),
    },
  };
}

/** Its revision grows with each change of its members too. */
export function groupVersion({ id, revision }: ScimGroupRow): string {
  return versionOf(id, revision);
}
