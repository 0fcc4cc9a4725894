import { createHmac } from 'node:crypto';
import type { SeenRequest } from '../support/json-server.ts';
import { metaToken, refusal } from './meta-ads.ts';
import { oauthDoubleClient } from './sign-in-double.ts';

/** What a person granted to the operator's app: its token, for calls with the proof of the app's secret. */
export const personToken = 'EAAB-token-of-a-person';

/** The token of a request: that of a system user, of a person with a proof, or one of `others`; refuses others. */
export function tokenOf({ headers, path, query }: SeenRequest, others: ReadonlySet<string> = new Set()): string {
  if (path.includes('access_token=')) throw refusal(400, 190, 'The double takes no token in an address');
  const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
  const proof = query.get('appsecret_proof');
  if (token === metaToken || (proof === null && others.has(token))) return token;
  const expected = createHmac('sha256', oauthDoubleClient.client_secret).update(token).digest('hex');
  if ((token !== personToken && !others.has(token)) || proof !== expected) {
    throw refusal(400, 190, `Error validating access token: ${token}`, 463);
  }
  return token;
}
