import type { DuckDBConnection } from '@duckdb/node-api';
import { type Column, columnsOf, contains, type ExpressionNode, findAll, writeSql } from './expression-tree.ts';
import { isAggregate } from './expressions.ts';
import {
  areReadAsWritten,
  columnAdvice,
  conversionsOf,
  isNumberText,
  leaveOutAdvice,
  strangersIn,
} from './number-texts.ts';

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
async function textsOf(connection: DuckDBConnection, column: Column, condition = 'true'): Promise<string[]> {
  const text = `CAST(${column.sql} AS VARCHAR)`;
  const rows = `SELECT ${text} AS text FROM source WHERE trim(${text}) <> '' AND ${condition} LIMIT ${mostTexts}`;
  const reader = await connection.runAndReadAll(`SELECT text FROM (${rows})`);
  return [...new Set(reader.getRows().map(([value]) => String(value)))];
}

/** Longer texts are no numbers. */
const longestNumber = 60;

/**
 * Texts of all of a column that stand for the others: those that differ in their digits alone are alike. Undefined if
 * there are too many kinds, so that nothing can be said about all.
 */
async function textsOfEachKind(connection: DuckDBConnection, column: Column): Promise<string[] | undefined> {
  const text = `CAST(${column.sql} AS VARCHAR)`;
  // The least one begins with a zero, if any does.
  const kinds = `SELECT min(${text}), max(${text}) FROM source WHERE length(${text}) <= ${longestNumber}
    GROUP BY regexp_replace(${text}, '[0-9]', '9', 'g') LIMIT ${mostTexts + 1}`;
  const rows = (await connection.runAndReadAll(kinds)).getRows();
  return rows.length > mostTexts ? undefined : [...new Set(rows.flat().map(String))];
}

/**
 * What to do about a column of which some texts are read as numbers by people, and not by an expression. `isTry` says
 * whether it may leave values out.
 */
export async function adviceFor(connection: DuckDBConnection, column: Column, isTry: boolean): Promise<string> {
  const texts = await textsOfEachKind(connection, column);
  if (texts === undefined) return 'Its values are written in too many ways; give them one.';
  return columnAdvice(texts, column.name, isTry || texts.some(isBlank) ? 'TRY_CAST' : 'CAST');
}

function isBlank(text: string): boolean {
  return text.trim() === '';
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
    const advice = await adviceFor(connection, column, false);
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
    const texts = (await textsOfEachKind(connection, column)) ?? [];
    if (!texts.some(isNumberText)) continue;
    const first = await textsOf(connection, column);
    const [other] = strangersIn([...first, ...texts]);
    const cast = other !== undefined || texts.some(isBlank) ? 'TRY_CAST' : 'CAST';
    const left = other === undefined ? '' : ` It leaves out values such as ${shown(other)}, and reports say how many.`;
    if (areReadAsWritten(texts)) {
      return `it is of text, such as ${shown(other ?? first[0] ?? '')}. Use ${cast}(${column.name} AS DOUBLE).${left}`;
    }
    const text = [...first, ...texts].find((text) => isNumberText(text) && Number.isNaN(Number(text)));
    const isConverted = conversionsOf(texts, column.name).length > 0;
    return `it is of text, such as ${shown(text ?? other ?? '')}. ${columnAdvice(texts, column.name, cast)}${isConverted ? left : ''}`;
  }
  return undefined;
}

const mostShown = 40;

/** A file's value quoted in a sentence. */
export function shown(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  return `"${line.length > mostShown ? `${line.slice(0, mostShown)}…` : line}"`;
}
