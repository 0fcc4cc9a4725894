import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { ConnectorErrorKind, Query } from '../../../src/reporting/connectors/contract.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { tikTokAdsConnector } from '../../../src/reporting/connectors/tiktok-ads.ts';
import { startTikTokAds, tikTokClient, tikTokToken } from '../../doubles/tiktok-ads.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startTikTokAds();
const config = { account: '7000000000000000001' };
const client = { ...tikTokClient, developer_token: null };
const secret = { grant: { access_token: tikTokToken, expires_at: null, refresh_token: null }, client };
const addresses = { ...localNetwork.systemAddresses, 'tiktok-ads': double.url };
const network = { ...localNetwork, systemAddresses: addresses };
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ network, secret, ...options });
const week: Query = {
  from: '2026-02-27',
  to: '2026-03-05',
  timeZone: 'America/New_York',
  metrics: ['impressions', 'clicks', 'spend', 'ctr', 'conversion', 'cost_per_conversion'],
  by: 'none',
  limit: 400,
};

async function ask(query: Partial<Query> = {}, asked: object = {}) {
  await using context = open();
  return await tikTokAdsConnector.query({ ...config, ...asked }, secret, { ...week, ...query }, context);
}

const rowsBy = async (by: Query['by'], metrics = ['impressions', 'spend']) => {
  const { rows } = await ask({ by, metrics });
  return rows.map(({ key, values }) => [key, ...values]);
};

test('tiktok-ads: the figures are those of the account, amounts exact to the last digit', async () => {
  const whole = await ask();
  assert.deepEqual(whole.rows, [{ key: null, values: [2002, 20, 20.4, 20 / 2002, 3, 6.8] }]);
  assert.deepEqual([whole.hasData, whole.groupCount, whole.rowsRead, whole.freshAt], [true, 1, null, null]);
  assert.deepEqual(await rowsBy('day'), [
    ['2026-02-27', 1500, 10.305],
    ['2026-03-01', 300, 3.3],
    ['2026-03-03', 200, 6.695],
    ['2026-03-04', 2, 0.1],
  ]);
  assert.deepEqual(await rowsBy('week'), [
    ['2026-02-23', 1800, 13.605],
    ['2026-03-02', 202, 6.795],
  ]);
  assert.deepEqual(await rowsBy('month'), [
    ['2026-02-01', 1500, 10.305],
    ['2026-03-01', 502, 10.095],
  ]);
});

test('tiktok-ads: people are asked for by the weeks and months themselves, and over no more than 365 days', async () => {
  const metrics = ['reach', 'impressions'];
  assert.deepEqual(await rowsBy('none', metrics), [[null, 5, 2002]]);
  assert.deepEqual(await rowsBy('week', metrics), [
    ['2026-02-23', 3, 1800],
    ['2026-03-02', 2, 202],
  ]);
  assert.deepEqual(await rowsBy('month', metrics), [
    ['2026-02-01', 3, 1500],
    ['2026-03-01', 3, 502],
  ]);
  const year = await ask({ from: '2025-03-01', to: '2026-03-01', metrics });
  assert.deepEqual(year.rows, [{ key: null, values: [null, 1800] }]);
});

test('tiktok-ads: dimensions over all pages; those with one name are one group, and idle ones are none', async () => {
  const metrics = ['impressions', 'spend', 'reach'];
  const before = double.seen.length;
  assert.deepEqual(await rowsBy({ dimension: 'campaign' }, metrics), [
    ['Spring', 1500, 20.095, null],
    [hostileValue, 500, 0.205, 1],
    ['104', 2, 0.1, 1],
  ]);
  assert.deepEqual(
    double.seen.slice(before).map(({ query }) => query.get('page')),
    ['1', '2', '3'],
  );
  assert.deepEqual(await rowsBy({ dimension: 'country' }, metrics), [
    ['Germany', 1300, 13.4, null],
    ['Poland', 700, 6.9, null],
    [null, 2, 0.1, null],
  ]);
  assert.deepEqual(await rowsBy({ dimension: 'device' }), [
    ['Android', 1202, 16.895],
    ['Desktop', 800, 3.505],
  ]);
  const greatest = await ask({ by: { dimension: 'country' }, limit: 1 });
  assert.deepEqual([greatest.rows.length, greatest.groupCount], [1, 3]);
});

test('tiktok-ads: asks as documented, and by day for 30 days at once', async () => {
  const before = double.seen.length;
  await ask({ metrics: ['clicks'], by: { dimension: 'country' } });
  const [request] = double.seen.slice(before);
  assert.ok(request?.path.startsWith('/open_api/v1.3/report/integrated/get/?'));
  assert.deepEqual(Object.fromEntries(request?.query ?? []), {
    advertiser_id: '7000000000000000001',
    service_type: 'AUCTION',
    report_type: 'AUDIENCE',
    data_level: 'AUCTION_ADVERTISER',
    dimensions: '["advertiser_id","country_code"]',
    metrics: '["clicks","impressions","spend"]',
    start_date: '2026-02-27',
    end_date: '2026-03-05',
    page_size: '1000',
    page: '1',
  });
  const seen = double.seen.length;
  const days = await ask({ from: '2026-01-03', to: '2026-03-04', by: 'day' });
  assert.equal(days.groupCount, 4);
  assert.deepEqual(
    new Set(double.seen.slice(seen).map(({ query }) => `${query.get('start_date')} ${query.get('end_date')}`)),
    new Set(['2026-01-03 2026-02-01', '2026-02-02 2026-03-03', '2026-03-04 2026-03-04']),
  );
});

test('tiktok-ads: an empty period has no figures, a day and 366 days have theirs', async () => {
  for (const by of ['none', 'day', { dimension: 'campaign' }] satisfies Query['by'][]) {
    const empty = await ask({ from: '2020-01-01', to: '2020-01-31', by });
    assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  }
  const oneDay = await ask({ from: '2026-03-01', to: '2026-03-01', by: 'day', metrics: ['clicks'] });
  assert.deepEqual(oneDay.rows, [{ key: '2026-03-01', values: [5] }]);
  const year = await ask({ from: '2025-03-05', to: '2026-03-05', by: 'day' });
  assert.equal(year.groupCount, 4);
  const clockChange = await ask({ from: '2026-03-08', to: '2026-03-08', by: 'day' });
  assert.equal(clockChange.hasData, false);
});

test('tiktok-ads: describes in the zone and currency of the account, lists accounts, and warns', async () => {
  await using context = open();
  const described = await tikTokAdsConnector.describe(config, secret, context);
  assert.deepEqual([described.timeZone, described.currency], ['America/New_York', 'USD']);
  assert.deepEqual(
    described.metrics.filter(({ additive }) => !additive).map(({ key }) => key),
    ['ctr', 'cpc', 'cost_per_conversion', 'reach'],
  );
  const all = await tikTokAdsConnector.catalog?.(config, secret, context);
  assert.ok(all?.metrics.some(({ key }) => key === 'frequency'));
  const found = await tikTokAdsConnector.resources?.(null, secret, context);
  assert.deepEqual(
    found?.map(({ config }) => config.account),
    ['7000000000000000001', '7000000000000000002'],
  );
  const warnings = await tikTokAdsConnector.verify({ account: '7000000000000000002' }, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
});

test('tiktok-ads: hours stand for a zone without a name, and no zone is said', async () => {
  const zones: [object, string | undefined][] = [
    [{ timezone: 'Etc/GMT+5' }, 'Etc/GMT+5'],
    [{ timezone: 'UTC-05:00' }, '-05:00'],
    [{ timezone: 'Eastern' }, undefined],
  ];
  for (const [advertiser, expected] of zones) {
    await using context = open();
    double.fault = ({ path }) =>
      path.includes('advertiser/info') ? { code: 0, data: { list: [advertiser] } } : undefined;
    assert.equal((await tikTokAdsConnector.describe(config, secret, context)).timeZone, expected);
    const warnings = await tikTokAdsConnector.verify(config, secret, context);
    assert.equal(
      warnings.some(({ code }) => code === 'time_zone_unknown'),
      expected === undefined,
    );
  }
  double.fault = null;
});

test('tiktok-ads: a code in a 200 says what is wrong', async () => {
  const answers: [number, ConnectorErrorKind][] = [
    [40105, 'reauth_required'],
    [40102, 'reauth_required'],
    [40001, 'resource_missing'],
    [40007, 'resource_missing'],
    [40002, 'invalid_config'],
    [49999, 'invalid_config'],
  ];
  for (const [code, kind] of answers) {
    double.fault = () => ({ code, message: 'user admin may not do this', data: {} });
    await assert.rejects(ask(), isError(kind, code === 40105 || code === 40102 ? /Sign in/ : new RegExp(`${code}`)));
  }
  for (const code of [40100, 50_000, 50_002]) {
    double.fault = () => ({ code, message: 'user admin', data: {} });
    await using context = open({ deadline: Date.now() + 9_000 });
    const refused = tikTokAdsConnector.query(config, secret, week, context);
    await assert.rejects(refused, isError('transient', new RegExp(`${code}`)));
  }
  double.fault = null;
  await assert.rejects(ask({}, { account: '7000000000000000003' }), isError('resource_missing', /40001/, secret));
  const revoked = { ...secret, grant: { ...secret.grant, access_token: 'token-that-was-revoked' } };
  await using context = open({ secret: revoked });
  const refused = tikTokAdsConnector.query(config, revoked, week, context);
  await assert.rejects(refused, isError('reauth_required', /Sign in/, revoked));
});

test('tiktok-ads: what may pass soon is waited out', async () => {
  double.fault = () => {
    double.fault = null;
    return { code: 40100, message: 'Too many requests', data: {} };
  };
  assert.equal((await ask()).hasData, true);
});

test('tiktok-ads: pages that do not make up the whole, and figures that are none, are no answer', async () => {
  const page = (list: readonly object[], total_number: number) => ({
    code: 0,
    data: { list, page_info: { total_number } },
  });
  const row = (impressions: unknown) => ({ dimensions: {}, metrics: { impressions } });
  double.fault = () => page([], 3);
  await assert.rejects(ask(), isError('transient', /read/));
  double.fault = () => page([row('1'), row('2')], 1);
  await assert.rejects(ask(), isError('transient', /read/));
  double.fault = () => page([row('1,000')], 1);
  await assert.rejects(ask(), isError('transient', /read/));
  double.fault = null;
});

test('tiktok-ads: the registry reads its configuration and secret', () => {
  const connector = getConnector('tiktok-ads');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseConfig(connector, { account: 'act_1' }), /account/);
  assert.throws(() => parseSecret(connector, { token: 'typed' }));
  assert.deepEqual(connector.signIn, { with: 'tiktok', scopes: [] });
});

test('tiktok-ads: campaigns count by name and status, and the parts of the account are the account', async () => {
  const metrics = ['impressions', 'clicks', 'spend'];
  const rowsOf = async (campaigns: object, by: Query['by'] = 'none') =>
    (await ask({ metrics, by }, { campaigns })).rows.map(({ key, values }) => [key, ...values]);
  const [all = []] = (await ask({ metrics })).rows.map(({ values }) => values);
  const spring = await rowsOf({ contains: ['SPRING'] });
  const others = await rowsOf({ without: ['spring'] });
  const sums = [1, 2, 3].map((index) => Number(spring[0]?.[index]) + Number(others[0]?.[index]));
  assert.deepEqual([sums[0], sums[1], sums[2]?.toFixed(3)], [all[0], all[1], Number(all[2]).toFixed(3)]);
  assert.ok(Number(spring[0]?.[1]) > 0 && Number(others[0]?.[1]) > 0);
  const active = await rowsOf({ contains: ['spring'], status: 'active' });
  assert.deepEqual(active, [[null, 1300, 15, 13.4]]);
  for (const by of ['day', { dimension: 'device' }, { dimension: 'country' }, { dimension: 'campaign' }] as const) {
    const rows = await rowsOf({ contains: ['spring'], status: 'active' }, by);
    assert.equal(
      rows.reduce((sum, [, impressions]) => sum + Number(impressions), 0),
      1300,
      JSON.stringify(by),
    );
  }
  const reach = async (campaigns: object) => (await ask({ metrics: ['reach'] }, { campaigns })).rows[0]?.values[0];
  assert.deepEqual(
    [await reach({ contains: ['spring'], status: 'active' }), await reach({ contains: ['spring'] })],
    [2, null],
  );
  assert.deepEqual(await rowsOf({ contains: ['autumn'] }), []);
  await using context = open();
  const verified = tikTokAdsConnector.verify({ ...config, campaigns: { contains: ['autumn'] } }, secret, context);
  await assert.rejects(verified, isError('invalid_config', /^campaigns: No campaign.*Spring/));
});

testHostedFaults('tiktok-ads', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await tikTokAdsConnector.query(config, secret, week, context);
  },
}));
