import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ConnectorError, type Query } from '../../../src/reporting/connectors/contract.ts';
import type { SqlConfig } from '../../../src/reporting/connectors/sql/config.ts';
import { missingFunctions, missingSyntax } from '../../doubles/redshift.ts';
import { moments, testClockChanges } from '../../support/clock-changes.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { eventually } from '../../support/eventually.ts';
import { postgresFault } from '../../support/postgres-databases.ts';
import { redshiftConnector as connector, createRedshiftReader, type RedshiftReader } from '../../support/redshift.ts';

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
const longName = `${'x'.repeat(300)} end`;

if ((await postgresFault()) === null) {
  const reader = stack.use(await createRedshiftReader());
  await reader.run(`
    CREATE TABLE moments (at timestamptz, local timestamp);
    CREATE TABLE orders (id int, ordered_at timestamptz, "Net amount" numeric(38,9), city varchar(400), paid boolean, note varchar(20));
    INSERT INTO orders VALUES (1, '2024-05-01 12:00+00', 0.10, 'Berlin', true, null),
      (2, '2024-05-01 22:30+00', 0.20, 'berlin ', true, ''), (3, '2024-05-03 10:00+00', 12345678901234567890123456789.300000001, ' ', false, 'x'),
      (4, '2024-05-03 11:00+00', null, null, null, 'y'), (5, '2024-05-03 11:00+00', 0, 'berlin', true, 'z')`);
  await reader.run('INSERT INTO moments SELECT (at || $2)::timestamptz, at::timestamp FROM unnest($1::text[]) AS at', [
    moments,
    'Z',
  ]);
  testRedshift(reader);
}

function testRedshift({ place, secret, run, double }: RedshiftReader): void {
  const base = { ...place, dimensions: [], metrics: [entries] };
  const orders: SqlConfig = { ...base, table: 'public.orders', date: 'ordered_at' };
  const withMetric = (sql: string): SqlConfig => ({ ...orders, metrics: [{ ...entries, sql }] });
  const withDimension = (sql: string): SqlConfig => ({ ...orders, dimensions: [{ key: 'it', label: 'It', sql }] });

  async function ask(config: SqlConfig, query: Partial<Query> = {}) {
    await using context = openTestContext({ secret });
    return await connector.query(config, secret, { ...year, metrics: ['entries'], by: 'none', ...query }, context);
  }

  async function verify(config: SqlConfig) {
    await using context = openTestContext({ secret });
    return await connector.verify(config, secret, context);
  }

  const countsOf = async (sql: string) => {
    const { rows } = await ask(withDimension(sql), { by: { dimension: 'it' } });
    return rows.map(({ key, values }) => [key, values[0]]);
  };

  testClockChanges(connector, secret, {
    instant: { ...base, table: 'moments', date: 'at' },
    local: { ...base, table: 'moments', date: 'local' },
  });

  test('sums decimals of 38 digits exactly', async () => {
    const exact = withMetric('sum("Net amount") - 12345678901234567890123456789.300000001');
    assert.deepEqual((await ask(exact)).rows[0]?.values, [0.3]);
  });

  test('tells values apart by their bytes, the blanks at their ends too', async () => {
    assert.deepEqual(await countsOf('city'), [
      [null, 2],
      ['Berlin', 1],
      ['berlin', 1],
      ['berlin ', 1],
    ]);
  });

  test('cuts no long value', async () => {
    assert.deepEqual(await countsOf(`CAST('${longName}' AS varchar(400))`), [[longName, 5]]);
  });

  test('writes flags, numbers and times as keys, times in the zone of the project', async () => {
    assert.deepEqual(await countsOf('paid'), [
      ['true', 3],
      ['false', 1],
      [null, 1],
    ]);
    assert.deepEqual((await countsOf('id'))[0], ['1', 1]);
    const times = (await countsOf('ordered_at')).map(([key]) => key);
    assert.ok(times.includes('2024-05-02T00:30:00'), `${times}`);
  });

  test('gives no figure for NaN and infinity, and sorts them last', async () => {
    const sql = "max(CASE id WHEN 1 THEN 'NaN' WHEN 2 THEN 'Infinity' ELSE CAST(id AS double precision) END)";
    const config = { ...withDimension('id'), metrics: [{ ...entries, sql, additive: false }] };
    const { rows } = await ask(config, { by: { dimension: 'it' } });
    assert.deepEqual(
      rows.map(({ key, values }) => [key, values[0]]),
      [
        ['5', 5],
        ['4', 4],
        ['3', 3],
        ['1', null],
        ['2', null],
      ],
    );
  });

  test('uses nothing of PostgreSQL that Redshift lacks', async () => {
    const before = double.statements.length;
    const level = { ...entries, key: 'level', sql: 'sum("Net amount")', additive: false, at: 'end' } as const;
    const config = { ...withDimension('city'), metrics: [entries, level] };
    await verify(config);
    for (const by of ['none', 'day', 'week', 'month', { dimension: 'it' }] as const) {
      await ask(config, { by, metrics: ['entries', 'level'] });
    }
    await ask(config, { by: 'day', hourly: true });
    await using context = openTestContext({ secret });
    await connector.resources?.(orders, secret, context);
    await connector.propose?.({ ...place, table: 'orders' }, secret, 'Europe/Berlin', context);
    const sent = double.statements.slice(before);
    assert.ok(sent.length > 20);
    for (const sql of sent) {
      for (const name of missingFunctions) assert.doesNotMatch(sql, new RegExp(`\\b${name}\\s*\\(`, 'i'));
      for (const pattern of missingSyntax) assert.doesNotMatch(sql, pattern);
      // Both would be cut after 256 bytes.
      assert.doesNotMatch(sql, /(?:AS|::)\s*(?:text|varchar)(?!\s*\()/i);
    }
  });

  test('the double refuses what Redshift lacks', async () => {
    await assert.rejects(
      verify(withMetric('max(width_bucket(id, 0, 9, 3))')),
      isError('invalid_config', /no such function/),
    );
    await assert.rejects(verify(withMetric('max((ARRAY[1, 2])[1])')), isError('invalid_config', /./));
  });

  test('refuses what waits, writes, or reaches files and servers, by name', async () => {
    for (const sql of ['count(pg_sleep(1))', "max(length(pg_read_file('/etc/passwd')))", 'count($1)', '(UNLOAD)']) {
      await assert.rejects(verify(withMetric(sql)), isError('invalid_config', /metrics\.0\.sql/), sql);
    }
  });

  test('writes nothing, whatever a query says and the user may do', async () => {
    await run(`GRANT INSERT ON orders TO ${place.user}`);
    await run(
      `CREATE FUNCTION add_order() RETURNS int LANGUAGE sql AS 'INSERT INTO orders (id) VALUES (9) RETURNING id'`,
    );
    try {
      const { table: _table, ...rest } = orders;
      const queries = [
        'SELECT 1; COMMIT; INSERT INTO orders (id) VALUES (9)',
        String.raw`SELECT '\'; COMMIT; INSERT INTO orders (id) SELECT 9; SELECT \'' AS ordered_at`,
        'SELECT *, add_order() FROM orders',
        'INSERT INTO orders (id) SELECT 9',
      ];
      for (const query of queries)
        await assert.rejects(verify({ ...rest, query }), isError('invalid_config', /./), query);
      const { rows } = await run('SELECT count(*)::int AS count FROM orders WHERE id = 9');
      assert.equal(rows[0].count, 0);
      assert.deepEqual(
        (await verify(orders)).map(({ code, path }) => [code, path]),
        [['user_may_write', 'user']],
      );
    } finally {
      await run(`REVOKE INSERT ON orders FROM ${place.user}`);
    }
    assert.deepEqual(await verify(orders), []);
  });

  test('refuses a superuser', async () => {
    await assert.rejects(verify({ ...orders, user: 'postgres' }), isError('invalid_config', /superuser/));
  });

  test('warns of means and quotients of which the server drops digits', async () => {
    const messages = async (sql: string) =>
      (await verify(withMetric(sql))).filter(({ code }) => code === 'fraction_dropped').map(({ message }) => message);
    assert.match((await messages('sum(id) / count(*)'))[0] ?? '', /whole numbers.*CAST\(… AS double precision\)/);
    assert.match((await messages('avg("Net amount")'))[0] ?? '', /decimals/);
    assert.deepEqual(await messages('CAST(sum(id) AS double precision) / count(*)'), []);
  });

  test('asks at port 5439, by TLS, unless told otherwise', async () => {
    const { port: _port, tls: _tls, ...unsaid } = orders;
    let asked: number | undefined;
    await using context = openTestContext({ secret });
    const connect = async (_host: string, port: number) => {
      asked = port;
      throw new ConnectorError('transient', 'The test connects to nothing.');
    };
    await assert.rejects(connector.verify(unsaid, secret, { ...context, connect }), /connects to nothing/);
    assert.equal(asked, 5439);
    const { tls: _, ...byTls } = orders;
    await assert.rejects(verify(byTls), isError('invalid_config', /TLS/));
  });

  test('cancels the running statement on the server when the context aborts', async () => {
    const { table: _table, ...rest } = orders;
    const query =
      'SELECT a.ordered_at FROM orders AS a CROSS JOIN moments AS b CROSS JOIN moments AS c CROSS JOIN moments AS d';
    const aborting = new AbortController();
    await using context = openTestContext({ secret, signal: aborting.signal });
    const asked = { ...year, metrics: ['entries'], by: 'none' } as const;
    const stopped = assert.rejects(
      connector.query({ ...rest, query }, secret, asked, context),
      isError('transient', /stopped/),
    );
    const running = async () => {
      const sql = "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND usename = $1 AND query LIKE '%members__%'";
      return (await run(sql, [place.user])).rows.length > 0;
    };
    await eventually(running);
    aborting.abort();
    await stopped;
    await eventually(async () => !(await running()));
  });

  test('lists the tables that the user may read, and proposes a configuration that can be verified as it is', async () => {
    await run('CREATE SCHEMA inner_office; CREATE TABLE inner_office.pay (day date)');
    await using context = openTestContext({ secret });
    const found = (await connector.resources?.(orders, secret, context)) ?? [];
    const names = found.map(({ label }) => label);
    assert.ok(names.includes('public.orders') && !names.includes('inner_office.pay'), `${names}`);
    const proposal = await connector.propose?.({ ...place, table: 'public.orders' }, secret, 'Europe/Berlin', context);
    assert.ok(proposal);
    assert.equal(proposal.config.date, 'ordered_at');
    assert.equal(proposal.totals.rows, 5);
    assert.deepEqual(await verify(proposal.config as SqlConfig), []);
  });
}
