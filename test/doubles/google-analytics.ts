import type { analyticsadmin_v1beta } from '@googleapis/analyticsadmin';
import type { analyticsdata_v1beta } from '@googleapis/analyticsdata';
import type { SeenRequest } from '../support/json-server.ts';
import { type Double, startDouble } from './double.ts';
import { apiRefusal, checkToken, type GoogleTokens } from './google-oauth.ts';
import { countVisits, distinct, hourOf, visitsIn, type WebVisit, webVisits } from './web-visits.ts';

type BatchRequest = analyticsdata_v1beta.Schema$BatchRunReportsRequest;
type BatchResponse = analyticsdata_v1beta.Schema$BatchRunReportsResponse;
type ReportRequest = analyticsdata_v1beta.Schema$RunReportRequest;
type ReportResponse = analyticsdata_v1beta.Schema$RunReportResponse;
type Summaries = analyticsadmin_v1beta.Schema$GoogleAnalyticsAdminV1betaListAccountSummariesResponse;

/** The properties that the double knows: one with `webVisits`, one without a visit. */
export const analyticsProperties = { shop: '123456', empty: '654321' };

export interface AnalyticsDouble extends Double {
  /** What a test adds to the metadata of reports. */
  metadata: analyticsdata_v1beta.Schema$ResponseMetaData;
}

/**
 * Answers as https://developers.google.com/analytics/devguides/reporting/data/v1/rest and the Admin API's list of
 * account summaries say. The zone of its properties is Europe/Berlin, their currency EUR.
 */
export async function startGoogleAnalytics(oauth: GoogleTokens): Promise<AnalyticsDouble> {
  const double = await startDouble((request) => {
    checkToken(oauth, request, 'analytics.readonly');
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname === '/v1beta/accountSummaries' && request.method === 'GET') return summaries(request.query);
    const [, id = ''] = /^\/v1beta\/properties\/(\d+):batchRunReports$/.exec(pathname) ?? [];
    if (id === '' || request.method !== 'POST') throw apiRefusal(404, 'NOT_FOUND', 'Requested entity was not found.');
    if (!Object.values(analyticsProperties).includes(id)) {
      throw apiRefusal(
        403,
        'PERMISSION_DENIED',
        'User reports@… does not have sufficient permissions for this property.',
      );
    }
    return runBatch(request, id === analyticsProperties.empty, all.metadata);
  });
  const all: AnalyticsDouble = Object.assign(double, { metadata: {} });
  return all;
}

/** One account a page. */
function summaries(asked: URLSearchParams): Summaries {
  if (Number(asked.get('pageSize') ?? 50) > 200) throw invalid('The page size is too great.');
  const pages = Object.entries(analyticsProperties).map(([name, id]) => ({
    name: `accountSummaries/${id}`,
    account: `accounts/${id}`,
    displayName: `Account of ${name}`,
    propertySummaries: [{ property: `properties/${id}`, displayName: name, propertyType: 'PROPERTY_TYPE_ORDINARY' }],
  }));
  const index = Number(asked.get('pageToken') ?? 0);
  const next = index + 1 < pages.length ? { nextPageToken: `${index + 1}` } : {};
  return { accountSummaries: pages.slice(index, index + 1), ...next };
}

function invalid(message: string) {
  return apiRefusal(400, 'INVALID_ARGUMENT', message);
}

function runBatch(request: SeenRequest, isEmpty: boolean, metadata: AnalyticsDouble['metadata']): BatchResponse {
  const { requests = [], ...others } = JSON.parse(request.body) as BatchRequest;
  if (Object.keys(others).length > 0) throw invalid(`Unknown name "${Object.keys(others)[0]}"`);
  if (requests.length === 0 || requests.length > 5) throw invalid('Batches have 1 to 5 requests.');
  return {
    kind: 'analyticsData#batchRunReports',
    reports: requests.map((each) => runReport(each, isEmpty, metadata)),
  };
}

const fields = [
  ...['dateRanges', 'dimensions', 'metrics', 'orderBys', 'limit', 'offset', 'returnPropertyQuota'],
  'dimensionFilter',
];

function runReport(request: ReportRequest, isEmpty: boolean, added: AnalyticsDouble['metadata']): ReportResponse {
  const unknown = Object.keys(request).find((name) => !fields.includes(name));
  if (unknown !== undefined) throw invalid(`Unknown name "${unknown}": Cannot find field.`);
  const { dateRanges = [], dimensions = [], metrics = [], orderBys = [], limit = '10000', offset = '0' } = request;
  const { startDate = '', endDate = '' } = dateRanges[0] ?? {};
  const names = metrics.map(({ name }) => name ?? '');
  const groupNames = dimensions.map(({ name }) => name ?? '');
  if (names.length === 0 || names.length > 10) throw invalid('Requests have 1 to 10 metrics.');
  if (new Set(names).size < names.length) throw invalid('Metrics are named twice.');
  const isOfItems = (name: string) => name.startsWith('item');
  if (groupNames.some(isOfItems) && names.some((name) => !isOfItems(name))) {
    throw invalid(
      "Please remove itemName to make the request compatible. The request's dimensions & metrics are incompatible.",
    );
  }
  // Names are checked whether there are rows or not.
  const anyone = webVisits.slice(0, 1).flatMap((visit) => entriesOf(visit, true));
  for (const name of names) figureOf(name, anyone);
  for (const name of groupNames) for (const entry of anyone) dimensionValue(entry, name);
  const visits = isEmpty ? [] : visitsIn(startDate ?? '', endDate ?? '');
  const groups = Map.groupBy(
    visits
      .flatMap((visit) => entriesOf(visit, groupNames.includes('pagePath')))
      .filter((entry) => passes(entry, request.dimensionFilter)),
    (entry) => JSON.stringify(groupNames.map((name) => dimensionValue(entry, name))),
  );
  const rows = [...groups].map(([key, entries]) => ({
    keys: JSON.parse(key) as string[],
    figures: names.map((name) => figureOf(name, entries)),
  }));
  rows.sort((one, other) => {
    for (const { metric, dimension, desc } of orderBys) {
      const read = ({ keys, figures }: typeof one) =>
        metric
          ? (figures[names.indexOf(metric.metricName ?? '')] ?? 0)
          : (keys[groupNames.indexOf(dimension?.dimensionName ?? '')] ?? '');
      const [a, b] = [read(one), read(other)];
      if (a !== b) return a < b === Boolean(desc) ? 1 : -1;
    }
    return 0;
  });
  const page = rows.slice(Number(offset), Number(offset) + Number(limit));
  return {
    dimensionHeaders: groupNames.map((name) => ({ name })),
    metricHeaders: names.map((name) => ({ name, type: 'TYPE_FLOAT' })),
    ...(page.length > 0 && {
      rows: page.map(({ keys, figures }) => ({
        ...(keys.length > 0 && { dimensionValues: keys.map((value) => ({ value })) }),
        metricValues: figures.map((value) => ({ value: `${value}` })),
      })),
    }),
    ...(rows.length > 0 && { rowCount: rows.length }),
    metadata: { currencyCode: 'EUR', timeZone: 'Europe/Berlin', ...added },
    ...(request.returnPropertyQuota && { propertyQuota: { tokensPerDay: { consumed: 3, remaining: 199_997 } } }),
    kind: 'analyticsData#runReport',
  };
}

/** Lists of values alone, all of which have to fit. */
function passes(entry: Entry, filter: ReportRequest['dimensionFilter']): boolean {
  return (filter?.andGroup?.expressions ?? []).every((expression) => {
    const { fieldName, inListFilter } = expression.filter ?? {};
    if (!inListFilter?.values || inListFilter.caseSensitive !== false) throw invalid('The filter cannot be read.');
    const value = dimensionValue(entry, fieldName ?? '').toLowerCase();
    return inListFilter.values.some((each) => each.toLowerCase() === value);
  });
}

interface Entry {
  readonly visit: WebVisit;
  readonly pageviews: number;
  readonly page: string;
}

function entriesOf(visit: WebVisit, isByPage: boolean): Entry[] {
  if (!isByPage) return [{ visit, pageviews: visit.pages.length, page: '' }];
  return visit.pages.map((page) => ({ visit, pageviews: 1, page }));
}

function dimensionValue({ visit, page }: Entry, name: string): string {
  const day = Temporal.PlainDate.from(visit.day);
  const values: Record<string, string | undefined> = {
    date: visit.day.replaceAll('-', ''),
    dateHour: `${visit.day.replaceAll('-', '')}${hourOf(visit)}`,
    isoYearIsoWeek: `${day.yearOfWeek}${String(day.weekOfYear).padStart(2, '0')}`,
    yearMonth: visit.day.slice(0, 7).replace('-', ''),
    sessionDefaultChannelGroup: visit.channel,
    sessionSourceMedium: `${visit.source} / ${visit.medium ?? '(none)'}`,
    sessionCampaignName: visit.campaign ?? '(not set)',
    pagePath: page,
    country: visit.country,
    deviceCategory: visit.device,
    newVsReturning: webVisits.find(({ visitor }) => visitor === visit.visitor) === visit ? 'new' : 'returning',
    city: visit.country === 'Poland' ? '(other)' : 'Berlin',
    itemName: visit.pages.includes('/shop') ? 'Shirt' : 'Mug',
  };
  const value = values[name];
  if (value === undefined) throw invalid(`Field ${name} is not a valid dimension.`);
  return value;
}

function figureOf(name: string, entries: readonly Entry[]): number {
  const visits = [...new Set(entries.map(({ visit }) => visit))];
  const { visitors, bounces, seconds } = countVisits(visits);
  const sessions = distinct(visits);
  const screenPageViews = entries.reduce((sum, entry) => sum + entry.pageviews, 0);
  const firstVisits = visits.filter((visit) => webVisits.find(({ visitor }) => visitor === visit.visitor) === visit);
  const keyEvents = visits.filter(({ pages }) => pages.includes('/shop')).length;
  const figures: Record<string, number> = {
    sessions,
    totalUsers: visitors,
    activeUsers: visitors,
    newUsers: firstVisits.length,
    screenPageViews,
    eventCount: screenPageViews,
    engagedSessions: sessions - bounces,
    engagementRate: (sessions - bounces) / sessions,
    bounceRate: bounces / sessions,
    averageSessionDuration: seconds / sessions,
    screenPageViewsPerSession: screenPageViews / sessions,
    keyEvents,
    'keyEvents:view_shop': keyEvents,
    totalRevenue: keyEvents * 12.5,
    purchaseRevenue: keyEvents * 12.5,
    ecommercePurchases: keyEvents,
    addToCarts: keyEvents,
    itemsViewed: screenPageViews,
    itemsPurchased: keyEvents,
    itemRevenue: keyEvents * 12.5,
  };
  const figure = figures[name];
  if (figure === undefined) throw invalid(`Field ${name} is not a valid metric.`);
  return figure;
}
