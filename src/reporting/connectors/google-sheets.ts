import { type ConfigWarning, type Connector, type ConnectorContext, ConnectorError } from './contract.ts';
import { queryRows, verifyCounting } from './file/rows.ts';
import { listSheets, rangeOf, sheetsAccess, sheetsScope } from './google-sheets/api.ts';
import { readSpreadsheet, type SheetsConfig, sheetsConfig } from './google-sheets/config.ts';
import { rowsOf } from './google-sheets/fetched-sheet.ts';
import { type GoogleSecret, googleSecret } from './hosted/google/secret.ts';
import { describeRows, engineSql } from './proposals/counting/misread.ts';
import { currencyWarnings } from './proposals/currency-warnings.ts';
import { proposeSheet } from './proposals/propose-sheet.ts';

/** A range of a Google spreadsheet. Its rows are read once and aggregated by the engine of files. */
export const googleSheetsConnector: Connector<typeof sheetsConfig, typeof googleSecret> = {
  system: 'google-sheets',
  reach: 'network',
  config: sheetsConfig,
  secret: googleSecret,
  signIn: { with: 'google', scopes: [sheetsScope] },
  verify,
  describe: async (config) => describeRows(config, engineSql),
  // When cells were read says nothing about when they last changed.
  query: async (config, secret, query, context) => ({
    ...(await queryRows(rowsOf(config, secret, context).rows, config, query, context)),
    freshAt: null,
  }),
  resources: async (config, secret, context) => {
    if (!config?.spreadsheet) {
      const message =
        'Name the spreadsheet by a configuration with its address. Which files there are is not asked for.';
      throw new ConnectorError('invalid_config', message);
    }
    const { spreadsheet } = config;
    const sheets = await listSheets(sheetsAccess(readSpreadsheet(spreadsheet).id, secret, context));
    return sheets.map((sheet) => ({ config: { spreadsheet, range: rangeOf(sheet) }, label: sheet.title }));
  },
  propose: (config, secret, _timeZone, context) => proposeSheet(config, secret, context),
};

async function verify(
  config: SheetsConfig,
  secret: GoogleSecret | null,
  context: ConnectorContext,
): Promise<readonly ConfigWarning[]> {
  const { rows, written } = rowsOf(config, secret, context);
  const warnings = await verifyCounting(rows, config, context);
  if ((await written()).hasRows) return [...warnings, ...(await currencyWarnings(rows, config, context))];
  const message = 'The range has names of columns but no rows, so that the expressions could not be tried.';
  return [{ code: 'no_rows', path: 'range', message }, ...warnings];
}
