import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';
import type { GrantSecret } from '../../src/reporting/connectors/hosted/grant.ts';

export const analyticsScope = 'https://www.googleapis.com/auth/analytics.readonly';
export const oidcClient = { client_id: 'report-service', client_secret: 'the-client-secret-of-the-test' };

/** A real authorization server where Google's would be: PKCE S256 required, refresh tokens rotate and are used once. */
export interface OidcVendor extends Disposable {
  readonly url: string;
  /** The grant types that the token endpoint was asked for, in their order. */
  readonly asked: string[];
  /** Awaited before a request for tokens is answered. */
  before: () => Promise<void>;
  /** Awaited after the vendor has made its answer, before it goes out. */
  beforeAnswer: () => Promise<void>;
  /** What a person would have granted, its access token at its end. */
  grant(): Promise<GrantSecret['grant']>;
}

/** Starts it on 127.0.0.1, with the paths of Google's endpoints. */
export async function startOidcVendor(redirectUris: readonly string[] = ['http://127.0.0.1/cb']): Promise<OidcVendor> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(url, {
    clients: [
      {
        ...oidcClient,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    scopes: [analyticsScope],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    features: { revocation: { enabled: true, allowedPolicy: async () => true } },
    routes: { authorization: '/o/oauth2/v2/auth', token: '/token', revocation: '/revoke' },
    cookies: { keys: ['a key of the test'] },
    findAccount: async (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  });
  const vendor: OidcVendor = {
    url,
    asked: [],
    before: async () => {},
    beforeAnswer: async () => {},
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
    async grant() {
      const given = new provider.Grant({ accountId: 'ann', clientId: oidcClient.client_id });
      given.addOIDCScope(analyticsScope);
      const grantId = await given.save();
      const client = await provider.Client.find(oidcClient.client_id);
      if (!client) throw new TypeError('The client is gone');
      const about = { accountId: 'ann', client, grantId, gty: 'authorization_code', scope: analyticsScope };
      const refresh_token = await new provider.RefreshToken(about as never).save();
      return { access_token: 'an-access-token-that-ended', refresh_token, expires_at: Date.now() - 1_000 };
    },
  };
  provider.use(async (context, next) => {
    if (context.path !== '/token') return next();
    await vendor.before();
    await next();
    vendor.asked.push(String(context.oidc?.params?.grant_type));
    await vendor.beforeAnswer();
  });
  server.on('request', provider.callback());
  return vendor;
}
