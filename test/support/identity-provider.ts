import { generateKeyPairSync, type KeyObject, randomUUID, sign, type webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { Page, TestBrowser } from './sign-in.ts';

export const clientOfProvider = { client_id: 'report-service', client_secret: 'the-client-secret-of-the-test' };
type Claims = Readonly<Record<string, unknown>>;

/** A key of a provider, with its public part as a set of keys has it. */
export interface ProviderKeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: webcrypto.JsonWebKey & { readonly kid: string };
}

export function newKey(kid: string = randomUUID()): ProviderKeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { privateKey, publicKey: { ...publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' } };
}

/** A JSON Web Token, signed by the key unless `signature` says otherwise. */
export function tokenOf(
  claims: Claims,
  { privateKey, publicKey }: ProviderKeyPair,
  header: Claims = {},
  signature?: (signed: string) => Buffer,
): string {
  const head = { alg: 'RS256', kid: publicKey.kid, ...header };
  const signed = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const own = signature?.(signed) ?? sign('sha256', Buffer.from(signed), privateKey);
  return `${signed}.${own.toString('base64url')}`;
}

/** A real OpenID provider, with what it says in the hands of the test. */
export interface IdentityProvider extends Disposable {
  readonly url: string;
  readonly key: ProviderKeyPair;
  /** Claims by login. */
  readonly people: Map<string, Claims>;
  /** The paths that were asked for, in their order. */
  readonly asked: string[];
  /** Awaited before an answer is made. */
  before: (path: string) => Promise<void>;
  /** Changes what is answered in JSON. */
  tamper: (path: string, body: Claims) => unknown;
  /** Changes the claims of ID tokens, or the token itself. */
  forge: ((claims: Record<string, unknown>) => string) | undefined;
  reset(): void;
}

/** Starts it on 127.0.0.1 for a service there. */
export async function startIdentityProvider(serviceUrl: string): Promise<IdentityProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const key = newKey();
  const people = new Map<string, Claims>();
  const provider = new Provider(url, {
    clients: [
      {
        ...clientOfProvider,
        redirect_uris: [`${serviceUrl}/sso/callback`],
        post_logout_redirect_uris: [`${serviceUrl}/sso/callback`],
        backchannel_logout_uri: `${serviceUrl}/sso/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...key.privateKey.export({ format: 'jwk' }), kid: key.publicKey.kid, alg: 'RS256', use: 'sig' }] },
    claims: { openid: ['sub', 'sid', 'auth_time', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { backchannelLogout: { enabled: true } },
    // Its own one refuses this machine, where the service is.
    fetch: (address: string, { dispatcher: _own, ...options }: RequestInit & { dispatcher?: unknown }) =>
      fetch(address, options),
    pkce: { required: () => true },
    cookies: { keys: ['a key of the test'] },
    findAccount: async (_context: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...people.get(id) }),
    }),
  } as never);
  const nothing = { before: async () => {}, tamper: (_path: string, body: Claims) => body, forge: undefined };
  const own: IdentityProvider = {
    ...{ url, key, people, asked: [], ...nothing },
    reset: () => void Object.assign(own, nothing),
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  provider.use(async (context, next) => {
    own.asked.push(context.path);
    await own.before(context.path);
    await next();
    const body = context.body as Record<string, unknown>;
    if (context.path === '/token' && own.forge && typeof body?.id_token === 'string') {
      const [, claims = ''] = body.id_token.split('.');
      body.id_token = own.forge(JSON.parse(Buffer.from(claims, 'base64url').toString()));
    }
    if (body && typeof body === 'object' && !Buffer.isBuffer(body)) context.body = own.tamper(context.path, body);
  });
  server.on('request', provider.callback());
  return own;
}

/** Signs in at the provider and consents; gives the address that it leads back to, not opened yet. */
export async function signInAtProvider(
  browser: TestBrowser,
  onward: string,
  serviceUrl: string,
  login: string,
): Promise<string> {
  browser.stopAt = `${serviceUrl}/sso/callback`;
  let page: Page = await browser.open(onward);
  for (let forms = 0; page.status !== 0 && forms < 4; forms++) {
    const [, action = page.url] = /<form[^>]* action="([^"]+)"/.exec(page.text) ?? [];
    const isLogin = page.text.includes('name="login"');
    const form = isLogin ? `prompt=login&login=${login}&password=x` : 'prompt=consent';
    page = await browser.open(new URL(action, page.url).href, form);
  }
  browser.stopAt = undefined;
  if (page.status !== 0) throw new Error(`The provider did not lead back: ${page.status} ${page.text.slice(0, 2_000)}`);
  return page.url;
}
