import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Consent, formOf, isClient, type OAuthDouble, pathOf, refuse, startOAuthDouble } from './sign-in-double.ts';

/**
 * Answers as https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html says: refresh tokens stay, and
 * no answer tells scopes.
 */
export async function startAmazonSignIn(): Promise<OAuthDouble> {
  const consent = new Consent();
  const refreshTokens = new Map<string, string>();
  const double = await startOAuthDouble((own, request, response) => {
    const path = pathOf(request);
    if (path === '/ap/oa') {
      const denial = { error: 'access_denied', error_description: 'Access not permitted.' };
      return consent.ask(own, request, response, { client: 'client_id', code: 'code', denial });
    }
    if (path !== '/auth/o2/token' || request.method !== 'POST') return refuse(response, 404, { error: 'not_found' });
    const fields = formOf(request);
    if (!isClient(fields)) {
      return refuse(response, 401, { error: 'invalid_client', error_description: 'Client authentication failed' });
    }
    const given = fields.get('grant_type') === 'refresh_token' ? null : consent.take(fields.get('code'));
    const refresh_token = given ? `Atzr|${randomUUID()}` : (fields.get('refresh_token') ?? '');
    if (given && fields.get('redirect_uri') === own.redirectUri)
      refreshTokens.set(refresh_token, given.scopes.join(' '));
    const scope = refreshTokens.get(refresh_token);
    return scope === undefined ? invalid(response) : tokensFor(scope, refresh_token, own);
  }, refreshTokens);
  return double;
}

function tokensFor(scope: string, refresh_token: string, { tokens }: OAuthDouble) {
  const access_token = `Atza|${randomUUID()}`;
  tokens.set(access_token, scope);
  return { access_token, refresh_token, token_type: 'bearer', expires_in: 3_600 };
}

function invalid(response: ServerResponse): unknown {
  const error_description = 'The request has an invalid grant parameter';
  return refuse(response, 400, { error: 'invalid_grant', error_description });
}
