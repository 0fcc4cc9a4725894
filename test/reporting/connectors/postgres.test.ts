import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Query } from '../../../src/reporting/connectors/contract.ts';
import { postgresConnector } from '../../../src/reporting/connectors/postgres.ts';
import type { SqlConfig } from '../../../src/reporting/connectors/sql/config.ts';
import { moments, testClockChanges } from '../../support/clock-changes.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { eventually } from '../../support/eventually.ts';
import { postgresFault } from '../../support/postgres-databases.ts';
import { createPostgresReader, type PostgresReader } from '../../support/postgres-reader.ts';

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

if ((await postgresFault()) === null) {
  const reader = stack.use(await createPostgresReader());
  await reader.run(`
    CREATE TABLE moments (at timestamptz, local timestamp);
    CREATE TABLE orders (id int, ordered_at timestamptz, "Net amount" numeric(12,2), city text, paid boolean, note varchar(20));
    INSERT INTO orders VALUES (1, '2024-05-01 12:00+00', 0.10, 'Berlin', true, null),
      (2, '2024-05-01 22:30+00', 0.20, 'berlin ', true, ''), (3, '2024-05-03 10:00+00', 1000000000.30, ' ', false, 'x'),
      (4, '2024-05-03 11:00+00', null, null, null, 'y')`);
  await reader.run('INSERT INTO moments SELECT (at || $2)::timestamptz, at::timestamp FROM unnest($1::text[]) AS at', [
    moments,
    'Z',
  ]);
  testPostgres(reader);
}

function testPostgres({ place, secret, run }: PostgresReader): void {
  const base = { ...place, dimensions: [], metrics: [entries] };
  const orders: SqlConfig = { ...base, table: 'public.orders', date: 'ordered_at' };
  const withMetric = (sql: string): SqlConfig => ({ ...orders, metrics: [{ ...entries, sql }] });

  async function ask(config: SqlConfig, query: Partial<Query> = {}) {
    await using context = openTestContext({ secret });
    return await postgresConnector.query(
      config,
      secret,
      { ...year, metrics: ['entries'], by: 'none', ...query },
      context,
    );
  }

  async function verify(config: SqlConfig) {
    await using context = openTestContext({ secret });
    return await postgresConnector.verify(config, secret, context);
  }

  testClockChanges(postgresConnector, secret, {
    instant: { ...base, table: 'moments', date: 'at' },
    local: { ...base, table: 'moments', date: 'local' },
  });

  test('sums decimals exactly, and tells values apart by their bytes', async () => {
    const total = await ask(withMetric('sum("Net amount")'));
    assert.deepEqual(total.rows, [{ key: null, values: [1_000_000_000.6] }]);
    const config = { ...orders, dimensions: [{ key: 'city', label: 'City', sql: 'city' }] };
    const { rows, groupCount } = await ask(config, { by: { dimension: 'city' } });
    assert.deepEqual(
      rows.map(({ key, values }) => [key, values[0]]),
      [
        [null, 2],
        ['Berlin', 1],
        ['berlin ', 1],
      ],
    );
    assert.equal(groupCount, 3);
  });

  test('quotes a name with spaces, and writes times as ISO 8601 in the zone of the project', async () => {
    const dimension = (sql: string) => ({ ...orders, dimensions: [{ key: 'it', label: 'It', sql }] });
    const amounts = await ask(dimension('Net amount'), { by: { dimension: 'it' } });
    assert.deepEqual(
      amounts.rows.map(({ key }) => key),
      ['0.10', '0.20', '1000000000.30', null],
    );
    const times = await ask(dimension('ordered_at'), { by: { dimension: 'it' } });
    assert.equal(times.rows[1]?.key, '2024-05-02T00:30:00');
    const flags = await ask(dimension('paid'), { by: { dimension: 'it' } });
    assert.deepEqual(
      flags.rows.map(({ key, values }) => [key, values[0]]),
      [
        ['true', 2],
        ['false', 1],
        [null, 1],
      ],
    );
  });

  test('gives no figure for NaN and infinity, and sorts them last', async () => {
    const config: SqlConfig = {
      ...orders,
      metrics: [{ ...entries, sql: "max(CASE id WHEN 1 THEN 'NaN' WHEN 2 THEN 'Infinity' ELSE id::float8 END)" }],
      dimensions: [{ key: 'id', label: 'Id', sql: 'id' }],
    };
    const { rows } = await ask(config, { by: { dimension: 'id' } });
    assert.deepEqual(
      rows.map(({ key, values }) => [key, values[0]]),
      [
        ['4', 4],
        ['3', 3],
        ['1', null],
        ['2', null],
      ],
    );
  });

  test('answers all queries of a context from one snapshot', async () => {
    await using context = openTestContext({ secret });
    const query: Query = { ...year, metrics: ['entries'], by: 'none' };
    const before = await postgresConnector.query(orders, secret, query, context);
    await run("INSERT INTO orders (id, ordered_at) VALUES (5, '2024-05-05')");
    const after = (await postgresConnector.queryAll?.(orders, secret, [query, query], context)) ?? [];
    await run('DELETE FROM orders WHERE id = 5');
    assert.deepEqual(after, [before, before]);
    assert.deepEqual(before.rows[0]?.values, [4]);
  });

  const refusals: Record<string, string> = {
    pg_read_file: "length(pg_read_file('/etc/passwd'))",
    dblink_exec: "max(length(dblink_exec('dbname=postgres', 'CREATE TABLE x ()')))",
    lo_create: 'max(lo_create(0)::int)',
    set_config: "max(length(set_config('statement_timeout', '0', false)))",
    pg_sleep: 'count(pg_sleep(1))',
    pg_advisory_lock: 'count(pg_advisory_lock(1))',
    query_to_xml: "max(length(query_to_xml('SELECT pg_sleep(1)', true, true, '')::text))",
  };
  for (const [name, sql] of Object.entries(refusals)) {
    test(`refuses ${name} by name, in expressions and queries, however it is written`, async () => {
      for (const written of [sql, sql.replace(name, `"${name}"`), sql.replace(name, name.toUpperCase())]) {
        await assert.rejects(verify(withMetric(written)), isError('invalid_config', /metrics\.0\.sql.*not available/));
        const { table: _table, ...rest } = orders;
        const query = `SELECT *, (SELECT ${written} FROM orders) FROM orders`;
        await assert.rejects(verify({ ...rest, query }), isError('invalid_config', /query: .*not available/));
      }
    });
  }

  test('writes nothing, whatever a query says and the role may do', async () => {
    await run(`GRANT INSERT ON orders TO ${place.user}`);
    await run(
      `CREATE FUNCTION add_order() RETURNS int LANGUAGE sql AS 'INSERT INTO orders (id) VALUES (9) RETURNING id'`,
    );
    try {
      const { table: _table, ...rest } = orders;
      const queries = [
        'SELECT 1; COMMIT; INSERT INTO orders (id) VALUES (9)',
        'WITH added AS (INSERT INTO orders (id) VALUES (9) RETURNING *) SELECT * FROM added',
        'SELECT *, add_order() FROM orders',
        'INSERT INTO orders (id) VALUES (9)',
      ];
      for (const query of queries)
        await assert.rejects(verify({ ...rest, query }), isError('invalid_config', /./), query);
      const { rows } = await run('SELECT count(*)::int AS count FROM orders WHERE id = 9');
      assert.equal(rows[0].count, 0);
      const warnings = await verify(orders);
      assert.deepEqual(
        warnings.map(({ code, path }) => [code, path]),
        [['user_may_write', 'user']],
      );
    } finally {
      await run(`REVOKE INSERT ON orders FROM ${place.user}`);
    }
    assert.deepEqual(await verify(orders), []);
  });

  test('refuses a superuser and a member of the roles that reach files and programs', async () => {
    const message = isError('invalid_config', /superuser or may read files/);
    await assert.rejects(verify({ ...orders, user: 'postgres' }), message);
    for (const role of ['pg_read_server_files', 'pg_execute_server_program']) {
      await run(`GRANT ${role} TO ${place.user}`);
      await assert.rejects(verify(orders), message);
      await run(`REVOKE ${role} FROM ${place.user}`);
    }
  });

  test('cancels the running statement on the server when the context aborts', async () => {
    const { table: _table, ...rest } = orders;
    const query = "SELECT now() AS ordered_at, 'to be cancelled' AS mark FROM generate_series(1, 1000000000) AS a";
    const aborting = new AbortController();
    await using context = openTestContext({ secret, signal: aborting.signal });
    const slow: SqlConfig = { ...rest, query, metrics: [{ ...entries, sql: 'count(DISTINCT random())' }] };
    const stopped = assert.rejects(
      postgresConnector.query(slow, secret, { ...year, to: '2100-12-31', metrics: ['entries'], by: 'none' }, context),
      isError('transient', /stopped/),
    );
    const running = async () => {
      const { rows } = await run("SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND usename = $1", [
        place.user,
      ]);
      return rows.length > 0;
    };
    await eventually(running);
    aborting.abort();
    await stopped;
    await eventually(async () => !(await running()));
  });

  test('tells values that cannot be read by the expression, and rows that are missing', async () => {
    await assert.rejects(
      verify(withMetric('sum(note::numeric)')),
      isError('invalid_config', /metrics\.0\.sql.*cannot be read/),
    );
    await run('CREATE TABLE nothing (day date)');
    const warnings = await verify({ ...base, table: 'nothing', date: 'day' });
    assert.deepEqual(
      warnings.map(({ code, path }) => [code, path]),
      [['no_rows', 'table']],
    );
  });

  test('names what the role may not read, and no user', async () => {
    await run('CREATE SCHEMA inner_office; CREATE TABLE inner_office.pay (day date)');
    const config: SqlConfig = { ...base, table: 'inner_office.pay', date: 'day' };
    await assert.rejects(verify(config), isError('resource_missing', /Grant SELECT/, [place.user]));
    await assert.rejects(
      verify({ ...orders, user: 'report_nobody' }),
      isError('reauth_required', /user name or the password/, ['report_nobody']),
    );
  });

  test('lists the tables that the role may read', async () => {
    await using context = openTestContext({ secret });
    const found = (await postgresConnector.resources?.(orders, secret, context)) ?? [];
    const names = found.map(({ label }) => label);
    assert.ok(names.includes('public.orders') && names.includes('public.moments'));
    assert.ok(!names.includes('inner_office.pay'));
    assert.deepEqual(found.find(({ label }) => label === 'public.orders')?.config, { table: 'public.orders' });
  });

  test('proposes a configuration of a table that can be verified as it is', async () => {
    await using context = openTestContext({ secret });
    const proposal = await postgresConnector.propose?.(
      { ...place, table: 'public.orders' },
      secret,
      'Europe/Berlin',
      context,
    );
    assert.ok(proposal);
    const config = proposal.config as SqlConfig;
    assert.equal(config.date, 'ordered_at');
    assert.deepEqual(
      config.metrics.map(({ sql }) => sql),
      ['count(*)', 'sum("Net amount")'],
    );
    assert.deepEqual(proposal.totals, { rows: 4, net_amount: 1_000_000_000.6 });
    assert.equal(proposal.rows.length, 4);
    assert.deepEqual(await verify(config), []);
  });
}
