import { hash, randomBytes } from 'node:crypto';
import type { Queryable } from '../../platform/database/tables.ts';

const codesOfUser = 10;
/** 80 bits: no digest of them can be searched for. */
const letters = 16;
const group = 4;
/** Those of base32 (RFC 4648), none of which is mistaken for another one. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export interface RecoveryCodeCount {
  /** How many can still be used. */
  readonly left: number;
  /** When they were made; null where there are none. */
  readonly createdAt: string | null;
}

/** Makes ten codes, which replace all others of the user. They are stored nowhere, but for their digests. */
export async function makeRecoveryCodes(transaction: Queryable, userId: string): Promise<string[]> {
  await removeRecoveryCodes(transaction, userId);
  const codes = Array.from({ length: codesOfUser }, makeCode);
  const row = { user_id: userId, created_at: new Date().toISOString(), used_at: null };
  await transaction
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ ...row, code_hash: digestOf(code) })))
    .execute();
  return codes.map((code) => code.match(new RegExp(`.{${group}}`, 'g'))?.join('-') ?? code);
}

/** Uses a code up; false for one that is not the user's, or was used. */
export async function takeRecoveryCode(transaction: Queryable, userId: string, code: string): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('recovery_codes')
    .set({ used_at: new Date().toISOString() })
    .where('code_hash', '=', digestOf(code))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countRecoveryCodes(db: Queryable, userId: string): Promise<RecoveryCodeCount> {
  const rows = await db
    .selectFrom('recovery_codes')
    .select(['created_at', 'used_at'])
    .where('user_id', '=', userId)
    .execute();
  return { left: rows.filter(({ used_at }) => used_at === null).length, createdAt: rows[0]?.created_at ?? null };
}

export async function removeRecoveryCodes(transaction: Queryable, userId: string): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

/** What somebody typed as a recovery code, in capitals alone; undefined for what cannot be one. */
export function readRecoveryCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, '').toUpperCase();
  return code.length === letters && [...code].every((letter) => alphabet.includes(letter)) ? code : undefined;
}

/** Five bits of each byte are one letter. */
function makeCode(): string {
  return [...randomBytes(letters)].map((byte) => alphabet.charAt(byte & 31)).join('');
}

function digestOf(code: string): string {
  return hash('sha256', code);
}
