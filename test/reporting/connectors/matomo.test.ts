import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { hasTrueHours } from '../../../src/reporting/connectors/matomo/site-clock.ts';
import { matomoConnector } from '../../../src/reporting/connectors/matomo.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { matomoToken, reportsIn, startMatomo } from '../../doubles/matomo.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startMatomo();
const config = { url: `${double.url}/`, site: 1 };
const secret = { token: matomoToken };
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ secret, ...options });
const week: Query = {
  from: '2026-02-27',
  to: '2026-03-05',
  timeZone: 'Europe/Berlin',
  metrics: ['nb_visits', 'nb_pageviews', 'bounce_rate', 'avg_time_on_site', 'nb_uniq_visitors', 'revenue'],
  by: 'none',
  limit: 400,
};

async function ask(query: Partial<Query> = {}, asked: object = {}) {
  await using context = open();
  return await matomoConnector.query({ ...config, ...asked }, secret, { ...week, ...query }, context);
}

test('matomo: the figures are those of the rows; a range has no unique visitors', async () => {
  const whole = await ask();
  assert.deepEqual(whole.rows, [{ key: null, values: [6, 10, 0.5, 100, null, 49.9] }]);
  assert.deepEqual([whole.hasData, whole.groupCount], [true, 1]);
  const metrics = ['nb_visits', 'nb_pageviews', 'nb_uniq_visitors'];
  const rowsBy = async (by: Query['by'], more: Partial<Query> = {}, asked: object = {}) => {
    const { rows } = await ask({ metrics, by, ...more }, asked);
    return rows.map(({ key, values }) => [key, ...values]);
  };
  assert.deepEqual(await rowsBy('day'), [
    ['2026-02-27', 2, 3, 2],
    ['2026-03-01', 2, 4, 2],
    ['2026-03-03', 1, 2, 1],
    ['2026-03-04', 1, 1, 1],
  ]);
  assert.deepEqual(await rowsBy('week'), [
    ['2026-02-23', 4, 7, null],
    ['2026-03-02', 2, 3, null],
  ]);
  assert.deepEqual(await rowsBy('week', { from: '2026-02-23', to: '2026-03-08' }), [
    ['2026-02-23', 4, 7, 3],
    ['2026-03-02', 2, 3, 2],
  ]);
  assert.deepEqual(await rowsBy('month', { from: '2026-02-01', to: '2026-03-31' }), [
    ['2026-02-01', 2, 3, 2],
    ['2026-03-01', 4, 7, 4],
  ]);
  assert.deepEqual(await rowsBy({ dimension: 'page' }), [
    ['/', 5, 6, null],
    ['/shop', 3, 3, null],
    [hostileValue, 1, 1, null],
  ]);
  const landing = { dimensions: ['landing_page'] };
  const ofVisits = ['nb_visits', 'bounce_rate', 'nb_pageviews', 'nb_uniq_visitors'];
  assert.deepEqual(await rowsBy({ dimension: 'landing_page' }, { metrics: ofVisits }, landing), [
    ['/', 5, 0.4, null, null],
    ['/shop', 1, 1, null, null],
  ]);
  const day = { from: '2026-03-01', to: '2026-03-01' };
  assert.deepEqual(await rowsBy({ dimension: 'landing_page' }, { ...day, metrics: ofVisits }, landing), [
    ['/', 1, 0, null, 1],
    ['/shop', 1, 1, null, 1],
  ]);
  assert.deepEqual(await rowsBy({ dimension: 'channel' }, day), [['Paid Search', 2, null, 2]]);
  assert.deepEqual(await rowsBy('none', day), [[null, 2, 4, 2]]);
});

test('matomo: visits have hours of the site, each day apart, and what Matomo does not split has none', async () => {
  const { rows } = await ask({ by: 'day', hourly: true, metrics: ['nb_visits', 'nb_pageviews', 'revenue'] });
  assert.deepEqual(
    rows.map(({ key, values }) => [key, ...values]),
    [
      ['2026-02-27T08', 1, null, null],
      ['2026-02-27T09', 1, null, null],
      ['2026-03-01T08', 1, null, null],
      ['2026-03-01T10', 1, null, null],
      ['2026-03-03T11', 1, null, null],
      ['2026-03-04T09', 1, null, null],
    ],
  );
  await using context = open();
  assert.deepEqual((await matomoConnector.describe(config, secret, context)).hours, ['nb_visits']);
  const halfHours = await matomoConnector.describe({ ...config, site: 2 }, secret, context);
  assert.equal(halfHours.hours, undefined);
});

test('matomo: days whose hours Matomo mixes up have none', async () => {
  const all = Array.from({ length: 24 }, (_, hour) => ({ label: `${hour}h`, nb_visits: hour < 20 ? 1 : 0 }));
  const answer = [Object.fromEntries(['2026-03-28', '2026-03-29', '2026-03-30'].map((day) => [day, all]))];
  double.fault = ({ body }) =>
    body.includes('getBulkRequest') ? answer : [{ idsite: 1, name: 'Shop', timezone: 'Europe/Berlin' }];
  const days = { from: '2026-03-28', to: '2026-03-30' };
  const { rows } = await ask({ ...days, by: 'day', hourly: true, metrics: ['nb_visits'] });
  double.fault = null;
  const known = Map.groupBy(rows, ({ key }) => key?.slice(0, 10));
  assert.deepEqual(
    [...known].map(([day, some]) => [day, some.length]),
    [['2026-03-28', 20]],
  );
});

test('matomo: hours are true where each hour in UTC is one of the day’s own', () => {
  const table: readonly [string, string, boolean][] = [
    ['2026-03-28', 'Europe/Berlin', true],
    ['2026-03-29', 'Europe/Berlin', false],
    ['2026-10-25', 'Europe/Berlin', false],
    // It begins on the 25th in UTC, when it was summer still.
    ['2026-10-26', 'Europe/Berlin', false],
    ['2026-10-27', 'Europe/Berlin', true],
    ['2026-03-07', 'America/New_York', true],
    ['2026-03-08', 'America/New_York', false],
    ['2026-03-09', 'America/New_York', true],
    ['2026-03-01', 'Asia/Kolkata', false],
    ['2026-03-01', '-05:30', false],
    ['2026-03-01', 'UTC', true],
    ['2026-03-01', '+02:00', true],
  ];
  for (const [day, zone, expected] of table) assert.equal(hasTrueHours(day, zone), expected, `${day} ${zone}`);
});

test('matomo: campaigns leave out visits without one, so that they are no more than the whole', async () => {
  const { rows } = await ask({ metrics: ['nb_visits', 'bounce_rate'], by: { dimension: 'campaign' } });
  assert.deepEqual(rows, [
    { key: 'spring', values: [2, 0.5] },
    { key: hostileValue, values: [1, 0] },
  ]);
  const limited = await ask({ metrics: ['nb_visits'], by: { dimension: 'country' }, limit: 1 });
  assert.deepEqual([limited.rows.length, limited.groupCount], [1, 2]);
});

test('matomo: rare values that the server merged are told', async () => {
  double.fault = () => [
    [{ label: '/a', nb_hits: 3 }, { label: 'Others', nb_hits: 9 }, { label: 'Page URL not defined' }],
  ];
  const { rows, notices } = await ask({ metrics: ['nb_pageviews'], by: { dimension: 'page' } });
  double.fault = null;
  assert.deepEqual(notices, [{ code: 'other_row' }]);
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['Others', '/a', null],
  );
});

test('matomo: a whole query is one request, with the token in its body alone', async () => {
  const before = double.seen.length;
  await ask({ by: 'week' });
  assert.equal(double.seen.length, before + 1);
  const [request] = double.seen.slice(-1);
  assert.ok(!request?.path.includes(matomoToken));
  const asked = reportsIn(request).map(({ method, period, date }) => `${method} ${period} ${date}`);
  assert.equal(asked.length, 6);
  assert.ok(asked.includes('VisitsSummary.get range 2026-02-27,2026-03-01'), asked.join());
  assert.ok(asked.includes('Goals.get range 2026-03-02,2026-03-05'));
});

test('matomo: an empty period has no figures, 366 days and a day of 23 hours are asked for as they are', async () => {
  for (const by of ['none', 'day', 'week', 'month', { dimension: 'page' }] satisfies Query['by'][]) {
    const empty = await ask({ from: '2020-01-01', to: '2020-12-31', by });
    assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  }
  const year = await ask({ from: '2025-03-05', to: '2026-03-05', by: 'day', metrics: ['nb_visits'] });
  assert.equal(year.groupCount, 4);
  await ask({ from: '2026-03-29', to: '2026-03-29' });
  assert.equal(reportsIn(double.seen.at(-1))[0]?.date, '2026-03-29');
});

test('matomo: describes what it offers with the zone and the currency of the site', async () => {
  await using context = open();
  const described = await matomoConnector.describe(config, secret, context);
  assert.deepEqual([described.timeZone, described.currency], ['Europe/Berlin', 'EUR']);
  const empty = await matomoConnector.describe({ ...config, site: 2, metrics: ['nb_actions'] }, secret, context);
  assert.deepEqual([empty.timeZone, empty.currency, empty.metrics.length], ['-05:30', 'USD', 1]);
  const all = await matomoConnector.catalog?.(config, secret, context);
  assert.ok(all?.dimensions.some(({ key }) => key === 'query'));
  const sites = await matomoConnector.resources?.(config, secret, context);
  assert.deepEqual(
    sites?.map(({ config, label }) => [config.site, label]),
    [
      [1, 'Shop'],
      [2, 'Empty'],
    ],
  );
  const warnings = await matomoConnector.verify({ ...config, site: 2 }, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
});

test('matomo: a token, a site and a report that are refused are told apart', async () => {
  await using context = open();
  const wrong = { token: 'a-token-that-was-revoked' };
  await assert.rejects(matomoConnector.query(config, wrong, week, context), isError('reauth_required', /token/, wrong));
  await assert.rejects(ask({}, { site: 7 }), isError('resource_missing', /site/, secret));
  const query = { dimensions: ['query'] };
  await assert.rejects(ask({ by: { dimension: 'query' } }, query), isError('invalid_config', /report/));
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
});

test('matomo: the registry reads its configuration and secret', () => {
  const connector = getConnector('matomo');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseConfig(connector, { ...config, site: 'one' }), /site/);
});

testHostedFaults('matomo', async () => ({
  double,
  secret,
  brokenJson: 'invalid_config',
  ask: async (options) => {
    await using context = open(options);
    return await matomoConnector.query(config, secret, week, context);
  },
}));
