import { sqlConnector } from './sql/connector.ts';
import { sqlServerEngine } from './sql/sql-server/engine.ts';

/** Tables and queries of SQL Server, aggregated by the server. */
export const sqlServerConnector = sqlConnector(sqlServerEngine);
