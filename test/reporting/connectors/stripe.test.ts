import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { stripeConnector } from '../../../src/reporting/connectors/stripe.ts';
import { startStripe, stripeKey } from '../../doubles/stripe.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startStripe();
const config = { currency: 'eur' };
const secret = { key: stripeKey };
const network = { ...localNetwork, systemAddresses: { ...localNetwork.systemAddresses, stripe: double.url } };
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ network, secret, ...options });
const month: Query = {
  from: '2026-03-01',
  to: '2026-03-31',
  timeZone: 'Europe/Berlin',
  metrics: ['gross_volume', 'net_volume', 'payments', 'refunds', 'fees'],
  by: 'none',
  limit: 400,
};

async function ask(query: Partial<Query> = {}, asked: object = {}) {
  await using context = open();
  return await stripeConnector.query({ ...config, ...asked }, secret, { ...month, ...query }, context);
}

const rowsBy = async (by: Query['by'], more: Partial<Query> = {}) => {
  const { rows } = await ask({ metrics: ['gross_volume', 'payments'], by, ...more });
  return rows.map(({ key, values }) => [key, ...values]);
};

test('stripe: the figures are those of the movements, without payouts and other currencies', async () => {
  const whole = await ask();
  // 100.00 + 50.00 + 20.50 + 0.01; fees 5.85, 20.00 of the dispute and 1.99 alone; 10.00 back, 50.00 disputed.
  assert.deepEqual(whole.rows, [{ key: null, values: [170.51, 82.67, 4, 10, 27.84] }]);
  assert.deepEqual([whole.hasData, whole.rowsRead], [true, 7]);
  assert.deepEqual(await rowsBy('week'), [
    ['2026-03-23', 170.51, 4],
    ['2026-03-30', 0, 0],
  ]);
  assert.deepEqual(await rowsBy('month'), [['2026-03-01', 170.51, 4]]);
  assert.deepEqual((await rowsBy({ dimension: 'category' })).slice(0, 2), [
    ['charge', 170.51, 4],
    ['dispute', 0, 0],
  ]);
});

test('stripe: days are those of the project, also where the clock changes', async () => {
  assert.deepEqual(await rowsBy('day'), [
    ['2026-03-27', 100, 1],
    ['2026-03-28', 50, 1],
    ['2026-03-29', 20.51, 2],
    ['2026-03-30', 0, 0],
  ]);
  assert.deepEqual((await rowsBy('day', { timeZone: 'UTC' })).slice(1, 3), [
    ['2026-03-28', 70.5, 2],
    ['2026-03-29', 0.01, 1],
  ]);
  assert.deepEqual(await rowsBy('none', { from: '2026-03-29', to: '2026-03-29' }), [[null, 20.51, 2]]);
});

test('stripe: a currency without a fraction is read as it is; an empty period has no figures', async () => {
  const yen = await ask({ metrics: ['gross_volume'] }, { currency: 'jpy' });
  assert.deepEqual(yen.rows, [{ key: null, values: [1200] }]);
  for (const by of ['none', 'day', { dimension: 'category' }] satisfies Query['by'][]) {
    const empty = await ask({ from: '2020-01-01', to: '2020-12-31', by });
    assert.deepEqual([empty.rows, empty.hasData, empty.rowsRead], [[], false, 0]);
  }
  assert.equal((await ask({ from: '2025-03-31', to: '2026-03-31', by: 'day' })).groupCount, 4);
});

test('stripe: queries of one report read a period once, page by page', async () => {
  await using context = open();
  const before = double.seen.length;
  for (const by of ['none', 'day', { dimension: 'category' }] as const) {
    await stripeConnector.query(config, secret, { ...month, by }, context);
  }
  assert.equal(double.seen.length - before, 4);
});

test('stripe: what failed is asked for anew in the same context', async () => {
  await using context = open();
  double.fault = (_request, response) => void response.writeHead(403).end();
  await assert.rejects(stripeConnector.query(config, secret, month, context), isError('resource_missing', /403/));
  double.fault = null;
  assert.equal((await stripeConnector.query(config, secret, month, context)).hasData, true);
});

test('stripe: describes in its currency, lists currencies and warns of one that is not there', async () => {
  await using context = open();
  const described = await stripeConnector.describe({ ...config, metrics: ['fees'] }, secret, context);
  assert.deepEqual([described.currency, described.timeZone, described.metrics.length], ['EUR', undefined, 1]);
  assert.deepEqual(await stripeConnector.resources?.(null, secret, context), [{ config, label: 'EUR' }]);
  assert.deepEqual(await stripeConnector.verify(config, secret, context), []);
  const warnings = await stripeConnector.verify({ currency: 'jpy' }, secret, context);
  assert.deepEqual(
    warnings.map(({ code, path }) => [code, path]),
    [['no_data', 'currency']],
  );
  const wrong = { key: 'rk_test_that_was_revoked' };
  await assert.rejects(stripeConnector.query(config, wrong, month, context), isError('reauth_required', /401/, wrong));
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
  const connector = getConnector('stripe');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseConfig(connector, { currency: 'EUR' }), /currency/);
});

testHostedFaults('stripe', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await stripeConnector.query(config, secret, month, context);
  },
}));
