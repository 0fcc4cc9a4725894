import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query, QueryResult } from '../../../src/reporting/connectors/contract.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { searchConsoleConnector } from '../../../src/reporting/connectors/search-console.ts';
import { startGoogleOAuth } from '../../doubles/google-oauth.ts';
import { searchSites, startSearchConsole } from '../../doubles/search-console.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { assertPairsAddUp } from '../../support/dimension-pairs.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const oauth = await startGoogleOAuth();
const double = await startSearchConsole(oauth);
const config = { site: searchSites.shop };
const secret = { service_account: oauth.serviceAccount };
const systemAddresses = {
  ...localNetwork.systemAddresses,
  'search-console': double.url,
  'google-oauth': oauth.url,
};
const open = (options: Partial<ConnectorContextOptions> = {}) =>
  openTestContext({ network: { ...localNetwork, systemAddresses }, secret, ...options });
const week: Query = {
  from: '2026-02-27',
  to: '2026-03-05',
  timeZone: 'Europe/Berlin',
  metrics: ['clicks', 'impressions', 'ctr', 'position'],
  by: 'none',
  limit: 100,
};

async function ask(query: Partial<Query> = {}, asked: object = {}) {
  await using context = open();
  return await searchConsoleConnector.query({ ...config, ...asked }, secret, { ...week, ...query }, context);
}

/** Figures with the digits that doubles are exact in. */
function rounded({ rows }: QueryResult) {
  return rows.map(({ key, values }) => [key, ...values.map((value) => Number(value?.toFixed(9)))]);
}

const shirts = ['shirts', 8, 60, Number((8 / 60).toFixed(9)), 2];
const hostile = [hostileValue, 3, 30, 0.1, 5];
const groupings: [Query['by'], unknown[][]][] = [
  ['none', [[null, 12, 100, 0.12, 3.1]]],
  [
    'day',
    [
      ['2026-02-27', 6, 40, 0.15, 1.5],
      ['2026-03-01', 2, 20, 0.1, 3],
      ['2026-03-03', 4, 40, 0.1, 4.75],
    ],
  ],
  [
    'week',
    [
      ['2026-02-23', 8, 60, Number((8 / 60).toFixed(9)), 2],
      ['2026-03-02', 4, 40, 0.1, 4.75],
    ],
  ],
  [
    'month',
    [
      ['2026-02-01', 6, 40, 0.15, 1.5],
      ['2026-03-01', 6, 60, 0.1, Number((250 / 60).toFixed(9))],
    ],
  ],
  [{ dimension: 'query' }, [shirts, hostile]],
  [
    { dimension: 'page' },
    [
      ['https://shop.example/', 6, 60, 0.1, 2],
      ['https://shop.example/shop', 4, 50, 0.08, 2.4],
      [`https://shop.example/${hostileValue}`, 3, 30, 0.1, 5],
    ],
  ],
  [
    { dimension: 'country' },
    [
      ['Germany', 9, 70, Number((9 / 70).toFixed(9)), 3],
      ['Poland', 2, 20, 0.1, 3],
      [null, 1, 10, 0.1, 4],
    ],
  ],
  [
    { dimension: 'device' },
    [
      ['Mobile', 7, 50, 0.14, 2],
      ['Desktop', 5, 50, 0.1, 4.2],
    ],
  ],
];

test('search-console: terms of a brand and all others are told apart, and rare ones told as withheld', async () => {
  const brand = await ask({}, { queries: { contains: ['SHIRT', 'a+b'] } });
  assert.deepEqual(rounded(brand), [[null, ...shirts.slice(1)]]);
  assert.deepEqual(brand.notices, [{ code: 'withheld_rows' }]);
  const days = await ask({ by: 'day', metrics: ['clicks'] }, { queries: { contains: ['shirt'] } });
  assert.deepEqual(rounded(days), [
    ['2026-02-27', 6],
    ['2026-03-01', 2],
  ]);
  // The double has a rare term whose clicks belong to neither.
  const others = await ask({}, { queries: { without: ['shirt'] } });
  assert.deepEqual(rounded(others), [[null, ...hostile.slice(1)]]);
  const none = await ask({}, { queries: { contains: ['shi.ts'] } });
  assert.deepEqual([none.rows, none.hasData, none.notices], [[], false, undefined]);
  assert.deepEqual((await ask({}, { type: 'image' })).hasData, false);
  await using context = open();
  const warnings = await searchConsoleConnector.verify({ ...config, queries: { contains: ['x'] } }, secret, context);
  assert.deepEqual(
    warnings.map(({ code, path }) => [code, path]),
    [['no_data', 'queries']],
  );
  const parse = (asked: object) => () => parseConfig(getConnector('search-console'), { ...config, ...asked });
  assert.throws(parse({ type: 'discover' }), /type must be one of web, image, video, news/);
  assert.throws(parse({ queries: {} }), /queries/);
});

test('search-console: the figures are those of the rows, one by one and together', async () => {
  const queries = groupings.map(([by]) => ({ ...week, by }));
  const before = double.seen.length;
  await using context = open();
  const together = (await searchConsoleConnector.queryAll?.(config, secret, queries, context)) ?? [];
  // The total, the days, and each dimension.
  assert.equal(double.seen.length, before + 6);
  for (const [index, [by, groups]] of groupings.entries()) {
    const answer = await ask({ by });
    assert.deepEqual(rounded(answer), groups);
    assert.deepEqual([answer.hasData, answer.groupCount, answer.rowsRead], [true, groups.length, null]);
    assert.deepEqual(together[index], answer);
  }
});

test('search-console: totals are asked for without a dimension, everything with figures that still change', async () => {
  const before = double.seen.length;
  await ask({ by: { dimension: 'query' } });
  const [total, queries, ...others] = double.seen
    .slice(before)
    .map(({ path, body }) => ({ path, ...JSON.parse(body) }));
  assert.deepEqual(others, []);
  const path = '/webmasters/v3/sites/sc-domain%3Ashop.example/searchAnalytics/query?prettyPrint=false';
  const asked = { path, startDate: week.from, endDate: week.to, type: 'web', dataState: 'all', rowLimit: 25_000 };
  assert.deepEqual(total, { ...asked, startRow: 0 });
  assert.deepEqual(queries, { ...asked, dimensions: ['query'], startRow: 0 });
});

test('search-console: the first metric decides the order and what comes back', async () => {
  const countries = async (query: Partial<Query>) =>
    (await ask({ by: { dimension: 'country' }, ...query })).rows.map(({ key }) => key);
  assert.deepEqual(await countries({ metrics: ['position'] }), [null, 'Germany', 'Poland']);
  assert.deepEqual(await countries({ metrics: ['impressions'], limit: 1 }), ['Germany']);
  assert.equal((await ask({ by: { dimension: 'country' }, limit: 1 })).groupCount, 3);
});

test('search-console: queries that are withheld are told of', async () => {
  const codes = async (query: Partial<Query>) => (await ask(query)).notices?.map(({ code }) => code);
  assert.deepEqual(await codes({ by: { dimension: 'query' } }), ['withheld_rows']);
  assert.equal(await codes({ by: { dimension: 'query' }, to: '2026-03-01' }), undefined);
  assert.equal(await codes({ by: { dimension: 'page' } }), undefined);
  assert.equal(await codes({}), undefined);
});

test('search-console: days whose figures still change are told of, where the period may have any', async () => {
  const today = Temporal.Now.plainDateISO('America/Los_Angeles');
  const recent = { from: today.subtract({ days: 6 }).toString(), to: today.toString() };
  const date = today.subtract({ days: 1 }).toString();
  assert.equal((await ask(recent)).notices, undefined);
  double.firstIncomplete = date;
  for (const by of ['none', 'week', { dimension: 'page' }] as const) {
    assert.deepEqual((await ask({ ...recent, by })).notices, [{ code: 'incomplete_from', date }]);
  }
  assert.deepEqual((await ask({ from: today.toString(), to: today.toString() })).notices, [
    { code: 'incomplete_from', date: today.toString() },
  ]);
  const before = double.seen.length;
  assert.equal((await ask()).notices, undefined);
  assert.equal(double.seen.length, before + 1);
  double.firstIncomplete = null;
});

test('search-console: rows beyond a page are asked for, to 50,000', async () => {
  const rows = Array.from({ length: 25_000 }, (_, index) => {
    return { keys: [`query ${index}`], clicks: 30_000 - index, impressions: 30_000, ctr: 0.5, position: 1 };
  });
  const answering = (second: readonly object[]) => {
    double.fault = ({ body }) => {
      const { startRow, dimensions } = JSON.parse(body);
      if (!dimensions) return undefined;
      return { rows: startRow === 0 ? rows : second, responseAggregationType: 'byProperty' };
    };
  };
  const by = { dimension: 'page' };
  answering(rows.slice(0, 10));
  const before = double.seen.length;
  const some = await ask({ by, limit: 5 });
  assert.deepEqual([some.rows.length, some.groupCount, some.notices], [5, 25_010, undefined]);
  assert.deepEqual(
    double.seen.slice(before).map(({ body }) => JSON.parse(body).startRow),
    [0, 0, 25_000],
  );
  answering(rows);
  const all = await ask({ by, limit: 5 });
  double.fault = null;
  assert.deepEqual([all.groupCount, all.notices], [50_000, [{ code: 'withheld_rows' }]]);
  assert.equal(double.seen.length, before + 6);
});

test('search-console: an empty period has no figures, a day and 366 days have theirs', async () => {
  for (const by of ['none', 'day', { dimension: 'page' }] as const) {
    const empty = await ask({ from: '2020-01-01', to: '2020-12-31', by });
    assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  }
  const oneDay = await ask({ from: '2026-03-01', to: '2026-03-01', by: 'day', metrics: ['clicks'] });
  assert.deepEqual(oneDay.rows, [{ key: '2026-03-01', values: [2] }]);
  const year = await ask({ from: '2025-03-05', to: '2026-03-05', by: 'day', metrics: ['clicks'], limit: 366 });
  assert.equal(year.groupCount, 3);
  assert.equal((await ask({ from: '2026-03-08', to: '2026-03-08', by: 'day' })).hasData, false);
});

test('search-console: describes its metrics in Pacific days, or those that are chosen', async () => {
  await using context = open();
  const described = await searchConsoleConnector.describe(config, secret, context);
  assert.equal(described.timeZone, 'America/Los_Angeles');
  assert.deepEqual(
    described.metrics.map(({ key, additive, better }) => [key, additive, better]),
    [
      ['clicks', true, 'up'],
      ['impressions', true, 'up'],
      ['ctr', false, 'up'],
      ['position', false, 'down'],
    ],
  );
  const chosen = await searchConsoleConnector.describe({ ...config, metrics: ['position'] }, secret, context);
  assert.deepEqual(
    chosen.metrics.map(({ key }) => key),
    ['position'],
  );
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
  await assert.rejects(ask({ by: { dimension: 'nope' } }), isError('invalid_config', /"nope"/));
});

test('search-console: lists the sites that the credentials may read, and verifies one', async () => {
  await using context = open();
  const sites = await searchConsoleConnector.resources?.(null, secret, context);
  assert.deepEqual(sites, [
    { config, label: 'shop.example' },
    { config: { site: searchSites.empty }, label: 'https://empty.example/' },
  ]);
  const warnings = await searchConsoleConnector.verify({ site: searchSites.empty }, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
  const foreign = searchConsoleConnector.verify({ site: searchSites.unverified }, secret, context);
  await assert.rejects(foreign, isError('resource_missing', /403/, secret));
});

test('search-console: a quota without a time asks for a quarter of an hour', async () => {
  double.fault = (_request, response) => {
    response.statusCode = 403;
    const message = 'Search Analytics load quota exceeded.';
    return { error: { code: 403, message, errors: [{ domain: 'usageLimits', reason: 'quotaExceeded', message }] } };
  };
  await assert.rejects(ask(), (error: Error & { retryAfterMs?: number }) => {
    assert.equal(error.retryAfterMs, 900_000);
    return isError('transient', /quota/, secret)(error);
  });
  double.fault = () => ({
    rows: [{ keys: ['?'], clicks: 1, impressions: 1, ctr: 1, position: 1 }],
    responseAggregationType: 'x',
  });
  await assert.rejects(ask({ by: 'day' }), isError('transient', /day/, secret));
  double.fault = null;
});

test('search-console: the registry reads its configuration and secret', () => {
  const connector = getConnector('search-console');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.deepEqual(parseSecret(connector, oauth.grantSecret), oauth.grantSecret);
  assert.throws(() => parseSecret(connector, null));
  assert.throws(() => parseConfig(connector, { site: 'shop.example' }), /site/);
});

testHostedFaults('search-console', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await searchConsoleConnector.query(config, secret, week, context);
  },
}));

test('pairs of dimensions add up where Google withholds nothing, and say so where it does', async () => {
  await assertPairsAddUp(ask, ['clicks', 'impressions'], ['country', 'device']);
  // Each page of a result counts, so that the devices of a page add up to it, and pages to more than the site.
  const [byPage, pages] = [
    await ask({ metrics: ['clicks'], by: { dimension: 'page', secondary: 'device' } }),
    await ask({ metrics: ['clicks'], by: { dimension: 'page' } }),
  ];
  for (const { key, values } of pages.rows) {
    const parts = byPage.rows.filter((row) => row.key === key);
    const sum = parts.reduce((total, row) => total + (row.values[0] ?? 0), 0);
    assert.equal(sum, values[0], String(key));
  }
  const terms = await ask({ by: { dimension: 'page', secondary: 'query' } });
  assert.ok(terms.notices?.some(({ code }) => code === 'withheld_rows'));
  const [first] = terms.rows;
  assert.deepEqual(Object.keys(first ?? {}), ['key', 'secondary', 'values']);
});
