import type { ConfigWarning, ConnectorContext } from '../contract.ts';
import { expressionsOf, isFigure } from '../file/config.ts';
import { findMisread, misreadWarnings } from '../proposals/counting/misread.ts';
import { codeWarnings } from '../proposals/currency-warnings.ts';
import { throwFaults } from './binding.ts';
import type { SqlConfig, SqlSecret } from './config.ts';
import { findCodes } from './currency-codes.ts';
import { type Engine, RefusedError } from './engine.ts';
import { connectorErrorOf } from './faults.ts';
import { type OpenSource, openOnce } from './open-source.ts';
import { rowsSqlOf } from './rows-sql.ts';
import { meaningsOf } from './sampled-columns.ts';
import { selectSome } from './some-rows.ts';

/** Enough to meet most values that cannot be converted, and few enough for any server. */
const rowsTried = 10_000;

/**
 * Checks user, source and expressions, and computes every one of them over some rows. Throws a ConnectorError; warns of
 * a user that may write, and of a source without rows.
 */
export async function verifySource(
  engine: Engine,
  config: SqlConfig,
  secret: SqlSecret,
  context: ConnectorContext,
): Promise<readonly ConfigWarning[]> {
  const opened = await openOnce(engine, config, secret, 'UTC', context);
  const warnings = await engine.checkUser(opened.session);
  const count = await tryRows(opened, engine.dialect);
  if (count > 0) {
    const ofCurrency = await currencyWarnings(opened, config, engine.dialect, context.projectCurrency);
    const counted = await countingWarnings(engine, opened);
    return [...warnings, ...wholeWarnings(engine, opened.binding), ...counted, ...ofCurrency];
  }
  const path = config.table === undefined ? 'query' : 'table';
  return [...warnings, { code: 'no_rows', path, message: 'The source has no rows yet, so no figure could be tried.' }];
}

/** What a column of codes says against the currency that amounts are shown in. */
async function currencyWarnings(
  { session, binding }: OpenSource,
  config: SqlConfig,
  dialect: Engine['dialect'],
  projectCurrency: string | undefined,
): Promise<ConfigWarning[]> {
  const shown = config.currency ?? projectCurrency;
  const money = config.metrics.filter(({ unit }) => unit === 'currency');
  if (shown === undefined || money.length === 0) return [];
  const codes = await findCodes(session, binding.source, binding.columns, dialect);
  return codes ? codeWarnings(codes, config, shown, isFigure({ ...config, metrics: money }, codes.name)) : [];
}

/** Of means and quotients that come without their fraction, as those of whole numbers do on some servers. */
function wholeWarnings({ wholeTypes }: Engine, { config, metrics }: OpenSource['binding']): ConfigWarning[] {
  return config.metrics.flatMap(({ key, sql }, index) => {
    const isWhole = wholeTypes?.test(metrics[index]?.type ?? '') && /\bavg\s*\(|\//i.test(sql);
    if (!isWhole) return [];
    const message = `The server drops the fraction of "${key}", as of every mean and quotient of whole numbers. Write avg(1.0 * …), or 1.0 * … / …, if it is to have one.`;
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

/** Computes all expressions over the first rows, and one by one only to find out which are at fault. */
async function tryRows({ session, binding }: OpenSource, dialect: Engine['dialect']): Promise<number> {
  const source = `(${selectSome(dialect, '*', binding.source, rowsTried)}) AS source`;
  const expressions = expressionsOf(binding.config);
  const columns = expressions.map(({ role, sql }) => (role === 'metric' ? `(${sql}\n)` : `count((${sql}\n))`));
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
