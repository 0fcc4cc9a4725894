import {
  allowInsecureRequests,
  ClientSecretPost,
  Configuration,
  customFetch,
  genericGrantRequest,
  ResponseBodyError,
  tokenRevocation,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import { statusFault } from '../../http/status-faults.ts';
import type { GrantSecret, SignIn } from '../grant.ts';
import { type Client, endOf, lostGrant, outOfOrder, refusedClient, type SignInProvider } from './provider.ts';

/** How a vendor that follows RFC 6749 differs from others that do. */
export interface StandardVendor
  extends Pick<SignInProvider, 'title' | 'hasPkce' | 'permissionsPage' | 'revokesPerson'> {
  readonly signIn: SignIn;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** Null where the vendor has none. */
  readonly revocationEndpoint: string | null;
  /** Sent to the authorization endpoint beside what the standard has. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Scopes that are asked for besides what is read, and that the vendor does not tell back. */
  readonly alsoAsks?: readonly string[];
  /** Sent to the token endpoint beside what the standard has. */
  readonly tokenParameters?: Readonly<Record<string, string>>;
  /** Whether a grant without a refresh token is worth nothing. */
  readonly needsRefreshToken: boolean;
  /** The errors by which it refuses a code or a refresh token. */
  readonly refusals: readonly string[];
}

/** The sign-in of a vendor that follows RFC 6749, 7009 and, where it has PKCE, 7636. */
export function standardProvider(vendor: StandardVendor): SignInProvider {
  const { title, hasPkce, permissionsPage, revokesPerson } = vendor;
  return {
    ...{ title, hasPkce, permissionsPage, revokesPerson },
    codeParameter: 'code',
    authorizationPage({ clientId, redirectUri, scopes, state, challenge }, context) {
      const page = context.addressOf(`${vendor.signIn}-oauth`, vendor.authorizationEndpoint);
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: [...scopes, ...(vendor.alsoAsks ?? [])].join(' '),
        state,
        ...vendor.parameters,
        ...(challenge !== null && { code_challenge: challenge, code_challenge_method: 'S256' }),
      });
      page.search = query.toString().replaceAll('+', '%20');
      return page;
    },
    async exchange({ code, redirectUri, scopes, verifier }, client, context) {
      const proof = verifier === null ? {} : { code_verifier: verifier };
      const parameters = { code, redirect_uri: redirectUri, ...proof };
      const tokens = await askTokens(vendor, client, 'authorization_code', parameters, context);
      const { access_token, refresh_token = null, expires_in, scope } = tokens;
      if (refresh_token === null && vendor.needsRefreshToken) throw passingGrant(vendor);
      const expires_at = endOf(expires_in);
      return {
        tokens: { access_token, refresh_token, expires_at },
        // One that is not told is the one that was asked for (RFC 6749, section 5.1).
        scopes: scope?.split(/[\s,]+/) ?? scopes,
        endsAt: refresh_token === null ? expires_at : endOf(tokens.refresh_token_expires_in),
      };
    },
    async refresh({ grant, client }, context) {
      if (grant.refresh_token === null) throw lostGrant();
      const parameters = { refresh_token: grant.refresh_token };
      const tokens = await askTokens(vendor, client, 'refresh_token', parameters, context);
      const { access_token, refresh_token = grant.refresh_token, expires_in } = tokens;
      return { access_token, refresh_token, expires_at: endOf(expires_in) };
    },
    revoke: vendor.revocationEndpoint === null ? null : (secret, context) => revoke(vendor, secret, context),
  };
}

async function revoke(vendor: StandardVendor, { grant, client }: GrantSecret, context: ConnectorContext) {
  const token = grant.refresh_token ?? grant.access_token;
  await tokenRevocation(configure(vendor, client, context), token).catch((error) => {
    // One that the vendor no longer knows is revoked.
    const unknown = ['invalid_token', ...vendor.refusals];
    if (error instanceof ResponseBodyError && unknown.includes(error.error)) return;
    throw faultOf(error, vendor);
  });
}

async function askTokens(
  vendor: StandardVendor,
  client: Client,
  grantType: string,
  parameters: Readonly<Record<string, string>>,
  context: ConnectorContext,
) {
  try {
    const own = { ...vendor.tokenParameters, ...parameters };
    return await genericGrantRequest(configure(vendor, client, context), grantType, own);
  } catch (error) {
    throw faultOf(error, vendor);
  }
}

function configure(vendor: StandardVendor, client: Client, context: ConnectorContext): Configuration {
  const addressOf = (endpoint: string) => context.addressOf(`${vendor.signIn}-oauth`, endpoint).href;
  const { tokenEndpoint, revocationEndpoint } = vendor;
  const server = {
    issuer: new URL(tokenEndpoint).origin,
    token_endpoint: addressOf(tokenEndpoint),
    ...(revocationEndpoint !== null && { revocation_endpoint: addressOf(revocationEndpoint) }),
  };
  const { client_id, client_secret } = client;
  const configuration = new Configuration(server as never, client_id, client_secret, ClientSecretPost());
  configuration[customFetch] = async (url, options) => {
    const response = await context.fetch(url, options as RequestInit);
    const { status } = response;
    if (status !== 408 && status !== 429 && status < 500) return response;
    await response.body?.cancel();
    throw statusFault(response, '');
  };
  // Who may be asked without TLS is the guard's to say.
  allowInsecureRequests(configuration);
  return configuration;
}

function faultOf(error: unknown, vendor: StandardVendor): ConnectorError {
  const fault = error instanceof Error && error.cause instanceof ConnectorError ? error.cause : error;
  if (fault instanceof ConnectorError) return fault;
  if (error instanceof WWWAuthenticateChallengeError) return refusedClient(vendor.title, vendor.signIn);
  if (!(error instanceof ResponseBodyError)) return outOfOrder(vendor.title, error);
  if (vendor.refusals.includes(error.error)) return lostGrant();
  return refusedClient(vendor.title, vendor.signIn);
}

function passingGrant({ title, permissionsPage }: StandardVendor): ConnectorError {
  const repair = `Withdraw the access of this service at ${permissionsPage}, then sign in again.`;
  return new ConnectorError('reauth_required', `${title} granted access for a moment only. ${repair}`);
}
