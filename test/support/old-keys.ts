import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/tables.ts';

/** Idempotency keys of the account that are long past their time. */
export async function givenOldKeys(db: Database, accountId: string, count: number): Promise<void> {
  await sql`insert into idempotency_keys with recursive numbers (number) as (select 1 union all select number + 1 from numbers
    where number < ${count}) select ${accountId}, 'project.create', 'key-' || number, '', '', '' from numbers`.execute(
    db,
  );
}

/** How many keys there are when the thread next gets to do anything else. */
export async function countKeysNextTurn(db: Database): Promise<number> {
  await setImmediate();
  const { length } = await db.selectFrom('idempotency_keys').select('key').execute();
  return length;
}
