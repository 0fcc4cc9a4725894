import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  getJwksCache,
  None,
  ResponseBodyError,
  type ServerMetadata,
  setJwksCache,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { ConnectorError } from '../../reporting/connectors/contract.ts';
import { type Attempt, confirmSeconds } from './attempts.ts';
import type { ProviderClaims } from './claims.ts';
import { SignOnFault } from './faults.ts';
import { KeptAnswers } from './kept-answers.ts';
import { openProviderNetwork, stepMs } from './provider-network.ts';
import { type ProviderRow, readRoleClaim } from './providers.ts';
import { redirectUriOf, type SignOnEnvironment } from './sign-on.ts';

/** How far the provider's clock may be from ours, in seconds. */
const skewSeconds = 60;
/** Signatures that only the provider can make: neither `none` nor those of a secret that we have too. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'Ed25519',
  'EdDSA',
];

type Fetch = typeof globalThis.fetch;
type Provider = Pick<ProviderRow, 'account_id' | 'issuer'>;
type Keys = NonNullable<ReturnType<typeof getJwksCache>>;

/** Metadata of providers, for five minutes; keys, which the library asks for anew when it meets one that it does not know. */
const metadataOf = new KeptAnswers<ServerMetadata>(5 * 60_000);
const keysOf = new KeptAnswers<Keys>(5 * 60_000);

/** Where somebody goes to sign in. Throws a SignOnFault. */
export async function authorizationAddress(
  environment: SignOnEnvironment,
  row: ProviderRow,
  attempt: Attempt,
): Promise<URL> {
  await using network = await openProviderNetwork(environment.db, environment, row.account_id);
  const configuration = await configure(row, undefined, network.fetch);
  const parameters = {
    redirect_uri: redirectUriOf(environment),
    scope: 'openid email profile',
    ...{ state: attempt.state, nonce: attempt.nonce },
    ...{ code_challenge: await calculatePKCECodeChallenge(attempt.verifier), code_challenge_method: 'S256' },
    // Without a page of the provider (OpenID Connect Core 1.0, section 3.1.2.1).
    ...(attempt.purpose.kind === 'renew' && { prompt: 'none' }),
    ...(attempt.purpose.kind === 'confirm' && { prompt: 'login', max_age: String(confirmSeconds) }),
  };
  return buildAuthorizationUrl(configuration, parameters);
}

/**
 * What the provider says of whoever it led back: the code is exchanged, the ID token's signature, issuer, audience, times
 * and nonce are checked, and what it lacks is asked of the user info. Throws a SignOnFault.
 */
export async function readAnswer(
  environment: SignOnEnvironment,
  row: ProviderRow,
  attempt: Attempt,
  query: string,
): Promise<ProviderClaims> {
  const secret = environment.vault.open(row.account_id, row.secret) as string;
  await using network = await openProviderNetwork(environment.db, environment, row.account_id);
  const configuration = await configure(row, secret, network.fetch);
  const known = keysOf.find(nameOf(row));
  if (known) setJwksCache(configuration, known);
  try {
    const tokens = await authorizationCodeGrant(configuration, new URL(`${redirectUriOf(environment)}?${query}`), {
      ...{ expectedState: attempt.state, expectedNonce: attempt.nonce, pkceCodeVerifier: attempt.verifier },
      ...{ idTokenExpected: true, ...(attempt.purpose.kind === 'confirm' && { maxAge: confirmSeconds }) },
    });
    const claims = tokens.claims();
    if (!claims) throw new SignOnFault('invalid_answer');
    const more = isComplete(claims, row) ? {} : await askMore(configuration, tokens.access_token, claims.sub);
    return {
      ...{ issuer: row.issuer, subject: claims.sub, all: { ...more, ...claims } },
      idToken: tokens.id_token ?? null,
      providerSession: typeof claims.sid === 'string' ? claims.sid : null,
      authenticatedAt: typeof claims.auth_time === 'number' ? claims.auth_time : null,
    };
  } catch (error) {
    throw faultOf(error);
  } finally {
    const keys = getJwksCache(configuration);
    if (keys) keysOf.keep(nameOf(row), keys);
  }
}

/**
 * Where somebody signs out at the provider, and comes back from by the redirect address; undefined where its metadata names no
 * such page. `idToken` says who, so that it need not ask. Throws a SignOnFault.
 */
export async function endSessionAddress(
  environment: SignOnEnvironment,
  row: ProviderRow,
  { state, idToken }: { readonly state: string; readonly idToken: string | undefined },
): Promise<URL | undefined> {
  await using network = await openProviderNetwork(environment.db, environment, row.account_id);
  const { end_session_endpoint: page } = await readMetadata(row, network.fetch);
  if (!isPage(row, page)) return undefined;
  const address = new URL(page);
  const parameters = {
    ...{ client_id: row.client_id, post_logout_redirect_uri: redirectUriOf(environment), state },
    ...(idToken !== undefined && { id_token_hint: idToken }),
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address;
}

/** The provider as it describes itself. Throws a SignOnFault. */
export async function readMetadata(row: Provider, fetch: Fetch): Promise<ServerMetadata> {
  const name = nameOf(row);
  return metadataOf.find(name) ?? metadataOf.ask(name, () => askMetadata(row, fetch));
}

async function askMetadata(row: Provider, fetch: Fetch): Promise<ServerMetadata> {
  try {
    const found = await discovery(new URL(row.issuer), 'unused', undefined, None(), {
      // Who may be asked without TLS is the guard's to say.
      ...{ [customFetch]: through(fetch), execute: [allowInsecureRequests], timeout: stepMs / 1000 },
    });
    const metadata = found.serverMetadata();
    checkMetadata(row, metadata);
    return metadata;
  } catch (error) {
    throw faultOf(error, 'misconfigured');
  }
}

/** The library lets some vendors name another issuer, and asks only that an address can be read. */
function checkMetadata(row: Provider, metadata: ServerMetadata): void {
  const isOwn = new URL(metadata.issuer).href === new URL(row.issuer).href;
  if (isOwn && isPage(row, metadata.authorization_endpoint) && metadata.token_endpoint && metadata.jwks_uri) return;
  throw new SignOnFault('misconfigured');
}

/** Whether a browser may be led there: over TLS, unless the provider itself has none. */
function isPage({ issuer }: Provider, address: unknown): address is string {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && issuer.startsWith('http:'));
}

async function configure(row: ProviderRow, secret: string | undefined, fetch: Fetch): Promise<Configuration> {
  const metadata = await readMetadata(row, fetch);
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
  const server = {
    ...metadata,
    id_token_signing_alg_values_supported: offered.filter((each) => algorithms.includes(each)),
  };
  const ways = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const proof =
    secret === undefined
      ? None()
      : ways.includes('client_secret_basic')
        ? ClientSecretBasic(secret)
        : ClientSecretPost(secret);
  const configuration = new Configuration(server, row.client_id, { [clockTolerance]: skewSeconds }, proof);
  configuration[customFetch] = through(fetch);
  configuration.timeout = stepMs / 1000;
  enableNonRepudiationChecks(configuration);
  allowInsecureRequests(configuration);
  return configuration;
}

/** Answers that say that the provider does not work are no answers. */
function through(fetch: Fetch): NonNullable<Configuration[typeof customFetch]> {
  return async (url, options) => {
    const response = await fetch(url, options as RequestInit);
    if (response.status !== 429 && response.status < 500) return response;
    await response.body?.cancel();
    throw new SignOnFault('unreachable');
  };
}

function isComplete(claims: Readonly<Record<string, unknown>>, row: ProviderRow): boolean {
  const claim = readRoleClaim(row)?.claim.split('.')[0];
  return claims.email !== undefined && (claim === undefined || claims[claim] !== undefined);
}

async function askMore(configuration: Configuration, accessToken: string, subject: string) {
  if (!configuration.serverMetadata().userinfo_endpoint) return {};
  return fetchUserInfo(configuration, accessToken, subject);
}

function nameOf({ account_id, issuer }: Provider): string {
  return `${account_id} ${issuer}`;
}

/** What somebody is told of an error of the library; the error itself goes to the log. */
function faultOf(error: unknown, otherwise: 'invalid_answer' | 'misconfigured' = 'invalid_answer'): SignOnFault {
  const inner = causesOf(error).find((each) => each instanceof SignOnFault || each instanceof ConnectorError);
  if (inner instanceof SignOnFault) return inner;
  if (inner instanceof ConnectorError)
    return new SignOnFault(inner.kind === 'transient' ? 'unreachable' : 'misconfigured', inner);
  if (error instanceof AuthorizationResponseError) {
    return new SignOnFault(error.error === 'access_denied' ? 'denied' : 'refused', error);
  }
  if (error instanceof WWWAuthenticateChallengeError) return new SignOnFault('client_refused', error);
  if (error instanceof ResponseBodyError) {
    return new SignOnFault(error.error === 'invalid_client' ? 'client_refused' : 'refused', error);
  }
  const isLate = error instanceof ClientError && (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_ABORT');
  return new SignOnFault(isLate ? 'unreachable' : otherwise, error);
}

function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let each = error; each instanceof Error && causes.length < 5; each = each.cause) causes.push(each);
  return causes;
}
