import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Connector, ConnectorError } from './contract.ts';
import { warmEngine } from './engine/engine.ts';
import { describeConfig, fileConfig, fileSecret } from './file/config.ts';
import { rowsOf } from './file/named-files.ts';
import { queryRows, verifyRows } from './file/rows.ts';
import { type FileNaming, proposeFile } from './proposals/propose-file.ts';

const naming = Type.Object(
  { path: fileConfig.properties.path, sheet: fileConfig.properties.sheet },
  { additionalProperties: false },
);

/** CSV, TSV, JSON, Parquet and Arrow files below the data roots, aggregated by DuckDB. */
export const fileConnector: Connector<typeof fileConfig, typeof fileSecret> = {
  system: 'file',
  reach: 'local',
  config: fileConfig,
  secret: fileSecret,
  verify: (config, secret, context) => verifyRows(rowsOf(config, secret, context), config, context),
  describe: async (config) => {
    // Queries are likely to follow, and will find its process started.
    warmEngine();
    return describeConfig(config);
  },
  query: (config, secret, query, context) => queryRows(rowsOf(config, secret, context), config, query, context),
  propose: (config, secret, _timeZone, context) => proposeFile(parseNaming(config), secret, context),
};

/** Throws `invalid_config`. */
function parseNaming(config: unknown): FileNaming {
  if (Value.Check(naming, config)) return config;
  throw new ConnectorError('invalid_config', 'A file is named by { "path": "…" }, a workbook also by "sheet".');
}
