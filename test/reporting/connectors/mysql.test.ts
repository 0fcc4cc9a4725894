import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { mysqlConnector } from '../../../src/reporting/connectors/mysql.ts';
import type { SqlConfig } from '../../../src/reporting/connectors/sql/config.ts';
import { moments, testClockChanges } from '../../support/clock-changes.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { eventually } from '../../support/eventually.ts';
import { createMariadbReader, type MariadbReader, mariadbFault } from '../../support/mariadb.ts';

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());

const entries = {
  key: 'entries',
  label: 'Entries',
  sql: 'count(*)',
  unit: 'count',
  better: 'up',
  additive: true,
} as const;
const year = { from: '2024-01-01', to: '2024-12-31', timeZone: 'Europe/Berlin', limit: 1000 } as const;

if ((await mariadbFault()) === null) {
  const reader = stack.use(await createMariadbReader());
  await reader.run("SET time_zone = '+00:00'");
  await reader.run('CREATE TABLE moments (at TIMESTAMP(6) NULL, local DATETIME)');
  await reader.run('INSERT INTO moments VALUES ?', [moments.map((moment) => [moment, moment])]);
  await reader.run(
    'CREATE TABLE orders (id INT, ordered_at TIMESTAMP NULL, `Net amount` DECIMAL(14,2), city VARCHAR(40), note VARCHAR(20))',
  );
  await reader.run(`INSERT INTO orders VALUES (1, '2024-05-01 12:00:00', 0.10, 'Berlin', 'a'), (2, '2024-05-01 22:30:00', 0.20, 'berlin', ''),
    (3, '2024-05-03 10:00:00', 1000000000.30, 'Berlin ', ' \\t\\n'), (4, '2024-05-03 11:00:00', NULL, 'bérlin', NULL)`);
  testMysql(reader);
}

function testMysql({ place, secret, run }: MariadbReader): void {
  const base = { ...place, dimensions: [], metrics: [entries] };
  const orders: SqlConfig = { ...base, table: 'orders', date: 'ordered_at' };
  const withMetric = (sql: string): SqlConfig => ({ ...orders, metrics: [{ ...entries, sql }] });
  const withDimension = (sql: string): SqlConfig => ({ ...orders, dimensions: [{ key: 'it', label: 'It', sql }] });

  async function ask(config: SqlConfig, query: Partial<Query> = {}) {
    await using context = openTestContext({ secret });
    return await mysqlConnector.query(config, secret, { ...year, metrics: ['entries'], by: 'none', ...query }, context);
  }

  async function verify(config: SqlConfig, credentials = secret) {
    await using context = openTestContext({ secret: credentials });
    return await mysqlConnector.verify(config, credentials, context);
  }

  testClockChanges(mysqlConnector, secret, {
    instant: { ...base, table: 'moments', date: 'at' },
    local: { ...base, table: 'moments', date: 'local' },
  });

  test('tells values apart by their bytes, whatever the collation', async () => {
    const { rows, groupCount } = await ask(withDimension('city'), { by: { dimension: 'it' } });
    assert.deepEqual(
      rows.map(({ key, values }) => [key, values[0]]),
      ['Berlin', 'Berlin ', 'berlin', 'bérlin'].map((city) => [city, 1]),
    );
    assert.equal(groupCount, 4);
  });

  test('takes blank texts for missing ones, and writes times as ISO 8601', async () => {
    const notes = await ask(withDimension('note'), { by: { dimension: 'it' } });
    assert.deepEqual(
      notes.rows.map(({ key, values }) => [key, values[0]]),
      [
        [null, 3],
        ['a', 1],
      ],
    );
    const times = await ask(withDimension('ordered_at'), { by: { dimension: 'it' } });
    assert.equal(times.rows[1]?.key, '2024-05-01T22:30:00');
  });

  test('sums decimals exactly, and gives doubles to their last digit', async () => {
    assert.deepEqual((await ask(withMetric('sum(`Net amount`)'))).rows[0]?.values, [1_000_000_000.6]);
    assert.deepEqual((await ask(withMetric('max(0.1e0 + 0.2e0)'))).rows[0]?.values, [0.1 + 0.2]);
    assert.deepEqual((await ask(withMetric('max(9007199254740991)'))).rows[0]?.values, [9_007_199_254_740_991]);
  });

  test('answers all queries of a context from one snapshot', async () => {
    await using context = openTestContext({ secret });
    const query: Query = { ...year, metrics: ['entries'], by: 'none' };
    const before = await mysqlConnector.query(orders, secret, query, context);
    await run("INSERT INTO orders (id, ordered_at) VALUES (5, '2024-05-05 00:00:00')");
    const after = (await mysqlConnector.queryAll?.(orders, secret, [query, query], context)) ?? [];
    await run('DELETE FROM orders WHERE id = 5');
    assert.deepEqual(after, [before, before]);
    assert.deepEqual(before.rows[0]?.values, [4]);
  });

  const refusals = [
    "length(load_file('/etc/passwd'))",
    'count(sleep(1))',
    "max(get_lock('x', 1))",
    'max(benchmark(10, 1))',
  ];
  for (const sql of [...refusals, 'max(@@version)', 'max(@x := 1)', 'sum(id) /*! + 1 */']) {
    test(`refuses ${sql}`, async () => {
      await assert.rejects(
        verify(withMetric(sql)),
        isError('invalid_config', /metrics\.0\.sql.*(?:not available|comment)/),
      );
    });
  }

  test('writes nothing, whatever a query says and the user may do', async () => {
    await run(`GRANT INSERT ON ${place.database}.* TO '${place.user}'@'127.0.0.1'`);
    await run(`CREATE FUNCTION add_order() RETURNS INT MODIFIES SQL DATA
      BEGIN INSERT INTO orders (id) VALUES (9); RETURN 9; END`);
    await run(`GRANT EXECUTE ON ${place.database}.* TO '${place.user}'@'127.0.0.1'`);
    const { table: _table, ...rest } = orders;
    const queries = [
      'SELECT 1; COMMIT; INSERT INTO orders (id) VALUES (9)',
      'SELECT *, add_order() AS added FROM orders',
      "SELECT * FROM orders INTO OUTFILE '/tmp/report-service-outfile'",
      'SELECT * FROM orders FOR UPDATE',
      'INSERT INTO orders (id) VALUES (9)',
    ];
    for (const query of queries)
      await assert.rejects(verify({ ...rest, query }), isError('invalid_config', /./), query);
    assert.deepEqual(await run('SELECT id FROM orders WHERE id = 9'), []);
    const warnings = await verify(orders);
    assert.deepEqual(
      warnings.map(({ code, path }) => [code, path]),
      [['user_may_write', 'user']],
    );
    await run(`REVOKE INSERT ON ${place.database}.* FROM '${place.user}'@'127.0.0.1'`);
    assert.deepEqual(await verify(orders), []);
  });

  test('refuses users that may administer the server or read its files', async () => {
    const message = isError('invalid_config', /may read files of the server or administer it/);
    await assert.rejects(verify({ ...orders, user: 'root' }, { password: '' }), message);
    await run(`GRANT FILE ON *.* TO '${place.user}'@'127.0.0.1'`);
    await assert.rejects(verify(orders), message);
    await run(`REVOKE FILE ON *.* FROM '${place.user}'@'127.0.0.1'`);
  });

  test('asks for other credentials when the password is wrong, and names no user', async () => {
    const wrong = { password: 'not-the-password' };
    await assert.rejects(
      verify(orders, wrong),
      isError('reauth_required', /user name or the password/, [wrong.password, place.user]),
    );
    const { place: other } = { place: { ...place, database: 'mysql' } };
    await assert.rejects(verify({ ...orders, ...other }), isError('resource_missing', /database/, [place.user]));
  });

  test('says what to do where the server has no TLS', async () => {
    const { tls: _tls, ...ordinary } = orders;
    await assert.rejects(verify(ordinary), isError('invalid_config', /does not offer TLS/));
  });

  test('kills the running statement on the server when the context aborts', async () => {
    const { table: _table, ...rest } = orders;
    const aborting = new AbortController();
    await using context = openTestContext({ secret, signal: aborting.signal });
    const tables = Array.from({ length: 14 }, (_, index) => `orders o${index}`).join(', ');
    const slow: SqlConfig = { ...rest, query: `SELECT o1.ordered_at, rand() AS it FROM ${tables}` };
    const query: Query = { ...year, metrics: ['entries'], by: 'none' };
    const stopped = assert.rejects(
      mysqlConnector.query({ ...slow, metrics: [{ ...entries, sql: 'sum(it)' }] }, secret, query, context),
      isError('transient', /stopped/),
    );
    const running = async () => {
      const processes = await run(
        "SELECT id FROM information_schema.processlist WHERE user = ? AND info LIKE '%groups__%'",
        [place.user],
      );
      return processes.length > 0;
    };
    await eventually(running);
    aborting.abort();
    await stopped;
    await eventually(async () => !(await running()));
  });

  test('lists the tables that the user may read, and proposes a configuration that can be verified', async () => {
    await using context = openTestContext({ secret });
    const found = (await mysqlConnector.resources?.(orders, secret, context)) ?? [];
    assert.deepEqual(
      found.map(({ config }) => config),
      [{ table: 'moments' }, { table: 'orders' }],
    );
    const proposal = await mysqlConnector.propose?.({ ...place, table: 'orders' }, secret, 'Europe/Berlin', context);
    assert.ok(proposal);
    assert.deepEqual(proposal.totals, { rows: 4, net_amount: 1_000_000_000.6 });
    assert.equal(proposal.rows[0]?.city, 'Berlin');
    assert.deepEqual(await verify(proposal.config as SqlConfig), []);
  });
}
