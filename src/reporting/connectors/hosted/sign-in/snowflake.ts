import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ConnectorContext } from '../../contract.ts';
import { type ApiAnswer, askApi, readShape } from '../api-json.ts';
import { type Client, endOf, lostGrant, outOfOrder, refusedClient, type SignInProvider } from './provider.ts';
import { snowflakeClientOf } from './snowflake-client.ts';

const tokenShape = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  refresh_token: Type.Optional(Type.String({ minLength: 1 })),
  expires_in: Type.Optional(Type.Number()),
  refresh_token_expires_in: Type.Optional(Type.Number()),
  scope: Type.Optional(Type.String()),
});

/**
 * https://docs.snowflake.com/en/user-guide/oauth-custom: each account has its own addresses and its own clients (security
 * integrations). The operator's client names the account, so that neither its secret nor a grant goes to another one. Access
 * tokens live for ten minutes, refresh tokens for as long as the integration says.
 */
export const snowflake: SignInProvider = {
  title: 'Snowflake',
  hasPkce: true,
  codeParameter: 'code',
  permissionsPage: 'https://app.snowflake.com/',
  revokesPerson: false,
  authorizationPage({ clientId, redirectUri, scopes, state, challenge }, context) {
    const { host, id } = ownClient(clientId);
    const page = context.addressOf('snowflake-oauth', `https://${host}/oauth/authorize`);
    page.search = new URLSearchParams({
      ...{ response_type: 'code', client_id: id, redirect_uri: redirectUri },
      ...{ scope: scopes.join(' '), state },
      ...(challenge !== null && { code_challenge: challenge, code_challenge_method: 'S256' }),
    })
      .toString()
      .replaceAll('+', '%20');
    return page;
  },
  async exchange({ code, redirectUri, scopes, verifier }, client, context) {
    const proof = verifier === null ? {} : { code_verifier: verifier };
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, ...proof };
    const { access_token, refresh_token = null, expires_in, scope, ...ends } = await ask(fields, client, context);
    const tokens = { access_token, refresh_token, expires_at: endOf(expires_in) };
    const endsAt = refresh_token === null ? tokens.expires_at : endOf(ends.refresh_token_expires_in);
    return { tokens, scopes: scope?.split(/\s+/) ?? scopes, endsAt };
  },
  async refresh({ grant, client }, context) {
    if (grant.refresh_token === null) throw lostGrant();
    const fields = { grant_type: 'refresh_token', refresh_token: grant.refresh_token };
    const { access_token, refresh_token = grant.refresh_token, expires_in } = await ask(fields, client, context);
    return { access_token, refresh_token, expires_at: endOf(expires_in) };
  },
  revoke: null,
};

function ownClient(clientId: string) {
  const own = snowflakeClientOf(clientId);
  if (own) return own;
  throw refusedClient('Snowflake', 'snowflake');
}

async function ask(fields: Readonly<Record<string, string>>, client: Client, context: ConnectorContext) {
  const { host, id } = ownClient(client.client_id);
  const basic = Buffer.from(`${id}:${client.client_secret}`).toString('base64');
  const { json } = await askApi(
    {
      url: context.addressOf('snowflake-oauth', `https://${host}/oauth/token-request`),
      headers: { authorization: `Basic ${basic}` },
      body: { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(fields).toString() },
      faultOf,
    },
    context,
  );
  return readShape(tokenShape, json, outOfOrder('Snowflake'));
}

const refusal = Type.Object({ error: Type.String() });

function faultOf({ response: { status }, json }: ApiAnswer) {
  if (status === 408 || status === 429 || status >= 500) return undefined;
  const isOfClient = status === 401 || (Value.Check(refusal, json) && /client/.test(json.error));
  return isOfClient ? refusedClient('Snowflake', 'snowflake') : lostGrant();
}
