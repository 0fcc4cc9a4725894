import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Consent, formOf, isClient, type OAuthDouble, pathOf, refuse, startOAuthDouble } from './sign-in-double.ts';

const dayS = 86_400;

export interface LinkedInDouble extends OAuthDouble {
  /** Whether the client may have refresh tokens, as partners of the marketing programme may. */
  isPartner: boolean;
}

/**
 * Answers as https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow and
 * programmatic-refresh-tokens say. A refresh token ends a year after the consent, here after 300 more days.
 */
export async function startLinkedInSignIn(): Promise<LinkedInDouble> {
  const consent = new Consent();
  const refreshTokens = new Map<string, string>();
  const double = (await startOAuthDouble((own, request, response) => {
    const path = pathOf(request);
    if (path === '/oauth/v2/authorization' && !request.query.has('code_challenge')) {
      const denial = { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' };
      return consent.ask(own, request, response, { client: 'client_id', code: 'code', denial });
    }
    const fields = formOf(request);
    if (request.method !== 'POST') return refuse(response, 405, { message: 'Method not allowed' });
    if (!isClient(fields)) {
      return refuse(response, 401, { error: 'invalid_client', error_description: 'Client authentication failed' });
    }
    if (path === '/oauth/v2/revoke') return refreshTokens.delete(fields.get('token') ?? '') ? {} : invalid(response);
    if (path !== '/oauth/v2/accessToken') return refuse(response, 404, { message: 'Not found' });
    return fields.get('grant_type') === 'refresh_token' ? refresh(fields, response) : exchange(fields, response);
  }, refreshTokens)) as LinkedInDouble;
  double.isPartner = true;
  return double;

  function exchange(fields: URLSearchParams, response: ServerResponse): unknown {
    const given = consent.take(fields.get('code'));
    if (!given || fields.get('redirect_uri') !== double.redirectUri) return invalid(response);
    const scope = given.scopes.join(',');
    if (!double.isPartner) return accessToken(scope, double);
    const refresh_token = `AQ${randomUUID()}`;
    refreshTokens.set(refresh_token, scope);
    return { ...accessToken(scope, double), refresh_token, refresh_token_expires_in: 365 * dayS };
  }

  function refresh(fields: URLSearchParams, response: ServerResponse): unknown {
    const refresh_token = fields.get('refresh_token') ?? '';
    const scope = refreshTokens.get(refresh_token);
    if (scope === undefined) return invalid(response);
    return { ...accessToken(scope, double), refresh_token, refresh_token_expires_in: 300 * dayS };
  }
}

function accessToken(scope: string, { tokens }: OAuthDouble) {
  const access_token = `AQX${randomUUID()}`;
  tokens.set(access_token, scope);
  return { access_token, expires_in: 60 * dayS, scope, token_type: 'Bearer' };
}

function invalid(response: ServerResponse): unknown {
  const error_description = 'The provided authorization grant or refresh token is invalid, expired or revoked';
  return refuse(response, 400, { error: 'invalid_request', error_description });
}
