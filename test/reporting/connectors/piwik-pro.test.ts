import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { piwikCatalog } from '../../../src/reporting/connectors/piwik-pro/catalog.ts';
import { piwikProConnector } from '../../../src/reporting/connectors/piwik-pro.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { piwikClient, piwikSites, startPiwikPro } from '../../doubles/piwik-pro.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { type FaultyDouble, testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startPiwikPro();
const config = { account: 'shop', site: piwikSites.shop };
const secret = piwikClient;
const systemAddresses = { ...localNetwork.systemAddresses, 'piwik-pro': double.url };
const open = (options: Partial<ConnectorContextOptions> = {}) =>
  openTestContext({ network: { ...localNetwork, systemAddresses }, secret, ...options });
const everything = {
  metrics: piwikCatalog.metrics.map(({ key }) => key),
  dimensions: piwikCatalog.dimensions.map(({ key }) => key),
};
const week: Query = {
  ...{ from: '2026-02-27', to: '2026-03-05', timeZone: 'Europe/Berlin', by: 'none', limit: 100 },
  metrics: ['visitors', 'sessions', 'page_views', 'bounce_rate', 'average_session_time', 'goal_conversions', 'revenue'],
};

async function ask(query: Partial<Query> = {}, asked: object = {}) {
  await using context = open();
  return await piwikProConnector.query({ ...config, ...everything, ...asked }, secret, { ...week, ...query }, context);
}

async function rowsOf(query: Partial<Query> = {}) {
  return (await ask(query)).rows.map(({ key, values }) => [key, ...values]);
}

const figures: [Query['by'], unknown[][]][] = [
  // Sessions last 100 seconds on average, however many events they have.
  ['none', [[null, 4, 6, 10, 0.5, 100, 2, 25.3]]],
  [
    'day',
    [
      ['2026-02-27', 2, 2, 3, 0.5, 50, 0, 0],
      ['2026-03-01', 2, 2, 4, 0.5, 150, 1, 20.1],
      ['2026-03-03', 1, 1, 2, 0, 200, 1, 5.2],
      ['2026-03-04', 1, 1, 1, 1, 0, 0, 0],
    ],
  ],
  // Four people came in March, though its days have five.
  [
    'month',
    [
      ['2026-02-01', 2, 2, 3, 0.5, 50, 0, 0],
      ['2026-03-01', 4, 4, 7, 0.5, 125, 2, 25.3],
    ],
  ],
  [
    { dimension: 'channel' },
    [
      ['Direct', 2, 3, 4, 2 / 3, 200 / 3, 1, 5.2],
      ['Paid Search', 2, 3, 6, 1 / 3, 400 / 3, 1, 20.1],
    ],
  ],
  [
    { dimension: 'device' },
    [
      [null, 2, 3, 5, 2 / 3, 100, 1, 20.1],
      ['Mobile', 2, 3, 5, 1 / 3, 100, 1, 5.2],
    ],
  ],
  [
    { dimension: 'campaign' },
    [
      [null, 2, 3, 4, 2 / 3, 200 / 3, 1, 5.2],
      ['spring', 1, 2, 3, 0.5, 50, 0, 0],
      [hostileValue, 1, 1, 3, 0, 300, 1, 20.1],
    ],
  ],
  [
    { dimension: 'landing_page' },
    [
      ['/', 4, 5, 9, 0.4, 120, 2, 25.3],
      ['/shop', 1, 1, 1, 1, 0, 0, 0],
    ],
  ],
  // What is known of sessions alone has no figure by page, and a goal has none but its conversions.
  [
    { dimension: 'page' },
    [
      ['/', 4, 5, 6, null, null, null, null],
      ['/shop', 2, 3, 3, null, null, null, null],
      [hostileValue, 1, 1, 1, null, null, null, null],
    ],
  ],
  [{ dimension: 'goal' }, [['Bought', null, null, null, null, null, 2, null]]],
];

test('piwik-pro: the figures are those of the visits', async () => {
  for (const [by, rows] of figures) {
    const found = await rowsOf({ by });
    const inOrder = (all: unknown[][]) => all.toSorted((a, b) => `${a[0]}`.localeCompare(`${b[0]}`));
    assert.deepEqual(typeof by === 'string' ? found : inOrder(found), inOrder(rows), JSON.stringify(by));
  }
  const visitors = piwikCatalog.metrics.find(({ key }) => key === 'visitors');
  assert.equal(visitors?.additive, false);
});

test('piwik-pro: sums of sessions are never asked for together with what events have', async () => {
  const before = double.seen.length;
  await ask();
  const bodies = double.seen.slice(before).filter(({ path }) => path.includes('query'));
  const asked = bodies.map(({ body }) => JSON.parse(body).columns.map((one: { column_id: string }) => one.column_id));
  assert.equal(asked.length, 2);
  assert.ok(asked.every((ids) => !(ids.includes('revenue') && ids.includes('session_total_time'))));
});

test('piwik-pro: pages are read to the end, and fewer rows than there are said to be are no figure', async () => {
  double.mostRows = 1;
  assert.deepEqual(await rowsOf({ by: 'day' }), figures[1]?.[1]);
  double.mostRows = 0;
  await assert.rejects(ask(), isError('transient', /cannot be read/, secret));
  double.mostRows = 100_000;
});

test('piwik-pro: a token that ended is renewed once; credentials that give none have to be replaced', async () => {
  await using context = open();
  const once = () => piwikProConnector.query(config, secret, { ...week, metrics: ['sessions'] }, context);
  assert.equal((await once()).rows[0]?.values[0], 6);
  double.endTokens();
  assert.equal((await once()).rows[0]?.values[0], 6);
  const wrong = { ...secret, client_secret: 'wrong' };
  await using other = open();
  const refused = piwikProConnector.query(config, wrong, week, other);
  await assert.rejects(refused, isError('reauth_required', /client_secret/, wrong));
});

test('piwik-pro: describes the zone and the currency of the site, lists sites, verifies one', async () => {
  await using context = open();
  const { timeZone, currency, metrics } = await piwikProConnector.describe(config, secret, context);
  assert.deepEqual([timeZone, currency, metrics.length], ['Europe/Berlin', 'EUR', 8]);
  assert.deepEqual(await piwikProConnector.resources?.({ account: 'shop' }, secret, context), [
    { config: { account: 'shop', site: piwikSites.shop }, label: 'shop' },
    { config: { account: 'shop', site: piwikSites.empty }, label: 'empty' },
  ]);
  assert.ok(piwikProConnector.resources);
  await assert.rejects(piwikProConnector.resources(null, secret, context), isError('invalid_config', /account/));
  const warnings = await piwikProConnector.verify({ ...config, site: piwikSites.empty }, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
  const gone = { ...config, site: '00000000-2222-4333-8444-555555555555' };
  await assert.rejects(piwikProConnector.verify(gone, secret, context), isError('resource_missing', /404/, secret));
  assert.equal(piwikProConnector.origin?.(config), 'shop.piwik.pro');
});

test('piwik-pro: an empty period has no figures, what is not offered is refused', async () => {
  const empty = await ask({ from: '2020-01-01', to: '2020-12-31', by: 'day' });
  assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
  await assert.rejects(ask({ by: { dimension: 'nope' } }), isError('invalid_config', /"nope"/));
});

test('piwik-pro: the registry reads its configuration and secret', () => {
  const connector = getConnector('piwik-pro');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  for (const account of ['shop.evil.example/', 'shop.', '-a', '']) {
    assert.throws(() => parseConfig(connector, { ...config, account }), /account/);
  }
  assert.throws(() => parseConfig(connector, { ...config, site: '../x' }), /site/);
});

/** Faults of what is asked with a token; what the request for one means is tried above. */
const faulty: FaultyDouble = {
  get fault() {
    return double.fault;
  },
  set fault(fault) {
    double.fault =
      fault && ((request, response) => (request.path === '/auth/token' ? undefined : fault(request, response)));
  },
};

testHostedFaults('piwik-pro', async () => ({
  double: faulty,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await piwikProConnector.query(config, secret, { ...week, metrics: ['sessions'] }, context);
  },
}));
