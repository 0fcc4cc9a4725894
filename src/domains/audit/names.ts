import type { Queryable } from '../../platform/database/tables.ts';
import type { AuditRow } from './audit.ts';

/** What of an entry names somebody or something. */
type Named = Pick<AuditRow, 'actor' | 'subject'>;

type Found = Promise<readonly { readonly id: string; readonly name: string | null }[]>;

/** How what an entry names by its id is called, by the prefix of the id. */
const readers: Readonly<Record<string, (db: Queryable, ids: string[]) => Found>> = {
  usr: async (db, ids) => {
    const users = await db.selectFrom('users').select(['id', 'name', 'email']).where('id', 'in', ids).execute();
    return users.map(({ id, name, email }) => ({ id, name: name || email }));
  },
  rs: (db, ids) =>
    db
      .selectFrom('tokens')
      .select(['public_id as id', 'name'])
      .where('public_id', 'in', ids)
      .unionAll(db.selectFrom('scim_tokens').select(['public_id as id', 'name']).where('public_id', 'in', ids))
      .execute(),
  scu: (db, ids) =>
    db
      .selectFrom('scim_users')
      .innerJoin('users', 'users.id', 'scim_users.user_id')
      .select(['scim_users.id as id', 'users.name as name'])
      .where('scim_users.id', 'in', ids)
      .execute(),
  scg: (db, ids) =>
    db.selectFrom('scim_groups').select(['id', 'display_name as name']).where('id', 'in', ids).execute(),
  acc: (db, ids) => db.selectFrom('accounts').select(['id', 'name']).where('id', 'in', ids).execute(),
  prj: (db, ids) => db.selectFrom('projects').select(['id', 'name']).where('id', 'in', ids).execute(),
  con: (db, ids) => db.selectFrom('connections').select(['id', 'name']).where('id', 'in', ids).execute(),
  rep: (db, ids) => db.selectFrom('reports').select(['id', 'title as name']).where('id', 'in', ids).execute(),
  upl: (db, ids) => db.selectFrom('uploads').select(['id', 'name']).where('id', 'in', ids).execute(),
  tpl: (db, ids) => db.selectFrom('templates').select(['id', 'name']).where('id', 'in', ids).execute(),
  tag: (db, ids) => labels(db, ids),
  fld: (db, ids) => labels(db, ids),
  inv: (db, ids) => db.selectFrom('invitations').select(['id', 'email as name']).where('id', 'in', ids).execute(),
  sch: (db, ids) =>
    db
      .selectFrom('schedules')
      .innerJoin('projects', 'projects.id', 'schedules.project_id')
      .select(['schedules.id as id', 'projects.name as name'])
      .where('schedules.id', 'in', ids)
      .execute(),
  shr: (db, ids) =>
    db
      .selectFrom('shares')
      .innerJoin('projects', 'projects.id', 'shares.project_id')
      .leftJoin('reports', 'reports.id', 'shares.report_id')
      .select(['shares.id as id', ({ fn }) => fn.coalesce('reports.title', 'projects.name').as('name')])
      .where('shares.id', 'in', ids)
      .execute(),
};

const labels = (db: Queryable, ids: string[]) =>
  db.selectFrom('labels').select(['id', 'name']).where('id', 'in', ids).execute();

/** The id in an actor such as `user:usr_…`; a subject is one already. */
const idOf = (named: string) => named.replace(/^(?:user|token):/, '');
const prefixOf = (id: string) => id.slice(0, id.indexOf('_'));

/** What those are called whom entries name, by their ids, as far as they are still there: a query for each kind of thing. */
export async function namesIn(db: Queryable, rows: readonly Named[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.flatMap(({ actor, subject }) => [idOf(actor), subject]))];
  const kinds = Object.entries(Object.groupBy(ids, prefixOf));
  const found = await Promise.all(kinds.map(([prefix, some = []]) => readers[prefix]?.(db, some) ?? []));
  return new Map(found.flat().flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}

/** The names of one entry: of who did it, and of what was changed; null for what has none, or is gone. */
export function namesOf({ actor, subject }: Named, names: ReadonlyMap<string, string>) {
  return { actor_name: names.get(idOf(actor)) ?? null, subject_name: names.get(subject) ?? null };
}
