import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import canonicalize from 'canonicalize';
import type { Database, Queryable } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import { headerValues } from './header-values.ts';

/** Keys are kept apart by the kind of operation (contract section 6). */
export type IdempotencyKind =
  | 'project.create'
  | 'project.update'
  | 'project.archive'
  | 'project.restore'
  | 'generation.start'
  | 'export.start';

/** From first use (contract section 6). */
const retentionMs = 24 * 60 * 60 * 1000;
const sweepLimit = 1_000;

/** What a write answered, as it is stored and replayed. */
export interface WriteResult {
  readonly status: number;
  readonly location: string | null;
  readonly data: unknown;
  /** What `meta` holds beside the request id and version. */
  readonly meta: Readonly<Record<string, unknown>>;
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
  return createHash('sha256')
    .update(canonicalize({ params, body: body ?? {} }) ?? '')
    .digest('hex');
}

/**
 * Runs a write once a key: claim of the key, effect and stored answer are one transaction. A twin waits for the first
 * and then gets its answer; another payload under the key throws `idempotency_conflict`; a write that throws leaves no trace.
 */
export async function onceForKey(
  db: Database,
  claim: { accountId: string; kind: IdempotencyKind; key: string; fingerprint: string },
  write: (transaction: Queryable) => Promise<WriteResult>,
): Promise<{ result: WriteResult; replayed: boolean }> {
  const id: KeyId = { account_id: claim.accountId, kind: claim.kind, key: claim.key };
  return db.transaction().execute(async (transaction) => {
    const first = await claimKey(transaction, id, claim.fingerprint);
    if (first) {
      if (first.fingerprint !== claim.fingerprint) throw new ServiceError('idempotency_conflict');
      return { result: JSON.parse(first.response) as WriteResult, replayed: true };
    }
    const result = await write(transaction);
    await transaction
      .updateTable('idempotency_keys')
      .set({ response: JSON.stringify(result) })
      .where(({ and }) => and(id))
      .execute();
    return { result, replayed: false };
  });
}

interface KeyId {
  readonly account_id: string;
  readonly kind: IdempotencyKind;
  readonly key: string;
}

/**
 * Claims a key that is new or whose time is over. Gives what stands under one that is in use, after waiting for a twin that is
 * using it.
 */
async function claimKey(
  transaction: Queryable,
  id: KeyId,
  fingerprint: string,
): Promise<{ fingerprint: string; response: string } | undefined> {
  const row = { fingerprint, response: '', created_at: new Date().toISOString() };
  const inserted = await transaction
    .insertInto('idempotency_keys')
    .values({ ...id, ...row })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind', 'key']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 0n) return undefined;
  const taken = await transaction
    .updateTable('idempotency_keys')
    .set(row)
    .where(({ and }) => and(id))
    .where('created_at', '<', oldestKept())
    .executeTakeFirst();
  if (taken.numUpdatedRows !== 0n) return undefined;
  const first = await transaction
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'response'])
    .where(({ and }) => and(id))
    .executeTakeFirst();
  // On PostgreSQL a sweep may have removed it since it stood in the way: then it is new.
  return first ?? claimKey(transaction, id, fingerprint);
}

function oldestKept(): string {
  return new Date(Date.now() - retentionMs).toISOString();
}

/** Removes keys past their time, a bounded number at a time; returns how many. One that is claimed anew meanwhile stays. */
export async function sweepIdempotencyKeys(db: Queryable): Promise<number> {
  const before = oldestKept();
  const expired = db
    .selectFrom('idempotency_keys')
    .select(['account_id', 'kind', 'key'])
    .where('created_at', '<', before)
    .limit(sweepLimit)
    .$asTuple('account_id', 'kind', 'key');
  const { numDeletedRows } = await db
    .deleteFrom('idempotency_keys')
    .where(({ eb, refTuple }) => eb(refTuple('account_id', 'kind', 'key'), 'in', expired))
    .where('created_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
