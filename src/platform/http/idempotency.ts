import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import canonicalize from 'canonicalize';
import { isUniqueViolation } from '../database/engine.ts';
import {
  accountKeys,
  actorKeys,
  insertActorKey,
  insertKey,
  type KeyTable,
  type KnownKey,
} from '../database/idempotency-keys.ts';
import { lockName } from '../database/name-lock.ts';
import type { Database, Queryable } from '../database/tables.ts';
import { inShortTransaction } from '../database/transactions.ts';
import { ServiceError } from '../errors.ts';
import { headerValues } from './header-values.ts';

/** Keys are kept apart by the kind of operation (C-IDEM-3), such as `project.create`, which is also its word in the audit log. */
export type IdempotencyKind = `${string}.${string}`;

/** From first use (C-IDEM-7). */
const retentionMs = 24 * 60 * 60 * 1000;
const sweepLimit = 1_000;

/** The answer of a write, as it is stored and replayed. */
export interface WriteResult {
  readonly status: number;
  readonly location: string | null;
  readonly data: unknown;
  /** The contents of `meta` besides the request id and version. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** Where answers show it. */
  readonly revision?: number;
}

/** The request's key: exactly one, 1 to 255 visible ASCII characters, one pair of double quotes around it dropped. */
export function readIdempotencyKey(request: IncomingMessage): string {
  const values = headerValues(request, 'idempotency-key');
  if (values.length > 1) throw invalidKey('once', 'is sent more than once');
  const value = values[0]?.trim() ?? '';
  const key = value.length >= 2 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  if (key === '') {
    const details = [{ field: 'header.idempotency-key', rule: 'required', message: 'is required' }];
    throw new ServiceError('idempotency_key_required', { details });
  }
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) throw invalidKey('pattern', 'must be 1 to 255 visible ASCII characters');
  return key;
}

function invalidKey(rule: string, message: string): ServiceError {
  return new ServiceError('invalid_idempotency_key', { details: [{ field: 'header.idempotency-key', rule, message }] });
}

/** SHA-256 of the canonical form (RFC 8785) of the path's ids and the validated body, hexadecimal. */
export function fingerprint(params: unknown, body: unknown): string {
  return hash('sha256', canonicalize({ params, body: body ?? {} }) ?? '');
}

interface Claim {
  /** Empty for none, which only an actor's claim can have. */
  readonly accountId: string;
  /** Whom the key belongs to, such as `user:usr_…`; the account without it. */
  readonly actor?: string;
  readonly kind: IdempotencyKind;
  readonly key: string;
  readonly fingerprint: string;
}

/**
 * Runs a write once per key: looking the key up, the effect and storing the key with the answer are one transaction. A
 * concurrent duplicate waits for the first and then gets its answer; another payload under the key throws
 * `idempotency_conflict`; a write that throws leaves no trace. `secret` is a field of the data that is not stored.
 */
export async function onceForKey(
  db: Database,
  claim: Claim,
  write: (transaction: Queryable) => Promise<WriteResult>,
  secret?: string,
): Promise<{ result: WriteResult; replayed: boolean }> {
  try {
    const result = await inShortTransaction(db, (transaction) => firstUse(transaction, claim, write, secret));
    return { result, replayed: false };
  } catch (error) {
    // An older release, which stores keys without the lock, has used it meanwhile, and the write was undone.
    if (isUniqueViolation(error, 'idempotency_keys_pkey')) return onceForKey(db, claim, write, secret);
    if (!(error instanceof UsedKey)) throw error;
    if (error.use.fingerprint !== claim.fingerprint) throw new ServiceError('idempotency_conflict');
    return { result: JSON.parse(error.use.response) as WriteResult, replayed: true };
  }
}

/** The answer that a key has already; undefined for none. Throws `idempotency_conflict` for that of another payload. */
export async function findAnswer(db: Database, claim: Claim): Promise<WriteResult | undefined> {
  const [owner, keys] = keysOf(claim);
  const [known] = await keys.select(db, owner, claim.kind, claim.key);
  if (!known || known.created_at < oldestKept()) return undefined;
  if (known.fingerprint !== claim.fingerprint) throw new ServiceError('idempotency_conflict');
  return JSON.parse(known.response) as WriteResult;
}

function keysOf({ accountId, actor }: Claim): readonly [owner: string, keys: KeyTable] {
  return actor === undefined ? [accountId, accountKeys] : [actor, actorKeys];
}

/** Undoes what a write has begun under a key that turned out to be used. */
class UsedKey extends Error {
  readonly use: KnownKey;

  constructor(use: KnownKey) {
    super('The idempotency key is used.');
    this.use = use;
  }
}

/** The first statements of the write are sent together with the look-up of the key; they wait for its lock. */
async function firstUse(
  transaction: Queryable,
  claim: Claim,
  write: (transaction: Queryable) => Promise<WriteResult>,
  secret: string | undefined,
): Promise<WriteResult> {
  const { accountId, actor, kind, key, fingerprint } = claim;
  const [owner, keys] = keysOf(claim);
  // Neither may be left running when the other fails: the connection is then used for other transactions.
  const [found, written] = await Promise.allSettled([
    findKey(transaction, keys, owner, kind, key),
    write(transaction),
  ] as const);
  if (found.status === 'rejected') throw found.reason;
  const isExpired = found.value && found.value.created_at < oldestKept();
  if (found.value && !isExpired) throw new UsedKey(found.value);
  if (written.status === 'rejected') throw written.reason;
  if (isExpired) await keys.remove(transaction, owner, kind, key);
  const response = JSON.stringify(withoutSecret(written.value, secret));
  const now = new Date().toISOString();
  if (actor === undefined) await insertKey(transaction, accountId, kind, key, fingerprint, response, now);
  else await insertActorKey(transaction, actor, accountId || null, kind, key, fingerprint, response, now);
  return written.value;
}

/** What is stored of an answer, and says what is left out. */
function withoutSecret(result: WriteResult, secret: string | undefined): WriteResult {
  if (secret === undefined) return result;
  const data = { ...(result.data as object), [secret]: null };
  return { ...result, data, meta: { ...result.meta, withheld: [secret] } };
}

/** The key's record, after waiting for a concurrent duplicate that is using it. */
async function findKey(
  transaction: Queryable,
  keys: KeyTable,
  owner: string,
  kind: string,
  key: string,
): Promise<KnownKey | undefined> {
  await lockName(transaction, JSON.stringify([owner, kind, key]));
  const [known] = await keys.select(transaction, owner, kind, key);
  return known;
}

function oldestKept(): string {
  return new Date(Date.now() - retentionMs).toISOString();
}

/** Removes expired keys, a limited number per call; returns how many. A key that is claimed again meanwhile stays. */
export async function sweepIdempotencyKeys(db: Queryable): Promise<number> {
  const before = oldestKept();
  return (await accountKeys.sweep(db, before, sweepLimit)) + (await actorKeys.sweep(db, before, sweepLimit));
}
