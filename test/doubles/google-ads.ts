import { randomUUID } from 'node:crypto';
import type { SeenRequest } from '../support/json-server.ts';
import { type AdsEntry, adsEntries, campaigns } from './ads-entries.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';

/** The accounts of the double, as `customers/ID`. */
export const adsAccounts = {
  shop: '1112223333',
  /** Of the same zone and currency, with the entries of one campaign. */
  second: '2223334444',
  empty: '4445556666',
  manager: '9998887777',
  closed: '7770001111',
};

/** What signing in granted, and the token that the double of the sign-in renews it with. */
export const adsSecret = {
  grant: { access_token: 'ads-token-of-the-test', expires_at: null, refresh_token: 'ads-refresh-token-of-the-test' },
  client: {
    client_id: 'client-of-the-test',
    client_secret: 'client-secret-of-the-test',
    developer_token: 'developer-token-of-the-test',
  },
};

export interface AdsDouble extends Double {
  /** Access tokens that are accepted; a renewal adds one. */
  readonly tokens: Set<string>;
}

/**
 * Answers as https://developers.google.com/google-ads/api/reference/rpc/v26 and its guide to REST say, over `adsEntries`
 * for the account `shop`, which only the manager account gives access to, and for nothing but what can be selected
 * together. It stands in for the sign-in (`/token`), too.
 */
export async function startGoogleAds(): Promise<AdsDouble> {
  const tokens = new Set([adsSecret.grant.access_token]);
  const double = await startDouble((request) => {
    if (request.path === '/token') return renew(request, tokens);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!tokens.has(token)) throw failure(401, 'UNAUTHENTICATED', 'authenticationError', 'OAUTH_TOKEN_INVALID');
    if (request.path === '/v26/customers:listAccessibleCustomers' && request.method === 'GET') {
      return {
        resourceNames: [adsAccounts.closed, adsAccounts.manager, adsAccounts.empty].map((id) => `customers/${id}`),
      };
    }
    const [, customer] = /^\/v26\/customers\/(\d{10})\/googleAds:searchStream$/.exec(request.path) ?? [];
    if (!customer || request.method !== 'POST') throw new DoubleRefusal(404, '<html>Not found</html>');
    assertAllowed(customer, request.headers['login-customer-id']);
    return chunked(answer(customer, String(JSON.parse(request.body).query)));
  });
  return Object.assign(double, { tokens });
}

function renew({ body }: SeenRequest, tokens: Set<string>) {
  const form = new URLSearchParams(body);
  const isKnown = form.get('refresh_token') === adsSecret.grant.refresh_token;
  if (form.get('grant_type') !== 'refresh_token' || !isKnown) throw new DoubleRefusal(400, { error: 'invalid_grant' });
  const access_token = `ads-token-${randomUUID()}`;
  tokens.add(access_token);
  return { access_token, expires_in: 3599, scope: 'https://www.googleapis.com/auth/adwords', token_type: 'Bearer' };
}

/** A stream's refusals come in a list. */
export function failure(status: number, name: string, kind: string, code: string, details?: unknown): DoubleRefusal {
  const error = {
    errorCode: { [kind]: code },
    message: `Refused for admin@shop.example`,
    ...(details ? { details } : {}),
  };
  const type = 'type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure';
  const failed = { '@type': type, errors: [error], requestId: 'r' };
  return new DoubleRefusal(status, [{ error: { code: status, message: 'Refused', status: name, details: [failed] } }]);
}

function assertAllowed(customer: string, login: string | string[] | undefined): void {
  const refuse = (code: string) => failure(403, 'PERMISSION_DENIED', 'authorizationError', code);
  if (customer === adsAccounts.closed) throw refuse('CUSTOMER_NOT_ENABLED');
  const managed = [adsAccounts.shop, adsAccounts.second, adsAccounts.empty, adsAccounts.manager];
  const isDirect = [adsAccounts.empty, adsAccounts.manager].includes(customer) && (!login || login === customer);
  if (!isDirect && !(login === adsAccounts.manager && managed.includes(customer)))
    throw refuse('USER_PERMISSION_DENIED');
}

/** Two rows a chunk. */
function chunked(rows: readonly unknown[]): unknown[] {
  const chunks = [];
  for (let start = 0; start < rows.length; start += 2) {
    chunks.push({ results: rows.slice(start, start + 2), fieldMask: 'all', requestId: 'r' });
  }
  return chunks;
}

type Row = Record<string, Record<string, unknown>>;

function answer(customer: string, query: string): Row[] {
  const { fields, from, where, orderBy, limit } = parse(query);
  if (from === 'customer_client') return clientsOf(customer, where).map((client) => nest(fields, client));
  if (from === 'geo_target_constant') return countries.map((country) => nest(fields, country));
  if (from === 'label') return labels.map((label) => nest(fields, label));
  if (from === 'ad_group_ad' && where.startsWith('ad_group_ad.ad.id IN ')) return adsIn(where, customer, fields);
  if (from === 'asset') return assetsIn(where).map((one) => nest(fields, one));
  const [, first = '', last = '', ids] =
    /^segments\.date BETWEEN '([\d-]+)' AND '([\d-]+)'(?: AND campaign\.id IN \((\d+(?:, \d+)*)\))?$/.exec(where) ?? [];
  // Totals of an account cannot be narrowed to campaigns.
  if (ids !== undefined && from === 'customer') throw unreadable('PROHIBITED_RESOURCE_TYPE_IN_WHERE_CLAUSE');
  const hasMetrics = fields.some((field) => field.startsWith('metrics.'));
  if (!hasMetrics && from === 'campaign') return campaignsOf(customer).map((one) => nest(fields, listed(one)));
  if (!hasMetrics) return [nest(fields, factsOf(customer))];
  if (customer === adsAccounts.manager) {
    throw failure(400, 'INVALID_ARGUMENT', 'queryError', 'REQUESTED_METRICS_FOR_MANAGER');
  }
  const entries = entriesOf(customer).filter(
    ({ date, campaign }) =>
      first <= date && date <= last && (ids === undefined || ids.split(', ').includes(String(campaign.id))),
  );
  const rows = rowsOf(from, fields, entries);
  const [, order] = /^metrics\.(impressions|conversions) DESC$/.exec(orderBy ?? '') ?? [];
  if (!order || !fields.includes(`metrics.${order}`)) throw unreadable('BAD_FIELD_NAME');
  return rows.toSorted((a, b) => Number(b.metrics?.[order]) - Number(a.metrics?.[order])).slice(0, limit);
}

/** A display ad with two pictures, an image ad, and a search ad, which has none. */
const looks: readonly Record<string, unknown>[] = [
  {
    'ad_group_ad.ad.id': '45',
    'ad_group_ad.ad.final_urls': ['https://shop.example/shoes', 'https://shop.example/'],
    'ad_group_ad.ad.responsive_display_ad.marketing_images': [{ asset: 'customers/1112223333/assets/7' }],
    'ad_group_ad.ad.responsive_display_ad.square_marketing_images': [{ asset: 'customers/1112223333/assets/8' }],
    'ad_group_ad.ad.responsive_display_ad.descriptions': [{ text: 'Light as air.' }, { text: 'Free returns.' }],
  },
  { 'ad_group_ad.ad.id': '35', 'ad_group_ad.ad.image_ad.image_url': 'https://tpc.googlesyndication.com/simgad/1' },
  {
    'ad_group_ad.ad.id': '25',
    'ad_group_ad.ad.responsive_search_ad.descriptions': [{ text: 'Red shoes for all.' }],
  },
];

function adsIn(where: string, customer: string, fields: readonly string[]): Row[] {
  const [, ids = ''] = /^ad_group_ad\.ad\.id IN \((\d+(?:, \d+)*)\)$/.exec(where) ?? [];
  if (ids === '') throw unreadable('BAD_FIELD_NAME');
  const asked = customer === adsAccounts.shop ? ids.split(', ') : [];
  return looks.filter((look) => asked.includes(String(look['ad_group_ad.ad.id']))).map((look) => nest(fields, look));
}

function assetsIn(where: string): Record<string, unknown>[] {
  const [, names = ''] = /^asset\.resource_name IN \(('[a-z0-9/]+'(?:, '[a-z0-9/]+')*)\)$/.exec(where) ?? [];
  if (names === '') throw unreadable('BAD_VALUE');
  return names.split(', ').map((quoted) => {
    const name = quoted.slice(1, -1);
    const url = `https://tpc.googlesyndication.com/simgad/asset-${name.split('/').at(-1)}`;
    return { 'asset.resource_name': name, 'asset.image_asset.full_size.url': url };
  });
}

function entriesOf(customer: string): readonly AdsEntry[] {
  if (customer === adsAccounts.second) return adsEntries.filter(({ campaign }) => campaign.name === 'Everything');
  return customer === adsAccounts.shop ? adsEntries : [];
}

function campaignsOf(customer: string): readonly (typeof campaigns)[number][] {
  return customer === adsAccounts.empty ? [] : campaigns;
}

const labels = [
  { 'label.resource_name': 'customers/1112223333/labels/10', 'label.name': 'Client A' },
  { 'label.resource_name': 'customers/1112223333/labels/11', 'label.name': 'Evergreen' },
];

/** The second `Spring` was removed, that of the hostile name is paused, the first two have a label. */
function listed({ id, name }: (typeof campaigns)[number]): Record<string, unknown> {
  return {
    'campaign.id': `${id}`,
    'campaign.name': name,
    'campaign.status': { 2: 'REMOVED', 4: 'PAUSED' }[id] ?? 'ENABLED',
    'campaign.labels': id <= 2 ? ['customers/1112223333/labels/10'] : undefined,
  };
}

function unreadable(code: string): DoubleRefusal {
  return failure(400, 'INVALID_ARGUMENT', 'queryError', code);
}

const grammar =
  /^SELECT (?<fields>[a-z_0-9., ]+) FROM (?<from>[a-z_]+)(?: WHERE (?<where>.+?))?(?: ORDER BY (?<orderBy>[a-z_.]+ DESC))?(?: LIMIT (?<limit>\d+))?$/;

function parse(query: string) {
  const { fields = '', from = '', where = '', orderBy, limit } = grammar.exec(query)?.groups ?? {};
  const selected = fields.split(', ');
  // Whoever asks for actions gets conversions alone.
  const isOfActions = selected.includes('segments.conversion_action_name');
  const ofActions = [conversions, /^segments\.conversion_action_name$/, /^campaign\.(name|advertising_channel_type)$/];
  const selectable = isOfActions ? ofActions : selectables[from];
  if (!selectable) throw unreadable('INVALID_QUERY');
  const wrong = selected.find((field) => !selectable.some((form) => form.test(field)));
  if (wrong) throw unreadable('PROHIBITED_FIELD_COMBINATION_IN_SELECT_CLAUSE');
  return { fields: selected, from, where, orderBy, limit: Number(limit ?? 1e9) };
}

const conversions = /^metrics\.(conversions|conversions_value)$/;
const metrics = /^metrics\.(cost_micros|impressions|clicks|conversions|conversions_value)$/;
const segments = /^segments\.(device|ad_network_type)$/;
const time = /^segments\.(date|week|month|hour)$/;

/** What can be selected from a resource. */
const selectables: Readonly<Record<string, readonly RegExp[]>> = {
  customer: [metrics, time, /^segments\.(device|ad_network_type)$/, /^customer\.(time_zone|currency_code|manager)$/],
  campaign: [
    metrics,
    time,
    /^segments\.(device|ad_network_type)$/,
    /^campaign\.(id|name|status|labels|advertising_channel_type)$/,
  ],
  label: [/^label\.(resource_name|name)$/],
  ad_group_ad: [
    metrics,
    time,
    segments,
    /^ad_group_ad\.ad\.(id|name|final_urls|image_ad\.image_url)$/,
    /^ad_group_ad\.ad\.responsive_search_ad\.(headlines|descriptions)$/,
    /^ad_group_ad\.ad\.responsive_display_ad\.(square_)?marketing_images$/,
    /^ad_group_ad\.ad\.responsive_display_ad\.descriptions$/,
  ],
  asset: [/^asset\.resource_name$/, /^asset\.image_asset\.full_size\.url$/],
  ad_group: [metrics, time, segments, /^campaign\.name$/, /^ad_group\.name$/],
  user_location_view: [metrics, time, /^user_location_view\.country_criterion_id$/],
  campaign_search_term_view: [metrics, time, /^campaign_search_term_view\.search_term$/],
  keyword_view: [metrics, time, /^ad_group_criterion\.keyword\.text$/],
  landing_page_view: [metrics, time, /^landing_page_view\.unexpanded_final_url$/],
  shopping_performance_view: [metrics, time, /^segments\.product_title$/],
  customer_client: [/^customer_client\.(id|descriptive_name|currency_code|time_zone)$/],
  geo_target_constant: [/^geo_target_constant\.(id|name)$/],
};

/** A row is one of these, and of every value of what is selected. */
const instances: Readonly<Record<string, (entry: AdsEntry) => unknown>> = {
  customer: () => 'customer',
  campaign: ({ campaign }) => campaign.id,
  ad_group: ({ campaign, adGroup }) => [campaign.id, adGroup],
  ad_group_ad: ({ campaign, adGroup }) => [campaign.id, adGroup],
  user_location_view: ({ country, isTargeted }) => [country, isTargeted],
  campaign_search_term_view: ({ campaign, term }) => (term === null ? undefined : [campaign.id, term]),
  keyword_view: ({ campaign, keyword }) => (keyword === null ? undefined : [campaign.id, keyword]),
  landing_page_view: ({ page }) => page,
  shopping_performance_view: ({ product }) => product ?? undefined,
};

function rowsOf(from: string, fields: readonly string[], entries: readonly AdsEntry[]): Row[] {
  const instanceOf = instances[from] ?? (() => undefined);
  const attributes = fields.filter((field) => !field.startsWith('metrics.'));
  const isSegmented = attributes.some((field) => field.startsWith('segments.'));
  const valuesOf = (entry: AdsEntry) => Object.fromEntries(attributes.map((field) => [field, valueAt(entry, field)]));
  const groups = Map.groupBy(
    entries.filter((entry) => instanceOf(entry) !== undefined),
    (entry) => JSON.stringify([instanceOf(entry), valuesOf(entry)]),
  );
  const rows = [...groups.values()].map((group) =>
    nest(fields, { ...valuesOf(group[0] as AdsEntry), ...metricsOf(group) }),
  );
  // What was not shown has a row of zeros, unless the query has segments.
  if (isSegmented || (from !== 'customer' && from !== 'campaign')) return rows;
  if (from === 'customer') return rows.length > 0 ? rows : [nest(fields, metricsOf([]))];
  const idle = campaigns.filter(({ id }) => !entries.some(({ campaign }) => campaign.id === id));
  return [
    ...rows,
    ...idle.map((campaign) => nest(fields, { ...valuesOf({ campaign } as AdsEntry), ...metricsOf([]) })),
  ];
}

function valueAt(entry: AdsEntry, field: string): unknown {
  const values: Record<string, () => unknown> = {
    'campaign.name': () => entry.campaign.name,
    'campaign.advertising_channel_type': () => entry.campaign.type,
    'ad_group.name': () => entry.adGroup,
    'user_location_view.country_criterion_id': () => `${entry.country}`,
    'campaign_search_term_view.search_term': () => entry.term,
    'ad_group_criterion.keyword.text': () => entry.keyword,
    'landing_page_view.unexpanded_final_url': () => entry.page,
    'segments.product_title': () => entry.product,
    'segments.conversion_action_name': () => (entry.conversions > 0 ? actionOf(entry) : undefined),
    'ad_group_ad.ad.id': () => `${entry.campaign.id}${entry.adGroup.length}`,
    'ad_group_ad.ad.name': () => (entry.adGroup === 'Boots' ? 'Winter boots' : undefined),
    'ad_group_ad.ad.responsive_search_ad.headlines': () =>
      entry.campaign.type === 'SEARCH' && ['Red shoes', 'Free returns', 'Sale'].map((text) => ({ text })),
    'segments.device': () => entry.device,
    'segments.ad_network_type': () => entry.network,
    'segments.date': () => entry.date,
    'segments.hour': () => hourOf(entry),
    'segments.week': () => firstDay(entry.date, 'week'),
    'segments.month': () => firstDay(entry.date, 'month'),
  };
  return values[field]?.();
}

/** What people did who converted. */
function actionOf({ value }: AdsEntry): string {
  return value > 60 ? 'Purchase' : 'Newsletter';
}

/** Some hour for each entry, the first of a day at midnight. */
export function hourOf(entry: AdsEntry): number {
  return (adsEntries.filter(({ date }) => date === entry.date).indexOf(entry) * 7) % 24;
}

function firstDay(text: string, unit: 'week' | 'month'): string {
  const date = Temporal.PlainDate.from(text);
  return (unit === 'month' ? date.with({ day: 1 }) : date.subtract({ days: date.dayOfWeek - 1 })).toString();
}

function metricsOf(entries: readonly AdsEntry[]): Record<string, unknown> {
  const sum = (read: (entry: AdsEntry) => number) => entries.reduce((total, entry) => total + read(entry), 0);
  return {
    'metrics.cost_micros': `${sum(({ micros }) => micros)}`,
    'metrics.impressions': `${sum(({ impressions }) => impressions)}`,
    'metrics.clicks': `${sum(({ clicks }) => clicks)}`,
    'metrics.conversions': sum(({ conversions }) => conversions),
    'metrics.conversions_value': Number(sum(({ value }) => value).toFixed(2)),
  };
}

/** The JSON form: objects in objects, with names in camel case. */
function nest(fields: readonly string[], values: Readonly<Record<string, unknown>>): Row {
  const row: Record<string, unknown> = {};
  for (const field of fields) {
    const names = field.split('.').map((name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase()));
    let place = row;
    for (const name of names.slice(0, -1)) {
      place[name] ??= {};
      place = place[name] as Record<string, unknown>;
    }
    if (values[field] !== undefined && values[field] !== null) place[names.at(-1) ?? ''] = values[field];
  }
  return row as Row;
}

function factsOf(customer: string) {
  const isEmpty = customer === adsAccounts.empty;
  return {
    'customer.time_zone': isEmpty ? 'America/New_York' : 'Europe/Berlin',
    'customer.currency_code': isEmpty ? 'USD' : 'EUR',
    'customer.manager': customer === adsAccounts.manager,
  };
}

/** Of a manager account all that it manages, of another one itself. */
function clientsOf(customer: string, where: string) {
  if (where !== "customer_client.status = 'ENABLED' AND customer_client.manager = FALSE")
    throw unreadable('INVALID_QUERY');
  const clients = [
    {
      ...{ 'customer_client.id': adsAccounts.shop, 'customer_client.descriptive_name': 'Shop' },
      ...{ 'customer_client.currency_code': 'EUR', 'customer_client.time_zone': 'Europe/Berlin' },
    },
    {
      ...{ 'customer_client.id': adsAccounts.second, 'customer_client.descriptive_name': 'Second shop' },
      ...{ 'customer_client.currency_code': 'EUR', 'customer_client.time_zone': 'Europe/Berlin' },
    },
    {
      'customer_client.id': adsAccounts.empty,
      ...{ 'customer_client.currency_code': 'USD', 'customer_client.time_zone': 'America/New_York' },
    },
  ];
  return customer === adsAccounts.manager ? clients : clients.filter((one) => one['customer_client.id'] === customer);
}

const countries = [
  { 'geo_target_constant.id': '2276', 'geo_target_constant.name': 'Germany' },
  { 'geo_target_constant.id': '2616', 'geo_target_constant.name': 'Poland' },
];
