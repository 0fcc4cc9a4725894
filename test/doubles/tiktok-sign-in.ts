import { randomUUID } from 'node:crypto';
import { Consent, type OAuthDouble, oauthDoubleClient, pathOf, startOAuthDouble } from './sign-in-double.ts';

interface Asked {
  readonly app_id?: string;
  readonly secret?: string;
  readonly auth_code?: string;
  readonly access_token?: string;
}

/**
 * Answers as https://business-api.tiktok.com/portal/docs?id=1738373141733378 says: JSON both ways, always with status 200,
 * and tokens without an end.
 */
export async function startTikTokSignIn(): Promise<OAuthDouble> {
  const consent = new Consent();
  return startOAuthDouble((own, request, response) => {
    const path = pathOf(request);
    if (path === '/portal/auth') {
      const denial = { error: 'access_denied' };
      return consent.ask(own, request, response, { client: 'app_id', code: 'auth_code', denial });
    }
    if (request.method !== 'POST' || !request.headers['content-type']?.startsWith('application/json')) {
      return envelope(40_002, 'Request body is not JSON');
    }
    const asked = JSON.parse(request.body) as Asked;
    const { client_id, client_secret } = oauthDoubleClient;
    if (asked.app_id !== client_id || asked.secret !== client_secret)
      return envelope(40_001, 'Invalid app_id or secret');
    if (path === '/open_api/v1.3/oauth2/access_token/') {
      if (!consent.take(asked.auth_code ?? null)) return envelope(40_110, 'Auth_code is expired or used');
      const access_token = randomUUID();
      own.tokens.set(access_token, '4');
      return envelope(0, 'OK', { access_token, advertiser_ids: ['7000000000000000001'], scope: [4] });
    }
    if (path !== '/open_api/v1.3/oauth2/revoke_token/') return envelope(40_000, 'No such path');
    const isSigned = request.headers['access-token'] === asked.access_token;
    return isSigned && own.tokens.delete(asked.access_token ?? '')
      ? envelope(0, 'OK', {})
      : envelope(40_105, 'Access token is invalid');
  });
}

function envelope(code: number, message: string, data: unknown = {}) {
  return { code, message, request_id: '202611230000000000', data };
}
