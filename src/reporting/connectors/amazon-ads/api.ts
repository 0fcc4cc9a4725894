import { type Static, type TSchema, Type } from 'typebox';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { type ApiRequest, bearer, headerText, readShape } from '../hosted/api-json.ts';
import type { GrantSecret } from '../hosted/grant.ts';
import { oncePerContext } from '../hosted/once.ts';
import { askWithToken, grantTokens, type TokenSource } from '../hosted/tokens.ts';
import { statusFault } from '../http/status-faults.ts';

/** Where Amazon keeps its accounts: the Americas, Europe with the Middle East and India, the Far East with Australia. */
const regionHosts = {
  na: 'https://advertising-api.amazon.com',
  eu: 'https://advertising-api-eu.amazon.com',
  fe: 'https://advertising-api-fe.amazon.com',
} as const;

export const regions = ['na', 'eu', 'fe'] as const;
export type Region = (typeof regions)[number];

/** Who asks. */
export interface AmazonAccess {
  readonly tokens: TokenSource;
  readonly clientId: string;
  readonly context: ConnectorContext;
}

/** Throws `reauth_required` without a secret. */
export function amazonAccess(secret: GrantSecret | null, context: ConnectorContext): AmazonAccess {
  const tokens = grantTokens('amazon', secret, context);
  return { tokens, clientId: secret?.client.client_id ?? '', context };
}

const profile = Type.Object({
  profileId: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  countryCode: Type.Optional(Type.String()),
  currencyCode: Type.Optional(Type.String()),
  timezone: Type.Optional(Type.String()),
  accountInfo: Type.Optional(Type.Object({ name: Type.Optional(Type.String()) })),
});
const profiles = Type.Array(profile);

export type AmazonProfile = Static<typeof profile>;

const once = oncePerContext<AmazonProfile[]>();

/** The profiles of a region that the person can see: an advertiser in a marketplace each. */
export function listProfiles(access: AmazonAccess, region: Region): Promise<AmazonProfile[]> {
  return once(access.context, region, () => askAmazon(access, region, { path: '/v2/profiles' }, profiles));
}

/** Throws `resource_missing` for a profile that the sign-in does not see. */
export async function readProfile(access: AmazonAccess, region: Region, id: string): Promise<AmazonProfile> {
  const found = (await listProfiles(access, region)).find(({ profileId }) => String(profileId) === id);
  if (found) return found;
  const message = 'The sign-in sees no profile with this number in this region. Correct profile or region.';
  throw new ConnectorError('resource_missing', message);
}

export interface AmazonRequest {
  readonly path: string;
  /** The number of a profile, where it is about one. */
  readonly profile?: string;
  readonly body?: ApiRequest['body'];
}

/** What is refused as a repetition of a report that Amazon still works on. */
const tooEarly = 425;

/** Asks Amazon, by POST with a body. A repetition of a report (425) is answered, too. Throws a ConnectorError. */
export async function askAmazon<Shape extends TSchema>(
  { tokens, clientId, context }: AmazonAccess,
  region: Region,
  { path, profile, body }: AmazonRequest,
  shape: Shape,
): Promise<Static<Shape>> {
  const url = context.addressOf('amazon-ads', regionHosts[region] + path);
  const headers = {
    'amazon-advertising-api-clientid': headerText(clientId),
    ...(profile !== undefined && { 'amazon-advertising-api-scope': profile }),
  };
  const requestOf = (token: string) => ({ url, headers: { ...headers, ...bearer(token) }, ...(body && { body }) });
  const { response, json } = await askWithToken(tokens, requestOf, context);
  if (!response.ok && response.status !== tooEarly) {
    const advice =
      'Check profile and region, and choose a later period: Amazon keeps days for 60 (brands), 65 (display) and 95 (products) days. ad_types can leave some out.';
    throw statusFault(response, advice);
  }
  return readShape(shape, json, strange());
}

/** What cannot be read; it may pass, as nobody types Amazon's address. */
export function strange(): ConnectorError {
  return new ConnectorError('transient', 'Amazon gave an answer that cannot be read.');
}
