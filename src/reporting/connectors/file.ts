import type { Connector, ConnectorContext } from './contract.ts';
import { describeConfig, type FileConfig, fileConfig, readingOf } from './file/config.ts';
import { queryRows, type Rows, verifyRows } from './file/figures.ts';
import { findFiles } from './file/paths.ts';

/** CSV, TSV, JSON, Parquet and Arrow files below the data roots, aggregated by DuckDB. */
export const fileConnector: Connector<typeof fileConfig> = {
  system: 'file',
  reach: 'local',
  config: fileConfig,
  secret: null,
  verify: (config, _secret, context) => verifyRows(rowsOf(config, context), config, context),
  describe: async (config) => describeConfig(config),
  query: (config, _secret, query, context) => queryRows(rowsOf(config, context), config, query, context),
};

function rowsOf(config: FileConfig, { dataRoots }: ConnectorContext): Rows {
  const { path } = config;
  return { id: path, find: () => findFiles(path, dataRoots), reading: readingOf(config) };
}
