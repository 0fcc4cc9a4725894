import { Type } from 'typebox';
import { apiVersions } from '../../api-versions.ts';
import type { ConnectorContext } from '../../contract.ts';
import { type ApiAnswer, askApi, readShape } from '../api-json.ts';
import { type Client, endOf, lostGrant, outOfOrder, refusedClient, type SignInProvider } from './provider.ts';

const page = 'https://www.pinterest.com/oauth/';
const endpoint = `https://api.pinterest.com/${apiVersions['pinterest-ads'].version}/oauth/token`;

const tokenShape = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  refresh_token: Type.Optional(Type.String({ minLength: 1 })),
  expires_in: Type.Optional(Type.Number()),
  scope: Type.Optional(Type.String()),
});

/**
 * https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization: scopes stand apart by
 * commas, the client signs in by Basic, errors have numbers. Access tokens live for 30 days, refresh tokens for 60 from
 * each renewal, which brings another one. Only tokens of system users can be revoked.
 */
export const pinterest: SignInProvider = {
  title: 'Pinterest',
  hasPkce: false,
  codeParameter: 'code',
  permissionsPage: 'https://www.pinterest.com/settings/security',
  revokesPerson: false,
  authorizationPage({ clientId, redirectUri, scopes, state }, context) {
    const address = context.addressOf('pinterest-oauth', page);
    address.search = new URLSearchParams({
      ...{ response_type: 'code', client_id: clientId, redirect_uri: redirectUri },
      ...{ scope: scopes.join(','), state },
    }).toString();
    return address;
  },
  async exchange({ code, redirectUri, scopes }, client, context) {
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, continuous_refresh: 'true' };
    const { access_token, refresh_token = null, expires_in, scope } = await ask(fields, client, context);
    const tokens = { access_token, refresh_token, expires_at: endOf(expires_in) };
    // A refresh token that is used goes on without end.
    const endsAt = refresh_token === null ? tokens.expires_at : null;
    return { tokens, scopes: scope?.split(/[\s,]+/) ?? scopes, endsAt };
  },
  async refresh({ grant, client }, context) {
    if (grant.refresh_token === null) throw lostGrant();
    const fields = { grant_type: 'refresh_token', refresh_token: grant.refresh_token };
    const { access_token, refresh_token = grant.refresh_token, expires_in } = await ask(fields, client, context);
    return { access_token, refresh_token, expires_at: endOf(expires_in) };
  },
  revoke: null,
};

async function ask(fields: Readonly<Record<string, string>>, client: Client, context: ConnectorContext) {
  const basic = Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64');
  const { json } = await askApi(
    {
      url: context.addressOf('pinterest-oauth', endpoint),
      headers: { authorization: `Basic ${basic}` },
      body: { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(fields).toString() },
      faultOf,
    },
    context,
  );
  return readShape(tokenShape, json, outOfOrder('Pinterest'));
}

function faultOf({ response: { status } }: ApiAnswer) {
  if (status === 401 || status === 403) return refusedClient('Pinterest', 'pinterest');
  return status === 408 || status === 429 || status >= 500 ? undefined : lostGrant();
}
