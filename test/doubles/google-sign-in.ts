import { hash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { SeenRequest } from '../support/json-server.ts';
import { Consent, formOf, isClient, type OAuthDouble, pathOf, refuse, startOAuthDouble } from './sign-in-double.ts';

/** What Google gives with a consent beside the access token. */
export interface GoogleDouble extends OAuthDouble {
  /** Whether the consent screen is in "Testing", so that the refresh token says when it ends. */
  isTesting: boolean;
  /** Whether the person has consented before without `prompt=consent`, so that there is no refresh token. */
  isKnown: boolean;
}

/** Answers as https://developers.google.com/identity/protocols/oauth2/web-server says. */
export async function startGoogleSignIn(): Promise<GoogleDouble> {
  const consent = new Consent();
  const refreshTokens = new Map<string, string>();
  const double = (await startOAuthDouble((own, request, response) => {
    const path = pathOf(request);
    if (path === '/o/oauth2/v2/auth') {
      const denial = { error: 'access_denied' };
      return consent.ask(own, request, response, { client: 'client_id', code: 'code', denial });
    }
    if (request.method !== 'POST') return refuse(response, 404, { error: 'not_found' });
    if (path === '/revoke') return revoke(request, response);
    if (path !== '/token') return refuse(response, 404, { error: 'not_found' });
    const fields = formOf(request);
    if (!isClient(fields)) {
      return refuse(response, 401, { error: 'invalid_client', error_description: 'Unauthorized' });
    }
    const grantType = fields.get('grant_type');
    if (grantType === 'authorization_code') return exchange(fields, response);
    if (grantType === 'refresh_token') return refresh(fields, response);
    return refuse(response, 400, { error: 'unsupported_grant_type' });
  }, refreshTokens)) as GoogleDouble;
  double.isTesting = false;
  double.isKnown = false;
  return double;

  function exchange(fields: URLSearchParams, response: ServerResponse): unknown {
    const given = consent.take(fields.get('code'));
    if (!given) return refuse(response, 400, { error: 'invalid_grant', error_description: 'Bad Request' });
    if (fields.get('redirect_uri') !== double.redirectUri)
      return refuse(response, 400, { error: 'redirect_uri_mismatch' });
    const proof = hash('sha256', fields.get('code_verifier') ?? '', 'base64url');
    if (given.asked.get('code_challenge') !== proof || given.asked.get('code_challenge_method') !== 'S256') {
      return refuse(response, 400, { error: 'invalid_grant', error_description: 'Invalid code verifier.' });
    }
    const isOffline = given.asked.get('access_type') === 'offline' && given.asked.get('prompt') === 'consent';
    const refresh_token = isOffline && !double.isKnown ? `1//${randomUUID()}` : undefined;
    const scope = given.scopes.join(' ');
    if (refresh_token) refreshTokens.set(refresh_token, scope);
    return {
      ...accessToken(scope, double),
      ...(refresh_token && { refresh_token }),
      ...(double.isTesting && { refresh_token_expires_in: 604_799 }),
    };
  }

  function refresh(fields: URLSearchParams, response: ServerResponse): unknown {
    const scope = refreshTokens.get(fields.get('refresh_token') ?? '');
    if (scope !== undefined) return accessToken(scope, double);
    const error_description = 'Token has been expired or revoked.';
    return refuse(response, 400, { error: 'invalid_grant', error_description });
  }

  function revoke(request: SeenRequest, response: ServerResponse): unknown {
    if (refreshTokens.delete(formOf(request).get('token') ?? '')) return {};
    return refuse(response, 400, { error: 'invalid_token', error_description: 'Token expired or revoked' });
  }
}

function accessToken(scope: string, { tokens }: OAuthDouble) {
  const access_token = `ya29.${randomUUID()}`;
  tokens.set(access_token, scope);
  return { access_token, expires_in: 3_599, scope, token_type: 'Bearer' };
}
