import mysql from 'mysql2/promise';
import pg from 'pg';
import { clickhouseConnector } from '../src/reporting/connectors/clickhouse.ts';
import type { Connector, Grouping } from '../src/reporting/connectors/contract.ts';
import { mysqlConnector } from '../src/reporting/connectors/mysql.ts';
import { postgresConnector } from '../src/reporting/connectors/postgres.ts';
import { startClickhouse } from '../test/support/clickhouse.ts';
import { openTestContext } from '../test/support/connector-context.ts';
import { createMariadbReader } from '../test/support/mariadb.ts';
import { createPostgresReader } from '../test/support/postgres-reader.ts';
import type { SqlPlace } from '../test/support/sql-fixture.ts';
import { median } from './median.ts';

/** Medians, in milliseconds, of the queries of one generation over a million rows. */
export interface SqlFigures {
  /** The same questions in SQL written by hand, by the server's driver, on a connection of its own. */
  readonly directMs: number;
  /** Through the connector: connected, bound, in a snapshot. */
  readonly connectorMs: number;
  readonly ratio: number;
}

const rounds = 9;
const rows = 1_000_000;
const limit = 100;
const periods = [
  { from: '2024-04-01', to: '2024-06-30' },
  { from: '2024-01-01', to: '2024-03-31' },
];
const groupings: readonly Grouping[] = ['none', 'day', 'week', { dimension: 'city' }];
const shared = { unit: 'number', better: 'none', additive: false } as const;
const rowsOf = {
  table: 'sales',
  date: 'at',
  metrics: [
    { key: 'sales', label: 'Sales', sql: 'count(*)', ...shared },
    { key: 'average', label: 'Average', sql: 'avg(amount)', ...shared },
  ],
  dimensions: [{ key: 'city', label: 'City', sql: 'city' }],
};

/** How a person would write a grouping for a server whose session is in UTC. */
type Keys = Readonly<Record<'day' | 'week' | 'city', string>>;

function handWritten(keys: Keys): string[] {
  return periods.flatMap(({ from, to }) => {
    const before = Temporal.PlainDate.from(to).add({ days: 1 });
    const within = `at >= '${from} 00:00:00' AND at < '${before} 00:00:00'`;
    const figures = `count(*), avg(amount) FROM sales WHERE ${within}`;
    const grouped = [keys.day, keys.week, keys.city].map((key, index) => {
      const order = index === 2 ? '2 DESC' : '1';
      return `SELECT ${key}, ${figures} GROUP BY 1 ORDER BY ${order} LIMIT ${limit}`;
    });
    return [`SELECT ${figures}`, ...grouped];
  });
}

async function runConnector(connector: Connector, place: SqlPlace, secret: unknown): Promise<void> {
  await using context = openTestContext({ secret, deadline: Date.now() + 600_000 });
  const queries = periods.flatMap((period) =>
    groupings.map((by) => ({ ...period, timeZone: 'UTC', metrics: ['sales', 'average'], by, limit })),
  );
  await connector.queryAll?.({ ...place, ...rowsOf }, secret, queries, context);
}

async function compare(direct: () => Promise<void>, connector: () => Promise<void>): Promise<SqlFigures> {
  const times: { direct: number[]; connector: number[] } = { direct: [], connector: [] };
  for (let round = 0; round <= rounds; round++) {
    const directMs = await timed(direct);
    const connectorMs = await timed(connector);
    // The first round warms caches up.
    if (round > 0) times.direct.push(directMs);
    if (round > 0) times.connector.push(connectorMs);
  }
  const [directMs, connectorMs] = [median(times.direct), median(times.connector)];
  return { directMs, connectorMs, ratio: connectorMs / directMs };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function benchPostgres(): Promise<SqlFigures> {
  await using reader = await createPostgresReader();
  const { place, secret } = reader;
  await reader.run(`CREATE TABLE sales AS SELECT timestamptz '2024-01-01' + n * interval '15 seconds' AS at,
      (n % 977)::float8 / 4 AS amount, 'City ' || n % 300 AS city FROM generate_series(1, ${rows}) AS n`);
  await reader.run('VACUUM ANALYZE sales');
  const keys = {
    day: "(at AT TIME ZONE 'UTC')::date",
    week: "date_trunc('week', at AT TIME ZONE 'UTC')",
    city: 'city',
  };
  const statements = handWritten(keys);
  const direct = async () => {
    const client = new pg.Client({ ...place, ...secret, ssl: false });
    await client.connect();
    await client.query("SET TIME ZONE 'UTC'");
    for (const sql of statements) await client.query(sql);
    await client.end();
  };
  return await compare(direct, () => runConnector(postgresConnector, place, secret));
}

async function benchMariadb(): Promise<SqlFigures> {
  await using reader = await createMariadbReader();
  const { place, secret } = reader;
  await reader.run("SET time_zone = '+00:00'");
  await reader.run('CREATE TABLE sales (at TIMESTAMP, amount DOUBLE, city VARCHAR(20))');
  await reader.run(`INSERT INTO sales SELECT TIMESTAMP '2024-01-01 00:00:00' + INTERVAL seq * 15 SECOND, (seq % 977) / 4,
      concat('City ', seq % 300) FROM seq_1_to_${rows}`);
  const statements = handWritten({ day: 'DATE(at)', week: 'DATE(at) - INTERVAL WEEKDAY(at) DAY', city: 'city' });
  const direct = async () => {
    const { host, port, user, database } = place;
    const connection = await mysql.createConnection({ host, port, user, database, ...secret });
    await connection.query("SET time_zone = '+00:00'");
    for (const sql of statements) await connection.query(sql);
    await connection.end();
  };
  return await compare(direct, () => runConnector(mysqlConnector, place, secret));
}

async function benchClickhouse(): Promise<SqlFigures> {
  await using server = await startClickhouse();
  const { place, secret, run } = server;
  await run(
    "CREATE TABLE sales (at DateTime('UTC'), amount Float64, city String) ENGINE = MergeTree ORDER BY at PARTITION BY tuple()",
  );
  await run(`INSERT INTO sales SELECT toDateTime(1704067200 + number * 15), (number % 977) / 4,
      concat('City ', toString(number % 300)) FROM (SELECT number FROM system.numbers LIMIT ${rows})`);
  const keys = { day: 'toDate(at)', week: 'toMonday(at)', city: 'city' };
  const ordinals = (sql: string) => {
    const key = Object.values(keys).find((each) => sql.startsWith(`SELECT ${each},`));
    return key
      ? sql
          .replace('GROUP BY 1', `GROUP BY ${key}`)
          .replace(/ORDER BY (\S+)/, (_, place) => `ORDER BY ${place === '1' ? key : 'count(*)'}`)
      : sql;
  };
  const statements = handWritten(keys).map(ordinals);
  const direct = async () => {
    for (const sql of statements) await run(`${sql} FORMAT JSONCompact`);
  };
  return await compare(direct, () => runConnector(clickhouseConnector, place, secret));
}

/** Runs each connector in turns with SQL by hand. */
export async function benchSql(): Promise<Readonly<Record<string, SqlFigures>>> {
  return { postgres: await benchPostgres(), mariadb: await benchMariadb(), clickhouse: await benchClickhouse() };
}

if (import.meta.main) console.table(await benchSql());
