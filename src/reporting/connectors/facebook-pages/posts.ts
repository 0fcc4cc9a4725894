import { type Static, Type } from 'typebox';
import { ConnectorError } from '../contract.ts';
import type { DaySpan } from '../hosted/day-spans.ts';
import { decimalText } from '../hosted/decimals.ts';
import { oncePerContext } from '../hosted/once.ts';
import { instantsOf, type Post } from '../hosted/posts.ts';
import { type MetaAccess, readPages, strange } from '../meta-ads/api.ts';
import { openPage } from './api.ts';

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const insights = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      values: Type.Array(Type.Object({ value: Type.Optional(Type.Unknown()) })),
    }),
  ),
});
const published = Type.Object({
  id: Type.String({ pattern: '^[0-9_]{1,60}$' }),
  created_time: Type.String(),
  ...{ message: text, full_picture: text, permalink_url: text },
  shares: Type.Optional(Type.Object({ count: Type.Optional(Type.Unknown()) })),
  reactions: Type.Optional(Type.Object({ summary: Type.Optional(Type.Object({ total_count: Type.Unknown() })) })),
  insights: Type.Optional(insights),
});

const ofInsights = ['post_media_view', 'post_total_media_view_unique'];
const fields = [
  ...['id', 'created_time', 'message', 'full_picture', 'permalink_url', 'shares'],
  'reactions.limit(0).summary(total_count)',
  `insights.metric(${ofInsights.join(',')}).period(lifetime)`,
];
/** As many as Meta gives at once. */
const postsAtOnce = 100;
const mostPosts = 1_000;

const once = oncePerContext<readonly Post[]>();

/**
 * The posts that a page published in a period, with what they have gained since: https://developers.facebook.com/docs/graph-api/reference/page/feed.
 * Throws a ConnectorError.
 */
export function readPosts(
  access: MetaAccess,
  page: string,
  { from, to }: DaySpan,
  timeZone: string,
): Promise<readonly Post[]> {
  return once(access.context, JSON.stringify([page, from, to]), async () => {
    const { since, until } = instantsOf({ from, to }, timeZone);
    const parameters = {
      ...{ fields: fields.join(','), limit: `${postsAtOnce}`, since: `${since}`, until: `${until}` },
    };
    const asked = { path: `${page}/published_posts`, parameters };
    const found = await readPages(await openPage(access, page), asked, published, postOf);
    const posts = found.filter(({ publishedAt }) => since * 1000 <= publishedAt && publishedAt < until * 1000);
    if (posts.length <= mostPosts) return posts;
    const message = `More than ${mostPosts} posts were published in the period. Choose a shorter one.`;
    throw new ConnectorError('invalid_config', message);
  });
}

function postOf({ id, created_time, ...found }: Static<typeof published>): Post {
  const publishedAt = Date.parse(created_time);
  if (Number.isNaN(publishedAt)) throw strange();
  const values = new Map(found.insights?.data.map(({ name, values }) => [name, values[0]?.value]));
  return {
    ...{ id, publishedAt, message: found.message?.trim() ?? '' },
    ...{ link: found.permalink_url || undefined, picture: found.full_picture || undefined },
    columns: {
      ...Object.fromEntries(ofInsights.map((name) => [name, figureIn(values.get(name))])),
      reactions: figureIn(found.reactions?.summary?.total_count),
      // Meta leaves out what nobody shared.
      shares: figureIn(found.shares?.count ?? 0),
    },
  };
}

function figureIn(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const figure = decimalText(value);
  if (figure === undefined) throw strange();
  return figure;
}
