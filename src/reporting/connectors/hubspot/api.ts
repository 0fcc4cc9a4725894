import { type Static, type TArray, type TObject, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { type ApiAnswer, bearer, jsonBody, readShape } from '../hosted/api-json.ts';
import { grantSecret } from '../hosted/grant.ts';
import { askWithToken, grantTokens, keptToken, type TokenSource } from '../hosted/tokens.ts';
import { statusFault } from '../http/status-faults.ts';

/** A token of an account, or what a person granted by signing in. */
export const hubSpotSecret = Type.Union([
  Type.Object({ token: Type.String({ minLength: 1, maxLength: 1000 }) }, { additionalProperties: false }),
  grantSecret,
]);

/** Which account is asked: the token's. */
export interface HubSpotAccess {
  readonly tokens: TokenSource;
  readonly context: ConnectorContext;
}

export function openHubSpot(secret: Static<typeof hubSpotSecret> | null, context: ConnectorContext): HubSpotAccess {
  const isGrant = secret !== null && 'grant' in secret;
  return { tokens: isGrant ? grantTokens('hubspot', secret, context) : keptToken(secret?.token), context };
}

/** Instants in epoch milliseconds, the second one exclusive. */
export interface Interval {
  readonly startMs: number;
  readonly endMs: number;
}

export interface HubSpotSearch {
  readonly object: 'deals' | 'contacts';
  /** The property whose instants lie in the interval. */
  readonly at: string;
  readonly filters: readonly { readonly propertyName: string; readonly operator: 'EQ'; readonly value: string }[];
  readonly properties: readonly string[];
}

/** An object of the CRM; a property without a value is null, and one that the account does not have is absent. */
export interface HubSpotRecord {
  readonly id: string;
  readonly properties: Readonly<Record<string, string | null>>;
}

/** https://developers.hubspot.com/docs/api-reference/2026-03/crm/search-the-crm */
const objects = `crm/objects/${apiVersions.hubspot.version}`;
const paging = Type.Optional(
  Type.Object({ next: Type.Optional(Type.Object({ after: Type.String({ minLength: 1 }) })) }),
);
const found = Type.Object({
  total: Type.Integer({ minimum: 0 }),
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      properties: Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])),
    }),
  ),
  paging,
});
const pageSize = 200;
/** HubSpot pages through no more results of one search. */
const mostOfSearch = 10_000;
const mostRecords = 50_000;

/**
 * All records of an interval. A search with more results than HubSpot pages through is halved until each half has fewer.
 * Throws `invalid_config` beyond 50,000 records.
 */
export async function searchAll(
  access: HubSpotAccess,
  search: HubSpotSearch,
  whole: Interval,
): Promise<HubSpotRecord[]> {
  const records = new Map<string, HubSpotRecord>();
  const waiting = [whole];
  for (let interval = waiting.pop(); interval; interval = waiting.pop()) {
    const half = await readInterval(access, search, interval, records);
    if (half !== undefined) waiting.push({ ...interval, startMs: half }, { ...interval, endMs: half });
    if (records.size > mostRecords) throw tooMany(search.object);
  }
  return [...records.values()];
}

/** Reads an interval into `records`, or gives the instant to cut it at where it has too many. */
async function readInterval(
  access: HubSpotAccess,
  search: HubSpotSearch,
  { startMs, endMs }: Interval,
  records: Map<string, HubSpotRecord>,
): Promise<number | undefined> {
  const { at, filters, properties, object } = search;
  const between = { propertyName: at, operator: 'BETWEEN', value: String(startMs), highValue: String(endMs - 1) };
  const body = {
    filterGroups: [{ filters: [between, ...filters] }],
    sorts: [{ propertyName: at, direction: 'ASCENDING' }],
    properties: [at, ...properties],
    limit: pageSize,
  };
  let read = 0;
  let after: string | undefined;
  do {
    const path = `${objects}/${object}/search`;
    const page: Static<typeof found> = await ask(access, path, found, { ...body, ...(after && { after }) });
    if (page.total > mostRecords) throw tooMany(object);
    if (page.total > mostOfSearch) {
      if (endMs - startMs < 2) throw tooMany(object);
      return startMs + Math.floor((endMs - startMs) / 2);
    }
    for (const record of page.results) records.set(record.id, record);
    read += page.results.length;
    const next = page.paging?.next?.after;
    // Less than there is would be a smaller figure.
    if (next === undefined && read < page.total) throw strange();
    if (next !== undefined && (next === after || read >= mostOfSearch)) return undefined;
    after = next;
  } while (after !== undefined);
  return undefined;
}

function tooMany(what: string): ConnectorError {
  const message = `The period has more ${what} than this service reads of HubSpot. Choose a shorter one.`;
  return new ConnectorError('invalid_config', message);
}

const account = Type.Object({ companyCurrency: Type.String() });

/** The ISO 4217 code of the company's currency. */
export async function readCurrency(access: HubSpotAccess): Promise<string> {
  return (await ask(access, 'account-info/v3/details', account)).companyCurrency;
}

const pipelines = Type.Object({ results: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })) });

/** The pipelines of deals. */
export async function listPipelines(access: HubSpotAccess): Promise<Static<typeof pipelines>['results']> {
  return (await ask(access, 'crm/v3/pipelines/deals', pipelines)).results;
}

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const owners = Type.Object({
  results: Type.Array(Type.Object({ id: Type.String(), firstName: text, lastName: text, email: text })),
  paging,
});

/** The names of owners by their ids; those who left, too. */
export async function readOwners(access: HubSpotAccess): Promise<ReadonlyMap<string, string>> {
  const pages = ['false', 'true'].map((archived) =>
    listAll(access, `crm/v3/owners?limit=100&archived=${archived}`, owners),
  );
  const names = (await Promise.all(pages)).flat().map(({ id, firstName, lastName, email }): [string, string] => {
    return [id, [firstName, lastName].filter(Boolean).join(' ') || email || id];
  });
  return new Map(names);
}

const forms = Type.Object({ results: Type.Array(Type.Object({ id: Type.String(), name: Type.String() })), paging });

export function listForms(access: HubSpotAccess): Promise<Static<typeof forms>['results']> {
  return listAll(access, 'marketing/v3/forms?limit=100', forms);
}

const mostPages = 50;

type Page<Item extends TSchema> = TObject<{ results: TArray<Item>; paging: typeof paging }>;

async function listAll<Item extends TSchema>(
  access: HubSpotAccess,
  path: string,
  shape: Page<Item>,
): Promise<Static<Item>[]> {
  const all: Static<Item>[] = [];
  let after: string | undefined;
  for (let index = 0; index < mostPages; index++) {
    const cursor: string = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
    const page = (await ask(access, `${path}${cursor}`, shape)) as Listed<Static<Item>>;
    all.push(...page.results);
    after = page.paging?.next?.after;
    if (after === undefined) return all;
  }
  throw tooMany('owners or forms');
}

interface Listed<Item> {
  readonly results: Item[];
  readonly paging?: Static<typeof paging>;
}

/** What people wrote into a form is not looked at. */
const submissions = Type.Object({ results: Type.Array(Type.Object({ submittedAt: Type.Integer() })), paging });
const mostSubmissionPages = 400;

/** The instants (epoch milliseconds) at which a form was submitted since one; HubSpot has the newest first. */
export async function readSubmissions(access: HubSpotAccess, form: string, sinceMs: number): Promise<number[]> {
  const path = `form-integrations/v1/submissions/forms/${encodeURIComponent(form)}?limit=50`;
  const all: number[] = [];
  let after: string | undefined;
  for (let index = 0; index < mostSubmissionPages; index++) {
    const cursor: string = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
    const page: Static<typeof submissions> = await ask(access, `${path}${cursor}`, submissions);
    all.push(...page.results.map(({ submittedAt }) => submittedAt));
    after = page.paging?.next?.after;
    if (after === undefined || page.results.some(({ submittedAt }) => submittedAt < sinceMs)) return all;
  }
  throw tooMany('submissions of a form');
}

async function ask<Shape extends TSchema>(
  { tokens, context }: HubSpotAccess,
  path: string,
  shape: Shape,
  body?: unknown,
): Promise<Static<Shape>> {
  const url = context.addressOf('hubspot', `https://api.hubapi.com/${path}`);
  const asked = { url, faultOf, ...(body !== undefined && { body: jsonBody(body) }) };
  const { response, json } = await askWithToken(tokens, (token) => ({ ...asked, headers: bearer(token) }), context);
  if (!response.ok) throw statusFault(response, 'Check pipeline.');
  return readShape(shape, json, strange());
}

const refusal = Type.Object({ category: Type.Optional(Type.String()), policyName: Type.Optional(Type.String()) });

/** What HubSpot's categories say more than the status. The limit of searches is one of a second. */
function faultOf({ response, json }: ApiAnswer): ConnectorError | undefined {
  const { category, policyName }: Static<typeof refusal> = Value.Check(refusal, json) ? json : {};
  if (category === 'MISSING_SCOPES') {
    const message =
      'The token may not read this (403). Let it: deals, contacts, owners or forms, as metrics need them.';
    return new ConnectorError('resource_missing', message);
  }
  if (response.status !== 429 || response.headers.has('retry-after')) return undefined;
  if (policyName === 'DAILY') {
    const message = "The day's limit of requests to HubSpot is used up (429).";
    return new ConnectorError('transient', message, { retryAfterMs: 60 * 60 * 1000 });
  }
  const message = 'HubSpot asks for fewer requests (429).';
  return new ConnectorError('transient', message, {
    retryAfterMs: policyName === 'TEN_SECONDLY_ROLLING' ? 10_000 : 1_000,
  });
}

function strange(): ConnectorError {
  return new ConnectorError('transient', 'HubSpot gave an answer that cannot be read.');
}
