import type { SeenRequest } from '../support/json-server.ts';
import { type AdActivity, activityIn, adCampaigns, countActivity } from './ad-activity.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { cdn, sendPicture } from './meta-ads.ts';

/** The token that the double accepts, for the account 507404993; 600000001 has no activity, 600000002 is another's. */
export const linkedInToken = 'linkedin-token-of-the-test';

const usualTokens: ReadonlyMap<string, string> = new Map([[linkedInToken, 'r_ads r_ads_reporting']]);

const accounts = [507404993, 600000001, 600000003].map((id) => {
  return { id, name: `Account ${id}`, currency: 'EUR', status: 'ACTIVE', type: 'BUSINESS', test: false };
});
/** Unlisted: one with the same activity, and one with other amounts. */
export const linkedInTwins = { same: '507404994', other: '507404995' };
const twins = [
  { ...accounts[0], id: 507404994 },
  { ...accounts[0], id: 507404995, currency: 'USD' },
];
const geos: Readonly<Record<string, readonly [urn: string, name: string]>> = {
  DE: ['urn:li:geo:101282230', 'Germany'],
  PL: ['urn:li:geo:105072130', 'Poland'],
  FR: ['urn:li:geo:105015875', 'France'],
};

/**
 * Answers as https://learn.microsoft.com/en-us/linkedin/marketing/ says of adAccounts, adAnalytics, adCampaigns and
 * adTargetingEntities, over `adActivity`. `daysKeptFrom` is the first day that is still known by itself; `tokens` are those of a sign-in.
 */
export function startLinkedInAds(daysKeptFrom = '2020-01-01', tokens = usualTokens): Promise<Double> {
  return startDouble((request, response) => {
    const { headers, path } = request;
    const { pathname } = new URL(path, 'http://double');
    if (pathname.startsWith('/v/')) return sendPicture(request, response, pathname);
    if (!tokens.has(headers.authorization?.replace(/^Bearer /, '') ?? '')) {
      throw refusal(401, 'The token used in the request has been revoked by the user', 65601);
    }
    if (headers['linkedin-version'] === undefined) throw refusal(400, 'A version must be present.');
    if (!/^2026(0[1-9]|1[01])$/.test(`${headers['linkedin-version']}`)) throw refusal(426, 'Version is not active');
    if (headers['x-restli-protocol-version'] !== '2.0.0') throw refusal(400, 'Invalid query parameters');
    if (/List\([^)]*urn:/.test(path)) throw refusal(400, 'Invalid query parameters passed to request');
    const [, resource = '', id, below] = pathname.slice('/rest'.length).split('/');
    if (resource === 'adAnalytics') return analytics(request, daysKeptFrom);
    if (resource === 'adTargetingEntities') return entities(request);
    if (resource === 'posts' || resource === 'images') return { results: thingsOf(request, resource), errors: {} };
    if (resource !== 'adAccounts') throw refusal(404, 'No root resource defined for path');
    if (id === undefined) return accountPage(request);
    if (id === '600000002') throw refusal(403, 'Not enough permissions to access: GET /adAccounts', 100);
    const account = [...accounts, ...twins].find((each) => String(each.id) === id);
    if (!account) throw refusal(404, 'Ad account not found');
    if (below === 'creatives') return creatives(request);
    return below === undefined ? account : campaigns(request, below);
  });
}

function refusal(status: number, message: string, serviceErrorCode = 0): DoubleRefusal {
  return new DoubleRefusal(status, { status, serviceErrorCode, message });
}

/** Creatives of campaigns, named as these; the posts of two, of which one has a picture that is there. */
function creatives({ query }: SeenRequest) {
  if (query.get('q') !== 'criteria') throw refusal(400, 'Invalid finder');
  const elements = listIn(query.get('creatives')).map((urn) => {
    const number = Number(urn.replace(/^urn:li:sponsoredCreative:9/, ''));
    const name = adCampaigns[number];
    return { id: urn, ...(name !== undefined && { name }), content: { reference: `urn:li:share:${number}` } };
  });
  return { elements, metadata: {} };
}

const things: Readonly<Record<string, object>> = {
  'urn:li:share:101': { commentary: 'Light shoes', content: { media: { id: 'urn:li:image:C1', title: 'Shoes' } } },
  'urn:li:share:102': { commentary: '', content: { article: { thumbnail: 'urn:li:image:C2', title: 'An article' } } },
  'urn:li:image:C1': { id: 'urn:li:image:C1', status: 'AVAILABLE', downloadUrl: `${cdn}/one.png` },
  'urn:li:image:C2': { id: 'urn:li:image:C2', status: 'AVAILABLE', downloadUrl: `${cdn}/gone.png` },
};

function thingsOf({ query }: SeenRequest, resource: 'posts' | 'images') {
  const urns = listIn(query.get('ids'));
  if (urns.some((urn) => urn.includes(':image:') !== (resource === 'images'))) throw refusal(400, 'Invalid URN');
  return Object.fromEntries(urns.flatMap((urn) => (things[urn] ? [[urn, things[urn]]] : [])));
}

/** Two a page, whatever is asked for. */
function accountPage({ query }: SeenRequest) {
  if (query.get('q') !== 'search' || Number(query.get('pageSize')) > 1000) throw refusal(400, 'Invalid finder');
  const start = Number(query.get('pageToken') ?? 0);
  const metadata = start + 2 < accounts.length ? { nextPageToken: `${start + 2}` } : {};
  return { elements: accounts.slice(start, start + 2), metadata };
}

function listIn(text: string | null): string[] {
  const [, inside] = /List\(([^)]*)\)/.exec(text ?? '') ?? [];
  if (!inside) throw refusal(400, 'Invalid query parameters passed to request');
  return inside.split(',');
}

function campaigns({ query }: SeenRequest, resource: string) {
  const type = { adCampaigns: 'sponsoredCampaign', adCampaignGroups: 'sponsoredCampaignGroup' }[resource];
  if (type === undefined || query.get('q') !== 'search') throw refusal(400, 'Invalid finder');
  if (query.get('search')?.startsWith('(status:')) return campaignsPage(query);
  const urns = listIn(query.get('search'));
  if (!urns.every((urn) => urn.startsWith(`urn:li:${type}:`))) throw refusal(400, 'Invalid URN');
  const elements = urns.flatMap((urn) => {
    const id = Number(urn.split(':').at(-1));
    const name = type === 'sponsoredCampaign' ? adCampaigns[id] : `Group ${id}`;
    return name === undefined ? [] : [{ id, name, status: 'ACTIVE' }];
  });
  return { elements, metadata: {} };
}

/** Two a page, whatever is asked for, of the statuses that are named. */
function campaignsPage(query: URLSearchParams) {
  const wanted = listIn(query.get('search'));
  const statuses: Readonly<Record<number, string>> = { 101: 'ACTIVE', 102: 'PAUSED', 103: 'ARCHIVED', 104: 'REMOVED' };
  const all = Object.entries(statuses).filter(([, status]) => wanted.includes(status));
  const start = Number(query.get('pageToken') ?? 0);
  const elements = all.slice(start, start + 2).map(([id, status]) => {
    return { id: Number(id), name: adCampaigns[Number(id)] ?? `Campaign ${id}`, status };
  });
  return { elements, metadata: start + 2 < all.length ? { nextPageToken: `${start + 2}` } : {} };
}

function entities({ query }: SeenRequest) {
  if (query.get('q') !== 'urns' || query.get('queryVersion') !== 'QUERY_USES_URNS') throw refusal(400, 'Finder');
  const elements = listIn(query.get('urns')).flatMap((urn) => {
    const [, name] = Object.values(geos).find(([known]) => known === urn) ?? [];
    return name === undefined ? [] : [{ urn, name, facetUrn: 'urn:li:adTargetingFacet:locations' }];
  });
  return { elements };
}

const pivots: Readonly<Record<string, (activity: AdActivity) => string>> = {
  ACCOUNT: () => 'urn:li:sponsoredAccount:507404993',
  CAMPAIGN: ({ campaign }) => `urn:li:sponsoredCampaign:${campaign}`,
  CREATIVE: ({ campaign }) => `urn:li:sponsoredCreative:9${campaign}`,
  CAMPAIGN_GROUP: ({ campaign }) => `urn:li:sponsoredCampaignGroup:${campaign % 2}`,
  MEMBER_COUNTRY_V2: ({ country }) => geos[country]?.[0] ?? '',
  IMPRESSION_DEVICE_TYPE: ({ device }) => (device === 'app' ? 'MOBILE_APP' : 'DESKTOP_WEB'),
};
const notOfProfiles = ['approximateMemberReach', 'conversionValueInLocalCurrency'];

function analytics({ query }: SeenRequest, daysKeptFrom: string) {
  const fields = query.get('fields')?.split(',') ?? ['impressions', 'clicks'];
  const [pivot = '', granularity] = [query.get('pivot') ?? '', query.get('timeGranularity')];
  const [from = '', to = ''] = daysOf(query.get('dateRange') ?? '');
  const finders = ['q', 'pivot', 'timeGranularity', 'dateRange', 'accounts', 'fields', 'campaigns'];
  if (query.get('q') !== 'analytics' || [...query.keys()].some((name) => !finders.includes(name))) {
    throw refusal(400, 'Invalid finder');
  }
  const valueIn = pivots[pivot];
  if (!valueIn || !['ALL', 'DAILY'].includes(granularity ?? '')) throw refusal(400, 'Invalid pivot');
  if (fields.length > 20) throw refusal(400, 'Number of metrics exceeds limit of 20');
  const isOfProfiles = pivot.startsWith('MEMBER_');
  if (isOfProfiles && fields.some((name) => notOfProfiles.includes(name))) throw refusal(400, 'Metric of pivot');
  const days = Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days + 1;
  if (fields.includes('approximateMemberReach') && days > 92) throw refusal(400, 'Date range of reach');
  // Whoever may not read the account gets nothing, too.
  const known = ['507404993', linkedInTwins.same].map((id) => `urn:li:sponsoredAccount:${id}`);
  if (listIn(query.get('accounts')).some((urn) => !known.includes(urn))) return { elements: [] };
  const isDaily = granularity === 'DAILY';
  const isRounded = !isDaily && from < daysKeptFrom;
  const span = isRounded ? wholeMonths(from, to) : { from: isDaily && from < daysKeptFrom ? daysKeptFrom : from, to };
  const chosen = query.has('campaigns') ? listIn(query.get('campaigns')) : undefined;
  if (chosen && chosen.length > 50) throw refusal(414, 'URI too long');
  const found = activityIn(span.from, span.to).filter(({ campaign }) => {
    return chosen?.includes(`urn:li:sponsoredCampaign:${campaign}`) ?? true;
  });
  const groups = Map.groupBy(found, (activity) => {
    return `${isDaily ? activity.day : ''} ${valueIn(activity)}`;
  });
  const elements = [...groups].flatMap(([key, activities]) => {
    const [day, value = ''] = key.split(' ');
    const dates = day ? { from: day, to: day } : span;
    const row = rowOf(activities, fields, { start: dateOf(dates.from), end: dateOf(dates.to) }, value);
    return isOfProfiles && countActivity(activities).impressions < 3 ? [] : [row];
  });
  return { paging: { start: 0, count: 10, links: [] }, elements };
}

function rowOf(activities: readonly AdActivity[], fields: readonly string[], dateRange: unknown, value: string) {
  const { impressions, clicks, cost, conversions, leads, reach } = countActivity(activities);
  const figures: Readonly<Record<string, unknown>> = {
    dateRange,
    pivotValues: [value],
    impressions,
    clicks,
    costInLocalCurrency: `${cost / 1000}`,
    conversionValueInLocalCurrency: `${conversions * 10}.50`,
    externalWebsiteConversions: conversions,
    oneClickLeads: leads,
    approximateMemberReach: reach,
    videoViews: clicks,
  };
  for (const name of fields) if (!(name in figures)) throw refusal(400, `Unknown field ${name}`);
  return Object.fromEntries(fields.map((name) => [name, figures[name]]));
}

function daysOf(text: string): string[] {
  const day = String.raw`\(year:(\d{4}),month:(\d{1,2}),day:(\d{1,2})\)`;
  const [, ...parts] = new RegExp(`^\\(start:${day},end:${day}\\)$`).exec(text) ?? [];
  if (parts.length === 0) throw refusal(400, 'Invalid date range');
  const dayAt = (index: number) => parts.slice(index, index + 3).map((part) => part.padStart(2, '0'));
  return [dayAt(0).join('-'), dayAt(3).join('-')];
}

function dateOf(text: string) {
  const [year, month, day] = text.split('-').map(Number);
  return { year, month, day };
}

function wholeMonths(from: string, to: string) {
  const last = Temporal.PlainDate.from(to);
  return { from: `${from.slice(0, 7)}-01`, to: last.with({ day: last.daysInMonth }).toString() };
}
