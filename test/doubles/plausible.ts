import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { countVisits, distinct, hourOf, visitsIn, type WebVisit } from './web-visits.ts';

/** The key that the double accepts, for the site `shop.example`. */
export const plausibleKey = 'plausible-key-of-the-test';

interface Asked {
  readonly site_id?: string;
  readonly metrics: readonly string[];
  readonly date_range: readonly [string, string];
  readonly dimensions?: readonly string[];
  readonly order_by?: readonly (readonly [string, 'asc' | 'desc'])[];
  readonly include?: { readonly total_rows?: boolean };
  readonly pagination?: { readonly limit: number; readonly offset: number };
}

const domains = ['shop.example', 'empty.example', 'blog.example'];

/**
 * Answers as https://plausible.io/docs/stats-api and /docs/sites-api say, over `webVisits` for the site `shop.example`,
 * whose zone is Europe/Berlin; `empty.example` has no visitors. With `isCommunity` there is no API of sites.
 */
export function startPlausible(isCommunity = false): Promise<Double> {
  return startDouble((request) => {
    const { pathname } = new URL(request.path, 'http://double');
    const scope = pathname === '/api/v2/query' ? ' or site ID' : '';
    if (request.headers.authorization !== `Bearer ${plausibleKey}`) throw refusal(401, `Invalid API key${scope}.`);
    if (pathname === '/api/v2/query' && request.method === 'POST') return query(request);
    if (isCommunity || request.method !== 'GET') throw refusal(404, 'Not found');
    if (pathname === '/api/v1/sites') return sitesPage(request.query);
    const domain = decodeURIComponent(pathname.replace('/api/v1/sites/', ''));
    if (!domains.includes(domain)) throw refusal(404, 'Site could not be found');
    return { domain, timezone: 'Europe/Berlin', custom_properties: [] };
  });
}

function refusal(status: number, error: string): DoubleRefusal {
  return new DoubleRefusal(status, { error });
}

/** Two a page, whatever is asked for. */
function sitesPage(asked: URLSearchParams) {
  const start = Number(asked.get('after') ?? 0);
  const sites = domains.slice(start, start + 2).map((domain) => ({ domain, timezone: 'Europe/Berlin' }));
  return { sites, meta: { after: start + 2 < domains.length ? `${start + 2}` : null, before: null, limit: 2 } };
}

const ofVisits = ['views_per_visit', 'bounce_rate', 'visit_duration'];
const metricNames = ['visitors', 'visits', 'pageviews', 'events', ...ofVisits];

function query(request: SeenRequest) {
  if (request.headers['content-type'] !== 'application/json') throw refusal(400, 'Malformed request');
  const asked = JSON.parse(request.body) as Asked;
  const { site_id, metrics, date_range, dimensions = [], order_by, pagination, include } = asked;
  if (site_id === undefined) throw refusal(400, 'Missing site ID.');
  if (!domains.includes(site_id)) throw refusal(401, 'Invalid API key or site ID.');
  if (metrics.length === 0 || !metrics.every((name) => metricNames.includes(name)))
    throw refusal(400, 'Invalid metric');
  const isOfEvents = dimensions.some((name) => name.startsWith('event:'));
  if (isOfEvents && metrics.some((name) => ofVisits.includes(name))) throw refusal(400, 'Session metrics');
  const visits = site_id === 'empty.example' ? [] : visitsIn(...date_range);
  const groups = Map.groupBy(
    visits.flatMap((visit) => entriesOf(visit, isOfEvents)),
    (entry) => JSON.stringify(dimensions.map((name) => dimensionValue(entry, name, date_range[0]))),
  );
  if (dimensions.length === 0 && groups.size === 0) groups.set('[]', []);
  const rows = [...groups].map(([key, entries]) => {
    return { dimensions: JSON.parse(key) as string[], metrics: metrics.map((name) => figureOf(name, entries)) };
  });
  rows.sort((one, other) => {
    for (const [name, direction] of order_by ?? dimensions.map((name) => [name, 'asc'] as const)) {
      const read = (row: typeof one) => row.metrics[metrics.indexOf(name)] ?? row.dimensions[dimensions.indexOf(name)];
      const [a, b] = [read(one) ?? 0, read(other) ?? 0];
      if (a !== b) return a < b === (direction === 'asc') ? -1 : 1;
    }
    return 0;
  });
  const { limit, offset } = pagination ?? { limit: 10_000, offset: 0 };
  const meta = include?.total_rows ? { total_rows: rows.length } : {};
  return { results: rows.slice(offset, offset + limit), meta, query: asked };
}

interface Entry {
  readonly visit: WebVisit;
  /** How many pageviews of the visit are meant. */
  readonly pageviews: number;
  readonly page: string | undefined;
}

function entriesOf(visit: WebVisit, isByPage: boolean): Entry[] {
  if (!isByPage) return [{ visit, pageviews: visit.pages.length, page: undefined }];
  return visit.pages.map((page) => ({ visit, pageviews: 1, page }));
}

function dimensionValue({ visit, page }: Entry, name: string, from: string): string {
  const values: Record<string, string | undefined> = {
    'event:page': page,
    'visit:channel': visit.channel,
    'visit:entry_page': visit.pages[0],
    'visit:source': visit.source,
    'visit:utm_medium': visit.medium ?? '(not set)',
    'visit:utm_campaign': visit.campaign ?? '(not set)',
    'visit:country_name': visit.country,
    'visit:device': visit.device,
    'time:day': visit.day,
    'time:hour': `${visit.day} ${hourOf(visit)}:00:00`,
    'time:week': weekOf(visit.day, from),
    'time:month': `${visit.day.slice(0, 7)}-01`,
  };
  const value = values[name];
  if (value === undefined) throw refusal(400, `Invalid dimension ${name}`);
  return value;
}

/** A week that begins before the period is named by the first day of the period. */
function weekOf(day: string, from: string): string {
  const date = Temporal.PlainDate.from(day);
  const monday = date.subtract({ days: date.dayOfWeek - 1 }).toString();
  return monday < from ? from : monday;
}

function figureOf(name: string, entries: readonly Entry[]): number {
  const visits = [...new Set(entries.map(({ visit }) => visit))];
  const { visitors, bounces, seconds } = countVisits(visits);
  const pageviews = entries.reduce((sum, entry) => sum + entry.pageviews, 0);
  const count = distinct(visits);
  const figures: Record<string, number> = {
    visitors,
    visits: count,
    pageviews,
    events: pageviews,
    views_per_visit: count === 0 ? 0 : Math.round((pageviews / count) * 100) / 100,
    bounce_rate: count === 0 ? 0 : Math.round((bounces / count) * 100),
    visit_duration: count === 0 ? 0 : Math.round(seconds / count),
  };
  return figures[name] ?? 0;
}
