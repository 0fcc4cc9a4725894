import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type Connector, ConnectorError } from './contract.ts';
import { warmEngine } from './engine/engine.ts';
import { fileConfig, fileSecret } from './file/config.ts';
import { rowsOf } from './file/named-files.ts';
import { queryRows, verifyCounting } from './file/rows.ts';
import { describeRows, engineSql } from './proposals/counting/misread.ts';
import { currencyWarnings } from './proposals/currency-warnings.ts';
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
  verify: async (config, secret, context) => {
    const rows = rowsOf(config, secret, context);
    return [...(await verifyCounting(rows, config, context)), ...(await currencyWarnings(rows, config, context))];
  },
  describe: async (config) => {
    // Queries are likely to follow, and will find its process started.
    warmEngine();
    return describeRows(config, engineSql);
  },
  query: (config, secret, query, context) => queryRows(rowsOf(config, secret, context), config, query, context),
  propose: (config, secret, _timeZone, context) => proposeFile(parseNaming(config), secret, context),
};

/** Throws `invalid_config`. */
function parseNaming(config: unknown): FileNaming {
  if (Value.Check(naming, config)) return config;
  throw new ConnectorError('invalid_config', 'A file is named by { "path": "…" }, a workbook also by "sheet".');
}
