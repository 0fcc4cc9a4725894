import type { Connector, ConnectorContext } from './contract.ts';
import { warmEngine } from './engine/engine.ts';
import { describeConfig, type FileConfig, fileConfig } from './file/config.ts';
import { findFiles } from './file/paths.ts';
import { queryRows, type Rows, verifyRows } from './file/rows.ts';

/** CSV, TSV, JSON, Parquet and Arrow files below the data roots, aggregated by DuckDB. */
export const fileConnector: Connector<typeof fileConfig> = {
  system: 'file',
  reach: 'local',
  config: fileConfig,
  secret: null,
  verify: (config, _secret, context) => verifyRows(rowsOf(config, context), config, context),
  describe: async (config) => {
    // Queries are likely to follow, and will find its process started.
    warmEngine();
    return describeConfig(config);
  },
  query: (config, _secret, query, context) => queryRows(rowsOf(config, context), config, query, context),
};

function rowsOf({ path }: FileConfig, { dataRoots }: ConnectorContext): Rows {
  return { id: path, find: () => findFiles(path, dataRoots) };
}
