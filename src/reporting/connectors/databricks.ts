import { sqlConnector } from './sql/connector.ts';
import type { DatabricksPlace } from './sql/databricks/config.ts';
import { databricksEngine } from './sql/databricks/engine.ts';

/** Tables and queries of Databricks, aggregated by the server. */
export const databricksConnector = {
  ...sqlConnector(databricksEngine),
  origin: ({ workspace }: DatabricksPlace) => workspace,
} as const;
