import type { Selectable } from 'kysely';
import type { MembershipsTable, Queryable, Role } from '../../platform/database/tables.ts';
import { roles } from '../../platform/database/words.ts';
import { ServiceError } from '../../platform/errors.ts';
import { fieldFault, missing } from '../../platform/faults.ts';
import { getAccount, lockAccount } from '../accounts/accounts.ts';
import { getPlanOfAccount } from '../accounts/plans.ts';
import { tagIdsOf, tagNames } from '../labels/project-labels.ts';
import { requireOtherOwner } from '../users/owners.ts';
import { endSessionsOf } from '../users/sessions.ts';

/** What somebody may do in an account. */
export interface Rights {
  readonly role: Role;
  /** The projects it is limited to; null for all. */
  readonly projectIds: readonly string[] | null;
  /** The tags, by name, whose projects it is limited to as well; none unless `projectIds` limits it. */
  readonly tags?: readonly string[] | undefined;
}

/** The same as it is stored. */
export interface StoredRights extends Pick<Rights, 'role' | 'projectIds'> {
  readonly tagIds?: readonly string[];
}

export interface Member extends Rights {
  readonly tags: readonly string[];
  /** With those of tags that are gone. */
  readonly tagIds: readonly string[];
  readonly accountId: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly isDisabled: boolean;
  /** Of whom the directory of the company keeps: the groups that give a role, by name. Null for others. */
  readonly directory: { readonly groups: readonly string[] } | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Grows with each change of what they may do. */
  readonly revision: number;
}

type MemberRow = Selectable<MembershipsTable> & { email: string; name: string; disabled_at: string | null };

const mostProjects = 100;
const mostTags = 20;

function selectMembers(db: Queryable) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .selectAll('memberships')
    .select(['users.email', 'users.name', 'users.disabled_at']);
}

async function toMembers(db: Queryable, rows: readonly MemberRow[]): Promise<Member[]> {
  const names = await tagNames(db, rows.flatMap(readTags));
  const directory = await directoryGroups(db, rows);
  return rows.map((row) => toMember(row, names, directory));
}

function toMember(row: MemberRow, names: ReadonlyMap<string, string>, directory: DirectoryGroups): Member {
  const tagIds = readTags(row);
  return {
    tagIds,
    tags: tagIds.flatMap((id) => names.get(id) ?? []),
    accountId: row.account_id,
    userId: row.user_id,
    email: row.email,
    name: row.name,
    isDisabled: row.disabled_at !== null,
    directory: directory.get(row.user_id) ?? null,
    role: row.role,
    projectIds: readProjects(row),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  };
}

type DirectoryGroups = ReadonlyMap<string, NonNullable<Member['directory']>>;

/** For those whom the directory of the account keeps, the groups that give them a role. All are of one account. */
async function directoryGroups(db: Queryable, rows: readonly MemberRow[]): Promise<DirectoryGroups> {
  const [first] = rows;
  if (!first) return new Map();
  let people = db
    .selectFrom('scim_users')
    .leftJoin('scim_group_members', 'scim_group_members.scim_user_id', 'scim_users.id')
    .leftJoin('scim_groups', (join) =>
      join.onRef('scim_groups.id', '=', 'scim_group_members.group_id').on('scim_groups.role', 'is not', null),
    )
    .select(['scim_users.user_id', 'scim_groups.display_name'])
    .where('scim_users.account_id', '=', first.account_id)
    .where('scim_users.removed_at', 'is', null);
  if (rows.length === 1) people = people.where('scim_users.user_id', '=', first.user_id);
  const found = await people.orderBy('scim_groups.display_name').execute();
  const byUser = Map.groupBy(found, ({ user_id }) => user_id);
  return new Map(
    [...byUser].map(([id, own]) => [id, { groups: own.flatMap(({ display_name }) => display_name ?? []) }]),
  );
}

/** The projects that a stored row is limited to; null for all. */
export function readProjects({ project_ids }: { readonly project_ids: string | null }): readonly string[] | null {
  return project_ids === null ? null : JSON.parse(project_ids);
}

/** The ids of the tags that a stored row is limited to. */
export function readTags({ tag_ids }: { readonly tag_ids: string | null }): readonly string[] {
  return tag_ids === null ? [] : JSON.parse(tag_ids);
}

/** The columns of what a member or an invitation is limited to. */
export function limitColumns({ projectIds, tagIds = [] }: Pick<StoredRights, 'projectIds' | 'tagIds'>) {
  return { project_ids: writeProjects(projectIds), tag_ids: tagIds.length === 0 ? null : JSON.stringify(tagIds) };
}

function writeProjects(ids: readonly string[] | null): string | null {
  return ids === null ? null : JSON.stringify(ids);
}

/** The members of an account, oldest first. Throws `not_found` when there is no such account. */
export async function listMembers(db: Queryable, accountId: string): Promise<Member[]> {
  await getAccount(db, accountId);
  const rows = await selectMembers(db)
    .where('memberships.account_id', '=', accountId)
    .orderBy('memberships.created_at')
    .orderBy('memberships.user_id')
    .execute();
  return toMembers(db, rows);
}

/** What a user may do in an account; undefined for nothing. Asks the database, so that a change holds at once. */
export async function findMember(db: Queryable, accountId: string, userId: string): Promise<Member | undefined> {
  const row = await selectMembers(db)
    .where('memberships.account_id', '=', accountId)
    .where('memberships.user_id', '=', userId)
    .executeTakeFirst();
  return row && (await toMembers(db, [row]))[0];
}

/** The accounts of a user, by name. */
export async function listAccountsOf(
  db: Queryable,
  userId: string,
): Promise<(Pick<Rights, 'role' | 'projectIds'> & { readonly accountId: string; readonly accountName: string })[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
    .selectAll('memberships')
    .select('accounts.name')
    .where('memberships.user_id', '=', userId)
    .orderBy('accounts.name')
    .orderBy('accounts.id')
    .execute();
  return rows.map((row) => ({
    ...{ accountId: row.account_id, accountName: row.name },
    ...{ role: row.role, projectIds: readProjects(row) },
  }));
}

/**
 * What is stored of rights. Throws a fault of `project_ids` or `tags` unless the limit is of the account's projects and tags,
 * for a role that can have one.
 */
export async function checkRights(
  db: Queryable,
  accountId: string,
  { role, projectIds, tags = [] }: Rights,
): Promise<StoredRights> {
  if (projectIds === null) {
    if (tags.length === 0) return { role, projectIds };
    const message = 'Null in project_ids is all projects; leave it out to limit somebody to tags.';
    throw fieldFault('project_ids', 'tags', message);
  }
  if (role === 'admin' || role === 'owner') {
    throw fieldFault('project_ids', 'role', `A member of role ${role} is never limited to projects or tags.`);
  }
  if (projectIds.length + tags.length === 0 || projectIds.length > mostProjects) {
    const message = `A membership is limited to 1 to ${mostProjects} projects or to tags, or not at all.`;
    throw fieldFault('project_ids', 'length', message);
  }
  if (tags.length > mostTags) {
    throw fieldFault('tags', 'length', `A membership is limited to ${mostTags} tags at most.`);
  }
  await requireProjects(db, accountId, projectIds);
  return { role, projectIds, tagIds: await tagIdsOf(db, accountId, tags, 'tags') };
}

async function requireProjects(db: Queryable, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const own = db.selectFrom('projects').select('id').where('account_id', '=', accountId).where('id', 'in', ids);
  const rows = await own.execute();
  const unknown = ids.find((id) => !rows.some((row) => row.id === id));
  if (unknown) throw fieldFault('project_ids', 'exists', `The account has no project ${unknown}.`);
}

/** The limit that is meant where projects are not named: those with the tags alone, or else all. */
export function limitOf(
  projectIds: readonly string[] | null | undefined,
  tags: readonly string[] | undefined,
): Pick<Rights, 'projectIds' | 'tags'> {
  return { projectIds: projectIds === undefined && tags?.length ? [] : (projectIds ?? null), tags };
}

/** Throws `plan_limit_reached` when the plan allows no more members; `others` are those who are still to come. */
export async function requireRoom(transaction: Queryable, accountId: string, others: number): Promise<void> {
  const { name, maxMembers } = await getPlanOfAccount(transaction, accountId);
  if (maxMembers === null) return;
  if ((await countMembers(transaction, accountId)) + others < maxMembers) return;
  throw new ServiceError('plan_limit_reached', {
    message: `The plan "${name}" allows ${maxMembers} members, those invited among them. Upgrade the plan to add more.`,
  });
}

/** Members, without those who are invited. */
export async function countMembers(db: Queryable, accountId: string): Promise<number> {
  const { members } = await db
    .selectFrom('memberships')
    .select((select) => select.fn.countAll().as('members'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(members);
}

/** Makes a user a member who is none yet. */
export async function insertMember(
  transaction: Queryable,
  accountId: string,
  userId: string,
  { role, ...limit }: StoredRights,
): Promise<void> {
  const now = new Date().toISOString();
  await transaction
    .insertInto('memberships')
    .values({
      ...{ account_id: accountId, user_id: userId, role, ...limitColumns(limit) },
      ...{ created_at: now, updated_at: now },
    })
    .execute();
}

export interface ChangeTerms {
  /** Even if the account is left without an owner. */
  readonly isForced?: boolean | undefined;
  /** Called with the member as they are, locked; throws what refuses the change. */
  readonly check?: (member: Member) => void;
}

/** Whether somebody of role `own` may make, change or remove a member of role `other`: those below themselves, and an owner all. */
export function mayManage(own: Role | null, other: Role): boolean {
  return own === 'owner' || (own !== null && roles.indexOf(own) > roles.indexOf(other));
}

/**
 * Changes what a member may do, and ends their sessions. Throws a fault when the account would be left without an
 * owner, unless forced.
 */
export async function updateMember(
  transaction: Queryable,
  accountId: string,
  userId: string,
  rights: Partial<Rights>,
  { isForced = false, check }: ChangeTerms = {},
): Promise<Member> {
  await lockAccount(transaction, accountId);
  const member = await getMember(transaction, accountId, userId);
  check?.(member);
  const changed = await changedRights(transaction, member, rights);
  const isDemoted = member.role === 'owner' && changed.role !== 'owner';
  if (isDemoted && !isForced) await requireOtherOwner(transaction, accountId, userId);
  await transaction
    .updateTable('memberships')
    .set({
      ...{ role: changed.role, ...limitColumns(changed), revision: member.revision + 1 },
      updated_at: new Date().toISOString(),
    })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
  await endSessionsOf(transaction, userId);
  return getMember(transaction, accountId, userId);
}

/** What is given takes the place of what a member has; a role that cannot be limited ends the limit. */
async function changedRights(
  db: Queryable,
  member: Member,
  { role = member.role, projectIds, tags }: Partial<Rights>,
): Promise<StoredRights> {
  const isGiven = projectIds !== undefined || tags !== undefined;
  if (!isGiven && (role === 'admin' || role === 'owner')) return { role, projectIds: null };
  if (!isGiven) return { role, projectIds: member.projectIds, tagIds: member.tagIds };
  if (projectIds === null) return checkRights(db, member.accountId, { role, projectIds, tags });
  const limit = limitOf(projectIds ?? member.projectIds ?? undefined, tags ?? member.tags);
  return checkRights(db, member.accountId, { role, ...limit });
}

/** The same for taking a member out of an account; the user stays one of others, or of none. */
export async function removeMember(
  transaction: Queryable,
  accountId: string,
  userId: string,
  { isForced = false, check }: ChangeTerms = {},
): Promise<Member> {
  await lockAccount(transaction, accountId);
  const member = await getMember(transaction, accountId, userId);
  check?.(member);
  if (member.role === 'owner' && !isForced) await requireOtherOwner(transaction, accountId, userId);
  await transaction
    .deleteFrom('memberships')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute();
  await endSessionsOf(transaction, userId);
  return member;
}

/** Throws `not_found`. */
export async function getMember(db: Queryable, accountId: string, userId: string): Promise<Member> {
  const member = await findMember(db, accountId, userId);
  if (!member) throw missing('member', userId);
  return member;
}
