import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api';
import { ConnectorError } from '../contract.ts';
import { type DateKind, dateKindOf } from './calendar.ts';
import { type Expression, expressionsOf, type FileConfig } from './config.ts';
import { assertExpressions } from './expressions.ts';
import { reasonOf } from './faults.ts';
import { valuesColumn } from './formats.ts';
import type { Source } from './source.ts';

const numeric = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL|BIGNUM)\b/;

/** What the columns of the files make of the configuration's expressions. */
export interface Binding {
  readonly dateKind: DateKind;
  /** The type of each dimension, in the configuration's order. */
  readonly dimensionTypes: readonly DuckDBType[];
}

/**
 * Binds every expression to the columns of `source`: the date must be a date, each metric an aggregate that yields a
 * number. Throws `invalid_config` naming the expression, and the column where one does not exist.
 */
export async function bind(connection: DuckDBConnection, config: FileConfig, source: Source): Promise<Binding> {
  const expressions = expressionsOf(config);
  await assertExpressions(connection, expressions);
  if (source.isEmpty) return bindEmpty(connection, expressions, source);
  const keys = expressions.filter(({ role }) => role !== 'metric');
  const metrics = expressions.filter(({ role }) => role === 'metric');
  const [dateType, ...dimensionTypes] = await typesOf(connection, keys, source);
  const metricTypes = await typesOf(connection, metrics, source);
  const dateKind = dateType && dateKindOf(dateType);
  if (!dateKind) {
    const advice = 'Use a date, a timestamp or ISO 8601 text, or convert it with strptime or to_timestamp';
    throw invalid(`The date is of type ${dateType}. ${advice}.`);
  }
  const other = metricTypes.findIndex((type) => !numeric.test(String(type)));
  if (other >= 0) throw invalid(notNumeric(metrics[other], metricTypes[other]));
  return { dateKind, dimensionTypes };
}

function notNumeric(metric: Expression | undefined, type: DuckDBType | undefined): string {
  const advice = /^(TIME|INTERVAL)$/.test(String(type)) ? ' Use epoch(…), which gives its seconds.' : '';
  return `The value of ${metric?.name} is no number but of type ${type}.${advice}`;
}

/** Without rows the columns of text files have no types: only that they exist can be checked, where there is a header. */
async function bindEmpty(
  connection: DuckDBConnection,
  expressions: readonly Expression[],
  source: Source,
): Promise<Binding> {
  for (const expression of source.columns.length === 0 ? [] : expressions) {
    await prepareTypes(connection, [expression]).catch((fault: unknown) => {
      if (missingColumn.test(String(fault))) explain(expression, fault, source);
    });
  }
  return { dateKind: 'text', dimensionTypes: [] };
}

async function typesOf(
  connection: DuckDBConnection,
  expressions: readonly Expression[],
  source: Source,
): Promise<DuckDBType[]> {
  try {
    return await prepareTypes(connection, expressions);
  } catch (error) {
    for (const expression of expressions) {
      await prepareTypes(connection, [expression]).catch((fault: unknown) => explain(expression, fault, source));
    }
    throw error;
  }
}

/** A count beside the metrics makes a metric that is no aggregate an error; a grouping does so for a dimension that is one. */
async function prepareTypes(connection: DuckDBConnection, expressions: readonly Expression[]): Promise<DuckDBType[]> {
  const columns = expressions.map(({ sql }) => `(${sql}\n)`).join(', ');
  const isGrouped = expressions[0]?.role !== 'metric';
  const places = expressions.map((_, index) => index + 2).join(', ');
  const grouping = isGrouped ? ` GROUP BY ${places}` : '';
  const statement = await connection.prepare(`SELECT count(*), ${columns} FROM source${grouping}`);
  try {
    return expressions.map((_, index) => statement.columnType(index + 1));
  } finally {
    statement.destroySync();
  }
}

const maxColumnsShown = 30;
const recordsAdvice = 'Write JSON as one array of objects, or as one object a line, without a byte order mark.';
const missingColumn = /Referenced (?:column|table) "([^"]*)" not found/;

function explain(expression: Expression, fault: unknown, source: Source): never {
  const missing = missingColumn.exec(String(fault));
  if (!missing) throw invalid(`The SQL of ${expression.name} is not valid: ${reasonOf(fault, source.files)}`);
  const [first, ...others] = source.columns;
  if (first === valuesColumn && others.length === 0) {
    throw invalid(`The files have no columns such as "${missing[1]}". ${recordsAdvice}`);
  }
  const columns = source.columns.slice(0, maxColumnsShown).join(', ');
  const more = source.columns.length > maxColumnsShown ? ', …' : '';
  throw invalid(`The column "${missing[1]}" of ${expression.name} does not exist. There are: ${columns}${more}.`);
}

function invalid(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
