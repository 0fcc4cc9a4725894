import { hash, randomUUID } from 'node:crypto';
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

/** The client as the operator stores it: with its account. */
export const snowflakeClient = { ...oauthDoubleClient, client_id: `myorg-account1/${oauthDoubleClient.client_id}` };

/**
 * Answers as https://docs.snowflake.com/en/user-guide/oauth-custom says: the client signs in by Basic, access tokens live for
 * ten minutes, and a refresh brings no other refresh token.
 */
export async function startSnowflakeSignIn(): Promise<
  OAuthDouble & { keep(refreshToken: string, scope: string): void }
> {
  const consent = new Consent();
  const refreshTokens = new Map<string, string>();
  const double = await startOAuthDouble((own, request, response) => {
    const path = pathOf(request);
    if (path === '/oauth/authorize') {
      const denial = { error: 'access_denied', error_description: 'The user denied the request' };
      return consent.ask(own, request, response, { client: 'client_id', code: 'code', denial });
    }
    if (path !== '/oauth/token-request' || request.method !== 'POST') return fault(response, 404, 'not_found');
    if (!isClient(request)) return fault(response, 401, 'invalid_client');
    const fields = formOf(request);
    return fields.get('grant_type') === 'refresh_token' ? refresh(fields, response) : exchange(fields, response);
  }, refreshTokens);
  return Object.assign(double, { keep: (token: string, scope: string) => void refreshTokens.set(token, scope) });

  function exchange(fields: URLSearchParams, response: ServerResponse): unknown {
    const given = consent.take(fields.get('code'));
    const challenge = hash('sha256', fields.get('code_verifier') ?? '', 'base64url');
    const isGood =
      fields.get('redirect_uri') === double.redirectUri && given?.asked.get('code_challenge') === challenge;
    if (!given || !isGood) return fault(response, 400, 'invalid_grant');
    const refresh_token = `ver:1-hint:${randomUUID()}`;
    const scope = given.scopes.join(' ');
    refreshTokens.set(refresh_token, scope);
    return { ...tokensFor(scope), refresh_token, refresh_token_expires_in: 7_776_000 };
  }

  function refresh(fields: URLSearchParams, response: ServerResponse): unknown {
    const scope = refreshTokens.get(fields.get('refresh_token') ?? '');
    return scope === undefined ? fault(response, 400, 'invalid_grant') : tokensFor(scope);
  }

  function tokensFor(scope: string) {
    const access_token = `ver:1-hint:${randomUUID()}`;
    double.tokens.set(access_token, scope);
    return { access_token, expires_in: 600, token_type: 'Bearer', username: 'REPORTER', scope };
  }
}

function isClient({ headers }: SeenRequest): boolean {
  const { client_id, client_secret } = oauthDoubleClient;
  return headers.authorization === `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
}

function fault(response: ServerResponse, status: number, error: string): unknown {
  return refuse(response, status, { data: null, message: 'This is refused.', code: null, success: false, error });
}
