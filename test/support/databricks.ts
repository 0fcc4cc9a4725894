import { databricksConnector } from '../../src/reporting/connectors/databricks.ts';
import { databricksFunctions, databricksToken, startDatabricks } from '../doubles/databricks.ts';
import { openWarehouse } from '../doubles/duckdb-warehouse.ts';
import { standingIn, warehouseTables } from './bigquery.ts';

export { databricksConnector };

export const databricksPlace = {
  ...{ workspace: 'dbc-a1b2c3d4-e5f6.cloud.databricks.com', warehouse: '1234567890abcdef' },
  ...{ catalog: 'shops', schema: 'shop' },
};

export async function startFilledDatabricks() {
  const double = await startDatabricks(await openWarehouse(...databricksFunctions, ...warehouseTables));
  return { double, secret: { token: databricksToken }, network: standingIn({ databricks: double.url }) };
}
