import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { SeenRequest } from '../support/json-server.ts';
import {
  Consent,
  formOf,
  type OAuthDouble,
  oauthDoubleClient,
  pathOf,
  refuse,
  startOAuthDouble,
} from './sign-in-double.ts';

const dayS = 86_400;

/**
 * Answers as https://developers.pinterest.com/docs/getting-started/set-up-authentication-and-authorization and the OpenAPI
 * description of version 5 say: the client signs in by Basic, refresh tokens are continuous, errors have numbers.
 */
export async function startPinterestSignIn(): Promise<OAuthDouble> {
  const consent = new Consent();
  const refreshTokens = new Map<string, string>();
  const double = await startOAuthDouble((own, request, response) => {
    const path = pathOf(request);
    if (path === '/oauth/') {
      const denial = { error: 'access_denied', error_description: 'The user denied the request' };
      return consent.ask(own, request, response, { client: 'client_id', code: 'code', denial });
    }
    if (path !== '/v5/oauth/token' || request.method !== 'POST') return fault(response, 404, 50, 'Not found');
    if (!isClient(request)) return fault(response, 401, 2, 'Authentication failed.');
    const fields = formOf(request);
    return fields.get('grant_type') === 'refresh_token' ? refresh(fields, response) : exchange(fields, response);
  }, refreshTokens);
  return double;

  function exchange(fields: URLSearchParams, response: ServerResponse): unknown {
    const given = consent.take(fields.get('code'));
    const isGood = fields.get('redirect_uri') === double.redirectUri && fields.get('continuous_refresh') === 'true';
    if (!given || !isGood) return fault(response, 400, 283, 'Invalid authorization code');
    return tokensFor(given.scopes.join(','), 'authorization_code');
  }

  function refresh(fields: URLSearchParams, response: ServerResponse): unknown {
    const scope = refreshTokens.get(fields.get('refresh_token') ?? '');
    if (scope === undefined) return fault(response, 400, 285, 'Invalid refresh token');
    refreshTokens.delete(fields.get('refresh_token') ?? '');
    return tokensFor(scope, 'refresh_token');
  }

  function tokensFor(scope: string, response_type: string) {
    const [access_token, refresh_token] = [`pina_${randomUUID()}`, `pinr.${randomUUID()}`];
    double.tokens.set(access_token, scope);
    refreshTokens.set(refresh_token, scope);
    const ends = { expires_in: 30 * dayS, refresh_token_expires_in: 60 * dayS };
    return {
      response_type,
      access_token,
      refresh_token,
      token_type: 'bearer',
      scope: scope.replaceAll(',', ' '),
      ...ends,
    };
  }
}

function isClient({ headers }: SeenRequest): boolean {
  const { client_id, client_secret } = oauthDoubleClient;
  return headers.authorization === `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
}

function fault(response: ServerResponse, status: number, code: number, message: string): unknown {
  return refuse(response, status, { code, message });
}
