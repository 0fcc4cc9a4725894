import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import { snowflakeClientOf } from '../../hosted/sign-in/snowflake-client.ts';
import { grantTokens, type TokenSource } from '../../hosted/tokens.ts';
import { hostOf, type SnowflakePlace, type SnowflakeSecret } from './config.ts';

/** Where tokens come from, and what Snowflake calls their kind. */
export interface SnowflakeTokens extends TokenSource {
  readonly kind: 'KEYPAIR_JWT' | 'PROGRAMMATIC_ACCESS_TOKEN' | 'OAUTH';
}

/** Snowflake takes at most an hour; a new one costs nothing. */
const lifeSeconds = 600;
const spareSeconds = 60;

export function snowflakeTokens(
  place: SnowflakePlace,
  secret: SnowflakeSecret,
  context: ConnectorContext,
): SnowflakeTokens {
  if ('grant' in secret) {
    // What was granted by one account is shown to no other.
    if (snowflakeClientOf(secret.client.client_id)?.host !== hostOf(place)) throw ofAnotherAccount(place);
    return { kind: 'OAUTH', token: (refused) => grantTokens('snowflake', secret, context).token(refused) };
  }
  if ('token' in secret) return { kind: 'PROGRAMMATIC_ACCESS_TOKEN', token: async () => secret.token };
  const key = readKey(secret.private_key, secret.passphrase);
  let current = { text: '', endsAt: 0 };
  return {
    kind: 'KEYPAIR_JWT',
    async token(refused) {
      const now = Math.floor(Date.now() / 1000);
      const isGood = current.endsAt > now + spareSeconds && current.text !== refused;
      if (!isGood) current = { text: jwtOf(place, key, now), endsAt: now + lifeSeconds };
      return current.text;
    },
  };
}

function ofAnotherAccount({ account }: SnowflakePlace): ConnectorError {
  const message = `People sign in at another account of Snowflake than "${account}". Correct account, or give a key pair or a token.`;
  return new ConnectorError('invalid_config', message, { faults: [{ path: 'account', message }] });
}

/**
 * https://docs.snowflake.com/en/developer-guide/sql-api/authenticating: the account is the part before the first point, in
 * upper case, and the public key is named by its digest.
 */
function jwtOf({ account, user }: SnowflakePlace, key: KeyObject, now: number): string {
  const [name = ''] = account.toUpperCase().split('.');
  const subject = `${name}.${user.toUpperCase()}`;
  const spki = createPublicKey(key).export({ type: 'spki', format: 'der' });
  const fingerprint = createHash('sha256').update(spki).digest('base64');
  const claims = { iss: `${subject}.SHA256:${fingerprint}`, sub: subject, iat: now, exp: now + lifeSeconds };
  const parts = [{ alg: 'RS256', typ: 'JWT' }, claims].map((part) =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return [...parts, sign('sha256', Buffer.from(parts.join('.')), key).toString('base64url')].join('.');
}

function readKey(pem: string, passphrase: string | undefined): KeyObject {
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase !== undefined && { passphrase }) });
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // The error may quote the key.
  }
  const message = 'The private_key cannot be read. Give an RSA key as PEM, and its passphrase if it has one.';
  throw new ConnectorError('invalid_config', message);
}
