import type { Connector } from '../../src/reporting/connectors/contract.ts';
import type { NetworkRules } from '../../src/reporting/connectors/network/rules.ts';
import type { ConformanceFixture } from './connector-conformance.ts';

export const knownMetrics = [
  { key: 'entries', label: 'Entries', sql: 'count(*)', unit: 'count', better: 'up', additive: true },
  { key: 'total', label: 'Total', sql: 'sum(amount)', unit: 'currency', better: 'up', additive: true },
  { key: 'average', label: 'Average', sql: 'avg(amount)', unit: 'number', better: 'up', additive: false },
] as const;

export const knownDimensions = [{ key: 'place', label: 'Place', sql: 'place' }] as const;

export interface SqlPlace {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly tls: 'off' | 'verify' | 'require';
}

/** What the conformance suite asks of a connector whose table `known` has the known rows; `slow` is a SELECT of very many. */
export function sqlFixture(
  connector: Connector,
  place: object,
  secret: unknown,
  texts: {
    readonly slow: string;
    readonly isQuoted: string;
    readonly timedDate: string;
    /** What names a database that is not there. */
    readonly gone?: object;
    /** Whether the server tells where in a statement a fault is. */
    readonly hasPlaces?: boolean;
  },
  network?: NetworkRules,
): ConformanceFixture {
  const config = { ...place, table: 'known', date: 'day', metrics: knownMetrics, dimensions: knownDimensions };
  const { table: _table, ...withoutTable } = config;
  const withMetric = (sql: string) => ({ ...config, metrics: [{ ...knownMetrics[0], sql }] });
  const withDimension = (sql: string) => ({ ...config, dimensions: [{ ...knownDimensions[0], sql }] });
  const invalid = (message: RegExp, faulty: unknown) => ({ config: faulty, kind: 'invalid_config' as const, message });
  const missing = (message: RegExp, faulty: unknown) => ({
    config: faulty,
    kind: 'resource_missing' as const,
    message,
  });
  const columns = /There are: day, place, amount/.source;
  return {
    connector,
    config,
    secret,
    dataRoots: [],
    ...(network && { network }),
    timedDate: texts.timedDate,
    slowConfig: { ...withoutTable, query: texts.slow, metrics: [knownMetrics[0]], dimensions: [] },
    refused: {
      'missing table': missing(/table/, { ...config, table: 'gone' }),
      'missing database': missing(/database|dataset|catalog/i, {
        ...config,
        ...(texts.gone ?? { database: 'report_service_gone' }),
      }),
      'column of a metric': invalid(
        new RegExp(`metrics.0.sql.*"sold".*"entries".*${columns}`),
        withMetric('sum(sold)'),
      ),
      'column of a dimension': invalid(/dimensions.0.sql.*"shop".*"place"/, withDimension('shop')),
      'column of the date': invalid(/date: .*"when".*the date/, { ...config, date: texts.isQuoted }),
      'date that is none': invalid(/date/, { ...config, date: 'amount' }),
      'metric of text': invalid(/"entries".*not a number/, withMetric('max(place)')),
      'metric without an aggregate': invalid(/"entries"/, withMetric('amount')),
      'dimension with an aggregate': invalid(/"place"/, withDimension('max(place)')),
      'key used twice': invalid(/"entries"/, { ...config, metrics: [knownMetrics[0], knownMetrics[0]] }),
      'syntax error': invalid(
        texts.hasPlaces === false ? /"entries".*syntax error/ : /"entries".*syntax error.* at character 13\b/,
        withMetric('sum(amount) sum(1)'),
      ),
      'end of the statement': invalid(
        /"entries".*closes nothing/,
        withMetric('1) FROM known; DROP TABLE known; SELECT (1'),
      ),
      'two statements': invalid(/query: .*one statement/, {
        ...withoutTable,
        query: 'SELECT 1; COMMIT; DROP TABLE known',
      }),
      'table and query': invalid(/"table" or "query"/, { ...config, query: 'SELECT 1' }),
      'neither table nor query': invalid(/"table" or "query"/, withoutTable),
      'many at once': invalid(/dimensions.0.sql.*"shop".*metrics.0.sql.*"sold".*metrics.1.sql.*"price"/, {
        ...withDimension('shop'),
        metrics: [
          { ...knownMetrics[0], sql: 'sum(sold)' },
          { ...knownMetrics[1], sql: 'max(price)' },
        ],
      }),
    },
  };
}
