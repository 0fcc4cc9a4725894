import type { DuckDBConnection } from '@duckdb/node-api';
import { ConnectorError } from '../contract.ts';
import { assertSound, compressionOf, isCompressed } from './bytes.ts';
import { findColumnTypes, type ColumnUses as TypeUses, textsOption } from './column-types.ts';
import type { TextReading } from './config.ts';
import { untypeEmptyColumns } from './empty-columns.ts';
import { type ExactUses, readExactDecimals } from './exact-decimals.ts';
import { raggedLines } from './faults.ts';
import { assertShallow, assertWhole } from './nesting.ts';
import type { SourceFile } from './paths.ts';
import { type Column, columnsOfSource, type Replacement } from './replaced-columns.ts';
import { identifier, quote } from './sql.ts';
import { readNumberTexts } from './written-numbers.ts';

/** Text up to this size is parsed once and kept; parsing it again with every query costs up to a hundred times the query. */
const maxLoadedBytes = 128 * 1024 * 1024;
/** The order of day and month is never guessed: `03/04/2024` stays text, which only an explicit `strptime` reads. */
const dateFormats = `dateformat = '%Y-%m-%d', timestampformat = '%Y-%m-%d %H:%M:%S'`;
/** Files below that are read faster by one thread, and beside others. */
export const smallBytes = 8 * 1024 * 1024;
/** Quotes as in RFC 4180, and every line counts: otherwise DuckDB skips leading lines that do not match the rest. */
const csv = `header = true, quote = '"', escape = '"', ${dateFormats}`;
const common = 'union_by_name = true, hive_partitioning = false';

/** With extra options where DuckDB's guesses are not enough. */
type Reader = (files: string, options?: string) => string;

const readers: Record<string, Reader> = {
  csv: (files, options = '') => `read_csv(${files}, ${csv}, ${common}${options})`,
  tsv: (files, options = '') => `read_csv(${files}, ${csv}, ${common}${options})`,
  xlsx: (files, options = '') => `read_csv(${files}, ${csv}, ${common}${options})`,
  json: (files, options = '') => `read_json(${files}, sample_size = -1, ${dateFormats}, ${common}${options})`,
  ndjson: (files, options = '') =>
    `read_json(${files}, format = 'newline_delimited', sample_size = -1, ${dateFormats}, ${common}${options})`,
  parquet: (files) => `read_parquet(${files}, ${common})`,
};

/** A workbook has become separated text before it comes here. */
export const separated = new Set(['csv', 'tsv', 'xlsx']);

const formats: Record<string, string> = { jsonl: 'ndjson', feather: 'arrow', ipc: 'arrow', pq: 'parquet' };

/** The one format of the files, by their names; throws `invalid_config` for another or for several. */
export function formatOf(files: readonly SourceFile[]): string {
  const [format, ...others] = new Set(files.map(({ name }) => formatOfName(name)));
  if (format === undefined || others.length > 0) {
    throw new ConnectorError(
      'invalid_config',
      'The path matches files of different formats. Make the pattern narrower.',
    );
  }
  return format;
}

function formatOfName(name: string): string {
  const [, extension = '', compression] = /\.([a-z]+)(\.gz|\.zst)?$/.exec(name.toLowerCase()) ?? [];
  const format = formats[extension] ?? extension;
  const isText = format in readers && format !== 'parquet' && format !== 'xlsx';
  if (isText || (!compression && ['parquet', 'arrow', 'xlsx'].includes(format))) return format;
  const known = 'csv, tsv, json, ndjson (each also as .gz or .zst), xlsx, parquet or arrow';
  throw new ConnectorError('invalid_config', `The format of ${name} is not known. Use a file that ends in ${known}.`);
}

/** What the expressions use columns for, see `findColumnTypes` and `untypeEmptyColumns`, and how text is read. */
export interface ColumnUses extends TypeUses, ExactUses {
  isFigure(column: string): boolean;
  readonly reading: TextReading;
}

/** Separated text as written, before its columns have types. */
export interface WrittenText {
  /** The table of all columns, as SQL, with the named ones as text. */
  withTexts(columns: readonly string[]): string;
  /** What separates the columns, as SQL that yields it. */
  readonly delimiter: string;
  /** The columns whose numbers are written as the configuration says; undefined if it does not say how. */
  readonly numbers: readonly string[] | undefined;
}

/** What the table or view `source` was made of. */
export interface CreatedSource {
  readonly columns: readonly Column[];
  /** Separated text as written; undefined for other formats. */
  readonly written: WrittenText | undefined;
}

/** Creates the table or view `source` from the files. */
export async function createSource(
  connection: DuckDBConnection,
  format: string,
  files: readonly SourceFile[],
  uses: ColumnUses,
  signal: AbortSignal,
): Promise<CreatedSource> {
  const isFigure = (column: string) => uses.isFigure(column);
  const read = readers[format];
  if (!read) {
    // Few connections need the Arrow library, and loading it takes longer than a query.
    const { loadArrow } = await import('./arrow.ts');
    await loadArrow(connection, files, signal);
    await readNumberTexts(connection, 'TABLE', uses);
    const columns = await columnsOfSource(connection);
    await readExactDecimals(connection, 'TABLE', columns, uses);
    await untypeEmptyColumns(connection, 'TABLE', columns, isFigure);
    return { columns, written: undefined };
  }
  const cut = isJson(format) ? await assertShallow(files, signal) : [];
  const paths = `[${files.map((file) => quote(file.path)).join(', ')}]`;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const isLoaded = format !== 'parquet' && !files.some(isCompressed) && bytes <= maxLoadedBytes;
  const isSeparated = separated.has(format);
  if (isSeparated) await assertSound(files, signal);
  const options = (isSeparated ? textOptions(format, uses.reading) : '') + compressionOption(files);
  const readFiles = (more = '') => read(paths, options + more);
  const types = isSeparated ? await findColumnTypes(connection, readFiles, uses, bytes < smallBytes) : untouched;
  const kind = isLoaded ? 'TABLE' : 'VIEW';
  const create = (more: string) =>
    connection.run(`CREATE OR REPLACE ${kind} source AS SELECT ${allColumns(types.replaced)} FROM ${readFiles(more)}`);
  await create(types.option);
  if (isJson(format) && (await isOneMap(connection))) await create(', map_inference_threshold = -1');
  assertWhole(cut);
  if (!isSeparated) await readNumberTexts(connection, kind, uses);
  const columns = await columnsOfSource(connection);
  await readExactDecimals(connection, kind, columns, uses);
  // Parquet files define the type of every column.
  if (format !== 'parquet') await untypeEmptyColumns(connection, kind, columns, isFigure);
  if (!isSeparated) return { columns, written: undefined };
  const sniff = `(SELECT Delimiter FROM sniff_csv(${quote(files[0]?.path ?? '')}, ${csv}${options}))`;
  const withTexts = (columns: readonly string[]) => readFiles(textsOption(columns));
  return { columns, written: { withTexts, delimiter: sniff, numbers: uses.numbers && types.numbers } };
}

const untouched = { option: '', replaced: [], numbers: [] };

function textOptions(format: string, { delimiter, skipLines = 0 }: TextReading): string {
  if (format === 'xlsx') return `, skip = 0, delim = ','`;
  const separator = delimiter ?? (format === 'tsv' ? '\t' : undefined);
  return `, skip = ${Math.trunc(skipLines)}${separator === undefined ? '' : `, delim = ${quote(separator)}`}`;
}

/** What to select from a table in which some columns are still text. */
function allColumns(replaced: readonly Replacement[]): string {
  const columns = replaced.map(({ name, sql }) => `${sql} AS ${identifier(name)}`);
  return columns.length === 0 ? '*' : `* REPLACE (${columns.join(', ')})`;
}

/**
 * DuckDB looks at the lower-case extension of the real path. If files differ in compression, no single setting fits
 * all.
 */
function compressionOption(files: readonly SourceFile[]): string {
  const [compression = 'none', ...others] = new Set(files.map(compressionOf));
  return compression === 'none' || others.length > 0 ? '' : `, compression = ${quote(compression)}`;
}

export function isJson(format: string): boolean {
  return format === 'json' || format === 'ndjson';
}

/** DuckDB mistakes objects with few keys in common for maps, each a single value, instead of rows with columns. */
async function isOneMap(connection: DuckDBConnection): Promise<boolean> {
  const [first, ...others] = (await connection.runAndReadAll('DESCRIBE source')).getRows();
  return others.length === 0 && first?.[0] === valuesColumn && String(first[1]).startsWith('MAP(');
}

/** DuckDB's name for the only column of JSON that it does not split into columns. */
export const valuesColumn = 'json';

/** DuckDB reads lines of different lengths as a single column, whose name then contains the separators. */
export function assertSeparated(format: string, columns: readonly string[], files: readonly SourceFile[]): void {
  const isSeparated = separated.has(format);
  const empty = format === 'ndjson' ? undefined : files.find(({ bytes }) => bytes === 0);
  if (empty)
    throw new ConnectorError('invalid_config', `Reading ${empty.name} failed: it is empty, without even a header.`);
  if (!isSeparated || columns.length > 1 || !/[,;|\t]/.test(columns[0] ?? '')) return;
  const subject = files.length === 1 ? files[0]?.name : 'one of the files';
  const message = `Reading ${subject} failed: ${raggedLines}`;
  throw new ConnectorError('invalid_config', message);
}
