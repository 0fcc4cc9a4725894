import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';

/** What has given out the tokens that an API takes. */
export interface GoogleTokens {
  /** The scopes of the access tokens that are good; a test may take some out. */
  readonly tokens: ReadonlyMap<string, string>;
}

export interface GoogleOAuth extends Double {
  /** A key file that the double knows. */
  readonly serviceAccount: typeof keyFile & { readonly private_key: string };
  /** A grant with a token that ends never, and one to renew it with. */
  readonly grantSecret: object;
  /** The scopes of the access tokens that are good; a test may take some out. */
  readonly tokens: Map<string, string>;
}

const keyFile = {
  type: 'service_account' as const,
  project_id: 'reports-of-the-test',
  private_key_id: 'key-of-the-test',
  client_email: 'reports@reports-of-the-test.iam.gserviceaccount.com',
  client_id: '123456789',
  auth_uri: 'https://accounts.google.com/o/oauth2/auth',
  // An attacker's: it must not be asked.
  token_uri: 'https://tokens.example.com/token',
};
const client = { client_id: 'client-of-the-test', client_secret: 'client-secret-of-the-test', developer_token: null };
const refreshToken = '1//refresh-token-of-the-test';

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
const allScopes = [
  ...['analytics.readonly', 'webmasters.readonly', 'adwords', 'spreadsheets.readonly', 'bigquery'],
  ...['yt-analytics.readonly', 'youtube.readonly', 'business.manage'],
]
  .map(scope)
  .join(' ');

/** Gives tokens as https://developers.google.com/identity/protocols/oauth2/service-account has it, and renews one grant. */
export async function startGoogleOAuth(): Promise<GoogleOAuth> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const tokens = new Map([['first-token-of-the-grant', allScopes]]);
  const double = await startDouble((request) => {
    if (request.method !== 'POST' || request.path !== '/token') throw new DoubleRefusal(404, { error: 'not_found' });
    const granted = grantedTo(request, publicKey);
    const access_token = `token-${tokens.size}-of-the-test`;
    tokens.set(access_token, granted);
    return { access_token, expires_in: 3599, token_type: 'Bearer' };
  });
  const grant = { access_token: 'first-token-of-the-grant', expires_at: null, refresh_token: refreshToken };
  return Object.assign(double, {
    serviceAccount: { private_key: privateKey, ...keyFile },
    grantSecret: { grant, client },
    tokens,
  });
}

/** The scopes that a request for a token is granted. */
function grantedTo({ headers, body }: SeenRequest, publicKey: string): string {
  const form = new URLSearchParams(body);
  if (!headers['content-type']?.startsWith('application/x-www-form-urlencoded')) throw refusal('invalid_request');
  if (form.get('grant_type') === 'refresh_token') {
    if (form.get('client_secret') !== client.client_secret) throw new DoubleRefusal(401, { error: 'invalid_client' });
    if (form.get('refresh_token') !== refreshToken) throw refusal('invalid_grant');
    return allScopes;
  }
  if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer') throw refusal('unsupported_grant_type');
  const [header = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const { alg, kid } = read(header);
  const { iss, scope, aud, iat, exp } = read(claims);
  const now = Date.now() / 1000;
  const isInTime = iat <= now + 60 && exp > now && exp - iat <= 3600;
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    createPublicKey(publicKey),
    Buffer.from(signature, 'base64url'),
  );
  const isKnown = iss === keyFile.client_email && kid === keyFile.private_key_id && alg === 'RS256';
  if (!isInTime || !isSigned || !isKnown || aud !== 'https://oauth2.googleapis.com/token') {
    throw new DoubleRefusal(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' });
  }
  return scope;
}

function refusal(error: string): DoubleRefusal {
  return new DoubleRefusal(400, { error, error_description: 'Bad Request' });
}

/** Refuses a request of an API as Google does unless it has a good token with the scope. */
export function checkToken({ tokens }: GoogleTokens, { headers }: SeenRequest, name: string): void {
  const granted = tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '');
  if (granted === undefined) {
    throw apiRefusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
  }
  if (!granted.split(' ').includes(scope(name))) {
    const reason = 'ACCESS_TOKEN_SCOPE_INSUFFICIENT';
    throw apiRefusal(403, 'PERMISSION_DENIED', 'Request had insufficient authentication scopes.', { reason });
  }
}

/** An error as https://google.aip.dev/193 has it. */
export function apiRefusal(code: number, status: string, message: string, detail?: object): DoubleRefusal {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', domain: 'googleapis.com', ...detail };
  return new DoubleRefusal(code, { error: { code, message, status, ...(detail && { details: [info] }) } });
}
