import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { countVisits, distinct, visitsIn, type WebVisit } from './web-visits.ts';

/** The API credentials that the double accepts. */
export const piwikClient = { client_id: 'piwik-client', client_secret: 'piwik-secret-of-the-test' };
export const piwikSites = {
  shop: '11111111-2222-4333-8444-555555555555',
  empty: '99999999-2222-4333-8444-555555555555',
};

export interface PiwikProDouble extends Double {
  /** The most rows of a page. */
  mostRows: number;
  /** Ends all tokens that were given so far. */
  endTokens(): void;
}

/** Answers as Piwik PRO's published reference says of tokens, apps and the Query API, over `webVisits`. */
export async function startPiwikPro(): Promise<PiwikProDouble> {
  let given = 0;
  let firstGood = 1;
  const double = await startDouble((request) => {
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname === '/auth/token') {
      const { client_id, client_secret, grant_type } = JSON.parse(request.body);
      const isRight = client_id === piwikClient.client_id && client_secret === piwikClient.client_secret;
      if (!isRight || grant_type !== 'client_credentials') throw refusal(401, 'Client authentication failed');
      given++;
      return { token_type: 'Bearer', expires_in: 1800, access_token: `token-${given}` };
    }
    const [, number] = /^Bearer token-(\d+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (number === undefined || Number(number) < firstGood) throw refusal(401, 'No valid credentials provided.');
    if (pathname === '/api/apps/v2') return sites(request);
    if (pathname === '/api/analytics/v1/query/' && request.method === 'POST') return query(request, all.mostRows);
    const site = Object.values(piwikSites).find((id) => pathname === `/api/apps/v2/${id}`);
    if (!site) throw refusal(404, 'Not found');
    const attributes = { name: 'Shop', timezone: 'Europe/Berlin', currency: 'EUR' };
    return { data: { type: 'ppms/app', id: site, attributes } };
  });
  const endTokens = () => {
    firstGood = given + 1;
  };
  const all: PiwikProDouble = Object.assign(double, { mostRows: 100_000, endTokens });
  return all;
}

/** One a page, whatever is asked for. */
function sites({ query }: SeenRequest) {
  const offset = Number(query.get('offset') ?? 0);
  const data = Object.entries(piwikSites).map(([name, id]) => ({ type: 'ppms/app', id, attributes: { name } }));
  return { meta: { total: data.length }, data: data.slice(offset, offset + 1) };
}

const question = Type.Object({
  website_id: Type.String(),
  date_from: Type.String(),
  date_to: Type.String(),
  columns: Type.Array(Type.Object({ column_id: Type.String(), transformation_id: Type.Optional(Type.String()) }, {}), {
    minItems: 1,
  }),
  order_by: Type.Array(Type.Tuple([Type.Integer(), Type.Literal('asc')])),
  offset: Type.Integer({ minimum: 0 }),
  limit: Type.Integer({ minimum: 1, maximum: 100_000 }),
  options: Type.Object({ sampling: Type.Literal(1) }),
});

/** A goal is reached, and something ordered, on the last page of these visits. */
const orders: readonly (readonly [visitor: string, day: string, value: number])[] = [
  ['c', '2026-03-01', 20.1],
  ['d', '2026-03-03', 5.2],
];

interface Event {
  readonly visit: WebVisit;
  readonly page: string;
  readonly value: number | null;
}

function eventsOf(visit: WebVisit): Event[] {
  const [, , value = null] = orders.find(([visitor, day]) => visitor === visit.visitor && day === visit.day) ?? [];
  return visit.pages.map((page, index) => ({ visit, page, value: index === visit.pages.length - 1 ? value : null }));
}

const ofSessions: Readonly<Record<string, (visit: WebVisit) => unknown>> = {
  timestamp: ({ day }) => day,
  referrer_type: ({ channel }) => (channel === 'Direct' ? [1, 'Direct'] : [6, 'Paid Search']),
  source_medium: ({ source, medium }) => `${source} / ${medium ?? '(none)'}`,
  session_entry_url: ({ pages }) => pages[0],
  device_type: ({ device }) => (device === 'Mobile' ? [1, 'Mobile'] : [null, null]),
  location_country_name: ({ country }) => [country === 'Germany' ? 'DE' : 'PL', country],
  campaign_name: ({ campaign }) => campaign ?? '',
};
const ofEvents: Readonly<Record<string, (event: Event) => unknown>> = {
  event_url: ({ page }) => page,
  goal_uuid: ({ value }) => (value === null ? [null, null] : ['goal-1', 'Bought']),
};
const transformed: Readonly<Record<string, string>> = {
  ...{ timestamp: 'to_date', session_entry_url: 'to_path', event_url: 'to_path' },
  ...{ session_total_time: 'sum', revenue: 'sum' },
};

function query(request: SeenRequest, mostRows: number) {
  const asked: unknown = JSON.parse(request.body);
  if (!Value.Check(question, asked)) throw refusal(400, 'Invalid query');
  const { website_id, date_from, date_to, columns, offset, limit } = asked;
  if (!Object.values(piwikSites).includes(website_id)) throw refusal(403, 'No access');
  for (const { column_id, transformation_id } of columns) {
    if (transformed[column_id] !== transformation_id) throw refusal(400, `"${column_id}" cannot be transformed so.`);
  }
  const visits = website_id === piwikSites.shop ? visitsIn(date_from, date_to) : [];
  // One column of events makes the whole query one of events.
  const isOfEvents = columns.some(({ column_id }) => column_id in ofEvents || column_id === 'revenue');
  const entries = visits.flatMap((visit): Event[] => {
    const events = eventsOf(visit);
    const value = events.at(-1)?.value ?? null;
    return isOfEvents ? events : [{ visit, page: '', value }];
  });
  const dimensions = columns.filter(({ column_id }) => column_id in ofSessions || column_id in ofEvents);
  const groups = Map.groupBy(entries, (entry) => {
    return JSON.stringify(
      dimensions.map(({ column_id: id }) => ofSessions[id]?.(entry.visit) ?? ofEvents[id]?.(entry)),
    );
  });
  if (dimensions.length === 0 && groups.size === 0) groups.set('[]', []);
  const metrics = columns.slice(dimensions.length).map(({ column_id }) => column_id);
  const rows = [...groups].map(([key, same]) => [
    ...JSON.parse(key),
    ...metrics.map((name) => figureOf(name, same, isOfEvents)),
  ]);
  rows.sort((one, other) => (JSON.stringify(one[0]) < JSON.stringify(other[0]) ? -1 : 1));
  return { data: rows.slice(offset, offset + Math.min(limit, mostRows)), meta: { count: rows.length } };
}

function figureOf(name: string, entries: readonly Event[], isOfEvents: boolean): number | null {
  const visits = [...new Set(entries.map(({ visit }) => visit))];
  const { visitors, bounces, pageviews } = countVisits(visits);
  const values = entries.flatMap(({ value }) => value ?? []);
  const figures: Record<string, number | null> = {
    visitors,
    sessions: distinct(visits),
    page_views: isOfEvents ? entries.length : pageviews,
    bounces,
    // Of events, the time of a session is added up for each of them.
    session_total_time: entries.reduce((sum, { visit }) => sum + visit.seconds, 0),
    goal_conversions: values.length,
    ecommerce_conversions: values.length,
    revenue: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0),
  };
  const figure = figures[name];
  if (figure === undefined) throw refusal(400, `Metric "${name}" does not exist.`);
  return figure;
}

function refusal(status: number, detail: string): DoubleRefusal {
  return new DoubleRefusal(status, { errors: [{ status: `${status}`, detail: `user admin: ${detail}` }] });
}
