import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { pinterestAdsConnector } from '../../../src/reporting/connectors/pinterest-ads.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { pinterestAccounts, pinterestToken, startPinterestAds } from '../../doubles/pinterest-ads.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';
import { grantOf } from '../../support/hosted-systems.ts';

const double = await startPinterestAds();
const config = { account: pinterestAccounts.shop };
const secret = grantOf(pinterestToken);
const addresses = { ...localNetwork.systemAddresses, 'pinterest-ads': double.url };
const network = { ...localNetwork, systemAddresses: addresses };
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ network, secret, ...options });
const week: Query = {
  ...{ from: '2026-02-27', to: '2026-03-05', timeZone: 'UTC', by: 'none', limit: 400 },
  metrics: ['impressions', 'pin_clicks', 'spend', 'ctr', 'conversions', 'cost_per_conversion'],
};

async function ask(query: Partial<Query> = {}, asked: object = {}) {
  await using context = open();
  return await pinterestAdsConnector.query({ ...config, ...asked }, secret, { ...week, ...query }, context);
}

const rowsBy = async (by: Query['by'], metrics = ['impressions', 'spend']) => {
  const { rows } = await ask({ by, metrics });
  return rows.map(({ key, values }) => [key, ...values]);
};

test('pinterest-ads: the figures are those of the account, amounts exact to the last digit', async () => {
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
  const value = await ask({ metrics: ['checkout_value', 'roas'] }, { metrics: ['checkout_value', 'roas'] });
  assert.deepEqual(value.rows[0]?.values, [30, 30 / 20.4]);
});

test('pinterest-ads: people are asked for by the weeks and months themselves, and never added up', async () => {
  assert.deepEqual(await rowsBy('none', ['reach']), [[null, 5]]);
  assert.deepEqual(await rowsBy('week', ['reach']), [
    ['2026-02-23', 3],
    ['2026-03-02', 2],
  ]);
  assert.deepEqual(await rowsBy({ dimension: 'campaign' }, ['impressions', 'reach']), [
    ['Spring', 1500, null],
    [hostileValue, 500, 1],
    ['104', 2, 1],
  ]);
});

test('pinterest-ads: dimensions, also of campaigns that were archived', async () => {
  const before = double.seen.length;
  await rowsBy({ dimension: 'campaign' });
  const paths = double.seen.slice(before).map(({ path }) => path.split('?')[0]?.split('/').slice(4).join('/'));
  assert.deepEqual(paths, ['campaigns', 'campaigns', 'campaigns/analytics']);
  assert.deepEqual(await rowsBy({ dimension: 'country' }), [
    ['Germany', 1300, 13.4],
    ['Poland', 700, 6.9],
    [null, 2, 0.1],
  ]);
  assert.deepEqual(await rowsBy({ dimension: 'device' }), [
    ['iPhone', 1202, 16.895],
    ['Desktop', 800, 3.505],
  ]);
});

test('pinterest-ads: asks as documented, and by day for 90 days at once', async () => {
  const before = double.seen.length;
  await ask({ metrics: ['spend'] });
  const [request] = double.seen.slice(before);
  assert.ok(request?.path.startsWith(`/v5/ad_accounts/${pinterestAccounts.shop}/analytics?`));
  assert.deepEqual(Object.fromEntries(request?.query ?? []), {
    ...{ start_date: '2026-02-27', end_date: '2026-03-05', granularity: 'TOTAL' },
    columns: 'SPEND_IN_MICRO_DOLLAR,TOTAL_IMPRESSION',
  });
  const seen = double.seen.length;
  await ask({ from: '2026-01-01', to: '2026-06-30', by: 'day' });
  assert.equal(double.seen.length - seen, 3);
});

test('pinterest-ads: an empty period has no figures', async () => {
  for (const by of ['none', 'day', { dimension: 'campaign' }, { dimension: 'country' }] satisfies Query['by'][]) {
    const empty = await ask({ from: '2026-06-01', to: '2026-06-30', by });
    assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  }
});

test('pinterest-ads: what Pinterest no longer has is told, as are figures that are none', async () => {
  double.fault = (_request, response) => {
    response.statusCode = 400;
    return { code: 1, message: 'user admin: start_date is more than 90 days ago' };
  };
  await assert.rejects(ask(), isError('invalid_config', /last 90 days/, secret));
  double.fault = () => [{ AD_ACCOUNT_ID: '1', TOTAL_IMPRESSION: '1,000' }];
  await assert.rejects(ask(), isError('transient', /read/));
  double.fault = () => [{ AD_ACCOUNT_ID: '1', SPEND_IN_MICRO_DOLLAR: 1e21 }];
  await assert.rejects(ask(), isError('transient', /read/));
  double.fault = () => [{ AD_ACCOUNT_ID: '1', DATE: 'today', TOTAL_IMPRESSION: 1 }];
  await assert.rejects(ask({ by: 'day' }), isError('transient', /read/));
  double.fault = () => ({ items: [{ id: '1' }], bookmark: 'again' });
  await assert.rejects(ask({ by: { dimension: 'campaign' } }), isError('transient', /read/));
  double.fault = null;
});

test('pinterest-ads: describes days of UTC in the currency of the account, lists accounts, and warns', async () => {
  await using context = open();
  const described = await pinterestAdsConnector.describe(config, secret, context);
  assert.deepEqual([described.timeZone, described.currency], ['UTC', 'USD']);
  const found = await pinterestAdsConnector.resources?.(null, secret, context);
  assert.deepEqual(
    found?.map(({ config, label, currency }) => [config.account, label, currency]),
    [
      [pinterestAccounts.shop, 'Shop', 'USD'],
      [pinterestAccounts.idle, 'Idle', 'EUR'],
    ],
  );
  const warnings = await pinterestAdsConnector.verify({ account: pinterestAccounts.idle }, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
  await assert.rejects(ask({}, { account: '5' }), isError('resource_missing', /403/, secret));
});

test('pinterest-ads: the registry reads its configuration and secret', () => {
  const connector = getConnector('pinterest-ads');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseConfig(connector, { account: 'shop' }), /account/);
});

testHostedFaults('pinterest-ads', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await pinterestAdsConnector.query(config, secret, week, context);
  },
}));
