import { snowflakeConnector } from '../../src/reporting/connectors/snowflake.ts';
import { openWarehouse } from '../doubles/duckdb-warehouse.ts';
import { snowflakeFunctions, startSnowflake } from '../doubles/snowflake.ts';
import { standingIn, warehouseTables } from './bigquery.ts';

export { snowflakeConnector };

export const snowflakePlace = {
  ...{ account: 'myorg-account1', user: 'reporter', warehouse: 'REPORTING', database: 'SHOPS', schema: 'shop' },
};

export async function startFilledSnowflake() {
  const double = await startSnowflake(await openWarehouse(...snowflakeFunctions, ...warehouseTables));
  return { double, secret: { private_key: double.privateKey }, network: standingIn({ snowflake: double.url }) };
}
