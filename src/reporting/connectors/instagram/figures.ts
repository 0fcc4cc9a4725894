import { ConnectorError, type Depiction, type DepictionQuery, type Query, type QueryResult } from '../contract.ts';
import { addColumns, type Columns } from '../hosted/ad-figures.ts';
import { type AdSource, queryAds, requestsAtOnce } from '../hosted/ad-report.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import { type DaySpan, splitDays } from '../hosted/day-spans.ts';
import { decimalText } from '../hosted/decimals.ts';
import { answerPosts, depictPosts } from '../hosted/posts.ts';
import { mapBounded } from '../map-bounded.ts';
import { type MetaAccess, strange } from '../meta-ads/api.ts';
import { type AccountInsights, readTotals } from './api.ts';
import { byContent, type InstagramDimension, instagramCatalog } from './catalog.ts';
import { readPosts } from './posts.ts';

/** The days of Meta's Insights. */
export const insightsZone = 'America/Los_Angeles';
const mostDays = 30;
const ofPeople: ReadonlySet<string> = new Set(['reach', 'accounts_engaged']);

/** Answers a query about an account. Meta counts people once over at most 30 days. Throws a ConnectorError. */
export async function queryInstagram(
  access: MetaAccess,
  config: Choice & { readonly account: string },
  query: Query,
): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(instagramCatalog, config, query);
  if (dimension?.key === 'post') {
    return answerPosts(query, metrics, await readPosts(access, config.account, query, insightsZone), insightsZone);
  }
  const columns = [...new Set(['views', ...metrics.flatMap((metric) => metric.columns)])];
  return queryAds(query, metrics, sourceOf(access, config.account, columns, dimension));
}

/** Captions and pictures of posts. */
export async function depictMedia(
  access: MetaAccess,
  { account }: { readonly account: string },
  { query, keys }: DepictionQuery,
): Promise<Depiction[]> {
  return depictPosts(await readPosts(access, account, query, insightsZone), keys, insightsZone);
}

function sourceOf(
  access: MetaAccess,
  account: string,
  columns: readonly string[],
  dimension: InstagramDimension | undefined,
): AdSource {
  const ask = ({ from, to }: DaySpan, metrics: readonly string[], breakdown?: string) => {
    const until = Temporal.PlainDate.from(to).add({ days: 1 }).toString();
    const asked = { metrics, since: secondsAt(from), until: secondsAt(until) };
    return readTotals(access, account, breakdown === undefined ? asked : { ...asked, breakdown });
  };
  return {
    ofPeople,
    async total(span) {
      const parts = await mapBounded(splitDays(span, mostDays), requestsAtOnce, (part) => ask(part, columns));
      return addColumns(
        parts.map((part) => totalsIn(part, columns)),
        ofPeople,
      );
    },
    async days(span) {
      const groups = await mapBounded(splitDays(span, 1), requestsAtOnce, async (day) => ({
        key: day.from,
        columns: totalsIn(await ask(day, columns), columns),
      }));
      return { groups };
    },
    async groups(span) {
      if (!dimension) throw new ConnectorError('invalid_config', 'The query has no dimension.');
      const known = columns.filter((column) => byContent.has(column));
      const { breakdown } = dimension;
      const parts = await mapBounded(splitDays(span, mostDays), requestsAtOnce, (part) => ask(part, known, breakdown));
      return { groups: parts.flatMap((part) => groupsIn(part)) };
    },
  };
}

/** Midnight of Meta's zone, in epoch seconds. */
function secondsAt(day: string): number {
  return Temporal.PlainDate.from(day).toZonedDateTime(insightsZone).epochMilliseconds / 1000;
}

/** What Meta leaves out it does not have. */
function totalsIn(insights: AccountInsights, columns: readonly string[]): Columns {
  const found = new Map(insights.map(({ name, total_value }) => [name, total_value?.value]));
  return Object.fromEntries(columns.map((name) => [name, figureIn(found.get(name))]));
}

function groupsIn(insights: AccountInsights) {
  const groups = new Map<string, Record<string, string | null>>();
  for (const { name, total_value } of insights) {
    for (const { dimension_values, value } of total_value?.breakdowns?.[0]?.results ?? []) {
      const columns = groups.getOrInsertComputed(dimension_values[0] ?? '', () => ({}));
      columns[name] = figureIn(value);
    }
  }
  return [...groups].map(([key, columns]) => ({ key: contents[key] ?? (key || null), columns }));
}

const contents: Readonly<Record<string, string>> = {
  ...{ AD: 'Ads', FEED: 'Posts', POST: 'Posts', CAROUSEL_CONTAINER: 'Posts' },
  ...{ REEL: 'Reels', REELS: 'Reels', STORY: 'Stories', IGTV: 'Videos' },
};

function figureIn(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = decimalText(value);
  if (text === undefined) throw strange();
  return text;
}
