import type { Database } from '../../platform/database/tables.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { recordAudit } from '../audit/audit.ts';
import { checkPassword } from './password-rules.ts';
import type { Browser, SessionRow } from './sessions.ts';
import { beginNotedSession, checkCredentials, type Failed, personAt, type SignedInNow } from './sign-in.ts';
import { lockUser, setPasswordHash, type UserRow } from './users.ts';

export interface PasswordChange {
  /** Null for whoever has none yet. */
  readonly current: string | null;
  readonly next: string;
}

/**
 * Changes a user's password. Every session ends, and one with a new token begins, for which what they proved before
 * counts. Throws a fault of `password`.
 */
export async function changePassword(
  db: Database,
  { id, email, factor = null }: Pick<UserRow, 'id' | 'email'> & { readonly factor?: SessionRow['factor'] },
  { current, next }: PasswordChange,
  browser: Browser,
): Promise<Failed | SignedInNow> {
  checkPassword(next, email);
  const before = await checkCurrent(db, email, current, browser);
  if (before.result !== 'right') return before;
  const passwordHash = await hashPassword(next);
  return db.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, id);
    if (user?.password_hash !== before.passwordHash || user.disabled_at !== null) return { result: 'wrong' };
    await setPasswordHash(transaction, user.id, passwordHash);
    const event = { action: 'user.change_password', accountId: null, subject: user.id };
    await recordAudit(transaction, personAt(user.id, browser), event);
    return beginNotedSession(transaction, user.id, browser, { factor });
  });
}

/** The hash that is to be replaced: of the password given, or none. */
async function checkCurrent(
  db: Database,
  email: string,
  password: string | null,
  { address }: Browser,
): Promise<Failed | { readonly result: 'right'; readonly passwordHash: string | null }> {
  if (password === null) return { result: 'right', passwordHash: null };
  const checked = await checkCredentials(db, { email, password }, address);
  return checked.result === 'right' ? { result: 'right', passwordHash: checked.user.password_hash } : checked;
}
