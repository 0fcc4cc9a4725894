import type { DuckDBConnection } from '@duckdb/node-api';
import { smallBytes } from './bytes.ts';
import { type ColumnUses, findColumnTypes, type GuessedText, guessedLines, textsOption } from './column-types.ts';
import type { TextReading } from './config.ts';
import type { SourceFile } from './paths.ts';
import { findRaggedRows, isRaggedFault, type RaggedReading, shapeWithoutHeader } from './ragged-rows.ts';
import { type Column, columnsOf, type Replacement, type SourceKind } from './replaced-columns.ts';
import { columnNames } from './sheet-text.ts';
import { identifier, quote, quoting } from './sql.ts';

/** Separated text as written, before its columns have types. */
export interface WrittenText {
  /** The table of all columns, as SQL, with the named ones as text. */
  withTexts(columns: readonly string[]): string;
  /** What separates the columns, as SQL that yields it. */
  readonly delimiter: string;
  /** The columns whose numbers are written as the configuration says; undefined if it does not say how. */
  readonly numbers: readonly string[] | undefined;
  /** How many rows lack columns at their ends. */
  readonly shortRows: number;
}

/** What `source` was made of, and its columns. */
interface Made {
  readonly written: WrittenText;
  readonly columns: readonly Column[];
}

export interface SeparatedText {
  readonly format: string;
  readonly files: readonly SourceFile[];
  readonly uses: ColumnUses & { readonly reading: TextReading };
  readonly kind: SourceKind;
  /** Of the text, decompressed. */
  readonly bytes: number;
  /** The table of the files, as SQL with options. */
  readonly readFiles: (options: string) => string;
}

/**
 * Creates `source` from separated text. Rows that lack columns at their ends have nothing there; rows that have more
 * than the header are a fault that names the line.
 */
export async function createSeparated(
  connection: DuckDBConnection,
  text: SeparatedText,
  signal: AbortSignal,
): Promise<Made> {
  const { files } = text;
  const reading = await shapedReading(text, signal);
  const options = textOptions(reading);
  let fault: unknown;
  try {
    const made = await create(connection, text, options, reading.delimiter);
    if (!isOneColumn(made.columns)) return made;
  } catch (error) {
    if (!isRaggedFault(error)) throw error;
    fault = error;
  }
  const { delimiter, count } = await findRaggedRows(connection, files, reading, signal);
  if (count > 0) {
    // Quoted line breaks cannot be padded in parallel.
    const padded = `${options}, delim = ${quote(delimiter)}, null_padding = true, parallel = false`;
    const { written, columns } = await create(connection, text, padded, delimiter);
    return { written: { ...written, shortRows: count }, columns };
  }
  if (fault) throw fault;
  return create(connection, text, options, reading.delimiter);
}

async function create(
  connection: DuckDBConnection,
  text: SeparatedText,
  options: string,
  delimiter: string | undefined,
): Promise<Made> {
  const { files, uses, kind, readFiles } = text;
  const read = (more = '') => readFiles(options + more);
  const guessed = await guess(connection, text, read);
  const types = await findColumnTypes(connection, guessed, uses);
  const isRead = guessed.isLoaded && types.option === '' && types.replaced.length === 0;
  if (!isRead) {
    const selected = `SELECT ${allColumns(types.replaced)} FROM ${read(types.option)}`;
    await connection.run(`CREATE OR REPLACE ${kind} source AS ${selected}`);
  }
  const written: WrittenText = {
    withTexts: (columns) => read(textsOption(columns)),
    // The sniffer cannot tell one where the file has fewer columns than names.
    delimiter:
      delimiter === undefined
        ? `(SELECT Delimiter FROM sniff_csv(${quote(files[0]?.path ?? '')}, ${quoting}${options}))`
        : quote(delimiter),
    numbers: uses.numbers && types.numbers,
    shortRows: files.reduce((sum, { shortRows = 0 }) => sum + shortRows, 0),
  };
  return { written, columns: isRead ? guessed.columns : await columnsOf(connection) };
}

/** What DuckDB guesses. Little text is loaded at once, as the guess is mostly right and takes as long as the loading. */
async function guess(
  connection: DuckDBConnection,
  { files, uses, kind, bytes }: SeparatedText,
  read: GuessedText['read'],
): Promise<GuessedText> {
  const isSmall = bytes < smallBytes;
  const rows = isSmall && kind === 'TABLE' && !uses.numbers ? await load(connection, read()) : undefined;
  const isLoaded = rows !== undefined;
  const isOfAllLines = isLoaded && files.length === 1 && rows + (uses.reading.skipLines ?? 0) <= guessedLines;
  const columns = await columnsOf(connection, isLoaded ? 'source' : `SELECT * FROM ${read()}`);
  return { read, columns, isLoaded, isOfAllLines, isSmall };
}

/** How many rows `source` now has; undefined where the text cannot be read with the types guessed. */
async function load(connection: DuckDBConnection, table: string): Promise<number | undefined> {
  try {
    const created = await connection.runAndReadAll(`CREATE OR REPLACE TABLE source AS SELECT * FROM ${table}`);
    return Number(created.getRows()[0]?.[0]);
  } catch {
    // Other types may do, and what is at fault otherwise is so again.
    return undefined;
  }
}

/** What lines of different lengths are taken for; the name of the column then has the separators. */
function isOneColumn([first, ...others]: readonly Column[]): boolean {
  return others.length === 0 && /[,;|\t]/.test(first?.name ?? '');
}

/** The engine would guess how many columns there are if no line names them, and split some wrongly. */
async function shapedReading({ format, files, uses }: SeparatedText, signal: AbortSignal): Promise<RaggedReading> {
  // Workbooks have got their names already.
  if (uses.reading.header !== false || format === 'xlsx') return { format, ...uses.reading };
  return { format, ...uses.reading, ...(await shapeWithoutHeader(files, { format, ...uses.reading }, signal)) };
}

function textOptions({ format, delimiter, skipLines = 0, width }: RaggedReading): string {
  // Every line counts: otherwise DuckDB skips leading lines that do not match the rest.
  if (format === 'xlsx') return `, header = true, skip = 0, delim = ','`;
  const separator = delimiter ?? (format === 'tsv' ? '\t' : undefined);
  const delim = separator === undefined ? '' : `, delim = ${quote(separator)}`;
  const header =
    width === undefined ? 'header = true' : `header = false, names = [${columnNames(width).map(quote).join(', ')}]`;
  return `, ${header}, skip = ${Math.trunc(skipLines)}${delim}`;
}

/** What to select from a table in which some columns are still text. */
function allColumns(replaced: readonly Replacement[]): string {
  const columns = replaced.map(({ name, sql }) => `${sql} AS ${identifier(name)}`);
  return columns.length === 0 ? '*' : `* REPLACE (${columns.join(', ')})`;
}
