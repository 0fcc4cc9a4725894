import type { Selectable } from 'kysely';
import type { DirectoriesTable, Queryable } from '../../platform/database/tables.ts';
import type { tokenRoles } from '../../platform/database/words.ts';
import type { CheckRevision } from '../../platform/http/revisions.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { tagNames } from '../labels/project-labels.ts';
import { checkRights, limitColumns, limitOf, readProjects, readTags, type StoredRights } from '../members/members.ts';

type DirectoryRow = Selectable<DirectoriesTable>;
export type DirectoryRole = (typeof tokenRoles)[number];

/** What a directory gives people; a group may give none. */
export interface GivenRights extends StoredRights {
  readonly role: DirectoryRole;
  readonly tagIds: readonly string[];
}

/** What an account decides about its directory. */
export interface Directory {
  readonly rights: GivenRights;
  readonly tags: readonly string[];
  readonly sendsMail: boolean;
  /** Grows with each change; 1 before the first. */
  readonly revision: number;
}

export interface DirectoryChanges {
  readonly role?: DirectoryRole | undefined;
  readonly projectIds?: readonly string[] | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly sendsMail?: boolean | undefined;
}

/** The decisions of an account; whoever is in no group with a role sees all as a viewer until somebody has decided. */
export async function readDirectory(db: Queryable, accountId: string): Promise<Directory> {
  const row = await db.selectFrom('directories').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  if (!row) {
    return { rights: { role: 'viewer', projectIds: null, tagIds: [] }, tags: [], sendsMail: true, revision: 1 };
  }
  const rights = rightsOf(row, row.default_role);
  const names = await tagNames(db, rights.tagIds);
  return {
    rights,
    tags: rights.tagIds.flatMap((id) => names.get(id) ?? []),
    sendsMail: row.sends_mail === 1,
    revision: row.revision,
  };
}

/** The rights that a stored row names. */
export function rightsOf(row: Pick<DirectoryRow, 'project_ids' | 'tag_ids'>, role: DirectoryRole): GivenRights {
  return { role, projectIds: readProjects(row), tagIds: readTags(row) };
}

/** Decides about a directory. Throws faults of `project_ids` and `tags`. The rights of people are to be applied anew then. */
export async function changeDirectory(
  transaction: Queryable,
  accountId: string,
  changes: DirectoryChanges,
  checkRevision: CheckRevision,
): Promise<Directory> {
  await lockAccount(transaction, accountId);
  const before = await readDirectory(transaction, accountId);
  checkRevision(before.revision);
  const rights = await changedRights(transaction, accountId, { ...before.rights, tags: before.tags }, changes);
  const now = new Date().toISOString();
  const columns = {
    default_role: rights.role,
    ...limitColumns(rights),
    sends_mail: (changes.sendsMail ?? before.sendsMail) ? 1 : 0,
    revision: before.revision + 1,
    updated_at: now,
  };
  await transaction
    .insertInto('directories')
    .values({ account_id: accountId, created_at: now, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute();
  return readDirectory(transaction, accountId);
}

/** What is given takes the place of what was; a role that is never limited ends the limit. Throws faults of `project_ids` and `tags`. */
export async function changedRights(
  db: Queryable,
  accountId: string,
  before: GivenRights & { readonly tags: readonly string[] },
  { role = before.role, projectIds, tags }: DirectoryChanges,
): Promise<GivenRights> {
  const isGiven = projectIds !== undefined || tags !== undefined;
  if (!isGiven) {
    return role === 'admin' ? { role, projectIds: null, tagIds: [] } : { ...before, role };
  }
  const limit =
    projectIds === null
      ? { projectIds, tags }
      : limitOf(projectIds ?? before.projectIds ?? undefined, tags ?? before.tags);
  const { tagIds = [], ...checked } = await checkRights(db, accountId, { role, ...limit });
  return { ...checked, role, tagIds };
}
