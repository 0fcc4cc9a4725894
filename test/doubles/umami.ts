import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { countVisits, distinct, type WebVisit, webVisits } from './web-visits.ts';

/** The token that the double accepts, and gives for this user. */
export const umamiToken = 'umami-token-of-the-test';
export const umamiUser = { user: 'reporter', password: 'umami-password' };
export const umamiWebsites = {
  shop: '86d4095c-a2a8-4fc8-9521-103e858e2b41',
  empty: '00000000-0000-4000-8000-000000000002',
};

/** Visits begin in the second hour of their day in Berlin, where the day before is still going on in UTC. */
const startOf = ({ day }: WebVisit) =>
  Temporal.PlainDateTime.from(`${day}T00:30:00`).toZonedDateTime('Europe/Berlin').epochMilliseconds;

/**
 * Answers as https://docs.umami.is/docs/api says, over `webVisits` for the website `shop`. As in the vendor's source a
 * website that is not there is refused with 401, and bounces and durations by pageviews are 0.
 */
export function startUmami(): Promise<Double> {
  return startDouble((request) => {
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname === '/api/auth/login' && request.method === 'POST') return signIn(request);
    const { authorization } = request.headers;
    const isCloud = request.headers['x-umami-api-key'] === umamiToken;
    if (isCloud ? !pathname.startsWith('/v1/') : authorization !== `Bearer ${umamiToken}`) throw unauthorized();
    const path = pathname.replace(/^\/(api|v1)\//, '');
    if (path === 'websites') return websitesPage(request.query);
    const [, id, what = ''] = /^websites\/([^/]+)\/(.+)$/.exec(path) ?? [];
    if (!Object.values(umamiWebsites).includes(id ?? '')) throw unauthorized();
    const visits = id === umamiWebsites.shop ? visitsOf(request.query) : [];
    if (what === 'stats') return { ...countsOf(visits), comparison: countsOf([]) };
    if (what === 'pageviews') return seriesOf(request.query, visits);
    if (what === 'metrics/expanded') return groupsOf(request.query, visits);
    throw new DoubleRefusal(404, { error: { message: 'Not found' } });
  });
}

function unauthorized(): DoubleRefusal {
  return new DoubleRefusal(401, { error: { message: 'Unauthorized', code: 'unauthorized', status: 401 } });
}

function signIn({ body }: SeenRequest) {
  const { username, password } = JSON.parse(body);
  if (username !== umamiUser.user || password !== umamiUser.password) throw unauthorized();
  return { token: umamiToken, user: { id: 'user', username } };
}

function websitesPage(asked: URLSearchParams) {
  const all = Object.entries(umamiWebsites).map(([name, id]) => ({ id, name, domain: `${name}.example` }));
  const size = Number(asked.get('pageSize') ?? 20);
  const page = Number(asked.get('page') ?? 1);
  return { data: all.slice((page - 1) * size, page * size), count: all.length, page, pageSize: size };
}

function visitsOf(asked: URLSearchParams): WebVisit[] {
  const [startAt, endAt] = [asked.get('startAt'), asked.get('endAt')].map(Number);
  if (!startAt || !endAt) throw new DoubleRefusal(400, { error: { message: 'Bad request' } });
  return webVisits.filter((visit) => startAt <= startOf(visit) && startOf(visit) <= endAt);
}

function countsOf(visits: readonly WebVisit[]) {
  const { visitors, pageviews, bounces, seconds } = countVisits(visits);
  return { pageviews, visitors, visits: visits.length, bounces, totaltime: seconds };
}

const hourMs = 3_600_000;

/** Views in the first half hour of each visit, by the clock of a zone; of more than 30 days by day, whatever unit is asked for. */
function seriesOf(asked: URLSearchParams, visits: readonly WebVisit[]) {
  const [unit, timeZone] = [asked.get('unit'), asked.get('timezone')];
  if (unit !== 'hour' || !timeZone) throw new DoubleRefusal(400, { error: { message: 'Bad request' } });
  const [startAt = 0, endAt = 0] = [asked.get('startAt'), asked.get('endAt')].map(Number);
  const length = Math.floor((endAt - startAt) / (24 * hourMs)) <= 30 ? 13 : 10;
  const timeOf = (visit: WebVisit) => {
    const local = Temporal.Instant.fromEpochMilliseconds(startOf(visit)).toZonedDateTimeISO(timeZone);
    return `${local.toPlainDateTime().toString().slice(0, length).replace('T', ' ').padEnd(13, ' 00')}:00:00`;
  };
  const series = (count: (some: readonly WebVisit[]) => number) =>
    [...Map.groupBy(visits, timeOf)].map(([x, some]) => ({ x, y: count(some) }));
  return {
    pageviews: series((some) => countVisits(some).pageviews),
    sessions: series((some) => countVisits(some).visitors),
  };
}

const labels: Record<string, (visit: WebVisit) => readonly string[]> = {
  channel: ({ channel }) => [channel],
  utmCampaign: ({ campaign }) => [campaign ?? ''],
  path: ({ pages }) => pages,
  entry: ({ pages }) => pages.slice(0, 1),
  country: ({ country }) => [country],
  device: ({ device }) => [device],
};

function groupsOf(asked: URLSearchParams, visits: readonly WebVisit[]) {
  const labelsOf = labels[asked.get('type') ?? ''];
  if (!labelsOf) throw new DoubleRefusal(400, { error: { message: 'Bad request' } });
  const isOfVisits = ['country', 'device'].includes(asked.get('type') ?? '');
  const entries = visits.flatMap((visit) => labelsOf(visit).map((name) => ({ name, visit })));
  const groups = [...Map.groupBy(entries, ({ name }) => name)].map(([name, found]) => {
    const own = [...new Set(found.map(({ visit }) => visit))];
    const counts = { ...countsOf(own), visits: distinct(own) };
    const pageviews = asked.get('type') === 'path' ? found.length : counts.pageviews;
    return { name, ...counts, pageviews, ...(!isOfVisits && { bounces: 0, totaltime: 0 }) };
  });
  const offset = Number(asked.get('offset') ?? 0);
  return groups.slice(offset, offset + Number(asked.get('limit') ?? 500));
}
