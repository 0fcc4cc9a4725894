import type { DuckDBConnection, DuckDBType } from '@duckdb/node-api';
import { ConnectorError } from '../contract.ts';
import { type DateKind, dateKindOf } from './calendar.ts';
import { type Expression, expressionsOf, type RowsConfig } from './config.ts';
import { explainText } from './conversions.ts';
import type { ExpressionNode } from './expression-tree.ts';
import { findChanging, parseExpressions } from './expressions.ts';
import { reasonOf } from './faults.ts';
import { valuesColumn } from './formats.ts';
import { leftOutConditions } from './left-out.ts';
import type { Source } from './source.ts';

const numeric = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL|BIGNUM)\b/;

/** The configuration's expressions, bound to the columns of the files. */
export interface Binding {
  readonly dateKind: DateKind;
  /** The type of each dimension, in the configuration's order. */
  readonly dimensionTypes: readonly DuckDBType[];
  /** The expression trees of the date and of each metric, in the configuration's order. */
  readonly trees: { readonly date: ExpressionNode; readonly metrics: readonly ExpressionNode[] };
  /** The conditions under which a row's values are left out of each metric; see `leftOutConditions`. */
  readonly leftOut: readonly (readonly string[])[];
}

/** An expression and its tree. */
interface ParsedExpression extends Expression {
  readonly tree: ExpressionNode;
}

/**
 * Binds every expression to the columns of `source`: the date must be a date, each metric an aggregate that yields a
 * number. Throws `invalid_config` naming the expression, and the column where one does not exist.
 */
export async function bind(connection: DuckDBConnection, config: RowsConfig, source: Source): Promise<Binding> {
  const written = expressionsOf(config);
  const parsed = await parseExpressions(connection, written);
  const expressions = written.flatMap((expression, index): ParsedExpression[] => {
    const tree = parsed[index];
    return tree ? [{ ...expression, tree }] : [];
  });
  // Without columns, such as in JSON without a row, any name may be one of theirs.
  for (const { name, path, tree } of source.columns.length === 0 ? [] : expressions) {
    const fault = findChanging(tree, source.columns);
    if (fault !== undefined) throw invalid(`The SQL of ${name} is not valid: ${fault}.`, path);
  }
  const treesOf = (role: Expression['role']) => expressions.flatMap((each) => (each.role === role ? each.tree : []));
  const [date] = treesOf('date');
  if (!date) throw new TypeError('A configuration has a date');
  const trees = { date, metrics: treesOf('metric') };
  if (source.isEmpty) {
    await bindEmpty(connection, expressions, source);
    return { dateKind: 'text', dimensionTypes: [], trees, leftOut: [] };
  }
  const keys = expressions.filter(({ role }) => role !== 'metric');
  const metrics = expressions.filter(({ role }) => role === 'metric');
  const [dateType, ...dimensionTypes] = await typesOf(connection, keys, source);
  const metricTypes = await typesOf(connection, metrics, source);
  const dateKind = dateType && dateKindOf(dateType);
  if (!dateKind) {
    const advice = 'Use a date, a timestamp or ISO 8601 text, or convert it with strptime or to_timestamp';
    throw invalid(`The date is of type ${dateType}. ${advice}.`, 'date');
  }
  const other = metricTypes.findIndex((type) => !numeric.test(String(type)));
  if (other >= 0) throw invalid(notNumeric(metrics[other], metricTypes[other]), metrics[other]?.path);
  return { dateKind, dimensionTypes, trees, leftOut: await leftOutConditions(connection, trees.metrics) };
}

function notNumeric(metric: Expression | undefined, type: DuckDBType | undefined): string {
  const advice = /^(TIME|INTERVAL)$/.test(String(type)) ? ' Use epoch(…), which gives its seconds.' : '';
  return `The value of ${metric?.name} is not a number but of type ${type}.${advice}`;
}

/** Without rows the columns of text files have no types: if there is a header, only their existence can be checked. */
async function bindEmpty(
  connection: DuckDBConnection,
  expressions: readonly ParsedExpression[],
  source: Source,
): Promise<void> {
  for (const expression of source.columns.length === 0 ? [] : expressions) {
    await prepareTypes(connection, [expression]).catch((fault: unknown) => {
      if (missingColumn.test(String(fault))) throw bindingFault(expression, fault, source);
    });
  }
}

async function typesOf(
  connection: DuckDBConnection,
  expressions: readonly ParsedExpression[],
  source: Source,
): Promise<DuckDBType[]> {
  try {
    return await prepareTypes(connection, expressions);
  } catch (error) {
    for (const expression of expressions) {
      await prepareTypes(connection, [expression]).catch(async (fault: unknown) => {
        const isOfText = /No function matches .*\(VARCHAR\)/.test(String(fault));
        const reason = isOfText ? await explainText(connection, expression.tree) : undefined;
        throw bindingFault(expression, fault, source, reason);
      });
    }
    throw error;
  }
}

/** A count next to the metrics makes a non-aggregate metric an error; a grouping makes an aggregate dimension one. */
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
const recordsAdvice = 'Write JSON as one array of objects, or as one object per line, without a byte order mark.';
const missingColumn = /Referenced (?:column|table) "([^"]*)" not found/;

function bindingFault(expression: Expression, fault: unknown, source: Source, reason?: string): ConnectorError {
  const { path } = expression;
  const missing = missingColumn.exec(String(fault));
  if (!missing)
    return invalid(`The SQL of ${expression.name} is not valid: ${reason ?? reasonOf(fault, source.files)}`, path);
  const [first, ...others] = source.columns;
  if (first === valuesColumn && others.length === 0) {
    return invalid(`The files have no columns such as "${missing[1]}". ${recordsAdvice}`);
  }
  const columns = source.columns.slice(0, maxColumnsShown).join(', ');
  const more = source.columns.length > maxColumnsShown ? ', …' : '';
  return invalid(
    `The column "${missing[1]}" of ${expression.name} does not exist. There are: ${columns}${more}.`,
    path,
  );
}

function invalid(message: string, path?: string): ConnectorError {
  return new ConnectorError('invalid_config', message, path === undefined ? {} : { faults: [{ path, message }] });
}
