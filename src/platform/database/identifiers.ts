import { monotonicFactory } from 'ulid';

export type IdentifierPrefix =
  | 'acc'
  | 'prj'
  | 'tpl'
  | 'tag'
  | 'fld'
  | 'con'
  | 'gra'
  | 'ath'
  | 'sch'
  | 'rep'
  | 'gen'
  | 'exp'
  | 'shr'
  | 'run'
  | 'dlv'
  | 'ntc'
  | 'aud'
  | 'usr'
  | 'inv'
  | 'scu'
  | 'scg'
  | 'ses'
  | 'idn'
  | 'psk'
  | 'fac'
  | 'try'
  | 'prv'
  | 'upl'
  | 'evt'
  | 'chn'
  | 'whk'
  | 'whd'
  | 'blk'
  | 'bki'
  | 'wat'
  | 'inc'
  | 'icm'
  | 'liv'
  | 'hld'
  | 'req';

const pool = new Uint8Array(4096);
let used = pool.length;

/**
 * Secure random numbers from 0 to below 1, fetched in bulk: one by one they would cost more than the rest of a request.
 */
function random(): number {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  return (pool[used++] ?? 0) / 256;
}

const next = monotonicFactory(random);

/** A new opaque identifier: the prefix and a 26-character time-ordered ULID in lower case (C-ID-1, C-ID-2). */
export function newIdentifier(prefix: IdentifierPrefix): string {
  return `${prefix}_${next().toLowerCase()}`;
}

/**
 * Whether the text has the form of an identifier, of the public part of a token, or of the name of a stored picture. Other texts identify nothing, and some would break a database query.
 */
export function isIdentifier(text: string): boolean {
  return /^(?:[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}|rs_[a-z]{3,6}_[0-9A-Za-z]{16}|sha256:[0-9a-f]{64})$/.test(text);
}
