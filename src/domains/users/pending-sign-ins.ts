import { hash } from 'node:crypto';
import type { Queryable } from '../../platform/database/tables.ts';
import { makeSecret } from '../accounts/secrets.ts';

/** How long after the password a factor may come, and how often it may be wrong before the password is asked for again. */
export const pendingMs = 10 * 60_000;
const mostTries = 5;
const sweepLimit = 1_000;

/** Notes that a user's password was right, or their link; returns the token that goes on from there, which is stored nowhere. */
export async function beginPendingSignIn(transaction: Queryable, userId: string, now = Date.now()): Promise<string> {
  const token = makeSecret();
  await transaction
    .insertInto('pending_sign_ins')
    .values({
      ...{ token_hash: hash('sha256', token), user_id: userId, tries: 0 },
      ...{ created_at: new Date(now).toISOString(), expires_at: new Date(now + pendingMs).toISOString() },
    })
    .execute();
  return token;
}

/** Whose sign-in waits for a factor; undefined when it is over, or was tried too often. */
export async function findPendingUser(db: Queryable, token: string, now = Date.now()): Promise<string | undefined> {
  const row = await db
    .selectFrom('pending_sign_ins')
    .select('user_id')
    .where('token_hash', '=', hash('sha256', token))
    .where('tries', '<', mostTries)
    .where('expires_at', '>', new Date(now).toISOString())
    .executeTakeFirst();
  return row?.user_id;
}

/** Counts a try; false for the sixth, however many come at once. The user is to be locked. */
export async function countPendingTry(transaction: Queryable, token: string, now = Date.now()): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('pending_sign_ins')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('token_hash', '=', hash('sha256', token))
    .where('tries', '<', mostTries)
    .where('expires_at', '>', new Date(now).toISOString())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends all of a user: they have signed in, or what was right is so no more. */
export async function endPendingSignIns(transaction: Queryable, userId: string): Promise<void> {
  await transaction.deleteFrom('pending_sign_ins').where('user_id', '=', userId).execute();
}

/** Removes those that are over, a limited number per call; returns how many. */
export async function sweepPendingSignIns(db: Queryable, now = Date.now()): Promise<number> {
  const old = db
    .selectFrom('pending_sign_ins')
    .select('token_hash')
    .where('expires_at', '<=', new Date(now).toISOString())
    .limit(sweepLimit);
  const { numDeletedRows } = await db.deleteFrom('pending_sign_ins').where('token_hash', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
