import { hash, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Consent, formOf, isClient, type OAuthDouble, pathOf, refuse, startOAuthDouble } from './sign-in-double.ts';

const base = '/common/oauth2/v2.0';

/**
 * Answers as https://learn.microsoft.com/en-us/advertising/guides/authentication-oauth-get-tokens says: each refresh brings
 * another refresh token and ends the one before; `offline_access` is not among the scopes that are told.
 */
export async function startMicrosoftSignIn(): Promise<OAuthDouble> {
  const consent = new Consent();
  const refreshTokens = new Map<string, string>();
  const double = await startOAuthDouble((own, request, response) => {
    const path = pathOf(request);
    if (path === `${base}/authorize`) {
      const denial = { error: 'access_denied', error_description: 'The user has denied access to the scope requested' };
      return consent.ask(own, request, response, { client: 'client_id', code: 'code', denial });
    }
    if (path !== `${base}/token` || request.method !== 'POST') return refuse(response, 404, { error: 'not_found' });
    const fields = formOf(request);
    if (!isClient(fields))
      return refuse(response, 401, { error: 'invalid_client', error_description: 'AADSTS7000215' });
    if (!fields.get('scope')) return refuse(response, 400, { error: 'invalid_request' });
    return fields.get('grant_type') === 'refresh_token' ? refresh(fields, response) : exchange(fields, response);
  }, refreshTokens);
  return double;

  function exchange(fields: URLSearchParams, response: ServerResponse): unknown {
    const given = consent.take(fields.get('code'));
    const challenge = hash('sha256', fields.get('code_verifier') ?? '', 'base64url');
    const isSame =
      fields.get('redirect_uri') === double.redirectUri && given?.asked.get('code_challenge') === challenge;
    if (!given || !isSame || !given.asked.get('scope')?.includes('offline_access')) return invalid(response);
    return tokensFor(given.scopes.filter((scope) => scope !== 'offline_access').join(' '));
  }

  function refresh(fields: URLSearchParams, response: ServerResponse): unknown {
    const scope = refreshTokens.get(fields.get('refresh_token') ?? '');
    if (scope === undefined) return invalid(response);
    refreshTokens.delete(fields.get('refresh_token') ?? '');
    return tokensFor(scope);
  }

  function tokensFor(scope: string) {
    const [access_token, refresh_token] = [`Ew${randomUUID()}`, `M.C5${randomUUID()}`];
    double.tokens.set(access_token, scope);
    refreshTokens.set(refresh_token, scope);
    return { token_type: 'Bearer', scope, expires_in: 3_599, access_token, refresh_token };
  }
}

function invalid(response: ServerResponse): unknown {
  const error_description = 'AADSTS70000: The user could not be authenticated or the grant is expired.';
  return refuse(response, 400, { error: 'invalid_grant', error_description });
}
