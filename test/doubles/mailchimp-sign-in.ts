import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Consent, formOf, isClient, type OAuthDouble, pathOf, refuse, startOAuthDouble } from './sign-in-double.ts';

/**
 * Answers as https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2 says: no scopes, no refresh tokens,
 * tokens without an end, and the data centre by a request of its own, which refuses tokens with status 200.
 */
export async function startMailchimpSignIn(): Promise<OAuthDouble> {
  const consent = new Consent();
  const double = await startOAuthDouble((own, request, response) => {
    const path = pathOf(request);
    if (path === '/oauth2/authorize' && !request.query.has('scope')) {
      const denial = { error: 'access_denied' };
      return consent.ask(own, request, response, { client: 'client_id', code: 'code', denial });
    }
    if (path === '/oauth2/metadata') {
      const [, token = ''] = /^OAuth (.+)$/.exec(request.headers.authorization ?? '') ?? [];
      if (!own.tokens.has(token)) return { error: 'invalid_token', error_description: 'user admin' };
      return { dc: 'us19', accountname: 'Shop', api_endpoint: 'https://us19.api.mailchimp.com' };
    }
    if (path !== '/oauth2/token' || request.method !== 'POST') return refuse(response, 404, { error: 'not_found' });
    const fields = formOf(request);
    if (!isClient(fields)) return refuse(response, 401, { error: 'invalid_client', error_description: 'user admin' });
    return exchange(fields, response);
  });
  return double;

  function exchange(fields: URLSearchParams, response: ServerResponse): unknown {
    const given = consent.take(fields.get('code'));
    const isGood =
      fields.get('redirect_uri') === double.redirectUri && fields.get('grant_type') === 'authorization_code';
    if (!given || !isGood) return refuse(response, 400, { error: 'invalid_grant', error_description: 'user admin' });
    const access_token = randomUUID().replaceAll('-', '');
    double.tokens.set(access_token, '');
    return { access_token, expires_in: 0, scope: null };
  }
}
