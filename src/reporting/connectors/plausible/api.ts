import { type Static, type TSchema, Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { askApi, bearer, jsonBody, readShape } from '../hosted/api-json.ts';
import { below } from '../hosted/base-address.ts';
import { statusFault } from '../http/status-faults.ts';

/** Which server is asked, and with which key. */
export interface PlausibleAccess {
  readonly url: string;
  readonly key: string;
  readonly context: ConnectorContext;
}

const results = Type.Object({
  results: Type.Array(
    Type.Object({
      metrics: Type.Array(Type.Union([Type.Number(), Type.Null()])),
      dimensions: Type.Array(Type.Union([Type.String(), Type.Null()])),
    }),
  ),
  meta: Type.Object({ total_rows: Type.Optional(Type.Integer({ minimum: 0 })) }),
});

const site = Type.Object({ domain: Type.String(), timezone: Type.Optional(Type.String()) });
const sitePage = Type.Object({
  sites: Type.Array(site),
  meta: Type.Object({ after: Type.Optional(Type.Union([Type.String(), Type.Null()])) }),
});

export type PlausibleResults = Static<typeof results>;
export type PlausibleSite = Static<typeof site>;

/** The limit is one of an hour, and the system does not say when it ends. */
const quotaWaitMs = 5 * 60 * 1000;

/** Asks for figures. Throws a ConnectorError; a key and a site that are refused are told apart. */
export async function queryPlausible(access: PlausibleAccess, query: Readonly<Record<string, unknown>>) {
  try {
    return await ask(access, `api/${apiVersions.plausible.version}/query`, results, query);
  } catch (error) {
    if (!(error instanceof ConnectorError) || error.kind !== 'reauth_required') throw error;
    // The system words both alike; the list of sites needs the key alone.
    if (!(await isKeyAccepted(access))) throw error;
    const message = 'The key may not read this site, or there is none with this name. Correct site, or let the key.';
    throw new ConnectorError('resource_missing', message);
  }
}

/** A site with its time zone; undefined where the server has no API of sites or does not show this one. */
export async function findSite(access: PlausibleAccess, domain: string): Promise<PlausibleSite | undefined> {
  try {
    return await ask(access, `api/v1/sites/${encodeURIComponent(domain)}`, site);
  } catch (error) {
    if (error instanceof ConnectorError && error.kind !== 'transient') return undefined;
    throw error;
  }
}

const pageSize = 100;
const mostPages = 100;

/** All sites that the key can see, at most 10,000. */
export async function listSites(access: PlausibleAccess): Promise<PlausibleSite[]> {
  const sites: PlausibleSite[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const cursor: string = after === null ? '' : `&after=${encodeURIComponent(after)}`;
    const answer: Static<typeof sitePage> = await ask(access, `api/v1/sites?limit=${pageSize}${cursor}`, sitePage);
    sites.push(...answer.sites);
    after = answer.meta.after ?? null;
    if (after === null) break;
  }
  return sites;
}

async function isKeyAccepted(access: PlausibleAccess): Promise<boolean> {
  try {
    await ask(access, 'api/v1/sites?limit=1', sitePage);
    return true;
  } catch (error) {
    if (error instanceof ConnectorError && error.kind !== 'transient') return false;
    throw error;
  }
}

async function ask<Shape extends TSchema>(
  { url, key, context }: PlausibleAccess,
  path: string,
  shape: Shape,
  body?: unknown,
): Promise<Static<Shape>> {
  const address = context.addressOf('plausible', below(url, path));
  const asked = { url: address, headers: bearer(key), ...(body !== undefined && { body: jsonBody(body) }) };
  const { response, json } = await askApi(asked, context).catch(withWait);
  if (response.status === 402) {
    const message = 'The plan of this Plausible account does not let its API be used, or the site is locked.';
    throw new ConnectorError('resource_missing', message);
  }
  if (!response.ok) throw statusFault(response, 'Check that url is the address of a Plausible server.');
  const message = 'The server does not answer as Plausible does. Check that url is its address.';
  return readShape(shape, json, new ConnectorError('invalid_config', message));
}

function withWait(error: unknown): never {
  const isQuota = error instanceof ConnectorError && error.message.includes('(429)');
  if (!isQuota || error.retryAfterMs !== undefined) throw error;
  const message = 'The hourly limit of requests to Plausible is used up (429).';
  throw new ConnectorError('transient', message, { retryAfterMs: quotaWaitMs });
}
