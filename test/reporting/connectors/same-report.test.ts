import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import { clickhouseConnector } from '../../../src/reporting/connectors/clickhouse.ts';
import type { Connector } from '../../../src/reporting/connectors/contract.ts';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { mysqlConnector } from '../../../src/reporting/connectors/mysql.ts';
import { postgresConnector } from '../../../src/reporting/connectors/postgres.ts';
import { buildDocument } from '../../../src/reporting/documents/build-document.ts';
import { planReport } from '../../../src/reporting/documents/report-plan.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { clickhouseSkip, startClickhouse } from '../../support/clickhouse.ts';
import { clickhouseTodaySkip, startClickhouseToday } from '../../support/clickhouse-today.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { dataSets } from '../../support/flights.ts';
import { removeFolder } from '../../support/folders.ts';
import { createMariadbReader, mariadbFault } from '../../support/mariadb.ts';
import { postgresFault } from '../../support/postgres-databases.ts';
import { createPostgresReader } from '../../support/postgres-reader.ts';
import { test, usually } from '../../support/suite.ts';

const flights = usually(3_000_000, 20_000);
const timeoutMs = 1_200_000;
const { path: _path, ...rowsOf } = JSON.parse(readFileSync('examples/flights.json', 'utf8'));
const periods = {
  current: { from: '2001-05-01', to: '2001-05-31' },
  compare: { from: '2001-04-01', to: '2001-04-30' },
};

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'same-report-')));
stack.defer(() => removeFolder(folder));
const csv = join(folder, 'flights.csv');
const fromFile = writeFlights().then(() => reportFigures(fileConnector, { ...rowsOf, path: 'flights.parquet' }, null));

/** The same rows as Parquet and as CSV. */
async function writeFlights(): Promise<void> {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE flights AS SELECT date, delay, distance, origin, destination
    FROM '${dataSets}/flights-3m.parquet' USING SAMPLE reservoir(${flights} ROWS) REPEATABLE (1)`);
  await connection.run(`COPY flights TO '${join(folder, 'flights.parquet')}'`);
  await connection.run(`COPY flights TO '${csv}' (HEADER false, TIMESTAMPFORMAT '%Y-%m-%d %H:%M:%S')`);
  connection.closeSync();
  instance.closeSync();
}

const table = { type: 'breakdown', connection_id: 'con_flights', secondary_dimension: 'haul' } as const;
const layouts: readonly (SectionsSettings | null)[] = [
  null,
  [
    { ...table, dimension: 'origin', metrics: ['distance', 'flights', 'avg_delay'], limit: 5, secondary_limit: 2 },
    { ...table, dimension: 'destination', layout: 'cross', metrics: ['flights'], limit: 5, secondary_limit: 2 },
  ],
];

/** The reports that a connector makes: the automatic one, and one of tables by two dimensions. */
async function reportFigures(connector: Connector, config: unknown, secret: unknown): Promise<unknown[]> {
  const reports = [];
  for (const sections of layouts) reports.push(await reportOf(connector, config, secret, sections));
  return reports;
}

/** The figures and sentences of the report that a connector makes, without what tells sources and times apart. */
async function reportOf(
  connector: Connector,
  config: unknown,
  secret: unknown,
  sections: SectionsSettings | null,
): Promise<unknown> {
  const deadline = Date.now() + timeoutMs;
  await using context = openTestContext({ dataRoots: [folder], secret, deadline });
  const description = await connector.describe(config, secret, context);
  const connection = { id: 'con_flights', name: 'Flights', system: 'flights', description };
  const plan = planReport({ sections, connections: [connection], periods, timeZone: 'UTC' });
  const queries = plan.connections.flatMap((planned) => planned.queries);
  const answers = [];
  for (const query of queries) answers.push(await connector.query(config, secret, query, context));
  assert.ok(answers.length > 4);
  const moment = '2001-06-02T00:00:00.000Z';
  const { sources: _sources, ...document } = buildDocument({
    ...{
      reportId: 'rep_flights',
      title: null,
      projectName: 'Flights',
      clientName: null,
      locale: 'en',
      currency: 'EUR',
    },
    ...{ brand: { accent_color: null, logo: null }, createdAt: moment, plan },
    fetched: [{ connectionId: connection.id, fetchedAt: moment, answers }],
  });
  // Averages are rounded by each server after its own last digit.
  return JSON.parse(JSON.stringify(document), (_key, value) =>
    typeof value === 'number' ? Number(value.toPrecision(13)) : value,
  );
}

const columns = 'delay INT, distance INT, origin VARCHAR(3), destination VARCHAR(3)';

if ((await postgresFault()) === null) {
  test('postgres: the flights give the same report as from a file', { timeout: timeoutMs }, async () => {
    const expected = await fromFile;
    await using reader = await createPostgresReader();
    await reader.run(`CREATE TABLE flights (date timestamp, ${columns})`);
    await reader.load('flights', csv);
    const config = { ...reader.place, ...rowsOf, table: 'flights' };
    assert.deepEqual(await reportFigures(postgresConnector, config, reader.secret), expected);
  });
}

if ((await mariadbFault()) === null) {
  test('mysql: the flights give the same report as from a file', { timeout: timeoutMs }, async () => {
    const expected = await fromFile;
    await using reader = await createMariadbReader();
    await reader.run(`CREATE TABLE flights (date DATETIME, ${columns})`);
    await reader.load('flights', csv);
    const config = { ...reader.place, ...rowsOf, table: 'flights' };
    assert.deepEqual(await reportFigures(mysqlConnector, config, reader.secret), expected);
  });
}

const clickhouses = [
  ['clickhouse', clickhouseSkip, startClickhouse],
  ['clickhouse of today', clickhouseTodaySkip, startClickhouseToday],
] as const;
for (const [name, skip, start] of clickhouses) {
  test(`${name}: the flights give the same report as from a file`, { skip, timeout: timeoutMs }, async () => {
    const expected = await fromFile;
    await using server = await start();
    const types = "date DateTime('UTC'), delay Int32, distance Int32, origin String, destination String";
    await server.run(`CREATE TABLE flights (${types}) ENGINE = MergeTree ORDER BY date PARTITION BY tuple()`);
    await server.load('flights', csv);
    const config = { ...server.place, ...rowsOf, table: 'flights' };
    assert.deepEqual(await reportFigures(clickhouseConnector, config, server.secret), expected);
  });
}
