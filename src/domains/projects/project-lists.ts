import type { Selectable } from 'kysely';
import { type Page, type PageOf, selectPage } from '../../platform/database/pages.ts';
import type { ProjectsTable, Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { type LabelFilter, mostProjects, narrowed, type Seen } from '../labels/seen-projects.ts';

/** What a list of projects is narrowed to. */
export interface ProjectFilter extends LabelFilter {
  readonly status?: 'active' | 'archived' | undefined;
  /** Words that a name or client has to have. */
  readonly q?: string | undefined;
  /** The template that they follow. */
  readonly template_id?: string | undefined;
}

export interface ProjectQuery extends Page, ProjectFilter {
  readonly sort: 'created_at' | 'updated_at' | 'name';
}

export async function listProjects(
  db: Queryable,
  caller: Seen,
  query: ProjectQuery,
): Promise<PageOf<ReturnType<typeof toProjectSummary>>> {
  const { account, projectIds } = await narrowed(db, caller, query);
  if (projectIds || query.q?.trim() || query.template_id) return searchProjects(db, account.id, query, projectIds);
  const listed = { owner: account.id, status: query.status };
  return selectPage(db, 'projects', summaryColumns, listed, query, toProjectSummary);
}

/** The same for a caller who is limited to some projects, for those whose name or client has all words of `q`, or who follow a template. */
async function searchProjects(
  db: Queryable,
  accountId: string,
  { sort, direction, page, per_page, ...filter }: ProjectQuery,
  projectIds: readonly string[] | null,
): ReturnType<typeof listProjects> {
  const sorted = selectSeen(db, accountId, filter, projectIds).select(summaryColumns);
  const rows = await sorted.orderBy(sort, direction).orderBy('id', direction).limit(mostProjects).execute();
  const found = rows.filter(hasWords(filter.q));
  const first = (page - 1) * per_page;
  return { items: found.slice(first, first + per_page).map(toProjectSummary), total: found.length };
}

/** The ids of all projects that a filter finds among those that the caller sees, by name; at most 20,000. */
export async function findProjectIds(db: Queryable, caller: Seen, filter: ProjectFilter): Promise<string[]> {
  const { account, projectIds } = await narrowed(db, caller, filter);
  const seen = selectSeen(db, account.id, filter, projectIds).select(['id', 'name', 'client_name']);
  const rows = await seen.orderBy('name').orderBy('id').limit(mostProjects).execute();
  return rows.filter(hasWords(filter.q)).map(({ id }) => id);
}

function selectSeen(
  db: Queryable,
  accountId: string,
  { status, template_id }: ProjectFilter,
  projectIds: readonly string[] | null,
) {
  let own = db.selectFrom('projects').where('account_id', '=', accountId);
  if (projectIds !== null) own = own.where('id', 'in', projectIds);
  if (template_id !== undefined) own = own.where('template_id', '=', template_id);
  return status === undefined ? own : own.where('status', '=', status);
}

/** Tells the projects whose name or client has all words of `q`, in any case and without accents. */
export function hasWords(q = '') {
  const words = folded(q).match(/\S+/g) ?? [];
  return ({ name, client_name }: Pick<Selectable<ProjectsTable>, 'name' | 'client_name'>) => {
    const text = folded(`${name} ${client_name ?? ''}`);
    return words.every((word) => text.includes(word));
  };
}

/** In any case and without accents, which the two databases do not compare alike. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Without the settings: the logo alone can have 175,000 characters. */
const summaryColumns = [
  'id',
  'name',
  'client_name',
  'status',
  'time_zone',
  'currency',
  'locale',
  'created_at',
  'updated_at',
  'archived_at',
] as const;

/** A project as lists show it. */
export function toProjectSummary(project: Pick<Selectable<ProjectsTable>, (typeof summaryColumns)[number]>) {
  return {
    id: project.id,
    name: project.name,
    client_name: project.client_name,
    status: project.status,
    time_zone: project.time_zone,
    currency: project.currency,
    locale: project.locale,
    created_at: toTimestamp(project.created_at),
    updated_at: toTimestamp(project.updated_at),
    archived_at: toTimestamp(project.archived_at),
  };
}
