import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { facebookPagesConnector } from '../../../src/reporting/connectors/facebook-pages.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { facebookPage, quietPage, startFacebookPages, watchedPage } from '../../doubles/facebook-pages.ts';
import { metaToken } from '../../doubles/meta-ads.ts';
import { personToken } from '../../doubles/meta-token.ts';
import { oauthDoubleClient } from '../../doubles/sign-in-double.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startFacebookPages();
const config = { page: facebookPage };
const secret = { token: metaToken };
const addresses = { ...localNetwork.systemAddresses, 'facebook-pages': double.url };
const network = { ...localNetwork, systemAddresses: addresses };
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ network, secret, ...options });
const metrics = ['views', 'engagements', 'followers', 'follows'];
const week: Query = {
  ...{ from: '2026-02-27', to: '2026-03-05', timeZone: 'America/Los_Angeles', by: 'none', limit: 400 },
  metrics,
};

async function ask(query: Partial<Query> = {}, own: typeof secret | object = secret) {
  await using context = open({ secret: own });
  return await facebookPagesConnector.query(config, own as typeof secret, { ...week, ...query }, context);
}

const rowsBy = async (by: Query['by'], query: Partial<Query> = {}) => {
  const { rows } = await ask({ by, ...query });
  return rows.map(({ key, values }) => [key, ...values]);
};

test('facebook-pages: what is counted adds up, followers are those at the end of the period', async () => {
  // The 8th to the 14th day: 80 + 90 + … + 140 views; followers fell after the 8th.
  const whole = await ask();
  assert.deepEqual(whole.rows, [{ key: null, values: [770, 28, 106, 7] }]);
  assert.deepEqual([whole.hasData, whole.groupCount, whole.rowsRead, whole.notices], [true, 1, null, undefined]);
  assert.deepEqual(await rowsBy('day', { from: '2026-02-27', to: '2026-02-28' }), [
    ['2026-02-27', 80, 4, 106, 1],
    ['2026-02-28', 90, 4, 101, 1],
  ]);
  assert.deepEqual(await rowsBy('week'), [
    ['2026-02-23', 270, 12, 102, 3],
    ['2026-03-02', 500, 16, 106, 4],
  ]);
  assert.deepEqual(await rowsBy('month'), [
    ['2026-02-01', 170, 8, 101, 2],
    ['2026-03-01', 600, 20, 106, 5],
  ]);
});

test('facebook-pages: a day belongs to the Pacific, also across the change of its clock', async () => {
  assert.deepEqual(await rowsBy('day', { from: '2026-03-07', to: '2026-03-09', metrics: ['views'] }), [
    ['2026-03-07', 160],
    ['2026-03-08', 170],
    ['2026-03-09', 180],
  ]);
});

test('facebook-pages: viewers are counted once over 1, 7 or 28 days, and never added up', async () => {
  const viewers = ['viewers'];
  assert.deepEqual(await rowsBy('none', { metrics: viewers }), [[null, 11]]);
  assert.deepEqual(await rowsBy('none', { metrics: viewers, from: '2026-02-20', to: '2026-03-19' }), [[null, 25]]);
  assert.deepEqual(await rowsBy('day', { metrics: viewers, to: '2026-02-27' }), [['2026-02-27', 3]]);
  const tenDays = await ask({ metrics: ['viewers', 'views'], to: '2026-03-08' });
  assert.deepEqual(tenDays.rows[0]?.values, [null, 1250]);
  assert.deepEqual(await rowsBy('week', { metrics: viewers, from: '2026-02-23', to: '2026-03-08' }), [
    ['2026-02-23', 11],
    ['2026-03-02', 11],
  ]);
});

test('facebook-pages: days that Meta has not worked out are told, and none is made of a period without any', async () => {
  const late = await ask({ from: '2026-03-19', to: '2026-03-25' });
  assert.deepEqual(late.rows[0]?.values, [570, 8, 121, 2]);
  assert.deepEqual(late.notices, [{ code: 'incomplete_from', date: '2026-03-21' }]);
  for (const by of ['none', 'day', 'week'] as const) {
    const empty = await ask({ from: '2025-01-01', to: '2025-01-31', by });
    assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  }
});

test('facebook-pages: a year is asked for in parts of less than 90 days', async () => {
  const before = double.seen.length;
  const year = await ask({ from: '2025-03-21', to: '2026-03-20', metrics: ['views'] });
  assert.deepEqual(year.rows[0]?.values, [4350]);
  assert.equal(double.seen.slice(before).filter(({ path }) => path.includes('/insights')).length, 5);
});

test('facebook-pages: a person signs in, and a token of the page is asked for, which needs the proof, too', async () => {
  const grant = { access_token: personToken, expires_at: Date.now() + 86_400_000, refresh_token: null };
  const granted = { grant, client: oauthDoubleClient };
  assert.deepEqual((await ask({}, granted)).rows[0]?.values, [770, 28, 106, 7]);
  await using context = open({ secret: granted });
  const warnings = await facebookPagesConnector.verify({ page: quietPage }, granted, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data', 'token_expires'],
  );
  const found = await facebookPagesConnector.resources?.(null, granted, context);
  assert.deepEqual(
    found?.map(({ config, label }) => [config.page, label]),
    [
      [facebookPage, 'Shop'],
      [quietPage, 'Quiet'],
    ],
  );
  const asked = facebookPagesConnector.query({ page: watchedPage }, granted, week, context);
  await assert.rejects(asked, isError('resource_missing', /this page.*read_insights/, granted));
  const missing = facebookPagesConnector.describe({ page: '5' }, granted, context);
  await assert.rejects(missing, isError('resource_missing', /no such page/, granted));
});

test('facebook-pages: describes days of the Pacific; what is not a number is no figure', async () => {
  await using context = open();
  const described = await facebookPagesConnector.describe(config, secret, context);
  assert.deepEqual([described.timeZone, described.currency], ['America/Los_Angeles', undefined]);
  assert.deepEqual(
    described.metrics.filter(({ additive }) => !additive).map(({ key }) => key),
    ['followers', 'viewers'],
  );
  double.fault = ({ path }) => {
    if (!path.includes('/insights')) return undefined;
    const values = [{ value: { like: 1 }, end_time: '2026-02-28T08:00:00+0000' }];
    return { data: [{ name: 'page_media_view', period: 'day', values }] };
  };
  await assert.rejects(ask(), isError('transient', /read/));
  double.fault = null;
});

const byPost = {
  by: { dimension: 'post' },
  metrics: ['post_views', 'post_viewers', 'post_reactions', 'post_shares'],
} as const;

test('facebook-pages: a period lists the posts that were published in it, with what they gained until now', async () => {
  const posts = await ask(byPost);
  assert.deepEqual(
    posts.rows.map(({ key, values }) => [key, ...values]),
    [
      [hostileValue, 2500, 1250, 40, 0],
      [`Light shoes (${facebookPage}_1)`, 700, 350, 9, 3],
      [`Light shoes (${facebookPage}_3)`, null, null, 0, 0],
    ],
  );
  assert.deepEqual(
    posts.notices?.map(({ code }) => code),
    ['since_published'],
  );
  await assert.rejects(ask({ ...byPost, metrics: ['views'] }), isError('invalid_config', /no metric "views"/));
  await assert.rejects(ask({ metrics: ['post_views'] }), isError('invalid_config', /no metric "post_views"/));
});

test('facebook-pages: the registry reads its configuration and secret', () => {
  const connector = getConnector('facebook-pages');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseConfig(connector, { page: 'shop' }), /page/);
});

testHostedFaults('facebook-pages', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await facebookPagesConnector.query(config, secret, week, context);
  },
}));

testHostedFaults('facebook-pages posts', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await facebookPagesConnector.query(config, secret, { ...week, ...byPost }, context);
  },
}));
