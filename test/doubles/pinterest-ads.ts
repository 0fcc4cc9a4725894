import { type AdActivity, activityIn, adCampaigns, countActivity } from './ad-activity.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { cdn, sendPicture } from './meta-ads.ts';

export const pinterestToken = 'pina-token-of-the-test';
/** `shop` has the activity, `idle` none; others are not the person's. */
export const pinterestAccounts = { shop: '549755885175', idle: '549755885176' };
const usualTokens: ReadonlyMap<string, string> = new Map([[pinterestToken, 'ads:read,boards:read,pins:read']]);

const accounts = [
  { id: pinterestAccounts.shop, name: 'Shop', currency: 'USD', country: 'US' },
  { id: pinterestAccounts.idle, name: 'Idle', currency: 'EUR', country: 'DE' },
];
const columns = [
  ...['TOTAL_IMPRESSION', 'TOTAL_CLICKTHROUGH', 'SPEND_IN_MICRO_DOLLAR', 'TOTAL_CONVERSIONS', 'TOTAL_IMPRESSION_USER'],
  ...['TOTAL_ENGAGEMENT', 'TOTAL_CHECKOUT', 'TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR', 'TOTAL_VIDEO_MRC_VIEWS'],
];
const statuses = 'ACTIVE,PAUSED,ARCHIVED';

/**
 * Answers as Pinterest's OpenAPI description of version 5 says of ad_accounts, campaigns and their analytics, to the tokens
 * of a sign-in, over `adActivity` by days of UTC; two items a page. A column without a value is left out.
 */
export function startPinterestAds(tokens = usualTokens): Promise<Double> {
  return startDouble((request, response) => {
    const { headers, path, query } = request;
    const { pathname } = new URL(path, 'http://double');
    if (pathname.startsWith('/v/')) return sendPicture(request, response, pathname);
    if (!tokens.has(`${headers.authorization}`.replace(/^Bearer /, '')))
      throw refusal(401, 2, 'Authentication failed.');
    if (pathname.startsWith('/v5/pins/')) return pinOf(pathname.slice('/v5/pins/'.length), query);
    const [, id, edge] = /^\/v5\/ad_accounts(?:\/(\d+))?(?:\/(.+))?$/.exec(pathname) ?? [];
    if (pathname === '/v5/ad_accounts') return paged(accounts, query);
    const account = accounts.find((each) => each.id === id);
    if (!account) throw refusal(403, 29, 'You are not permitted to access that resource.');
    if (edge === undefined) return account;
    if (edge === 'campaigns') return paged(campaignsOf(account.id, query), query);
    if (edge === 'ads') return paged(adsOf(account.id, query), query);
    const found = account.id === pinterestAccounts.shop ? rowsOf(query) : [];
    if (edge === 'analytics') return grouped(found, query, undefined, account.id);
    if (edge === 'campaigns/analytics') return ofCampaigns(found, query);
    if (edge === 'ads/analytics') return ofAds(found, query);
    if (edge === 'targeting_analytics') return targeted(found, query);
    throw refusal(404, 50, 'Not found');
  });
}

function refusal(status: number, code: number, message: string): DoubleRefusal {
  return new DoubleRefusal(status, { code, message });
}

function paged<T>(all: readonly T[], query: URLSearchParams) {
  const start = Number(query.get('bookmark') ?? 0);
  const items = all.slice(start, start + 2);
  return { items, bookmark: start + 2 < all.length ? String(start + 2) : null };
}

function campaignsOf(account: string, query: URLSearchParams) {
  if (query.get('entity_statuses') !== statuses) throw refusal(400, 1, 'The double archived some campaigns');
  if (account !== pinterestAccounts.shop) return [];
  return Object.entries(adCampaigns).map(([id, name]) => ({
    id,
    ...(name !== undefined && { name }),
    status: 'ACTIVE',
  }));
}

/** One ad a campaign, named as it, of which one has lost its pin. */
function adsOf(account: string, query: URLSearchParams) {
  return campaignsOf(account, query).map(({ id, ...campaign }) => {
    return { ...campaign, id: `9${id}`, campaign_id: id, pin_id: id === '104' ? null : `77${id}` };
  });
}

function pinOf(id: string, query: URLSearchParams) {
  if (query.get('ad_account_id') !== pinterestAccounts.shop) throw refusal(403, 29, 'You are not permitted');
  const imageOf = (name: string) => ({ '150x150': { url: `${cdn}/small.png` }, '600x': { url: `${cdn}/${name}.png` } });
  const pins: Readonly<Record<string, object>> = {
    '77101': { title: 'Spring', description: 'Light shoes', media: { media_type: 'image', images: imageOf('one') } },
    '77102': { title: null, media: { media_type: 'video', images: null, cover_image_url: `${cdn}/gone.png` } },
    '77103': { title: 'Plain', media: null },
  };
  const pin = pins[id];
  if (!pin) throw refusal(404, 50, 'Pin not found.');
  return { id, ...pin };
}

function ofAds(found: readonly AdActivity[], query: URLSearchParams) {
  const ids = (query.get('ad_ids') ?? '').split(',');
  if (ids.length > 100 || ids[0] === '') throw refusal(400, 1, 'ad_ids must have 1 to 100 items');
  return [...Map.groupBy(found, ({ campaign }) => `9${campaign}`)].flatMap(([id, same]) =>
    ids.includes(id) ? [{ AD_ID: id, ...figuresOf(same, query) }] : [],
  );
}

function rowsOf(query: URLSearchParams): AdActivity[] {
  const [from, to] = ['start_date', 'end_date'].map((name) => query.get(name) ?? '');
  const wrong = (query.get('columns') ?? '').split(',').find((name) => !columns.includes(name));
  if (wrong !== undefined) throw refusal(400, 1, `'${wrong}' is not one of the columns`);
  if (query.get('granularity') === 'DAY') {
    const days = Temporal.PlainDate.from(from ?? '').until(to ?? '', { largestUnit: 'days' }).days;
    if (days > 90) throw refusal(400, 1, 'The time range is too long');
  }
  return activityIn(from ?? '', to ?? '');
}

function grouped(
  found: readonly AdActivity[],
  query: URLSearchParams,
  ids: readonly string[] | undefined,
  account: string,
) {
  const isDaily = query.get('granularity') === 'DAY';
  const keyOf = ({ day, campaign }: AdActivity) => `${isDaily ? day : ''} ${ids ? campaign : ''}`;
  return [...Map.groupBy(found, keyOf)].map(([key, same]) => {
    const [day = '', campaign = ''] = key.split(' ');
    const own = ids ? { CAMPAIGN_ID: campaign } : { AD_ACCOUNT_ID: account };
    return { ...own, ...(isDaily && { DATE: day }), ...figuresOf(same, query) };
  });
}

function ofCampaigns(found: readonly AdActivity[], query: URLSearchParams) {
  const ids = (query.get('campaign_ids') ?? '').split(',');
  if (ids.length > 250 || ids[0] === '') throw refusal(400, 1, 'campaign_ids must have 1 to 250 items');
  return grouped(
    found.filter(({ campaign }) => ids.includes(String(campaign))),
    query,
    ids,
    '',
  );
}

function targeted(found: readonly AdActivity[], query: URLSearchParams) {
  const type = query.get('targeting_types');
  const readers: Readonly<Record<string, (activity: AdActivity) => string>> = {
    COUNTRY: ({ country }) => (country === 'FR' ? 'UNKNOWN' : country),
    APPTYPE: ({ device }) => (device === 'app' ? 'iphone' : 'web'),
  };
  const read = readers[type ?? ''];
  if (!read) throw refusal(400, 1, 'Invalid targeting_types');
  const data = [...Map.groupBy(found, read)].map(([targeting_value, same]) => ({
    ...{ targeting_type: type, targeting_value, metrics: figuresOf(same, query) },
  }));
  return { data };
}

function figuresOf(activities: readonly AdActivity[], query: URLSearchParams) {
  const { impressions, clicks, cost, conversions, reach } = countActivity(activities);
  const figures: Readonly<Record<string, number>> = {
    ...{ TOTAL_IMPRESSION: impressions, TOTAL_CLICKTHROUGH: clicks, SPEND_IN_MICRO_DOLLAR: cost * 1_000 },
    ...{ TOTAL_CONVERSIONS: conversions, TOTAL_IMPRESSION_USER: reach, TOTAL_ENGAGEMENT: clicks },
    ...{ TOTAL_CHECKOUT: conversions, TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR: conversions * 10_000_000 },
  };
  const asked = (query.get('columns') ?? '').split(',');
  return Object.fromEntries(asked.flatMap((name) => (figures[name] ? [[name, figures[name]]] : [])));
}
