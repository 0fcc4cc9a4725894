import type { Database } from '../../platform/database/tables.ts';
import { recordAudit } from '../audit/audit.ts';
import type { Vault } from '../connections/vault.ts';
import { takeTypedCode } from '../second-factors/factors.ts';
import { readRecoveryCode } from '../second-factors/recovery-codes.ts';
import { countPendingTry, findPendingUser } from './pending-sign-ins.ts';
import { tellRefusedSignIn } from './refused-sign-ins.ts';
import type { Browser } from './sessions.ts';
import { beginNotedSession, type Credentials, type Failed, personAt, type SignedInNow, signIn } from './sign-in.ts';
import { beginCodeTry, takeBackTry } from './sign-in-tries.ts';
import { lockUser, type UserRow } from './users.ts';

/** `over`: the password has to be given again. */
export type CodeTried = Failed | SignedInNow | { readonly result: 'over' };

/**
 * Goes on with a sign-in of which the password was right, by the code of an app or a recovery code. What is wrong is
 * recorded in the audit log, since somebody knows the password.
 */
export async function signInByCode(
  db: Database,
  vault: Vault,
  { token, code }: { readonly token: string; readonly code: string },
  browser: Browser,
): Promise<CodeTried> {
  const userId = await findPendingUser(db, token);
  const user = userId && (await findUser(db, userId));
  if (!user) return { result: 'over' };
  const { id: tried, waitMs } = await beginCodeTry(db, user, browser.address);
  // A recovery code cannot be guessed, and lets people in while others try codes.
  if (tried === null && readRecoveryCode(code) === undefined) {
    const { id: userId, email } = user;
    tellRefusedSignIn({ userId, email, address: browser.address, reason: 'throttled' });
    return { result: 'refused', waitMs };
  }
  const entered = await takeAndEnter(db, vault, { token, code }, browser);
  if (entered.result === 'right' && tried !== null) await takeBackTry(db, tried);
  return entered;
}

function takeAndEnter(
  db: Database,
  vault: Vault,
  { token, code }: { readonly token: string; readonly code: string },
  browser: Browser,
): Promise<CodeTried> {
  return db.transaction().execute(async (transaction) => {
    const userId = await findPendingUser(transaction, token);
    const user = userId && (await lockUser(transaction, userId));
    // Others may have tried, or changed the password, before it was locked.
    if (!user || user.disabled_at !== null || !(await countPendingTry(transaction, token))) return { result: 'over' };
    const factor = await takeTypedCode(transaction, vault, user.id, code);
    if (factor) return beginNotedSession(transaction, user.id, browser, { factor });
    const event = { action: 'session.wrong_code', accountId: null, subject: user.id };
    await recordAudit(transaction, personAt(user.id, browser), event);
    return { result: 'wrong' };
  });
}

/** Everything at once, as programs and the console do; `factor_needed` without a code where there has to be one. */
export async function signInWithCode(
  db: Database,
  vault: Vault,
  { code, ...credentials }: Credentials & { readonly code?: string | undefined },
  browser: Browser,
) {
  const entered = await signIn(db, credentials, browser);
  if (entered.result !== 'factor_needed' || code === undefined) return entered;
  const tried = await signInByCode(db, vault, { token: entered.token, code }, browser);
  return tried.result === 'over' ? ({ result: 'wrong' } as const) : tried;
}

function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}
