import { clickhouseEngine } from './sql/clickhouse/engine.ts';
import { sqlConnector } from './sql/connector.ts';

/** Tables and queries of ClickHouse, aggregated by the server. */
export const clickhouseConnector = sqlConnector(clickhouseEngine);
