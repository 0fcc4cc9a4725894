import type { Queryable } from './tables.ts';

/** A value that the installation has recorded for good; undefined before that. */
export async function findMark(db: Queryable, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('installation_marks').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Records a value unless there is one, and gives the recorded one: processes that do so at once agree. */
export async function keepMark(db: Queryable, name: string, value: string): Promise<string> {
  await db
    .insertInto('installation_marks')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await findMark(db, name)) ?? value;
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
