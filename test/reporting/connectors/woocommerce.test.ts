import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { wooCommerceConnector } from '../../../src/reporting/connectors/woocommerce.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { startWooCommerce, wooSecret, wooStaffSecret } from '../../doubles/woocommerce.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startWooCommerce();
const config = { url: `${double.url}/` };
const secret = wooSecret;
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ secret, ...options });
const week: Query = {
  from: '2026-02-27',
  to: '2026-03-05',
  timeZone: 'Europe/Berlin',
  metrics: [
    'net_revenue',
    'orders_count',
    'total_sales',
    'avg_order_value',
    'num_items_sold',
    'gross_sales',
    'refunds',
  ],
  by: 'none',
  limit: 400,
};

async function ask(query: Partial<Query> = {}, asked: object = {}, asking: unknown = secret) {
  await using context = open({ secret: asking });
  return await wooCommerceConnector.query(
    { ...config, ...asked },
    asking as typeof secret,
    { ...week, ...query },
    context,
  );
}

const rowsBy = async (by: Query['by'], more: Partial<Query> = {}, asked: object = {}) => {
  const { rows } = await ask({ metrics: ['net_revenue', 'orders_count'], by, ...more }, asked);
  return rows.map(({ key, values }) => [key, ...values]);
};

const routesSince = (before: number) =>
  double.seen.slice(before).map(({ path }) => path.replace(/\?.*/, '').replace('/wp-json', ''));

test('woocommerce: the figures are those of the orders', async () => {
  const whole = await ask();
  assert.deepEqual(whole.rows, [{ key: null, values: [46.6, 4, 57.21, 11.65, 8, 57.6, 9] }]);
  assert.deepEqual([whole.hasData, whole.groupCount, whole.rowsRead, whole.freshAt], [true, 1, null, null]);
  const metrics = ['coupons', 'taxes', 'shipping'];
  assert.deepEqual((await ask({ metrics }, { metrics })).rows, [{ key: null, values: [2, 5.71, 4.9] }]);
});

test('woocommerce: days without orders have no figures; weeks from Monday and months are made of days', async () => {
  assert.deepEqual(await rowsBy('day'), [
    ['2026-02-27', 29, 2],
    ['2026-03-01', 10, 1],
    ['2026-03-03', 16.6, 1],
    ['2026-03-04', -9, 0],
  ]);
  assert.deepEqual(await rowsBy('week', { metrics: ['net_revenue', 'orders_count', 'avg_order_value'] }), [
    ['2026-02-23', 39, 3, 13],
    ['2026-03-02', 7.6, 1, 7.6],
  ]);
  assert.deepEqual(await rowsBy('month'), [
    ['2026-02-01', 29, 2],
    ['2026-03-01', 17.6, 2],
  ]);
  const values = await ask({ metrics: ['avg_order_value'], by: 'day' });
  assert.deepEqual(values.rows.at(-1), { key: '2026-03-04', values: [null] });
});

test('woocommerce: products, categories and coupons have the figures that their reports have', async () => {
  const metrics = ['net_revenue', 'orders_count', 'num_items_sold', 'total_sales', 'avg_order_value'];
  const products = await ask({ metrics, by: { dimension: 'product' } });
  assert.deepEqual(products.rows, [
    { key: 'Tea', values: [27.5, 3, 5, null, null] },
    { key: 'Mug', values: [19, 2, 2, null, null] },
    { key: hostileValue, values: [0.1, 1, 1, null, null] },
  ]);
  assert.deepEqual(await rowsBy({ dimension: 'category' }), [
    ['Food', 27.6, 3],
    ['Kitchen', 19, 2],
  ]);
  const asked = { metrics: ['coupons', 'orders_count', 'net_revenue'], dimensions: ['coupon'] };
  const coupons = await ask({ metrics: asked.metrics, by: { dimension: 'coupon' } }, asked);
  assert.deepEqual(coupons.rows, [{ key: 'spring', values: [2, 1, null] }]);
});

test('woocommerce: countries and sources are made of orders, without names of customers', async () => {
  const asked = { dimensions: ['country', 'source', 'channel'] };
  assert.deepEqual(await rowsBy({ dimension: 'country' }, {}, asked), [
    ['Germany', 24.5, 2],
    ['Poland', 22.1, 2],
  ]);
  assert.ok(!double.seen.at(-1)?.query.get('_fields')?.includes('name'));
  const metrics = ['orders_count', 'net_revenue', 'refunds', 'num_items_sold', 'avg_order_value', 'total_sales'];
  const sources = await ask({ metrics, by: { dimension: 'source' } }, asked);
  assert.deepEqual(sources.rows, [
    { key: 'Direct', values: [2, 15.5, 0, 2, 7.75, null] },
    { key: 'Organic: Google', values: [1, 14.5, 9, 2, 14.5, null] },
    { key: null, values: [1, 16.6, 0, 4, 16.6, null] },
  ]);
  const channels = await ask({ metrics: ['orders_count'], by: { dimension: 'channel' } }, asked);
  assert.deepEqual(
    channels.rows.map(({ key, values }) => [key, ...values]),
    [
      ['Direct', 2],
      ['Organic', 1],
      // What WooCommerce does not know has no name, and counts.
      [null, 1],
    ],
  );
});

test('woocommerce: long lists are read as far as they are asked for; equal names are told apart', async () => {
  const january = { from: '2025-01-01', to: '2025-01-31' };
  const before = double.seen.length;
  const some = await ask({ ...january, metrics: ['net_revenue'], by: { dimension: 'product' }, limit: 150 });
  assert.deepEqual([some.rows.length, some.groupCount, some.rows[0]?.values], [150, 250, [3.49]]);
  assert.deepEqual(routesSince(before), ['/', ...Array(2).fill('/wc-analytics/reports/products')]);
  const all = await ask({ ...january, by: { dimension: 'product' }, limit: 10_000 });
  const keys = all.rows.map(({ key }) => key);
  assert.deepEqual([keys.length, new Set(keys).size], [250, 250]);
  assert.deepEqual(keys.filter((key) => key?.startsWith('Product 0')).toSorted(), [
    'Product 0 (#1)',
    'Product 0 (#250)',
  ]);
  const orders = await ask({ ...january, by: { dimension: 'country' } }, { dimensions: ['country'] });
  assert.deepEqual(orders.rows[0]?.values.slice(0, 2), [561.25, 250]);
  double.fault = (request, response) => {
    if (request.path.includes('reports/orders')) response.setHeader('X-WP-TotalPages', 201).end('[]');
    return undefined;
  };
  const tooMany = ask({ by: { dimension: 'country' } }, { dimensions: ['country'] });
  await assert.rejects(tooMany, isError('invalid_config', /20,000 orders/));
  double.fault = null;
});

test('woocommerce: queries of one report read a period once, 100 days a page', async () => {
  await using context = open();
  const before = double.seen.length;
  const year = { ...week, from: '2025-03-05', to: '2026-03-05' };
  for (const by of ['none', 'day', 'week'] as const) {
    const { groupCount } = await wooCommerceConnector.query(config, secret, { ...year, by }, context);
    assert.equal(groupCount, { none: 1, day: 5, week: 3 }[by]);
  }
  assert.deepEqual(routesSince(before), ['/', ...Array(4).fill('/wc-analytics/reports/revenue/stats')]);
});

test('woocommerce: an empty period has no figures; days are the shop’s, also where the clock changes', async () => {
  for (const by of ['none', 'day', 'week', 'month', { dimension: 'product' }] satisfies Query['by'][]) {
    const empty = await ask({ from: '2020-01-01', to: '2020-02-10', by });
    assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  }
  assert.deepEqual(await rowsBy('day', { from: '2025-10-20', to: '2025-10-31' }), [['2025-10-26', 10, 1]]);
  for (const day of ['2026-03-29', '2025-10-26']) {
    await ask({ from: day, to: day });
    const { query } = double.seen.at(-1) ?? {};
    assert.deepEqual([query?.get('after'), query?.get('before')], [`${day}T00:00:00`, `${day}T23:59:59`]);
  }
});

test('woocommerce: shops with plain permalinks, and headers that something drops', async () => {
  const plain = await startWooCommerce({ isPlain: true });
  assert.deepEqual((await ask({ metrics: ['net_revenue'] }, { url: plain.url })).rows, [{ key: null, values: [46.6] }]);
  double.fault = (_request, response) => {
    const { setHeader } = response;
    response.setHeader = (name, value) => (/^x-wp/i.test(name) ? response : setHeader.call(response, name, value));
    return undefined;
  };
  const year = { from: '2025-03-05', to: '2026-03-05' };
  const days = await ask({ ...year, by: 'day' });
  const products = await ask({ from: '2025-01-01', to: '2025-01-31', by: { dimension: 'product' }, limit: 10_000 });
  double.fault = null;
  assert.deepEqual([days.rows.length, products.rows.length], [5, 250]);
});

test('woocommerce: describes what it offers with the zone and the currency of the shop', async () => {
  await using context = open();
  const described = await wooCommerceConnector.describe({ ...config, metrics: ['refunds'] }, secret, context);
  assert.deepEqual([described.timeZone, described.currency, described.metrics.length], ['Europe/Berlin', 'EUR', 1]);
  const all = await wooCommerceConnector.catalog?.(config, secret, context);
  assert.ok(all?.dimensions.some(({ key }) => key === 'coupon'));
  assert.deepEqual(await wooCommerceConnector.resources?.(config, secret, context), [{ config, label: 'My Shop' }]);
  await assert.rejects(async () => wooCommerceConnector.resources?.(null, secret, context), /url/);
  const warnings = await wooCommerceConnector.verify(config, secret, context);
  assert.deepEqual(
    warnings.map(({ code, path }) => [code, path]),
    [['no_data', 'url']],
  );
});

test('woocommerce: offsets are zones; a site that tells nothing of itself still has figures, with warnings', async () => {
  for (const [gmtOffset, timeZone] of [
    [5.5, '+05:30'],
    ['-3', '-03:00'],
    [0, 'UTC'],
  ] as const) {
    const { url } = await startWooCommerce({ gmtOffset });
    await using context = open();
    assert.equal((await wooCommerceConnector.describe({ url }, secret, context)).timeZone, timeZone);
  }
  const { url } = await startWooCommerce({ isClosed: true, hidesSettings: true });
  await using context = open();
  const described = await wooCommerceConnector.describe({ url }, secret, context);
  assert.deepEqual(['timeZone' in described, 'currency' in described], [false, false]);
  const codes = (await wooCommerceConnector.verify({ url }, secret, context)).map(({ code }) => code);
  assert.deepEqual(codes, ['no_data', 'time_zone_unknown', 'currency_unknown']);
  assert.equal((await ask({}, { url })).hasData, true);
});

test('woocommerce: a key, a right and Analytics that are missing are told apart', async () => {
  const wrongKey = { key: 'ck_of_a_deleted_key', secret: 'cs_of_a_deleted_key' };
  await assert.rejects(ask({}, {}, wrongKey), isError('reauth_required', /401/, wrongKey));
  const wrongSecret = { ...wooSecret, secret: 'cs_that_was_changed' };
  await assert.rejects(ask({}, {}, wrongSecret), isError('reauth_required', /401/, wrongSecret));
  await assert.rejects(ask({}, {}, wooStaffSecret), isError('resource_missing', /shop manager/));
  const { url } = await startWooCommerce({ hasAnalytics: false });
  await assert.rejects(ask({}, { url }), isError('resource_missing', /Analytics/));
  await assert.rejects(ask({}, { url: `${double.url}/blog` }), isError('resource_missing', /WooCommerce/));
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
});

test('woocommerce: the registry reads its configuration and secret, which belongs to the origin', () => {
  const connector = getConnector('woocommerce');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseSecret(connector, { key: 'a:b', secret: 'c' }), /key/);
  assert.equal(connector.origin?.({ url: 'https://shop.example.com/de/' }), 'https://shop.example.com');
});

testHostedFaults('woocommerce', async () => ({
  double,
  secret,
  brokenJson: 'invalid_config',
  ask: async (options) => {
    await using context = open(options);
    return await wooCommerceConnector.query(config, secret, week, context);
  },
}));
