import { Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError, type Resource } from '../contract.ts';
import { askGoogle } from '../hosted/google/ask.ts';
import type { TokenSource } from '../hosted/tokens.ts';

/** Which channel is asked, and with what. */
export interface YouTubeAccess {
  readonly channel: string;
  readonly tokens: TokenSource;
  readonly context: ConnectorContext;
}

/** A period in days of the Pacific zone, both ends inclusive, by one of YouTube's dimensions or as a whole. */
export interface YouTubeReport {
  readonly from: string;
  readonly to: string;
  readonly metrics: readonly string[];
  readonly dimension?: string;
  /** The name of the metric that rows fall by. */
  readonly fallingBy?: string;
  readonly mostRows?: number;
}

/** A value of the dimension, null without one, and the figures by their names. */
export interface YouTubeRow {
  readonly value: string | null;
  readonly figures: Readonly<Record<string, number>>;
}

export const youTubeScopes = [
  'https://www.googleapis.com/auth/yt-analytics.readonly',
  'https://www.googleapis.com/auth/youtube.readonly',
];

const table = Type.Object({
  columnHeaders: Type.Array(Type.Object({ name: Type.String() })),
  /** Absent without any. */
  rows: Type.Optional(Type.Union([Type.Array(Type.Array(Type.Union([Type.String(), Type.Number()]))), Type.Null()])),
});

const analytics = {
  system: 'youtube',
  name: 'YouTube Analytics API',
  advice: 'Check channel, and that the person who signed in owns it.',
};
const data = { ...analytics, name: 'YouTube Data API v3' };

/** https://developers.google.com/youtube/analytics/reference/reports/query */
export async function readReport(
  { channel, tokens, context }: YouTubeAccess,
  { from, to, metrics, dimension, fallingBy, mostRows }: YouTubeReport,
): Promise<YouTubeRow[]> {
  const asked = new URLSearchParams({
    ids: `channel==${channel}`,
    startDate: from,
    endDate: to,
    metrics: metrics.join(','),
    ...(dimension !== undefined && { dimensions: dimension }),
    ...(fallingBy !== undefined && { sort: `-${fallingBy}` }),
    ...(mostRows !== undefined && { maxResults: String(mostRows) }),
  });
  const url = `https://youtubeanalytics.googleapis.com/${apiVersions.youtube.version}/reports?${asked}`;
  const { columnHeaders, rows } = await askGoogle(analytics, tokens, { url, shape: table }, context);
  const names = columnHeaders.map(({ name }) => name);
  return (rows ?? []).map((cells) => readRow(cells, names, dimension));
}

function readRow(
  cells: readonly (string | number)[],
  names: readonly string[],
  dimension: string | undefined,
): YouTubeRow {
  const value = dimension === undefined ? null : cells[names.indexOf(dimension)];
  const figures = names.flatMap((name, index) => (typeof cells[index] === 'number' ? [[name, cells[index]]] : []));
  if (cells.length !== names.length || value === undefined) {
    throw new ConnectorError('transient', 'YouTube gave a row that cannot be read.');
  }
  return { value: value === null ? null : String(value), figures: Object.fromEntries(figures) };
}

const thumbnail = Type.Optional(Type.Object({ url: Type.Optional(Type.String()) }));
const videos = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      snippet: Type.Object({
        title: Type.String(),
        thumbnails: Type.Optional(
          Type.Object({ maxres: thumbnail, medium: thumbnail, high: thumbnail, default: thumbnail }),
        ),
      }),
    }),
  ),
});

export interface Video {
  readonly title: string;
  /** The address of a still. */
  readonly picture: string | undefined;
}
const batchSize = 50;

/** Videos by their ids, as far as there are such and they may be seen. */
export async function readVideos(
  { tokens, context }: Omit<YouTubeAccess, 'channel'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Video>> {
  const found = new Map<string, Video>();
  for (let start = 0; start < ids.length; start += batchSize) {
    const asked = new URLSearchParams({ part: 'snippet', id: ids.slice(start, start + batchSize).join(',') });
    const url = `https://www.googleapis.com/youtube/v3/videos?${asked}`;
    const { items } = await askGoogle(data, tokens, { url, shape: videos }, context);
    for (const { id, snippet } of items) {
      const { maxres, medium, high, default: least } = snippet.thumbnails ?? {};
      // The others of these have black bars.
      const picture = [maxres, medium, high, least].find((still) => still?.url)?.url;
      found.set(id, { title: snippet.title, picture });
    }
  }
  return found;
}

const channels = Type.Object({
  /** Absent where there is none. */
  items: Type.Optional(Type.Array(Type.Object({ id: Type.String(), snippet: Type.Object({ title: Type.String() }) }))),
});

/** The channels of who signed in: at Google's page one is chosen, so that this is one. */
export async function listChannels({ tokens, context }: Omit<YouTubeAccess, 'channel'>): Promise<Resource[]> {
  const url = 'https://www.googleapis.com/youtube/v3/channels?part=snippet&mine=true&maxResults=50';
  const { items = [] } = await askGoogle(data, tokens, { url, shape: channels }, context);
  return items.map(({ id, snippet }) => ({ config: { channel: id }, label: snippet.title }));
}
