import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { apiRefusal, checkToken, type GoogleOAuth } from './google-oauth.ts';
import { hostileValue } from './web-visits.ts';

export const businessLocations = { shop: '12345', empty: '67890' };

/** Figures of a day by metric; from Friday to Wednesday, over the end of a month. */
const days: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  '2026-02-27': { BUSINESS_IMPRESSIONS_MOBILE_SEARCH: 10, BUSINESS_IMPRESSIONS_DESKTOP_MAPS: 4, CALL_CLICKS: 2 },
  '2026-03-01': { BUSINESS_IMPRESSIONS_MOBILE_SEARCH: 6, WEBSITE_CLICKS: 3 },
  '2026-03-04': { BUSINESS_IMPRESSIONS_DESKTOP_MAPS: 5, BUSINESS_DIRECTION_REQUESTS: 1, WEBSITE_CLICKS: 1 },
};
const metrics = [
  ...['DESKTOP_MAPS', 'DESKTOP_SEARCH', 'MOBILE_MAPS', 'MOBILE_SEARCH'].map((name) => `BUSINESS_IMPRESSIONS_${name}`),
  ...['CALL_CLICKS', 'WEBSITE_CLICKS', 'BUSINESS_DIRECTION_REQUESTS', 'BUSINESS_CONVERSATIONS', 'BUSINESS_BOOKINGS'],
  'BUSINESS_FOOD_ORDERS',
];
const terms = [
  { month: '2026-02', searchKeyword: hostileValue, insightsValue: { value: '40' } },
  { month: '2026-03', searchKeyword: 'shop near me', insightsValue: { value: '60' } },
  { month: '2026-03', searchKeyword: 'rare', insightsValue: { threshold: '15' } },
];

/** Answers as the discovery documents of `businessprofileperformance:v1` and of the lists of accounts and locations say. */
export function startBusinessProfile(oauth: GoogleOAuth): Promise<Double> {
  return startDouble((request) => {
    checkToken(oauth, request, 'business.manage');
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname === '/v1/accounts') return { accounts: [{ name: 'accounts/1', accountName: 'Agency' }] };
    if (pathname === '/v1/accounts/1/locations') return locations(request);
    const [, location = '', what] = /^\/v1\/locations\/(\d+)(:fetch\w+|\/search.+)$/.exec(pathname) ?? [];
    if (!Object.values(businessLocations).includes(location)) throw apiRefusal(404, 'NOT_FOUND', 'Not found.');
    const isShop = location === businessLocations.shop;
    return what?.startsWith(':') ? daily(request, isShop) : keywords(request, isShop);
  });
}

/** One a page. */
function locations({ query }: SeenRequest) {
  if (query.get('readMask') !== 'name,title') throw apiRefusal(400, 'INVALID_ARGUMENT', 'readMask');
  return query.get('pageToken') === 'two'
    ? { locations: [{ name: `locations/${businessLocations.empty}`, title: 'Empty' }] }
    : { locations: [{ name: `locations/${businessLocations.shop}`, title: 'Shop' }], nextPageToken: 'two' };
}

function daily({ query }: SeenRequest, isShop: boolean) {
  const asked = query.getAll('dailyMetrics');
  if (asked.some((name) => !metrics.includes(name))) throw new DoubleRefusal(400, { error: { code: 400 } });
  const [from, to] = ['startDate', 'endDate'].map((name) => {
    const [year, month, day] = ['year', 'month', 'day'].map((part) => Number(query.get(`dailyRange.${name}.${part}`)));
    return Temporal.PlainDate.from({ year: year ?? 0, month: month ?? 0, day: day ?? 0 }).toString();
  });
  const found = Object.entries(isShop ? days : {}).filter(([day]) => (from ?? '') <= day && day <= (to ?? ''));
  const dailyMetricTimeSeries = asked.map((dailyMetric) => {
    const datedValues = found.map(([text, figures]) => {
      const { year, month, day } = Temporal.PlainDate.from(text);
      const value = figures[dailyMetric];
      return { date: { year, month, day }, ...(value && { value: String(value) }) };
    });
    return { dailyMetric, timeSeries: { datedValues } };
  });
  return { multiDailyMetricTimeSeries: [{ dailyMetricTimeSeries }] };
}

function keywords({ query }: SeenRequest, isShop: boolean) {
  const [from = '', to = ''] = ['startMonth', 'endMonth'].map((name) => {
    const [year, month] = ['year', 'month'].map((part) => query.get(`monthlyRange.${name}.${part}`) ?? '');
    return `${year}-${month?.padStart(2, '0')}`;
  });
  const found = (isShop ? terms : []).filter(({ month }) => from <= month && month <= to);
  const at = Number(query.get('pageToken') ?? 0);
  const [{ month: _, ...term } = { month: '' }] = found.slice(at);
  const next = at + 1 < found.length ? { nextPageToken: String(at + 1) } : {};
  return found.length === 0 ? {} : { searchKeywordsCounts: [term], ...next };
}
