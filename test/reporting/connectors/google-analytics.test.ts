import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { googleAnalyticsConnector } from '../../../src/reporting/connectors/google-analytics.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { analyticsProperties, startGoogleAnalytics } from '../../doubles/google-analytics.ts';
import { startGoogleOAuth } from '../../doubles/google-oauth.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const oauth = await startGoogleOAuth();
const double = await startGoogleAnalytics(oauth);
const config = { property: analyticsProperties.shop };
const secret = { service_account: oauth.serviceAccount };
const systemAddresses = {
  ...localNetwork.systemAddresses,
  'google-analytics': double.url,
  'google-oauth': oauth.url,
};
const open = (options: Partial<ConnectorContextOptions> = {}) =>
  openTestContext({ network: { ...localNetwork, systemAddresses }, secret, ...options });
const week: Query = {
  from: '2026-02-27',
  to: '2026-03-05',
  timeZone: 'Europe/Berlin',
  metrics: ['sessions', 'total_users', 'new_users', 'screen_page_views', 'engagement_rate', 'average_session_duration'],
  by: 'none',
  limit: 100,
};

async function ask(query: Partial<Query> = {}, asked: object = {}) {
  await using context = open();
  return await googleAnalyticsConnector.query({ ...config, ...asked }, secret, { ...week, ...query }, context);
}

async function askAll(queries: readonly Partial<Query>[], asked: object = {}) {
  await using context = open();
  const all = queries.map((query) => ({ ...week, ...query }));
  return (await googleAnalyticsConnector.queryAll?.({ ...config, ...asked }, secret, all, context)) ?? [];
}

/** The reports of the last requests, by batch. */
function batches(since: number) {
  return double.seen.slice(since).map(({ body }) => JSON.parse(body).requests as Record<string, unknown>[]);
}

const metrics = ['total_users', 'screen_page_views'];
const groupings: [Query['by'], [string | null, number, number][]][] = [
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
      ['Direct / None / (none)', 2, 4],
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
    { dimension: 'country' },
    [
      ['Germany', 2, 6],
      ['Poland', 2, 4],
    ],
  ],
  [
    { dimension: 'device' },
    [
      ['Desktop', 2, 5],
      ['Mobile', 2, 5],
    ],
  ],
];

test('google-analytics: a connection can be narrowed, in totals, days and dimensions alike', async () => {
  const rowsOf = ({ rows }: Awaited<ReturnType<typeof ask>>) => rows.map(({ key, values }) => [key, ...values]);
  const metrics = ['sessions', 'screen_page_views'];
  const whole = rowsOf(await ask({ metrics }));
  const poland = { where: [{ dimension: 'country', is: ['poland'] }] };
  const elsewhere = { where: [{ dimension: 'country', is: ['Germany', 'France'] }] };
  const [[, ...one] = [], [, ...other] = []] = [
    rowsOf(await ask({ metrics }, poland))[0],
    rowsOf(await ask({ metrics }, elsewhere))[0],
  ];
  assert.deepEqual([[null, ...one.map((value, index) => Number(value) + Number(other[index]))]], whole);
  assert.notDeepEqual(one, [0, 0]);
  const byCountry = rowsOf(await ask({ metrics, by: { dimension: 'country' } }, poland));
  assert.deepEqual(byCountry, [['Poland', ...one]]);
  const days = rowsOf(await ask({ metrics, by: 'day' }, poland));
  assert.equal(
    days.reduce((sum, [, sessions]) => sum + Number(sessions), 0),
    one[0],
  );
  const both = { where: [...poland.where, { dimension: 'country', is: ['Germany'] }] };
  assert.deepEqual((await ask({ metrics }, both)).hasData, false);
});

test('google-analytics: key events of its own and new or returning visitors', async () => {
  const events = { key_events: [{ event: 'view_shop', label: 'Visits of the shop' }] };
  const { rows } = await ask({ metrics: ['key_events', 'key_event_view_shop'] }, events);
  assert.deepEqual([rows[0]?.values[0], rows[0]?.values[0]], rows[0]?.values);
  await using context = open();
  const { metrics } = await googleAnalyticsConnector.describe({ ...config, ...events }, secret, context);
  assert.equal(metrics.find(({ key }) => key === 'key_event_view_shop')?.label, 'Visits of the shop');
  const kinds = { dimensions: ['visitor_kind'], where: [{ dimension: 'visitor_kind', is: ['Returning'] }] };
  const returning = await ask({ metrics: ['sessions'], by: { dimension: 'visitor_kind' } }, kinds);
  assert.deepEqual(
    returning.rows.map(({ key }) => key),
    ['Returning'],
  );
  const verify = (asked: object) => googleAnalyticsConnector.verify({ ...config, ...asked }, secret, context);
  await assert.rejects(
    verify({ key_events: [{ event: 'sign_up' }, { event: 'Sign_up' }] }),
    isError('invalid_config', /^key_events\.1\.event: .*twice/),
  );
  await assert.rejects(verify({ key_events: [{ event: 'nothing' }] }), isError('invalid_config', /metrics/));
  const warnings = await verify({ where: [{ dimension: 'country', is: ['Atlantis'] }] });
  assert.deepEqual(
    warnings.map(({ path }) => path),
    ['where'],
  );
  const parse = (asked: object) => () => parseConfig(getConnector('google-analytics'), { ...config, ...asked });
  assert.throws(parse({ where: [{ dimension: 'product', is: ['Shirt'] }] }), /where\.0\.dimension must be one of/);
  assert.throws(parse({ key_events: [{ event: 'no way' }] }), /key_events\.0\.event/);
});

test('google-analytics: the figures are those of the rows, one by one and together', async () => {
  const whole = await ask();
  assert.deepEqual(whole.rows, [{ key: null, values: [6, 4, 4, 10, 0.5, 100] }]);
  assert.deepEqual([whole.hasData, whole.groupCount, whole.rowsRead, whole.notices], [true, 1, null, undefined]);
  const before = double.seen.length;
  const together = await askAll(groupings.map(([by]) => ({ by, metrics })));
  assert.deepEqual(
    batches(before)
      .map((batch) => batch.length)
      .sort(),
    [4, 5],
  );
  for (const [index, [by, groups]] of groupings.entries()) {
    const { rows, groupCount } = await ask({ by, metrics });
    assert.deepEqual(
      rows,
      groups.map(([key, ...values]) => ({ key, values })),
    );
    assert.equal(groupCount, groups.length);
    assert.deepEqual(together[index]?.rows, rows);
  }
});

test('google-analytics: hours are those of the property, each day apart', async () => {
  const { rows } = await ask({ by: 'day', hourly: true, metrics: ['sessions'], limit: 200 });
  assert.deepEqual(
    rows.slice(0, 3).map(({ key, values }) => [key, ...values]),
    [
      ['2026-02-27T08', 1],
      ['2026-02-27T09', 1],
      ['2026-03-01T08', 1],
    ],
  );
  assert.equal(
    rows.reduce((sum, { values }) => sum + (values[0] ?? 0), 0),
    6,
  );
});

test('google-analytics: the greatest values of a dimension come first, as many as are asked for', async () => {
  const pages = await ask({ metrics: ['screen_page_views'], by: { dimension: 'page' }, limit: 2 });
  assert.deepEqual(
    pages.rows.map(({ key }) => key),
    ['/', '/shop'],
  );
  assert.equal(pages.groupCount, 3);
  const [[asked = {}] = []] = batches(-1);
  assert.deepEqual(asked.orderBys, [
    { metric: { metricName: 'screenPageViews' }, desc: true },
    { dimension: { dimensionName: 'pagePath' } },
  ]);
  assert.deepEqual([asked.limit, asked.offset, asked.returnPropertyQuota], ['2', '0', true]);
});

test('google-analytics: a report has ten metrics at most, more are asked for in several', async () => {
  const all = await catalogue();
  const keys = all.metrics.filter(({ key }) => !known.has(key)).map(({ key }) => key);
  const names = keys.filter((key) => !key.startsWith('item'));
  const before = double.seen.length;
  const chosen = { metrics: keys, dimensions: ['channel', 'product'] };
  const byChannel = await ask({ metrics: keys, by: { dimension: 'channel' } }, chosen);
  const sizes = batches(before).flatMap((batch) => batch.map((each) => (each.metrics as unknown[]).length));
  assert.ok(sizes.length > 1 && Math.max(...sizes) <= 10, String(sizes));
  const [first] = byChannel.rows;
  assert.equal(first?.key, 'Direct');
  for (const [index, key] of keys.entries()) {
    assert.equal(first?.values[index] === null, !names.includes(key), key);
  }
  const products = await ask(
    { metrics: ['sessions', 'item_revenue'], by: { dimension: 'product' } },
    {
      metrics: ['sessions', 'item_revenue'],
      dimensions: ['product'],
    },
  );
  assert.deepEqual(products.rows, [
    { key: 'Mug', values: [null, 0] },
    { key: 'Shirt', values: [null, 37.5] },
  ]);
  const total = await ask({ metrics: ['sessions', 'item_revenue'] }, { metrics: ['sessions', 'item_revenue'] });
  assert.deepEqual(total.rows, [{ key: null, values: [6, 37.5] }]);
});

/** Metrics that the rows of the double have no figures for. */
const known = new Set([
  ...['session_key_event_rate', 'average_purchase_revenue', 'checkouts', 'total_purchasers', 'items_added_to_cart'],
]);

async function catalogue() {
  await using context = open();
  return (await googleAnalyticsConnector.catalog?.(config, secret, context)) ?? { metrics: [], dimensions: [] };
}

test('google-analytics: rows beyond a page are asked for', async () => {
  const rows = Array.from({ length: 11_000 }, (_, index) => ({
    dimensionValues: [{ value: `/page/${index}` }],
    metricValues: [{ value: `${30_000 - index}` }],
  }));
  double.fault = ({ body }) => {
    const { requests } = JSON.parse(body);
    const reports = requests.map(({ offset, limit }: { offset: string; limit: string }) => {
      return { rows: rows.slice(Number(offset), Number(offset) + Number(limit)), rowCount: rows.length };
    });
    return { reports };
  };
  const before = double.seen.length;
  const pages = await ask({ metrics: ['sessions'], by: { dimension: 'page' }, limit: 10_500 });
  double.fault = null;
  assert.deepEqual(
    batches(before).map(([asked]) => [asked?.offset, asked?.limit]),
    [
      ['0', '10000'],
      ['10000', '500'],
    ],
  );
  assert.deepEqual([pages.rows.length, pages.groupCount], [10_500, 11_000]);
  assert.deepEqual(pages.rows.at(-1), { key: '/page/10499', values: [19_501] });
});

test('google-analytics: an answer that lacks rows or reports is no answer', async () => {
  double.fault = () => ({ reports: [{ rows: [{ metricValues: [{ value: '1' }] }], rowCount: 5 }] });
  await assert.rejects(ask({ by: { dimension: 'page' } }), isError('transient', /part/, secret));
  double.fault = () => ({ reports: [] });
  await assert.rejects(ask(), isError('transient', /part/, secret));
  double.fault = null;
});

test('google-analytics: an empty period has no figures, a day and 366 days have theirs', async () => {
  const empty = await ask({ from: '2020-01-01', to: '2020-12-31' });
  assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  const oneDay = await ask({ from: '2026-03-01', to: '2026-03-01', by: 'day', metrics: ['sessions'] });
  assert.deepEqual(oneDay.rows, [{ key: '2026-03-01', values: [2] }]);
  const year = await ask({ from: '2025-03-05', to: '2026-03-05', by: 'day', metrics: ['sessions'], limit: 366 });
  assert.equal(year.groupCount, 4);
  assert.equal((await ask({ from: '2026-03-29', to: '2026-03-29', by: 'day' })).hasData, false);
  const [[asked = {}] = []] = batches(-1);
  assert.deepEqual(asked.dateRanges, [{ startDate: '2026-03-29', endDate: '2026-03-29' }]);
});

test('google-analytics: weeks over the turn of a year begin on their Monday', async () => {
  double.fault = () => ({
    reports: [
      {
        rows: ['202552', '202601', '202602'].map((value) => ({
          dimensionValues: [{ value }],
          metricValues: [{ value: '1' }],
        })),
        rowCount: 3,
      },
    ],
  });
  const { rows } = await ask({ from: '2025-12-28', to: '2026-01-11', by: 'week', metrics: ['sessions'] });
  double.fault = null;
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['2025-12-22', '2025-12-29', '2026-01-05'],
  );
});

test('google-analytics: what the property says about its figures goes along', async () => {
  const codes = async (query: Partial<Query> = {}, asked: object = {}) =>
    (await ask(query, asked)).notices?.map((notice) => notice.code);
  double.metadata = { samplingMetadatas: [{ samplesReadCount: '1', samplingSpaceSize: '9' }] };
  assert.deepEqual(await codes(), ['sampled']);
  double.metadata = { subjectToThresholding: true, dataLossFromOtherRow: true };
  assert.deepEqual(await codes(), ['thresholded', 'other_row']);
  double.metadata = {};
  assert.deepEqual(await codes({ by: { dimension: 'city' } }, { dimensions: ['city'] }), ['other_row']);
  const today = Temporal.Now.plainDateISO('Europe/Berlin');
  const recent = { from: today.subtract({ days: 9 }).toString(), to: today.toString() };
  const { notices } = await ask(recent);
  assert.deepEqual(notices, [{ code: 'incomplete_from', date: today.subtract({ days: 2 }).toString() }]);
  assert.equal(await codes({ ...recent, to: today.subtract({ days: 3 }).toString() }), undefined);
});

test('google-analytics: metrics that the credentials may not see have no figures, which verify says', async () => {
  const restricted = { metricName: 'totalRevenue', restrictedMetricTypes: ['REVENUE_DATA'] };
  double.metadata = { schemaRestrictionResponse: { activeMetricRestrictions: [restricted] } };
  assert.deepEqual((await ask({ metrics: ['sessions', 'total_revenue'] })).rows[0]?.values, [6, null]);
  await using context = open();
  const warnings = await googleAnalyticsConnector.verify(config, secret, context);
  double.metadata = {};
  assert.match(warnings.find(({ code }) => code === 'metrics_restricted')?.message ?? '', /total_revenue/);
});

test('google-analytics: describes leading metrics with zone and currency, or those that are chosen', async () => {
  await using context = open();
  const described = await googleAnalyticsConnector.describe(config, secret, context);
  assert.deepEqual([described.timeZone, described.currency], ['Europe/Berlin', 'EUR']);
  assert.deepEqual(
    described.metrics.filter(({ additive }) => additive).map(({ key }) => key),
    ['sessions', 'screen_page_views', 'key_events', 'total_revenue'],
  );
  const chosen = { ...config, metrics: ['bounce_rate', 'sessions'], dimensions: ['city'] };
  const fewer = await googleAnalyticsConnector.describe(chosen, secret, context);
  assert.deepEqual(
    fewer.metrics.map(({ key }) => key),
    ['bounce_rate', 'sessions'],
  );
  assert.deepEqual(fewer.dimensions, [{ key: 'city', label: 'City' }]);
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
  await assert.rejects(ask({ by: { dimension: 'city' } }), isError('invalid_config', /"city"/));
});

test('google-analytics: lists the properties of all accounts, and verifies one', async () => {
  await using context = open();
  const properties = await googleAnalyticsConnector.resources?.(null, secret, context);
  assert.deepEqual(properties, [
    { config, label: 'shop, Account of shop', names: ['shop', 'Account of shop'] },
    {
      ...{ config: { property: analyticsProperties.empty }, label: 'empty, Account of empty' },
      names: ['empty', 'Account of empty'],
    },
  ]);
  const warnings = await googleAnalyticsConnector.verify({ property: analyticsProperties.empty }, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
  const unknown = googleAnalyticsConnector.verify({ property: '999' }, secret, context);
  await assert.rejects(unknown, isError('resource_missing', /403/, secret));
  // The double, as Google would of others, knows nothing of the dimension.
  const unfit = googleAnalyticsConnector.verify({ ...config, dimensions: ['landing_page'] }, secret, context);
  await assert.rejects(unfit, isError('invalid_config', /dimensions that were chosen/, secret));
});

test('google-analytics: a grant reads as a service account does', async () => {
  const grant = parseSecret(getConnector('google-analytics'), oauth.grantSecret) as typeof secret;
  await using context = open({ secret: grant });
  const answer = await googleAnalyticsConnector.query(config, grant, week, context);
  assert.deepEqual(answer, await ask());
});

test('google-analytics: the registry reads its configuration and both kinds of secret', () => {
  const connector = getConnector('google-analytics');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseSecret(connector, null));
  assert.throws(() => parseSecret(connector, { service_account: { type: 'authorized_user' } }));
  assert.throws(() => parseConfig(connector, { property: 'G-ABC123' }), /property/);
});

testHostedFaults('google-analytics', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await googleAnalyticsConnector.query(config, secret, week, context);
  },
}));

test('pairs of dimensions add up to either of them, and what does not go together is refused', async () => {
  const asked = { metrics: ['screen_page_views', 'sessions'], by: { dimension: 'channel', secondary: 'device' } };
  const since = double.seen.length;
  const pairs = await ask(asked);
  const [[request] = []] = batches(since);
  assert.deepEqual(request?.dimensions, [{ name: 'sessionDefaultChannelGroup' }, { name: 'deviceCategory' }]);
  assert.equal(pairs.groupCount, pairs.rows.length);
  for (const [dimension, side] of [
    ['channel', 'key'],
    ['device', 'secondary'],
  ] as const) {
    const whole = await ask({ ...asked, by: { dimension } });
    assert.ok(whole.rows.length > 1);
    for (const { key, values } of whole.rows) {
      const parts = pairs.rows.filter((row) => row[side] === key);
      const sum = [0, 1].map((at) => parts.reduce((total, row) => total + (row.values[at] ?? 0), 0));
      assert.deepEqual(sum, values, `${dimension} ${key}`);
    }
  }
  const some = await ask({ ...asked, limit: 1 });
  assert.deepEqual([some.rows, some.groupCount], [pairs.rows.slice(0, 1), pairs.rows.length]);
  const both = { dimensions: ['channel', 'product'] };
  await assert.rejects(
    ask({ ...asked, by: { dimension: 'channel', secondary: 'product' } }, both),
    isError('invalid_config', /"channel" and "product" together/),
  );
});
