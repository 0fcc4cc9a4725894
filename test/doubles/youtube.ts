import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { checkToken, type GoogleOAuth } from './google-oauth.ts';
import { hostileValue } from './web-visits.ts';

export const youTubeChannels = { shop: 'UCshopshopshopshopshopsh', empty: 'UCemptyemptyemptyemptyem' };

export interface YouTubeDouble extends Double {
  /** The last day that has figures, later ones are left out; null for no such day. */
  lastDay: string | null;
  /** How many more videos there are, each with a view on the first day. */
  moreVideos: number;
}

interface Watched {
  readonly day: string;
  readonly video: string;
  readonly country: string;
  readonly deviceType: string;
  readonly insightTrafficSourceType: string;
  readonly views: number;
  readonly minutes: number;
  readonly likes?: number;
  readonly gained?: number;
  readonly lost?: number;
}

const web = { deviceType: 'DESKTOP', insightTrafficSourceType: 'YT_SEARCH' } as const;
const phone = { deviceType: 'MOBILE', insightTrafficSourceType: 'EXT_URL' } as const;

/** From Friday to Wednesday, over the end of a month: 20 views, 50 minutes, 5 subscribers more and 2 less. */
const watched: readonly Watched[] = [
  { day: '2026-02-27', video: 'aaaaaaaaaaa', country: 'DE', ...web, views: 8, minutes: 32, likes: 3, gained: 4 },
  { day: '2026-02-27', video: 'bbbbbbbbbbb', country: 'PL', ...phone, views: 2, minutes: 3, lost: 2 },
  { day: '2026-03-01', video: 'ccccccccccc', country: 'DE', ...phone, views: 4, minutes: 9, likes: 1 },
  { day: '2026-03-03', video: 'ddddddddddd', country: 'ZZ', ...web, views: 6, minutes: 6, gained: 1 },
];

/** Two videos have one title, and one is gone. */
const titles = new Map([
  ['aaaaaaaaaaa', hostileValue],
  ['bbbbbbbbbbb', 'Tour'],
  ['ccccccccccc', 'Tour'],
]);

const dimensions = ['day', 'video', 'country', 'deviceType', 'insightTrafficSourceType'] as const;
const everywhere = ['views', 'estimatedMinutesWatched'];
const metrics = [
  ...[...everywhere, 'averageViewDuration', 'averageViewPercentage', 'subscribersGained', 'subscribersLost'],
  ...['likes', 'dislikes', 'comments', 'shares'],
];

/** Answers as the discovery documents of `youtubeAnalytics:v2` and `youtube:v3`, and the page of the reports, say. */
export async function startYouTube(oauth: GoogleOAuth): Promise<YouTubeDouble> {
  const double = await startDouble((request) => {
    const { pathname } = new URL(request.path, 'http://double');
    if (request.method !== 'GET') throw refusal(404, 'notFound', 'Not Found');
    if (pathname === '/v2/reports') {
      checkToken(oauth, request, 'yt-analytics.readonly');
      return report(request, all);
    }
    checkToken(oauth, request, 'youtube.readonly');
    if (pathname === '/youtube/v3/videos') return videos(request);
    if (pathname === '/youtube/v3/channels' && request.query.get('mine') === 'true') {
      return { items: [{ id: youTubeChannels.shop, snippet: { title: 'Shop films' } }] };
    }
    throw refusal(404, 'notFound', 'Not Found');
  });
  const all: YouTubeDouble = Object.assign(double, { lastDay: null, moreVideos: 0 });
  return all;
}

function report({ query }: SeenRequest, { lastDay, moreVideos }: YouTubeDouble) {
  const [, channel = ''] = /^channel==(.+)$/.exec(query.get('ids') ?? '') ?? [];
  if (!Object.values(youTubeChannels).includes(channel)) throw refusal(403, 'forbidden', 'Forbidden');
  const asked = (query.get('metrics') ?? '').split(',');
  const dimension = dimensions.find((name) => name === query.get('dimensions'));
  if (query.has('dimensions') && !dimension) throw refusal(400, 'badRequest', 'Unknown identifier');
  const isOfWatching = dimension === 'deviceType' || dimension === 'insightTrafficSourceType';
  const known = isOfWatching ? everywhere : metrics;
  if (asked.some((name) => !known.includes(name))) throw refusal(400, 'badRequest', 'The query is not supported.');
  const most = Number(query.get('maxResults') ?? 1e6);
  if (dimension === 'video' && (most > 200 || !query.get('sort')?.startsWith('-'))) {
    throw refusal(400, 'badRequest', 'The query is not supported.');
  }
  const more = Array.from({ length: moreVideos }, (_, index) => {
    return { ...watched[3], day: '2026-02-27', video: `more-${index}`, views: 1, minutes: 1 } as Watched;
  });
  const [from, to] = [query.get('startDate') ?? '', query.get('endDate') ?? ''];
  const found = (channel === youTubeChannels.shop ? [...watched, ...more] : []).filter(({ day }) => {
    return from <= day && day <= to && (lastDay === null || day <= lastDay);
  });
  const groups = [...Map.groupBy(found, (row) => (dimension ? row[dimension] : ''))];
  const rows = groups.map(([value, each]) => [
    ...(dimension ? [value] : []),
    ...asked.map((name) => figure(name, each)),
  ]);
  const sort = query.get('sort')?.slice(1) ?? '';
  const place = asked.indexOf(sort) + (dimension ? 1 : 0);
  if (sort !== '') rows.sort((one, other) => Number(other[place]) - Number(one[place]));
  const columnHeaders = [...(dimension ? [dimension] : []), ...asked].map((name) => ({ name }));
  return { kind: 'youtubeAnalytics#resultTable', columnHeaders, ...(rows.length > 0 && { rows: rows.slice(0, most) }) };
}

function figure(name: string, rows: readonly Watched[]): number {
  const sum = (of: (row: Watched) => number | undefined) => rows.reduce((total, row) => total + (of(row) ?? 0), 0);
  const views = sum((row) => row.views);
  if (name === 'views') return views;
  if (name === 'estimatedMinutesWatched') return sum((row) => row.minutes);
  if (name === 'averageViewDuration') return Math.round((sum((row) => row.minutes) * 60) / views);
  if (name === 'averageViewPercentage') return 42.5;
  if (name === 'subscribersGained') return sum((row) => row.gained);
  if (name === 'subscribersLost') return sum((row) => row.lost);
  return name === 'likes' ? sum((row) => row.likes) : 0;
}

function videos({ query }: SeenRequest) {
  const ids = (query.get('id') ?? '').split(',');
  if (ids.length > 50) throw refusal(400, 'invalidFilters', 'The request specifies an invalid filter parameter.');
  const items = ids.flatMap((id) =>
    titles.has(id) ? [{ id, snippet: { title: titles.get(id), thumbnails: thumbnails(id) } }] : [],
  );
  return { kind: 'youtube#videoListResponse', items };
}

/** The largest is not there for every video. */
function thumbnails(id: string) {
  const of = (name: string, width: number, height: number) => ({
    url: `https://i.ytimg.com/vi/${id}/${name}.jpg`,
    width,
    height,
  });
  return {
    ...{ default: of('default', 120, 90), medium: of('mqdefault', 320, 180), high: of('hqdefault', 480, 360) },
    ...(id.startsWith('a') && { maxres: of('maxresdefault', 1280, 720) }),
  };
}

function refusal(code: number, reason: string, message: string): DoubleRefusal {
  return new DoubleRefusal(code, { error: { code, message, errors: [{ message, domain: 'global', reason }] } });
}
