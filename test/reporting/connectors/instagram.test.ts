import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { instagramConnector } from '../../../src/reporting/connectors/instagram.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { instagramAccount, quietAccount, startInstagram } from '../../doubles/instagram.ts';
import { metaToken } from '../../doubles/meta-ads.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startInstagram();
const config = { account: instagramAccount };
const secret = { token: metaToken };
const addresses = { ...localNetwork.systemAddresses, instagram: double.url };
const network = { ...localNetwork, systemAddresses: addresses };
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ network, secret, ...options });
const week: Query = {
  ...{ from: '2026-02-27', to: '2026-03-05', timeZone: 'America/Los_Angeles', by: 'none', limit: 400 },
  metrics: ['views', 'reach', 'likes'],
};

async function ask(query: Partial<Query> = {}) {
  await using context = open();
  return await instagramConnector.query(config, secret, { ...week, ...query }, context);
}

const rowsBy = async (by: Query['by'], query: Partial<Query> = {}) => {
  const { rows } = await ask({ by, ...query });
  return rows.map(({ key, values }) => [key, ...values]);
};

test('instagram: people are counted once over the period, its weeks and months, what is counted adds up', async () => {
  const whole = await ask();
  assert.deepEqual(whole.rows, [{ key: null, values: [40, 5, 6] }]);
  assert.deepEqual([whole.hasData, whole.groupCount, whole.rowsRead], [true, 1, null]);
  assert.deepEqual(await rowsBy('day'), [
    ['2026-02-27', 15, 2, 2],
    ['2026-03-01', 5, 1, 1],
    ['2026-03-03', 8, 1, 0],
    ['2026-03-04', 10, 1, 3],
    ['2026-03-05', 2, 1, 0],
  ]);
  assert.deepEqual(await rowsBy('week'), [
    ['2026-02-23', 20, 2, 3],
    ['2026-03-02', 20, 3, 3],
  ]);
  assert.deepEqual(await rowsBy('month', { metrics: ['views', 'reach'] }), [
    ['2026-02-01', 15, 2],
    ['2026-03-01', 25, 4],
  ]);
});

test('instagram: over more than 30 days people are not known, rather than added up', async () => {
  const march = await ask({ from: '2026-03-01', to: '2026-03-31' });
  assert.deepEqual(march.rows[0]?.values, [25, null, 4]);
  const days = await ask({ from: '2026-03-01', to: '2026-03-30' });
  assert.deepEqual(days.rows[0]?.values, [25, 4, 4]);
});

test('instagram: by the kind of content, where Meta has it', async () => {
  const by = { dimension: 'content_type' };
  assert.deepEqual(await rowsBy(by, { metrics: ['views', 'reach', 'likes', 'accounts_engaged'] }), [
    ['Posts', 20, 2, 5, null],
    ['Reels', 10, 2, 1, null],
    ['Stories', 8, 1, 0, null],
    ['Ads', 2, 1, 0, null],
  ]);
});

test('instagram: totals are asked for between midnights of the Pacific, as documented', async () => {
  const before = double.seen.length;
  await ask({ from: '2026-03-07', to: '2026-03-08', metrics: ['likes'] });
  const [request] = double.seen.slice(before);
  assert.ok(request?.path.startsWith(`/v26.0/${instagramAccount}/insights?`));
  assert.deepEqual(Object.fromEntries(request?.query ?? []), {
    ...{ metric: 'views,likes', metric_type: 'total_value', period: 'day' },
    // The clock goes forward on 8 March.
    since: String(Date.parse('2026-03-07T08:00:00Z') / 1000),
    until: String(Date.parse('2026-03-09T07:00:00Z') / 1000),
  });
});

test('instagram: an empty period has no figures', async () => {
  for (const by of ['none', 'day', 'week', { dimension: 'content_type' }] satisfies Query['by'][]) {
    const empty = await ask({ from: '2025-01-01', to: '2025-01-31', by });
    assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  }
});

test('instagram: lists accounts, warns, and tells whose right is missing', async () => {
  await using context = open();
  const described = await instagramConnector.describe(config, secret, context);
  assert.deepEqual([described.timeZone, described.currency], ['America/Los_Angeles', undefined]);
  const found = await instagramConnector.resources?.(null, secret, context);
  assert.deepEqual(
    found?.map(({ config, label }) => [config.account, label]),
    [
      [instagramAccount, 'shop'],
      [quietAccount, 'quiet'],
    ],
  );
  const warnings = await instagramConnector.verify({ account: quietAccount }, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
  const missing = instagramConnector.describe({ account: '5' }, secret, context);
  await assert.rejects(missing, isError('resource_missing', /no such Instagram account/, secret));
  double.fault = (_request, response) => {
    response.statusCode = 403;
    return { error: { code: 10, message: 'user admin lacks permission' } };
  };
  await assert.rejects(ask(), isError('resource_missing', /instagram_manage_insights/, secret));
  double.fault = null;
});

const byPost = { by: { dimension: 'post' }, metrics: ['post_views', 'post_reach', 'post_saves'] } as const;

test('instagram: a period lists the posts that were published in it, with what they gained until now', async () => {
  const posts = await ask(byPost);
  assert.deepEqual(
    posts.rows.map(({ key, values }) => [key, ...values]),
    [
      [hostileValue, 4000, 2000, null],
      ['Light shoes', 1200, 600, null],
      // Without a caption it is called by its time; Meta has no figures of it.
      ['2026-03-01 04:00', null, null, null],
    ],
  );
  const today = Temporal.Now.plainDateISO('America/Los_Angeles').toString();
  assert.deepEqual([posts.hasData, posts.groupCount], [true, 3]);
  assert.deepEqual(posts.notices, [{ code: 'since_published', date: today }]);
  const none = await ask({ ...byPost, from: '2025-01-01', to: '2025-01-31' });
  assert.deepEqual([none.rows, none.hasData, none.notices], [[], false, undefined]);
});

test('instagram: posts have metrics of their own, which nothing else has', async () => {
  await assert.rejects(
    ask({ by: { dimension: 'post' }, metrics: ['views'] }),
    isError('invalid_config', /no metric "views"/),
  );
  for (const by of ['none', 'day', { dimension: 'content_type' }] satisfies Query['by'][]) {
    await assert.rejects(ask({ by, metrics: ['post_views'] }), isError('invalid_config', /no metric "post_views"/));
  }
  await using context = open();
  const { metrics, dimensions } = await instagramConnector.describe(config, secret, context);
  assert.ok(metrics.every(({ key }) => !key.startsWith('post_')));
  const own = dimensions.find(({ key }) => key === 'post')?.metrics ?? [];
  assert.deepEqual([own.length, own.some(({ additive }) => additive)], [7, false]);
});

test('instagram: another refusal of one post is one of the whole', async () => {
  double.fault = ({ path }, response) => {
    if (!path.includes('18000000000000002/insights')) return undefined;
    response.statusCode = 500;
    return { error: { code: 2, message: 'Service temporarily unavailable' } };
  };
  await assert.rejects(ask(byPost), isError('transient', /./, secret));
  double.fault = null;
});

test('instagram: the registry reads its configuration and secret', () => {
  const connector = getConnector('instagram');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseConfig(connector, { account: 'shop' }), /account/);
});

testHostedFaults('instagram', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await instagramConnector.query(config, secret, week, context);
  },
}));

testHostedFaults('instagram posts', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await instagramConnector.query(config, secret, { ...week, ...byPost }, context);
  },
}));
