import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import { type ApiAnswer, askApi } from '../api-json.ts';
import { oncePerContext } from '../once.ts';
import { grantTokens, type TokenSource } from '../tokens.ts';
import type { GoogleSecret, ServiceAccount } from './secret.ts';

/** The access tokens of a secret; `scopes` are asked for with a service account, a grant has its own. */
export function googleTokens(
  secret: GoogleSecret | null,
  scopes: readonly string[],
  context: ConnectorContext,
): TokenSource {
  if (!secret) throw new ConnectorError('reauth_required', 'The connection has no credentials. Give it some.');
  if ('grant' in secret) return grantTokens('google', secret, context);
  return serviceAccountTokens(secret.service_account, scopes.join(' '), context);
}

interface AccessToken {
  readonly text: string;
  /** Epoch milliseconds. */
  readonly endsAt: number;
}

/** Tokens of this process, the one used longest ago first. */
const cached = new Map<string, AccessToken>();
const mostCached = 1_000;
/** A token that ends within this time is not used any more. */
const spareMs = 60_000;
const requestOnce = oncePerContext<AccessToken>();

function serviceAccountTokens(account: ServiceAccount, scope: string, context: ConnectorContext): TokenSource {
  const url = context.addressOf('google-oauth', audience);
  const holder = holderOf(account, scope, url);
  return {
    async token(refused) {
      const known = cached.get(holder);
      const isGood = known && known.text !== refused && known.endsAt > Date.now() + spareMs;
      const ended = `${holder} ${known?.text ?? refused ?? ''}`;
      const token = isGood ? known : await requestOnce(context, ended, () => request(account, scope, url, context));
      keep(holder, token);
      return token.text;
    },
  };
}

/** Only who has the private key gets its tokens: the id of a key is no secret. */
function holderOf({ client_email, private_key_id, private_key }: ServiceAccount, scope: string, url: URL): string {
  const parts = JSON.stringify([client_email, private_key_id, private_key, scope, url.href]);
  return createHash('sha256').update(parts).digest('base64');
}

function keep(holder: string, token: AccessToken): void {
  cached.delete(holder);
  cached.set(holder, token);
  if (cached.size > mostCached) cached.delete(cached.keys().next().value ?? '');
}

/** Both the address and the audience, whatever the key file says and whoever stands in for Google. */
const audience = 'https://oauth2.googleapis.com/token';
const lifeSeconds = 3600;
const granted = Type.Object({
  access_token: Type.String({ minLength: 1, maxLength: 10_000 }),
  expires_in: Type.Number({ minimum: 0 }),
});

/** A token for a signed assertion (RFC 7523), as https://developers.google.com/identity/protocols/oauth2/service-account has it. */
async function request(
  account: ServiceAccount,
  scope: string,
  url: URL,
  context: ConnectorContext,
): Promise<AccessToken> {
  const form = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: assertionOf(account, scope),
  });
  const askedAt = Date.now();
  const body = { type: 'application/x-www-form-urlencoded', text: form.toString() };
  const answer = await askApi({ url, headers: {}, body }, context);
  if (!answer.response.ok) throw refusal(answer);
  const { json } = answer;
  if (!Value.Check(granted, json)) throw new ConnectorError('transient', 'Google gave no token that can be read.');
  return { text: json.access_token, endsAt: askedAt + json.expires_in * 1000 };
}

function assertionOf({ client_email, private_key_id, private_key }: ServiceAccount, scope: string): string {
  const issuedAt = Math.floor(Date.now() / 1000);
  const header = { alg: 'RS256', typ: 'JWT', kid: private_key_id };
  const claims = { iss: client_email, scope, aud: audience, iat: issuedAt, exp: issuedAt + lifeSeconds };
  const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = sign('sha256', Buffer.from(parts.join('.')), readKey(private_key));
  return [...parts, signature.toString('base64url')].join('.');
}

function readKey(pem: string): KeyObject {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // The error may quote the key.
  }
  const message = 'The private_key of the service account cannot be read. Use the key file as Google gave it.';
  throw new ConnectorError('invalid_config', message);
}

const refusals = ['invalid_grant', 'invalid_client', 'unauthorized_client'];

function refusal({ response, json }: ApiAnswer): ConnectorError {
  const error = typeof json === 'object' && json !== null && 'error' in json ? json.error : undefined;
  if (response.status === 401 || refusals.some((one) => one === error)) {
    const reasons = 'It was deleted, its account is gone or disabled, or the clock of this server is wrong.';
    return new ConnectorError('reauth_required', `Google refuses the key of the service account. ${reasons}`);
  }
  return new ConnectorError('invalid_config', 'Google does not give the service account a token. Check its key file.');
}
