import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { klaviyoCatalog } from '../../../src/reporting/connectors/klaviyo/catalog.ts';
import { klaviyoConnector } from '../../../src/reporting/connectors/klaviyo.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { klaviyoKey, klaviyoOrders, startKlaviyo } from '../../doubles/klaviyo.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startKlaviyo();
const secret = { key: klaviyoKey };
const systemAddresses = { ...localNetwork.systemAddresses, klaviyo: double.url };
const open = (options: Partial<ConnectorContextOptions> = {}) =>
  openTestContext({ network: { ...localNetwork, systemAddresses }, secret, ...options });
const all = klaviyoCatalog.metrics.map(({ key }) => key);
const metrics = ['emails_received', 'opens', 'clicks', 'attributed_revenue', 'attributed_orders', 'new_subscribers'];
const week: Query = {
  ...{ from: '2026-02-27', to: '2026-03-05', timeZone: 'Europe/Berlin', by: 'none', limit: 100 },
  metrics,
};

async function ask(query: Partial<Query> = {}, config: object = {}) {
  await using context = open();
  return await klaviyoConnector.query({ metrics: all, ...config }, secret, { ...week, ...query }, context);
}

async function rowsOf(query: Partial<Query> = {}, config: object = {}) {
  return (await ask(query, config)).rows.map(({ key, values }) => [key, ...values]);
}

const figures: [Query['by'], unknown[][]][] = [
  ['none', [[null, 6, 5, 1, 30.3, 3, 2]]],
  [
    'day',
    [
      ['2026-02-27', 3, 3, 1, 10.1, 1, 1],
      ['2026-03-01', 1, 1, 0, 20.2, 1, 0],
      ['2026-03-03', 2, 1, 0, 0, 0, 1],
      ['2026-03-04', 0, 0, 0, 0, 1, 0],
    ],
  ],
  [
    'month',
    [
      ['2026-02-01', 3, 3, 1, 10.1, 1, 1],
      ['2026-03-01', 3, 2, 0, 20.2, 2, 1],
    ],
  ],
  // Who subscribes does so without a message.
  [
    { dimension: 'campaign' },
    [
      [hostileValue, 3, 3, 1, 10.1, 2, null],
      ['Summer', 2, 1, 0, 0, 0, null],
    ],
  ],
  [{ dimension: 'flow' }, [['Welcome', 1, 1, 0, 20.2, 1, null]]],
];

test('klaviyo: figures are those of the events, of days in the zone of the query', async () => {
  for (const [by, rows] of figures) assert.deepEqual(await rowsOf({ by }), rows, JSON.stringify(by));
  const days = await rowsOf({ by: 'day', timeZone: 'America/New_York', metrics: ['emails_received'] });
  assert.deepEqual(days, [
    ['2026-02-27', 3],
    ['2026-02-28', 1],
    ['2026-03-03', 2],
  ]);
  assert.deepEqual(await rowsOf({ timeZone: 'Europe/Kyiv', metrics: ['opens'] }), [[null, 5]]);
});

test('klaviyo: amounts in another currency than the account’s are left out, and told', async () => {
  const asked = ['revenue', 'orders', 'average_order_value', 'revenue_per_email', 'attributed_revenue', 'opens'];
  const { rows, leftOut } = await ask({ metrics: asked });
  assert.deepEqual(rows[0]?.values, [35.3, 4, 35.3 / 3, 30.3 / 6, 30.3, 5]);
  assert.deepEqual(leftOut, [1, 0, 1, 1, 1, 0]);
  const before = await ask({ metrics: asked, to: '2026-03-03' });
  assert.equal(before.leftOut, undefined);
  await using context = open();
  const { currency, timeZone } = await klaviyoConnector.describe({}, secret, context);
  assert.deepEqual([currency, timeZone], ['EUR', undefined]);
});

test('klaviyo: people are counted over a day or a month alone, and never added up', async () => {
  const asked = { metrics: ['people_opened', 'people_clicked', 'opens'] };
  assert.deepEqual(await rowsOf(asked), [[null, null, null, 5]]);
  assert.deepEqual(await rowsOf({ ...asked, from: '2026-02-01', to: '2026-02-28' }), [[null, 2, 1, 3]]);
  assert.deepEqual(await rowsOf({ ...asked, from: '2026-02-27', to: '2026-02-27' }), [[null, 2, 1, 3]]);
  const days = await rowsOf({ ...asked, by: 'day' });
  assert.deepEqual(days[0], ['2026-02-27', 2, 1, 3]);
  const months = { ...asked, by: 'month', from: '2026-02-01', to: '2026-03-05' } as const;
  assert.deepEqual(await rowsOf(months), [
    ['2026-02-01', 2, 1, 3],
    ['2026-03-01', null, null, 2],
  ]);
  const march = { ...asked, from: '2026-03-01', to: '2026-03-31', by: { dimension: 'flow' } };
  assert.deepEqual(await rowsOf(march), [['Welcome', 1, null, 1]]);
  const ofPeople = klaviyoCatalog.metrics.filter(({ key }) => key.startsWith('people_'));
  assert.ok(ofPeople.every(({ additive }) => !additive));
});

test('klaviyo: figures of other days than were asked for are none', async () => {
  double.ignoresZone = true;
  try {
    await assert.rejects(ask({ by: 'day' }), isError('transient', /other days/, secret));
    await assert.rejects(ask({ timeZone: 'America/New_York' }), isError('transient', /other days/, secret));
  } finally {
    double.ignoresZone = false;
  }
});

test('klaviyo: pages are read to the end; a full one without a next one is not taken for all', async () => {
  double.mostRows = 1;
  try {
    assert.deepEqual(await rowsOf({ by: { dimension: 'campaign' } }), figures[3]?.[1]);
  } finally {
    double.mostRows = 500;
  }
  const many = Array.from({ length: 500 }, (_one, index) => ({
    ...{ dimensions: [`F${index}`, ''], measurements: { count: [1] } },
  }));
  double.fault = (request) =>
    request.path.includes('metric-aggregates')
      ? { data: { attributes: { dates: ['2026-02-26T23:00:00+00:00'], data: many } } }
      : undefined;
  try {
    const asked = ask({ to: '2026-02-27', by: { dimension: 'flow' }, metrics: ['opens'] });
    await assert.rejects(asked, isError('invalid_config', /shorter/, secret));
  } finally {
    double.fault = null;
  }
});

test('klaviyo: names that the key may not see are ids, and figures stay what they are', async () => {
  double.mayReadNames = false;
  try {
    assert.deepEqual(await rowsOf({ by: { dimension: 'flow' }, metrics: ['opens'] }), [['FLOW1', 1]]);
    const campaigns = await rowsOf({ by: { dimension: 'campaign' }, metrics: ['opens'] });
    assert.deepEqual(campaigns, [
      ['MSG1', 3],
      ['MSG3', 1],
    ]);
  } finally {
    double.mayReadNames = true;
  }
});

test('klaviyo: of several kinds of orders one has to be chosen; they are listed', async () => {
  double.hasOtherOrders = true;
  try {
    await assert.rejects(ask(), (error: Error & { faults?: readonly { path: string }[] }) => {
      assert.deepEqual(error.faults?.[0]?.path, 'orders');
      return isError('invalid_config', /SHOPORD \(Shopify\), APIORD \(API\)/)(error);
    });
    assert.deepEqual(await rowsOf({ metrics: ['opens'] }), [[null, 5]]);
    assert.deepEqual(await rowsOf({ metrics: ['orders'] }, { orders: klaviyoOrders.shop }), [[null, 4]]);
    assert.deepEqual(await rowsOf({ metrics: ['orders'] }, { orders: klaviyoOrders.api }), []);
    await assert.rejects(ask({}, { orders: 'NOPE' }), isError('resource_missing', /orders/, secret));
    await using context = open();
    assert.deepEqual(await klaviyoConnector.resources?.(null, secret, context), [
      { config: { orders: 'SHOPORD' }, label: 'Placed Order (Shopify)' },
      { config: { orders: 'APIORD' }, label: 'Placed Order (API)' },
    ]);
  } finally {
    double.hasOtherOrders = false;
  }
});

test('klaviyo: an empty period has no figures, a long one is asked for in parts', async () => {
  const empty = await ask({ from: '2020-01-01', to: '2020-12-31', by: 'day' });
  assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  assert.deepEqual(await rowsOf({ from: '2024-01-01', to: '2026-12-31' }), figures[0]?.[1]);
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
  await assert.rejects(ask({ by: { dimension: 'nope' } }), isError('invalid_config', /"nope"/));
});

test('klaviyo: the registry reads its configuration and secret, and verify warns of an account without events', async () => {
  const connector = getConnector('klaviyo');
  assert.deepEqual(parseConfig(connector, { orders: 'SHOPORD' }), { orders: 'SHOPORD' });
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseConfig(connector, { orders: '../x' }), /orders/);
  await using context = open();
  const warnings = await klaviyoConnector.verify({}, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
  await using other = open();
  const wrong = klaviyoConnector.verify({}, { key: 'wrong' }, other);
  await assert.rejects(wrong, isError('reauth_required', /401/));
});

testHostedFaults('klaviyo', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  quotaWaitMs: 60_000,
  ask: async (options) => {
    await using context = open(options);
    return await klaviyoConnector.query({}, secret, { ...week, metrics: ['opens'] }, context);
  },
}));
