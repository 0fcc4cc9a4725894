import { hash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { Queryable, SessionsTable } from '../../platform/database/tables.ts';
import { makeSecret } from '../accounts/secrets.ts';

export type SessionRow = Selectable<SessionsTable>;

/** How long a session lives without a request, and how long however much it is used, unless its account asks for less. */
export const idleMs = 12 * 60 * 60_000;
export const longestMs = 14 * 24 * 60 * 60_000;
/** The same for one that began by single sign-on: the provider is asked again after a day at most. */
export const longestOfSignOnMs = 24 * 60 * 60_000;
/** How long after the begin of such a session its provider may be asked whether its person is still signed in there. */
export const renewableMs = 7 * 24 * 60 * 60_000;
/** Of whoever came by a provider that does not say when they last proved who they are. */
const never = new Date(0).toISOString();
const minuteMs = 60_000;
/** A request within this time of the last noted one notes nothing, so that most of them only read. */
const noteMs = minuteMs;
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
interface SignOn {
  readonly identityId: string;
  /** What the provider calls its own session, if it says. */
  readonly providerSession: string | null;
  /** When they last proved to the provider who they are; null where it does not say. */
  readonly confirmedAt: string | null;
  /** The account that the session is for at first. */
  readonly accountId: string;
}

/** What somebody proved besides a password or a link, or in their place. */
export interface Proof {
  readonly factor?: SessionRow['factor'];
  readonly signOn?: SignOn;
}

/** Begins a session. Returns its token, which is stored nowhere. */
export async function beginSession(
  transaction: Queryable,
  userId: string,
  { address, agent, language }: Browser,
  now = Date.now(),
  { factor = null, signOn }: Proof = {},
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
    factor,
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

/** A session with the times of the account that it is in; null for those of the service. */
type TimedRow = SessionRow & { idle_minutes: number | null; longest_minutes: number | null };
type SignedInRow = TimedRow & { email: string; name: string; operator: number; password_hash: string | null };

/** The account that a session is in: the one chosen, else the first one of its user by name. */
const accountOfSession = sql<string>`coalesce(sessions.account_id, (
  select memberships.account_id from memberships join accounts on accounts.id = memberships.account_id
  where memberships.user_id = sessions.user_id order by accounts.name, accounts.id limit 1))`;

const selectTimed = (db: Queryable) =>
  db
    .selectFrom('sessions')
    .leftJoin('account_security', (join) => join.on('account_security.account_id', '=', accountOfSession))
    .selectAll('sessions')
    .select('account_security.session_idle_minutes as idle_minutes')
    .select('account_security.session_longest_minutes as longest_minutes');

const selectSignedIn = (db: Queryable) =>
  selectTimed(db)
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.email', 'users.name', 'users.operator', 'users.password_hash'])
    .where('users.disabled_at', 'is', null);

const selectSession = prepared<SignedInRow, [string]>(1, (db, tokenHash) =>
  selectSignedIn(db).where('sessions.token_hash', '=', tokenHash),
);

/**
 * Who is signed in with a cookie's token; undefined when the session has ended, is too old or was idle for too long, or
 * the user is disabled. Always asks the database, so that an end holds at once in every process.
 */
export async function findSession(db: Queryable, token: string, now = Date.now()): Promise<SignedIn | undefined> {
  const [row] = await selectSession(db, hash('sha256', token));
  return signedInOf(row, now);
}

/**
 * The session by single sign-on of a cookie's token that has ended by the times of the service alone. Who was signed out, at
 * whatever place, has none, and what ends by the times of an account is not to be had again without signing in.
 */
export async function findRenewable(db: Queryable, token: string, now = Date.now()): Promise<SessionRow | undefined> {
  const [row] = await selectSession(db, hash('sha256', token));
  if (!row || row.identity_id === null || asLiving(row, now)) return undefined;
  const isRecent = Date.parse(row.created_at) + renewableMs > now;
  const { idle_minutes: idle, longest_minutes: longest } = row;
  const isByAccount = longest !== null || (idle !== null && Date.parse(row.last_seen_at) + idle * minuteMs <= now);
  return isRecent && !isByAccount ? row : undefined;
}

/** The same by the id of a session, which proves nothing: only for one that the browser has shown before. */
export async function findSessionById(db: Queryable, id: string, now = Date.now()): Promise<SignedIn | undefined> {
  return signedInOf(await selectSignedIn(db).where('sessions.id', '=', id).executeTakeFirst(), now);
}

function signedInOf(row: SignedInRow | undefined, now: number): SignedIn | undefined {
  if (!row) return undefined;
  const { email, name, operator, password_hash, ...timed } = row;
  const session = asLiving(timed, now);
  if (!session) return undefined;
  const user = { id: row.user_id, email, name, isOperator: operator === 1, hasPassword: password_hash !== null };
  return { session, user };
}

/** A session as its account's times leave it; undefined when it is over. */
function asLiving({ idle_minutes, longest_minutes, ...row }: TimedRow, now: number): SessionRow | undefined {
  const expires = endOfSession(row.created_at, longest_minutes, row.expires_at);
  const idle = idle_minutes === null ? idleMs : idle_minutes * minuteMs;
  const isAlive = Date.parse(expires) > now && Date.parse(row.last_seen_at) + idle > now;
  return isAlive ? { ...row, expires_at: expires } : undefined;
}

/**
 * When a session ends, however much it is used, in an account that lets it live for so many minutes; null for the time of
 * the service, which is that of `latest` where it is known.
 */
export function endOfSession(createdAt: string, minutes: number | null, latest?: string): string {
  const begun = Date.parse(createdAt);
  const last = latest ?? new Date(begun + longestMs).toISOString();
  if (minutes === null) return last;
  return new Date(Math.min(begun + minutes * minuteMs, Date.parse(last))).toISOString();
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
  const rows = await selectTimed(db).where('sessions.user_id', '=', userId).orderBy('sessions.id', 'desc').execute();
  return rows.flatMap((row) => asLiving(row, now) ?? []);
}

/** Removes the sessions in an account that are over by its times, before it gets longer ones; returns how many. */
export async function endLapsedSessions(transaction: Queryable, accountId: string, now = Date.now()): Promise<number> {
  const rows = await selectTimed(transaction).where(accountOfSession, '=', accountId).execute();
  const lapsed = rows.filter((row) => !asLiving(row, now)).map(({ id }) => id);
  if (lapsed.length === 0) return 0;
  const { numDeletedRows } = await transaction.deleteFrom('sessions').where('id', 'in', lapsed).executeTakeFirst();
  return Number(numDeletedRows);
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

/** Ends all sessions of a user but one; returns how many. */
export async function endOtherSessions(transaction: Queryable, userId: string, keptId: string): Promise<number> {
  const others = transaction.deleteFrom('sessions').where('user_id', '=', userId).where('id', '!=', keptId);
  return Number((await others.executeTakeFirst()).numDeletedRows);
}

/** Notes what somebody has proved within a session, or that they have nothing to prove any more. */
export async function noteFactor(transaction: Queryable, id: string, factor: SessionRow['factor']): Promise<void> {
  await transaction.updateTable('sessions').set({ factor }).where('id', '=', id).execute();
}

/** Removes sessions that are over and cannot be renewed, a limited number per call; returns how many. */
export async function sweepSessions(db: Queryable, now = Date.now()): Promise<number> {
  const old = db
    .selectFrom('sessions')
    .select('id')
    .where((where) =>
      where.or([
        where('identity_id', 'is', null),
        where('created_at', '<=', new Date(now - renewableMs).toISOString()),
      ]),
    )
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
