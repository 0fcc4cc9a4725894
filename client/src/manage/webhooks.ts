import type { WebhookEvent } from './operations.ts';

/** A message that is not to be believed: of somebody else, changed, or too old. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** The headers of a request, as `fetch`, Node or a framework has them. */
type MessageHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the time of sending may be from now, in either direction, in seconds; 300 unless given. */
  readonly toleranceSeconds?: number;
  /** Epoch milliseconds; now unless given. */
  readonly now?: number;
}

const secretPrefix = 'whsec_';
const publicPrefix = 'whpk_';
/** More signatures than the service sends are not looked at. */
const mostSignatures = 20;

/**
 * The event of a message to a webhook, once its signature and its time were checked (Standard Webhooks 1.0). `body` is the
 * request's body as it came, not parsed. `secrets` is the webhook's secret (`whsec_…`) or public key (`whpk_…`), or several of
 * them. Throws a WebhookVerificationError for a message that must not be believed, a TypeError for a secret that is none.
 * Signatures are compared by WebCrypto, in a time that tells nothing about them.
 */
export async function verify(
  body: string | Uint8Array,
  headers: MessageHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ').slice(0, mostSignatures);
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('The time of the message is not a number.');
  if (Math.abs(now / 1_000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError('The message is too old, or from the future; compare the clocks.');
  }
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const secret of typeof secrets === 'string' ? [secrets] : secrets) {
    if (await isSigned(secret, signatures, content)) return JSON.parse(text) as WebhookEvent;
  }
  throw new WebhookVerificationError('No signature of the message is by this secret.');
}

function headerOf(headers: MessageHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : givenIn(headers, name);
  if (typeof value === 'string' && value !== '') return value;
  throw new WebhookVerificationError(`The message has no header ${name}.`);
}

function givenIn(headers: Exclude<MessageHeaders, Headers>, name: string): unknown {
  const value = headers[name] ?? Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  return Array.isArray(value) ? value[0] : value;
}

async function isSigned(
  secret: string,
  signatures: readonly string[],
  content: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const isPublic = secret.startsWith(publicPrefix);
  const version = isPublic ? 'v1a,' : 'v1,';
  const key = await importKey(secret, isPublic);
  let isFound = false;
  // All of them, so that the time does not tell which was right.
  for (const signature of signatures) {
    const bytes = signature.startsWith(version) ? readBase64(signature.slice(version.length)) : undefined;
    if (bytes && (await crypto.subtle.verify(key.algorithm.name, key, bytes, content))) isFound = true;
  }
  return isFound;
}

function importKey(secret: string, isPublic: boolean): Promise<CryptoKey> {
  const bytes = readBase64(secret.slice((isPublic ? publicPrefix : secretPrefix).length));
  if (!bytes || bytes.length === 0 || !(isPublic || secret.startsWith(secretPrefix))) {
    throw new TypeError('A secret of a webhook begins with whsec_, a public key with whpk_.');
  }
  const algorithm = isPublic ? { name: 'Ed25519' } : { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
}

function readBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
