import type { Queryable } from '../../platform/database/tables.ts';

/** How many people the directory of an account keeps, and how many groups it has sent. */
export async function countDirectory(
  db: Queryable,
  accountId: string,
): Promise<{ readonly users: number; readonly groups: number }> {
  const [users, groups] = await Promise.all([
    db
      .selectFrom('scim_users')
      .select((select) => select.fn.countAll().as('number'))
      .where('account_id', '=', accountId)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('scim_groups')
      .select((select) => select.fn.countAll().as('number'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow(),
  ]);
  return { users: Number(users.number), groups: Number(groups.number) };
}
