import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { longestList, trinoPassword, trinoToken, trinoUser } from '../../doubles/trino.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { trinoConnector as connector, startFilledTrino, trinoPlace } from '../../support/trino.ts';

const { double, secret, network } = await startFilledTrino();
const entries = {
  key: 'entries',
  label: 'Entries',
  sql: 'count(*)',
  unit: 'count',
  better: 'up',
  additive: true,
} as const;
const config = { ...trinoPlace, table: 'known', date: 'day', metrics: [entries], dimensions: [] };
const spring: Query = {
  ...{ from: '2024-02-01', to: '2024-02-29', timeZone: 'UTC', metrics: ['entries'] },
  ...{ by: 'none', limit: 9 },
};

type Given = Parameters<typeof connector.query>[1];

async function ask(given: Given = secret, changes: object = {}, query: Partial<Query> = {}, options: object = {}) {
  await using context = openTestContext({ secret: given, network, ...options });
  return await connector.query({ ...config, ...changes }, given, { ...spring, ...query }, context);
}

async function verify(changes: object = {}) {
  await using context = openTestContext({ secret, network });
  return await connector.verify({ ...config, ...changes }, secret, context);
}

const posted = () => double.seen.filter(({ method }) => method === 'POST');
const settingsSent = () => String(posted().at(-1)?.headers['x-trino-session'] ?? '');

test('signs in by a password, by a token, and by nothing where the server asks for nothing', async () => {
  const figures = await ask({ password: trinoPassword });
  assert.ok(figures.hasData);
  assert.deepEqual(await ask({ token: trinoToken }), figures);
  for (const wrong of [{ password: 'wrong-password' }, { token: 'wrong-token' }, null]) {
    await assert.rejects(ask(wrong), isError('reauth_required', /credentials/, ['wrong-password', 'wrong-token']));
  }
  double.isOpen = true;
  assert.deepEqual(await ask(null), figures);
  double.isOpen = false;
});

test('sends no password and no token without TLS', async () => {
  const seen = double.seen.length;
  for (const given of [secret, { token: trinoToken }]) {
    const refused = isError('invalid_config', /^url: .*https/, [trinoPassword, trinoToken]);
    await assert.rejects(ask(given, { url: 'http://trino.example.com' }), refused);
  }
  assert.equal(double.seen.length, seen);
});

test('a secret is bound to the address, and goes nowhere that the server names', async () => {
  assert.equal(
    connector.origin({ ...config, url: 'https://trino.example.com:8443/' }),
    'https://trino.example.com:8443',
  );
  const whole = await ask();
  double.ownAddress = 'http://coordinator.internal:8080';
  assert.deepEqual(await ask(), whole);
  double.ownAddress = 'http://coordinator.internal:8080/v1/../../other';
  await assert.rejects(ask(), isError('transient', /cannot be read/));
  double.ownAddress = undefined;
});

test('says who asks, in which catalog and zone, and that times come with their digits', async () => {
  await ask();
  const headers = posted().at(-1)?.headers ?? {};
  assert.deepEqual(
    ['user', 'catalog', 'schema', 'time-zone', 'source'].map((name) => headers[`x-trino-${name}`]),
    [trinoUser, 'shops', 'shop', 'UTC', 'report-service'],
  );
  assert.match(String(headers['x-trino-client-capabilities']), /PARAMETRIC_DATETIME/);
});

test('ends statements at the server with the time that is left, and never later than the server by itself', async () => {
  await ask(secret, {}, {}, { deadline: Date.now() + 30_000 });
  const [, seconds] = /query_max_run_time=(\d+)s,query_max_execution_time=\1s$/.exec(settingsSent()) ?? [];
  assert.ok(Number(seconds) >= 30 && Number(seconds) <= 36, settingsSent());
  const { settings } = double;
  double.settings = { ...settings, query_max_run_time: '5.00s' };
  await ask(secret, {}, {}, { deadline: Date.now() + 30_000 });
  assert.match(settingsSent(), /^query_max_execution_time=\d+s$/);
  double.settings = {};
  assert.ok((await ask()).hasData);
  assert.equal(settingsSent(), '');
  double.settings = settings;
});

test('reads without limits of its own where the user may set none', async () => {
  double.maySet = false;
  assert.ok((await ask()).hasData);
  await assert.rejects(
    ask(secret, { maximum_scanned_bytes: 1e9 }),
    isError('invalid_config', /^maximum_scanned_bytes: .*takes no such limit/),
  );
  double.maySet = true;
});

test('limits what a statement reads, where the server knows such a limit', async () => {
  await ask(secret, { maximum_scanned_bytes: 5e9 });
  assert.match(settingsSent(), /query_max_scan_physical_bytes=5000000000B/);
  const { settings } = double;
  double.settings = { ...settings, query_max_scan_physical_bytes: '1GB' };
  await ask(secret, { maximum_scanned_bytes: 5e9 });
  assert.doesNotMatch(settingsSent(), /scan/);
  double.settings = {};
  await assert.rejects(
    ask(secret, { maximum_scanned_bytes: 5e9 }),
    isError('invalid_config', /^maximum_scanned_bytes/),
  );
  double.settings = settings;
});

const failing = (error: object) => {
  double.fault = (request) => (request.method === 'GET' ? { id: 'x', stats: { state: 'FAILED' }, error } : undefined);
};
const faults = {
  'EXCEEDED_TIME_LIMIT INSUFFICIENT_RESOURCES': ['transient', /longer than/],
  'EXCEEDED_SCAN_LIMIT INSUFFICIENT_RESOURCES': ['invalid_config', /maximum_scanned_bytes/],
  'EXCEEDED_CPU_LIMIT INSUFFICIENT_RESOURCES': ['invalid_config', /more of the server/],
  'NEWEST_LIMIT INSUFFICIENT_RESOURCES': ['transient', /too little room/],
  'HIVE_FILESYSTEM_ERROR EXTERNAL': ['transient', /behind the catalog/],
  'GENERIC_INTERNAL_ERROR INTERNAL_ERROR': ['transient', /could not answer/],
  'COMPILER_ERROR INTERNAL_ERROR': ['invalid_config', /too complex/],
  'SCHEMA_NOT_FOUND USER_ERROR': ['resource_missing', /schema/],
  'PERMISSION_DENIED USER_ERROR': ['resource_missing', /may not read/],
  'ADMINISTRATIVELY_KILLED USER_ERROR': ['transient', /stopped/],
  'NEWEST_MISTAKE USER_ERROR': ['invalid_config', /refuses it/],
} as const;
for (const [error, [kind, message]] of Object.entries(faults)) {
  test(`errors have their kinds, and words without users: ${error}`, async () => {
    const [errorName, errorType] = error.split(' ');
    failing({ message: 'line 1:1: user admin of /var/lib', errorCode: 1, errorName, errorType });
    await assert.rejects(ask(), isError(kind, message, ['admin', '/var/lib']));
    double.fault = null;
  });
}

test('a statement that the server has forgotten is asked again later', async () => {
  double.fault = (request, response) => {
    if (request.method !== 'GET') return undefined;
    response.statusCode = 410;
    return { message: 'gone' };
  };
  await assert.rejects(ask(), isError('transient', /no longer knows/));
  double.fault = null;
});

test('takes an answer without columns, as of something else, for none', async () => {
  for (const answer of [{}, { id: 'x' }, { id: 'x', columns: [] }]) {
    double.fault = () => answer;
    await assert.rejects(ask(), isError('transient', /cannot be read/));
  }
  double.fault = null;
});

test('waits out a gateway that passes', async () => {
  let failures = 2;
  double.fault = (request, response) => {
    if (request.method !== 'GET' || failures-- <= 0) return undefined;
    response.statusCode = 503;
    return {};
  };
  assert.ok((await ask()).hasData);
  double.fault = null;
});

test('ends by its deadline where a server never comes to an end', async () => {
  double.fault = (request) =>
    request.method === 'GET'
      ? { id: 'x', nextUri: `https://trino.example.com${request.path}`, stats: { state: 'RUNNING' } }
      : undefined;
  await assert.rejects(ask(secret, {}, {}, { deadline: Date.now() + 600 }), isError('transient', /stopped/));
  double.fault = null;
});

test('days of years are told apart, although the server takes 254 values in one list', async () => {
  const years = { from: '2021-01-01', to: '2024-12-31', by: 'day', limit: 2000 } as const;
  const { rows } = await ask(secret, {}, years);
  assert.ok(rows.length > 20);
  assert.equal(
    rows.reduce((sum, { values }) => sum + (values[0] ?? 0), 0),
    500,
  );
  const longest = Math.max(...posted().map(({ body }) => longestList(body)));
  assert.ok(longest > 100 && longest <= 254, `${longest}`);
});

test('gives a sum of 38 digits to its last digit, without a double on its way', async () => {
  const sql = 'sum(CAST(0.1 AS DECIMAL(38, 20)))';
  const { rows } = await ask(secret, { metrics: [{ ...entries, sql }] });
  assert.ok(Number.isInteger((rows[0]?.values[0] ?? 0.5) * 10));
  const digits = "max(CAST('9007199254740993.0000000001' AS DECIMAL(38, 10)))";
  assert.deepEqual(
    (await ask(secret, { metrics: [{ ...entries, sql: digits }] })).rows[0]?.values,
    [9_007_199_254_740_994],
  );
});

test('gives no figure for NaN and infinity, and sorts them last', async () => {
  const special = "CASE place WHEN 'Berlin' THEN CAST('NaN' AS DOUBLE) ELSE 1e0 END";
  const changes = {
    metrics: [{ ...entries, sql: `max(${special})`, additive: false }],
    dimensions: [{ key: 'place', label: 'Place', sql: 'place' }],
  };
  const { rows } = await ask(secret, changes, { by: { dimension: 'place' }, from: '2020-01-01', to: '2030-01-01' });
  assert.equal(rows.at(-1)?.key, 'Berlin');
  assert.deepEqual(rows.at(-1)?.values, [null]);
});

test('warns of means and quotients of which the server drops digits', async () => {
  const codes = async (sql: string) => {
    const metrics = [{ ...entries, sql, additive: false }];
    const warnings = await verify({ table: 'orders', date: 'ordered_at', metrics });
    return warnings.filter(({ code }) => code === 'fraction_dropped').map(({ message }) => message);
  };
  assert.match((await codes('sum(id) / count(*)'))[0] ?? '', /whole numbers.*1e0 \*/);
  assert.deepEqual(await codes('1e0 * sum(id) / count(*)'), []);
  assert.deepEqual(await codes('sum(id)'), []);
  const rounded = 'CAST(sum("Net amount") / count(*) AS DECIMAL(38, 9))';
  assert.match((await codes(rounded))[0] ?? '', /decimals.*1e0 \*/);
});

test('warns of a user that may change tables, as far as the catalog tells', async () => {
  double.mayWrite = true;
  assert.deepEqual(
    (await verify()).map(({ code, path }) => [code, path]),
    [['user_may_write', 'user']],
  );
  double.mayWrite = false;
  assert.deepEqual(await verify(), []);
});

test('the double groups by columns alone, as the server does', async () => {
  const query = 'SELECT day AS d__ FROM known GROUP BY d__';
  await assert.rejects(verify({ table: undefined, query, date: 'd__' }), isError('invalid_config', /./));
});
