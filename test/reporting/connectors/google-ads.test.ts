import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { ConnectorErrorKind, Query } from '../../../src/reporting/connectors/contract.ts';
import { googleAdsConnector } from '../../../src/reporting/connectors/google-ads.ts';
import type { GrantSecret } from '../../../src/reporting/connectors/hosted/grant.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import type { DoubleRefusal } from '../../doubles/double.ts';
import { adsAccounts, adsSecret, failure, startGoogleAds } from '../../doubles/google-ads.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { assertPairsAddUp } from '../../support/dimension-pairs.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startGoogleAds();
const secret: GrantSecret = adsSecret;
const config = { customer: '111-222-3333', manager: adsAccounts.manager };
const systemAddresses = { ...localNetwork.systemAddresses, 'google-ads': double.url, 'google-oauth': double.url };
const network = { ...localNetwork, systemAddresses };
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ network, secret, ...options });
const week: Query = {
  from: '2026-02-27',
  to: '2026-03-05',
  timeZone: 'Europe/Berlin',
  metrics: ['cost', 'impressions', 'clicks', 'conversions', 'conversions_value'],
  by: 'none',
  limit: 100,
};

async function ask(query: Partial<Query> = {}, asked: object = {}) {
  await using context = open();
  return await googleAdsConnector.query({ ...config, ...asked }, secret, { ...week, ...query }, context);
}

const queriesSeen = () =>
  double.seen.filter(({ path }) => path.endsWith('searchStream')).map(({ body }) => String(JSON.parse(body).query));

test('google-ads: hours are those of the account, each day apart, and add up to its days', async () => {
  const metrics = ['clicks', 'conversions'];
  const hours = await ask({ by: 'day', hourly: true, metrics, limit: 200 });
  const [asked] = queriesSeen().filter((query) => query.includes('segments.hour'));
  assert.match(asked ?? '', /^SELECT segments\.date, segments\.hour, .* FROM customer WHERE/);
  assert.ok(hours.rows.every(({ key }) => /^2026-\d\d-\d\dT(0[07]|14|21)$/.test(key ?? '')));
  const days = await ask({ by: 'day', metrics });
  const sums = Map.groupBy(hours.rows, ({ key }) => key?.slice(0, 10));
  assert.deepEqual(
    [...sums].map(([day, rows]) => [day, rows.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)]),
    days.rows.map(({ key, values }) => [key, values[0]]),
  );
  assert.ok(hours.rows.length > days.rows.length);
  await using context = open();
  assert.equal((await googleAdsConnector.describe(config, secret, context)).hours, true);
});

test('google-ads: the figures are those of the rows', async () => {
  const whole = await ask();
  assert.deepEqual(whole.rows, [{ key: null, values: [5.434567, 1430, 26, 3.75, 154.99] }]);
  assert.deepEqual([whole.hasData, whole.groupCount, whole.rowsRead, whole.freshAt], [true, 1, null, null]);
  const metrics = ['cost', 'clicks'];
  const table: [Query['by'], [string | null, number, number][]][] = [
    [
      'day',
      [
        ['2026-02-27', 0.1, 1],
        ['2026-03-01', 1.434567, 12],
        ['2026-03-03', 3, 12],
        ['2026-03-04', 0.5, 0],
        ['2026-03-05', 0.4, 1],
      ],
    ],
    [
      'week',
      [
        ['2026-02-23', 1.534567, 13],
        ['2026-03-02', 3.9, 13],
      ],
    ],
    [
      'month',
      [
        ['2026-02-01', 0.1, 1],
        ['2026-03-01', 5.334567, 25],
      ],
    ],
    [
      { dimension: 'campaign' },
      [
        ['Everything', 3, 12],
        ['Spring', 1.934567, 14],
        [hostileValue, 0.5, 0],
      ],
    ],
    [
      { dimension: 'channel' },
      [
        ['Performance Max', 3, 12],
        ['Search', 1.934567, 14],
        ['Display', 0.5, 0],
      ],
    ],
    [
      { dimension: 'device' },
      [
        ['Mobile', 3.7, 16],
        ['Desktop', 1.234567, 10],
        ['Connected TV', 0.5, 0],
      ],
    ],
    [
      { dimension: 'country' },
      [
        ['Germany', 4.934567, 26],
        ['Poland', 0.5, 0],
      ],
    ],
    [
      { dimension: 'ad_group' },
      [
        ['Everything / Shoes', 3, 12],
        ['Spring / Boots', 1.234567, 10],
        ['Spring / Shoes', 0.7, 4],
        [`${hostileValue} / Shoes`, 0.5, 0],
      ],
    ],
    [
      { dimension: 'query' },
      [
        ['red shoes', 3.3, 15],
        ['boots', 1.234567, 10],
        [hostileValue, 0.4, 1],
      ],
    ],
  ];
  for (const [by, expected] of table) {
    const { rows, groupCount } = await ask({ metrics, by });
    assert.deepEqual(
      rows.map(({ key, values: [first = null, second = null] }) => [key, first, second]),
      expected,
    );
    assert.equal(groupCount, expected.length);
  }
});

test('google-ads: what else is in the catalogue can be asked for', async () => {
  const chosen = { dimensions: ['network', 'keyword', 'landing_page', 'product'] };
  const keys = async (dimension: string) =>
    (await ask({ metrics: ['clicks'], by: { dimension } }, chosen)).rows.map(({ key }) => key);
  assert.deepEqual(await keys('network'), ['Search', 'Cross-network', 'Display Network']);
  assert.deepEqual(await keys('keyword'), ['boots', 'shoes']);
  assert.deepEqual(await keys('landing_page'), ['https://shop.example/shoes']);
  assert.deepEqual(await keys('product'), ['Shoe 1']);
});

test('google-ads: rates are worked out from what was added up, and are missing without a base', async () => {
  const metrics = ['ctr', 'average_cpc', 'cost_per_conversion', 'roas'];
  const { rows } = await ask({ metrics });
  assert.deepEqual(rows[0]?.values, [26 / 1430, 5.434567 / 26, 5.434567 / 3.75, 154.99 / 5.434567]);
  const tv = await ask({ metrics: ['ctr', 'average_cpc', 'roas'], by: 'day', from: '2026-03-04', to: '2026-03-04' });
  assert.deepEqual(tv.rows, [{ key: '2026-03-04', values: [0, null, 0] }]);
  const chosen = { metrics: ['average_cpm', 'value_per_conversion'] };
  const more = await ask({ metrics: chosen.metrics }, chosen);
  assert.deepEqual(more.rows[0]?.values, [(5.434567 * 1000) / 1430, 154.99 / 3.75]);
});

test('google-ads: an empty period has no figures; a day, a year and a clock change have theirs', async () => {
  const empty = await ask({ from: '2020-01-01', to: '2020-12-31' });
  assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  const emptyCampaigns = await ask({ from: '2020-01-01', to: '2020-12-31', by: { dimension: 'campaign' } });
  assert.deepEqual([emptyCampaigns.rows, emptyCampaigns.groupCount], [[], 0]);
  const day = await ask({ from: '2026-03-01', to: '2026-03-01', by: 'day', metrics: ['impressions'] });
  assert.deepEqual(day.rows, [{ key: '2026-03-01', values: [120] }]);
  const year = await ask({ from: '2025-03-05', to: '2026-03-05', by: 'day', metrics: ['clicks'], limit: 366 });
  assert.equal(year.groupCount, 5);
  assert.equal((await ask({ from: '2026-03-29', to: '2026-03-29', by: 'day' })).hasData, false);
  assert.ok(queriesSeen().some((query) => query.includes("segments.date BETWEEN '2026-03-29' AND '2026-03-29'")));
  const few = await ask({ by: { dimension: 'campaign' }, limit: 1 });
  assert.deepEqual([few.rows.map(({ key }) => key), few.groupCount], [['Everything'], 3]);
});

test('google-ads: requests are as documented, and one for each grouping and period of a report', async () => {
  await using context = open();
  const before = double.seen.length;
  const queries: Query[] = [
    week,
    { ...week, metrics: ['ctr'] },
    { ...week, by: 'day' },
    { ...week, by: { dimension: 'country' } },
    { ...week, by: { dimension: 'country' }, metrics: ['clicks'] },
    { ...week, from: '2026-02-20', to: '2026-02-26' },
  ];
  const answers = await googleAdsConnector.queryAll?.(config, secret, queries, context);
  assert.equal(answers?.length, queries.length);
  assert.deepEqual(
    answers?.[4]?.rows.map(({ key }) => key),
    ['Germany', 'Poland'],
  );
  const seen = double.seen.slice(before);
  // Four groupings, the names of countries, and the zone of the account.
  assert.equal(seen.length, 6);
  for (const { headers, method, path } of seen) {
    assert.equal(headers['developer-token'], secret.client.developer_token);
    assert.equal(headers['login-customer-id'], adsAccounts.manager);
    assert.deepEqual([method, path], ['POST', `/v26/customers/${adsAccounts.shop}/googleAds:searchStream`]);
  }
});

test('google-ads: days that Google still works on are told, and terms that it withholds', async () => {
  const today = Temporal.Now.plainDateISO('Europe/Berlin');
  const period = { from: today.subtract({ days: 20 }).toString(), to: today.toString() };
  const settled = Temporal.Now.zonedDateTimeISO('Europe/Berlin').subtract({ hours: 15 }).toPlainDate().toString();
  assert.deepEqual((await ask(period)).notices, [{ code: 'incomplete_from', date: settled }]);
  assert.deepEqual((await ask()).notices, []);
  assert.deepEqual((await ask({ by: { dimension: 'query' } })).notices, [{ code: 'withheld_rows' }]);
});

test('google-ads: describes the zone and the currency of the account', async () => {
  await using context = open();
  const described = await googleAdsConnector.describe(config, secret, context);
  assert.deepEqual([described.timeZone, described.currency], ['Europe/Berlin', 'EUR']);
  assert.deepEqual(
    described.metrics.filter(({ additive }) => additive).map(({ key }) => key),
    week.metrics,
  );
  const all = await googleAdsConnector.catalog?.(config, secret, context);
  assert.ok(all?.dimensions.some(({ key }) => key === 'product'));
  const empty = await googleAdsConnector.describe({ customer: adsAccounts.empty }, secret, context);
  assert.deepEqual([empty.timeZone, empty.currency], ['America/New_York', 'USD']);
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
  await assert.rejects(ask({ by: { dimension: 'keyword' } }), isError('invalid_config', /"keyword"/));
});

test('google-ads: lists the accounts that can be read, with the manager that gives access, their zones and currencies', async () => {
  await using context = open();
  const all = await googleAdsConnector.resources?.(null, secret, context);
  assert.deepEqual(all, [
    {
      ...{ config: { customer: adsAccounts.shop, manager: adsAccounts.manager }, label: 'Shop (111-222-3333)' },
      ...{ names: ['Shop'], timeZone: 'Europe/Berlin', currency: 'EUR' },
    },
    {
      ...{ config: { customer: adsAccounts.second, manager: adsAccounts.manager } },
      ...{ label: 'Second shop (222-333-4444)', names: ['Second shop'] },
      ...{ timeZone: 'Europe/Berlin', currency: 'EUR' },
    },
    {
      ...{ config: { customer: adsAccounts.empty }, label: '444-555-6666' },
      ...{ timeZone: 'America/New_York', currency: 'USD' },
    },
  ]);
  const below = await googleAdsConnector.resources?.({ manager: '999-888-7777' }, secret, context);
  assert.deepEqual(
    below?.map(({ config }) => config.manager),
    [adsAccounts.manager, adsAccounts.manager, adsAccounts.manager],
  );
  const closed = googleAdsConnector.resources?.({ manager: adsAccounts.closed }, secret, context);
  await assert.rejects(closed ?? Promise.resolve(), isError('resource_missing', /cancelled/));
});

const rowsOf = ({ rows }: Awaited<ReturnType<typeof ask>>) => rows.map(({ key, values }) => [key, ...values]);

test('google-ads: campaigns count by name, status and label, in totals, days, dimensions and hours alike', async () => {
  const metrics = ['cost', 'clicks'];
  const total = async (campaigns: object, query: Partial<Query> = {}) =>
    rowsOf(await ask({ metrics, ...query }, { campaigns }));
  // Names are compared in whatever case; both campaigns of the name count, the one that was removed too.
  assert.deepEqual(await total({ contains: ['sPRING'] }), [[null, 1.934567, 14]]);
  assert.deepEqual(await total({ contains: ['spring', 'every'] }), [[null, 4.934567, 26]]);
  assert.deepEqual(await total({ without: ['spring'] }), [[null, 3.5, 12]]);
  assert.deepEqual(await total({ contains: ['spring'], status: 'active' }), [[null, 1.834567, 13]]);
  assert.deepEqual(await total({ status: 'paused' }), [[null, 0.5, 0]]);
  assert.deepEqual(await total({ status: 'ended' }), [[null, 0.1, 1]]);
  assert.deepEqual(await total({ labels: ['client a'] }), [[null, 1.934567, 14]]);
  assert.deepEqual(await total({ labels: ['Evergreen'] }), []);
  const campaigns = { contains: ['spring'] };
  assert.deepEqual(await total(campaigns, { by: 'month' }), [
    ['2026-02-01', 0.1, 1],
    ['2026-03-01', 1.834567, 13],
  ]);
  assert.deepEqual(await total(campaigns, { by: { dimension: 'device' } }), [
    ['Desktop', 1.234567, 10],
    ['Mobile', 0.7, 4],
  ]);
  assert.deepEqual(await total(campaigns, { by: { dimension: 'campaign' } }), [['Spring', 1.934567, 14]]);
  assert.deepEqual(await total(campaigns, { by: { dimension: 'country' } }), [['Germany', 1.934567, 14]]);
  const hours = await total(campaigns, { by: 'day', hourly: true });
  assert.equal(
    hours.reduce((sum, [, , clicks]) => sum + Number(clicks), 0),
    14,
  );
});

test('google-ads: a long period of filtered campaigns is asked for in parts, and is whole', async () => {
  const before = double.seen.length;
  const period = { from: '2000-01-01', to: '2026-12-31' };
  const days = await ask(
    { ...period, by: 'day', metrics: ['clicks'], limit: 10_000 },
    { campaigns: { without: ['nothing'] } },
  );
  assert.deepEqual(
    days.rows.map(({ values }) => values[0]),
    [1, 12, 12, 0, 1],
  );
  const spans = double.seen
    .slice(before)
    .flatMap(({ body }) => /BETWEEN '(.+?)' AND '(.+?)'/.exec(String(body))?.slice(1) ?? []);
  assert.deepEqual([spans[0], spans.at(-1)], ['2000-01-01', '2026-12-31']);
  assert.ok(spans.length > 2);
});

test('google-ads: a filter that fits no campaign is refused where it is set, and later has no data', async () => {
  await using context = open();
  const campaigns = { contains: ['Sprnig'] };
  const verified = googleAdsConnector.verify({ ...config, campaigns }, secret, context);
  await assert.rejects(verified, isError('invalid_config', /^campaigns: No campaign.*Spring, Everything/));
  assert.deepEqual(
    [(await ask({}, { campaigns })).hasData, (await ask({ by: 'day' }, { campaigns })).rows],
    [false, []],
  );
  const parse = (filter: object) => () => parseConfig(getConnector('google-ads'), { ...config, campaigns: filter });
  assert.throws(parse({ status: 'running' }), /campaigns.status must be one of active, paused, ended/);
  assert.throws(parse({ contains: [''] }), /campaigns.contains.0/);
  assert.throws(parse({}), /campaigns/);
});

test('google-ads: several accounts are one, added up', async () => {
  const more = { more_accounts: [{ customer: '222-333-4444', manager: adsAccounts.manager }] };
  const metrics = ['cost', 'clicks', 'ctr'];
  assert.deepEqual(rowsOf(await ask({ metrics }, more)), [[null, 8.434567, 38, 38 / 1730]]);
  assert.deepEqual(rowsOf(await ask({ metrics, by: { dimension: 'campaign' }, limit: 1 }, more)), [
    ['Everything', 6, 24, 24 / 600],
  ]);
  const filtered = { ...more, campaigns: { contains: ['every'] } };
  assert.deepEqual(rowsOf(await ask({ metrics: ['cost'] }, filtered)), [[null, 6]]);
});

test('google-ads: accounts of another zone or currency, named twice or of others are refused', async () => {
  await using context = open();
  const verify = (...more_accounts: { customer: string; manager?: string }[]) =>
    googleAdsConnector.verify({ ...config, more_accounts }, secret, context);
  const currency = isError('invalid_config', /^more_accounts\.0: Its amounts are in USD, those of customer in EUR/);
  await assert.rejects(verify({ customer: adsAccounts.empty }), currency);
  await assert.rejects(ask({}, { more_accounts: [{ customer: adsAccounts.empty }] }), currency);
  const same = { customer: '111-222-3333', manager: adsAccounts.manager };
  await assert.rejects(verify(same), isError('invalid_config', /^more_accounts\.0\.customer: .*twice/));
  await assert.rejects(verify({ customer: adsAccounts.closed }), isError('resource_missing', /cancelled/));
  await assert.rejects(verify({ customer: adsAccounts.manager }), isError('invalid_config', /manager account/));
});

test('google-ads: ads and conversion actions, which have conversions alone', async () => {
  const chosen = { dimensions: ['ad', 'conversion_action'] };
  const by = (dimension: string, metrics: string[]) => ask({ metrics, by: { dimension } }, chosen);
  assert.deepEqual(rowsOf(await by('ad', ['clicks'])), [
    ['35', 12],
    ['Winter boots (15)', 10],
    ['Red shoes | Free returns (15)', 3],
    ['Red shoes | Free returns (25)', 1],
    ['45', 0],
  ]);
  assert.deepEqual(rowsOf(await by('conversion_action', ['conversions', 'conversions_value', 'cost', 'roas'])), [
    ['Purchase', 2.25, 80, null, null],
    ['Newsletter', 1.5, 74.99, null, null],
  ]);
});

test('google-ads: what ads look like, by the numbers in their names', async () => {
  await using context = open();
  const query = { ...week, by: { dimension: 'ad' } } as const;
  const keys = ['35', 'Red shoes | Free returns (25)', 'Big (2026) (45)', 'Without a number'];
  const chosen = { ...config, dimensions: ['ad'] };
  assert.deepEqual(await googleAdsConnector.depict?.(chosen, secret, { query, keys }, context), [
    {
      key: 'Big (2026) (45)',
      text: 'Light as air. Free returns.',
      pictureUrl: 'https://tpc.googlesyndication.com/simgad/asset-7',
      link: 'https://shop.example/shoes',
    },
    { key: '35', pictureUrl: 'https://tpc.googlesyndication.com/simgad/1' },
    { key: 'Red shoes | Free returns (25)', text: 'Red shoes for all.' },
  ]);
  const none = await googleAdsConnector.depict?.(chosen, secret, { query, keys: ['Without'] }, context);
  assert.deepEqual(none, []);
});

test('google-ads: verifies an account, and refuses a manager account', async () => {
  await using context = open();
  const verify = (asked: object) => googleAdsConnector.verify({ ...config, ...asked }, secret, context);
  const codes = (await verify({ customer: adsAccounts.empty })).map(({ code }) => code);
  assert.deepEqual(codes, ['no_data']);
  await assert.rejects(verify({ customer: adsAccounts.manager }), isError('invalid_config', /manager account/));
  await assert.rejects(verify({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
});

test('google-ads: a token that is refused is renewed once, whatever the number of queries', async () => {
  double.tokens.delete(secret.grant.access_token);
  const before = double.seen.length;
  await using context = open();
  const queries = [week, { ...week, by: 'day' as const }, { ...week, by: 'week' as const }];
  const answers = await googleAdsConnector.queryAll?.(config, secret, queries, context);
  assert.equal(answers?.[0]?.rows[0]?.values[1], 1430);
  assert.equal(double.seen.slice(before).filter(({ path }) => path === '/token').length, 1);
  const dead: GrantSecret = { ...secret, grant: { ...secret.grant, refresh_token: 'a-refresh-token-of-nobody' } };
  await using other = open({ secret: dead });
  await assert.rejects(
    googleAdsConnector.query(config, dead, week, other),
    isError('reauth_required', /Sign in/, dead),
  );
  await assert.rejects(googleAdsConnector.query(config, null, week, other), isError('reauth_required', /Sign in/));
  double.tokens.add(secret.grant.access_token);
});

const refused = (status: number, kind: string, code: string, details?: unknown) =>
  failure(status, 'X', kind, code, details);
const refusals: [DoubleRefusal, ConnectorErrorKind, RegExp, number?][] = [
  [refused(401, 'authenticationError', 'OAUTH_TOKEN_REVOKED'), 'reauth_required', /Sign in again/],
  [refused(401, 'authenticationError', 'NOT_ADS_USER'), 'reauth_required', /no Google Ads account/],
  [
    refused(401, 'authenticationError', 'DEVELOPER_TOKEN_INVALID'),
    'invalid_config',
    /needs none.*oauth-clients remove google/,
  ],
  [
    refused(403, 'authorizationError', 'CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION'),
    'invalid_config',
    /Google Cloud project/,
  ],
  [refused(401, 'authenticationError', 'CUSTOMER_NOT_FOUND'), 'resource_missing', /customer/],
  [refused(403, 'authorizationError', 'CUSTOMER_NOT_ENABLED'), 'resource_missing', /cancelled/],
  [refused(403, 'authorizationError', 'USER_PERMISSION_DENIED'), 'resource_missing', /manager/],
  [refused(400, 'queryError', 'BAD_FIELD_NAME'), 'invalid_config', /400/],
  [
    refused(429, 'quotaError', 'RESOURCE_EXHAUSTED', {
      quotaErrorDetails: { rateScope: 'ACCOUNT', retryDelay: '3600s' },
    }),
    'transient',
    /429/,
    3_600_000,
  ],
  [refused(500, 'internalError', 'INTERNAL_ERROR'), 'transient', /right now/],
];

for (const [{ status, body }, kind, message, waitMs] of refusals) {
  const code = JSON.stringify(body).match(/"errorCode":\{"\w+":"(\w+)"/)?.[1];
  test(`google-ads: ${code} is ${kind}, without a word of Google's`, async () => {
    double.fault = (request, response) => {
      if (request.path === '/token') return undefined;
      response.statusCode = status;
      return body;
    };
    try {
      await assert.rejects(ask(), (error: Error & { retryAfterMs?: number }) => {
        assert.ok(!error.message.includes('admin@'), error.message);
        assert.equal(error.retryAfterMs, waitMs);
        return isError(kind, message, secret)(error);
      });
    } finally {
      double.fault = null;
    }
  });
}

test('google-ads: a missing scope, a switched-off API and a stream that ends in a fault are told', async () => {
  const reasons = (reason: string) => ({ error: { code: 403, status: 'PERMISSION_DENIED', details: [{ reason }] } });
  const under = async (status: number, body: unknown) => {
    double.fault = (_request, response) => {
      response.statusCode = status;
      return body;
    };
    return await ask().finally(() => {
      double.fault = null;
    });
  };
  await assert.rejects(under(403, reasons('ACCESS_TOKEN_SCOPE_INSUFFICIENT')), isError('reauth_required', /right/));
  await assert.rejects(
    under(403, [reasons('SERVICE_DISABLED')]),
    isError('invalid_config', /Google Ads API is not enabled/),
  );
  const broken = [{ results: [] }, { error: { code: 13, message: 'admin@', status: 'INTERNAL' } }];
  await assert.rejects(under(200, broken), isError('transient', /breaks off/));
});

test('google-ads: an operator without a developer token asks without it', async () => {
  await using context = open();
  const without: GrantSecret = { ...secret, client: { ...secret.client, developer_token: null } };
  const { hasData } = await googleAdsConnector.query(config, without, week, context);
  assert.deepEqual([hasData, double.seen.at(-1)?.headers['developer-token']], [true, undefined]);
});

test('google-ads: the registry reads its configuration and secret', () => {
  const connector = getConnector('google-ads');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseSecret(connector, { token: 'x' }));
  assert.throws(() => parseConfig(connector, { customer: '123' }), /customer/);
});

/** Renewals are tried above. */
const fixed: GrantSecret = { ...secret, grant: { ...secret.grant, refresh_token: null } };

testHostedFaults('google-ads', async () => ({
  double,
  secret: fixed,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await googleAdsConnector.query(config, fixed, week, context);
  },
}));

test('campaigns, ad groups and ads are split by what is of the whole account; other pairs are refused', async () => {
  const all = {
    dimensions: ['campaign', 'channel', 'ad_group', 'ad', 'device', 'network', 'conversion_action', 'country'],
  };
  const askAll = (query: Partial<Query>) => ask(query, all);
  const metrics = ['cost', 'clicks', 'conversions'];
  for (const pair of [
    ['campaign', 'device'],
    ['device', 'network'],
    ['ad_group', 'network'],
    ['ad', 'device'],
  ] as const) {
    await assertPairsAddUp(askAll, metrics, pair);
  }
  const pairs = await ask(
    { metrics: ['conversions', 'cost'], by: { dimension: 'campaign', secondary: 'conversion_action' } },
    all,
  );
  assert.ok(queriesSeen().some((query) => /conversion_action_name, .* FROM campaign /.test(query)));
  assert.ok(pairs.rows.length > 0 && pairs.rows.every(({ values }) => values[1] === null));
  for (const secondary of ['country', 'channel']) {
    const by = { dimension: 'campaign', secondary };
    await assert.rejects(ask({ by }, all), isError('invalid_config', /"campaign" and "\w+" together/));
  }
  const inCampaigns = { ...all, campaigns: { contains: ['spring'] } };
  const narrowed = await ask({ metrics: ['cost'], by: { dimension: 'device', secondary: 'network' } }, inCampaigns);
  const whole = await ask({ metrics: ['cost'], by: 'none' }, inCampaigns);
  const sum = narrowed.rows.reduce((total, { values }) => total + (values[0] ?? 0), 0);
  assert.ok(Math.abs(sum - (whole.rows[0]?.values[0] ?? 0)) < 1e-6);
});
