import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { ConnectorContext } from '../../contract.ts';
import { type ApiAnswer, askApi, headerText, readShape } from '../api-json.ts';
import { endOf, lostGrant, outOfOrder, refusedClient, type SignInProvider } from './provider.ts';

const base = 'https://login.mailchimp.com/oauth2';

const tokenShape = Type.Object({
  access_token: Type.String({ minLength: 1 }),
  /** 0 for a token without an end. */
  expires_in: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
});

/**
 * https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2: there are no scopes, tokens end only when the
 * access is withdrawn, and nothing renews or revokes them.
 */
export const mailchimp: SignInProvider = {
  title: 'Mailchimp',
  hasPkce: false,
  codeParameter: 'code',
  permissionsPage: 'https://admin.mailchimp.com/account/oauth2/',
  revokesPerson: false,
  authorizationPage({ clientId, redirectUri, state }, context) {
    const page = context.addressOf('mailchimp-oauth', `${base}/authorize`);
    const asked = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, state };
    page.search = new URLSearchParams(asked).toString();
    return page;
  },
  async exchange({ code, redirectUri, scopes }, { client_id, client_secret }, context) {
    const fields = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri: redirectUri, code };
    const url = context.addressOf('mailchimp-oauth', `${base}/token`);
    const body = { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(fields).toString() };
    const { json } = await askApi({ url, headers: {}, body, faultOf }, context);
    const { access_token, expires_in } = readShape(tokenShape, json, outOfOrder('Mailchimp'));
    const expires_at = endOf(expires_in);
    return { tokens: { access_token, refresh_token: null, expires_at }, scopes, endsAt: expires_at };
  },
  async refresh() {
    throw lostGrant();
  },
  revoke: null,
};

const refusal = Type.Object({ error: Type.String() });

function faultOf({ response: { status }, json }: ApiAnswer) {
  if (status === 408 || status === 429 || status >= 500) return undefined;
  const isOfGrant = Value.Check(refusal, json) && json.error === 'invalid_grant';
  return isOfGrant ? lostGrant() : refusedClient('Mailchimp', 'mailchimp');
}

const metadata = Type.Object({ dc: Type.String({ pattern: '^[a-z]{2}[0-9]{1,3}$' }) });

/**
 * The data centre of the account that a token is for, such as `us19`. Throws `reauth_required` for a token that is no longer
 * good, which Mailchimp tells with status 200, too.
 */
export async function findDataCentre(token: string, context: ConnectorContext): Promise<string> {
  const url = context.addressOf('mailchimp-oauth', `${base}/metadata`);
  const { response, json } = await askApi({ url, headers: { authorization: `OAuth ${headerText(token)}` } }, context);
  if (response.status === 401 || Value.Check(refusal, json)) throw lostGrant();
  return readShape(metadata, json, outOfOrder('Mailchimp')).dc;
}
