import { hash, hkdfSync, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 is just above 2^256, so 32 bytes always fit in 43 characters; 62^6 is above 2^32. */
const secretLength = 43;
const checksumLength = 6;
const publicIdLength = 16;

const tokenForm = new RegExp(
  `^(rs_(live|try|manage|scim)_[0-9A-Za-z]{${publicIdLength}})\\.([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`,
);

export interface NewToken {
  /** The whole token, shown once. */
  readonly token: string;
  readonly publicId: string;
  readonly secretHash: string;
}

export interface ParsedToken {
  readonly publicId: string;
  readonly secretHash: string;
}

const prefixes = { live: 'rs_live_', try_it: 'rs_try_', manage: 'rs_manage_', scim: 'rs_scim_' } as const;

/** Makes a token: a public id, a dot, 32 random bytes and their CRC-32, all in base62 (C-TOKEN-2). */
export function makeToken(kind: keyof typeof prefixes): NewToken {
  const prefix = prefixes[kind];
  const publicId = prefix + randomText(publicIdLength);
  const body = makeSecret();
  const secret = body + checksum(body);
  return { token: `${publicId}.${secret}`, publicId, secretHash: hash('sha256', secret) };
}

/** 32 random bytes in base62, always 43 characters. */
export function makeSecret(): string {
  return base62(BigInt(`0x${randomBytes(32).toString('hex')}`));
}

/** A secret of the same form derived from a key and a purpose: always the same, and unpredictable without the key. */
export function deriveSecret(key: Buffer, purpose: string): string {
  const bytes = Buffer.from(hkdfSync('sha256', key, '', `report-service ${purpose}`, 32));
  return base62(BigInt(`0x${bytes.toString('hex')}`));
}

/**
 * Splits a token into its parts; undefined when it cannot be one, which a wrong checksum shows without the database.
 */
export function parseToken(token: string): ParsedToken | undefined {
  const match = tokenForm.exec(token);
  if (!match) return undefined;
  const [, publicId = '', , body = '', sum = ''] = match;
  if (checksum(body) !== sum) return undefined;
  return { publicId, secretHash: hash('sha256', body + sum) };
}

/** In plain numbers, as a CRC fits into one and this runs on every request. */
function checksum(body: string): string {
  let text = '';
  for (let rest = crc32(body); text.length < checksumLength; rest = Math.floor(rest / 62)) {
    text = alphabet.charAt(rest % 62) + text;
  }
  return text;
}

function base62(value: bigint): string {
  let text = '';
  for (let rest = value; text.length < secretLength; rest /= 62n) text = alphabet.charAt(Number(rest % 62n)) + text;
  return text;
}

/** Uniform: bytes beyond the last multiple of 62 are thrown away. */
function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet.charAt(byte % 62);
  }
  return text;
}
