import { constants, createPublicKey, type KeyObject, type SigningOptions, verify, type webcrypto } from 'node:crypto';

interface Algorithm {
  /** Null where the key says it. */
  readonly digest: string | null;
  readonly type: 'rsa' | 'ec' | 'ed25519';
  readonly curve?: string;
  readonly options?: SigningOptions & { readonly dsaEncoding?: 'ieee-p1363' };
}

const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
const raw = { dsaEncoding: 'ieee-p1363' } as const;
/** Signatures that only whoever has the private key can make (RFC 7518, section 3.1; RFC 8037). */
const algorithms: Readonly<Record<string, Algorithm>> = {
  RS256: { digest: 'sha256', type: 'rsa' },
  RS384: { digest: 'sha384', type: 'rsa' },
  RS512: { digest: 'sha512', type: 'rsa' },
  PS256: { digest: 'sha256', type: 'rsa', options: pss },
  PS384: { digest: 'sha384', type: 'rsa', options: pss },
  PS512: { digest: 'sha512', type: 'rsa', options: pss },
  ES256: { digest: 'sha256', type: 'ec', curve: 'prime256v1', options: raw },
  ES384: { digest: 'sha384', type: 'ec', curve: 'secp384r1', options: raw },
  ES512: { digest: 'sha512', type: 'ec', curve: 'secp521r1', options: raw },
  EdDSA: { digest: null, type: 'ed25519' },
  Ed25519: { digest: null, type: 'ed25519' },
};
const smallestRsa = 2048;

/** A JSON Web Token (RFC 7519) in its compact form, read and not yet believed. */
export interface ReadToken {
  readonly header: { readonly alg: string; readonly kid?: string; readonly typ?: string };
  readonly claims: Readonly<Record<string, unknown>>;
  readonly signed: Buffer;
  readonly signature: Buffer;
}

/** Undefined for what is none. */
export function readToken(text: string): ReadToken | undefined {
  const [header = '', claims = '', signature = '', ...more] = text.split('.');
  if (more.length > 0 || signature === '') return undefined;
  const [head, body] = [header, claims].map(readObject);
  if (!head || !body || typeof head.alg !== 'string') return undefined;
  const { alg, kid, typ } = head;
  return {
    header: { alg, ...(typeof kid === 'string' && { kid }), ...(typeof typ === 'string' && { typ }) },
    claims: body,
    signed: Buffer.from(`${header}.${claims}`),
    signature: Buffer.from(signature, 'base64url'),
  };
}

function readObject(part: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A key of a provider's set (RFC 7517). */
export type ProviderKey = webcrypto.JsonWebKey & {
  readonly kid?: string;
  readonly use?: string;
  readonly alg?: string;
};

/** Whether one of the keys has signed a token, by an algorithm that fits the key. */
export function isSignedBy({ header, signed, signature }: ReadToken, keys: readonly ProviderKey[]): boolean {
  if (!Object.hasOwn(algorithms, header.alg)) return false;
  const algorithm = algorithms[header.alg];
  const fitting = keys.filter(
    ({ kid, use, alg }) =>
      (header.kid === undefined || kid === header.kid) &&
      (use ?? 'sig') === 'sig' &&
      (alg ?? header.alg) === header.alg,
  );
  return fitting.some((each) => {
    const key = importKey(each);
    if (!algorithm || !key || !isFor(key, algorithm)) return false;
    return verify(algorithm.digest, signed, { key, ...algorithm.options }, signature);
  });
}

function importKey(key: ProviderKey): KeyObject | undefined {
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function isFor(key: KeyObject, { type, curve }: Algorithm): boolean {
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType !== type) return false;
  return type === 'rsa' ? modulusLength >= smallestRsa : curve === undefined || namedCurve === curve;
}
