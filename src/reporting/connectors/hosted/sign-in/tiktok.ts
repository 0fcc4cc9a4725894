import { Type } from 'typebox';
import { apiVersions } from '../../api-versions.ts';
import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import { askApi, jsonBody, readShape } from '../api-json.ts';
import { lostGrant, outOfOrder, type SignInProvider } from './provider.ts';

const portal = 'https://business-api.tiktok.com/portal/auth';
const api = `https://business-api.tiktok.com/open_api/${apiVersions['tiktok-ads'].version}/oauth2`;

/** Every answer is 200; what went wrong is in `code`. */
const envelope = Type.Object({ code: Type.Number(), data: Type.Optional(Type.Unknown()) });
const tokenShape = Type.Object({ access_token: Type.String({ minLength: 1 }) });

/**
 * https://business-api.tiktok.com/portal/docs?id=1738373141733378: parameters have names of their own, what may be read is
 * fixed at the client, and the token lives until it is revoked.
 */
export const tiktok: SignInProvider = {
  title: 'TikTok',
  hasPkce: false,
  codeParameter: 'auth_code',
  permissionsPage: 'https://ads.tiktok.com',
  revokesPerson: false,
  authorizationPage({ clientId, redirectUri, state }, context) {
    const page = context.addressOf('tiktok-oauth', portal);
    page.search = new URLSearchParams({ app_id: clientId, redirect_uri: redirectUri, state }).toString();
    return page;
  },
  async exchange({ code, scopes }, { client_id, client_secret }, context) {
    const body = { app_id: client_id, secret: client_secret, auth_code: code };
    const { access_token } = readShape(tokenShape, await ask('/access_token/', body, context), outOfOrder('TikTok'));
    return { tokens: { access_token, refresh_token: null, expires_at: null }, scopes, endsAt: null };
  },
  async refresh() {
    throw lostGrant();
  },
  async revoke({ grant, client }, context) {
    const { client_id, client_secret } = client;
    await ask(
      '/revoke_token/',
      { app_id: client_id, secret: client_secret, ...tokenOf(grant) },
      context,
      tokenOf(grant),
    );
  },
};

const tokenOf = ({ access_token }: { readonly access_token: string }) => ({ access_token });

async function ask(
  path: string,
  body: Readonly<Record<string, string>>,
  context: ConnectorContext,
  token?: { readonly access_token: string },
): Promise<unknown> {
  const url = context.addressOf('tiktok-oauth', api + path);
  const headers: Record<string, string> = token ? { 'access-token': token.access_token } : {};
  const { response, json } = await askApi({ url, headers, body: jsonBody(body) }, context);
  const { code, data } = readShape(envelope, json, outOfOrder('TikTok'));
  if (response.ok && code === 0) return data;
  if (code === 40100 || code >= 50_000) throw outOfOrder('TikTok');
  const repair =
    'Begin again; if that does not help, the operator sets its id and secret with "oauth-clients set tiktok".';
  throw new ConnectorError(
    'invalid_config',
    `TikTok does not accept the sign-in or the client of this service. ${repair}`,
  );
}
