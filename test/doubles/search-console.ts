import type { searchconsole_v1 } from '@googleapis/searchconsole';
import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { checkToken, type GoogleOAuth } from './google-oauth.ts';
import { hostileValue } from './web-visits.ts';

type Asked = searchconsole_v1.Schema$SearchAnalyticsQueryRequest;
type Answer = searchconsole_v1.Schema$SearchAnalyticsQueryResponse;
type Sites = searchconsole_v1.Schema$SitesListResponse;

export const searchSites = {
  shop: 'sc-domain:shop.example',
  empty: 'https://empty.example/',
  unverified: 'https://foreign.example/',
};

export interface SearchDouble extends Double {
  /** The first day whose figures still change. */
  firstIncomplete: string | null;
}

/** Results that were shown for one query on one day. */
interface Shown {
  readonly day: string;
  /** Null for one so rare that it is withheld. */
  readonly query: string | null;
  readonly country: string;
  readonly device: 'DESKTOP' | 'MOBILE' | 'TABLET';
  readonly impressions: number;
  readonly clicks: number;
  readonly position: number;
  /** Pages of the site among the results, each with its clicks and position. */
  readonly pages: readonly (readonly [page: string, clicks: number, position: number])[];
}

const page = (path: string) => `https://shop.example${path}`;

/** From Friday to Wednesday, over the end of a month: 12 clicks of 100 impressions, at position 3.1 in the mean. */
const results: readonly Shown[] = [
  {
    ...{ day: '2026-02-27', query: 'shirts', country: 'deu', device: 'MOBILE' },
    ...{ impressions: 40, clicks: 6, position: 1.5 },
    pages: [
      [page('/'), 4, 1.5],
      [page('/shop'), 3, 2],
    ],
  },
  {
    ...{ day: '2026-03-01', query: 'shirts', country: 'pol', device: 'DESKTOP' },
    ...{ impressions: 20, clicks: 2, position: 3 },
    pages: [[page('/'), 2, 3]],
  },
  {
    ...{ day: '2026-03-03', query: hostileValue, country: 'deu', device: 'DESKTOP' },
    ...{ impressions: 30, clicks: 3, position: 5 },
    pages: [[page(`/${hostileValue}`), 3, 5]],
  },
  {
    ...{ day: '2026-03-03', query: null, country: 'zzz', device: 'MOBILE' },
    ...{ impressions: 10, clicks: 1, position: 4 },
    pages: [[page('/shop'), 1, 4]],
  },
];

/** Answers as https://developers.google.com/webmaster-tools/v1/api_reference_index says. */
export async function startSearchConsole(oauth: GoogleOAuth): Promise<SearchDouble> {
  const double = await startDouble((request) => {
    checkToken(oauth, request, 'webmasters.readonly');
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname === '/webmasters/v3/sites' && request.method === 'GET') return siteList();
    const [, name = ''] = /^\/webmasters\/v3\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(pathname) ?? [];
    if (name === '' || request.method !== 'POST') throw refusal(404, 'notFound', 'Not Found');
    const site = decodeURIComponent(name);
    if (site !== searchSites.shop && site !== searchSites.empty) {
      throw refusal(403, 'forbidden', `User does not have sufficient permission for site '${site}'.`);
    }
    return query(request, site === searchSites.shop ? results : [], all.firstIncomplete);
  });
  const all: SearchDouble = Object.assign(double, { firstIncomplete: null });
  return all;
}

function siteList(): Sites {
  const level = (site: string) => (site === searchSites.unverified ? 'siteUnverifiedUser' : 'siteFullUser');
  return { siteEntry: Object.values(searchSites).map((siteUrl) => ({ siteUrl, permissionLevel: level(siteUrl) })) };
}

function refusal(code: number, reason: string, message: string): DoubleRefusal {
  return new DoubleRefusal(code, { error: { code, message, errors: [{ message, domain: 'global', reason }] } });
}

const fields = [
  'startDate',
  'endDate',
  'dimensions',
  'type',
  'dataState',
  'rowLimit',
  'startRow',
  'aggregationType',
].concat('dimensionFilterGroups');
const dayForm = /^\d{4}-\d\d-\d\d$/;

interface Entry {
  readonly key: string;
  readonly clicks: number;
  readonly impressions: number;
  readonly position: number;
}

function query(request: SeenRequest, shown: readonly Shown[], firstIncomplete: string | null): Answer {
  const asked = JSON.parse(request.body) as Asked;
  const unknown = Object.keys(asked).find((name) => !fields.includes(name));
  if (unknown !== undefined) throw refusal(400, 'invalid', `Unknown name "${unknown}": Cannot find field.`);
  const { startDate, endDate, dimensions, type = 'web', dataState = 'final', rowLimit, startRow } = asked;
  const [from, to] = [startDate ?? '', endDate ?? ''];
  if (!dayForm.test(from) || !dayForm.test(to) || from > to) throw refusal(400, 'invalidParameter', 'Invalid dates');
  const limit = rowLimit ?? 1000;
  if (limit < 1 || limit > 25_000) throw refusal(400, 'invalidParameter', 'rowLimit must be between 1 and 25000');
  const [dimension = '', secondary] = dimensions ?? [];
  const found = shown.filter((each) => type === 'web' && from <= each.day && each.day <= to && passes(each, asked));
  const groups = Map.groupBy(
    found.flatMap((each) => pairsOf(each, dimension, secondary)),
    ({ keys }) => JSON.stringify(keys),
  );
  const rows = [...groups.values()].map((entries) => {
    const keys = entries[0]?.keys ?? [];
    const sum = (figure: (entry: Omit<Entry, 'key'>) => number) =>
      entries.reduce((total, entry) => total + figure(entry), 0);
    const [clicks, impressions] = [sum((entry) => entry.clicks), sum((entry) => entry.impressions)];
    const position = sum((entry) => entry.position * entry.impressions) / impressions;
    return { ...(dimension !== '' && { keys }), clicks, impressions, ctr: clicks / impressions, position };
  });
  rows.sort((one, other) => other.clicks - one.clicks);
  const part = rows.slice(startRow ?? 0, (startRow ?? 0) + limit);
  const isIncomplete = dimension === 'date' && dataState === 'all' && firstIncomplete !== null && firstIncomplete <= to;
  return {
    ...(part.length > 0 && { rows: part }),
    responseAggregationType: dimensions?.includes('page') ? 'byPage' : 'byProperty',
    ...(isIncomplete && { metadata: { first_incomplete_date: firstIncomplete } as object }),
  };
}

/** Filters by term; terms that are withheld pass none. */
function passes({ query }: Shown, { dimensionFilterGroups = [] }: Asked): boolean {
  return dimensionFilterGroups.every(({ groupType, filters = [] }) => {
    if (groupType !== 'and') throw refusal(400, 'invalidParameter', `Invalid groupType: ${groupType}`);
    return filters.every(({ dimension, operator, expression }) => {
      if (dimension !== 'query') throw refusal(400, 'invalidParameter', `Invalid dimension: ${dimension}`);
      const fits = query !== null && new RegExp(expression ?? '', 'v').test(query);
      if (operator === 'includingRegex') return fits;
      if (operator !== 'excludingRegex') throw refusal(400, 'invalidParameter', `Invalid operator: ${operator}`);
      return query !== null && !fits;
    });
  });
}

/** Pages of a result have figures of their own, whatever else it is split by. */
function pairsOf(shown: Shown, dimension: string, secondary: string | undefined) {
  const firsts = entriesOf(shown, dimension);
  if (secondary === undefined) return firsts.map(({ key, ...entry }) => ({ ...entry, keys: [key] }));
  return entriesOf(shown, secondary).flatMap(({ key: second, ...other }) =>
    firsts.map(({ key, ...first }) => ({ ...(secondary === 'page' ? other : first), keys: [key, second] })),
  );
}

function entriesOf(shown: Shown, dimension: string): Entry[] {
  const { day, query, country, device, impressions, clicks, position, pages } = shown;
  if (dimension === 'page') return pages.map(([key, clicks, position]) => ({ key, clicks, impressions, position }));
  const keys: Record<string, string | null> = { '': '', date: day, query, country, device };
  const key = keys[dimension];
  if (key === undefined) throw refusal(400, 'invalidParameter', `Invalid value at dimensions: ${dimension}`);
  return key === null ? [] : [{ key, clicks, impressions, position }];
}
