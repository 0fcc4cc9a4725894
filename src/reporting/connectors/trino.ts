import { originOf } from './hosted/base-address.ts';
import { sqlConnector } from './sql/connector.ts';
import type { TrinoPlace } from './sql/trino/config.ts';
import { trinoEngine } from './sql/trino/engine.ts';

/** Tables and queries of Trino, aggregated by the server. */
export const trinoConnector = {
  ...sqlConnector(trinoEngine),
  origin: (config: TrinoPlace) => originOf(config),
} as const;
