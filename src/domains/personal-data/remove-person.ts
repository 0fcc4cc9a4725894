import { sql } from 'kysely';
import { requireOwnSchema } from '../../platform/database/schema-state.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { requireOtherOwners } from '../users/owners.ts';
import { getUser, lockUser, type UserRow } from '../users/users.ts';
import { tellsOf } from './find-rows.ts';
import { type Person, type Place, places, type Rewrite, type StoredRow } from './places.ts';

const batchRows = 500;

interface RemovedPerson {
  readonly user: UserRow;
  /** How many rows were deleted or changed, by their table. */
  readonly rows: Readonly<Record<string, number>>;
}

/**
 * Removes a person and all that tells of them but their id, which stands in the log of changes and beside what they made.
 * Their sessions end with it. Throws a fault of the field `role` when an account would be left without an owner, and an
 * OperatorError for nobody.
 */
export async function removePerson(transaction: Queryable, named: string): Promise<RemovedPerson> {
  await requireOwnSchema(transaction, 'a removal by this one');
  const { id } = await getUser(transaction, named);
  await requireOtherOwners(transaction, id);
  const user = (await lockUser(transaction, id)) ?? (await getUser(transaction, id));
  const rows: Record<string, number> = {};
  for (const place of places) {
    const count = await removeFrom(transaction, place, user);
    if (count > 0) rows[place.table] = (rows[place.table] ?? 0) + count;
  }
  await transaction.deleteFrom('users').where('id', '=', id).execute();
  return { user, rows };
}

async function removeFrom(transaction: Queryable, place: Place, person: Person): Promise<number> {
  const { table, removal } = place;
  if (removal === 'keep') return 0;
  if (typeof removal === 'function') return rewrite(transaction, place, person, removal);
  const isTheirs = tellsOf(place, person);
  const change =
    removal === 'delete'
      ? sql`delete from ${sql.table(table)} where ${isTheirs}`
      : sql`update ${sql.table(table)} set ${assignments(removal.empty)} where ${isTheirs}`;
  const { numAffectedRows = 0n } = await change.execute(transaction);
  return Number(numAffectedRows);
}

async function rewrite(transaction: Queryable, place: Place, person: Person, change: Rewrite): Promise<number> {
  let changed = 0;
  for (let last = ''; ; ) {
    const { rows } = await sql<StoredRow>`select * from ${sql.table(place.table)}
      where ${tellsOf(place, person)} and id > ${last} order by id limit ${batchRows}`.execute(transaction);
    for (const row of rows) {
      const columns = assignments(change(row, person));
      await sql`update ${sql.table(place.table)} set ${columns} where id = ${row.id}`.execute(transaction);
    }
    changed += rows.length;
    if (rows.length < batchRows) return changed;
    last = String(rows.at(-1)?.id);
  }
}

function assignments(columns: StoredRow) {
  return sql.join(Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));
}
