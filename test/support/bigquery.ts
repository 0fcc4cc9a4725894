import { bigQueryConnector } from '../../src/reporting/connectors/bigquery.ts';
import type { NetworkRules } from '../../src/reporting/connectors/network/rules.ts';
import { type BigQueryDouble, bigQueryFunctions, bigQueryProject, startBigQuery } from '../doubles/bigquery.ts';
import { openWarehouse, rowLiteral } from '../doubles/duckdb-warehouse.ts';
import { type GoogleOAuth, startGoogleOAuth } from '../doubles/google-oauth.ts';
import { moments } from './clock-changes.ts';
import { localNetwork } from './connector-context.ts';
import { knownRows } from './known-rows.ts';

export { bigQueryConnector };
export const bigQueryPlace = { project: bigQueryProject, dataset: 'shop', location: 'EU' };

/** The tables of the tests, as DuckDB makes them; its TIMESTAMPTZ is what a TIMESTAMP is elsewhere. */
export const warehouseTables = [
  'CREATE SCHEMA shop',
  'CREATE TABLE shop.known (day DATE, place VARCHAR, amount DOUBLE)',
  `INSERT INTO shop.known VALUES ${knownRows.map(rowLiteral).join(', ')}`,
  'CREATE TABLE shop.moments (moment TIMESTAMPTZ, wall TIMESTAMP)',
  `INSERT INTO shop.moments VALUES ${moments.map((moment) => `('${moment}+00', '${moment}')`).join(', ')}`,
  `CREATE TABLE shop.orders (id BIGINT, ordered_at TIMESTAMPTZ, "Net amount" DECIMAL(38, 9), city VARCHAR, tags VARCHAR[],
    buyer STRUCT(name VARCHAR))`,
  `INSERT INTO shop.orders VALUES
    (1, '2024-05-01 12:00:00+00', 0.10, 'Berlin', ['new'], {name: 'A'}),
    (2, '2024-05-01 22:30:00+00', 0.20, ' ', [], NULL),
    (3, '2024-05-03 10:00:00+00', 12345678901234567890123456789.300000001, NULL, NULL, NULL)`,
  "CREATE TABLE shop.many AS SELECT DATE '2024-02-01' AS day FROM range(100000)",
];

/** The rules of this machine, with what stands in for systems by their words. */
export function standingIn(addresses: Readonly<Record<string, string>>): NetworkRules {
  return { ...localNetwork, systemAddresses: { ...localNetwork.systemAddresses, ...addresses } };
}

export interface BigQueryThere {
  readonly double: BigQueryDouble;
  readonly oauth: GoogleOAuth;
  readonly secret: { readonly service_account: GoogleOAuth['serviceAccount'] };
  /** Where the doubles stand in for Google. */
  readonly network: NetworkRules;
}

export async function startFilledBigQuery(): Promise<BigQueryThere> {
  const warehouse = await openWarehouse(...bigQueryFunctions, ...warehouseTables);
  const oauth = await startGoogleOAuth();
  const double = await startBigQuery(warehouse, oauth);
  const network = standingIn({ bigquery: double.url, 'google-oauth': oauth.url });
  return { double, oauth, secret: { service_account: oauth.serviceAccount }, network };
}
