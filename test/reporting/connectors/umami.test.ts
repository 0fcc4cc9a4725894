import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { umamiConnector } from '../../../src/reporting/connectors/umami.ts';
import { startUmami, umamiToken, umamiUser, umamiWebsites } from '../../doubles/umami.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startUmami();
const config = { url: double.url, website: umamiWebsites.shop };
const secret = { token: umamiToken };
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ secret, ...options });
const week: Query = {
  from: '2026-02-27',
  to: '2026-03-05',
  timeZone: 'Europe/Berlin',
  metrics: ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'],
  by: 'none',
  limit: 400,
};

async function ask(query: Partial<Query> = {}, asked: object = {}) {
  await using context = open();
  return await umamiConnector.query({ ...config, ...asked }, secret, { ...week, ...query }, context);
}

const rowsBy = async (by: Query['by'], more: Partial<Query> = {}, asked: object = {}) => {
  const { rows } = await ask({ metrics: ['visits', 'pageviews', 'bounce_rate'], by, ...more }, asked);
  return rows.map(({ key, values }) => [key, ...values]);
};

test('umami: the figures are those of the rows, by the days of the project', async () => {
  const whole = await ask();
  assert.deepEqual(whole.rows, [{ key: null, values: [4, 6, 10, 0.5, 100] }]);
  assert.deepEqual([whole.hasData, whole.groupCount], [true, 1]);
  assert.deepEqual(await rowsBy('day'), [
    ['2026-02-27', 2, 3, 0.5],
    ['2026-03-01', 2, 4, 0.5],
    ['2026-03-03', 1, 2, 0],
    ['2026-03-04', 1, 1, 1],
  ]);
  assert.deepEqual((await rowsBy('day', { from: '2026-02-26', timeZone: 'UTC' })).slice(0, 2), [
    ['2026-02-26', 2, 3, 0.5],
    ['2026-02-28', 2, 4, 0.5],
  ]);
  assert.deepEqual(await rowsBy('week'), [
    ['2026-02-23', 4, 7, 0.5],
    ['2026-03-02', 2, 3, 0.5],
  ]);
  assert.deepEqual(await rowsBy({ dimension: 'country' }), [
    ['Germany', 3, 6, 1 / 3],
    ['Poland', 3, 4, 2 / 3],
  ]);
  assert.deepEqual(await rowsBy({ dimension: 'page' }), [
    ['/', 5, 6, null],
    ['/shop', 3, 3, null],
    [hostileValue, 1, 1, null],
  ]);
  assert.deepEqual(await rowsBy({ dimension: 'landing_page' }, {}, { dimensions: ['landing_page'] }), [
    ['/', 5, null, null],
    ['/shop', 1, null, null],
  ]);
  assert.deepEqual(
    await rowsBy({ dimension: 'campaign' }, { metrics: ['pageviews'] }),
    [
      [hostileValue, 3],
      ['spring', 3],
      [null, 4],
    ].toSorted(([, a], [, b]) => Number(b) - Number(a)),
  );
});

test('umami: an empty period has no figures; a day of 23 hours is as long as it is', async () => {
  for (const by of ['none', 'week', 'month', { dimension: 'page' }] satisfies Query['by'][]) {
    const empty = await ask({ from: '2020-01-01', to: '2020-12-31', by });
    assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  }
  await ask({ from: '2026-03-29', to: '2026-03-29' });
  const asked = double.seen.at(-1)?.query;
  assert.equal(Number(asked?.get('endAt')) + 1 - Number(asked?.get('startAt')), 23 * 3_600_000);
  const year = await ask({ from: '2025-03-05', to: '2026-03-05', by: 'day', metrics: ['visits'] });
  assert.equal(year.groupCount, 4);
});

test('umami: queries of one report ask for a day once', async () => {
  await using context = open();
  const before = double.seen.length;
  for (const metrics of [['visits'], ['pageviews', 'bounce_rate']]) {
    await umamiConnector.query(config, secret, { ...week, metrics, by: 'day' }, context);
  }
  assert.equal(double.seen.length - before, 7);
});

test('umami: views have hours of the project, 30 days a request, and visits and visitors have none', async () => {
  const metrics = ['pageviews', 'visits', 'visitors'];
  const { rows } = await ask({ by: 'day', hourly: true, metrics });
  assert.deepEqual(
    rows.map(({ key, values }) => [key, ...values]),
    [
      ['2026-02-27T00', 3, null, null],
      ['2026-03-01T00', 4, null, null],
      ['2026-03-03T00', 2, null, null],
      ['2026-03-04T00', 1, null, null],
    ],
  );
  const asked = double.seen.at(-1)?.query;
  assert.deepEqual([asked?.get('unit'), asked?.get('timezone')], ['hour', 'Europe/Berlin']);
  const inUtc = await ask({ from: '2026-02-26', timeZone: 'UTC', by: 'day', hourly: true, metrics });
  assert.equal(inUtc.rows[0]?.key, '2026-02-26T23');
  const before = double.seen.length;
  const long = await ask({ from: '2026-01-31', to: '2026-03-05', by: 'day', hourly: true, metrics: ['pageviews'] });
  assert.deepEqual([long.rows.length, double.seen.length - before], [4, 2]);
  assert.equal(long.rows[0]?.key, '2026-02-27T00');
  await using context = open();
  assert.deepEqual((await umamiConnector.describe(config, secret, context)).hours, ['pageviews']);
});

test('umami: an hour that the clock repeats is one row, in each form in which servers write times', async () => {
  const answers = [
    [['2026-10-25 02:00:00', 3]],
    [
      ['2026-10-25 02:00:00', '2'],
      ['2026-10-25 02:00:00', '1'],
    ],
    [
      ['2026-10-25T00:00:00Z', 2],
      ['2026-10-25T01:00:00Z', 1],
    ],
  ];
  for (const answer of answers) {
    double.fault = () => ({ pageviews: answer.map(([x, y]) => ({ x, y })), sessions: [] });
    const day = { from: '2026-10-25', to: '2026-10-25' };
    const { rows } = await ask({ ...day, by: 'day', hourly: true, metrics: ['pageviews'] });
    assert.deepEqual(rows, [{ key: '2026-10-25T02', values: [3] }]);
  }
  double.fault = () => ({ pageviews: [{ x: 'yesterday', y: 1 }], sessions: [] });
  await assert.rejects(ask({ by: 'day', hourly: true, metrics: ['pageviews'] }), isError('invalid_config', /Umami 3/));
  double.fault = null;
});

test('umami: a user signs in once, and the cloud gets a key at its own path', async () => {
  await using context = openTestContext({ secret: umamiUser });
  const before = double.seen.length;
  await umamiConnector.query(config, umamiUser, { ...week, by: 'day' }, context);
  const paths = double.seen.slice(before).map(({ path }) => path);
  assert.equal(paths.filter((path) => path === '/api/auth/login').length, 1);
  const wrong = { user: 'reporter', password: 'wrong-password' };
  await using other = openTestContext({ secret: wrong });
  await assert.rejects(umamiConnector.query(config, wrong, week, other), isError('reauth_required', /401/, wrong));

  const network = { ...localNetwork, systemAddresses: { ...localNetwork.systemAddresses, umami: double.url } };
  await using cloud = openTestContext({ secret, network });
  const inCloud = { ...config, url: 'https://api.umami.is/v1' };
  assert.equal((await umamiConnector.query(inCloud, secret, week, cloud)).hasData, true);
  assert.match(double.seen.at(-1)?.path ?? '', /^\/v1\/websites\//);
  assert.equal(double.seen.at(-1)?.headers.authorization, undefined);
});

test('umami: credentials and a website that are refused are told apart', async () => {
  const gone = '00000000-0000-4000-8000-000000000009';
  await assert.rejects(ask({}, { website: gone }), isError('resource_missing', /website/, secret));
  await using context = open();
  const wrong = { token: 'a-token-that-was-revoked' };
  await assert.rejects(umamiConnector.query(config, wrong, week, context), isError('reauth_required', /401/, wrong));
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
});

test('umami: counts of earlier versions and of databases that give texts are read', async () => {
  double.fault = () => ({
    pageviews: { value: 5, prev: 0 },
    visitors: { value: '2' },
    visits: '4',
    bounces: null,
    totaltime: 40,
  });
  const { rows } = await ask();
  double.fault = null;
  assert.deepEqual(rows[0]?.values, [2, 4, 5, 0, 10]);
});

test('umami: describes, lists its websites and verifies one', async () => {
  await using context = open();
  const described = await umamiConnector.describe({ ...config, metrics: ['visits'] }, secret, context);
  assert.deepEqual([described.timeZone, described.metrics.length], [undefined, 1]);
  const websites = await umamiConnector.resources?.(config, secret, context);
  assert.deepEqual(
    websites?.map(({ label, config }) => [label, config.website]),
    Object.entries(umamiWebsites),
  );
  const warnings = await umamiConnector.verify({ ...config, website: umamiWebsites.empty }, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
  const connector = getConnector('umami');
  assert.deepEqual(parseConfig(connector, config), config);
  for (const one of [secret, umamiUser]) assert.deepEqual(parseSecret(connector, one), one);
  assert.throws(() => parseConfig(connector, { ...config, website: '../users' }), /website/);
});

testHostedFaults('umami', async () => ({
  double,
  secret,
  brokenJson: 'invalid_config',
  ask: async (options) => {
    await using context = open(options);
    return await umamiConnector.query(config, secret, week, context);
  },
}));
