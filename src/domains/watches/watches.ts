import { type Selectable, sql } from 'kysely';
import { isPostgres } from '../../platform/database/engine.ts';
import type { Queryable, WatchesTable, WatchStatesTable } from '../../platform/database/tables.ts';
import { missing } from '../../platform/faults.ts';
import type { Watched } from './given-watch.ts';
import type { Rules } from './rules.ts';

export type WatchRow = Selectable<WatchesTable>;
export type WatchStateRow = Selectable<WatchStatesTable>;

/** Why a watch cannot be judged: for programs, and for people. */
export interface WatchProblem {
  readonly code: string;
  readonly message: string;
}

/** An account's watch; throws `not_found`. Within a transaction it is locked. */
export async function getWatch(db: Queryable, accountId: string, id: string): Promise<WatchRow> {
  const own = db.selectFrom('watches').selectAll().where('id', '=', id).where('account_id', '=', accountId);
  const watch = await (db.isTransaction && isPostgres(db) ? own.forUpdate() : own).executeTakeFirst();
  if (!watch) throw missing('watch', id);
  return watch;
}

export function watchedOf(row: WatchRow): Watched {
  const { kind, metric, dimension: key, dimension_value: value } = row;
  return { kind, metric, dimension: key === null ? null : { key, value }, rules: JSON.parse(row.rule) as Rules };
}

/** The columns of what a watch looks at. */
export function watchedColumns({ kind, metric, dimension, rules }: Watched) {
  return {
    ...{ kind, metric, dimension: dimension?.key ?? null, dimension_value: dimension?.value ?? null },
    rule: JSON.stringify(rules),
  };
}

/** How many watches an account has, those of a template once for each project that follows it. */
export async function countWatches(db: Queryable, accountId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`select
    (select count(*) from watches where account_id = ${accountId} and project_id is not null)
    + (select count(*) from watches inner join projects on projects.template_id = watches.template_id
      where watches.account_id = ${accountId}) as total`.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** What the log of changes says of a watch. */
export function toldOf({ name, kind, metric, project_id, template_id }: WatchRow) {
  return { name, kind, metric, ...(project_id !== null ? { project_id } : { template_id }) };
}
