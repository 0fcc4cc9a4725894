import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { clickhouseConnector } from '../../../src/reporting/connectors/clickhouse.ts';
import type { ConnectorErrorKind, Query } from '../../../src/reporting/connectors/contract.ts';
import type { SqlConfig } from '../../../src/reporting/connectors/sql/config.ts';
import { makeAuthority } from '../../support/certificates.ts';
import { type DoubleAnswer, startClickhouseDouble } from '../../support/clickhouse-double.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { eventually } from '../../support/eventually.ts';
import { removeFolder } from '../../support/folders.ts';

const secret = { password: 'a-secret-of-the-double' };
const query: Query = {
  ...{ from: '2024-01-01', to: '2024-01-31', timeZone: 'Europe/Berlin' },
  ...{ metrics: ['entries'], by: 'none', limit: 10 },
};

function configOf(port: number, changes: Partial<SqlConfig> = {}): SqlConfig {
  const entries = {
    key: 'entries',
    label: 'Entries',
    sql: 'count()',
    unit: 'count',
    better: 'up',
    additive: true,
  } as const;
  const place = { host: '127.0.0.1', port, database: 'shop', user: 'reporting_user', tls: 'off' } as const;
  return { ...place, table: 'orders', date: 'at', metrics: [entries], dimensions: [], ...changes };
}

/** A table with one column, and a count of 18 quintillion. */
function ordinary(sql: string): DoubleAnswer {
  if (/^SELECT \*/.test(sql)) return { meta: [['at', "DateTime64(3, 'UTC')"]], data: [] };
  const isFigure = sql.includes('members__');
  if (isFigure) {
    const meta = [
      ['key__', 'Nullable(Nothing)'] as const,
      ['members__', 'UInt64'] as const,
      ['value0__', 'UInt64'] as const,
    ];
    return { meta, data: [[null, '7', '18446744073709551615']] };
  }
  return {
    meta: [
      ['count()', 'UInt64'],
      ['value0__', /\(count\(\)/.test(sql) ? 'UInt64' : "DateTime64(3, 'UTC')"],
    ],
    data: [],
  };
}

async function ask(config: SqlConfig) {
  await using context = openTestContext({ secret });
  return await clickhouseConnector.query(config, secret, query, context);
}

test('sends credentials in headers and only settings that the server knows, and reads UInt64', async () => {
  await using double = await startClickhouseDouble(ordinary);
  const result = await ask(configOf(double.port));
  assert.deepEqual(result.rows, [{ key: null, values: [2 ** 64] }]);
  assert.equal(result.rowsRead, 7);
  for (const { search, headers } of double.requests) {
    assert.equal(headers['x-clickhouse-user'], 'reporting_user');
    assert.equal(headers['x-clickhouse-key'], secret.password);
    assert.ok(!search.toString().includes(secret.password) && !search.has('user') && !search.has('password'));
    assert.equal(search.get('database'), 'shop');
    assert.equal(search.get('wait_end_of_query'), '1');
  }
  const [, ...later] = double.requests;
  assert.ok(later.length > 0);
  for (const { search } of later) {
    assert.equal(search.get('readonly'), '1');
    assert.equal(search.get('cancel_http_readonly_queries_on_client_close'), '1');
    assert.ok(Number(search.get('max_execution_time')) >= 60);
    assert.ok(!search.has('aggregate_functions_null_for_empty'));
  }
});

/** As servers of today word what the engine alone, in test/faults/clickhouse-today.test.ts, does not say. */
const exceptions: readonly (readonly [
  status: number,
  code: number,
  text: string,
  kind: ConnectorErrorKind,
  message: RegExp,
])[] = [
  [
    403,
    516,
    'Code: 516. DB::Exception: reporting_user: Authentication failed',
    'reauth_required',
    /user name or the password/,
  ],
  [403, 497, 'Code: 497. DB::Exception: reporting_user: Not enough privileges.', 'resource_missing', /Grant SELECT/],
  [500, 159, 'Code: 159. DB::Exception: Timeout exceeded', 'transient', /took longer/],
  [500, 202, 'Code: 202. DB::Exception: Too many simultaneous queries', 'transient', /too many queries/],
  [500, 241, 'Code: 241. DB::Exception: (total) memory limit exceeded', 'transient', /memory/],
  [400, 999, 'Code: 999. DB::Exception: reporting_user did it', 'invalid_config', /code 999/],
];
for (const [status, code, text, kind, message] of exceptions) {
  test(`takes exception ${code} for ${kind}, without the server's words`, async () => {
    await using double = await startClickhouseDouble(() => ({ status, code, text }));
    await assert.rejects(ask(configOf(double.port)), isError(kind, message, [secret.password, 'reporting_user']));
  });
}

test('waits as long as a gateway asks, and takes no other page for ClickHouse', async () => {
  await using busy = await startClickhouseDouble(() => ({ status: 503, text: '', headers: { 'retry-after': '7' } }));
  await assert.rejects(ask(configOf(busy.port)), (error: unknown) => {
    isError('transient', /503/)(error);
    assert.equal((error as { retryAfterMs?: number }).retryAfterMs, 7000);
    return true;
  });
  await using page = await startClickhouseDouble(() => ({ status: 200, text: '<html>Welcome</html>' }));
  await assert.rejects(ask(configOf(page.port)), isError('invalid_config', /not ClickHouse/));
});

test('closes the request when the context aborts, on which the server cancels the query', async () => {
  await using double = await startClickhouseDouble((sql) => (sql.includes('members__') ? 'hangs' : ordinary(sql)));
  const aborting = new AbortController();
  await using context = openTestContext({ secret, signal: aborting.signal });
  const config = configOf(double.port);
  const stopped = assert.rejects(
    clickhouseConnector.query(config, secret, query, context),
    isError('transient', /stopped/),
  );
  await eventually(() => double.requests.some(({ sql }) => sql.includes('members__')));
  aborting.abort();
  await stopped;
  await eventually(() => double.closed() === 1);
});

test('checks certificates by the authority that is given, and encrypts without a check only when told to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'clickhouse-tls-'));
  after(() => removeFolder(folder));
  const authority = makeAuthority(folder);
  const { certificate, key } = authority.sign('server', 'IP:127.0.0.1');
  const tls = { key: readFileSync(key), cert: readFileSync(certificate) };
  await using double = await startClickhouseDouble(ordinary, tls);
  const ca = readFileSync(authority.file, 'utf8');
  const { tls: _tls, ...verified } = configOf(double.port);
  assert.equal((await ask({ ...verified, ca })).rowsRead, 7);
  assert.equal((await ask({ ...verified, tls: 'require' })).rowsRead, 7);
  await assert.rejects(ask(verified), isError('invalid_config', /certificate.*"ca"/));
  await assert.rejects(ask({ ...verified, ca, host: 'localhost' }), isError('invalid_config', /for another name/));
});
