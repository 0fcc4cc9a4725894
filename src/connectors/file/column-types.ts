import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier, quote } from './sql.ts';

/** The types that DuckDB guesses and whose values it writes in a form of its own; dates and times are ISO 8601 either way. */
const rewritten = new Set(['BIGINT', 'DOUBLE', 'BOOLEAN']);

/**
 * The option that puts right what DuckDB guesses the columns of separated text to be; `read` is their table, given options.
 *
 * It guesses by the first 20,000 lines, and rounds the fractions further down a column that had none there, and whole numbers
 * too long for it: columns of numbers are looked through for them. (Were it to guess by all lines, it would keep the files in memory, and a stray text
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
  const columns = described.getRows().map(([name, guess]) => ({ name: String(name), guess: String(guess) }));
  const doubles = columns.filter(({ name, guess }) => guess === 'DOUBLE' && !isLabel(name)).map(({ name }) => name);
  const whole = await withoutFraction(connection, read, doubles);
  const doubtful = columns.flatMap(({ name, guess }) => {
    if (isLabel(name)) return rewritten.has(guess) ? doubtOfLabel(name, guess) : [];
    if (guess === 'BIGINT') return [doubtOfWhole(name), doubtOfLong(name)];
    return whole.includes(name) ? doubtOfLong(name) : [];
  });
  if (doubtful.length === 0) return '';
  const conditions = doubtful.map(({ isWrong }) => isWrong);
  const texts = read(optionOf(asTexts(doubtful.map(({ name }) => name))));
  const found = await connection.runAndReadAll(`SELECT ${conditions.join(', ')} FROM ${texts}`);
  const [answers = []] = found.getRows();
  const wrong = doubtful.filter((_, index) => answers[index] === true);
  return wrong.length === 0 ? '' : optionOf(Object.fromEntries(wrong.map(({ name, type }) => [name, type])));
}

/** Those of the columns that have no decimal point in the first rows, so that few are looked through to the end. */
async function withoutFraction(
  connection: DuckDBConnection,
  read: (options?: string) => string,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const conditions = names.map((name) => `bool_or(contains(${identifier(name)}, '.'))`);
  const rows = `(SELECT * FROM ${read(optionOf(asTexts(names)))} LIMIT 2048)`;
  const [answers = []] = (await connection.runAndReadAll(`SELECT ${conditions.join(', ')} FROM ${rows}`)).getRows();
  return names.filter((_, index) => answers[index] !== true);
}

function asTexts(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, 'VARCHAR']));
}

/** A column whose guess is wrong when the condition holds of the texts in it, and what it is then. */
interface Doubt {
  readonly name: string;
  readonly isWrong: string;
  readonly type: string;
}

function doubtOfWhole(name: string): Doubt {
  const text = identifier(name);
  return { name, isWrong: `bool_or(TRY_CAST(${text} AS BIGINT) <> TRY_CAST(${text} AS DOUBLE))`, type: 'DOUBLE' };
}

/** Whole numbers of 20 digits and more, such as those of parcels, of which a double would make one of many. */
function doubtOfLong(name: string): Doubt {
  const text = identifier(name);
  const isWhole = `regexp_full_match(trim(${text}), '[+-]?[0-9]{1,38}')`;
  const isLong = `${text} IS NOT NULL AND TRY_CAST(${text} AS BIGINT) IS NULL`;
  return { name, isWrong: `bool_and(${isWhole}) AND bool_or(${isLong})`, type: 'HUGEINT' };
}

function doubtOfLabel(name: string, guess: string): Doubt {
  const text = identifier(name);
  return {
    name,
    isWrong: `bool_or(CAST(TRY_CAST(${text} AS ${guess}) AS VARCHAR) IS DISTINCT FROM trim(${text}))`,
    type: 'VARCHAR',
  };
}

function optionOf(types: Readonly<Record<string, string>>): string {
  const entries = Object.entries(types).map(([name, type]) => `${quote(name)}: ${quote(type)}`);
  return `, types = {${entries.join(', ')}}`;
}
