import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { amazonAdsConnector } from '../../../src/reporting/connectors/amazon-ads.ts';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { amazonProfiles, amazonToken, startAmazonAds } from '../../doubles/amazon-ads.ts';
import { oauthDoubleClient } from '../../doubles/sign-in-double.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';
import { grantOf } from '../../support/hosted-systems.ts';

const double = await startAmazonAds();
const config = { profile: amazonProfiles.shop, region: 'na' as const };
const secret = grantOf(amazonToken, oauthDoubleClient);
const addresses = { ...localNetwork.systemAddresses, 'amazon-ads': double.url };
const network = { ...localNetwork, systemAddresses: addresses };
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ network, secret, ...options });
const week: Query = {
  ...{ from: '2026-02-27', to: '2026-03-05', timeZone: 'America/New_York', by: 'none', limit: 400 },
  metrics: ['impressions', 'clicks', 'cost', 'ctr', 'purchases', 'sales', 'acos'],
};

async function ask(query: Partial<Query> = {}, asked: object = {}, options: Partial<ConnectorContextOptions> = {}) {
  await using context = open(options);
  return await amazonAdsConnector.query({ ...config, ...asked }, secret, { ...week, ...query }, context);
}

const rowsBy = async (by: Query['by'], metrics = ['impressions', 'cost']) => {
  const { rows } = await ask({ by, metrics });
  return rows.map(({ key, values }) => [key, ...values]);
};

test('amazon-ads: the kinds of advertisements add up, amounts exact to the last digit', async () => {
  const whole = await ask();
  assert.deepEqual(whole.rows, [{ key: null, values: [2002, 20, 20.4, 20 / 2002, 3, 30, 20.4 / 30] }]);
  assert.deepEqual([whole.hasData, whole.groupCount, whole.rowsRead, whole.freshAt], [true, 1, null, null]);
  assert.deepEqual(await rowsBy('day'), [
    ['2026-02-27', 1500, 10.305],
    ['2026-03-01', 300, 3.3],
    ['2026-03-03', 200, 6.695],
    ['2026-03-04', 2, 0.1],
  ]);
  assert.deepEqual(await rowsBy('week'), [
    ['2026-02-23', 1800, 13.605],
    ['2026-03-02', 202, 6.795],
  ]);
  const some = await ask({ metrics: ['cost'] }, { ad_types: ['sponsored_brands'] });
  assert.deepEqual(some.rows[0]?.values, [0.205]);
});

test('amazon-ads: by campaign and kind of advertisement', async () => {
  assert.deepEqual(await rowsBy({ dimension: 'campaign' }), [
    ['Spring', 1500, 20.095],
    [hostileValue, 500, 0.205],
    ['104', 2, 0.1],
  ]);
  assert.deepEqual(await rowsBy({ dimension: 'ad_type' }), [
    ['Sponsored Products', 1502, 20.195],
    ['Sponsored Brands', 500, 0.205],
  ]);
});

test('amazon-ads: queries of a period share its reports, which are fetched without credentials', async () => {
  const before = double.seen.length;
  await using context = open();
  const queries = (['day', 'week', 'none', { dimension: 'campaign' }] as const).map((by) => ({ ...week, by }));
  const answers = await amazonAdsConnector.queryAll?.(config, secret, queries, context);
  assert.deepEqual(
    answers?.map(({ rows }) => rows.length),
    [4, 2, 1, 3],
  );
  const seen = double.seen.slice(before);
  assert.equal(seen.filter(({ method }) => method === 'POST').length, 3);
  const file = seen.find(({ path }) => path.startsWith('/files/'));
  assert.deepEqual([file?.headers.authorization, file?.query.get('X-Amz-Signature')], [undefined, 'a/b']);
  const created = seen.find(({ method }) => method === 'POST');
  assert.equal(created?.headers['amazon-advertising-api-scope'], amazonProfiles.shop);
  assert.deepEqual(JSON.parse(created?.body ?? ''), {
    ...{ name: 'report-service', startDate: '2026-02-27', endDate: '2026-03-05' },
    configuration: {
      ...{ adProduct: 'SPONSORED_PRODUCTS', reportTypeId: 'spCampaigns', groupBy: ['campaign'], timeUnit: 'DAILY' },
      columns: [...['date', 'campaignId', 'campaignName', 'impressions', 'clicks', 'cost', 'purchases14d', 'sales14d']],
      format: 'GZIP_JSON',
    },
  });
});

test('amazon-ads: a report that is not done in time is waited for again, not asked for anew', async () => {
  double.looks = 3;
  const period = { from: '2026-02-26' };
  const refused = ask(period, {}, { deadline: Date.now() + 16_000 });
  await assert.rejects(refused, isError('transient', /not finished/));
  const before = double.seen.length;
  assert.equal((await ask(period)).hasData, true);
  const paths = double.seen.slice(before).map(({ method, path }) => `${method} ${path.split('?')[0]}`);
  assert.equal(new Set(paths.filter((path) => path.startsWith('GET /files/'))).size, 3);
  double.looks = 0;
});

test('amazon-ads: a long period is asked for in parts of 31 days', async () => {
  const before = double.seen.length;
  const found = await ask({ from: '2026-01-15', to: '2026-03-31', metrics: ['cost'] });
  assert.deepEqual(found.rows[0]?.values, [20.4]);
  assert.equal(double.seen.slice(before).filter(({ method }) => method === 'POST').length, 9);
});

test('amazon-ads: an empty period has no figures', async () => {
  for (const by of ['none', 'day', { dimension: 'campaign' }] satisfies Query['by'][]) {
    const empty = await ask({ from: '2025-01-01', to: '2025-01-31', by });
    assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  }
});

test('amazon-ads: a file that is not whole is no answer, and none is fetched from elsewhere than https', async () => {
  const files: [string, () => Buffer, RegExp][] = [
    ['no JSON', () => gzipSync('<html>'), /read/],
    ['cut off', () => gzipSync('[{"date":"2026-02-27"}]').subarray(0, 20), /damaged/],
    ['no list', () => gzipSync('{}'), /read/],
    ['no day', () => gzipSync('[{"date":"today"}]'), /read/],
    ['no figure', () => gzipSync('[{"date":"2026-02-27","cost":"1,000"}]'), /read/],
  ];
  for (const [name, file, message] of files) {
    double.file = file;
    await assert.rejects(ask(), isError('transient', message), name);
  }
  double.file = () => gzipSync(Buffer.alloc(65 * 1024 * 1024));
  await assert.rejects(ask(), isError('invalid_config', /more than 67108864 bytes/));
  double.file = null;
  double.address = 'http://169.254.169.254/latest';
  await assert.rejects(ask(), isError('transient', /none to fetch from/));
  double.address = null;
});

test('amazon-ads: what Amazon gives up is tried again, what it does not keep is told', async () => {
  double.fault = ({ method }) => (method === 'GET' ? { reportId: 'a', status: 'FAILED' } : { reportId: 'a' });
  await assert.rejects(ask(), isError('transient', /gave up/));
  double.fault = (_request, response) => {
    response.statusCode = 425;
    return { code: '425', detail: 'user admin: come back later' };
  };
  await assert.rejects(ask(), isError('transient', /read/, secret));
  double.fault = (_request, response) => {
    response.statusCode = 400;
    return { code: '400', detail: 'user admin: configuration startDate is too old' };
  };
  await assert.rejects(ask(), isError('invalid_config', /60 \(brands\)/, secret));
  double.fault = null;
});

test('amazon-ads: describes in the zone and currency of the profile, lists profiles, and warns', async () => {
  await using context = open();
  const described = await amazonAdsConnector.describe(config, secret, context);
  assert.deepEqual([described.timeZone, described.currency], ['America/New_York', 'USD']);
  const found = await amazonAdsConnector.resources?.(null, secret, context);
  assert.deepEqual(
    found?.map(({ config, label, timeZone }) => [config.profile, config.region, label, timeZone]),
    [
      [amazonProfiles.shop, 'na', 'Shop 1 (US)', 'America/New_York'],
      [amazonProfiles.idle, 'na', 'Shop 2 (DE)', 'Europe/Berlin'],
    ],
  );
  const warnings = await amazonAdsConnector.verify({ ...config, profile: amazonProfiles.idle }, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
  const missing = amazonAdsConnector.describe({ ...config, profile: '5' }, secret, context);
  await assert.rejects(missing, isError('resource_missing', /Correct profile or region/, secret));
});

test('amazon-ads: the registry reads its configuration and secret', () => {
  const connector = getConnector('amazon-ads');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseConfig(connector, { profile: '1', region: 'moon' }), /region must be one of na, eu, fe/);
  assert.throws(() => parseConfig(connector, { profile: '1' }), /region is missing/);
});

testHostedFaults('amazon-ads', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await amazonAdsConnector.query(config, secret, week, context);
  },
}));
