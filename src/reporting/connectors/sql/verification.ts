import type { ConfigWarning, ConnectorContext, Query } from '../contract.ts';
import { expressionsOf, isFigure } from '../file/config.ts';
import { findMisread, misreadWarnings } from '../proposals/counting/misread.ts';
import { codeWarnings } from '../proposals/currency-warnings.ts';
import { arithmeticOf } from './arithmetic.ts';
import { throwFaults } from './binding.ts';
import type { SourceConfig } from './config.ts';
import { findCodes } from './currency-codes.ts';
import { type Engine, RefusedError } from './engine.ts';
import { connectorErrorOf } from './faults.ts';
import { figuresSql } from './figures.ts';
import { type OpenSource, openOnce } from './open-source.ts';
import { rowsSqlOf } from './rows-sql.ts';
import { meaningsOf } from './sampled-columns.ts';
import { selectSome } from './some-rows.ts';

/** Enough to meet most values that cannot be converted, and few enough for any server. */
const rowsTried = 10_000;
/** A month, as most reports have. */
const daysEstimated = 31;
/** What a look at rows may be billed for. */
const mostBytesTried = 1e9;
const notTried =
  'The first rows were not tried, as the server would bill more than 1 GB for them. Look at the figures before you use them.';

/**
 * Checks user, source and expressions, and computes every one of them over some rows. Throws a ConnectorError; warns of
 * a user that may write, and of a source without rows.
 */
export async function verifySource(
  engine: Engine,
  config: SourceConfig,
  secret: object,
  context: ConnectorContext,
): Promise<readonly ConfigWarning[]> {
  const opened = await openOnce(engine, config, secret, 'UTC', context);
  const warnings = [...(await engine.checkUser(opened.session)), ...(await bytesWarnings(engine, opened))];
  const path = config.table === undefined ? 'query' : 'table';
  if (await isDear(opened, engine.dialect)) return [...warnings, { code: 'rows_not_tried', path, message: notTried }];
  const count = await tryRows(opened, engine.dialect);
  if (count > 0) {
    const ofCurrency = await currencyWarnings(opened, config, engine.dialect, context.projectCurrency);
    const counted = await countingWarnings(engine, opened);
    return [...warnings, ...wholeWarnings(engine, opened.binding), ...counted, ...ofCurrency];
  }
  return [...warnings, { code: 'no_rows', path, message: 'The source has no rows yet, so no figure could be tried.' }];
}

/** What a report of the days before today would read, where the server says it without reading. */
async function bytesWarnings(engine: Engine, { session, binding }: OpenSource): Promise<readonly ConfigWarning[]> {
  if (!session.describe || !engine.judgeBytes) return [];
  const today = Temporal.Now.plainDateISO('UTC');
  const metrics = binding.config.metrics.map(({ key }) => key);
  const query: Query = {
    ...{ from: today.subtract({ days: daysEstimated }).toString(), to: today.toString(), timeZone: 'UTC' },
    ...{ metrics, by: 'day', limit: daysEstimated },
  };
  try {
    const { bytes } = await session.describe(figuresSql(binding, engine.dialect, query));
    return engine.judgeBytes(bytes, binding.config);
  } catch (error) {
    throw connectorErrorOf(error);
  }
}

/** What a column of codes says against the currency that amounts are shown in. */
async function currencyWarnings(
  { session, binding }: OpenSource,
  config: SourceConfig,
  dialect: Engine['dialect'],
  projectCurrency: string | undefined,
): Promise<ConfigWarning[]> {
  const shown = config.currency ?? projectCurrency;
  const money = config.metrics.filter(({ unit }) => unit === 'currency');
  if (shown === undefined || money.length === 0) return [];
  const codes = await findCodes(session, binding.source, binding.columns, dialect);
  return codes ? codeWarnings(codes, config, shown, isFigure({ ...config, metrics: money }, codes.name)) : [];
}

/** Of means and quotients that come without all of their fraction, as those of whole numbers do on some servers. */
function wholeWarnings(engine: Engine, { config, metrics }: OpenSource['binding']): ConfigWarning[] {
  const real = arithmeticOf(engine).real('…');
  return config.metrics.flatMap(({ key, sql }, index) => {
    const type = metrics[index]?.type ?? '';
    if (!engine.wholeTypes?.test(type) || !/\bavg\s*\(|\//i.test(sql)) return [];
    const what = /^(?:decimal|numeric)/.test(type)
      ? `The server rounds "${key}" to the digits of its parts, as every mean and quotient of decimals.`
      : `The server drops the fraction of "${key}", as of every mean and quotient of whole numbers.`;
    const message = `${what} Write avg(${real}), or ${real} / …, if it is to have all of it.`;
    return [{ code: 'fraction_dropped', path: `metrics.${index}.sql`, message }];
  });
}

/** Of metrics that count a column as what it is not, by the first rows. */
async function countingWarnings(engine: Engine, { session, binding }: OpenSource): Promise<ConfigWarning[]> {
  const { config, source, columns } = binding;
  const numeric = columns.filter(({ kind }) => kind === 'number');
  const [date = '', ...groups] = [config.date, ...config.dimensions.map(({ sql }) => sql)].map((sql) => `(${sql}\n)`);
  const meanings = await meaningsOf(session, { source, date, groups, numeric }, engine.dialect);
  return misreadWarnings(config, findMisread(config, meanings, rowsSqlOf(engine)));
}

function triedSql(
  { binding }: OpenSource,
  dialect: Engine['dialect'],
): { readonly source: string; readonly columns: readonly string[] } {
  return {
    source: `(${selectSome(dialect, '*', binding.source, rowsTried)}) AS source`,
    columns: expressionsOf(binding.config).map(({ role, sql }) =>
      role === 'metric' ? `(${sql}\n)` : `count((${sql}\n))`,
    ),
  };
}

/** Where LIMIT does not make a look at rows cheap. */
async function isDear(opened: OpenSource, dialect: Engine['dialect']): Promise<boolean> {
  if (!opened.session.describe) return false;
  const { source, columns } = triedSql(opened, dialect);
  try {
    const { bytes } = await opened.session.describe(`SELECT count(*), ${columns.join(', ')} FROM ${source}`);
    return bytes > mostBytesTried;
  } catch (error) {
    throw connectorErrorOf(error);
  }
}

/** Computes all expressions over the first rows, and one by one only to find out which are at fault. */
async function tryRows(opened: OpenSource, dialect: Engine['dialect']): Promise<number> {
  const { session, binding } = opened;
  const expressions = expressionsOf(binding.config);
  const { source, columns } = triedSql(opened, dialect);
  try {
    const { rows } = await session.select(`SELECT count(*), ${columns.join(', ')} FROM ${source}`);
    return Number(rows[0]?.[0] ?? 0);
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    const faults: string[] = [];
    for (const [index, column] of columns.entries()) {
      const fault = await refusalOf(session.select(`SELECT ${column} FROM ${source}`));
      const { path, name } = expressions[index] ?? {};
      if (fault) faults.push(`${path}: ${name} cannot be computed: ${fault.refusal.reason}.`);
    }
    throwFaults(faults);
    throw connectorErrorOf(error);
  }
}

async function refusalOf(work: Promise<unknown>): Promise<RefusedError | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof RefusedError && error.refusal.kind === 'invalid_config') return error;
    throw connectorErrorOf(error);
  }
}
