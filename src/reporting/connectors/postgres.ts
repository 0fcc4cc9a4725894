import { sqlConnector } from './sql/connector.ts';
import { postgresEngine } from './sql/postgres/engine.ts';

/** Tables and queries of PostgreSQL, aggregated by the server. */
export const postgresConnector = sqlConnector(postgresEngine);
