import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { WebhookEndpointsTable } from '../../platform/database/tables.ts';
import { fieldFault } from '../../platform/faults.ts';

type Signing = WebhookEndpointsTable['signing'];

/** A key that signs messages, as it is sealed. */
export interface SigningKey {
  /** `v1` is HMAC-SHA256 with a shared secret, `v1a` Ed25519. */
  readonly signing: Signing;
  /** Base64: the secret's bytes, or the private key (PKCS #8). */
  readonly key: string;
  /** Until when a replaced key signs, too (RFC 3339); null for the current one. */
  readonly until: string | null;
}

export interface NewKey {
  readonly key: SigningKey;
  /** What the receiver gets once; null where there is nothing secret to give. */
  readonly secret: string | null;
  /** What verifies, which anybody may see. */
  readonly publicKey: string | null;
}

/** Those of Standard Webhooks 1.0. */
const secretPrefix = 'whsec_';
const publicPrefix = 'whpk_';
const secretBytes = { least: 24, most: 64, made: 32 } as const;
/** How long the replaced secret signs beside the new one. */
const overlapMs = 24 * 60 * 60_000;
/** More would make a header that servers refuse. */
const mostKeys = 5;

export function makeKey(signing: Signing): NewKey {
  if (signing === 'v1') {
    const key = randomBytes(secretBytes.made).toString('base64');
    return { key: { signing, key, until: null }, secret: secretPrefix + key, publicKey: null };
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const shown = publicPrefix + Buffer.from(x, 'base64url').toString('base64');
  return { key: { signing, key, until: null }, secret: null, publicKey: shown };
}

/** The key of a secret that somebody brings; throws a fault of `secret`. */
export function readSecret(text: string): SigningKey {
  const written = text.startsWith(secretPrefix) ? text.slice(secretPrefix.length) : '';
  const bytes = Buffer.from(written, 'base64');
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(written) && bytes.toString('base64') === written;
  if (isBase64 && bytes.length >= secretBytes.least && bytes.length <= secretBytes.most) {
    return { signing: 'v1', key: written, until: null };
  }
  const message = `A secret is whsec_ and the base64 of ${secretBytes.least} to ${secretBytes.most} random bytes; leave it out to get one.`;
  throw fieldFault('secret', 'pattern', message);
}

/** The keys after a rotation: the new one, and those that sign for a day yet. */
export function rotated(keys: readonly SigningKey[], next: SigningKey, now: number): SigningKey[] {
  const until = new Date(now + overlapMs).toISOString();
  const replaced = signingAt(keys, now).map((key) => ({ ...key, until: key.until ?? until }));
  return [next, ...replaced].slice(0, mostKeys);
}

function signingAt(keys: readonly SigningKey[], now: number): SigningKey[] {
  return keys.filter(({ until }) => until === null || Date.parse(until) > now);
}

/** The header `webhook-signature` of a message: the signatures of all keys of now (epoch milliseconds), with blanks between them. */
export function signatures(keys: readonly SigningKey[], id: string, now: number, body: string): string {
  const content = `${id}.${Math.floor(now / 1_000)}.${body}`;
  return signingAt(keys, now)
    .map((key) => `${key.signing},${signatureBy(key, content)}`)
    .join(' ');
}

function signatureBy({ signing, key }: SigningKey, content: string): string {
  const bytes = Buffer.from(key, 'base64');
  if (signing === 'v1') return createHmac('sha256', bytes).update(content).digest('base64');
  const privateKey = createPrivateKey({ key: bytes, format: 'der', type: 'pkcs8' });
  return sign(null, Buffer.from(content), privateKey).toString('base64');
}
