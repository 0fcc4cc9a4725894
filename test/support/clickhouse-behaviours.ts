import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clickhouseConnector } from '../../src/reporting/connectors/clickhouse.ts';
import type { Query } from '../../src/reporting/connectors/contract.ts';
import type { SqlConfig } from '../../src/reporting/connectors/sql/config.ts';
import type { ClickhouseServer } from './clickhouse.ts';
import { moments, testClockChanges } from './clock-changes.ts';
import { isError, knownRows } from './connector-conformance.ts';
import { openTestContext } from './connector-context.ts';

const entries = {
  key: 'entries',
  label: 'Entries',
  sql: 'count(*)',
  unit: 'count',
  better: 'up',
  additive: true,
} as const;
const year = { from: '2024-01-01', to: '2024-12-31', timeZone: 'Europe/Berlin', limit: 1000 } as const;

/** Makes the tables that the behaviours are about, and those of the conformance suite. */
export async function fillClickhouse(server: ClickhouseServer): Promise<void> {
  await server.run('CREATE TABLE known (day Date, place Nullable(String), amount Nullable(Float64)) ENGINE = Memory');
  const lines = knownRows.map((row) => JSON.stringify(row)).join('\n');
  await server.run(`INSERT INTO known FORMAT JSONEachRow ${lines}`);
  await server.run("CREATE TABLE moments (at DateTime('UTC')) ENGINE = Memory");
  await server.run(`INSERT INTO moments VALUES ${moments.map((moment) => `('${moment}')`).join(', ')}`);
  await server.run(`CREATE TABLE orders (id Int32, ordered_at DateTime('Asia/Tokyo'), "Net amount" Decimal64(2), city Nullable(String),
    sku FixedString(4)) ENGINE = Memory`);
  await server.run(`INSERT INTO orders SELECT 1, toDateTime(1714564800), 0.10, 'Berlin', 'ab'`);
  await server.run(`INSERT INTO orders SELECT 2, toDateTime(1714602600), 0.20, ' ', 'cd'`);
  await server.run(`INSERT INTO orders SELECT 3, toDateTime(1714730400), 1000000.30, NULL, 'ab'`);
}

/** What the connector promises about ClickHouse in particular, on a server that was filled. */
export function testClickhouse({ place, secret, run }: ClickhouseServer): void {
  const base = { ...place, dimensions: [], metrics: [entries] };
  const orders: SqlConfig = { ...base, table: 'default.orders', date: 'ordered_at' };
  const withMetric = (sql: string): SqlConfig => ({ ...orders, metrics: [{ ...entries, sql }] });
  const withDimension = (sql: string): SqlConfig => ({ ...orders, dimensions: [{ key: 'it', label: 'It', sql }] });

  async function ask(config: SqlConfig, query: Partial<Query> = {}) {
    await using context = openTestContext({ secret });
    return await clickhouseConnector.query(
      config,
      secret,
      { ...year, metrics: ['entries'], by: 'none', ...query },
      context,
    );
  }

  async function verify(config: SqlConfig, credentials = secret) {
    await using context = openTestContext({ secret: credentials });
    return await clickhouseConnector.verify(config, credentials, context);
  }

  testClockChanges(clickhouseConnector, secret, { instant: { ...base, table: 'moments', date: 'at' } });

  test('sums decimals exactly, and takes blank texts for missing ones', async () => {
    assert.deepEqual((await ask(withMetric('sum("Net amount")'))).rows[0]?.values, [1_000_000.6]);
    const { rows, groupCount, rowsRead } = await ask(withDimension('city'), { by: { dimension: 'it' } });
    assert.deepEqual(
      rows.map(({ key, values }) => [key, values[0]]),
      [
        [null, 2],
        ['Berlin', 1],
      ],
    );
    assert.deepEqual([groupCount, rowsRead], [2, 3]);
    const skus = await ask(withDimension('sku'), { by: { dimension: 'it' } });
    assert.deepEqual(
      skus.rows.map(({ key }) => key),
      ['ab', 'cd'],
    );
  });

  test('counts a constant dimension, also of an empty period', async () => {
    const one = withDimension("'all'");
    assert.deepEqual((await ask(one, { by: { dimension: 'it' } })).rows, [{ key: 'all', values: [3] }]);
    const empty = await ask(one, { by: { dimension: 'it' }, from: '1999-01-01', to: '1999-01-02' });
    assert.deepEqual([empty.rows, empty.groupCount, empty.hasData], [[], 0, false]);
  });

  const calls = ['count(sleep(1))', "(SELECT count(*) FROM url('http://127.0.0.1/', 'CSV', 'a Int8'))"];
  for (const sql of [
    ...calls,
    "(SELECT count(*) FROM file('x.csv', 'CSV', 'a Int8'))",
    '(SELECT 1 SETTINGS readonly = 0)',
  ]) {
    test(`refuses ${sql}`, async () => {
      await assert.rejects(verify(withMetric(sql)), isError('invalid_config', /metrics\.0\.sql.*not available/));
    });
  }

  test('writes nothing, and warns of a user that may', async () => {
    const { table: _table, ...rest } = orders;
    for (const query of [
      'INSERT INTO orders SELECT * FROM orders',
      'SELECT 1; DROP TABLE orders',
      'DROP TABLE orders',
    ]) {
      await assert.rejects(verify({ ...rest, query }), isError('invalid_config', /./), query);
    }
    assert.equal((await run('SELECT count(*) FROM orders')).trim(), '3');
    const warnings = await verify(orders);
    assert.deepEqual(
      warnings.map(({ code, path }) => [code, path]),
      [['user_may_write', 'user']],
    );
    assert.deepEqual(await verify({ ...orders, user: 'locked' }), []);
    assert.deepEqual((await ask({ ...orders, user: 'locked' })).rows[0]?.values, [3]);
  });

  test('asks for other credentials when the password is wrong, and names no user', async () => {
    const wrong = { password: 'not-the-password' };
    await assert.rejects(
      verify(orders, wrong),
      isError('reauth_required', /user name or the password/, [wrong.password, place.user]),
    );
  });

  test('says that a figure cannot be computed', async () => {
    await assert.rejects(
      verify(withMetric('sum(toInt32(assumeNotNull(city)))')),
      isError('invalid_config', /metrics\.0\.sql/),
    );
  });

  test('lists tables, and proposes a configuration that can be verified', async () => {
    await using context = openTestContext({ secret });
    const found = (await clickhouseConnector.resources?.(orders, secret, context)) ?? [];
    assert.deepEqual(
      found.map(({ label }) => label),
      ['known', 'moments', 'orders'],
    );
    const proposal = await clickhouseConnector.propose?.(
      { ...place, table: 'orders' },
      secret,
      'Europe/Berlin',
      context,
    );
    assert.ok(proposal);
    assert.deepEqual(proposal.totals, { rows: 3, net_amount: 1_000_000.6 });
    const warnings = await verify(proposal.config as SqlConfig);
    assert.deepEqual(
      warnings.map(({ code }) => code),
      ['user_may_write'],
    );
  });
}
