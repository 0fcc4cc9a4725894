import type { Queryable } from '../../platform/database/tables.ts';
import { type Doer, recordAudit } from '../audit/audit.ts';
import { isShown } from './protocol/shown.ts';
import { type Expected, type ResourceOperations, requireVersion } from './resource-operations.ts';
import { getScimGroup, groupVersion, type ScimGroupRow, showGroups } from './scim-group-rows.ts';
import { createScimGroup, removeScimGroup, rewriteScimGroup, type WrittenGroup } from './scim-groups.ts';
import { listGroups } from './scim-lists.ts';
import type { OperationParts } from './user-operations.ts';

const mostTold = 100;

/** What a directory can do about groups. */
export function groupOperations({ db, address }: Pick<OperationParts, 'db' | 'address'>): ResourceOperations {
  const show = async (queryable: Queryable, row: ScimGroupRow, hasMembers: boolean) => {
    const [group = {}] = await showGroups(queryable, address, [row], hasMembers);
    return group;
  };
  const checkOf = (expected: Expected) => (row: ScimGroupRow) => requireVersion(expected, groupVersion(row));
  return {
    list: ({ accountId }, query, shown) => listGroups(db, accountId, address, query, isShown(shown, 'members')),
    get: async ({ accountId }, id, shown) => show(db, await getScimGroup(db, accountId, id), isShown(shown, 'members')),
    create: ({ accountId, by }, given) =>
      db.transaction().execute(async (transaction) => {
        const created = await createScimGroup(transaction, accountId, given);
        await record(transaction, by, 'directory.add_group', created);
        return show(transaction, created.row, true);
      }),
    rewrite: ({ accountId, by }, id, rewrite, expected) =>
      db.transaction().execute(async (transaction) => {
        const written = await rewriteScimGroup(transaction, accountId, id, rewrite, checkOf(expected));
        await record(transaction, by, 'directory.update_group', written);
        return show(transaction, written.row, true);
      }),
    remove: ({ accountId, by }, id, expected) =>
      db.transaction().execute(async (transaction) => {
        const removed = await removeScimGroup(transaction, accountId, id, checkOf(expected));
        await record(transaction, by, 'directory.remove_group', removed);
      }),
  };
}

/** Says what has changed, and that nothing has where it is so; of many people the first hundred. */
async function record(
  transaction: Queryable,
  by: Doer,
  action: string,
  { row, changed, added, removed, roles }: WrittenGroup,
): Promise<void> {
  const details = {
    group: row.display_name,
    fields: changed,
    ...(added.length > 0 && { added: added.slice(0, mostTold), added_count: added.length }),
    ...(removed.length > 0 && { removed: removed.slice(0, mostTold), removed_count: removed.length }),
    ...(roles.length > 0 && {
      roles: Object.fromEntries(roles.slice(0, mostTold).map((one) => [one.userId, one.role])),
    }),
  };
  await recordAudit(transaction, by, { action, accountId: row.account_id, subject: row.id, details });
}
