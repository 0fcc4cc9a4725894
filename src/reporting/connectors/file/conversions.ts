import type { DuckDBConnection } from '@duckdb/node-api';
import { type Column, columnsOf, contains, type ExpressionNode, findAll, writeSql } from './expression-tree.ts';
import { isAggregate } from './expressions.ts';
import { columnAdvice, conversionsOf, isNumberText, leaveOutAdvice } from './number-texts.ts';

/** A cast in an expression that converts the values of one column to numbers. */
export interface Conversion {
  readonly column: Column;
  /** Whether it turns non-numbers into NULL. */
  readonly isTry: boolean;
  /** The value that is cast, and the resulting number or NULL, as SQL over a row. */
  readonly operand: string;
  readonly number: string;
}

const numberTypes = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL)$/;
const mostTexts = 1_000;

/** The conversions in each of the expressions. */
export async function findConversions(
  connection: DuckDBConnection,
  expressions: readonly ExpressionNode[],
): Promise<Conversion[][]> {
  const casts = expressions.map((expression) => findAll(expression, isConversion));
  const all = casts.flat();
  const operands = await writeSql(
    connection,
    all.map(({ child }) => (child ? [child] : [])),
  );
  const numbers = await writeSql(
    connection,
    all.map((cast) => [{ ...cast, try_cast: true }]),
  );
  const found = all.flatMap((cast, index): Conversion[] =>
    columnsOf(cast).map((column) => ({
      column,
      isTry: cast.try_cast === true,
      operand: operands[index] ?? '',
      number: numbers[index] ?? '',
    })),
  );
  return casts.map((own) => own.flatMap((cast) => found[all.indexOf(cast)] ?? []));
}

function isConversion(node: ExpressionNode): boolean {
  if (node.class !== 'CAST' || !node.child || !numberTypes.test(node.cast_type?.id ?? '')) return false;
  const isOfRow = !contains(node, ({ function_name: name }) => name !== undefined && isAggregate(name));
  return isOfRow && columnsOf(node).length === 1;
}

/** Some distinct texts of a column as written in the file, in their order; `condition` is SQL over a row. */
export async function textsOf(connection: DuckDBConnection, column: Column, condition = 'true'): Promise<string[]> {
  const text = `CAST(${column.sql} AS VARCHAR)`;
  const rows = `SELECT ${text} AS text FROM source WHERE trim(${text}) <> '' AND ${condition} LIMIT ${mostTexts}`;
  const reader = await connection.runAndReadAll(`SELECT text FROM (${rows})`);
  return [...new Set(reader.getRows().map(([value]) => String(value)))];
}

/** The texts of its column that a conversion cannot turn into numbers. */
export function failingTexts(connection: DuckDBConnection, { column, operand, number }: Conversion): Promise<string[]> {
  return textsOf(connection, column, `TRY(${operand}) IS NOT NULL AND TRY(${number}) IS NULL`);
}

/**
 * What to say about the first value that a conversion fails on, and what to do about it, depending on how the values of
 * its column are written; undefined if none fails.
 */
export async function explainConversions(
  connection: DuckDBConnection,
  conversions: readonly Conversion[],
): Promise<string | undefined> {
  for (const conversion of conversions.filter(({ isTry }) => !isTry)) {
    const failing = await failingTexts(connection, conversion);
    if (failing.length === 0) continue;
    const { column } = conversion;
    const [number] = failing.filter(isNumberText);
    const [other] = failing.filter((text) => !isNumberText(text));
    const told = other === undefined ? [] : [`${shown(other)} is not a number. ${leaveOutAdvice}`];
    if (number === undefined) return told[0];
    const advice = columnAdvice([...failing, ...(await textsOf(connection, column))], column.name);
    return [`${shown(number)} is not a number. ${advice}`, ...told].join(' ');
  }
  return undefined;
}

/**
 * What to say about calculating with text; undefined if no column of the expression has texts that people would read as
 * numbers.
 */
export async function explainText(
  connection: DuckDBConnection,
  expression: ExpressionNode,
): Promise<string | undefined> {
  for (const column of columnsOf(expression)) {
    const texts = await textsOf(connection, column);
    const text = texts.find((text) => isNumberText(text) && Number.isNaN(Number(text)));
    const other = texts.find((text) => !isNumberText(text));
    if (text !== undefined && conversionsOf(texts).length > 0) {
      const advice = columnAdvice(texts, column.name, other === undefined ? 'CAST' : 'TRY_CAST');
      return `it is of text, such as ${shown(text)}. ${advice}${other === undefined ? '' : ` ${leavesOut(other)}`}`;
    }
    if (other !== undefined && texts.some(isNumberText)) {
      return `it is of text, such as ${shown(other)}. Use TRY_CAST(${column.name} AS DOUBLE). ${leavesOut(other)}`;
    }
  }
  return undefined;
}

function leavesOut(text: string): string {
  return `It leaves out values such as ${shown(text)}, and reports say how many.`;
}

const mostShown = 40;

/** A file's value quoted in a sentence. */
export function shown(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return `"${line.length > mostShown ? `${line.slice(0, mostShown)}…` : line}"`;
}
