import type { Static, TSchema } from 'typebox';
import { Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { bearer, headerText, jsonBody, readShape } from '../hosted/api-json.ts';
import type { GrantSecret } from '../hosted/grant.ts';
import { askWithToken, grantTokens, type TokenSource } from '../hosted/tokens.ts';
import { statusFault } from '../http/status-faults.ts';
import { adsApi, endsInFault, findAdsFault } from './faults.ts';
import { type AdsRow, chunks } from './rows.ts';

const base = `https://googleads.googleapis.com/${apiVersions['google-ads'].version}/`;

/** Who asks. */
export interface AdsAccess {
  readonly tokens: TokenSource;
  /** Optional since September 2026, as the client's project says who may ask; null without one. */
  readonly developerToken: string | null;
  readonly context: ConnectorContext;
}

/** Throws `reauth_required` without a secret. */
export function adsAccess(secret: GrantSecret | null, context: ConnectorContext): AdsAccess {
  if (!secret) throw new ConnectorError('reauth_required', 'The connection has no credentials. Sign in.');
  return { tokens: grantTokens('google', secret, context), developerToken: secret.client.developer_token, context };
}

/** An account, and the manager account that gives access to it; ids are ten digits. */
export interface AdsAccount {
  readonly customer: string;
  readonly manager?: string | undefined;
}

/**
 * The rows of a GAQL query. An answer has at most 32 MB, so that queries whose rows may be many need a LIMIT. Throws a
 * ConnectorError.
 */
export async function searchAds(access: AdsAccess, account: AdsAccount, query: string): Promise<readonly AdsRow[]> {
  const path = `customers/${account.customer}/googleAds:searchStream`;
  const answer = await ask(access, path, chunks, account.manager, { query });
  return answer.flatMap(({ results = [] }) => results);
}

const accessible = Type.Object({ resourceNames: Type.Optional(Type.Array(Type.String())) });

/** The ids of the accounts that who signed in may read directly, manager accounts among them. */
export async function listAccessible(access: AdsAccess): Promise<string[]> {
  const { resourceNames = [] } = await ask(access, 'customers:listAccessibleCustomers', accessible, undefined);
  return resourceNames.flatMap((name) => /^customers\/(\d+)$/.exec(name)?.[1] ?? []);
}

async function ask<Shape extends TSchema>(
  { tokens, developerToken, context }: AdsAccess,
  path: string,
  shape: Shape,
  manager: string | undefined,
  body?: unknown,
): Promise<Static<Shape>> {
  const url = context.addressOf(adsApi.system, `${base}${path}`);
  const { response, json } = await askWithToken(
    tokens,
    (token) => ({
      url,
      headers: {
        ...(developerToken !== null && { 'developer-token': headerText(developerToken) }),
        ...(manager !== undefined && { 'login-customer-id': manager }),
        ...bearer(token),
      },
      ...(body !== undefined && { body: jsonBody(body) }),
      faultOf: (answer) => findAdsFault(answer.response, answer.json),
    }),
    context,
  );
  if (!response.ok) throw statusFault(response, adsApi.advice);
  if (endsInFault(json)) throw findAdsFault(response, json) ?? strange();
  return readShape(shape, json, strange());
}

function strange(): ConnectorError {
  return new ConnectorError('transient', 'Google Ads gave an answer that breaks off or cannot be read.');
}
