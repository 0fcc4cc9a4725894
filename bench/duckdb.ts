import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { newSecret } from '../src/domains/connections/stored-secret.ts';
import { openConnectorContext } from '../src/reporting/connectors/context.ts';
import type { ConnectorContext, Grouping } from '../src/reporting/connectors/contract.ts';
import type { FileConfig } from '../src/reporting/connectors/file/config.ts';
import { fileConnector } from '../src/reporting/connectors/file.ts';
import { median } from './median.ts';

/** Medians, in milliseconds, of the queries of one generation over 3 million flights. */
export interface DuckdbFigures {
  /** The same SQL written by hand, on an unrestricted engine that is already open. */
  readonly directMs: number;
  /** Through the connector: the context opened, the file found, bound and queried. */
  readonly connectorMs: number;
  readonly queries: number;
  readonly rows: number;
}

const rounds = 15;
const file = 'flights-3m.parquet';
const shared = { unit: 'number', better: 'none', additive: false } as const;
const config: FileConfig = {
  path: file,
  date: 'date',
  metrics: [
    { key: 'flights', label: 'Flights', sql: 'count(*)', ...shared },
    { key: 'avg_delay', label: 'Average delay', sql: 'avg(delay)', ...shared },
  ],
  dimensions: [
    { key: 'origin', label: 'Origin', sql: 'origin' },
    { key: 'destination', label: 'Destination', sql: 'destination' },
  ],
};

/** What a report with key figures, two series and two breakdowns asks for, over both periods. */
const periods = [
  { from: '2001-04-01', to: '2001-06-30' },
  { from: '2001-01-01', to: '2001-03-31' },
];
const groupings: { by: Grouping; key: string; order: string }[] = [
  { by: 'none', key: 'NULL', order: '1' },
  { by: 'day', key: 'CAST(date AS DATE)', order: '1' },
  { by: 'week', key: "date_trunc('week', date)", order: '1' },
  { by: { dimension: 'origin' }, key: 'origin', order: '2 DESC' },
  { by: { dimension: 'destination' }, key: 'destination', order: '2 DESC' },
];
const limit = 100;

async function runDirect(connection: DuckDBConnection, path: string): Promise<void> {
  for (const { from, to } of periods) {
    for (const { key, order } of groupings) {
      const within = `date >= TIMESTAMP '${from}' AND date < TIMESTAMP '${to}' + INTERVAL 1 DAY`;
      const figures = `SELECT ${key}, count(*), avg(delay) FROM '${path}' WHERE ${within}`;
      const reader = await connection.runAndReadAll(`${figures} GROUP BY 1 ORDER BY ${order} LIMIT ${limit}`);
      reader.getRows();
    }
  }
}

async function runConnector(context: ConnectorContext): Promise<void> {
  for (const { from, to } of periods) {
    for (const { by } of groupings) {
      const query = { from, to, timeZone: 'UTC', metrics: ['flights', 'avg_delay'], by, limit };
      await fileConnector.query(config, null, query, context);
    }
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Runs both in alternating rounds, so that other load on the machine affects both equally. */
export async function benchDuckdb(): Promise<DuckdbFigures> {
  const dataRoot = await realpath(join(import.meta.dirname, '../node_modules/vega-datasets/data'));
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const direct: number[] = [];
  const connector: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const directMs = await timed(() => runDirect(connection, join(dataRoot, file)));
    const connectorMs = await timed(async () => {
      await using context = openConnectorContext({
        signal: new AbortController().signal,
        deadline: Date.now() + 60_000,
        dataRoots: [dataRoot],
        network: { allowedNetworks: [], grantedNetworks: null, ownServices: [], ownBucket: null, systemAddresses: {} },
        secret: null,
        secretStore: newSecret(null),
        log: { info: () => {}, warn: () => {} },
      });
      await runConnector(context);
    });
    // The first round warms the disk cache and the native library up.
    if (round > 0) direct.push(directMs);
    if (round > 0) connector.push(connectorMs);
  }
  connection.closeSync();
  instance.closeSync();
  return {
    directMs: median(direct),
    connectorMs: median(connector),
    queries: periods.length * groupings.length,
    rows: 3_000_000,
  };
}

if (import.meta.main) console.log(await benchDuckdb());
