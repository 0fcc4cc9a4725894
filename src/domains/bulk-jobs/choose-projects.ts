import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { fieldFault } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { listProjects, type ProjectFilter } from '../projects/project-lists.ts';

/** The most projects of a bulk job. */
export const mostProjects = 5_000;
const namedAtOnce = 500;

/** The projects of a bulk job: some by their ids, or those that a list shows with a filter. */
export interface ChosenProjects {
  readonly ids?: readonly string[] | undefined;
  readonly filter?: ProjectFilter | undefined;
}

interface Chosen {
  readonly id: string;
  readonly name: string;
}

/** The projects as they are now, as far as the caller sees them. Throws `invalid_request` for none, and too many. */
export async function chooseProjects(
  db: Queryable,
  caller: Pick<Caller, 'account' | 'projectIds'>,
  { ids, filter }: ChosenProjects,
): Promise<readonly Chosen[]> {
  if ((ids === undefined) === (filter === undefined)) {
    throw fieldFault('projects', 'oneOf', 'Projects are chosen by ids or by a filter, one of the two.');
  }
  if (ids) return byId(db, caller.account.id, ids, caller.projectIds);
  const query = { ...filter, sort: 'name', direction: 'asc', page: 1, per_page: mostProjects } as const;
  const { items, total } = await listProjects(db, caller, query);
  if (total === 0) throw fieldFault('projects.filter', 'minItems', 'No project has what the filter asks for.');
  if (total <= mostProjects) return items;
  const message = `A bulk job takes at most ${mostProjects} projects; the filter finds ${total}.`;
  throw fieldFault('projects.filter', 'maxItems', message);
}

/** In the order in which they are named. */
async function byId(
  db: Queryable,
  accountId: string,
  ids: readonly string[],
  projectIds: readonly string[] | null,
): Promise<readonly Chosen[]> {
  const found = new Map<string, Chosen>();
  for (let first = 0; first < ids.length; first += namedAtOnce) {
    const named = ids.slice(first, first + namedAtOnce);
    const own = db.selectFrom('projects').select(['id', 'name']).where('account_id', '=', accountId);
    for (const row of await own.where('id', 'in', named).execute()) found.set(row.id, row);
  }
  const isSeen = (id: string) => found.has(id) && (projectIds?.includes(id) ?? true);
  const details = ids.flatMap((id, index) =>
    isSeen(id) ? [] : [{ field: `projects.ids.${index}`, rule: 'value', message: 'names no project of the account' }],
  );
  if (details.length > 0) throw new ServiceError('invalid_request', { details });
  return ids.flatMap((id) => found.get(id) ?? []);
}
