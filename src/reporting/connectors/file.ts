import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Connector, ConnectorError } from './contract.ts';
import { describeConfig, fileConfig } from './file/config.ts';
import { queryRows, verifyRows } from './file/figures.ts';
import { rowsOf } from './file/named-files.ts';
import { type FileNaming, proposeFile } from './proposals/propose-file.ts';

const naming = Type.Object(
  { path: fileConfig.properties.path, sheet: fileConfig.properties.sheet },
  { additionalProperties: false },
);

/** CSV, TSV, JSON, Parquet and Arrow files below the data roots, aggregated by DuckDB. */
export const fileConnector: Connector<typeof fileConfig> = {
  system: 'file',
  reach: 'local',
  config: fileConfig,
  secret: null,
  verify: (config, _secret, context) => verifyRows(rowsOf(config, context), config, context),
  describe: async (config) => describeConfig(config),
  query: (config, _secret, query, context) => queryRows(rowsOf(config, context), config, query, context),
  propose: (config, _secret, _timeZone, context) => proposeFile(parseNaming(config), context),
};

/** Throws `invalid_config`. */
function parseNaming(config: unknown): FileNaming {
  if (Value.Check(naming, config)) return config;
  throw new ConnectorError('invalid_config', 'A file is named by { "path": "…" }, a workbook also by "sheet".');
}
