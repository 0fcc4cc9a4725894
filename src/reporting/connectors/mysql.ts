import { sqlConnector } from './sql/connector.ts';
import { mysqlEngine } from './sql/mysql/engine.ts';

/** Tables and queries of MySQL and MariaDB, aggregated by the server. */
export const mysqlConnector = sqlConnector(mysqlEngine);
