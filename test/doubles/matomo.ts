import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { countVisits, distinct, hourOf, visitsIn, type WebVisit, webVisits } from './web-visits.ts';

/** The token that the double accepts, for the sites 1 and 2. */
export const matomoToken = '0123456789abcdef0123456789abcdef';

const sites = [
  { idsite: 1, name: 'Shop', timezone: 'Europe/Berlin', currency: 'EUR' },
  { idsite: '2', name: 'Empty', timezone: 'UTC-5.5', currency: 'USD' },
];

/**
 * Answers as https://developer.matomo.org/api-reference/reporting-api says, over `webVisits` for site 1; site 2 has no
 * visits. Errors are HTTP 200 with `result: error`, as those of the vendor are.
 */
export function startMatomo(): Promise<Double> {
  return startDouble((request) => {
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname !== '/index.php' || request.method !== 'POST') throw new DoubleRefusal(404, 'Not found');
    const form = new URLSearchParams(request.body);
    if (form.get('token_auth') !== matomoToken) return refusal('Unable to authenticate with the provided token.');
    if (form.get('module') !== 'API' || form.get('format') !== 'JSON') return refusal('Module or format is missing.');
    if (form.get('method') === 'SitesManager.getSitesWithAtLeastViewAccess') return sites;
    if (form.get('method') !== 'API.getBulkRequest') return refusal('The method does not exist.');
    const urls = [...form].filter(([name]) => name.startsWith('urls['));
    return urls.map(([, url]) => report(new URLSearchParams(url)));
  });
}

/** The parameters of the reports that a request asks for. */
export function reportsIn(request: SeenRequest | undefined): Record<string, string>[] {
  const form = new URLSearchParams(request?.body);
  const urls = [...form].filter(([name]) => name.startsWith('urls['));
  return urls.map(([, url]) => Object.fromEntries(new URLSearchParams(url)));
}

function refusal(message: string) {
  return { result: 'error', message };
}

function report(asked: URLSearchParams): unknown {
  const [site, period, date = '', method] = ['idSite', 'period', 'date', 'method'].map((name) => asked.get(name) ?? '');
  if (!sites.some(({ idsite }) => `${idsite}` === site)) {
    return refusal(`You can't access this resource as it requires 'view' access for the website id = ${site}.`);
  }
  const visitsOf = (from: string, to: string) => (site === '1' ? visitsIn(from, to) : []);
  const [from = '', to = from] = date.split(',');
  const read = (visits: readonly WebVisit[], isUnique: boolean) => figures(method ?? '', visits, isUnique);
  if (period === 'range') return read(visitsOf(from, to), false);
  if (period !== 'day' && period !== 'week' && period !== 'month') return refusal('The period is not supported.');
  if (!date.includes(',')) return read(visitsOf(...boundsOf(from, period)), true);
  const units: Record<string, unknown> = {};
  for (let day = from; day <= to; ) {
    const [first, last] = boundsOf(day, period);
    const name = period === 'week' ? `${first},${last}` : period === 'month' ? first.slice(0, 7) : first;
    units[name] = read(visitsOf(first, last), true);
    day = Temporal.PlainDate.from(last).add({ days: 1 }).toString();
  }
  return units;
}

function boundsOf(day: string, period: 'day' | 'week' | 'month'): [string, string] {
  const date = Temporal.PlainDate.from(day);
  if (period === 'day') return [day, day];
  const first = period === 'week' ? date.subtract({ days: date.dayOfWeek - 1 }) : date.with({ day: 1 });
  return [
    first.toString(),
    first
      .add({ [`${period}s`]: 1 })
      .subtract({ days: 1 })
      .toString(),
  ];
}

const labels: Record<string, (visit: WebVisit) => string | null> = {
  'Referrers.getReferrerType': ({ channel }) => channel,
  'Referrers.getCampaigns': ({ campaign }) => campaign,
  'UserCountry.getCountry': ({ country }) => country,
  'DevicesDetection.getType': ({ device }) => device,
};

/** The one visit that reached a goal. */
const [converted = null as never] = webVisits;
const noConversion = { nb_conversions: 0, revenue: 0 };

function figures(method: string, visits: readonly WebVisit[], isUnique: boolean): unknown {
  const { pageviews } = countVisits(visits);
  if (method === 'VisitsSummary.get') return visits.length === 0 ? [] : summary(visits, isUnique);
  if (method === 'Actions.get') return { nb_pageviews: pageviews, nb_uniq_pageviews: pageviews, nb_downloads: 0 };
  if (method === 'Goals.get')
    return visits.includes(converted) ? { nb_conversions: 1, revenue: '49.90' } : noConversion;
  if (method === 'Actions.getPageUrls') return pagesOf(visits, isUnique);
  if (method === 'Actions.getEntryPageUrls') return entriesOf(visits, isUnique);
  if (method === 'VisitTime.getVisitInformationPerServerTime') return hoursOf(visits, isUnique);
  const labelOf = labels[method];
  if (!labelOf) return refusal('The method does not exist.');
  const groups = Map.groupBy(visits, labelOf);
  return [...groups].flatMap(([label, group]) => (label === null ? [] : [{ label, ...summary(group, isUnique) }]));
}

/** All 24 hours of a day with visits, those without any as well; no row has pageviews. */
function hoursOf(visits: readonly WebVisit[], isUnique: boolean) {
  if (visits.length === 0) return [];
  return Array.from({ length: 24 }, (_, hour) => {
    const own = visits.filter((visit) => Number(hourOf(visit)) === hour);
    return { label: `${hour}h`, ...summary(own, isUnique) };
  });
}

/** Unique visitors of a range are not counted, as in a server that was not told to. */
function summary(visits: readonly WebVisit[], isUnique: boolean) {
  const { visitors, bounces, seconds, pageviews } = countVisits(visits);
  return {
    ...(isUnique ? { nb_uniq_visitors: visitors } : { sum_daily_nb_uniq_visitors: visits.length }),
    nb_visits: `${visits.length}`,
    nb_actions: pageviews,
    bounce_count: bounces,
    sum_visit_length: seconds,
    nb_visits_converted: 0,
  };
}

/** By the first page of visits; the columns of visits have a prefix, and those of the page beside them have none. */
function entriesOf(visits: readonly WebVisit[], isUnique: boolean) {
  return [...Map.groupBy(visits, ({ pages }) => pages[0] ?? '')].map(([label, found]) => {
    const { nb_visits_converted: _, ...counted } = summary(found, isUnique);
    const entries = Object.entries(counted).map(([name, value]) => [name.replace(/^(sum_daily_)?/, '$1entry_'), value]);
    return { label, nb_visits: 99, nb_hits: 99, ...Object.fromEntries(entries) };
  });
}

function pagesOf(visits: readonly WebVisit[], isUnique: boolean) {
  const hits = visits.flatMap((visit) => visit.pages.map((page) => ({ page, visit })));
  return [...Map.groupBy(hits, ({ page }) => page)].map(([label, found]) => ({
    label,
    nb_hits: found.length,
    nb_visits: distinct(found.map(({ visit }) => visit)),
    ...(isUnique && { nb_uniq_visitors: distinct(found.map(({ visit }) => visit.visitor)) }),
  }));
}
