import { sqlConnector } from './sql/connector.ts';
import { hostOf, type SnowflakePlace } from './sql/snowflake/config.ts';
import { snowflakeEngine } from './sql/snowflake/engine.ts';

/** Tables and queries of Snowflake, aggregated by the server. */
export const snowflakeConnector = {
  ...sqlConnector(snowflakeEngine),
  signIn: { with: 'snowflake', scopes: ['refresh_token'] },
  origin: (config: SnowflakePlace) => hostOf(config),
} as const;
