import { trinoConnector } from '../../src/reporting/connectors/trino.ts';
import { openWarehouse } from '../doubles/duckdb-warehouse.ts';
import { startTrino, trinoFunctions, trinoPassword, trinoUser } from '../doubles/trino.ts';
import { standingIn, warehouseTables } from './bigquery.ts';

export { trinoConnector };

export const trinoPlace = { url: 'https://trino.example.com', user: trinoUser, catalog: 'shops', schema: 'shop' };

export async function startFilledTrino() {
  const double = await startTrino(await openWarehouse(...trinoFunctions, ...warehouseTables));
  return { double, secret: { password: trinoPassword }, network: standingIn({ trino: double.url }) };
}
