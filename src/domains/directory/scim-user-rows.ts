import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Queryable, ScimUsersTable } from '../../platform/database/tables.ts';
import type { Values } from './protocol/attributes.ts';
import { ScimFault } from './protocol/faults.ts';
import { enterpriseSchema, groupType, userType } from './protocol/resource-types.ts';

export type ScimUserRow = Selectable<ScimUsersTable>;

/** A stored person with whether they are a member now. */
export type KnownUser = ScimUserRow & { readonly member_id: string | null };

/** The people that the directory of an account keeps. */
export function selectScimUsers(db: Queryable, accountId: string) {
  return db
    .selectFrom('scim_users')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.user_id', '=', 'scim_users.user_id')
        .onRef('memberships.account_id', '=', 'scim_users.account_id'),
    )
    .selectAll('scim_users')
    .select('memberships.user_id as member_id')
    .where('scim_users.account_id', '=', accountId)
    .where('scim_users.removed_at', 'is', null);
}

/** Throws `not_found`. */
export async function getScimUser(db: Queryable, accountId: string, id: string): Promise<KnownUser> {
  const user = await selectScimUsers(db, accountId).where('scim_users.id', '=', id).executeTakeFirst();
  if (!user) throw new ScimFault('not_found', undefined, 'There is no such user.');
  return user;
}

/** What the directory says of somebody, as it may be changed: without what is read only. */
export function writableUser(row: KnownUser): Values {
  const { external_id, member_id, attributes } = row;
  return {
    ...(external_id !== null && { externalId: external_id }),
    ...JSON.parse(attributes),
    active: member_id !== null,
  };
}

/** People as answers show them, with their groups, in the order of the rows. */
export async function showUsers(db: Queryable, base: string, rows: readonly KnownUser[]): Promise<Values[]> {
  const groups = await groupsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => showUser(base, row, groups.get(row.id) ?? []));
}

interface GroupOfUser {
  readonly id: string;
  readonly name: string;
}

async function groupsOf(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, readonly GroupOfUser[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('scim_group_members')
    .innerJoin('scim_groups', 'scim_groups.id', 'scim_group_members.group_id')
    .select(['scim_group_members.scim_user_id', 'scim_groups.id', 'scim_groups.display_name as name'])
    .where('scim_group_members.scim_user_id', 'in', ids)
    .orderBy('scim_groups.id')
    .execute();
  return Map.groupBy(rows, ({ scim_user_id }) => scim_user_id);
}

function showUser(base: string, row: KnownUser, groups: readonly GroupOfUser[]): Values {
  const writable = writableUser(row);
  const user = {
    schemas: [userType.schema.id, ...(enterpriseSchema in writable ? [enterpriseSchema] : [])],
    id: row.id,
    ...writable,
    ...(groups.length > 0 && {
      groups: groups.map(({ id, name }) => ({
        value: id,
        $ref: `${base}${groupType.endpoint}/${id}`,
        display: name,
        type: 'direct',
      })),
    }),
  };
  return {
    ...user,
    meta: {
      resourceType: userType.name,
      created: row.created_at,
      lastModified: row.updated_at,
      location: `${base}${userType.endpoint}/${row.id}`,
      version: versionOf(user, row.updated_at),
    },
  };
}

/** The weak entity tag of a resource as it is shown. */
export function versionOf(...parts: readonly unknown[]): string {
  return `W/"${hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 27)}"`;
}
