import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildDocument } from '../../../src/reporting/documents/build-document.ts';
import { bytesText } from '../../../src/reporting/documents/bytes-text.ts';
import { planReport } from '../../../src/reporting/documents/report-plan.ts';
import { bigQueryPlace, bigQueryConnector as connector, startFilledBigQuery } from '../../support/bigquery.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';

const { double, oauth, secret, network } = await startFilledBigQuery();
const metrics = [
  { key: 'entries', label: 'Entries', sql: 'count(*)', unit: 'count', better: 'up', additive: true },
] as const;
const config = {
  ...{ ...bigQueryPlace, table: 'known', date: 'day', metrics: [...metrics] },
  dimensions: [{ key: 'place', label: 'Place', sql: 'place' }],
};
const spring = {
  from: '2024-02-01',
  to: '2024-02-29',
  timeZone: 'UTC',
  metrics: ['entries'],
  by: 'none',
  limit: 9,
} as const;

async function verify(changes: object = {}) {
  await using context = openTestContext({ secret, network });
  return await connector.verify({ ...config, ...changes }, secret, context);
}

async function ask(changes: object = {}, given: object = secret) {
  await using context = openTestContext({ secret: given, network });
  return await connector.query({ ...config, ...changes }, given as typeof secret, spring, context);
}

const bodiesOf = (path: string) =>
  double.seen.filter((one) => one.path.endsWith(path) && one.method === 'POST').map(({ body }) => JSON.parse(body));

test('says what a question reads before a configuration is stored, and refuses one that reads more than it may', async () => {
  double.bytes = 1_200_000_000;
  const warnings = await verify();
  assert.deepEqual(
    warnings.map(({ code, path }) => [code, path]),
    [
      ['bytes_estimated', 'maximum_bytes_billed'],
      ['rows_not_tried', 'table'],
    ],
  );
  assert.match(warnings[0]?.message ?? '', /about the last month reads 1\.2 GB.*at most for 10 GB/);
  const fault = isError('invalid_config', /maximum_bytes_billed: .*reads 1\.2 GB.*may read 1 GB/);
  await assert.rejects(verify({ maximum_bytes_billed: 1_000_000_000 }), fault);
  double.bytes = 20_000_000;
  assert.deepEqual(
    (await verify()).map(({ code }) => code),
    ['bytes_estimated'],
  );
});

test('sends a limit of bytes with every query, also where none is given, and looks at statements without one', async () => {
  double.seen.length = 0;
  await ask();
  await ask({ maximum_bytes_billed: 50_000_000 });
  const most = bodiesOf('/queries').map(({ maximumBytesBilled }) => maximumBytesBilled);
  assert.deepEqual(most, ['10000000000', '50000000']);
  assert.ok(bodiesOf('/jobs').every(({ configuration }) => configuration.dryRun === true));
  double.bytes = 60_000_000;
  await assert.rejects(ask({ maximum_bytes_billed: 50_000_000 }), isError('invalid_config', /maximum_bytes_billed/));
  double.bytes = 20_000_000;
});

test('runs nothing but SELECTs, as BigQuery itself reads them', async () => {
  const before = double.warehouse.statements.length;
  double.statementType = 'SCRIPT';
  await assert.rejects(ask(), isError('invalid_config', /one SELECT/));
  double.statementType = 'SELECT';
  assert.equal(double.warehouse.statements.length, before);
});

test('reads with a right that cannot write, and signs in by people as well', async () => {
  double.seen.length = 0;
  await ask();
  const queries = double.seen.filter(({ path }) => path.endsWith('/queries'));
  const scopes = queries.map(({ headers }) => oauth.tokens.get(headers.authorization?.replace('Bearer ', '') ?? ''));
  assert.deepEqual(scopes, ['https://www.googleapis.com/auth/cloud-platform.read-only']);
  assert.equal((await ask({}, oauth.grantSecret)).hasData, true);
  assert.deepEqual(connector.signIn, { with: 'google', scopes: ['https://www.googleapis.com/auth/bigquery'] });
});

test('answers a question in one request, and waits for one that takes longer', async () => {
  double.seen.length = 0;
  const quick = await ask();
  assert.equal(double.seen.filter(({ path }) => path.includes('/queries')).length, 1);
  assert.equal(quick.bytesBilled, 20_000_000);
  double.patienceMs = 0;
  assert.deepEqual(await ask(), quick);
  double.patienceMs = 60_000;
  assert.ok(double.seen.some(({ path }) => path.includes('/queries/job_')));
});

test('sums in the sources of a report what Google bills for all of its questions', async () => {
  await using context = openTestContext({ secret, network });
  const description = await connector.describe(config, secret, context);
  const periods = {
    current: { from: '2024-02-01', to: '2024-02-29' },
    compare: { from: '2024-01-01', to: '2024-01-31' },
  };
  const connection = { id: 'con_shop', name: 'Shop', system: 'bigquery', description };
  const plan = planReport({ sections: null, connections: [connection], periods, timeZone: 'UTC' });
  const queries = plan.connections.flatMap((planned) => planned.queries);
  const answers = (await connector.queryAll?.(config, secret, queries, context)) ?? [];
  const moment = '2024-03-01T00:00:00.000Z';
  const document = buildDocument({
    ...{ reportId: 'rep_shop', title: null, projectName: 'Shop', clientName: null, locale: 'en', currency: 'EUR' },
    ...{ brand: { accent_color: null, logo: null }, createdAt: moment, plan },
    fetched: [{ connectionId: connection.id, fetchedAt: moment, answers }],
  });
  assert.equal(document.sources[0]?.bytes_billed, queries.length * 20_000_000);
});

test('says amounts of data as people do, in their language', () => {
  const amounts = [0, 999, 10_485_760, 1_200_000_000, 3.4e12].map((bytes) => bytesText(bytes));
  assert.deepEqual(amounts, ['0 bytes', '999 bytes', '10.5 MB', '1.2 GB', '3.4 TB']);
  assert.match(bytesText(1_200_000_000, 'de'), /^1,2\sGB$/);
});
