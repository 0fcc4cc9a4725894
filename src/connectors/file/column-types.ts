import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier, quote } from './sql.ts';

/** The types that DuckDB guesses and whose values it writes in a form of its own; dates and times are ISO 8601 either way. */
const rewritten = new Set(['BIGINT', 'DOUBLE', 'BOOLEAN']);

/**
 * The option that puts right what DuckDB guesses the columns of separated text to be; `read` is their table, given options.
 *
 * It guesses by the first 20,000 lines, and rounds the fractions further down a column that had none there: columns of whole
 * numbers are looked through for them. (Were it to guess by all lines, it would keep the files in memory, and a stray text
 * among numbers would make texts of all, where now the line is named.)
 *
 * A column that only names groups, as `isLabel` tells, stays text where its type would write a value in another way, such as `1.10`,
 * `no` or a number of 20 digits: nobody wrote it like that, and different values would be one group.
 */
export async function typesOption(
  connection: DuckDBConnection,
  read: (options?: string) => string,
  isLabel: (column: string) => boolean,
): Promise<string> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${read()}`);
  const doubtful = described.getRows().flatMap(([column, guess]) => {
    const name = String(column);
    if (isLabel(name)) return rewritten.has(String(guess)) ? doubtOfLabel(name, String(guess)) : [];
    return guess === 'BIGINT' ? doubtOfWhole(name) : [];
  });
  if (doubtful.length === 0) return '';
  const texts = Object.fromEntries(doubtful.map(({ name }) => [name, 'VARCHAR']));
  const conditions = doubtful.map(({ isWrong }) => `bool_or(${isWrong})`);
  const found = await connection.runAndReadAll(`SELECT ${conditions.join(', ')} FROM ${read(optionOf(texts))}`);
  const [answers = []] = found.getRows();
  const wrong = doubtful.filter((_, index) => answers[index] === true);
  return wrong.length === 0 ? '' : optionOf(Object.fromEntries(wrong.map(({ name, type }) => [name, type])));
}

/** A column whose guess is wrong when the condition holds of any text in it, and what it is then. */
interface Doubt {
  readonly name: string;
  readonly isWrong: string;
  readonly type: string;
}

function doubtOfWhole(name: string): Doubt {
  const text = identifier(name);
  return { name, isWrong: `TRY_CAST(${text} AS BIGINT) <> TRY_CAST(${text} AS DOUBLE)`, type: 'DOUBLE' };
}

function doubtOfLabel(name: string, guess: string): Doubt {
  const text = identifier(name);
  return {
    name,
    isWrong: `CAST(TRY_CAST(${text} AS ${guess}) AS VARCHAR) IS DISTINCT FROM trim(${text})`,
    type: 'VARCHAR',
  };
}

function optionOf(types: Readonly<Record<string, string>>): string {
  const entries = Object.entries(types).map(([name, type]) => `${quote(name)}: ${quote(type)}`);
  return `, types = {${entries.join(', ')}}`;
}
