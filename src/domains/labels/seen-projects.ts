import type { Queryable } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { foldLabel } from './label-names.ts';
import { findLabels } from './labels.ts';

/** Of one account; those beyond are not looked at. */
export const mostProjects = 20_000;
/** In place of no project at all, since SQL has no list of nothing; no project, and nothing of an account, has this id. */
const noProject = ['none'];

/** What narrows a list to some projects: all of the tags, by name, and the folder. */
export interface LabelFilter {
  readonly tag?: readonly string[] | undefined;
  readonly folder?: string | undefined;
}

/** Whose projects are looked at, and those alone where somebody is limited to some. */
export interface Seen {
  readonly account: Pick<Caller['account'], 'id'>;
  readonly projectIds: Caller['projectIds'];
}

/** The caller as one who sees only those of their projects that have all of the tags and are in the folder. */
export async function narrowed<Who extends Seen>(db: Queryable, caller: Who, filter: LabelFilter): Promise<Who> {
  if (!filter.tag?.length && filter.folder === undefined) return caller;
  const found = await findLabelled(db, caller.account.id, filter);
  const { projectIds: own } = caller;
  const among = new Set(own ?? found);
  const seen = found.filter((id) => among.has(id));
  return { ...caller, projectIds: orNone(seen) };
}

async function findLabelled(db: Queryable, accountId: string, { tag = [], folder }: LabelFilter): Promise<string[]> {
  const names = [...new Set(tag)];
  const [tags, folders] = await Promise.all([
    findLabels(db, accountId, 'tag', names),
    findLabels(db, accountId, 'folder', folder === undefined ? [] : [folder]),
  ]);
  const isMissing = names.some((name) => !tags.some(({ folded }) => folded === foldLabel(name)));
  if (isMissing || (folder !== undefined && folders.length === 0)) return [];
  let found = db.selectFrom('projects').select('id').where('account_id', '=', accountId);
  const [ofFolder] = folders;
  if (ofFolder) found = found.where('folder_id', '=', ofFolder.id);
  for (const { id } of tags) {
    found = found.where('id', 'in', db.selectFrom('project_tags').select('project_id').where('tag_id', '=', id));
  }
  return (await found.orderBy('id').limit(mostProjects).execute()).map((row) => row.id);
}

/** The projects that somebody sees who is limited to some, and to those with any of some tags, as of now; null for all. */
export async function seenProjects(
  db: Queryable,
  projectIds: readonly string[] | null,
  tagIds: readonly string[],
): Promise<readonly string[] | null> {
  if (projectIds === null) return null;
  if (tagIds.length === 0) return orNone(projectIds);
  const tagged = await db
    .selectFrom('project_tags')
    .select(['project_id', 'account_id'])
    .distinct()
    .where('tag_id', 'in', tagIds)
    .orderBy('project_id')
    .limit(mostProjects)
    .execute();
  const reports = await portfolioReports(db, [...new Set(tagged.map(({ account_id }) => account_id))]);
  const shown = tagged.flatMap(({ project_id }) => (reports.has(project_id) ? [] : [project_id]));
  return orNone([...new Set([...projectIds, ...shown])]);
}

/** A report of the portfolio tells of all projects, so a tag does not show it; whoever is to see it is given it by its id. */
async function portfolioReports(db: Queryable, accountIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set();
  const own = db.selectFrom('projects').select('id').where('account_id', 'in', accountIds);
  const rows = await own.where('portfolio', 'is not', null).execute();
  return new Set(rows.map(({ id }) => id));
}

const orNone = (ids: readonly string[]): readonly string[] => (ids.length === 0 ? noProject : ids);
