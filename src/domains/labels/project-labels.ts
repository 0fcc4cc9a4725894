import type { Queryable } from '../../platform/database/tables.ts';
import { fieldFault } from '../../platform/faults.ts';
import { foldLabel, readLabelName } from './label-names.ts';
import { ensureLabels, findLabels } from './labels.ts';

/** Of one project. */
export const mostTags = 20;

export interface ProjectLabels {
  /** By name. */
  readonly tags: readonly string[];
  readonly folder: string | null;
}

/** The tags of each of the projects, by name, and its folder. */
async function labelsOf(db: Queryable, projectIds: readonly string[]): Promise<Map<string, ProjectLabels>> {
  if (projectIds.length === 0) return new Map();
  const tagged = db
    .selectFrom('project_tags')
    .innerJoin('labels', 'labels.id', 'project_tags.tag_id')
    .select(['project_tags.project_id', 'labels.name', 'labels.folded'])
    .where('project_tags.project_id', 'in', projectIds);
  const inFolders = db
    .selectFrom('projects')
    .innerJoin('labels', 'labels.id', 'projects.folder_id')
    .select(['projects.id', 'labels.name'])
    .where('projects.id', 'in', projectIds);
  const [tags, folders] = await Promise.all([tagged.execute(), inFolders.execute()]);
  const tagsOf = Map.groupBy(tags, ({ project_id }) => project_id);
  const folderOf = new Map(folders.map(({ id, name }) => [id, name]));
  const byName = (rows: typeof tags) => rows.toSorted((one, other) => (one.folded < other.folded ? -1 : 1));
  return new Map(
    projectIds.map((id) => [
      id,
      { tags: byName(tagsOf.get(id) ?? []).map(({ name }) => name), folder: folderOf.get(id) ?? null },
    ]),
  );
}

/** Each of the projects with its tags and its folder. */
export async function withLabels<Item extends { readonly id: string }>(db: Queryable, projects: readonly Item[]) {
  const labels = await labelsOf(
    db,
    projects.map(({ id }) => id),
  );
  return projects.map((project) => ({ ...project, ...(labels.get(project.id) ?? { tags: [], folder: null }) }));
}

interface Labelled {
  readonly id: string;
  readonly account_id: string;
}

/**
 * Gives a project these tags and no others; those that the account does not have yet are made. Once `holdLabels` holds them.
 * Throws a fault of `tags`.
 */
export async function setTags(transaction: Queryable, project: Labelled, names: readonly string[]): Promise<void> {
  const folded = new Set(names.map((name) => foldLabel(readLabelName('tags', name))));
  if (folded.size > mostTags) {
    throw fieldFault('tags', 'most', `A project has ${mostTags} tags at most.`);
  }
  const ids = await ensureLabels(transaction, project.account_id, 'tag', names, 'tags');
  let others = transaction.deleteFrom('project_tags').where('project_id', '=', project.id);
  if (ids.length > 0) others = others.where('tag_id', 'not in', ids);
  await others.execute();
  if (ids.length === 0) return;
  const rows = ids.map((tag_id) => ({ project_id: project.id, tag_id, account_id: project.account_id }));
  await transaction
    .insertInto('project_tags')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['project_id', 'tag_id']).doNothing())
    .execute();
}

/** Gives a project the tags of another one. */
export async function copyTags(transaction: Queryable, from: string, { id, account_id }: Labelled): Promise<void> {
  const tags = transaction.selectFrom('project_tags').select('tag_id').where('project_id', '=', from);
  const rows = (await tags.execute()).map(({ tag_id }) => ({ project_id: id, tag_id, account_id }));
  if (rows.length > 0) await transaction.insertInto('project_tags').values(rows).execute();
}

/** The tags of a project once some are added and some, whatever their case, are taken away. */
export async function changedTags(
  db: Queryable,
  { id }: Pick<Labelled, 'id'>,
  {
    add = [],
    remove = [],
  }: { readonly add?: readonly string[] | undefined; readonly remove?: readonly string[] | undefined },
): Promise<string[]> {
  const gone = new Set(remove.map(foldLabel));
  const before = (await labelsOf(db, [id])).get(id)?.tags ?? [];
  return [...before, ...add].filter((name) => !gone.has(foldLabel(name)));
}

/** The id of the folder with a name, which is made if the account has none yet; null for none. Throws a fault of `folder`. */
export async function folderIdOf(
  transaction: Queryable,
  accountId: string,
  name: string | null,
): Promise<string | null> {
  if (name === null) return null;
  const [id = null] = await ensureLabels(transaction, accountId, 'folder', [name], 'folder');
  return id;
}

/** The ids of an account's tags with these names; throws a fault of `field` for a name that it does not have. */
export async function tagIdsOf(
  db: Queryable,
  accountId: string,
  names: readonly string[],
  field: string,
): Promise<string[]> {
  const found = await findLabels(db, accountId, 'tag', names);
  const unknown = names.find((name) => !found.some(({ folded }) => folded === foldLabel(name)));
  if (unknown !== undefined) {
    throw fieldFault(field, 'exists', `The account has no tag ${unknown}. Give it to a project first.`);
  }
  return found.map(({ id }) => id);
}

/** The names of tags by their ids, without those that are gone. */
export async function tagNames(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('labels')
    .select(['id', 'name'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export async function tagIdsOfProject(db: Queryable, projectId: string): Promise<string[]> {
  const rows = await db.selectFrom('project_tags').select('tag_id').where('project_id', '=', projectId).execute();
  return rows.map(({ tag_id }) => tag_id);
}
