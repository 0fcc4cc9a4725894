import type { Queryable } from '../../platform/database/tables.ts';
import { missing } from '../../platform/faults.ts';
import type { CheckRevision } from '../../platform/http/revisions.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { tagNames } from '../labels/project-labels.ts';
import { limitColumns } from '../members/members.ts';
import { changedRights, type DirectoryChanges, type DirectoryRole, type GivenRights, rightsOf } from './directories.ts';
import { applyRights, type ChangedRole } from './group-rights.ts';
import type { ScimGroupRow } from './scim-group-rows.ts';
import { mostGroups } from './scim-groups.ts';

/** A group with what it gives, as owners see it. */
export interface ManagedGroup {
  readonly row: ScimGroupRow;
  readonly members: number;
  /** Null for nothing. */
  readonly rights: GivenRights | null;
  readonly tags: readonly string[];
}

/** The groups of an account's directory, the oldest first. */
export async function listManagedGroups(db: Queryable, accountId: string, id?: string): Promise<ManagedGroup[]> {
  let groups = db.selectFrom('scim_groups').selectAll('scim_groups').where('account_id', '=', accountId);
  if (id !== undefined) groups = groups.where('id', '=', id);
  const rows = await groups
    .select((select) =>
      select
        .selectFrom('scim_group_members')
        .select((count) => count.fn.countAll().as('members'))
        .whereRef('scim_group_members.group_id', '=', 'scim_groups.id')
        .as('members'),
    )
    .orderBy('id')
    .limit(mostGroups)
    .execute();
  const given = rows.map(({ members, ...row }) => {
    const rights = row.role === null ? null : rightsOf(row, row.role);
    return { row, members: Number(members), rights };
  });
  const names = await tagNames(
    db,
    given.flatMap(({ rights }) => rights?.tagIds ?? []),
  );
  return given.map((group) => ({
    ...group,
    tags: (group.rights?.tagIds ?? []).flatMap((tag) => names.get(tag) ?? []),
  }));
}

/** Throws `not_found`. */
export async function getManagedGroup(db: Queryable, accountId: string, id: string): Promise<ManagedGroup> {
  const [group] = await listManagedGroups(db, accountId, id);
  if (!group) throw missing('group', id);
  return group;
}

export interface GroupChanges extends Pick<DirectoryChanges, 'projectIds' | 'tags'> {
  /** Null for a group that gives nothing. */
  readonly role?: DirectoryRole | null | undefined;
}

/** Decides what a group gives, and gives it its people at once. Throws `not_found`, and faults of `project_ids` and `tags`. */
export async function changeGroup(
  transaction: Queryable,
  accountId: string,
  id: string,
  { role, ...limit }: GroupChanges,
  checkRevision: CheckRevision,
): Promise<{ readonly group: ManagedGroup; readonly roles: readonly ChangedRole[] }> {
  await lockAccount(transaction, accountId);
  const before = await getManagedGroup(transaction, accountId, id);
  checkRevision(before.row.revision);
  const rights = await newRights(transaction, accountId, before, role, limit);
  await transaction
    .updateTable('scim_groups')
    .set({
      role: rights?.role ?? null,
      ...limitColumns(rights ?? { projectIds: null }),
      revision: before.row.revision + 1,
      updated_at: new Date().toISOString(),
    })
    .where('id', '=', id)
    .execute();
  const members = await transaction
    .selectFrom('scim_group_members')
    .select('scim_user_id')
    .where('group_id', '=', id)
    .execute();
  const ids = members.map(({ scim_user_id }) => scim_user_id);
  const roles = await applyRights(transaction, accountId, ids);
  return { group: await getManagedGroup(transaction, accountId, id), roles };
}

async function newRights(
  transaction: Queryable,
  accountId: string,
  { rights, tags }: ManagedGroup,
  role: DirectoryRole | null | undefined,
  limit: Pick<DirectoryChanges, 'projectIds' | 'tags'>,
): Promise<GivenRights | null> {
  const wanted = role === undefined ? (rights?.role ?? null) : role;
  if (wanted === null) return null;
  const before = rights ?? { role: wanted, projectIds: null, tagIds: [] };
  return changedRights(transaction, accountId, { ...before, tags }, { role: wanted, ...limit });
}
