import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { plausibleConnector } from '../../../src/reporting/connectors/plausible.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { plausibleKey, startPlausible } from '../../doubles/plausible.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startPlausible();
const config = { url: 'https://plausible.io', site: 'shop.example' };
const secret = { key: plausibleKey };
const network = {
  ...localNetwork,
  systemAddresses: { ...localNetwork.systemAddresses, plausible: double.url },
};
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ network, secret, ...options });
const week: Query = {
  from: '2026-02-27',
  to: '2026-03-05',
  timeZone: 'Europe/Berlin',
  metrics: ['visitors', 'visits', 'pageviews', 'views_per_visit', 'bounce_rate', 'visit_duration'],
  by: 'none',
  limit: 100,
};

async function ask(query: Partial<Query> = {}, asked: object = {}) {
  await using context = open();
  return await plausibleConnector.query({ ...config, ...asked }, secret, { ...week, ...query }, context);
}

test('plausible: the figures are those of the rows', async () => {
  const whole = await ask();
  assert.deepEqual(whole.rows, [{ key: null, values: [4, 6, 10, 1.67, 0.5, 100] }]);
  assert.deepEqual([whole.hasData, whole.groupCount, whole.rowsRead], [true, 1, null]);
  const metrics = ['visitors', 'pageviews'];
  const table: [Query['by'], [string | null, number, number][]][] = [
    [
      'day',
      [
        ['2026-02-27', 2, 3],
        ['2026-03-01', 2, 4],
        ['2026-03-03', 1, 2],
        ['2026-03-04', 1, 1],
      ],
    ],
    [
      'week',
      [
        ['2026-02-23', 3, 7],
        ['2026-03-02', 2, 3],
      ],
    ],
    [
      'month',
      [
        ['2026-02-01', 2, 3],
        ['2026-03-01', 4, 7],
      ],
    ],
    [
      { dimension: 'channel' },
      [
        ['Direct', 2, 4],
        ['Paid Search', 2, 6],
      ],
    ],
    [
      { dimension: 'source_medium' },
      [
        ['Direct / None / –', 2, 4],
        ['Google / cpc', 2, 6],
      ],
    ],
    [
      { dimension: 'campaign' },
      [
        [null, 2, 4],
        [hostileValue, 1, 3],
        ['spring', 1, 3],
      ],
    ],
    [
      { dimension: 'page' },
      [
        ['/', 4, 6],
        ['/shop', 2, 3],
        [hostileValue, 1, 1],
      ],
    ],
    [
      { dimension: 'landing_page' },
      [
        ['/', 4, 9],
        ['/shop', 1, 1],
      ],
    ],
    [
      { dimension: 'country' },
      [
        ['Germany', 2, 6],
        ['Poland', 2, 4],
      ],
    ],
  ];
  for (const [by, expected] of table) {
    const asked = typeof by === 'object' && { dimensions: [by.dimension] };
    const { rows } = await ask({ metrics, by }, { ...asked });
    const inOrder = rows.map(({ key, values: [first = null, second = null] }) => [key, first, second]);
    assert.deepEqual(new Set(inOrder.map((row) => `${row}`)), new Set(expected.map((row) => `${row}`)), `${by}`);
    if (typeof by === 'string') assert.deepEqual(inOrder, expected);
  }
});

test('plausible: hours are those of the site, each day apart', async () => {
  const { rows } = await ask({ by: 'day', hourly: true, metrics: ['visits'], limit: 200 });
  assert.deepEqual(rows[0], { key: '2026-02-27T08', values: [1] });
  assert.deepEqual([rows.length > 1, rows.every(({ key }) => /^\d{4}-\d\d-\d\dT\d\d$/.test(key ?? ''))], [true, true]);
});

test('plausible: figures of visits have none by page; the greatest rows come back and all are counted', async () => {
  const byPage = await ask({ metrics: ['bounce_rate', 'pageviews'], by: { dimension: 'page' }, limit: 1 });
  assert.deepEqual([byPage.rows.length, byPage.groupCount], [1, 3]);
  assert.equal(byPage.rows[0]?.values[0], null);
  const pages = await ask({ metrics: ['pageviews'], by: { dimension: 'page' }, limit: 2 });
  assert.deepEqual(
    pages.rows.map(({ key }) => key),
    ['/', '/shop'],
  );
});

test('plausible: an empty period has no figures, a day and 366 days have theirs', async () => {
  const empty = await ask({ from: '2020-01-01', to: '2020-12-31' });
  assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  const oneDay = await ask({ from: '2026-03-01', to: '2026-03-01', by: 'day', metrics: ['visits'] });
  assert.deepEqual(oneDay.rows, [{ key: '2026-03-01', values: [2] }]);
  const year = await ask({ from: '2025-03-05', to: '2026-03-05', by: 'day', metrics: ['visits'], limit: 366 });
  assert.equal(year.groupCount, 4);
  const clockChange = await ask({ from: '2026-03-29', to: '2026-03-29', by: 'day' });
  assert.equal(clockChange.hasData, false);
  assert.deepEqual(JSON.parse(double.seen.at(-1)?.body ?? '{}').date_range, ['2026-03-29', '2026-03-29']);
});

test('plausible: describes leading metrics with the zone of the site, or those that are chosen', async () => {
  await using context = open();
  const described = await plausibleConnector.describe(config, secret, context);
  assert.equal(described.timeZone, 'Europe/Berlin');
  assert.deepEqual(
    described.metrics.map(({ key }) => key),
    week.metrics,
  );
  assert.deepEqual(
    described.metrics.filter(({ additive }) => additive).map(({ key }) => key),
    ['visits', 'pageviews'],
  );
  const chosen = { ...config, metrics: ['events', 'visitors'], dimensions: ['browser'] };
  const fewer = await plausibleConnector.describe(chosen, secret, context);
  assert.deepEqual(
    fewer.metrics.map(({ key }) => key),
    ['events', 'visitors'],
  );
  assert.deepEqual(fewer.dimensions, [{ key: 'browser', label: 'Browser' }]);
  const all = await plausibleConnector.catalog?.(config, secret, context);
  assert.ok(all?.dimensions.some(({ key }) => key === 'goal'));
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
  await assert.rejects(ask({ by: { dimension: 'browser' } }), isError('invalid_config', /"browser"/));
  const unknown = plausibleConnector.verify({ ...config, metrics: ['nope'] }, secret, context);
  await assert.rejects(unknown, isError('invalid_config', /"nope"/));
});

test('plausible: lists the sites of a key over all pages, and verifies one', async () => {
  await using context = open();
  const sites = await plausibleConnector.resources?.(null, secret, context);
  assert.deepEqual(
    sites?.map(({ config }) => config.site),
    ['shop.example', 'empty.example', 'blog.example'],
  );
  assert.deepEqual(sites?.[0]?.config, config);
  const warnings = await plausibleConnector.verify({ ...config, site: 'empty.example' }, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
});

test('plausible: a key and a site that are refused are told apart', async () => {
  await assert.rejects(ask({}, { site: 'other.example' }), isError('resource_missing', /site/, secret));
  await using context = open();
  const wrong = { key: 'a-key-that-was-revoked' };
  await assert.rejects(
    plausibleConnector.query(config, wrong, week, context),
    isError('reauth_required', /401/, wrong),
  );
  double.fault = (request, response) => {
    if (request.path !== '/api/v2/query') return undefined;
    response.statusCode = 402;
    return { error: 'This Plausible site is locked' };
  };
  await assert.rejects(ask(), isError('resource_missing', /plan/));
  double.fault = null;
});

test('plausible: a server without an API of sites has no zone, which verify says', async () => {
  const community = await startPlausible(true);
  await using context = openTestContext({ secret });
  const own = { url: `${community.url}/`, site: 'shop.example' };
  assert.equal((await plausibleConnector.describe(own, secret, context)).timeZone, undefined);
  const warnings = await plausibleConnector.verify(own, secret, context);
  assert.ok(warnings.some(({ code }) => code === 'time_zone_unknown'));
});

test('plausible: the registry reads its configuration and secret', () => {
  const connector = getConnector('plausible');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseSecret(connector, null));
  assert.throws(() => parseConfig(connector, { ...config, metrics: ['A B'] }), /metrics\.0/);
});

testHostedFaults('plausible', async () => ({
  double,
  secret,
  brokenJson: 'invalid_config',
  quotaWaitMs: 300_000,
  ask: async (options) => {
    await using context = open(options);
    return await plausibleConnector.query(config, secret, week, context);
  },
}));
