import { type Static, Type } from 'typebox';
import { ConnectorError } from '../contract.ts';
import type { Columns } from '../hosted/ad-figures.ts';
import { requestsAtOnce } from '../hosted/ad-report.ts';
import type { DaySpan } from '../hosted/day-spans.ts';
import { decimalText } from '../hosted/decimals.ts';
import { oncePerContext } from '../hosted/once.ts';
import { instantsOf, type Post } from '../hosted/posts.ts';
import { mapBounded } from '../map-bounded.ts';
import { askMeta, type MetaAccess, readPages, strange } from '../meta-ads/api.ts';
import { NoInsights } from '../meta-ads/faults.ts';
import { postMetrics } from './catalog.ts';

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const media = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,30}$' }),
  timestamp: Type.String(),
  ...{ caption: text, media_type: text, media_url: text, thumbnail_url: text, permalink: text },
});
const insights = Type.Object({
  data: Type.Array(
    Type.Object({
      name: Type.String(),
      values: Type.Optional(Type.Array(Type.Object({ value: Type.Optional(Type.Unknown()) }))),
      total_value: Type.Optional(Type.Object({ value: Type.Optional(Type.Unknown()) })),
    }),
  ),
});

type Media = Static<typeof media>;

/** Each takes a request of its own. */
const mostPosts = 300;
const columns = postMetrics.flatMap((metric) => metric.columns);

const once = oncePerContext<readonly Post[]>();

/**
 * The posts and reels that were published in a period, with all that they have gained since: https://developers.facebook.com/docs/instagram-platform/reference/instagram-media/insights.
 * Stories are gone after a day. Throws a ConnectorError.
 */
export function readPosts(
  access: MetaAccess,
  account: string,
  { from, to }: DaySpan,
  timeZone: string,
): Promise<readonly Post[]> {
  return once(access.context, JSON.stringify([account, from, to]), async () => {
    const { since, until } = instantsOf({ from, to }, timeZone);
    const parameters = { fields: Object.keys(media.properties).join(','), since: `${since}`, until: `${until}` };
    const found = await readPages(access, { path: `${account}/media`, parameters }, media, withInstant);
    const published = found.filter(({ publishedAt }) => since * 1000 <= publishedAt && publishedAt < until * 1000);
    if (published.length > mostPosts) throw tooMany();
    return await mapBounded(published, requestsAtOnce, async ({ publishedAt, ...each }) => ({
      ...{ id: each.id, publishedAt, message: each.caption?.trim() ?? '' },
      ...{ link: each.permalink || undefined, picture: pictureOf(each) },
      columns: await readFigures(access, each.id),
    }));
  });
}

function withInstant(found: Media) {
  const publishedAt = Date.parse(found.timestamp);
  if (Number.isNaN(publishedAt)) throw strange();
  return { ...found, publishedAt };
}

/** Of a video the address of the medium leads to the film. */
function pictureOf({ media_type, media_url, thumbnail_url }: Media): string | undefined {
  return (media_type === 'VIDEO' ? thumbnail_url : media_url || thumbnail_url) || undefined;
}

/** None of what Meta does not tell, such as of posts from before the account was a professional one. */
async function readFigures(access: MetaAccess, id: string): Promise<Columns> {
  try {
    const asked = { path: `${id}/insights`, parameters: { metric: columns.join(',') } };
    const { data } = await askMeta(access, asked, insights);
    const values = new Map(
      data.map(({ name, values, total_value }) => [name, values?.[0]?.value ?? total_value?.value]),
    );
    return Object.fromEntries(columns.map((name) => [name, figureIn(values.get(name))]));
  } catch (error) {
    if (error instanceof NoInsights) return {};
    throw error;
  }
}

function figureIn(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const found = decimalText(value);
  if (found === undefined) throw strange();
  return found;
}

function tooMany(): ConnectorError {
  const message = `More than ${mostPosts} posts were published in the period. Choose a shorter one.`;
  return new ConnectorError('invalid_config', message);
}
