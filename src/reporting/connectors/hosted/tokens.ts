import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { renewSecret } from '../renew-secret.ts';
import { type ApiAnswer, type ApiRequest, askApi } from './api-json.ts';
import type { GrantSecret, SignIn } from './grant.ts';
import { refreshGrant } from './refresh-grant.ts';

/** Where the access tokens of a connection come from. */
export interface TokenSource {
  /** A token that should be good; never `refused`, which the system no longer takes. Throws `reauth_required`. */
  token(refused?: string): Promise<string>;
}

/** A token that ends within this time is renewed before it is used. */
const spareMs = 60_000;

const sources = new WeakMap<ConnectorContext, Map<string, TokenSource>>();

/**
 * The tokens of a grant: one source for all calls of a context, so that a token that was refused is not tried again. The
 * grant is renewed once for each token that has ended, by one process at a time. Throws `reauth_required` without a grant.
 */
export function grantTokens(signIn: SignIn, secret: GrantSecret | null, context: ConnectorContext): TokenSource {
  if (secret === null) throw new ConnectorError('reauth_required', 'Nobody has signed in yet. Sign in.');
  const known = sources.getOrInsertComputed(context, () => new Map());
  return known.getOrInsertComputed(JSON.stringify(secret), () => newSource(signIn, secret, context));
}

/** The one token of a connection that nobody signed in for; once it is refused there is no other. */
export function keptToken(token: string | undefined): TokenSource {
  return {
    async token(refused) {
      if (token === undefined) throw new ConnectorError('reauth_required', 'The connection has no token. Give it one.');
      if (refused === undefined) return token;
      const message = 'The system refuses the credentials (401). Give the connection new ones.';
      throw new ConnectorError('reauth_required', message);
    },
  };
}

function newSource(signIn: SignIn, secret: GrantSecret, context: ConnectorContext): TokenSource {
  let current = secret;
  return {
    async token(refused) {
      const { access_token, expires_at } = current.grant;
      const hasEnded = expires_at !== null && expires_at < Date.now() + spareMs;
      if (access_token !== refused && !hasEnded) return access_token;
      current = await renewSecret(context, current, (stored) => refreshGrant(signIn, stored, context));
      return current.grant.access_token;
    },
  };
}

/**
 * Asks an API with a token; once more, with another one, when the token is refused (401). Throws `reauth_required` when
 * that is refused too, and as `askApi` does.
 */
export async function askWithToken(
  tokens: TokenSource,
  request: (token: string) => ApiRequest,
  context: ConnectorContext,
): Promise<ApiAnswer> {
  const token = await tokens.token();
  const answer = await askApi(request(token), context);
  if (answer.response.status !== 401) return answer;
  const again = await askApi(request(await tokens.token(token)), context);
  if (again.response.status !== 401) return again;
  throw new ConnectorError('reauth_required', 'The system refuses the credentials (401). Sign in again.');
}
