import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { apiVersions } from '../../api-versions.ts';
import type { ConnectorContext, ConnectorError } from '../../contract.ts';
import { askApi, readShape } from '../api-json.ts';
import { type Client, endOf, lostGrant, outOfOrder, refusedClient, type SignInProvider } from './provider.ts';

const { version } = apiVersions['meta-ads'];
const dialog = `https://www.facebook.com/${version}/dialog/oauth`;
/** The Graph API, without a slash at the end. */
export const graph = `https://graph.facebook.com/${version}`;

const tokenShape = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  expires_in: Type.Optional(Type.Number()),
});
const permissionsShape = Type.Object({
  data: Type.Array(Type.Object({ permission: Type.String(), status: Type.String() }), { maxItems: 1_000 }),
});
const errorShape = Type.Object({ error: Type.Object({ code: Type.Number() }) });

/**
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow: the code is exchanged by GET for a token
 * of hours, and that for one of about 60 days. There is no refresh token: after that the person signs in again.
 */
export const meta: SignInProvider = {
  title: 'Meta',
  hasPkce: false,
  codeParameter: 'code',
  permissionsPage: 'https://www.facebook.com/settings?tab=business_tools',
  revokesPerson: true,
  authorizationPage({ clientId, redirectUri, scopes, state }, context) {
    const page = context.addressOf('meta-oauth', dialog);
    page.search = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: scopes.join(','),
      state,
      // Asks anew for what was declined before.
      auth_type: 'rerequest',
    }).toString();
    return page;
  },
  async exchange({ code, redirectUri }, client, context) {
    const own = { client_id: client.client_id, client_secret: client.client_secret };
    const short = await askGraph('/oauth/access_token', { ...own, redirect_uri: redirectUri, code }, context);
    const { access_token: passing } = readShape(tokenShape, short, outOfOrder('Meta'));
    const exchanged = { grant_type: 'fb_exchange_token', ...own, fb_exchange_token: passing };
    const long = await askGraph('/oauth/access_token', exchanged, context);
    const { access_token, expires_in } = readShape(tokenShape, long, outOfOrder('Meta'));
    const permissions = await askGraph('/me/permissions', signed(access_token, client), context);
    const { data } = readShape(permissionsShape, permissions, outOfOrder('Meta'));
    const expires_at = endOf(expires_in);
    return {
      tokens: { access_token, refresh_token: null, expires_at },
      scopes: data.filter(({ status }) => status === 'granted').map(({ permission }) => permission),
      endsAt: expires_at,
    };
  },
  async refresh() {
    throw lostGrant();
  },
  async revoke({ grant, client }, context) {
    const address = context.addressOf('meta-oauth', `${graph}/me/permissions`);
    address.search = new URLSearchParams(signed(grant.access_token, client)).toString();
    const response = await context.fetch(address, { method: 'DELETE', redirect: 'manual' });
    await response.body?.cancel();
    // A token that Meta refuses is revoked.
    if (!response.ok && response.status !== 400 && response.status !== 401) throw outOfOrder('Meta');
  },
};

/** The token with the proof that its owner has the client's secret, which clients can make a condition. */
function signed(access_token: string, { client_secret }: Client): Record<string, string> {
  const appsecret_proof = createHmac('sha256', client_secret).update(access_token).digest('hex');
  return { access_token, appsecret_proof };
}

async function askGraph(path: string, parameters: Record<string, string>, context: ConnectorContext): Promise<unknown> {
  const url = context.addressOf('meta-oauth', graph + path);
  url.search = new URLSearchParams(parameters).toString();
  const { response, json } = await askApi({ url, headers: {} }, context);
  if (response.ok) return json;
  throw faultOf(readShape(errorShape, json, outOfOrder('Meta')).error.code);
}

/** https://developers.facebook.com/docs/graph-api/guides/error-handling; 1 and 101 answer a wrong secret or id of a client. */
function faultOf(code: number): ConnectorError {
  if (code === 1 || code === 101) return refusedClient('Meta', 'meta');
  return [2, 4, 17, 341].includes(code) ? outOfOrder('Meta') : lostGrant();
}
