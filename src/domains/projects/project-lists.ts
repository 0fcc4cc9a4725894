import type { Selectable } from 'kysely';
import { type Page, type PageOf, selectPage } from '../../platform/database/pages.ts';
import type { ProjectsTable, Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';

export interface ProjectQuery extends Page {
  readonly sort: 'created_at' | 'updated_at' | 'name';
  readonly status?: 'active' | 'archived' | undefined;
  /** Words that a name or client has to have. */
  readonly q?: string | undefined;
  /** The template that they follow. */
  readonly template_id?: string | undefined;
}

export async function listProjects(
  db: Queryable,
  accountId: string,
  query: ProjectQuery,
  projectIds: readonly string[] | null = null,
): Promise<PageOf<ReturnType<typeof toProjectSummary>>> {
  if (projectIds || query.q?.trim() || query.template_id) return searchProjects(db, accountId, query, projectIds);
  const listed = { owner: accountId, status: query.status };
  return selectPage(db, 'projects', summaryColumns, listed, query, toProjectSummary);
}

/** Projects of one account that are searched through; there are fewer of those that a member is limited to. */
const mostSearched = 20_000;

/** The same for a caller who is limited to some projects, for those whose name or client has all words of `q`, or who follow a template. */
async function searchProjects(
  db: Queryable,
  accountId: string,
  { status, q = '', template_id, sort, direction, page, per_page }: ProjectQuery,
  projectIds: readonly string[] | null,
): ReturnType<typeof listProjects> {
  let own = db.selectFrom('projects').where('account_id', '=', accountId);
  if (projectIds !== null) own = own.where('id', 'in', projectIds);
  if (status !== undefined) own = own.where('status', '=', status);
  if (template_id !== undefined) own = own.where('template_id', '=', template_id);
  const sorted = own.select(summaryColumns).orderBy(sort, direction).orderBy('id', direction);
  const rows = await sorted.limit(mostSearched).execute();
  const words = folded(q).match(/\S+/g) ?? [];
  const found = rows.filter(({ name, client_name }) => {
    const text = folded(`${name} ${client_name ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  const first = (page - 1) * per_page;
  return { items: found.slice(first, first + per_page).map(toProjectSummary), total: found.length };
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
