import { hash } from 'node:crypto';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { makeSecret } from '../accounts/secrets.ts';
import { recordAudit } from '../audit/audit.ts';
import { checkPassword } from './password-rules.ts';
import { comesBySingleSignOn } from './required-sign-on.ts';
import type { Browser } from './sessions.ts';
import { personAt } from './sign-in.ts';
import { findUserByEmail, lockUser, setPasswordHash, type UserRow } from './users.ts';

/** How long the link of a reset works, and that by which a new user sets the first password. */
export const resetMs = 60 * 60_000;
export const firstPasswordMs = 48 * 60 * 60_000;
/** Links that a user may be sent within an hour, whoever asks for them. */
const mostRequests = 3;
const keptMs = 24 * 60 * 60_000;
const sweepLimit = 1_000;

export interface NewReset {
  /** Stored nowhere. */
  readonly token: string;
  readonly expiresAt: string;
}

interface Terms {
  readonly lifetimeMs?: number;
  /** What the link is good for, and for nothing else. */
  readonly purpose?: 'password' | 'sign_in';
}

/** Makes a link by which a user sets a password, once. `madeBy` is such as `operator:ann`. */
export async function createReset(
  transaction: Queryable,
  userId: string,
  madeBy: string,
  { lifetimeMs = resetMs, purpose = 'password' }: Terms = {},
): Promise<NewReset> {
  const token = makeSecret();
  const now = Date.now();
  const expiresAt = new Date(now + lifetimeMs).toISOString();
  await transaction
    .insertInto('password_resets')
    .values({
      ...{ token_hash: hash('sha256', token), user_id: userId, made_by: madeBy },
      ...{ created_at: new Date(now).toISOString(), expires_at: expiresAt, used_at: null, purpose },
    })
    .execute();
  return { token, expiresAt };
}

/**
 * A link for whoever forgot their password; undefined when nobody who may sign in by one has the address, or they were
 * sent enough of them. What is answered must not tell which.
 */
export async function requestReset(
  db: Database,
  email: string,
  { address }: Browser,
): Promise<(NewReset & { readonly user: UserRow }) | undefined> {
  const found = await findUserByEmail(db, email);
  if (!found) return undefined;
  return db.transaction().execute(async (transaction) => {
    const user = await lockUser(transaction, found.id);
    if (!user || user.disabled_at !== null || (await isSentEnough(transaction, user.id))) return undefined;
    if (await comesBySingleSignOn(transaction, user)) return undefined;
    const reset = await createReset(transaction, user.id, 'request');
    const event = { action: 'user.request_reset', accountId: null, subject: user.id };
    await recordAudit(transaction, { actor: 'anybody', door: 'console', address }, event);
    return { ...reset, user };
  });
}

async function isSentEnough(db: Queryable, userId: string): Promise<boolean> {
  const sent = await db
    .selectFrom('password_resets')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('made_by', '=', 'request')
    .where('created_at', '>', new Date(Date.now() - 60 * 60_000).toISOString())
    .limit(mostRequests)
    .execute();
  return sent.length >= mostRequests;
}

/**
 * The user whose password a link sets; undefined when the link is unknown, used or over, or the user is disabled or comes
 * by single sign-on alone.
 */
export async function findUserOfReset(db: Queryable, token: string): Promise<UserRow | undefined> {
  const user = await db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .selectAll('users')
    .where('password_resets.token_hash', '=', hash('sha256', token))
    .where('password_resets.purpose', '=', 'password')
    .where('password_resets.used_at', 'is', null)
    .where('password_resets.expires_at', '>', new Date().toISOString())
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  return user && (await comesBySingleSignOn(db, user)) ? undefined : user;
}

/**
 * Sets the password of a link's user, once, and ends their sessions and all their links; undefined for a link that
 * leads nowhere. Throws a fault of the field `password`.
 */
export async function resetPassword(
  db: Database,
  token: string,
  password: string,
  browser: Browser,
): Promise<UserRow | undefined> {
  const found = await findUserOfReset(db, token);
  if (!found) return undefined;
  checkPassword(password, found.email);
  const passwordHash = await hashPassword(password);
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, found.id);
    // Another request may have been faster.
    const user = await findUserOfReset(transaction, token);
    if (!user) return undefined;
    await setPasswordHash(transaction, user.id, passwordHash);
    const event = { action: 'user.reset_password', accountId: null, subject: user.id };
    await recordAudit(transaction, personAt(user.id, browser), event);
    return user;
  });
}

/** Removes links a day after their end, a limited number per call; returns how many. */
export async function sweepResets(db: Queryable): Promise<number> {
  const before = new Date(Date.now() - keptMs).toISOString();
  const old = db.selectFrom('password_resets').select('token_hash').where('expires_at', '<', before).limit(sweepLimit);
  const { numDeletedRows } = await db.deleteFrom('password_resets').where('token_hash', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
