import { type Double, startDouble } from './double.ts';
import { refusal } from './meta-ads.ts';
import { tokenOf } from './meta-token.ts';

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

/**
 * Answers as https://developers.facebook.com/docs/instagram-platform/api-reference/instagram-user/insights says of totals:
 * over at most 30 days, people once. What there is nothing of is left out.
 */
export function startInstagram(): Promise<Double> {
  return startDouble((request) => {
    const { pathname } = new URL(request.path, 'http://double');
    tokenOf(request);
    const [, id = '', edge] = /^\/v26\.0\/([^/]+)(?:\/(.+))?$/.exec(pathname) ?? [];
    if (`${id}/${edge}` === 'me/accounts') {
      return { data: [{ id: '1' }, ...accounts.map((account) => ({ id: '2', instagram_business_account: account }))] };
    }
    const account = accounts.find((each) => each.id === id);
    if (!account) throw refusal(400, 100, `Object with ID '${id}' does not exist`, 33);
    if (edge === undefined) return account;
    if (edge !== 'insights') throw refusal(400, 2500, 'Unknown path components');
    return { data: id === instagramAccount ? insights(request.query) : [] };
  });
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
