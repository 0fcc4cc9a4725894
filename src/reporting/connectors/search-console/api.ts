import { type Static, Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import type { ConnectorContext, Resource } from '../contract.ts';
import { askGoogle } from '../hosted/google/ask.ts';
import type { GoogleSecret } from '../hosted/google/secret.ts';
import { googleTokens } from '../hosted/google/tokens.ts';
import { oncePerContext } from '../hosted/once.ts';
import { filtersOf, type SearchScope } from './scope.ts';

/** Which site is asked, and with what. */
export interface SearchAccess extends SearchScope {
  readonly site: string;
  readonly secret: GoogleSecret | null;
  readonly context: ConnectorContext;
}

/** A period in days of the Pacific zone, both ends inclusive, by a dimension or as a whole. */
export interface SearchQuery {
  readonly from: string;
  readonly to: string;
  readonly dimension?: string;
  /** With a dimension: a second one, for pairs of values. */
  readonly secondary?: string;
}

export const searchScopes = ['https://www.googleapis.com/auth/webmasters.readonly'];

const row = Type.Object({
  keys: Type.Optional(Type.Array(Type.String())),
  clicks: Type.Number(),
  impressions: Type.Number(),
  ctr: Type.Number(),
  position: Type.Number(),
});
const day = Type.Optional(Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' }));
const page = Type.Object({
  /** Absent in an empty answer. */
  rows: Type.Optional(Type.Array(row)),
  responseAggregationType: Type.String(),
  /** The documentation has the first form, the description of the API the second. */
  metadata: Type.Optional(Type.Object({ first_incomplete_date: day, firstIncompleteDate: day })),
});

export interface SearchAnswer {
  /** By falling clicks; at most 50,000. */
  readonly rows: readonly Static<typeof row>[];
  /** Whether there may be more rows than Google gives. */
  readonly isCut: boolean;
  /** By date: the first day whose figures still change. */
  readonly firstIncomplete: string | undefined;
}

const api = {
  system: 'search-console',
  name: 'Google Search Console API',
  advice: 'Check site, and that the period is not in the future.',
  // https://developers.google.com/webmaster-tools/limits
  quotaWaitMs: 15 * 60 * 1000,
};
const base = `https://www.googleapis.com/webmasters/${apiVersions['search-console'].version}/sites`;
const pageSize = 25_000;
const mostPages = 2;

const once = oncePerContext<SearchAnswer>();

/** As `querySearch`, asked once in a context. */
export function querySearchOnce(access: SearchAccess, query: SearchQuery): Promise<SearchAnswer> {
  const { site, type, queries } = access;
  const key = JSON.stringify([site, type, queries, query]);
  return once(access.context, key, () => querySearch(access, query));
}

/** All figures of web search that Google gives for a query, those that still change included. */
export async function querySearch(
  { site, secret, context, ...scope }: SearchAccess,
  { from, to, dimension, secondary }: SearchQuery,
): Promise<SearchAnswer> {
  const url = `${base}/${encodeURIComponent(site)}/searchAnalytics/query?prettyPrint=false`;
  const tokens = googleTokens(secret, searchScopes, context);
  const asked = {
    ...{ startDate: from, endDate: to, type: scope.type ?? 'web', dataState: 'all', rowLimit: pageSize },
    ...(dimension !== undefined && { dimensions: [dimension, ...(secondary === undefined ? [] : [secondary])] }),
    ...filtersOf(scope),
  };
  const rows: Static<typeof row>[] = [];
  let firstIncomplete: string | undefined;
  for (let index = 0; index < mostPages; index++) {
    const body = { ...asked, startRow: rows.length };
    const answer: Static<typeof page> = await askGoogle(api, tokens, { url, shape: page, body }, context);
    for (const each of answer.rows ?? []) rows.push(each);
    firstIncomplete ??= answer.metadata?.first_incomplete_date ?? answer.metadata?.firstIncompleteDate;
    if (rows.length < (index + 1) * pageSize) break;
  }
  return { rows, isCut: rows.length >= mostPages * pageSize, firstIncomplete };
}

const siteList = Type.Object({
  /** Absent where there is none. */
  siteEntry: Type.Optional(Type.Array(Type.Object({ siteUrl: Type.String(), permissionLevel: Type.String() }))),
});

/** The sites whose figures the credentials may read. */
export async function listSites({ secret, context }: Omit<SearchAccess, 'site'>): Promise<Resource[]> {
  const tokens = googleTokens(secret, searchScopes, context);
  const { siteEntry = [] } = await askGoogle(api, tokens, { url: base, shape: siteList }, context);
  return siteEntry
    .filter(({ permissionLevel }) => permissionLevel !== 'siteUnverifiedUser')
    .map(({ siteUrl }) => ({ config: { site: siteUrl }, label: siteUrl.replace(/^sc-domain:/, '') }));
}
