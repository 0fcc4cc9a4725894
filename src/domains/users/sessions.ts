import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { Queryable, SessionsTable } from '../../platform/database/tables.ts';
import { makeSecret } from '../accounts/secrets.ts';

export type SessionRow = Selectable<SessionsTable>;

/** How long a session lives without a request, and how long however much it is used. */
export const idleMs = 12 * 60 * 60_000;
export const longestMs = 14 * 24 * 60 * 60_000;
/** The same for one that began by single sign-on: the provider is asked again after a day at most. */
export const longestOfSignOnMs = 24 * 60 * 60_000;
/** A request within this time of the last noted one notes nothing, so that most of them only read. */
const noteMs = 60_000;
/** Of whoever came by a provider that does not say when they last proved who they are. */
const never = new Date(0).toISOString();
const sweepLimit = 1_000;
const longestAgent = 200;

/** Where a person signs in from. */
export interface Browser {
  readonly address: string;
  readonly agent: string;
  /** The one of its languages that there are texts in (ISO 639). */
  readonly language?: string | undefined;
}

/** How somebody came who did so by single sign-on. */
export interface SignOn {
  readonly identityId: string;
  /** What the provider calls its own session, if it says. */
  readonly providerSession: string | null;
  /** When they last proved to the provider who they are; null where it does not say. */
  readonly confirmedAt: string | null;
  /** The account that the session is for at first. */
  readonly accountId: string;
}

/** Begins a session. Returns its token, which is stored nowhere. */
export async function beginSession(
  transaction: Queryable,
  userId: string,
  { address, agent, language }: Browser,
  now = Date.now(),
  signOn?: SignOn,
): Promise<{ readonly token: string; readonly session: SessionRow }> {
  const token = makeSecret();
  const time = new Date(now).toISOString();
  const session: SessionRow = {
    id: newIdentifier('ses'),
    token_hash: hash('sha256', token),
    user_id: userId,
    created_at: time,
    last_seen_at: time,
    expires_at: new Date(now + (signOn ? longestOfSignOnMs : longestMs)).toISOString(),
    address: address.replace(/\p{C}/gu, '').slice(0, longestAgent),
    account_id: signOn?.accountId ?? null,
    identity_id: signOn?.identityId ?? null,
    provider_session: signOn?.providerSession ?? null,
    confirmed_at: signOn ? (signOn.confirmedAt ?? never) : null,
    agent: agent.replace(/[\p{Cc}\p{Cs}]/gu, '').slice(0, longestAgent),
  };
  await transaction.insertInto('sessions').values(session).execute();
  if (language) await transaction.updateTable('users').set({ language }).where('id', '=', userId).execute();
  return { token, session };
}

/** Whoever is signed in with a session. */
export interface SignedIn {
  readonly session: SessionRow;
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly isOperator: boolean;
    /** False for whoever came by a link and has not chosen one yet. */
    readonly hasPassword: boolean;
  };
}

type SignedInRow = SessionRow & { email: string; name: string; operator: number; password_hash: string | null };

const selectSession = prepared<SignedInRow, [string]>(1, (db, tokenHash) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('sessions')
    .select(['users.email', 'users.name', 'users.operator', 'users.password_hash'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('users.disabled_at', 'is', null),
);

/**
 * Who is signed in with a cookie's token; undefined when the session has ended, is too old or was idle for too long, or
 * the user is disabled. Always asks the database, so that an end holds at once in every process.
 */
export async function findSession(db: Queryable, token: string, now = Date.now()): Promise<SignedIn | undefined> {
  const [row] = await selectSession(db, hash('sha256', token));
  return signedInOf(row, now);
}

/** The same by the id of a session, which proves nothing: only for one that a browser has shown before. */
export async function findSessionById(db: Queryable, id: string, now = Date.now()): Promise<SignedIn | undefined> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .selectAll('sessions')
    .select(['users.email', 'users.name', 'users.operator', 'users.password_hash'])
    .where('sessions.id', '=', id)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst();
  return signedInOf(row, now);
}

function signedInOf(row: SignedInRow | undefined, now: number): SignedIn | undefined {
  if (!row || !isAlive(row, now)) return undefined;
  const { email, name, operator, password_hash, ...session } = row;
  const user = { id: row.user_id, email, name, isOperator: operator === 1, hasPassword: password_hash !== null };
  return { session, user };
}

function isAlive({ expires_at, last_seen_at }: SessionRow, now: number): boolean {
  return Date.parse(expires_at) > now && Date.parse(last_seen_at) + idleMs > now;
}

/** Notes that a session was used, to the minute. */
export async function noteSession(db: Queryable, { id, last_seen_at }: SessionRow, now = Date.now()): Promise<void> {
  if (Date.parse(last_seen_at) + noteMs > now) return;
  const seen = { last_seen_at: new Date(now).toISOString() };
  await db
    .updateTable('sessions')
    .set(seen)
    .where('id', '=', id)
    .where('last_seen_at', '<', seen.last_seen_at)
    .execute();
}

/**
 * Makes a session look into another account, under a new token, so that whoever knows the old one has nothing. It lives no
 * longer for it.
 */
export async function switchAccount(transaction: Queryable, id: string, accountId: string): Promise<string> {
  const token = makeSecret();
  const changed = { token_hash: hash('sha256', token), account_id: accountId };
  await transaction.updateTable('sessions').set(changed).where('id', '=', id).execute();
  return token;
}

/** The live sessions of a user, the latest first. */
export async function listSessions(db: Queryable, userId: string, now = Date.now()): Promise<SessionRow[]> {
  const rows = await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.filter((row) => isAlive(row, now));
}

/** Ends one session, of this user where one is given; undefined when there is none. */
export async function endSession(transaction: Queryable, id: string, userId?: string): Promise<SessionRow | undefined> {
  let ended = transaction.deleteFrom('sessions').where('id', '=', id);
  if (userId !== undefined) ended = ended.where('user_id', '=', userId);
  return ended.returningAll().executeTakeFirst();
}

/** Ends all sessions of a user, at once and in every process; returns how many. */
export async function endSessionsOf(transaction: Queryable, userId: string): Promise<number> {
  const { numDeletedRows } = await transaction.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Removes sessions that are over, a limited number per call; returns how many. */
export async function sweepSessions(db: Queryable, now = Date.now()): Promise<number> {
  const old = db
    .selectFrom('sessions')
    .select('id')
    .where((where) =>
      where.or([
        where('expires_at', '<=', new Date(now).toISOString()),
        where('last_seen_at', '<=', new Date(now - idleMs).toISOString()),
      ]),
    )
    .limit(sweepLimit);
  const { numDeletedRows } = await db.deleteFrom('sessions').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
