import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { ConnectorErrorKind, Query } from '../../../src/reporting/connectors/contract.ts';
import type { SqlConfig } from '../../../src/reporting/connectors/sql/config.ts';
import { sqlServerConnector } from '../../../src/reporting/connectors/sql-server.ts';
import { type SqlServerDouble, type SqlServerOptions, startSqlServer } from '../../doubles/sql-server/server.ts';
import { makeAuthority } from '../../support/certificates.ts';
import { moments, testClockChanges } from '../../support/clock-changes.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { columnsOf, insertRows, proposesAsCounted } from '../../support/counted-rows.ts';
import { eventually } from '../../support/eventually.ts';
import { removeFolder } from '../../support/folders.ts';

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());

const secret = { password: 'a-secret-of-the-double' };
const entries = {
  key: 'entries',
  label: 'Entries',
  sql: 'count(*)',
  unit: 'count',
  better: 'up',
  additive: true,
} as const;
const year = { from: '2024-01-01', to: '2024-12-31', timeZone: 'Europe/Berlin', limit: 1000 } as const;
const asked: Query = { ...year, metrics: ['entries'], by: 'none' };

async function start(options: SqlServerOptions = {}): Promise<SqlServerDouble> {
  const server = await startSqlServer(options);
  await server.tables.run(`CREATE TABLE dbo.orders (id INTEGER, ordered_at TIMESTAMPTZ, "Net amount" DECIMAL(38, 10), city VARCHAR,
    note VARCHAR)`);
  await server.tables.run(`INSERT INTO dbo.orders VALUES (1, '2024-05-01 12:00:00Z', 0.1, 'Berlin', 'a'),
    (2, '2024-05-01 22:30:00Z', 0.2, 'berlin', ''), (3, '2024-05-03 10:00:00Z', 1000000000.3, 'Berlin ', e' \t\n'),
    (4, '2024-05-03 11:00:00Z', NULL, 'bérlin', NULL)`);
  return server;
}

function ordersOf({ port }: { readonly port: number }): SqlConfig {
  const place = { host: '127.0.0.1', port, database: 'shop', user: 'reporter', tls: 'off' } as const;
  return { ...place, table: 'dbo.orders', date: 'ordered_at', metrics: [entries], dimensions: [] };
}

async function ask(config: SqlConfig, query: Partial<Query> = {}) {
  await using context = openTestContext({ secret });
  return await sqlServerConnector.query(config, secret, { ...asked, ...query }, context);
}

async function verify(config: SqlConfig, credentials = secret) {
  await using context = openTestContext({ secret: credentials });
  return await sqlServerConnector.verify(config, credentials, context);
}

const server = stack.use(await start());
const orders = ordersOf(server);
const withMetric = (sql: string): SqlConfig => ({ ...orders, metrics: [{ ...entries, sql }] });
const withDimension = (sql: string): SqlConfig => ({ ...orders, dimensions: [{ key: 'it', label: 'It', sql }] });
const keysOf = async (sql: string) => {
  const { rows } = await ask(withDimension(sql), { by: { dimension: 'it' } });
  return rows.map(({ key, values }) => [key, values[0]]);
};

const written = moments.map((moment) => `('${moment}Z', '${moment}', '${moment}')`).join(', ');
await server.tables.run('CREATE TABLE dbo.moments (moment TIMESTAMPTZ, local TIMESTAMP, older TIMESTAMP_MS)');
await server.tables.run(`INSERT INTO dbo.moments VALUES ${written}`);
for (const local of ['local', 'older']) {
  testClockChanges(sqlServerConnector, secret, {
    ...(local === 'local' && { instant: { ...orders, table: 'moments', date: 'moment' } }),
    local: { ...orders, table: 'moments', date: local },
  });
}

test('counts the hours and weeks of times before 1970 by their calendar', async () => {
  await server.tables.run("CREATE TABLE dbo.old AS SELECT TIMESTAMP '1969-12-31 23:30:00' AS moment");
  const config = { ...orders, table: 'old', date: 'moment' };
  const query = { from: '1969-12-01', to: '1970-01-31' };
  assert.equal((await ask(config, { ...query, by: 'day', hourly: true })).rows[0]?.key, '1969-12-31T23');
  assert.equal((await ask(config, { ...query, by: 'week' })).rows[0]?.key, '1969-12-29');
});

test('tells values apart by case, accents and blanks at their end, whatever the collation', async () => {
  assert.deepEqual(await keysOf('city'), [
    ['Berlin', 1],
    ['Berlin ', 1],
    ['berlin', 1],
    ['bérlin', 1],
  ]);
});

test('takes blank texts for missing ones, and writes times as ISO 8601 in UTC', async () => {
  assert.deepEqual(await keysOf('note'), [
    [null, 3],
    ['a', 1],
  ]);
  assert.deepEqual((await keysOf('ordered_at'))[1], ['2024-05-01T22:30:00', 1]);
  assert.deepEqual((await keysOf('[Net amount]'))[0], ['0.1000000000', 1]);
});

test('sums decimals exactly, and gives each figure to its last digit', async () => {
  assert.deepEqual((await ask(withMetric('sum([Net amount])'))).rows[0]?.values, [1_000_000_000.6]);
  const digits = `CAST('1234567890123456789012345678.0123456789' AS decimal(38, 10))`;
  assert.deepEqual((await ask(withMetric(`max(${digits})`))).rows[0]?.values, [
    Number('1234567890123456789012345678.0123456789'),
  ]);
  // Of whose halves of 64 bits a sum of doubles would be rounded twice.
  const twice = `CAST('9007199254740993.0000000001' AS decimal(38, 10))`;
  assert.deepEqual((await ask(withMetric(`max(${twice})`))).rows[0]?.values, [9_007_199_254_740_994]);
  assert.deepEqual((await ask(withMetric('max(CAST(0.1 AS float) + 0.2)'))).rows[0]?.values, [0.1 + 0.2]);
  assert.deepEqual((await ask(withMetric('max(9007199254740991)'))).rows[0]?.values, [9_007_199_254_740_991]);
});

test('warns of means and quotients of whole numbers, of which the server drops the fraction', async () => {
  const codes = async (sql: string) => (await verify(withMetric(sql))).map(({ code, path }) => [code, path]);
  assert.deepEqual(await codes('sum(id) / count(*)'), [['fraction_dropped', 'metrics.0.sql']]);
  assert.deepEqual(await codes('1.0 * sum(id) / count(*)'), []);
  assert.deepEqual(await codes('sum(id)'), []);
});

const tsql = process.env.CI !== 'true' && spawnSync('tsql', ['-C']).error ? 'no tsql of FreeTDS is there' : false;
test('the double answers FreeTDS as it answers the driver', { skip: tsql }, async () => {
  const { host, port, user } = { host: '127.0.0.1', port: String(server.port), user: 'reporter' };
  const options = ['-H', host, '-p', port, '-U', user, '-P', secret.password, '-D', 'shop'];
  const env = { ...process.env, TDSVER: '7.4', LC_ALL: 'C.UTF-8' };
  const { promise, resolve } = Promise.withResolvers<string>();
  const child = execFile('tsql', options, { env, timeout: 30_000 }, (_error, said, faults) => resolve(said + faults));
  child.stdin?.end(
    'SELECT TOP (1) [Net amount], city FROM orders ORDER BY id\ngo\nSELECT gone FROM orders\ngo\nexit\n',
  );
  const said = await promise;
  assert.match(said, /0\.1000000000\s+Berlin/);
  assert.match(said, /Msg 207[\s\S]*Invalid column name 'gone'/);
});

test('asks for the intent to read, and answers all queries from one snapshot, which ends in a rollback', async () => {
  const before = server.statements.length;
  const logins = server.intents.length;
  await using context = openTestContext({ secret });
  await sqlServerConnector.queryAll?.(orders, secret, [asked, asked], context);
  const said = server.statements.slice(before);
  assert.equal(said.filter((sql) => sql.includes('BEGIN TRANSACTION')).length, 1);
  assert.ok(said.some((sql) => sql.includes('ISOLATION LEVEL SNAPSHOT')));
  assert.ok(said.some((sql) => /LOCK_TIMEOUT \d+/.test(sql)));
  assert.ok(!said.some((sql) => /COMMIT TRANSACTION/.test(sql)));
  assert.deepEqual(server.intents.slice(logins), [true]);
});

test('reads what is committed where the database allows no snapshots', async () => {
  await using other = await start({ allowsSnapshots: false });
  assert.deepEqual((await ask(ordersOf(other))).rows[0]?.values, [4]);
  assert.ok(other.statements.some((sql) => sql.includes('ISOLATION LEVEL READ COMMITTED')));
});

for (const rights of [
  { roles: ['sysadmin'], rights: [] },
  { roles: ['db_owner'], rights: [] },
  { roles: ['db_datawriter'], rights: [] },
  { roles: [], rights: ['CONTROL SERVER'] },
  { roles: [], rights: ['INSERT'] },
  { roles: [], rights: ['ALTER'] },
]) {
  test(`refuses a user with ${[...rights.roles, ...rights.rights]}`, async () => {
    await using other = await start({ rights });
    await assert.rejects(verify(ordersOf(other)), isError('invalid_config', /may change tables/, ['reporter']));
  });
}

const refusals = [
  'count(*) WITH (NOLOCK)',
  '(SELECT count(*) FROM orders (TABLOCKX))',
  "(SELECT count(*) FROM OPENROWSET('x', 'y', 'z'))",
  '(SELECT count(*) FROM OPENQUERY(other, [x]))',
  "max(sys.fn_trace_gettable('x', 1))",
  'max(@@version)',
  'max([xp_cmdshell])',
  'sum(id) /* + 1 */',
  'sum(id) -- 1',
];
for (const sql of refusals) {
  test(`refuses ${sql}`, async () => {
    await assert.rejects(
      verify(withMetric(sql)),
      isError('invalid_config', /metrics\.0\.sql.*(?:not available|comment)/),
    );
  });
}

test('runs one SELECT alone, whatever a query says', async () => {
  const { table: _table, ...rest } = orders;
  const before = server.statements.length;
  const queries = [
    'SELECT 1 AS a; DELETE FROM orders',
    'SELECT * FROM orders) AS x DELETE FROM orders SELECT * FROM (SELECT 1 AS a',
    'SELECT 1 AS [a]]; DELETE FROM orders',
    'SELECT * INTO copy FROM orders',
    'EXEC xp_cmdshell [dir]',
    'WITH a AS (SELECT 1 AS b) SELECT * FROM a',
  ];
  for (const query of queries) await assert.rejects(verify({ ...rest, query }), isError('invalid_config', /./), query);
  assert.ok(!server.statements.slice(before).some((sql) => /DELETE|INTO|EXEC/.test(sql)));
  assert.deepEqual((await ask({ ...rest, query: "SELECT *, ']; x' AS [a]]b] FROM orders;" })).rows[0]?.values, [4]);
});

test('goes on in a new transaction after a refusal that has ended the last one', async () => {
  await using context = openTestContext({ secret });
  const faulty = withMetric('sum(CAST(city AS int))');
  await assert.rejects(
    sqlServerConnector.verify(faulty, secret, context),
    isError('invalid_config', /cannot be read as the type/),
  );
  const { rows } = await sqlServerConnector.query(orders, secret, asked, context);
  assert.deepEqual(rows[0]?.values, [4]);
});

const logins: readonly (readonly [number, string, ConnectorErrorKind, RegExp])[] = [
  [18456, "Login failed for user 'reporter'.", 'reauth_required', /user name or the password/],
  [18488, "Login failed for user 'reporter'.", 'reauth_required', /has to be changed/],
  [4060, 'Cannot open database "shop" requested by the login.', 'resource_missing', /database/],
  [40613, "Database 'shop' on server 'x' is not currently available.", 'transient', /not awake/],
  [40615, "Cannot open server 'x' requested by the login.", 'invalid_config', /firewall/],
  [59999, "Something of 'reporter'.", 'invalid_config', /error 59999/],
];
for (const [number, message, kind, pattern] of logins) {
  test(`takes error ${number} at sign-in for ${kind}, without the server's words`, async () => {
    await using other = await startSqlServer({ loginError: [number, message] });
    await assert.rejects(verify(ordersOf(other)), isError(kind, pattern, [secret.password, 'reporter']));
  });
}

const statements: readonly (readonly [number, string, ConnectorErrorKind, RegExp])[] = [
  [
    229,
    "The SELECT permission was denied on the object 'orders', user 'reporter'.",
    'resource_missing',
    /Grant SELECT/,
  ],
  [1205, 'Transaction (Process ID 52) was deadlocked.', 'transient', /at the moment/],
  [1222, 'Lock request time out period exceeded.', 'transient', /transaction holds/],
  [8115, 'Arithmetic overflow error converting expression to data type int.', 'invalid_config', /AS bigint/],
  [8134, 'Divide by zero error encountered.', 'invalid_config', /NULLIF/],
  [59999, "Something of 'reporter'.", 'invalid_config', /error 59999/],
];
for (const [error, message, kind, pattern] of statements) {
  test(`takes error ${error} of a statement for ${kind}, without the server's words`, async () => {
    const answer = (sql: string) => (sql.includes('[orders]') ? { error, message } : undefined);
    await using other = await startSqlServer({ answer });
    await assert.rejects(verify(ordersOf(other)), isError(kind, pattern, [secret.password, 'reporter']));
  });
}

test('asks for other credentials when the password is wrong, and for another database when that is', async () => {
  await assert.rejects(
    verify(orders, { password: 'wrong-password' }),
    isError('reauth_required', /password/, 'wrong-password'),
  );
  await assert.rejects(verify({ ...orders, database: 'gone' }), isError('resource_missing', /database/));
});

test('sends an attention when the context aborts, on which the server stops and rolls back', async () => {
  await using other = await start({ answer: (sql) => (sql.includes('groups__') ? 'hangs' : undefined) });
  const aborting = new AbortController();
  await using context = openTestContext({ secret, signal: aborting.signal });
  const config = ordersOf(other);
  const stopped = assert.rejects(
    sqlServerConnector.query(config, secret, asked, context),
    isError('transient', /stopped/),
  );
  await eventually(() => other.statements.some((sql) => sql.includes('groups__')));
  aborting.abort();
  await stopped;
  await eventually(() => other.stopped() === 1 && other.open() === 0);
});

test('takes 100,000 rows of an answer that has no end, and stops it on the server', async () => {
  let sent = 0;
  const endless = (rows: number) => {
    sent = rows;
  };
  await using other = await start({ answer: (sql) => (sql.includes('groups__') ? { endless } : undefined) });
  await assert.rejects(ask(ordersOf(other)), isError('invalid_config', /more than 100000 rows/));
  await eventually(() => other.stopped() === 1);
  assert.ok(sent < 1_000_000, `${sent} rows were sent`);
});

test('follows a server that sends readers on, and only where the network guard lets it', async () => {
  await using reader = await start();
  await using first = await start({ routedTo: { host: '127.0.0.1', port: reader.port } });
  assert.deepEqual((await ask(ordersOf(first))).rows[0]?.values, [4]);
  assert.ok(reader.statements.length > 0);
  await using astray = await start({ routedTo: { host: '169.254.169.254', port: 1433 } });
  await assert.rejects(ask(ordersOf(astray)), isError('invalid_config', /./));
});

test('checks certificates by the authority that is given, and encrypts without a check only when told to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sql-server-tls-'));
  stack.defer(() => removeFolder(folder));
  const authority = makeAuthority(folder);
  const { certificate, key } = authority.sign('server', 'IP:127.0.0.1');
  const tls = { key: readFileSync(key), cert: readFileSync(certificate) };
  await using other = await start({ tls });
  const { tls: _tls, ...verified } = ordersOf(other);
  const ca = readFileSync(authority.file, 'utf8');
  assert.deepEqual((await ask({ ...verified, ca })).rows[0]?.values, [4]);
  assert.deepEqual((await ask({ ...verified, tls: 'require' })).rows[0]?.values, [4]);
  await assert.rejects(ask(verified), isError('invalid_config', /certificate.*"ca"/));
  await assert.rejects(ask({ ...verified, ca, host: 'localhost' }), isError('invalid_config', /for another name/));
  await assert.rejects(ask({ ...verified, tls: 'off' }), isError('invalid_config', /without TLS/));
});

test('says what to do where the server has no TLS', async () => {
  const { tls: _tls, ...ordinary } = orders;
  await assert.rejects(verify(ordinary), isError('invalid_config', /does not offer TLS/));
});

test('lists the tables that the user may read, and proposes a configuration that can be verified', async () => {
  await using other = await start();
  const config = ordersOf(other);
  await using context = openTestContext({ secret });
  const found = (await sqlServerConnector.resources?.(config, secret, context)) ?? [];
  assert.deepEqual(
    found.map(({ config }) => config),
    [{ table: 'dbo.orders' }],
  );
  const { metrics: _metrics, dimensions: _dimensions, date: _date, ...place } = config;
  const proposal = await sqlServerConnector.propose?.(place, secret, 'Europe/Berlin', context);
  assert.ok(proposal);
  assert.deepEqual(proposal.totals, { rows: 4, net_amount: 1_000_000_000.6 });
  assert.equal(proposal.rows[0]?.city, 'Berlin');
  assert.deepEqual(await verify(proposal.config as SqlConfig), []);
});

test('columns are told apart and counted rightly by a proposal', async () => {
  await server.tables.run(
    `CREATE TABLE dbo.ads (${columnsOf('DATE', 'VARCHAR', 'INTEGER', (scale) => `DECIMAL(14, ${scale})`)})`,
  );
  await server.tables.run(insertRows('dbo.ads'));
  const { host, port, database, user, tls } = orders;
  await proposesAsCounted(
    sqlServerConnector,
    { host, port: port ?? 0, database, user, tls: tls ?? 'off' },
    secret,
    'ads',
  );
});
