import { hash } from 'node:crypto';
import type { Queryable } from '../../platform/database/tables.ts';

const sweepLimit = 1_000;

/** Whether this is the first use of something that counts once until `untilMs`, over all processes. */
export async function useOnce(db: Queryable, what: string, untilMs: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('sso_used')
    .values({ key: hash('sha256', what), expires_at: new Date(untilMs).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Removes what could not be used again anyway, a limited number per call; returns how many. */
export async function sweepUsed(db: Queryable, now = Date.now()): Promise<number> {
  const old = db
    .selectFrom('sso_used')
    .select('key')
    .where('expires_at', '<', new Date(now).toISOString())
    .limit(sweepLimit);
  const { numDeletedRows } = await db.deleteFrom('sso_used').where('key', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
