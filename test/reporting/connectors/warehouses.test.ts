import assert from 'node:assert/strict';
import { describe } from 'node:test';
import type { Connector, Query } from '../../../src/reporting/connectors/contract.ts';
import type { NetworkRules } from '../../../src/reporting/connectors/network/rules.ts';
import type { Double } from '../../doubles/double.ts';
import type { DuckdbWarehouse } from '../../doubles/duckdb-warehouse.ts';
import { bigQueryConnector, bigQueryPlace, startFilledBigQuery } from '../../support/bigquery.ts';
import { testClockChanges } from '../../support/clock-changes.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { databricksConnector, databricksPlace, startFilledDatabricks } from '../../support/databricks.ts';
import { eventually } from '../../support/eventually.ts';
import type { JsonHandler } from '../../support/json-server.ts';
import { snowflakeConnector, snowflakePlace, startFilledSnowflake } from '../../support/snowflake.ts';
import { test } from '../../support/suite.ts';
import { startFilledTrino, trinoConnector, trinoPlace } from '../../support/trino.ts';

type FilledDouble = Double & { readonly warehouse: DuckdbWarehouse; pageRows: number };

interface Warehouse {
  readonly connector: Connector;
  readonly place: object;
  readonly double: FilledDouble;
  readonly secret: unknown;
  readonly network: NetworkRules;
  /** SQL that differs. */
  readonly sql: {
    readonly net: string;
    readonly field: string;
    readonly number: string;
    readonly forbidden: readonly string[];
  };
}

const [bigQuery, snowflake, databricks, trino] = await Promise.all([
  startFilledBigQuery(),
  startFilledSnowflake(),
  startFilledDatabricks(),
  startFilledTrino(),
]);
const warehouses: readonly Warehouse[] = [
  {
    ...{ connector: bigQueryConnector as Connector, place: bigQueryPlace, ...bigQuery },
    sql: {
      ...{ net: '`Net amount`', field: 'buyer', number: 'CAST(city AS INT64)' },
      forbidden: ["EXTERNAL_QUERY('a', 'SELECT 1')", "count(r'x')", "count('''x''')", 'ML.PREDICT(1)', '@@row_count'],
    },
  },
  {
    ...{ connector: snowflakeConnector as Connector, place: snowflakePlace, ...snowflake },
    sql: {
      ...{ net: '"Net amount"', field: 'buyer', number: 'CAST(city AS BIGINT)' },
      forbidden: ['SYSTEM$WAIT(10)', '(SELECT count(*) FROM @stage)', "AI_COMPLETE('x')", '(SELECT 1 ->> SELECT 2)'],
    },
  },
  {
    ...{ connector: databricksConnector as Connector, place: databricksPlace, ...databricks },
    sql: {
      ...{ net: '`Net amount`', field: 'buyer', number: 'CAST(city AS BIGINT)' },
      forbidden: ["secret('a', 'b')", "read_files('/x')", "ai_query('x')", "IDENTIFIER('x')", "count(r'x')"],
    },
  },
  {
    ...{ connector: trinoConnector as Connector, place: trinoPlace, ...trino },
    sql: {
      ...{ net: '"Net amount"', field: 'buyer', number: 'CAST(city AS BIGINT)' },
      forbidden: [
        "(SELECT count(*) FROM TABLE(other.system.query(query => 'DROP TABLE orders')))",
        ...["ai_gen('x')", "count(X'00')", 'count(?)', '(SELECT 1) INTO orders'],
      ],
    },
  },
];
const entries = { key: 'entries', label: 'Entries', sql: 'count(*)', unit: 'count', better: 'up', additive: true };
const year = { from: '2024-01-01', to: '2024-12-31', timeZone: 'Europe/Berlin', limit: 1000 } as const;
const dimension = (sql: string) => [{ key: 'it', label: 'It', sql }];

for (const { connector, place, double, secret, network, sql } of warehouses) {
  const base = { ...place, dimensions: [], metrics: [entries] };
  const orders = { ...base, table: 'orders', date: 'ordered_at' };
  const withMetric = (expression: string) => ({ ...orders, metrics: [{ ...entries, sql: expression }] });
  const open = (options = {}) => openTestContext({ secret, network, ...options });

  async function ask(config: unknown, query: Partial<Query> = {}, options = {}) {
    await using context = open(options);
    return await connector.query(config, secret, { ...year, metrics: ['entries'], by: 'none', ...query }, context);
  }

  async function verify(config: unknown, credentials: unknown = secret) {
    await using context = open({ secret: credentials });
    return await connector.verify(config, credentials, context);
  }

  describe(connector.system, () => {
    testClockChanges(
      connector,
      secret,
      {
        instant: { ...base, table: 'moments', date: 'moment' },
        local: { ...base, table: 'moments', date: 'wall' },
      },
      network,
    );

    test('sums decimals of 38 digits exactly, and takes blank texts for missing ones', async () => {
      // A sum of doubles would have lost the fraction.
      const exact = withMetric(`sum(${sql.net}) - 12345678901234567890123456789.300000001`);
      assert.deepEqual((await ask(exact)).rows[0]?.values, [0.3]);
      const cities = await ask({ ...orders, dimensions: dimension('city') }, { by: { dimension: 'it' } });
      assert.deepEqual(
        cities.rows.map(({ key, values }) => [key, values[0]]),
        [
          [null, 2],
          ['Berlin', 1],
        ],
      );
    });

    test('writes times of a dimension in UTC, as ISO 8601 has them', async () => {
      const { rows } = await ask({ ...orders, dimensions: dimension('ordered_at') }, { by: { dimension: 'it' } });
      assert.equal(rows.length, 3);
      for (const { key } of rows) assert.match(key ?? '', /^2024-05-0\dT\d\d:\d\d:00(?:\+00)?$/);
    });

    test('refuses a nested column as a dimension, and says so', async () => {
      for (const column of ['tags', sql.field]) {
        const faulty = { ...orders, dimensions: dimension(column) };
        await assert.rejects(verify(faulty), isError('invalid_config', /dimensions\.0\.sql: .*nested/), column);
      }
    });

    test('refuses what writes, waits, or reaches elsewhere, before it asks', async () => {
      const before = double.warehouse.statements.length;
      for (const expression of sql.forbidden) {
        await assert.rejects(verify(withMetric(expression)), isError('invalid_config', /metrics\.0\.sql/), expression);
      }
      const { table: _, ...rest } = orders;
      for (const query of ['DELETE FROM orders', 'SELECT 1; DROP TABLE orders', 'SELECT 1 -- x', 'CALL f()']) {
        await assert.rejects(verify({ ...rest, query }), isError('invalid_config', /^query/), query);
      }
      assert.equal(double.warehouse.statements.length, before);
    });

    test('says that a figure cannot be computed, without the value', async () => {
      const fault = isError('invalid_config', /metrics\.0\.sql.*converted/, ['user admin', 'Berlin']);
      await assert.rejects(verify(withMetric(`sum(${sql.number})`)), fault);
    });

    test('reads an answer of many pages whole, or not at all', async () => {
      const whole = await ask({ ...base, table: 'known', date: 'day' }, { by: 'day' });
      const { pageRows } = double;
      double.pageRows = 3;
      try {
        assert.deepEqual(await ask({ ...base, table: 'known', date: 'day' }, { by: 'day' }), whole);
      } finally {
        double.pageRows = pageRows;
      }
      assert.ok(whole.rows.length > 9);
    });

    for (const moment of ['abort', 'close'] as const) {
      test(`stops its statement at the server on ${moment}`, async () => {
        const { table: _, ...rest } = orders;
        const query = 'SELECT a.day FROM many AS a CROSS JOIN many AS b CROSS JOIN many AS c';
        const slow = { ...rest, query, date: 'day' };
        const work = new AbortController();
        const context = open({ signal: work.signal });
        const before = double.warehouse.statements.length;
        const asked = { ...year, metrics: ['entries'], by: 'none' } as const;
        const stopped = assert.rejects(connector.query(slow, secret, asked, context), isError('transient', /stopped/));
        const running = () =>
          double.warehouse.statements.slice(before).find((one) => /2024-01-01|2023-12-31/.test(one.sql));
        const statement = await eventually(running);
        // Databricks has no other name for a statement than the one that its first answer gives.
        if (connector.system === 'databricks') await eventually(() => double.seen.at(-1)?.method === 'GET');
        if (moment === 'abort') work.abort();
        const closed = context[Symbol.asyncDispose]();
        await stopped;
        await closed;
        await eventually(() => statement.state === 'stopped');
      });
    }

    test('lists tables, and proposes a configuration that can be verified', async () => {
      await using context = open();
      const found = (await connector.resources?.({ ...place } as never, secret, context)) ?? [];
      const labels = found.map(({ label }) => label);
      assert.deepEqual(
        labels.filter((label) => !label.startsWith('main.')),
        ['known', 'many', 'moments', 'orders'],
      );
      const given = { ...place, table: 'known' };
      const proposal = await connector.propose?.(given, secret, 'Europe/Berlin', context);
      assert.deepEqual(Object.keys(proposal?.totals ?? {}), ['rows', 'amount']);
      assert.equal(proposal?.totals.rows, 500);
      const { metrics: _, dimensions: __, ...kept } = proposal?.config ?? {};
      assert.deepEqual(kept, { ...given, date: 'day' });
      for (const { code } of await verify(proposal?.config)) assert.equal(code, 'bytes_estimated');
      await assert.rejects(
        async () => connector.resources?.({}, secret, context),
        isError('invalid_config', /Give a configuration with "/),
      );
    });

    const status =
      (code: number, headers: Record<string, string> = {}): JsonHandler =>
      (_request, response) => {
        response.writeHead(code, { 'content-type': 'application/json', ...headers });
        return { error: 'user admin may not see /var/lib', message: 'user admin', code: '1' };
      };

    test('statuses are the kinds that all systems share, without the words of the vendor', async () => {
      const kinds = [
        [401, 'reauth_required'],
        [403, 'resource_missing'],
        [404, 'resource_missing'],
        [409, 'invalid_config'],
        [503, 'transient'],
      ] as const;
      for (const [code, kind] of kinds) {
        double.fault = status(code);
        await assert.rejects(ask(orders), isError(kind, /^(?!.*admin)/, secret), String(code));
      }
      double.fault = status(429, { 'retry-after': '7200' });
      await assert.rejects(ask(orders), { kind: 'transient', retryAfterMs: 7_200_000 });
      double.fault = status(307, { location: 'https://example.com/' });
      await assert.rejects(ask(orders), isError('invalid_config', /another address/));
      double.fault = (_request, response) => void response.end('<html>');
      await assert.rejects(ask(orders), isError('transient', /cannot be read/));
      double.fault = null;
    });

    test('asks for credentials where there are none', async () => {
      await assert.rejects(
        async () => verify(orders, null),
        isError('reauth_required', /no credentials|refuses the credentials/),
      );
    });
  });
}
