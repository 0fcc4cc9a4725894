import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { metaAdsConnector } from '../../../src/reporting/connectors/meta-ads.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { metaAccounts, metaGrant, metaToken, startMetaAds } from '../../doubles/meta-ads.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { assertPairsAddUp } from '../../support/dimension-pairs.ts';

const double = await startMetaAds();
const config = { account: metaAccounts.shop };
const secret = { token: metaToken };
const network = { ...localNetwork, systemAddresses: { ...localNetwork.systemAddresses, 'meta-ads': double.url } };
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ network, secret, ...options });
const week: Query = {
  from: '2026-02-27',
  to: '2026-03-05',
  timeZone: 'Europe/Berlin',
  metrics: ['spend', 'impressions'],
  by: 'none',
  limit: 100,
};

async function ask(query: Partial<Query> = {}, asked: object = {}) {
  await using context = open();
  return await metaAdsConnector.query({ ...config, ...asked }, secret, { ...week, ...query }, context);
}

test('meta-ads: the figures are those of the deliveries, purchases counted once', async () => {
  await using context = open();
  const { metrics } = await metaAdsConnector.describe(config, secret, context);
  const whole = await ask({ metrics: metrics.map(({ key }) => key) });
  const figures = Object.fromEntries(metrics.map(({ key }, index) => [key, whole.rows[0]?.values[index]]));
  assert.deepEqual(figures, {
    spend: 25,
    impressions: 800,
    reach: 4,
    frequency: 200,
    clicks: 25,
    inline_link_clicks: 10,
    ctr: 0.03125,
    cpc: 1,
    cpm: 31.25,
    purchases: 3,
    purchase_value: 110.4,
    purchase_roas: 4.416,
    leads: 3,
  });
  assert.deepEqual([whole.hasData, whole.groupCount, whole.rowsRead, whole.freshAt], [true, 1, null, null]);
  assert.equal(double.seen.at(-1)?.method, 'GET');
});

test('meta-ads: days, weeks and months are whole or cut by the period, reach is their own', async () => {
  const metrics = ['spend', 'reach', 'inline_link_clicks'];
  const table: [Query['by'], [string, number, number, number][]][] = [
    [
      'day',
      [
        ['2026-02-27', 12.5, 3, 6],
        ['2026-03-01', 7.25, 2, 4],
        ['2026-03-03', 4.25, 1, 0],
        ['2026-03-04', 1, 1, 0],
      ],
    ],
    [
      'week',
      [
        ['2026-02-23', 19.75, 3, 10],
        ['2026-03-02', 5.25, 2, 0],
      ],
    ],
    [
      'month',
      [
        ['2026-02-01', 12.5, 3, 6],
        ['2026-03-01', 12.5, 4, 4],
      ],
    ],
  ];
  for (const [by, expected] of table) {
    const { rows } = await ask({ metrics, by });
    assert.deepEqual(
      rows.map(({ key, values }) => [key, ...values]),
      expected,
    );
  }
  await ask({ by: 'week' });
  assert.equal(
    double.seen.at(-1)?.query.get('time_ranges'),
    '[{"since":"2026-02-27","until":"2026-03-01"},{"since":"2026-03-02","until":"2026-03-05"}]',
  );
});

test('meta-ads: what happens on Meta has hours of the account, which add up to its days; the rest has none', async () => {
  const metrics = ['spend', 'inline_link_clicks', 'purchases', 'reach'];
  const hours = await ask({ by: 'day', hourly: true, metrics });
  const asked = double.seen.at(-1)?.query;
  assert.equal(asked?.get('breakdowns'), 'hourly_stats_aggregated_by_advertiser_time_zone');
  assert.deepEqual([asked?.get('time_increment'), asked?.get('fields')], ['1', 'impressions,spend,inline_link_clicks']);
  assert.ok(hours.rows.every(({ key }) => /^2026-0[23]-\d\dT(0[07]|14|21|04|11|18|01)$/.test(key ?? '')));
  assert.ok(hours.rows.every(({ values }) => values[2] === null && values[3] === null));
  const days = await ask({ by: 'day', metrics });
  const sums = Map.groupBy(hours.rows, ({ key }) => key?.slice(0, 10));
  assert.deepEqual(
    [...sums].map(([day, rows]) => [day, rows.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)]),
    days.rows.map(({ key, values }) => [key, values[0]]),
  );
  assert.ok(hours.rows.length > days.rows.length);
  await using context = open();
  const { hours: known } = await metaAdsConnector.describe(config, secret, context);
  assert.deepEqual(known, ['spend', 'impressions', 'inline_link_clicks', 'clicks']);
});

test('meta-ads: hours of half a year are worked out by a run, and an hour that cannot be read is refused', async () => {
  await ask({ from: '2025-09-01', to: '2026-03-05', by: 'day', hourly: true });
  assert.ok(double.seen.some(({ method, body }) => method === 'POST' && body.includes('hourly_stats')));
  double.fault = () => ({ data: [{ date_start: '2026-03-01', impressions: '1', spend: '1' }] });
  await assert.rejects(ask({ by: 'day', hourly: true }), isError('transient', /cannot be read/));
  double.fault = null;
});

test('meta-ads: dimensions have names, campaigns of one name are told apart, and what is unknown has no key', async () => {
  const table: [string, [string | null, number][]][] = [
    [
      'campaign',
      [
        ['Spring sale (120200000000000001)', 18.75],
        ['Spring sale (120200000000000003)', 4.25],
        [hostileValue, 2],
      ],
    ],
    [
      'channel',
      [
        ['Facebook', 11.5],
        ['Instagram', 9.25],
        ['Audience Network', 4.25],
      ],
    ],
    [
      'country',
      [
        ['Germany', 18.75],
        [null, 4.25],
        ['Poland', 2],
      ],
    ],
    [
      'device',
      [
        ['Mobile app', 17.75],
        ['Desktop', 5.25],
        ['Mobile web', 2],
      ],
    ],
  ];
  for (const [dimension, expected] of table) {
    const result = await ask({ metrics: ['spend'], by: { dimension } });
    assert.deepEqual(
      result.rows.map(({ key, values }) => [key, values[0]]),
      expected,
    );
    assert.equal(result.groupCount, expected.length);
  }
  const extra = { dimensions: ['age', 'gender', 'ad_set', 'ad'] };
  const gender = await ask({ metrics: ['clicks'], by: { dimension: 'gender' } }, extra);
  assert.deepEqual(
    gender.rows.map(({ key, values }) => [key, values[0]]),
    [
      ['Female', 20],
      [null, 5],
      ['Male', 0],
    ],
  );
  for (const dimension of ['age', 'ad_set', 'ad']) {
    assert.equal((await ask({ by: { dimension } }, extra)).groupCount, 3);
  }
});

test('meta-ads: campaigns count by name and status, people among them once', async () => {
  const metrics = ['spend', 'impressions', 'reach'];
  const total = async (campaigns: object, by: Query['by'] = 'none') =>
    (await ask({ metrics, by }, { campaigns })).rows.map(({ key, values }) => [key, ...values]);
  const [all = []] = (await ask({ metrics })).rows.map(({ values }) => values);
  const [[, ...spring] = []] = await total({ contains: ['SPRING'] });
  const [[, ...others] = []] = await total({ without: ['spring'] });
  // Amounts and impressions are parts of the account's; a person may have seen both.
  assert.deepEqual(
    [0, 1].map((index) => Number(spring[index]) + Number(others[index])),
    all.slice(0, 2),
  );
  assert.ok(Number(spring[2]) + Number(others[2]) >= Number(all[2]));
  const [[, ...active] = []] = await total({ contains: ['spring'], status: 'active' });
  const [[, ...ended] = []] = await total({ status: 'ended' });
  assert.equal(Number(active[0]) + Number(ended[0]), spring[0]);
  const days = await total({ contains: ['spring'] }, 'day');
  assert.equal(
    days.reduce((sum, [, spend]) => sum + Number(spend), 0),
    spring[0],
  );
  const byCampaign = await total({ status: 'ended' }, { dimension: 'campaign' });
  assert.deepEqual(byCampaign, [['Spring sale', ...ended]]);
  assert.deepEqual(await total({ contains: ['autumn'] }), []);
  await using context = open();
  const verified = metaAdsConnector.verify({ ...config, campaigns: { contains: ['autumn'] } }, secret, context);
  await assert.rejects(verified, isError('invalid_config', /^campaigns: No campaign.*Spring sale/));
});

test('meta-ads: actions of its own are figures with the labels that they were given', async () => {
  const own_actions = [{ action: 'onsite_conversion.lead_grouped', label: 'Forms' }];
  const { rows } = await ask({ metrics: ['leads', 'action_onsite_conversion_lead_grouped'] }, { own_actions });
  assert.deepEqual(rows[0]?.values, [3, 3]);
  await using context = open();
  const { metrics } = await metaAdsConnector.describe({ ...config, own_actions }, secret, context);
  assert.equal(metrics.find(({ label }) => label === 'Forms')?.key, 'action_onsite_conversion_lead_grouped');
  const warnings = await metaAdsConnector.verify({ ...config, own_actions, metrics: ['spend'] }, secret, context);
  assert.ok(warnings.some(({ path, code }) => path === 'own_actions.0.action' && code === 'no_data'));
  const twice = { ...config, own_actions: [...own_actions, ...own_actions] };
  await assert.rejects(
    metaAdsConnector.verify(twice, secret, context),
    isError('invalid_config', /own_actions\.1\.action/),
  );
});

test('meta-ads: rates are of the group, and missing where nothing can be divided', async () => {
  const metrics = ['ctr', 'cpc', 'purchase_roas', 'unique_clicks', 'outbound_clicks', 'landing_page_views'];
  const { rows } = await ask({ metrics, by: { dimension: 'campaign' }, limit: 2 }, { metrics });
  assert.deepEqual(
    rows.map(({ values }) => values),
    [
      [0.036_363_64, 0.9375, 5.888, 3, 10, 0],
      [0.033_333_33, 0.85, null, 1, 0, 0],
    ],
  );
});

test('meta-ads: an empty period has no figures; a day, one with a clock change and 366 days have theirs', async () => {
  const empty = await ask({ from: '2026-01-01', to: '2026-01-31', by: 'day' });
  assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  const oneDay = await ask({ from: '2026-03-01', to: '2026-03-01', by: 'day' });
  assert.deepEqual(oneDay.rows, [{ key: '2026-03-01', values: [7.25, 200] }]);
  const year = await ask({ from: '2025-03-05', to: '2026-03-05', by: 'day', limit: 366 });
  assert.equal(year.groupCount, 4);
  assert.equal((await ask({ from: '2026-03-29', to: '2026-03-29', by: 'day' })).hasData, false);
  assert.equal(double.seen.at(-1)?.query.get('time_range'), '{"since":"2026-03-29","until":"2026-03-29"}');
});

test('meta-ads: pages are followed by their cursors, and the token never stands in an address', async () => {
  const before = double.seen.length;
  await ask({ by: 'day' });
  const pages = double.seen.slice(before);
  assert.deepEqual(
    pages.map(({ query }) => query.get('after')),
    [null, '2'],
  );
  assert.ok(double.seen.every(({ path }) => !path.includes(metaToken) && !path.includes('access_token')));
  double.fault = (request) => {
    if (request.query.get('after') === null) return undefined;
    return { data: [], paging: { cursors: { after: '2' }, next: 'https://graph.facebook.com/next' } };
  };
  await assert.rejects(ask({ by: 'day' }), isError('transient', /cannot be read/));
  double.fault = null;
});

test('meta-ads: describes leading metrics with zone and currency of the account, or those that are chosen', async () => {
  await using context = open();
  const described = await metaAdsConnector.describe(config, secret, context);
  assert.deepEqual([described.timeZone, described.currency], ['Europe/Berlin', 'EUR']);
  assert.deepEqual(
    described.metrics.filter(({ additive }) => additive).map(({ key }) => key),
    ['spend', 'impressions', 'inline_link_clicks', 'purchases', 'purchase_value', 'leads', 'clicks'],
  );
  assert.deepEqual(
    described.dimensions.map(({ key }) => key),
    ['campaign', 'channel', 'country', 'device'],
  );
  const chosen = { ...config, metrics: ['video_views', 'spend'], dimensions: ['age'] };
  const fewer = await metaAdsConnector.describe(chosen, secret, context);
  assert.deepEqual(
    fewer.metrics.map(({ key }) => key),
    ['video_views', 'spend'],
  );
  assert.deepEqual(fewer.dimensions, [{ key: 'age', label: 'Age' }]);
  const all = await metaAdsConnector.catalog?.(config, secret, context);
  assert.ok(all?.metrics.some(({ key }) => key === 'app_installs'));
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
  await assert.rejects(ask({ by: { dimension: 'age' } }), isError('invalid_config', /"age"/));
  const unknown = metaAdsConnector.verify({ ...config, metrics: ['nope'] }, secret, context);
  await assert.rejects(unknown, isError('invalid_config', /"nope"/));
});

test('meta-ads: lists the ad accounts over all pages, and verifies one', async () => {
  await using context = open();
  const accounts = await metaAdsConnector.resources?.(null, secret, context);
  assert.deepEqual(
    accounts?.map(({ config, label, timeZone, currency }) => [config.account, label, timeZone, currency]),
    [
      [metaAccounts.shop, 'Shop', 'Europe/Berlin', 'EUR'],
      [metaAccounts.closed, 'Closed', 'America/New_York', 'USD'],
      [metaAccounts.third, 'Third', 'Asia/Tokyo', 'JPY'],
    ],
  );
  const codes = async (account: string, given: Parameters<typeof metaAdsConnector.verify>[1]) =>
    (await metaAdsConnector.verify({ account }, given, context)).map(({ code }) => code);
  assert.deepEqual(await codes(metaAccounts.third, secret), ['no_data']);
  assert.deepEqual(await codes(metaAccounts.closed, secret), ['account_inactive', 'no_data']);
  const ending = { ...metaGrant, grant: { ...metaGrant.grant, expires_at: Date.now() + 5 * 86_400_000 } };
  assert.deepEqual(await codes(metaAccounts.third, ending), ['no_data', 'token_expires']);
});

test('meta-ads: a grant is used with a proof of the secret of its app', async () => {
  await using context = open({ secret: metaGrant });
  const { rows } = await metaAdsConnector.query(config, metaGrant, week, context);
  assert.deepEqual(rows[0]?.values, [25, 800]);
  const other = { ...metaGrant, client: { ...metaGrant.client, client_secret: 'another-secret' } };
  const refused = metaAdsConnector.query(config, other, week, context);
  await assert.rejects(refused, isError('reauth_required', /Sign in again/, other));
});

test('meta-ads: the registry reads its configuration and secrets', () => {
  const connector = getConnector('meta-ads');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.deepEqual(parseSecret(connector, metaGrant), metaGrant);
  assert.throws(() => parseSecret(connector, null));
  for (const account of ['1000000001', 'act_1/../me', 'act_']) {
    assert.throws(() => parseConfig(connector, { account }), isError('invalid_config', /account/));
  }
  assert.deepEqual(connector.signIn, { with: 'meta', scopes: ['ads_read'] });
});

test('meta-ads: ads of one name have their own texts and pictures, also in another context', async () => {
  const chosen = { ...config, dimensions: ['ad'] };
  const query = { ...week, by: { dimension: 'ad' } } as const;
  await using context = open();
  const { rows } = await metaAdsConnector.query(chosen, secret, query, context);
  const keys = rows.flatMap(({ key }) => key ?? []);
  const depicted = await metaAdsConnector.depict?.(chosen, secret, { query, keys }, context);
  const byKey = new Map(depicted?.map((each) => [each.key, each]));
  assert.deepEqual(byKey.get('Spring sale (120200000000000001)'), {
    key: 'Spring sale (120200000000000001)',
    text: 'Spring – Light shoes',
    pictureUrl: 'https://scontent.xx.fbcdn.net/v/one.png',
    link: 'https://www.facebook.com/100_200',
  });
  const copy = 'Spring sale (120200000000000003)';
  assert.deepEqual(byKey.get(copy), { key: copy });
  assert.equal(byKey.get(hostileValue)?.pictureUrl, 'https://scontent.xx.fbcdn.net/v/gone.png');
  assert.equal(byKey.size, keys.length);
  await using other = open();
  const [first = ''] = keys;
  assert.deepEqual(await metaAdsConnector.depict?.(chosen, secret, { query, keys: [first] }, other), [
    byKey.get(first),
  ]);
});

test('meta-ads: a level can be broken down, and ages by gender; other pairs are refused', async () => {
  const all = { dimensions: ['campaign', 'device', 'channel', 'country', 'age', 'gender'] };
  const askAll = (query: Partial<Query>) => ask(query, all);
  for (const pair of [
    ['campaign', 'device'],
    ['campaign', 'country'],
    ['age', 'gender'],
  ] as const) {
    await assertPairsAddUp(askAll, ['spend', 'impressions', 'clicks'], pair);
  }
  const by = { dimension: 'channel', secondary: 'age' };
  await assert.rejects(ask({ by }, all), isError('invalid_config', /"channel" and "age" together/));
});
