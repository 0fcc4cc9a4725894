import type { DuckDBConnection } from '@duckdb/node-api';
import { beginsWithYear, isWallTime } from './calendar.ts';
import type { Column, Replacement } from './replaced-columns.ts';
import { identifier, quote } from './sql.ts';
import { findNumberColumns, type NumberUses } from './written-numbers.ts';

/** The types that DuckDB guesses and whose values it reformats; dates and times are ISO 8601 either way. */
const rewritten = new Set(['BIGINT', 'DOUBLE', 'BOOLEAN']);

/** What the expressions use columns for. */
export interface ColumnUses extends NumberUses {
  isLabel(column: string): boolean;
  isText(column: string): boolean;
}

/** How to read the columns of separated text. */
export interface ColumnTypes {
  /** The option of the reader that says their types. */
  readonly option: string;
  /** What takes the place of columns read as text: times without an offset, and numbers written in a way of their own. */
  readonly replaced: readonly Replacement[];
  /** The columns of such numbers. */
  readonly numbers: readonly string[];
}

/** Separated text, and what DuckDB guessed of it. */
export interface GuessedText {
  /** The table of the text, as SQL with options. */
  readonly read: (options?: string) => string;
  /** With the types guessed. */
  readonly columns: readonly Column[];
  /** Whether `source` has been made of the text with these types. */
  readonly isLoaded: boolean;
  /** Whether every line was looked at for the guess. */
  readonly isOfAllLines: boolean;
  /** Whether a scan of it takes longer than searching more columns in another. */
  readonly isSmall: boolean;
}

/** DuckDB guesses from the first 20,480 lines of a file. */
export const guessedLines = 20_000;

/**
 * Corrects the column types that DuckDB guesses for separated text.
 *
 * It rounds fractions in a column that had none in the lines it guessed from, and whole numbers that are too long:
 * columns of numbers are searched for these. (Guessing from all lines would keep the files in memory, and a stray text
 * among numbers would turn the column into text, where now the error names the line.)
 *
 * A column that only names groups (`isLabel`) stays text if its type would change how a value is written, such as
 * `1.10`, `no` or a number of 20 digits: nobody wrote it like that, and different values would become one group. So
 * does a column that an expression treats as text (`isText`): in a month without a comma it would be guessed to be a
 * number.
 *
 * Times without an offset are guessed to be instants if they have a T, no seconds, or fractions; as instants, times
 * that the clock skipped would change.
 */
export async function findColumnTypes(
  connection: DuckDBConnection,
  guessed: GuessedText,
  uses: ColumnUses,
): Promise<ColumnTypes> {
  const { read } = guessed;
  const { isLabel, isText } = uses;
  const numbers = await findWrittenNumbers(connection, read, guessed.columns, uses);
  const columns = guessed.columns.filter(({ name }) => numbers.every((number) => number.name !== name));
  const doubles = columns.filter(({ name, type }) => type === 'DOUBLE' && !isLabel(name)).map(({ name }) => name);
  const whole = await wholeAmong(connection, guessed, doubles);
  const instants = columns.filter(({ type }) => type === 'TIMESTAMP WITH TIME ZONE').map(({ name }) => name);
  const wallTimes = await among(connection, read, instants, isWall);
  const short = await among(connection, read, instants, hasShortYear);
  const isKept = ({ name, type }: Column) => (rewritten.has(type) && isText(name)) || short.includes(name);
  const texts = columns.filter(isKept).map(({ name }) => name);
  const doubtful = columns.flatMap(({ name, type }) => {
    if (wallTimes.includes(name)) return { name, isWrong: isWall(name), type: 'VARCHAR' };
    if (texts.includes(name)) return [];
    if (isLabel(name)) return rewritten.has(type) ? doubtOfLabel(name, type) : [];
    if (type === 'BIGINT' && !guessed.isOfAllLines) return [doubtOfWhole(name), doubtOfLong(name)];
    return whole.includes(name) ? doubtOfLong(name) : [];
  });
  const wrong = await wrongAmong(connection, read, doubtful);
  const asText = [...texts, ...numbers.map(({ name }) => name)].map((name) => [name, 'VARCHAR']);
  const types = [...asText, ...wrong.map(({ name, type }) => [name, type])];
  const walls = wrong.filter(({ name }) => wallTimes.includes(name));
  return {
    option: types.length === 0 ? '' : optionOf(Object.fromEntries(types)),
    replaced: [
      ...walls.map(({ name }) => ({ name, sql: `CAST(${identifier(name)} AS TIMESTAMP)` })),

      ...numbers,
    ],
    numbers: numbers.map(({ name }) => name),
  };
}

/** The columns of doubles that may hold whole numbers only; a double with a fraction was none. */
async function wholeAmong(
  connection: DuckDBConnection,
  { read, isLoaded, isSmall }: GuessedText,
  doubles: readonly string[],
): Promise<readonly string[]> {
  if (doubles.length === 0) return [];
  if (!isLoaded) return isSmall ? doubles : among(connection, read, doubles, hasNoPoint);
  const fractions = doubles.map(identifier).map((name) => `bool_or(${name} <> trunc(${name}))`);
  const [answers = []] = (await connection.runAndReadAll(`SELECT ${fractions.join(', ')} FROM source`)).getRows();
  return doubles.filter((_, index) => answers[index] !== true);
}

/** What a guess may have made of numbers: `1.028` looks like one of another format. */
const written = new Set(['VARCHAR', 'BIGINT', 'DOUBLE']);

async function findWrittenNumbers(
  connection: DuckDBConnection,
  read: (options?: string) => string,
  columns: readonly Column[],
  { numbers, isNumber }: ColumnUses,
): Promise<readonly Replacement[]> {
  if (!numbers) return [];
  const names = columns.flatMap(({ name, type }) => (written.has(type) && isNumber(name) ? name : []));
  return findNumberColumns(connection, read(textsOption(names)), names, numbers);
}

/** True if all texts are times without an offset. */
function isWall(name: string): string {
  const text = identifier(name);
  return `bool_and(${isWallTime(`trim(${text})`)} AND TRY_CAST(${text} AS TIMESTAMP) IS NOT NULL) FILTER (${text} IS NOT NULL)`;
}

/** DuckDB takes 1/2/26 for an instant of the year 1. */
function hasShortYear(name: string): string {
  return `bool_or(NOT ${beginsWithYear(identifier(name))})`;
}

/** The columns whose texts in the first rows meet a condition, so that few need a full scan. */
async function among(
  connection: DuckDBConnection,
  read: (options?: string) => string,
  names: readonly string[],
  condition: (name: string) => string,
): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = `(SELECT * FROM ${read(textsOption(names))} LIMIT 2048)`;
  const reader = await connection.runAndReadAll(`SELECT ${names.map(condition).join(', ')} FROM ${rows}`);
  const [answers = []] = reader.getRows();
  return names.filter((_, index) => answers[index] === true);
}

async function wrongAmong(
  connection: DuckDBConnection,
  read: (options?: string) => string,
  doubtful: readonly Doubt[],
): Promise<Doubt[]> {
  if (doubtful.length === 0) return [];
  const conditions = doubtful.map(({ isWrong }) => isWrong);
  const texts = read(textsOption(doubtful.map(({ name }) => name)));
  const reader = await connection.runAndReadAll(`SELECT ${conditions.join(', ')} FROM ${texts}`);
  const [answers = []] = reader.getRows();
  return doubtful.filter((_, index) => answers[index] === true);
}

function hasNoPoint(name: string): string {
  return `bool_or(contains(${identifier(name)}, '.')) IS NOT TRUE`;
}

/** A column whose guess is wrong if the condition holds for its texts, and its correct type. */
interface Doubt {
  readonly name: string;
  readonly isWrong: string;
  readonly type: string;
}

function doubtOfWhole(name: string): Doubt {
  const text = identifier(name);
  return { name, isWrong: `bool_or(TRY_CAST(${text} AS BIGINT) <> TRY_CAST(${text} AS DOUBLE))`, type: 'DOUBLE' };
}

/** Whole numbers of 20 digits and more, such as parcel numbers, which would collide as doubles. */
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

/** The option that reads columns as text. */
export function textsOption(names: readonly string[]): string {
  return optionOf(Object.fromEntries(names.map((name) => [name, 'VARCHAR'])));
}

function optionOf(types: Readonly<Record<string, string>>): string {
  const entries = Object.entries(types).map(([name, type]) => `${quote(name)}: ${quote(type)}`);
  return `, types = {${entries.join(', ')}}`;
}
