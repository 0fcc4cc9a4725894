import { createHmac, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { SeenRequest } from '../support/json-server.ts';
import {
  Consent,
  isClient,
  type OAuthDouble,
  oauthDoubleClient,
  pathOf,
  refuse,
  startOAuthDouble,
} from './sign-in-double.ts';

interface Token {
  readonly isLong: boolean;
  readonly permissions: readonly { readonly permission: string; readonly status: 'granted' | 'declined' }[];
}

/**
 * Answers as https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow and
 * access-tokens/get-long-lived say, to a client that requires the proof of its secret.
 */
export async function startMetaSignIn(): Promise<OAuthDouble> {
  const consent = new Consent();
  const tokens = new Map<string, Token>();
  const double = await startOAuthDouble((own, request, response) => {
    const path = pathOf(request).replace('/v26.0', '');
    if (path === '/dialog/oauth') {
      const denial = { error: 'access_denied', error_reason: 'user_denied', error_description: 'Permissions error' };
      return consent.ask(own, request, response, { client: 'client_id', code: 'code', denial });
    }
    if (path === '/oauth/access_token' && request.method === 'GET') return giveToken(request.query, response);
    if (path === '/me/permissions') return permissions(request, response);
    return fault(response, 2500, 'Unknown path components');
  });
  return double;

  function giveToken(query: URLSearchParams, response: ServerResponse): unknown {
    if (query.get('client_id') !== oauthDoubleClient.client_id)
      return fault(response, 101, 'Error validating application.');
    if (!isClient(query)) return fault(response, 1, 'Error validating client secret.');
    if (query.get('grant_type') === 'fb_exchange_token') {
      const short = tokens.get(query.get('fb_exchange_token') ?? '');
      if (!short) return fault(response, 190, 'Invalid OAuth access token.');
      return { ...newToken({ ...short, isLong: true }), expires_in: 5_183_944 };
    }
    const given = consent.take(query.get('code'));
    if (!given) return fault(response, 100, 'This authorization code has been used.');
    if (query.get('redirect_uri') !== double.redirectUri) {
      return fault(
        response,
        100,
        'Error validating verification code. Please make sure your redirect_uri is identical',
      );
    }
    const asked = (given.asked.get('scope') ?? '').split(',');
    const all = ['public_profile', ...asked].map((permission) => {
      const isGranted = permission === 'public_profile' || given.scopes.includes(permission);
      return { permission, status: isGranted ? ('granted' as const) : ('declined' as const) };
    });
    return { ...newToken({ isLong: false, permissions: all }), expires_in: 5_400 };
  }

  function newToken(token: Token) {
    const access_token = `EAA${randomUUID()}`;
    tokens.set(access_token, token);
    const granted = token.permissions.filter(({ status }) => status === 'granted');
    double.tokens.set(access_token, granted.map(({ permission }) => permission).join(' '));
    return { access_token, token_type: 'bearer' };
  }

  function permissions({ method, query }: SeenRequest, response: ServerResponse): unknown {
    const access_token = query.get('access_token') ?? '';
    const token = tokens.get(access_token);
    if (!token) return fault(response, 190, 'Error validating access token: The session has been invalidated');
    const proof = createHmac('sha256', oauthDoubleClient.client_secret).update(access_token).digest('hex');
    if (query.get('appsecret_proof') !== proof) return fault(response, 100, 'Invalid appsecret_proof provided');
    if (method === 'GET') return { data: token.permissions };
    tokens.clear();
    double.withdraw();
    return { success: true };
  }
}

function fault(response: ServerResponse, code: number, message: string): unknown {
  return refuse(response, 400, { error: { message, type: 'OAuthException', code, fbtrace_id: 'A1' } });
}
