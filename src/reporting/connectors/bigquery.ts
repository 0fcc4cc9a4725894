import { bigQueryScope } from './sql/bigquery/api.ts';
import { bigQueryEngine } from './sql/bigquery/engine.ts';
import { sqlConnector } from './sql/connector.ts';

/** Tables and queries of BigQuery, aggregated by the server. */
export const bigQueryConnector = {
  ...sqlConnector(bigQueryEngine),
  signIn: { with: 'google', scopes: [bigQueryScope] },
} as const;
