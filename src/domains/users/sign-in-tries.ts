import { newIdentifier } from '../../platform/database/identifiers.ts';
import { lockName } from '../../platform/database/name-lock.ts';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import { networkOf } from '../../platform/limits/address-throttle.ts';
import { emailHash, emailKey } from './emails.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Wrong tries in a minute from one address, whatever the e-mail addresses. */
const triesOfAddress = 10;
/** Wrong tries in an hour at one e-mail address before strange addresses have one a minute each. */
const triesAtEmail = 10;
/** Wrong codes in an hour at one user, from all strange addresses together, and from each that the user has signed in from. */
const codesOfStrangers = 20;
const codesOfKnown = 30;
/** Places a user has signed in from that are remembered, and for how long. */
const mostNetworks = 50;
const networkDays = 180;
const sweepLimit = 1_000;

export interface Try {
  /** Null when it is refused. */
  readonly id: string | null;
  /** Milliseconds until another try; 0 when this one may go on. */
  readonly waitMs: number;
}

/**
 * Counts a try as a wrong one until `takeBackTry`, over all processes. Others' tries at an e-mail address never refuse
 * anybody: they only slow down addresses from which its owner has never signed in, each for itself.
 */
export async function beginTry(db: Database, email: string, address: string, at?: number): Promise<Try> {
  const tried = { network: networkOf(address), email_hash: emailHash(email) };
  return begin(db, tried, at, (transaction, now) => waitAtEmail(transaction, email, tried, now));
}

/**
 * The same for a code after a right password. Six digits can be guessed, so that strange addresses count together here;
 * whoever does not know the password slows nobody down, and a passkey or a recovery code is let in all the same.
 */
export async function beginCodeTry(
  db: Database,
  { id: userId, email }: { readonly id: string; readonly email: string },
  address: string,
  at?: number,
): Promise<Try> {
  const tried = { network: networkOf(address), email_hash: emailHash(`codes of ${userId}`) };
  return begin(db, tried, at, async (transaction, now) =>
    (await isKnown(transaction, email, tried.network))
      ? waitOf(transaction, tried, codesOfKnown, hourMs, now)
      : waitOf(transaction, { email_hash: tried.email_hash }, codesOfStrangers, hourMs, now),
  );
}

/** The same for a passkey, which cannot be guessed: it counts for its address alone. */
export async function beginPasskeyTry(db: Database, address: string, at?: number): Promise<Try> {
  const network = networkOf(address);
  return begin(db, { network, email_hash: emailHash(`passkeys from ${network}`) }, at, async () => 0);
}

interface Tried {
  readonly network: string;
  readonly email_hash: string;
}

/** A try that counts for its address whatever it is at; `waitAt` adds what counts there. */
async function begin(
  db: Database,
  tried: Tried,
  at: number | undefined,
  waitAt: (transaction: Queryable, now: number) => Promise<number>,
): Promise<Try> {
  return db.transaction().execute(async (transaction) => {
    await lockName(transaction, `tries from ${tried.network}`);
    await lockName(transaction, `tries at ${tried.email_hash}`);
    // Not before: whoever was first in the queue has written by now.
    const now = at ?? Date.now();
    const waitMs = Math.max(
      await waitOf(transaction, { network: tried.network }, triesOfAddress, minuteMs, now),
      await waitAt(transaction, now),
    );
    if (waitMs > 0) return { id: null, waitMs };
    const id = newIdentifier('try');
    await transaction
      .insertInto('sign_in_tries')
      .values({ id, ...tried, tried_at: new Date(now).toISOString() })
      .execute();
    return { id, waitMs };
  });
}

type Counted = Partial<Tried>;

/** Milliseconds until fewer than `most` tries lie within the last `withinMs`. */
async function waitOf(db: Queryable, counted: Counted, most: number, withinMs: number, now: number): Promise<number> {
  let tries = db
    .selectFrom('sign_in_tries')
    .select('tried_at')
    .where('tried_at', '>', new Date(now - withinMs).toISOString())
    // A clock that jumped back must not keep anybody out until it is there again; those of processes differ a little.
    .where('tried_at', '<=', new Date(now + minuteMs).toISOString())
    .orderBy('tried_at', 'desc')
    .limit(most);
  if (counted.network !== undefined) tries = tries.where('network', '=', counted.network);
  if (counted.email_hash !== undefined) tries = tries.where('email_hash', '=', counted.email_hash);
  const rows = await tries.execute();
  const oldest = rows[most - 1];
  return oldest ? Date.parse(oldest.tried_at) + withinMs - now : 0;
}

async function waitAtEmail(db: Queryable, email: string, tried: Tried, now: number): Promise<number> {
  const isTriedOften = (await waitOf(db, { email_hash: tried.email_hash }, triesAtEmail, hourMs, now)) > 0;
  if (!isTriedOften || (await isKnown(db, email, tried.network))) return 0;
  return waitOf(db, tried, 1, minuteMs, now);
}

async function isKnown(db: Queryable, email: string, network: string): Promise<boolean> {
  const row = await db
    .selectFrom('sign_in_networks')
    .innerJoin('users', 'users.id', 'sign_in_networks.user_id')
    .select('users.id')
    .where('users.email_key', '=', emailKey(email))
    .where('sign_in_networks.network', '=', network)
    .executeTakeFirst();
  return row !== undefined;
}

export async function takeBackTry(db: Queryable, id: string): Promise<void> {
  await db.deleteFrom('sign_in_tries').where('id', '=', id).execute();
}

/** Remembers that a user signed in from an address. */
export async function rememberNetwork(transaction: Queryable, userId: string, address: string): Promise<void> {
  const row = { user_id: userId, network: networkOf(address), used_at: new Date().toISOString() };
  await transaction
    .insertInto('sign_in_networks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'network']).doUpdateSet({ used_at: row.used_at }))
    .execute();
  const latest = transaction
    .selectFrom('sign_in_networks')
    .select('network')
    .where('user_id', '=', userId)
    .orderBy('used_at', 'desc')
    .limit(mostNetworks);
  await transaction
    .deleteFrom('sign_in_networks')
    .where('user_id', '=', userId)
    .where('network', 'not in', latest)
    .execute();
}

/** Removes tries that count no more and places long not seen, a limited number per call; returns how many. */
export async function sweepTries(db: Queryable, now = Date.now()): Promise<number> {
  const oldTries = db
    .selectFrom('sign_in_tries')
    .select('id')
    .where('tried_at', '<', new Date(now - hourMs).toISOString())
    .limit(sweepLimit);
  const tries = await db.deleteFrom('sign_in_tries').where('id', 'in', oldTries).executeTakeFirst();
  const since = new Date(now - networkDays * 24 * hourMs).toISOString();
  const networks = await db.deleteFrom('sign_in_networks').where('used_at', '<', since).executeTakeFirst();
  return Number(tries.numDeletedRows + networks.numDeletedRows);
}
