import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConnectorContextOptions } from '../../../src/reporting/connectors/context.ts';
import type { ConnectorErrorKind, Query } from '../../../src/reporting/connectors/contract.ts';
import { readRecords } from '../../../src/reporting/connectors/microsoft-ads/csv.ts';
import { microsoftAdsConnector } from '../../../src/reporting/connectors/microsoft-ads.ts';
import { getConnector, parseConfig, parseSecret } from '../../../src/reporting/connectors/registry.ts';
import { microsoftAccounts, microsoftClient, microsoftToken, startMicrosoftAds } from '../../doubles/microsoft-ads.ts';
import { hostileValue } from '../../doubles/web-visits.ts';
import { zipOf } from '../../doubles/zip.ts';
import { isError } from '../../support/connector-conformance.ts';
import { localNetwork, openTestContext } from '../../support/connector-context.ts';
import { testHostedFaults } from '../../support/hosted-faults.ts';

const double = await startMicrosoftAds();
const config = { account: microsoftAccounts.shop };
const secret = {
  grant: { access_token: microsoftToken, expires_at: null, refresh_token: null },
  client: microsoftClient,
};
const addresses = { ...localNetwork.systemAddresses, 'microsoft-ads': double.url };
const network = { ...localNetwork, systemAddresses: addresses };
const open = (options: Partial<ConnectorContextOptions> = {}) => openTestContext({ network, secret, ...options });
const week: Query = {
  ...{ from: '2026-02-27', to: '2026-03-05', timeZone: 'UTC', by: 'none', limit: 400 },
  metrics: ['impressions', 'clicks', 'spend', 'ctr', 'conversions', 'cost_per_conversion'],
};

async function ask(query: Partial<Query> = {}, asked: object = {}, options: Partial<ConnectorContextOptions> = {}) {
  await using context = open(options);
  return await microsoftAdsConnector.query({ ...config, ...asked }, secret, { ...week, ...query }, context);
}

const rowsBy = async (by: Query['by'], metrics = ['impressions', 'spend']) => {
  const { rows } = await ask({ by, metrics });
  return rows.map(({ key, values }) => [key, ...values]);
};

test('microsoft-ads: the figures are those of the account, amounts exact to the last digit', async () => {
  const whole = await ask();
  assert.deepEqual(whole.rows, [{ key: null, values: [2002, 20, 20.4, 20 / 2002, 3, 6.8] }]);
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

test('microsoft-ads: groups of one name are one, quotes and commas are part of it, and what is not known has none', async () => {
  assert.deepEqual(await rowsBy({ dimension: 'campaign' }), [
    ['Spring', 1500, 20.095],
    [hostileValue, 500, 0.205],
    [null, 2, 0.1],
  ]);
  assert.deepEqual(await rowsBy({ dimension: 'country' }), [
    ['Germany', 1300, 13.4],
    ['Poland', 700, 6.9],
    [null, 2, 0.1],
  ]);
  assert.deepEqual(await rowsBy({ dimension: 'device' }), [
    ['Smartphone', 1202, 16.895],
    ['Computer', 800, 3.505],
  ]);
  const { rows } = await ask(
    { by: { dimension: 'keyword' }, metrics: ['spend', 'revenue'] },
    { dimensions: ['keyword'] },
  );
  assert.deepEqual(
    rows.map(({ key, values }) => [key, ...values]),
    [
      ['shoes', 20.195, 30],
      ['red "shoes", size 40', 0.205, null],
    ],
  );
});

test('microsoft-ads: a report is asked for as documented, waited for, and fetched without credentials', async () => {
  double.looks = 2;
  const before = double.seen.length;
  await ask({ by: 'day', metrics: ['clicks'] });
  double.looks = 0;
  const seen = double.seen.slice(before);
  assert.deepEqual(
    seen.map(({ path }) => path.split('?')[0]?.split('/').at(-1)),
    ['Query', 'Submit', 'Poll', 'Poll', 'Poll', seen.at(-1)?.path.split('?')[0]?.split('/').at(-1)],
  );
  assert.equal(seen.at(-1)?.headers.authorization, undefined);
  assert.equal(seen.at(-1)?.headers.developertoken, undefined);
  assert.equal(seen.at(-1)?.query.get('sig'), 'a/b');
  assert.deepEqual(JSON.parse(seen[1]?.body ?? '').ReportRequest, {
    ...{ Type: 'AccountPerformanceReportRequest', ReportName: 'report-service', Format: 'Csv', FormatVersion: '2.0' },
    ...{ ExcludeColumnHeaders: false, ExcludeReportFooter: true, ExcludeReportHeader: false },
    ...{ ReturnOnlyCompleteData: false, Aggregation: 'Daily' },
    Columns: ['TimePeriod', 'AccountId', 'Impressions', 'Spend', 'Clicks'],
    Scope: { AccountIds: [microsoftAccounts.shop] },
    Time: {
      CustomDateRangeStart: { Day: 27, Month: 2, Year: 2026 },
      CustomDateRangeEnd: { Day: 5, Month: 3, Year: 2026 },
    },
  });
  assert.equal(seen[1]?.headers.customeraccountid, microsoftAccounts.shop);
});

test('microsoft-ads: a report that is not done when time is up is tried again', async () => {
  double.looks = 1_000;
  const refused = ask({}, {}, { deadline: Date.now() + 16_000 });
  await assert.rejects(refused, isError('transient', /not finished/));
  double.looks = 0;
});

test('microsoft-ads: says from which day on figures still change, and nothing of days before', async () => {
  assert.deepEqual((await ask()).notices, [{ code: 'incomplete_from', date: '2026-03-05' }]);
  assert.deepEqual((await ask({ by: 'day' })).notices, [{ code: 'incomplete_from', date: '2026-03-05' }]);
  assert.equal((await ask({ to: '2026-03-04' })).notices, undefined);
});

test('microsoft-ads: an empty period has no figures', async () => {
  for (const by of ['none', 'day', { dimension: 'campaign' }] satisfies Query['by'][]) {
    const empty = await ask({ from: '2025-01-01', to: '2025-01-31', by });
    assert.deepEqual([empty.rows, empty.hasData, empty.groupCount], [[], false, 0]);
  }
});

test('microsoft-ads: several queries are waited for at once, in their order', async () => {
  await using context = open();
  const queries = (['day', 'week', 'none'] as const).map((by) => ({ ...week, by, metrics: ['clicks'] }));
  const answers = await microsoftAdsConnector.queryAll?.(config, secret, queries, context);
  assert.deepEqual(
    answers?.map(({ rows }) => rows.length),
    [4, 2, 1],
  );
});

test('microsoft-ads: describes days of UTC in the currency of the account, lists accounts, and warns', async () => {
  await using context = open();
  const described = await microsoftAdsConnector.describe(config, secret, context);
  assert.deepEqual([described.timeZone, described.currency], ['UTC', 'USD']);
  const found = await microsoftAdsConnector.resources?.(null, secret, context);
  assert.deepEqual(
    found?.map(({ config, label, currency }) => [config.account, label, currency]),
    [
      ['1500000001', 'Shop 1 (F10001)', 'USD'],
      ['1500000002', 'Shop 2 (F10002)', 'USD'],
    ],
  );
  const warnings = await microsoftAdsConnector.verify({ account: microsoftAccounts.idle }, secret, context);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['no_data'],
  );
  await assert.rejects(ask({ metrics: ['nope'] }), isError('invalid_config', /"nope"/));
});

test('microsoft-ads: a code says what is wrong', async () => {
  const answers: [number, ConnectorErrorKind, RegExp][] = [
    [105, 'reauth_required', /Sign in again/],
    [109, 'reauth_required', /Sign in again/],
    [106, 'resource_missing', /Correct account/],
    [2003, 'resource_missing', /Correct account/],
    [2015, 'invalid_config', /2015/],
    [0, 'transient', /right now/],
  ];
  for (const [Code, kind, message] of answers) {
    for (const list of ['Errors', 'OperationErrors']) {
      double.fault = (_request, response) => {
        response.statusCode = 400;
        return { [list]: [{ Code, Message: 'user admin may not do this' }], Type: 'AdApiFaultDetail' };
      };
      await assert.rejects(
        ask(),
        (error: Error) => !/admin/.test(error.message) && isError(kind, message, secret)(error),
      );
    }
  }
  for (const Code of [117, 207]) {
    double.fault = (_request, response) => {
      response.statusCode = 400;
      return { Errors: [{ Code, Message: 'user admin' }] };
    };
    await assert.rejects(ask(), (error: Error & { retryAfterMs?: number }) => {
      assert.equal(error.retryAfterMs, 60_000);
      return isError('transient', new RegExp(`${Code}`))(error);
    });
  }
  double.fault = null;
  await assert.rejects(ask({}, { account: '1500000009' }), isError('resource_missing', /106/, secret));
});

test('microsoft-ads: without a developer token the operator is told', async () => {
  const without = { ...secret, client: { ...secret.client, developer_token: null } };
  await using context = open({ secret: without });
  const refused = microsoftAdsConnector.query(config, without, week, context);
  await assert.rejects(refused, isError('invalid_config', /--developer-token/, without));
});

test('microsoft-ads: a file that is not whole is no answer, and none is fetched from elsewhere than https', async () => {
  const csv = (change: (text: string) => string) => (text: string) => zipOf('a.csv', Buffer.from(change(text)));
  const files: [string, (text: string) => Buffer, RegExp][] = [
    ['no archive', () => Buffer.from('<html>'), /damaged/],
    ['cut off', (text) => zipOf('a.csv', Buffer.from(text)).subarray(0, 200), /damaged/],
    ['a row is missing', csv((text) => text.trimEnd().split('\r\n').slice(0, -1).join('\r\n')), /read/],
    ['a figure is none', csv((text) => text.replace('"2002"', '"2,002"')), /read/],
    ['no header', csv((text) => text.replace('Rows: ', 'Lines: ')), /read/],
    ['a quote does not end', csv((text) => `${text}"`), /read/],
  ];
  for (const [name, file, message] of files) {
    double.file = file;
    await assert.rejects(ask(), isError('transient', message), name);
  }
  double.file = (text) => {
    const archive = zipOf('a.csv', Buffer.from(text));
    // The checksum of its directory.
    const at = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 16;
    archive.writeUInt8((archive.readUInt8(at) + 1) % 256, at);
    return archive;
  };
  await assert.rejects(ask(), isError('transient', /damaged/));
  double.file = () => zipOf('a.csv', Buffer.alloc(65 * 1024 * 1024));
  await assert.rejects(ask(), isError('invalid_config', /more than 67108864 bytes/));
  double.file = null;
  for (const address of [
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
    'https://user:pw@example.com/a',
    'nonsense',
  ]) {
    double.address = address;
    await assert.rejects(ask(), isError('transient', /none to fetch from/), address);
  }
  double.address = null;
});

test('microsoft-ads: records of a CSV text', () => {
  assert.deepEqual(readRecords('\uFEFF"a ""b""",c\r\n\r\n"line\nend",\r\n'), [['a "b"', 'c'], [''], ['line\nend', '']]);
  assert.deepEqual(readRecords('a,b'), [['a', 'b']]);
  assert.deepEqual(readRecords('a,'), [['a', '']]);
});

test('microsoft-ads: the registry reads its configuration and secret', () => {
  const connector = getConnector('microsoft-ads');
  assert.deepEqual(parseConfig(connector, config), config);
  assert.deepEqual(parseSecret(connector, secret), secret);
  assert.throws(() => parseConfig(connector, { account: 'F10001' }), /account/);
  assert.throws(() => parseSecret(connector, { token: 'typed' }));
});

testHostedFaults('microsoft-ads', async () => ({
  double,
  secret,
  brokenJson: 'transient',
  ask: async (options) => {
    await using context = open(options);
    return await microsoftAdsConnector.query(config, secret, week, context);
  },
}));
