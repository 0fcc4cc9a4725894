import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { pointsWaitMs } from '../../../src/reporting/connectors/shopify/points.ts';
import { shopifyConnector } from '../../../src/reporting/connectors/shopify.ts';
import {
  foreignApp,
  shopifyApp,
  shopifyQlIn,
  shopifyToken,
  startShopify,
  withoutApproval,
  withoutScope,
} from '../../doubles/shopify.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startShopify();
const config = { shop: 'my-shop' };
const secret = { token: shopifyToken };
const shopify = `${double.url}/{shop}`;
const systemAddresses = { ...localNetwork.systemAddresses, shopify, 'shopify-oauth': shopify };
const network = { ...localNetwork, systemAddresses };
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ network, secret, ...options });
const week: Query = {
  from: '2026-02-27',
  to: '2026-03-05',
  timeZone: 'Europe/Berlin',
  metrics: ['total_sales', 'net_sales', 'orders', 'average_order_value', 'gross_sales', 'discounts', 'sales_reversals'],
  by: 'none',
  limit: 400,
};

async function ask(query: Partial<Query> = {}, asked: object = {}, token = shopifyToken) {
  await using context = open({ secret: { token } });
  return await shopifyConnector.query({ ...config, ...asked }, { token }, { ...week, ...query }, context);
}

const rowsBy = async (by: Query['by'], more: Partial<Query> = {}, asked: object = {}) => {
  const { rows } = await ask({ metrics: ['total_sales', 'orders'], by, ...more }, asked);
  return rows.map(({ key, values }) => [key, ...values]);
};

test('shopify: the figures are those of the orders, discounts and reversals as amounts', async () => {
  const whole = await ask();
  assert.deepEqual(whole.rows, [{ key: null, values: [57.21, 46.6, 4, 13.9, 57.6, 2, 9] }]);
  assert.deepEqual([whole.hasData, whole.groupCount, whole.rowsRead, whole.freshAt], [true, 1, null, null]);
  const rest = ['net_items_sold', 'quantity_ordered', 'shipping_charges', 'taxes', 'customers', 'new_customers'];
  const { rows } = await ask({ metrics: rest }, { metrics: rest });
  assert.deepEqual(rows, [{ key: null, values: [8, 9, 4.9, 5.71, 3, 3] }]);
});

test('shopify: days, weeks from Monday and months', async () => {
  assert.deepEqual(await rowsBy('day'), [
    ['2026-02-27', 39.42, 2],
    ['2026-03-01', 11.9, 1],
    ['2026-03-03', 16.6, 1],
    ['2026-03-04', -10.71, 0],
  ]);
  assert.deepEqual(await rowsBy('week'), [
    ['2026-02-23', 51.32, 3],
    ['2026-03-02', 5.89, 1],
  ]);
  const spans = double.seen.slice(-2).map((request) => /SINCE.*?UNTIL \S+/.exec(shopifyQlIn(request))?.[0]);
  assert.deepEqual(spans, ['SINCE 2026-02-27 UNTIL 2026-03-01', 'SINCE 2026-03-02 UNTIL 2026-03-05']);
  assert.deepEqual(await rowsBy('month'), [
    ['2026-02-01', 39.42, 2],
    ['2026-03-01', 17.79, 2],
  ]);
  const values = await ask({ metrics: ['average_order_value'], by: 'day' });
  assert.deepEqual(values.rows.at(-1), { key: '2026-03-04', values: [null] });
});

test('shopify: dimensions fall by their first metric; what is of no product has no name', async () => {
  assert.deepEqual(await rowsBy({ dimension: 'product' }), [
    ['Tea', 28.55, 3],
    ['Mug', 23.66, 2],
    [null, 4.9, 1],
    [hostileValue, 0.1, 1],
  ]);
  assert.deepEqual(await rowsBy({ dimension: 'channel' }), [
    ['Online Store', 50.66, 3],
    ['Point of Sale', 6.55, 1],
  ]);
  const reversed = await ask({ metrics: ['sales_reversals'], by: { dimension: 'country' }, limit: 1 });
  assert.deepEqual([reversed.rows, reversed.groupCount], [[{ key: 'Germany', values: [9] }], 2]);
  assert.match(
    shopifyQlIn(double.seen.at(-1)),
    /ORDER BY sales_reversals ASC, billing_country ASC LIMIT 1000 OFFSET 0$/,
  );
});

test('shopify: more than 1,000 groups are read page by page', async () => {
  const before = double.seen.length;
  const many = await ask({ from: '2025-01-01', to: '2025-01-31', by: { dimension: 'product' }, limit: 10_000 });
  assert.deepEqual([many.rows.length, many.groupCount], [1_050, 1_050]);
  assert.equal(new Set(many.rows.map(({ key }) => key)).size, 1_050);
  const offsets = double.seen.slice(before).map((request) => /OFFSET \d+/.exec(shopifyQlIn(request))?.[0]);
  assert.deepEqual(offsets, ['OFFSET 0', 'OFFSET 1000']);
});

test('shopify: an empty period has no figures; 366 days and a day of 23 hours are asked for as they are', async () => {
  for (const by of ['none', 'day', 'week', 'month', { dimension: 'product' }] satisfies Query['by'][]) {
    const empty = await ask({ from: '2020-01-01', to: '2020-02-10', by });
    assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  }
  assert.equal((await ask({ from: '2025-03-05', to: '2026-03-05', by: 'day' })).groupCount, 4);
  await ask({ from: '2026-03-29', to: '2026-03-29' });
  assert.match(shopifyQlIn(double.seen.at(-1)), /SINCE 2026-03-29 UNTIL 2026-03-29 LIMIT/);
});

test('shopify: describes what it offers with the zone and the currency of the shop', async () => {
  await using context = open();
  const described = await shopifyConnector.describe({ ...config, metrics: ['orders'] }, secret, context);
  assert.deepEqual([described.timeZone, described.currency, described.metrics.length], ['Europe/Berlin', 'EUR', 1]);
  const all = await shopifyConnector.catalog?.(config, secret, context);
  assert.ok(all?.metrics.some(({ key }) => key === 'new_customers'));
  assert.deepEqual(await shopifyConnector.resources?.(config, secret, context), [{ config, label: 'My Shop' }]);
  await assert.rejects(async () => shopifyConnector.resources?.(null, secret, context), /shop/);
  const warnings = await shopifyConnector.verify(config, secret, context);
  assert.deepEqual(
    warnings.map(({ code, path }) => [code, path]),
    [['no_data', 'shop']],
  );
});

test('shopify: a token, a scope and an approval that are missing are told apart; so is a metric that is not there', async () => {
  await assert.rejects(ask({}, {}, 'shpat_revoked'), isError('reauth_required', /401/, { token: 'shpat_revoked' }));
  await assert.rejects(ask({}, {}, withoutScope), isError('reauth_required', /read_reports/));
  await assert.rejects(ask({}, {}, withoutApproval), isError('resource_missing', /customer data/));
  await assert.rejects(ask({}, { shop: 'another' }), isError('resource_missing', /myshopify/));
  await using context = open();
  const asked = { ...config, dimensions: ['source'] };
  await assert.rejects(shopifyConnector.verify(asked, secret, context), isError('invalid_config', /dimensions/));
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
});

test('shopify: an app of the shop gets one token a report; one that gets none has to be repaired', async () => {
  await using context = open({ secret: shopifyApp });
  const before = double.seen.length;
  for (const by of ['none', 'day'] as const) {
    const { hasData } = await shopifyConnector.query(config, shopifyApp, { ...week, by }, context);
    assert.equal(hasData, true);
  }
  const asked = double.seen.slice(before).map(({ path }) => path);
  assert.equal(asked.filter((path) => path === '/my-shop/admin/oauth/access_token').length, 1);
  assert.equal(asked.length, 3);
  for (const app of [foreignApp, { ...shopifyApp, client_secret: 'shpss_changed' }]) {
    await using context = open({ secret: app });
    const refused = shopifyConnector.query(config, app, week, context);
    await assert.rejects(refused, isError('reauth_required', /organization/, app));
  }
});

test('shopify: errors in answers with status 200, and closed shops', async () => {
  const cases: [code: string, kind: Parameters<typeof isError>[0]][] = [
    ['SHOP_INACTIVE', 'resource_missing'],
    ['INTERNAL_SERVER_ERROR', 'transient'],
    ['MAX_COST_EXCEEDED', 'invalid_config'],
  ];
  for (const [code, kind] of cases) {
    double.fault = () => ({ errors: [{ message: 'shop of admin', extensions: { code } }] });
    await assert.rejects(ask(), isError(kind, /^(?!.*admin)/));
  }
  for (const status of [402, 423]) {
    double.fault = (_request, response) => void response.writeHead(status).end('{}');
    await assert.rejects(ask(), isError('resource_missing', new RegExp(`${status}`)));
  }
  double.fault = null;
});

test('shopify: waits until there are points again, and ends where that is too late', async () => {
  const throttled = (windowResetAt: string) => ({
    data: null,
    errors: [{ message: 'Rate limited. Please retry later.', extensions: { code: 'THROTTLED' } }],
    extensions: { shopifyqlCost: { requestedQueryCost: 3, currentlyAvailable: 0, windowResetAt } },
  });
  const before = double.seen.length;
  const resetAt = Date.now() + 150;
  double.fault = () => {
    double.fault = null;
    return throttled(new Date(resetAt).toISOString());
  };
  assert.equal((await ask()).hasData, true);
  assert.ok(Date.now() >= resetAt, 'it asked too early');
  assert.equal(double.seen.length, before + 2);
  double.fault = () => throttled(new Date(Date.now() + 55_000).toISOString());
  await assert.rejects(ask(), (error: Error & { retryAfterMs?: number }) => {
    assert.ok((error.retryAfterMs ?? 0) > 50_000);
    return isError('transient', /points/)(error);
  });
  double.fault = null;
});

test('shopify: points come back by the second, or all at once at the next minute', () => {
  const now = Date.parse('2026-03-01T10:00:30Z');
  const status = (currentlyAvailable: number, restoreRate = 100) => ({
    cost: { requestedQueryCost: 150, throttleStatus: { currentlyAvailable, restoreRate } },
  });
  const window = (currentlyAvailable: number, windowResetAt = '2026-03-01T10:01:00Z') => ({
    shopifyqlCost: { requestedQueryCost: 10, currentlyAvailable, windowResetAt },
  });
  assert.equal(pointsWaitMs(status(50), now), 1_000);
  assert.equal(pointsWaitMs(status(400), now), 0);
  assert.equal(pointsWaitMs(status(0, 0), now), 60_000);
  assert.equal(pointsWaitMs(window(9), now), 30_000);
  assert.equal(pointsWaitMs(window(10), now), 0);
  assert.equal(pointsWaitMs(window(0, 'soon'), now), 0);
  assert.equal(pointsWaitMs({ ...status(50), ...window(0) }, now), 30_000);
  assert.equal(pointsWaitMs(undefined, now), 0);
});

test('shopify: the registry reads its configuration and secret, and no shop leads elsewhere', () => {
  const connector = getConnector('shopify');
  assert.deepEqual(parseConfig(connector, config), config);
  for (const each of [secret, shopifyApp]) assert.deepEqual(parseSecret(connector, each), each);
  assert.throws(() => parseSecret(connector, { client_id: 'only' }));
  for (const shop of ['My-Shop', 'evil.example.com/', 'a.b', '-a', '', 'shop@evil', 'shop:1', 'shop\n']) {
    assert.throws(() => parseConfig(connector, { shop }), /shop/);
  }
  assert.notEqual(connector.origin?.({ shop: 'one' }), connector.origin?.({ shop: 'two' }));
});

testHostedFaults('shopify', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  quotaWaitMs: 60_000,
  ask: async (options) => {
    await using context = open(options);
    return await shopifyConnector.query(config, secret, week, context);
  },
}));
