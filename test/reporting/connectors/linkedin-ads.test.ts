import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { linkedInAdsConnector } from '../../../src/reporting/connectors/linkedin-ads.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { linkedInToken, startLinkedInAds } from '../../doubles/linkedin-ads.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';
import { startJsonServer } from '../../support/json-server.ts';

const double = await startLinkedInAds();
const oauth = await startJsonServer((request, response) => {
  const form = new URLSearchParams(request.body);
  const isGood = form.get('grant_type') === 'refresh_token' && form.get('refresh_token') === 'refresh-token-1';
  if (!isGood) response.statusCode = 400;
  return isGood
    ? { access_token: linkedInToken, expires_in: 5_184_000, token_type: 'bearer' }
    : { error: 'invalid_grant' };
});
const config = { account: '507404993' };
const client = { client_id: 'client-of-the-test', client_secret: 'client-secret-of-the-test', developer_token: null };
const grant = { access_token: linkedInToken, expires_at: null, refresh_token: null };
const secret = { grant, client };
const addresses = { ...localNetwork.systemAddresses, 'linkedin-ads': double.url, 'linkedin-oauth': oauth.url };
const network = { ...localNetwork, systemAddresses: addresses };
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ network, secret, ...options });
const week: Query = {
  from: '2026-02-27',
  to: '2026-03-05',
  timeZone: 'UTC',
  metrics: ['impressions', 'clicks', 'cost_in_local_currency', 'ctr', 'cpc', 'one_click_leads'],
  by: 'none',
  limit: 400,
};

async function ask(query: Partial<Query> = {}, asked: object = {}) {
  await using context = open();
  return await linkedInAdsConnector.query({ ...config, ...asked }, secret, { ...week, ...query }, context);
}

const rowsBy = async (by: Query['by'], metrics = ['impressions', 'cost_in_local_currency']) => {
  const { rows } = await ask({ by, metrics });
  return rows.map(({ key, values }) => [key, ...values]);
};

test('linkedin-ads: the figures are those of the account, amounts exact to the last digit', async () => {
  const whole = await ask();
  assert.deepEqual(whole.rows, [{ key: null, values: [2002, 20, 20.4, 20 / 2002, 1.02, 2] }]);
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
  assert.deepEqual(await rowsBy('month'), [
    ['2026-02-01', 1500, 10.305],
    ['2026-03-01', 502, 10.095],
  ]);
});

test('linkedin-ads: people are asked for by the weeks and months themselves, and over no more than 92 days', async () => {
  const metrics = ['approximate_member_reach', 'impressions'];
  assert.deepEqual(await rowsBy('none', metrics), [[null, 5, 2002]]);
  const before = double.seen.length;
  assert.deepEqual(await rowsBy('week', metrics), [
    ['2026-02-23', 3, 1800],
    ['2026-03-02', 2, 202],
  ]);
  assert.equal(double.seen.length - before, 2);
  assert.deepEqual(await rowsBy('month', metrics), [
    ['2026-02-01', 3, 1500],
    ['2026-03-01', 3, 502],
  ]);
  const year = await ask({ from: '2025-03-05', to: '2026-03-05', metrics });
  assert.deepEqual(year.rows, [{ key: null, values: [null, 2002] }]);
});

test('linkedin-ads: values of dimensions have names; those with one name are one group, whose people are unknown', async () => {
  const metrics = ['impressions', 'cost_in_local_currency', 'approximate_member_reach'];
  assert.deepEqual(await rowsBy({ dimension: 'campaign' }, metrics), [
    ['Spring', 1500, 20.095, null],
    [hostileValue, 500, 0.205, 1],
    ['104', 2, 0.1, 1],
  ]);
  assert.deepEqual(await rowsBy({ dimension: 'device' }), [
    ['Mobile app', 1202, 16.895],
    ['Desktop web', 800, 3.505],
  ]);
  const countries = await ask({ by: { dimension: 'country' }, metrics });
  assert.deepEqual(
    countries.rows.map(({ key, values }) => [key, ...values]),
    [
      ['Germany', 1300, 13.4, null],
      ['Poland', 700, 6.9, null],
    ],
  );
  assert.deepEqual(countries.notices, [{ code: 'withheld_rows' }]);
  const chosen = await ask({ by: { dimension: 'campaign_group' }, limit: 1 }, { dimensions: ['campaign_group'] });
  assert.deepEqual([chosen.rows[0]?.key, chosen.rows.length, chosen.groupCount], ['Group 1', 1, 2]);
});

test('linkedin-ads: names that the sign-in may not see are numbers, and asked for once', async () => {
  await using context = open();
  const query = { ...week, by: { dimension: 'campaign' }, metrics: ['clicks'] } as const;
  const before = double.seen.length;
  for (let time = 0; time < 2; time++) await linkedInAdsConnector.query(config, secret, query, context);
  assert.equal(double.seen.length - before, 3);
  double.fault = (request, response) => {
    if (!request.path.includes('/adCampaigns')) return undefined;
    response.statusCode = 403;
    return { status: 403, serviceErrorCode: 100, message: 'Not enough permissions to access: FINDER search' };
  };
  const { rows } = await ask({ by: { dimension: 'campaign' } });
  double.fault = null;
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['101', '102', '103', '104'],
  );
});

test('linkedin-ads: asks as documented, and a long period in parts', async () => {
  const before = double.seen.length;
  await ask({ from: '2026-02-27', to: '2026-02-27' });
  const [request] = double.seen.slice(before);
  assert.deepEqual(
    request?.path,
    '/rest/adAnalytics?q=analytics&pivot=ACCOUNT&timeGranularity=ALL&dateRange=(start:(year:2026,month:2,day:27),end:(year:2026,month:2,day:27))&accounts=List(urn%3Ali%3AsponsoredAccount%3A507404993)&fields=impressions,clicks,costInLocalCurrency,oneClickLeads,dateRange,pivotValues',
  );
  const today = Temporal.Now.plainDateISO('UTC');
  const recent = { from: today.subtract({ days: 6 }).toString(), to: today.toString() };
  const seen = double.seen.length;
  assert.equal((await ask({ ...recent, by: 'day' })).hasData, false);
  assert.deepEqual(
    double.seen.slice(seen).map(({ path }) => path.split('?')[0]),
    ['/rest/adAnalytics', '/rest/adAccounts/507404993'],
  );
  const year = await ask({ from: '2025-03-05', to: '2026-03-05', by: 'day' });
  assert.equal(year.groupCount, 4);
  const clockChange = await ask({ from: '2026-03-29', to: '2026-03-29', by: 'day' });
  assert.deepEqual([clockChange.rows, clockChange.hasData, clockChange.groupCount], [[], false, 0]);
});

test('linkedin-ads: of a time whose days are no longer kept there are whole months alone', async () => {
  const old = await startLinkedInAds('2026-03-02');
  const addresses = { ...network.systemAddresses, 'linkedin-ads': old.url };
  await using context = open({ network: { ...network, systemAddresses: addresses } });
  const askOld = (query: Partial<Query>) => linkedInAdsConnector.query(config, secret, { ...week, ...query }, context);
  await assert.rejects(askOld({}), isError('invalid_config', /whole months/));
  await assert.rejects(askOld({ by: { dimension: 'device' } }), isError('invalid_config', /whole months/));
  const months = { from: '2026-02-01', to: '2026-03-31' };
  assert.equal((await askOld(months)).rows[0]?.values[0], 2002);
  const days = await askOld({ ...months, by: 'day' });
  assert.deepEqual([days.rows, days.notices], [[], [{ code: 'withheld_rows' }]]);
});

test('linkedin-ads: more groups than LinkedIn gives are no answer', async () => {
  const date = { year: 2026, month: 3, day: 1 };
  const dateRange = { start: date, end: date };
  double.fault = () => ({ elements: Array.from({ length: 15_000 }, () => ({ dateRange, impressions: 1 })) });
  await assert.rejects(ask(), isError('invalid_config', /groups/));
  double.fault = () => ({ elements: [{ dateRange, impressions: 'many' }] });
  await assert.rejects(ask(), isError('transient', /read/));
  double.fault = null;
});

test('linkedin-ads: describes in UTC and the currency of the account, lists accounts page by page, and warns', async () => {
  await using context = open();
  const described = await linkedInAdsConnector.describe(config, secret, context);
  assert.deepEqual([described.timeZone, described.currency], ['UTC', 'EUR']);
  assert.deepEqual(
    described.metrics.filter(({ additive }) => !additive).map(({ key }) => key),
    ['ctr', 'cpc', 'approximate_member_reach'],
  );
  const all = await linkedInAdsConnector.catalog?.(config, secret, context);
  assert.ok(all?.metrics.some(({ key }) => key === 'video_views'));
  const found = await linkedInAdsConnector.resources?.(null, secret, context);
  assert.deepEqual(
    found?.map(({ config }) => config.account),
    ['507404993', '600000001', '600000003'],
  );
  const warnings = await linkedInAdsConnector.verify({ account: '600000001' }, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
});

test('linkedin-ads: an account that is gone or not to be seen is told apart from one without activity', async () => {
  await assert.rejects(ask({}, { account: '600000002' }), isError('resource_missing', /403/, secret));
  await assert.rejects(ask({}, { account: '999999999' }), isError('resource_missing', /404/, secret));
  assert.equal((await ask({}, { account: '600000001' })).hasData, false);
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
  double.fault = (_request, response) => void response.writeHead(426).end('{}');
  await assert.rejects(ask(), isError('invalid_config', /Update the service/));
  double.fault = null;
});

test('linkedin-ads: a token that has ended is renewed once for all questions; one that was revoked is not', async () => {
  const ended = { grant: { ...grant, access_token: 'ended-token', refresh_token: 'refresh-token-1' }, client };
  await using context = open({ secret: ended });
  const before = [double.seen.length, oauth.seen.length] as const;
  for (const by of ['none', 'none'] as const) {
    const { rows } = await linkedInAdsConnector.query(config, ended, { ...week, by }, context);
    assert.equal(rows[0]?.values[0], 2002);
  }
  assert.deepEqual([double.seen.length - before[0], oauth.seen.length - before[1]], [3, 1]);
  const revoked = { grant: { ...ended.grant, refresh_token: 'revoked-refresh-token' }, client };
  await using other = open({ secret: revoked });
  const refused = linkedInAdsConnector.query(config, revoked, week, other);
  await assert.rejects(refused, isError('reauth_required', /Sign in again/, revoked));
  const nobody = linkedInAdsConnector.query(config, null, week, other);
  await assert.rejects(nobody, isError('reauth_required', /Sign in/));
});

test('linkedin-ads: the registry reads its configuration and secret', () => {
  const connector = getConnector('linkedin-ads');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseConfig(connector, { account: 'urn:li:sponsoredAccount:1' }), /account/);
  assert.throws(() => parseSecret(connector, { token: 'typed' }));
  assert.deepEqual(connector.signIn, { with: 'linkedin', scopes: ['r_ads', 'r_ads_reporting'] });
});

const dayMs = 24 * 60 * 60 * 1000;

test('linkedin-ads: campaigns count by name and status, and the parts of the account are the account', async () => {
  const metrics = ['impressions', 'clicks', 'cost_in_local_currency'];
  const rowsOf = async (campaigns: object, by: Query['by'] = 'none') =>
    (await ask({ metrics, by }, { campaigns })).rows.map(({ key, values }) => [key, ...values]);
  const [all = []] = (await ask({ metrics })).rows.map(({ values }) => values);
  const spring = await rowsOf({ contains: ['SPRING'] });
  const others = await rowsOf({ without: ['spring'] });
  const sums = [1, 2, 3].map((index) => Number(spring[0]?.[index]) + Number(others[0]?.[index]));
  assert.deepEqual([sums[0], sums[1], sums[2]?.toFixed(3)], [all[0], all[1], Number(all[2]).toFixed(3)]);
  assert.ok(Number(spring[0]?.[1]) > 0 && Number(others[0]?.[1]) > 0);
  const active = await rowsOf({ contains: ['spring'], status: 'active' });
  assert.deepEqual(active, [[null, 1300, 15, 13.4]]);
  for (const by of ['day', { dimension: 'device' }, { dimension: 'country' }, { dimension: 'campaign' }] as const) {
    const rows = await rowsOf({ contains: ['spring'], status: 'active' }, by);
    assert.equal(
      rows.reduce((sum, [, impressions]) => sum + Number(impressions), 0),
      1300,
      JSON.stringify(by),
    );
  }
  const asked = { metrics: ['approximate_member_reach'] };
  const { rows } = await ask(asked, { campaigns: { contains: ['spring'], status: 'active' } });
  assert.deepEqual(rows[0]?.values, [2]);
  assert.deepEqual(await rowsOf({ contains: ['autumn'] }), []);
  await using context = open();
  const verified = linkedInAdsConnector.verify({ ...config, campaigns: { contains: ['autumn'] } }, secret, context);
  await assert.rejects(verified, isError('invalid_config', /^campaigns: No campaign.*Spring/));
});

test('linkedin-ads: more campaigns than an address has room for are asked for in parts, whose people have no sum', async () => {
  const ids = [101, ...Array.from({ length: 50 }, (_one, index) => 200 + index), 102, 103, 104];
  const elements = ids.map((id) => ({ id, name: `Campaign ${id}`, status: 'ACTIVE' }));
  double.fault = ({ path }) => (path.includes('/adCampaigns') ? { elements, metadata: {} } : undefined);
  try {
    const before = double.seen.length;
    const asked = { metrics: ['impressions', 'clicks', 'approximate_member_reach'] };
    const { rows } = await ask(asked, { campaigns: { contains: ['campaign'] } });
    assert.deepEqual(rows, [{ key: null, values: [2002, 20, null] }]);
    assert.equal(double.seen.slice(before).filter(({ path }) => path.includes('adAnalytics')).length, 2);
  } finally {
    double.fault = null;
  }
});

testHostedFaults('linkedin-ads', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  quotaWaitMs: (waitMs) => waitMs !== undefined && 0 < waitMs && waitMs <= dayMs,
  ask: async (options) => {
    await using context = open(options);
    return await linkedInAdsConnector.query(config, secret, week, context);
  },
}));
