import { type Double, startDouble } from './double.ts';
import { cdn, refusal, sendPicture } from './meta-ads.ts';
import { tokenOf } from './meta-token.ts';
import { hostileValue } from './web-visits.ts';

export const instagramAccount = '17841400000000001';
export const quietAccount = '17841400000000002';
const accounts = [
  { id: instagramAccount, username: 'shop', name: 'Shop' },
  { id: quietAccount, username: 'quiet' },
];
const metrics = ['reach', 'views', 'total_interactions', 'likes', 'comments', 'saves', 'shares', 'accounts_engaged'];
const zone = 'America/Los_Angeles';

interface Visit {
  readonly day: string;
  readonly person: string;
  readonly content: string;
  readonly views: number;
  readonly likes: number;
}

const visits: readonly Visit[] = [
  { day: '2026-02-27', person: 'a', content: 'POST', views: 10, likes: 2 },
  { day: '2026-02-27', person: 'b', content: 'REEL', views: 5, likes: 0 },
  { day: '2026-03-01', person: 'a', content: 'REEL', views: 5, likes: 1 },
  { day: '2026-03-03', person: 'c', content: 'STORY', views: 8, likes: 0 },
  { day: '2026-03-04', person: 'd', content: 'POST', views: 10, likes: 3 },
  { day: '2026-03-05', person: 'e', content: 'AD', views: 2, likes: 0 },
];

const permalink = 'https://www.instagram.com/p/abc/';
/** What was published: at noon of UTC, in the last minute and in the first second of a day of the Pacific, and before. */
const media = [
  {
    ...{ id: '18000000000000001', timestamp: '2026-02-27T12:00:00+0000', media_type: 'IMAGE', permalink },
    ...{ caption: 'Light shoes\nfor spring', media_url: `${cdn}/one.png`, views: 1_200 },
  },
  {
    ...{ id: '18000000000000002', timestamp: '2026-03-06T07:59:59+0000', media_type: 'VIDEO', views: 4_000 },
    ...{ caption: hostileValue, media_url: `${cdn}/film.mp4`, thumbnail_url: `${cdn}/gone.png` },
  },
  { id: '18000000000000003', timestamp: '2026-03-06T08:00:00+0000', media_type: 'IMAGE', views: 9_999 },
  /** Few people saw it. */
  { id: '18000000000000004', timestamp: '2026-03-01T12:00:00+0000', media_type: 'IMAGE', views: null },
  { id: '18000000000000005', timestamp: '2026-02-24T12:00:00+0000', media_type: 'IMAGE', views: 500_000 },
];
const mediaMetrics = ['views', 'total_interactions', 'reach', 'likes', 'comments', 'saved', 'shares'];

/**
 * Answers as https://developers.facebook.com/docs/instagram-platform/api-reference/instagram-user/insights says of totals:
 * over at most 30 days, people once, and instagram-media/insights of posts. What there is nothing of is left out.
 */
export function startInstagram(): Promise<Double> {
  return startDouble((request, response) => {
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname.startsWith('/v/')) return sendPicture(request, response, pathname);
    tokenOf(request);
    const [, id = '', edge] = /^\/v26\.0\/([^/]+)(?:\/(.+))?$/.exec(pathname) ?? [];
    if (`${id}/${edge}` === 'me/accounts') {
      return { data: [{ id: '1' }, ...accounts.map((account) => ({ id: '2', instagram_business_account: account }))] };
    }
    const medium = media.find((each) => each.id === id);
    if (medium && edge === 'insights') return mediaInsights(medium, request.query);
    const account = accounts.find((each) => each.id === id);
    if (!account) throw refusal(400, 100, `Object with ID '${id}' does not exist`, 33);
    if (edge === undefined) return account;
    if (edge === 'media') return mediaPage(id === instagramAccount ? media : [], request.query);
    if (edge !== 'insights') throw refusal(400, 2500, 'Unknown path components');
    return { data: id === instagramAccount ? insights(request.query) : [] };
  });
}

/** Two a page, whatever is asked for. */
function mediaPage(all: typeof media, query: URLSearchParams) {
  const fields = (query.get('fields') ?? '').split(',');
  const [since = 0, until = 0] = ['since', 'until'].map((name) => Number(query.get(name)) * 1000);
  const found = all.filter(({ timestamp }) => since <= Date.parse(timestamp) && Date.parse(timestamp) <= until);
  const start = Number(query.get('after') ?? 0);
  const data = found.slice(start, start + 2).map((each) => {
    return Object.fromEntries(Object.entries(each).filter(([name]) => fields.includes(name)));
  });
  const next = start + 2 < found.length && { next: 'https://graph.facebook.com/next?access_token=secret' };
  return { data, paging: { cursors: { after: `${start + 2}` }, ...next } };
}

function mediaInsights({ views }: (typeof media)[number], query: URLSearchParams) {
  const names = (query.get('metric') ?? '').split(',');
  if (names.some((name) => !mediaMetrics.includes(name))) throw refusal(400, 100, 'Invalid metric');
  if (views === null) throw refusal(400, 10, 'Not enough viewers for the media to show insights');
  // What does not exist is left out.
  const figures = { views, reach: views / 2, likes: 12, total_interactions: 20 };
  const data = Object.entries(figures).map(([name, value]) => ({ name, period: 'lifetime', values: [{ value }] }));
  return { data: data.filter(({ name }) => names.includes(name)) };
}

function insights(query: URLSearchParams) {
  const names = (query.get('metric') ?? '').split(',');
  const wrong = names.find((name) => !metrics.includes(name));
  if (wrong !== undefined) throw refusal(400, 100, `metric[0] must be one of the following values: ${metrics}`);
  const isTotal = query.get('metric_type') === 'total_value' && query.get('period') === 'day';
  const [since = 0, until = 0] = ['since', 'until'].map((name) => Number(query.get(name)));
  if (!isTotal || until <= since) throw refusal(400, 100, 'Invalid parameter');
  if (until - since > 30 * 86_400 + 3_600) {
    throw refusal(400, 100, 'There cannot be more than 30 days (2592000 s) between since and until');
  }
  const breakdown = query.get('breakdown');
  if (breakdown !== null && (breakdown !== 'media_product_type' || names.includes('accounts_engaged'))) {
    throw refusal(400, 100, 'Incompatible breakdowns');
  }
  const found = visits.filter(({ day }) => {
    const at = Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds / 1000;
    return since <= at && at < until;
  });
  if (found.length === 0) return [];
  return names.map((name) => ({ name, period: 'day', total_value: totalOf(name, found, breakdown) }));
}

function totalOf(name: string, found: readonly Visit[], breakdown: string | null) {
  if (breakdown === null) return { value: figureOf(name, found) };
  const groups = Map.groupBy(found, ({ content }) => content);
  const results = [...groups].map(([content, same]) => ({
    dimension_values: [content],
    value: figureOf(name, same),
  }));
  return { breakdowns: [{ dimension_keys: [breakdown], results }] };
}

function figureOf(name: string, found: readonly Visit[]): number {
  if (name === 'reach' || name === 'accounts_engaged') return new Set(found.map(({ person }) => person)).size;
  if (name === 'views') return found.reduce((sum, { views }) => sum + views, 0);
  return name === 'likes' || name === 'total_interactions' ? found.reduce((sum, { likes }) => sum + likes, 0) : 0;
}
