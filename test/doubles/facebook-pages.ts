import { type Double, startDouble } from './double.ts';
import { cdn, refusal, sendPicture } from './meta-ads.ts';
import { tokenOf } from './meta-token.ts';
import { hostileValue } from './web-visits.ts';

/** The page that the person works on; `watchedPage` is another's. */
export const facebookPage = '100000000000001';
export const quietPage = '100000000000002';
export const watchedPage = '100000000000003';
const pageTokens: Readonly<Record<string, string>> = {
  [facebookPage]: 'EAAB-token-of-the-page',
  [quietPage]: 'EAAB-token-of-the-quiet-page',
};
const pages = [
  { id: facebookPage, name: 'Shop' },
  { id: quietPage, name: 'Quiet' },
];
const metrics = [
  ...['page_media_view', 'page_post_engagements', 'page_follows', 'page_daily_follows', 'page_views_total'],
  ...['page_total_media_view_unique', 'page_video_views', 'page_daily_unfollows_unique'],
];
const zone = 'America/Los_Angeles';
const first = Temporal.PlainDate.from('2026-02-20');
const last = Temporal.PlainDate.from('2026-03-20');

/**
 * Answers as https://developers.facebook.com/docs/graph-api/reference/insights says: figures of days end at midnight of the
 * Pacific, to tokens of the page alone, over 90 days at once. From 20 February to 20 March 2026 the n-th day has n × 10
 * views and 98 + n followers.
 */
export function startFacebookPages(): Promise<Double> {
  return startDouble((request, response) => {
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname.startsWith('/v/')) return sendPicture(request, response, pathname);
    const token = tokenOf(request, new Set(Object.values(pageTokens)));
    const [, id = '', edge] = /^\/v26\.0\/([^/]+)(?:\/(.+))?$/.exec(pathname) ?? [];
    if (`${id}/${edge}` === 'me/accounts') return { data: pages };
    const known = [...pages, { id: watchedPage, name: 'Watched' }].find((page) => page.id === id);
    if (!known) throw refusal(400, 100, `Object with ID '${id}' does not exist`, 33);
    if (edge === undefined) return { ...known, ...(pageTokens[id] && { access_token: pageTokens[id] }) };
    if (edge === 'published_posts' && token === pageTokens[id]) return publishedPosts(id, request.query);
    if (edge !== 'insights') throw refusal(400, 2500, 'Unknown path components');
    if (token !== pageTokens[id]) throw refusal(400, 190, 'This method must be called with a Page Access Token');
    return insights(id, request.query);
  });
}

/** The first and the last instant of the week from 27 February of the Pacific, with one before. */
const posts = [
  {
    ...{
      id: `${facebookPage}_1`,
      created_time: '2026-02-27T08:00:00+0000',
      message: 'Light shoes',
      shares: { count: 3 },
    },
    ...{ full_picture: `${cdn}/one.png`, permalink_url: `https://www.facebook.com/${facebookPage}/posts/1` },
    ...{ views: 700, reactions: 9 },
  },
  {
    ...{ id: `${facebookPage}_2`, created_time: '2026-03-06T07:59:59+0000', message: hostileValue },
    ...{ full_picture: `${cdn}/gone.png`, views: 2_500, reactions: 40 },
  },
  {
    id: `${facebookPage}_3`,
    created_time: '2026-03-02T10:00:00+0000',
    message: 'Light shoes',
    views: null,
    reactions: 0,
  },
  { id: `${facebookPage}_0`, created_time: '2026-02-27T07:59:59+0000', message: 'Before', views: 90_000, reactions: 1 },
];

/** As https://developers.facebook.com/docs/graph-api/reference/page/feed says, with figures expanded. */
function publishedPosts(id: string, query: URLSearchParams) {
  if (Number(query.get('limit')) > 100) throw refusal(400, 100, 'Please reduce the amount of data');
  const fields = query.get('fields') ?? '';
  const expanded = 'insights.metric(post_media_view,post_total_media_view_unique).period(lifetime)';
  if (!fields.endsWith(`reactions.limit(0).summary(total_count),${expanded}`)) throw refusal(400, 2500, 'Syntax error');
  const [since = 0, until = 0] = ['since', 'until'].map((name) => Number(query.get(name)) * 1000);
  const shown = (at: string) => since - 1_000 <= Date.parse(at) && Date.parse(at) <= until;
  const found = id === facebookPage ? posts.filter(({ created_time }) => shown(created_time)) : [];
  const data = found.map(({ views, reactions, ...post }) => ({
    ...post,
    reactions: { data: [], summary: { total_count: reactions } },
    ...(views !== null && {
      insights: {
        data: [
          { name: 'post_media_view', period: 'lifetime', values: [{ value: views }] },
          { name: 'post_total_media_view_unique', period: 'lifetime', values: [{ value: views / 2 }] },
        ],
      },
    }),
  }));
  return { data };
}

function insights(id: string, query: URLSearchParams) {
  const names = (query.get('metric') ?? '').split(',');
  const wrong = names.find((name) => !metrics.includes(name));
  if (wrong !== undefined) throw refusal(400, 100, 'The value must be a valid insights metric');
  const period = query.get('period') ?? 'day';
  if (period !== 'day' && names.some((name) => name !== 'page_total_media_view_unique')) {
    throw refusal(400, 100, 'Invalid period');
  }
  const [since, until] = ['since', 'until'].map((name) => Temporal.PlainDate.from(query.get(name) ?? ''));
  if (!since || !until || since.until(until, { largestUnit: 'days' }).days > 90) {
    throw refusal(400, 100, 'There cannot be more than 90 days between since and until');
  }
  const data = names.map((name) => ({
    ...{ name, period, title: name, id: `${id}/insights/${name}/${period}` },
    values: id === facebookPage ? valuesOf(name, period, since, until) : [],
  }));
  const previous = 'https://graph.facebook.com/v26.0/previous?access_token=secret';
  return { data: data.filter(({ values }) => values.length > 0), paging: { previous, next: previous } };
}

function valuesOf(name: string, period: string, since: Temporal.PlainDate, until: Temporal.PlainDate) {
  const values: { value: number; end_time: string }[] = [];
  for (let day = since; Temporal.PlainDate.compare(day, until) < 0; day = day.add({ days: 1 })) {
    const isThere = Temporal.PlainDate.compare(day, first) >= 0 && Temporal.PlainDate.compare(day, last) <= 0;
    const end = day.add({ days: 1 }).toZonedDateTime(zone).toInstant().toString();
    const n = first.until(day, { largestUnit: 'days' }).days + 1;
    if (isThere) values.push({ value: figureOn(name, period, n), end_time: end.replace('Z', '+0000') });
  }
  return values;
}

function figureOn(name: string, period: string, n: number): number {
  if (name === 'page_media_view') return n * 10;
  if (name === 'page_follows') return 98 + n - (n > 8 ? 6 : 0);
  if (name === 'page_post_engagements') return 4;
  if (name === 'page_total_media_view_unique') return { day: 3, week: 11, days_28: 25 }[period] ?? 0;
  return name === 'page_daily_follows' ? 1 : 0;
}
