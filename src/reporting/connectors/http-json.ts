import type { ConfigWarning, Connector, ConnectorContext, Query, QueryResult } from './contract.ts';
import { queryRows, type Rows, verifyCounting } from './file/rows.ts';
import { type HttpJsonConfig, type HttpJsonSecret, httpJsonConfig, httpJsonSecret } from './http-json/config.ts';
import { type FetchedRows, fetchRows } from './http-json/fetched-rows.ts';
import type { Period } from './http-json/placeholders.ts';
import { asksForPeriod } from './http-json/request-plan.ts';
import { describeRows, engineSql } from './proposals/counting/misread.ts';
import { currencyWarnings } from './proposals/currency-warnings.ts';
import { proposeJson } from './proposals/propose-json.ts';

/** Any API that answers JSON. Its rows are fetched once for each period and aggregated by the engine of files. */
export const httpJsonConnector: Connector<typeof httpJsonConfig, typeof httpJsonSecret> = {
  system: 'http-json',
  reach: 'network',
  config: httpJsonConfig,
  secret: httpJsonSecret,
  origin: ({ url }) => URL.parse(url)?.origin ?? url,
  verify: (config, secret, context) => verifyLately(config, secret, context),
  describe: async (config) => describeRows(config, engineSql),
  propose: (config, secret, _timeZone, context) =>
    proposeJson(config, (made) => lateRows(made, secret, context).rows, context),
  query: async (config, secret, query, context) => {
    const { rows, fetched } = rowsOf(config, secret, query, Number.POSITIVE_INFINITY, context);
    const result = await queryRows(rows, config, query, context);
    const { files, warnings, rowsWithoutDate } = await fetched();
    const told = isEmpty(files) ? noRows : withLeftOut(result, query, rowsWithoutDate);
    const isDoubtful = warnings.some(({ code }) => code === 'repeated_cursor');
    // When an answer was fetched says nothing about when the system's data last changed.
    return { ...told, freshAt: null, ...(isDoubtful && { notices: [{ code: 'repeated_cursor' }] }) };
  },
};

/** Rows without a date may belong to the period; reports say that there are some. */
function withLeftOut(result: QueryResult, { by, metrics }: Query, rowsWithoutDate: number): QueryResult {
  if (by !== 'none' || rowsWithoutDate === 0) return result;
  return { ...result, leftOut: metrics.map((_, index) => (result.leftOut?.[index] ?? 0) + rowsWithoutDate) };
}

/** A period for which the system had no row at all, so that not even the columns are known. */
const noRows = { rows: [], groupCount: 0, hasData: false, rowsRead: null };

function isEmpty(files: FetchedRows['files']): boolean {
  return files.every(({ bytes }) => bytes === 0);
}

const daysTried = 30;
/** Fraction of the remaining time. */
const fetchingShare = 1 / 2;

/** Tries the configuration on the last days, if the requests ask for days, and else on all rows. */
async function verifyLately(
  config: HttpJsonConfig,
  secret: HttpJsonSecret,
  context: ConnectorContext,
): Promise<readonly ConfigWarning[]> {
  const { rows, fetched } = lateRows(config, secret, context);
  const warnings = await verifyCounting(rows, config, context);
  const { files, warnings: doubts } = await fetched();
  const ofCurrency = isEmpty(files) ? [] : await currencyWarnings(rows, config, context);
  return [...emptyWarnings(files, asksForPeriod(config)), ...doubts, ...warnings, ...ofCurrency];
}

/** The rows of the last days. */
function lateRows(config: HttpJsonConfig, secret: HttpJsonSecret, context: ConnectorContext) {
  const today = Temporal.Now.plainDateISO('UTC');
  const period = { from: today.subtract({ days: daysTried - 1 }).toString(), to: today.toString(), timeZone: 'UTC' };
  const until = Date.now() + (context.deadline - Date.now()) * fetchingShare;
  return rowsOf(config, secret, period, until, context);
}

function emptyWarnings(files: FetchedRows['files'], isOfDays: boolean): ConfigWarning[] {
  if (!isEmpty(files)) return [];
  const when = isOfDays ? ` of the last ${daysTried} days` : '';
  const message = `The system answers no rows${when}, so that the expressions could not be tried.`;
  return [{ code: 'no_rows', path: 'rows', message }];
}

/** What is fetched stays as long as the context. */
const fetchedByContext = new WeakMap<ConnectorContext, Map<string, Promise<FetchedRows>>>();

function rowsOf(
  config: HttpJsonConfig,
  secret: HttpJsonSecret,
  { from, to, timeZone }: Pick<Query, 'from' | 'to' | 'timeZone'>,
  until: number,
  context: ConnectorContext,
): { rows: Rows; fetched: () => Promise<FetchedRows> } {
  const period: Period = { from, to, timeZone };
  const { url, method, headers, body, rows, paging, unpivot } = config;
  const request = [url, method, headers, body, rows, paging, unpivot];
  const id = JSON.stringify(asksForPeriod(config) ? [request, period] : [request]);
  const byRequest = fetchedByContext.getOrInsertComputed(context, () => new Map());
  const fetched = () => byRequest.getOrInsertComputed(id, () => fetchRows(config, secret, period, until, context));
  const reading = { ...(config.numbers && { numbers: config.numbers }), ...(unpivot && { unpivot }) };
  return { rows: { id, find: async () => (await fetched()).files, reading }, fetched };
}
