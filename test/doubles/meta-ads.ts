import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { samplePicture } from '../support/galleries.ts';
import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { type AdDelivery, adDeliveries } from './meta-ads-deliveries.ts';
import { oauthDoubleClient } from './sign-in-double.ts';
import { distinct, hostileValue } from './web-visits.ts';

/** The token of a system user that the double accepts. */
export const metaToken = 'EAAB-token-of-a-system-user';
/** What a person granted to the operator's app, whose calls need a proof of its secret. */
export const metaGrant = {
  grant: { access_token: 'EAAB-token-of-a-grant', expires_at: null, refresh_token: null },
  client: oauthDoubleClient,
};
const usualGrants: ReadonlyMap<string, string> = new Map([[metaGrant.grant.access_token, 'ads_read']]);
/** `shop` has the deliveries, `closed` and `third` have none. */
export const metaAccounts = { shop: 'act_1000000001', closed: 'act_1000000002', third: 'act_1000000003' };

const accounts = [
  { account_id: '1000000001', name: 'Shop', account_status: 1, timezone_name: 'Europe/Berlin', currency: 'EUR' },
  { account_id: '1000000002', name: 'Closed', account_status: 101, timezone_name: 'America/New_York', currency: 'USD' },
  { account_id: '1000000003', name: 'Third', account_status: 1, timezone_name: 'Asia/Tokyo', currency: 'JPY' },
].map((account) => ({ id: `act_${account.account_id}`, ...account }));

/** Unlisted: one with the same deliveries. */
export const metaTwin = 'act_1000000004';

/** The day on which the double stands still. */
const today = Temporal.PlainDate.from('2026-06-15');

interface Run {
  readonly asked: URLSearchParams;
  looks: number;
}

/**
 * Answers as https://developers.facebook.com/docs/marketing-api/insights says, at most `mostRows` a page, to a system user and to the tokens of a sign-in (`granted`). A run is done when it is
 * looked at for the third time, and at the second says so although it is not.
 */
export function startMetaAds(mostRows = 2, granted = usualGrants): Promise<Double> {
  const runs = new Map<string, Run>();
  const pageOf = <T>(all: readonly T[], asked: URLSearchParams, token: string) => page(all, asked, token, mostRows);
  return startDouble((request, response) => {
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname.startsWith('/v/')) return sendPicture(request, response, pathname);
    const asked = request.method === 'POST' ? new URLSearchParams(request.body) : request.query;
    const token = authorized(request, asked, granted);
    const [, path = ''] = /^\/v26\.0\/(.+)$/.exec(pathname) ?? [];
    const [id = '', edge] = path.split('/');
    if (path === 'me/adaccounts') return pageOf(accounts, asked, token);
    if (path === '' && asked.has('ids')) return creatives(asked);
    const run = runs.get(id);
    if (run) return edge === 'insights' ? pageOf(rowsOfRun(run), asked, token) : stateOf(id, run);
    const [shop] = accounts;
    const twin = shop && { ...shop, id: metaTwin, account_id: metaTwin.slice('act_'.length) };
    const account = id === metaTwin ? twin : accounts.find((each) => each.id === id);
    if (!account) throw refusal(400, 100, `Unsupported get request. Object with ID '${id}' does not exist`, 33);
    if (edge === undefined) return account;
    if (edge === 'campaigns') return pageOf(campaignsOf(id, asked), asked, token);
    if (edge !== 'insights') throw refusal(400, 2500, 'Unknown path components');
    check(asked);
    if (request.method !== 'POST') return pageOf(insights(id, asked, false), asked, token);
    const runId = `60239201490${50 + runs.size}`;
    runs.set(runId, { asked: new URLSearchParams([...asked, ['id', id]]), looks: 0 });
    return { report_run_id: runId };
  });
}

/** Where pictures are, as the vendor writes it. */
export const cdn = 'https://scontent.xx.fbcdn.net/v';

/** What ads look like, by their ids: one with a picture that is there, one with a dead link, one without a creative. */
function creatives(asked: URLSearchParams): Record<string, unknown> {
  const fields = asked.get('fields') ?? '';
  if (!/^creative\.thumbnail_width\(\d+\)\.thumbnail_height\(\d+\)\{[a-z_,]+\}$/.test(fields)) {
    throw refusal(400, 2500, `Syntax error "${fields}"`);
  }
  const known: Readonly<Record<string, object>> = {
    '120200000000000001': {
      creative: {
        ...{
          id: '1',
          title: 'Spring',
          body: 'Light shoes',
          image_url: `${cdn}/one.png`,
          thumbnail_url: `${cdn}/small.png`,
        },
        effective_object_story_id: '100_200',
      },
    },
    '120200000000000002': { creative: { id: '2', body: hostileValue, thumbnail_url: `${cdn}/gone.png` } },
    '120200000000000003': {},
  };
  const ids = (asked.get('ids') ?? '').split(',');
  const unknown = ids.find((id) => !(id in known));
  if (unknown) throw refusal(400, 100, `Unsupported get request. Object with ID '${unknown}' does not exist`, 33);
  return Object.fromEntries(ids.map((id) => [id, { ...known[id], id }]));
}

/** Pictures are there for all who know their address, and nobody's token is wanted. */
export function sendPicture({ headers }: SeenRequest, response: ServerResponse, pathname: string): undefined {
  const isThere = pathname === '/v/one.png' && headers.authorization === undefined;
  response.writeHead(isThere ? 200 : 404, { 'content-type': isThere ? 'image/png' : 'text/html' });
  response.end(isThere ? samplePicture(600, 400, 1) : 'gone');
}

export function refusal(status: number, code: number, message: string, subcode?: number): DoubleRefusal {
  return new DoubleRefusal(status, {
    error: { message: `(#${code}) ${message}`, type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: 'A1' },
  });
}

function authorized(
  { headers, path }: SeenRequest,
  asked: URLSearchParams,
  granted: ReadonlyMap<string, string>,
): string {
  if (path.includes('access_token')) throw refusal(400, 190, 'The double takes no token in an address');
  const token = headers.authorization?.replace(/^Bearer /, '') ?? '';
  const proof = asked.get('appsecret_proof');
  if (granted.has(token)) {
    if (proof === null) throw refusal(400, 100, 'API calls from the server require an appsecret_proof argument');
    const expected = createHmac('sha256', metaGrant.client.client_secret).update(token).digest('hex');
    if (proof !== expected) throw refusal(400, 100, 'Invalid appsecret_proof provided in the API argument');
    return token;
  }
  if (token !== metaToken) throw refusal(400, 190, `Error validating access token: ${token}`, 463);
  if (proof !== null) throw refusal(400, 100, 'Invalid appsecret_proof provided in the API argument');
  return token;
}

/** The address of the next page carries the token, as Meta's does. */
function page<T>(all: readonly T[], asked: URLSearchParams, token: string, mostRows: number) {
  const start = Number(asked.get('after') ?? 0);
  const end = start + Math.min(mostRows, Number(asked.get('limit') ?? 25));
  const cursors = { before: String(start), after: String(end) };
  const next = `https://graph.facebook.com/v26.0/next?access_token=${token}&after=${end}`;
  return { data: all.slice(start, end), paging: { cursors, ...(end < all.length && { next }) } };
}

const parameters = [
  'filtering',
  'fields',
  'level',
  'breakdowns',
  'time_range',
  'time_ranges',
  'time_increment',
  'limit',
  'after',
];
const hours = 'hourly_stats_aggregated_by_advertiser_time_zone';
const breakdowns = ['publisher_platform', 'country', 'device_platform', 'age', 'gender', hours] as const;
/** What happens elsewhere than on Meta has no hours. */
const withoutHours = ['actions', 'action_values', 'purchase_roas'];
const levels = ['account', 'campaign', 'adset', 'ad'];

function check(asked: URLSearchParams): void {
  const known = [...parameters, 'appsecret_proof'];
  const unknown = [...asked.keys()].find((name) => !known.includes(name));
  if (unknown) throw refusal(400, 100, `Param ${unknown} is not valid`);
  const level = asked.get('level') ?? 'account';
  if (!levels.includes(level)) throw refusal(400, 100, `level must be one of the following values: ${levels}`);
  const breakdown = asked.get('breakdowns');
  const split = breakdown?.split(',') ?? [];
  // Of two breakdowns the vendor lists which go together.
  const isPair = split.length < 2 || breakdown === 'age,gender' || breakdown === 'gender,age';
  if (!isPair || split.some((each) => !breakdowns.some((name) => name === each))) {
    throw refusal(400, 100, `breakdowns[0] must be one of the following values: ${breakdowns}`);
  }
  if (asked.has('time_ranges') === asked.has('time_range')) throw refusal(400, 100, 'Must be one time range');
  if (asked.has('time_ranges') && asked.has('time_increment')) throw refusal(400, 100, 'Cannot use time_increment');
  if (!['1', 'monthly', 'all_days'].includes(asked.get('time_increment') ?? 'all_days')) {
    throw refusal(400, 100, 'time_increment must be a number or monthly');
  }
  for (const name of (asked.get('fields') ?? '').split(',')) {
    const ofLevel = /^(campaign|adset|ad)_(id|name)$/.exec(name)?.[1];
    const isKnown = ofLevel ? levels.indexOf(ofLevel) <= levels.indexOf(level) : name in fields;
    if (!isKnown) throw refusal(400, 100, `${name} is not valid for fields param.`);
  }
  for (const { since } of rangesOf(asked)) {
    const oldest = today.subtract({ months: 37 });
    if (Temporal.PlainDate.compare(since, oldest) < 0) {
      throw refusal(400, 3018, 'The start date of the time range cannot be beyond 37 months from the current date');
    }
  }
}

interface Range {
  readonly since: string;
  readonly until: string;
}

function rangesOf(asked: URLSearchParams): Range[] {
  const several = asked.get('time_ranges');
  return several === null ? [JSON.parse(asked.get('time_range') ?? '')] : JSON.parse(several);
}

/** What `time_increment` makes of a range; months that it cuts begin and end with it. */
function splitRange({ since, until }: Range, increment: string | null): Range[] {
  const split: Range[] = [];
  if (increment === null || increment === 'all_days') return [{ since, until }];
  for (let day = Temporal.PlainDate.from(since); day.toString() <= until; ) {
    const next = increment === '1' ? day.add({ days: 1 }) : day.with({ day: 1 }).add({ months: 1 });
    const last = next.subtract({ days: 1 }).toString();
    split.push({ since: day.toString(), until: last < until ? last : until });
    day = next;
  }
  return split;
}

function insights(account: string, asked: URLSearchParams, isRun: boolean): Record<string, unknown>[] {
  const ranges = rangesOf(asked).flatMap((range) => splitRange(range, asked.get('time_increment')));
  const level = asked.get('level') ?? 'account';
  const split = (asked.get('breakdowns') ?? '').split(',').filter(Boolean) as Breakdown[];
  const names = (asked.get('fields') ?? '').split(',');
  return ranges.flatMap(({ since, until }) => {
    const shown = account === metaAccounts.shop || account === metaTwin ? adDeliveries : [];
    const ids = filteredIds(asked);
    const within = shown.filter(
      ({ day, campaign }) => since <= day && day <= until && (ids === null || ids.includes(campaign.id)),
    );
    const groups = Map.groupBy(within, (each) =>
      JSON.stringify([level === 'account' ? '' : each.campaign, ...split.map((name) => partOf(each, name))]),
    );
    const isReachLeftOut = split.length > 0 && !isRun && since < today.subtract({ months: 13 }).toString();
    return [...groups.values()].map((group) => {
      const leftOut = [
        ...(isReachLeftOut ? ['reach', 'frequency'] : []),
        ...(split.includes(hours) ? withoutHours : []),
      ];
      const row = rowOf(group, names, leftOut);
      const [first] = group;
      const values = first ? split.map((name) => [name, partOf(first, name)]) : [];
      return { ...row, date_start: since, date_stop: until, ...Object.fromEntries(values) };
    });
  });
}

/** The campaigns that insights are narrowed to, of the one form that the double knows. */
function filteredIds(asked: URLSearchParams): string[] | null {
  const filtering = JSON.parse(asked.get('filtering') ?? 'null') as
    | { field: string; operator: string; value: string[] }[]
    | null;
  if (filtering === null) return null;
  const [filter] = filtering;
  if (filtering.length === 1 && filter?.field === 'campaign.id' && filter.operator === 'IN') return filter.value;
  throw refusal(400, 100, 'Filtering field is not valid');
}

/** The copied one is archived: it is listed to who asks for such. */
function campaignsOf(account: string, asked: URLSearchParams) {
  const statuses = JSON.parse(asked.get('effective_status') ?? '["ACTIVE","PAUSED"]') as string[];
  const all = new Map(adDeliveries.map(({ campaign }) => [campaign.id, campaign]));
  return [...all.values()]
    .map(({ id, name }) => ({ id, name, effective_status: id.endsWith('3') ? 'ARCHIVED' : 'ACTIVE' }))
    .filter(({ effective_status }) => account === metaAccounts.shop && statuses.includes(effective_status));
}

type Breakdown = (typeof breakdowns)[number];

function partOf(delivery: AdDelivery, breakdown: Breakdown): string {
  if (breakdown !== hours) return delivery[breakdown];
  const hour = String((adDeliveries.indexOf(delivery) * 7) % 24).padStart(2, '0');
  return `${hour}:00:00 - ${hour}:59:59`;
}

/** Figures are texts; what is nothing is left out. */
function rowOf(group: readonly AdDelivery[], names: readonly string[], leftOut: readonly string[]) {
  const { campaign } = group[0] ?? {};
  const row: Record<string, unknown> = {};
  for (const name of names) {
    const [, level, part] = /^(campaign|adset|ad)_(id|name)$/.exec(name) ?? [];
    const value = level ? campaign?.[part === 'id' ? 'id' : 'name'] : fields[name]?.(group);
    if (value !== undefined && !leftOut.includes(name)) row[name] = value;
  }
  return row;
}

type Group = readonly AdDelivery[];
type Countable = 'impressions' | 'clicks' | 'linkClicks' | 'spend' | 'purchases' | 'purchaseValue' | 'leads';

const sum = (group: Group, name: Countable) => group.reduce((total, each) => total + each[name], 0);
const reach = (group: Group) => distinct(group.flatMap(({ people }) => people));
const ratio = (part: number, whole: number) => (whole === 0 ? undefined : (part / whole).toFixed(6));
const entry = (action_type: string, value: number) =>
  value === 0 ? [] : [{ action_type, value: String(value), '7d_click': String(value) }];
const listed = (entries: readonly object[]) => (entries.length === 0 ? undefined : entries);

/** One purchase stands there under each of its types. */
const purchaseTypes = ['purchase', 'offsite_conversion.fb_pixel_purchase', 'omni_purchase'];

const fields: Readonly<Record<string, (group: Group) => unknown>> = {
  spend: (group) => sum(group, 'spend').toFixed(2),
  impressions: (group) => String(sum(group, 'impressions')),
  reach: (group) => String(reach(group)),
  frequency: (group) => ratio(sum(group, 'impressions'), reach(group)),
  clicks: (group) => String(sum(group, 'clicks')),
  inline_link_clicks: (group) => (sum(group, 'linkClicks') === 0 ? undefined : String(sum(group, 'linkClicks'))),
  unique_clicks: (group) => String(reach(group.filter(({ clicks }) => clicks > 0))),
  ctr: (group) => ratio(sum(group, 'clicks') * 100, sum(group, 'impressions')),
  inline_link_click_ctr: (group) => ratio(sum(group, 'linkClicks') * 100, sum(group, 'impressions')),
  cpc: (group) => ratio(sum(group, 'spend'), sum(group, 'clicks')),
  cpm: (group) => ratio(sum(group, 'spend') * 1000, sum(group, 'impressions')),
  cost_per_inline_link_click: (group) => ratio(sum(group, 'spend'), sum(group, 'linkClicks')),
  outbound_clicks: (group) => listed(entry('outbound_click', sum(group, 'linkClicks'))),
  actions: (group) =>
    listed([
      ...entry('link_click', sum(group, 'linkClicks')),
      ...purchaseTypes.flatMap((type) => entry(type, sum(group, 'purchases'))),
      ...['lead', 'onsite_conversion.lead_grouped'].flatMap((type) => entry(type, sum(group, 'leads'))),
    ]),
  action_values: (group) => listed(purchaseTypes.flatMap((type) => entry(type, sum(group, 'purchaseValue')))),
  purchase_roas: (group) => listed(entry('omni_purchase', sum(group, 'purchaseValue') / sum(group, 'spend'))),
};

function stateOf(id: string, run: Run) {
  const states = [
    { async_status: 'Job Not Started', async_percent_completion: 0 },
    { async_status: 'Job Running', async_percent_completion: 100 },
    { async_status: 'Job Completed', async_percent_completion: 100 },
  ];
  const state = states[Math.min(run.looks, 2)];
  run.looks++;
  return { id, ...state };
}

function rowsOfRun({ asked, looks }: Run) {
  if (looks < 3) throw refusal(400, 2601, 'Error accessing adreport job.', 1815107);
  return insights(asked.get('id') ?? '', asked, true);
}
