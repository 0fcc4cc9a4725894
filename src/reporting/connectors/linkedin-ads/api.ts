import { type Static, type TSchema, Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError, type Description } from '../contract.ts';
import { accountSettings } from '../hosted/account-settings.ts';
import { bearer, readShape } from '../hosted/api-json.ts';
import { oncePerContext } from '../hosted/once.ts';
import { type Accounts, sharedSettings } from '../hosted/several-accounts.ts';
import { askWithToken, type TokenSource } from '../hosted/tokens.ts';
import { statusFault } from '../http/status-faults.ts';

const base = 'https://api.linkedin.com/rest/';

export interface LinkedInAccess {
  readonly tokens: TokenSource;
  readonly context: ConnectorContext;
}

const account = Type.Object({
  id: Type.Integer(),
  name: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
});
const accountPage = Type.Object({
  elements: Type.Array(account),
  metadata: Type.Optional(Type.Object({ nextPageToken: Type.Optional(Type.Union([Type.String(), Type.Null()])) })),
});

export type LinkedInAccount = Static<typeof account>;

const once = oncePerContext<LinkedInAccount>();

/** An account by its number, read once for a context; throws `resource_missing` where the sign-in does not see it. */
export function readAccount(access: LinkedInAccess, id: string): Promise<LinkedInAccount> {
  return once(access.context, id, () => askLinkedIn(access, `adAccounts/${id}`, account));
}

/** What the accounts fix: LinkedIn's days are UTC for all. */
export function readSettings(
  access: LinkedInAccess,
  accounts: Accounts,
): Promise<Pick<Description, 'timeZone' | 'currency'>> {
  return sharedSettings(accounts, async (id) => accountSettings('UTC', (await readAccount(access, id)).currency));
}

const pageSize = 1_000;
const mostPages = 10;

/** The accounts that the sign-in sees, at most 10,000. */
export async function listAccounts(access: LinkedInAccess): Promise<LinkedInAccount[]> {
  const all: LinkedInAccount[] = [];
  let token: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const next: string = token === null ? '' : `&pageToken=${encodeURIComponent(token)}`;
    const path = `adAccounts?q=search&pageSize=${pageSize}${next}`;
    const answer: Static<typeof accountPage> = await askLinkedIn(access, path, accountPage);
    all.push(...answer.elements);
    token = answer.metadata?.nextPageToken || null;
    if (token === null) break;
  }
  return all;
}

/** Asks for a path below the versioned API, whose query is in Rest.li's form. Throws a ConnectorError. */
export async function askLinkedIn<Shape extends TSchema>(
  { tokens, context }: LinkedInAccess,
  path: string,
  shape: Shape,
): Promise<Static<Shape>> {
  const url = context.addressOf('linkedin-ads', `${base}${path}`);
  const headers = { 'linkedin-version': apiVersions['linkedin-ads'].version, 'x-restli-protocol-version': '2.0.0' };
  const request = (token: string) => ({ url, headers: { ...headers, ...bearer(token) } });
  const { response, json } = await askWithToken(tokens, request, context).catch(untilMidnight);
  if (!response.ok) throw faultOf(response);
  return readShape(shape, json, strange());
}

/** A list of URNs in Rest.li's form, in which their colons are encoded and the brackets are not. */
export function restliList(urns: readonly string[]): string {
  return `List(${urns.map(encodeURIComponent).join(',')})`;
}

/** What cannot be read; it may pass, as nobody types LinkedIn's address. */
export function strange(): ConnectorError {
  return new ConnectorError('transient', 'LinkedIn gave an answer that cannot be read.');
}

function faultOf(response: Response): ConnectorError {
  if (response.status === 403) {
    const message =
      'The sign-in may not read this (403). Give the member who signed in a role on the ad account, or sign in again and allow reports.';
    return new ConnectorError('resource_missing', message);
  }
  if (response.status === 426) {
    const message =
      'LinkedIn no longer serves the version of its API that this service asks for (426). Update the service.';
    return new ConnectorError('invalid_config', message);
  }
  return statusFault(response, 'Check that account is the number of an ad account.');
}

const dayMs = 24 * 60 * 60 * 1000;

/** Limits are of a UTC day, and LinkedIn does not say when to come back. */
function untilMidnight(error: unknown): never {
  const isQuota = error instanceof ConnectorError && error.message.includes('(429)');
  if (!isQuota || error.retryAfterMs !== undefined) throw error;
  const message = "The day's limit of requests to LinkedIn is used up (429). It begins anew at midnight UTC.";
  throw new ConnectorError('transient', message, { retryAfterMs: dayMs - (Date.now() % dayMs) });
}
