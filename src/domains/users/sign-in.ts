import type { Database, Queryable } from '../../platform/database/tables.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import { type Doer, recordAudit } from '../audit/audit.ts';
import { type Factors, findFactors, hasFactor } from '../second-factors/factors.ts';
import { beginPendingSignIn, endPendingSignIns } from './pending-sign-ins.ts';
import { tellRefusedSignIn } from './refused-sign-ins.ts';
import { comesBySingleSignOn, isRequiredAt, requireOwnWay } from './required-sign-on.ts';
import { type Browser, beginSession, type Proof, type SessionRow } from './sessions.ts';
import { beginTry, rememberNetwork, takeBackTry } from './sign-in-tries.ts';
import { findUserByEmail, lockUser, type UserRow } from './users.ts';

/** Of no password; it costs what others cost. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdCBvZiBub2JvZHkuLg$ezNYEdb4KL5Hm0Wnz1aJ6yK3p4mV7Qx1bR9sTtU0fGc';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** `wrong` is the same whatever is wrong; when `refused`, the password was not looked at. */
export type Failed = { readonly result: 'wrong' } | { readonly result: 'refused'; readonly waitMs: number };
export type Checked = Failed | { readonly result: 'right'; readonly user: UserRow };

/**
 * Whether somebody who may sign in has this password. Unknown, disabled and unfinished users take as long as a wrong
 * password, and so does whoever `mayCome` turns away. Rejects with `api_controls_unavailable` when too many wait.
 */
export async function checkCredentials(
  db: Database,
  { email, password }: Credentials,
  address: string,
  mayCome: (user: UserRow) => Promise<boolean> = async () => true,
): Promise<Checked> {
  const { id, waitMs } = await beginTry(db, email, address);
  if (id === null) {
    tellRefusedSignIn({ userId: null, email, address, reason: 'throttled' });
    return { result: 'refused', waitMs };
  }
  let isWrong = false;
  try {
    const user = await findUserByEmail(db, email);
    const stored = user?.disabled_at === null ? user.password_hash : null;
    const matches = await verifyPassword(stored ?? dummyHash, password);
    const isRight = matches && stored !== null && user !== undefined && (await mayCome(user));
    isWrong = !isRight;
    if (isRight) return { result: 'right', user };
    tellRefusedSignIn({ userId: user?.id ?? null, email, address, reason: 'wrong' });
    return { result: 'wrong' };
  } finally {
    if (!isWrong) await takeBackTry(db, id);
  }
}

export type SignedInNow = { readonly result: 'right'; readonly token: string; readonly session: SessionRow };
/** Nobody is signed in yet: one of their factors is to come, with the token of a pending sign-in. */
type FactorNeeded = {
  readonly result: 'factor_needed';
  readonly token: string;
  readonly userId: string;
  readonly factors: Factors;
};
export type Entered = SignedInNow | FactorNeeded;

/** The password was looked at, but people of the domain come by single sign-on; what was wrong is not told. */
export type Elsewhere = { readonly result: 'sso_required' };

/** Signs a person in: a new session with a new token, whatever there was before. Whoever has a factor is asked for it first. */
export async function signIn(
  db: Database,
  credentials: Credentials,
  browser: Browser,
): Promise<Failed | Entered | Elsewhere> {
  const mayCome = async (user: UserRow) => !(await comesBySingleSignOn(db, user));
  const checked = await checkCredentials(db, credentials, browser.address, mayCome);
  // Of the domain alone, so that it tells nothing of anybody.
  const isElsewhere = checked.result === 'wrong' && (await isRequiredAt(db, credentials.email));
  if (isElsewhere) return { result: 'sso_required' };
  if (checked.result !== 'right') return checked;
  const entered = await db.transaction().execute(async (transaction) => {
    const user = await lockSame(transaction, checked.user);
    return user ? enter(transaction, user.id, browser) : ({ result: 'wrong' } as const);
  });
  if (entered.result === 'wrong') {
    const { id: userId, email } = checked.user;
    tellRefusedSignIn({ userId, email, address: browser.address, reason: 'wrong' });
  }
  return entered;
}

/** The user as they were when their password was checked, locked; undefined if that has changed since. */
export async function lockSame(transaction: Queryable, checked: UserRow): Promise<UserRow | undefined> {
  const user = await lockUser(transaction, checked.id);
  return user?.password_hash === checked.password_hash && user.disabled_at === null ? user : undefined;
}

/** Lets in whoever has no factor, and has the others go on with theirs. The user is to be locked. */
export async function enter(transaction: Queryable, userId: string, browser: Browser): Promise<Entered> {
  const factors = await findFactors(transaction, userId);
  if (!hasFactor(factors)) return beginNotedSession(transaction, userId, browser);
  const token = await beginPendingSignIn(transaction, userId);
  return { result: 'factor_needed', token, userId, factors };
}

/**
 * A session, recorded in the audit log, whose address counts as one of the user's own from now on. Throws `sso_required`
 * for whoever has to come by single sign-on and does not.
 */
export async function beginNotedSession(
  transaction: Queryable,
  userId: string,
  browser: Browser,
  proof: Proof = {},
): Promise<SignedInNow> {
  if (!proof.signOn) await requireOwnWay(transaction, userId);
  await rememberNetwork(transaction, userId, browser.address);
  await endPendingSignIns(transaction, userId);
  const { token, session } = await beginSession(transaction, userId, browser, undefined, proof);
  const details = { factor: session.factor, ...(proof.signOn && { by: 'single_sign_on' }) };
  const event = { action: 'session.begin', accountId: null, subject: session.id, details };
  await recordAudit(transaction, personAt(userId, browser), event);
  return { result: 'right', token, session };
}

/** A person at the console, for the audit log. */
export function personAt(userId: string, { address }: Browser): Doer {
  return { actor: `user:${userId}`, door: 'console', address };
}
