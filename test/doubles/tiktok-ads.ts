import type { SeenRequest } from '../support/json-server.ts';
import { type AdActivity, activityIn, adCampaigns, countActivity } from './ad-activity.ts';
import { type Double, startDouble } from './double.ts';
import { cdn, sendPicture } from './meta-ads.ts';
import { oauthDoubleClient } from './sign-in-double.ts';

/** The token that the double accepts, for the account 7000000000000000001; …2 has no activity, …3 is another's. */
export const tikTokToken = 'tiktok-token-of-the-test';
export const { developer_token: _, ...tikTokClient } = oauthDoubleClient;
const usualTokens: ReadonlyMap<string, string> = new Map([[tikTokToken, '4']]);

const own = ['7000000000000000001', '7000000000000000002'];
/** Unlisted: one with the same activity, and one with other amounts. */
export const tikTokTwins = { same: '7000000000000000004', other: '7000000000000000005' };

class Refused extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Answers as https://business-api.tiktok.com/portal/docs says of report/integrated/get, advertiser/info and
 * oauth2/advertiser/get, over `adActivity` in the zone America/New_York, to the tokens of a sign-in. Everything is a 200.
 */
export function startTikTokAds(tokens = usualTokens): Promise<Double> {
  return startDouble((request, response) => {
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname.startsWith('/v/')) return sendPicture(request, response, pathname);
    const answer = { request_id: '2026110100000000000000000000000001' };
    try {
      return { code: 0, message: 'OK', ...answer, data: dataOf(request, tokens) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return { code: error.code, message: error.message, ...answer, data: {} };
    }
  });
}

function dataOf(request: SeenRequest, tokens: ReadonlyMap<string, string>) {
  const { headers, query, method } = request;
  if (!tokens.has(`${headers['access-token']}`))
    throw new Refused(40105, 'Access token is incorrect or has been revoked.');
  if (method !== 'GET') throw new Refused(40002, 'Method not allowed');
  const path = new URL(request.path, 'http://double').pathname.replace('/open_api/v1.3/', '');
  if (path === 'report/integrated/get/') return report(query);
  if (path === 'campaign/get/') return campaignPage(query);
  if (path === 'ad/get/') return adsOf(query);
  if (path === 'file/video/ad/info/') return { list: filesOf(query, 'video') };
  if (path === 'file/image/ad/info/') return { list: filesOf(query, 'image') };
  if (path === 'advertiser/info/') return { list: listOf(query, 'advertiser_ids').map(advertiser) };
  if (path !== 'oauth2/advertiser/get/') throw new Refused(40007, 'Not found');
  if (query.get('app_id') !== tikTokClient.client_id || query.get('secret') !== tikTokClient.client_secret) {
    throw new Refused(40002, 'app_id or secret is wrong');
  }
  return { list: own.map((advertiser_id) => ({ advertiser_id, advertiser_name: `Shop ${advertiser_id}` })) };
}

/** What the ads of campaigns look like: one with a film, one with a dead link, one that is gone; two have one name. */
const ads: Readonly<Record<string, object>> = {
  '1101': {
    ad_text: 'Light shoes',
    landing_page_url: 'https://shop.example/spring',
    video_id: 'v1',
    image_ids: ['i9'],
  },
  '1102': { ad_text: null, image_ids: ['i2'] },
  '1103': { ad_text: 'Once more', image_ids: null, video_id: null },
};

function adsOf(query: URLSearchParams) {
  assertOwn(query.get('advertiser_id'));
  const { ad_ids, secondary_status } = JSON.parse(query.get('filtering') ?? '{}') as Readonly<Record<string, unknown>>;
  if (!Array.isArray(ad_ids) || ad_ids.length > 100 || secondary_status !== 'AD_STATUS_ALL') {
    throw new Refused(40002, 'filtering: not valid');
  }
  const list = (ad_ids as string[]).flatMap((ad_id) => (ads[ad_id] ? [{ ad_id, ...ads[ad_id] }] : []));
  return { list, page_info: { page: 1, page_size: 60, total_number: list.length, total_page: 1 } };
}

function filesOf(query: URLSearchParams, kind: 'video' | 'image') {
  assertOwn(query.get('advertiser_id'));
  const urls: Readonly<Record<string, string>> = { v1: `${cdn}/one.png`, i2: `${cdn}/gone.png` };
  const url = kind === 'video' ? 'video_cover_url' : 'image_url';
  return listOf(query, `${kind}_ids`).flatMap((id) => (urls[id] ? [{ [`${kind}_id`]: id, [url]: urls[id] }] : []));
}

function advertiser(advertiser_id: string) {
  assertOwn(advertiser_id);
  const zones = { timezone: 'Etc/GMT+5', display_timezone: 'America/New_York' };
  return {
    advertiser_id,
    name: `Shop ${advertiser_id}`,
    currency: advertiser_id === tikTokTwins.other ? 'EUR' : 'USD',
    status: 'STATUS_ENABLE',
    ...zones,
  };
}

/** Without a filter TikTok lists none that were deleted. */
function campaignPage(query: URLSearchParams) {
  assertOwn(query.get('advertiser_id'));
  const isAll = query.get('filtering') === '{"secondary_status":"CAMPAIGN_STATUS_ALL"}';
  const states = { 101: 'ENABLE', 102: 'DISABLE', 103: 'DISABLE', 104: 'DELETE', 105: 'ENABLE' };
  const list = Object.entries(states).map(([campaign_id, state]) => ({
    ...{ campaign_id, campaign_name: adCampaigns[Number(campaign_id)] ?? `Campaign ${campaign_id}` },
    operation_status: state === 'ENABLE' ? 'ENABLE' : 'DISABLE',
    secondary_status: `CAMPAIGN_STATUS_${state}`,
  }));
  return paged(isAll ? list : list.filter(({ secondary_status }) => !secondary_status.endsWith('DELETE')), query);
}

function assertOwn(id: string | null): void {
  if (![...own, ...Object.values(tikTokTwins)].includes(id ?? ''))
    throw new Refused(40001, `No permission to operate advertiser ${id}`);
}

function listOf(query: URLSearchParams, name: string): string[] {
  try {
    return JSON.parse(query.get(name) ?? '') as string[];
  } catch {
    throw new Refused(40002, `${name}: not a valid list`);
  }
}

const values: Readonly<Record<string, (activity: AdActivity) => string>> = {
  advertiser_id: () => '7000000000000000001',
  campaign_id: ({ campaign }) => String(campaign),
  ad_id: ({ campaign }) => `1${campaign}`,
  stat_time_day: ({ day }) => `${day} 00:00:00`,
  country_code: ({ country }) => (country === 'FR' ? 'None' : country),
  platform: ({ device }) => (device === 'app' ? 'ANDROID' : 'PC'),
};
const ofAudience = ['country_code', 'platform'];
const basicMetrics = ['reach', 'video_play_actions', 'campaign_name'];
/** It never ran; TikTok lists it. */
const idle = '105';

function report(query: URLSearchParams) {
  const [from = '', to = ''] = ['start_date', 'end_date'].map((name) => query.get(name) ?? '');
  const dimensions = listOf(query, 'dimensions');
  const metrics = listOf(query, 'metrics');
  assertReport(query, dimensions, metrics);
  assertOwn(query.get('advertiser_id'));
  const days = Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days + 1;
  if (days > (dimensions.includes('stat_time_day') ? 30 : 365)) throw new Refused(40002, 'The time range is too long');
  const isActive = [own[0], tikTokTwins.same].includes(query.get('advertiser_id') ?? '');
  const activities = isActive ? activityIn(from, to) : [];
  const groups = Map.groupBy(activities, (activity) =>
    JSON.stringify(dimensions.map((name) => values[name]?.(activity))),
  );
  if (isActive && dimensions.join() === 'campaign_id') groups.set(JSON.stringify([idle]), []);
  const list = [...groups].map(([key, found]) => ({
    dimensions: Object.fromEntries(dimensions.map((name, index) => [name, (JSON.parse(key) as string[])[index]])),
    metrics: Object.fromEntries(metrics.map((name) => [name, metricOf(name, found)])),
  }));
  return paged(list, query);
}

function assertReport(query: URLSearchParams, dimensions: readonly string[], metrics: readonly string[]): void {
  const isAudience = dimensions.some((name) => ofAudience.includes(name));
  const level = dimensions.includes('ad_id')
    ? 'AUCTION_AD'
    : dimensions.includes('campaign_id')
      ? 'AUCTION_CAMPAIGN'
      : 'AUCTION_ADVERTISER';
  if (query.get('report_type') !== (isAudience ? 'AUDIENCE' : 'BASIC')) throw new Refused(40002, 'Invalid report type');
  if (query.get('data_level') !== level) throw new Refused(40002, 'Invalid data level');
  if (dimensions.filter((name) => ['advertiser_id', 'campaign_id', 'ad_id'].includes(name)).length !== 1) {
    throw new Refused(40002, 'An ID dimension is required');
  }
  if (!dimensions.every((name) => name in values)) throw new Refused(40002, 'Invalid dimension');
  if (isAudience && metrics.some((name) => basicMetrics.includes(name)))
    throw new Refused(40002, 'Invalid metric fields');
  if (Number(query.get('page_size')) > 1000) throw new Refused(40002, 'page_size: must be at most 1000');
}

/** Figures are texts; what there is nothing of is a dash or zero. */
function metricOf(name: string, activities: readonly AdActivity[]): string {
  const { impressions, clicks, cost, conversions, reach } = countActivity(activities);
  const [first] = activities;
  const figures: Readonly<Record<string, string>> = {
    ad_name: (first && adCampaigns[first.campaign]) || '',
    campaign_id: String(first?.campaign),
    campaign_name: first ? (adCampaigns[first.campaign] ?? '') : 'Idle',
    impressions: String(impressions),
    clicks: String(clicks),
    spend: activities.length === 0 ? '-' : (cost / 1000).toFixed(3),
    conversion: String(conversions),
    reach: String(reach),
    video_play_actions: String(clicks),
  };
  const figure = figures[name];
  if (figure === undefined) throw new Refused(40002, `Invalid metric fields: ['${name}']`);
  return figure;
}

/** Two a page, whatever is asked for. */
function paged<T>(list: readonly T[], query: URLSearchParams) {
  const page = Number(query.get('page') ?? 1);
  const total = { total_number: list.length, total_page: Math.ceil(list.length / 2) };
  return { list: list.slice(2 * page - 2, 2 * page), page_info: { page, page_size: 2, ...total } };
}
