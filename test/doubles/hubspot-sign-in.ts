import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Consent, formOf, isClient, type OAuthDouble, pathOf, refuse, startOAuthDouble } from './sign-in-double.ts';

const endpoint = '/oauth/2026-03/token';

/**
 * Answers as https://developers.hubspot.com/docs/api-reference/latest/authentication/manage-oauth-tokens says: everything in
 * the body, scopes as a list, the same refresh token each time, errors as in RFC 6749 beside HubSpot's own words.
 */
export async function startHubSpotSignIn(): Promise<OAuthDouble> {
  const consent = new Consent();
  const refreshTokens = new Map<string, string>();
  const double = await startOAuthDouble((own, request, response) => {
    const path = pathOf(request);
    if (path === '/oauth/authorize') {
      if (!request.query.get('scope')?.split(' ').includes('oauth')) return refuse(response, 400, { error: 'scope' });
      const denial = { error: 'access_denied', error_description: 'The user denied' };
      return consent.ask(own, request, response, { client: 'client_id', code: 'code', denial });
    }
    const fields = formOf(request);
    if (request.method !== 'POST' || request.path.includes('?')) return refuse(response, 405, { message: 'No' });
    if (!isClient(fields)) return fault(response, 'invalid_client', 'BAD_CLIENT_SECRET');
    if (path === `${endpoint}/revoke`) return revoke(fields);
    if (path !== endpoint) return refuse(response, 404, { message: 'Not found' });
    return fields.get('grant_type') === 'refresh_token' ? refresh(fields, response) : exchange(fields, response);
  }, refreshTokens);
  return double;

  function exchange(fields: URLSearchParams, response: ServerResponse): unknown {
    const given = consent.take(fields.get('code'));
    if (!given || fields.get('redirect_uri') !== double.redirectUri) {
      return fault(response, 'invalid_grant', 'BAD_AUTH_CODE');
    }
    const refresh_token = `na1-${randomUUID()}`;
    refreshTokens.set(refresh_token, given.scopes.join(' '));
    return tokensFor(refresh_token, given.scopes);
  }

  function refresh(fields: URLSearchParams, response: ServerResponse): unknown {
    const refresh_token = fields.get('refresh_token') ?? '';
    const scope = refreshTokens.get(refresh_token);
    if (scope === undefined) return fault(response, 'invalid_grant', 'BAD_REFRESH_TOKEN');
    return tokensFor(refresh_token, scope.split(' '));
  }

  function revoke(fields: URLSearchParams) {
    refreshTokens.delete(fields.get('token') ?? '');
    return {};
  }

  function tokensFor(refresh_token: string, scopes: readonly string[]) {
    const access_token = `CJ${randomUUID()}`;
    double.tokens.set(access_token, scopes.join(' '));
    const about = { hub_id: 1, user_id: 2, scopes: scopes.filter((scope) => scope !== 'oauth') };
    return { token_type: 'bearer', access_token, refresh_token, expires_in: 1_800, ...about };
  }
}

function fault(response: ServerResponse, error: string, status: string): unknown {
  const message = 'user admin is not known';
  return refuse(response, 400, { error, error_description: message, status, message });
}
