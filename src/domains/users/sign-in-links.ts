import { hash } from 'node:crypto';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import { recordAudit } from '../audit/audit.ts';
import { createReset, type NewReset } from './password-resets.ts';
import { tellRefusedSignIn } from './refused-sign-ins.ts';
import type { Browser } from './sessions.ts';
import { type Entered, enter, personAt } from './sign-in.ts';
import { lockUser } from './users.ts';

/** Makes a link by which a user is signed in, once and within the hour. `madeBy` is such as `operator:ann`. */
export function createSignInLink(transaction: Queryable, userId: string, madeBy: string): Promise<NewReset> {
  return createReset(transaction, userId, madeBy, { purpose: 'sign_in' });
}

/**
 * Signs in whoever opens a link, once, by their factor where they have one; undefined for one that is unknown, used or
 * over, and for a disabled user.
 */
export async function signInByLink(db: Database, token: string, browser: Browser): Promise<Entered | undefined> {
  const tokenHash = hash('sha256', token);
  const now = new Date().toISOString();
  const begun = await db.transaction().execute(async (transaction) => {
    // One statement, so that of several requests one alone gets it.
    const used = await transaction
      .updateTable('password_resets')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash)
      .where('purpose', '=', 'sign_in')
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('user_id')
      .executeTakeFirst();
    const user = used && (await lockUser(transaction, used.user_id));
    if (!user || user.disabled_at !== null) return undefined;
    const event = { action: 'user.sign_in_by_link', accountId: null, subject: user.id };
    await recordAudit(transaction, personAt(user.id, browser), event);
    return enter(transaction, user.id, browser);
  });
  if (!begun) tellRefusedSignIn({ userId: null, email: '', address: browser.address, reason: 'link' });
  return begun;
}
