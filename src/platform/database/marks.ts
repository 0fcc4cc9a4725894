import { sql } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Database, Queryable } from './tables.ts';

/** A value that the installation has recorded for good; undefined before that. */
export async function findMark(db: Queryable, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('installation_marks').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** The recorded value, or else the one from `make`; of several concurrent starts only one makes it. */
export async function agreeOnMark(db: Database, name: string, make: () => Promise<string>): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    // On SQLite the transaction alone keeps the others out.
    if (isPostgres(db)) await sql`lock table installation_marks in share row exclusive mode`.execute(transaction);
    const known = await findMark(transaction, name);
    if (known !== undefined) return known;
    const value = await make();
    await transaction.insertInto('installation_marks').values({ name, value }).execute();
    return value;
  });
}

/** Records a value in place of another. */
export async function setMark(db: Queryable, name: string, value: string): Promise<void> {
  await db
    .insertInto('installation_marks')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function forgetMark(db: Queryable, name: string): Promise<void> {
  await db.deleteFrom('installation_marks').where('name', '=', name).execute();
}
