import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../platform/database/tables.ts';

const randomLength = 16;
const timeLength = 6;
const macLength = 16;
const length = randomLength + timeLength + macLength;
const sweepLimit = 1_000;

/**
 * Makes and checks challenges that nobody stores until they are used: random bytes, their end, and the vault's key that
 * vouches for both and for what they are for. A page that anybody may open would else fill a table.
 */
export class Challenges {
  readonly #key: Buffer;

  /** `key` is the vault's; after it is rotated, challenges of before are worth nothing. */
  constructor(key: Buffer) {
    this.#key = Buffer.from(hkdfSync('sha256', key, '', 'report-service challenges of passkeys', 32));
  }

  /** A challenge (base64url) for a purpose such as `sign-in`. */
  make(purpose: string, lifetimeMs: number, now = Date.now()): string {
    const head = Buffer.alloc(randomLength + timeLength);
    randomBytes(randomLength).copy(head);
    head.writeUIntBE(now + lifetimeMs, randomLength, timeLength);
    return Buffer.concat([head, this.#mac(purpose, head)]).toString('base64url');
  }

  /** Whether it was made here for the purpose, and is not over. */
  isGood(purpose: string, challenge: string, now = Date.now()): boolean {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== length) return false;
    const head = bytes.subarray(0, randomLength + timeLength);
    return timingSafeEqual(bytes.subarray(head.length), this.#mac(purpose, head)) && endOf(head) > now;
  }

  #mac(purpose: string, head: Buffer): Buffer {
    return createHmac('sha256', this.#key).update(`${purpose}\n`).update(head).digest().subarray(0, macLength);
  }
}

/** Uses a good challenge up; false for one that was used. */
export async function takeChallenge(transaction: Queryable, challenge: string): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  const used = { digest: hash('sha256', bytes), expires_at: new Date(endOf(bytes)).toISOString() };
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('used_challenges')
    .values(used)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Forgets those that are over, a limited number per call; returns how many. */
export async function sweepChallenges(db: Queryable, now = Date.now()): Promise<number> {
  const old = db
    .selectFrom('used_challenges')
    .select('digest')
    .where('expires_at', '<=', new Date(now).toISOString())
    .limit(sweepLimit);
  const { numDeletedRows } = await db.deleteFrom('used_challenges').where('digest', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Epoch milliseconds. */
function endOf(bytes: Buffer): number {
  return bytes.readUIntBE(randomLength, timeLength);
}
