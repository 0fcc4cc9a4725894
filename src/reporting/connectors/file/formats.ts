import type { DuckDBConnection } from '@duckdb/node-api';
import { ConnectorError } from '../contract.ts';
import { assertSound, compressionOption, isCompressed } from './bytes.ts';
import type { ColumnUses as TypeUses } from './column-types.ts';
import type { TextReading } from './config.ts';
import { untypeEmptyColumns } from './empty-columns.ts';
import { type ExactUses, readExactDecimals } from './exact-decimals.ts';
import { raggedLines } from './faults.ts';
import { assertShallow, assertWhole } from './nesting.ts';
import type { SourceFile } from './paths.ts';
import { type Column, columnsOf } from './replaced-columns.ts';
import { createSeparated, type WrittenText } from './separated-text.ts';
import { quote, quoting } from './sql.ts';
import { type DateUses, readDateTexts } from './written-dates.ts';
import { readNumberTexts } from './written-numbers.ts';

/** Text up to this size is parsed once and kept; parsing it again with every query costs up to a hundred times the query. */
const maxLoadedBytes = 128 * 1024 * 1024;
/** The order of day and month is never guessed: `03/04/2024` stays text, which only an explicit `strptime` reads. */
const dateFormats = `dateformat = '%Y-%m-%d', timestampformat = '%Y-%m-%d %H:%M:%S'`;
const csv = `${quoting}, ${dateFormats}`;
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

const formats: Record<string, string> = { txt: 'csv', jsonl: 'ndjson', feather: 'arrow', ipc: 'arrow', pq: 'parquet' };

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
  const known =
    'csv, txt, tsv, json, ndjson (each also as .gz or .zst), xlsx, parquet or arrow, or a zip with one of them';
  throw new ConnectorError('invalid_config', `The format of ${name} is not known. Use a file that ends in ${known}.`);
}

/** What the expressions use columns for, see `findColumnTypes` and `untypeEmptyColumns`, and how text is read. */
export interface ColumnUses extends TypeUses, ExactUses, DateUses {
  isFigure(column: string): boolean;
  readonly reading: TextReading;
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
    const columns = await columnsOf(connection);
    await readDateTexts(connection, 'TABLE', columns, uses);
    await readExactDecimals(connection, 'TABLE', columns, uses);
    await untypeEmptyColumns(connection, 'TABLE', columns, isFigure);
    return { columns, written: undefined };
  }
  const cut = isJson(format) ? await assertShallow(files, signal) : [];
  const paths = `[${files.map((file) => quote(file.path)).join(', ')}]`;
  const isSeparated = separated.has(format);
  const bytes = isSeparated ? await assertSound(files, signal) : files.reduce((sum, file) => sum + file.bytes, 0);
  const isLoaded = format !== 'parquet' && (isSeparated || !files.some(isCompressed)) && bytes <= maxLoadedBytes;
  const kind = isLoaded ? 'TABLE' : 'VIEW';
  const readFiles = (more = '') => read(paths, compressionOption(files) + more);
  const made = isSeparated
    ? await createSeparated(connection, { format, files, uses, kind, bytes, readFiles }, signal)
    : undefined;
  if (!made) {
    const create = (more: string) => connection.run(`CREATE OR REPLACE ${kind} source AS FROM ${readFiles(more)}`);
    await create('');
    if (isJson(format) && (await isOneMap(connection))) await create(', map_inference_threshold = -1');
    assertWhole(cut);
    await readNumberTexts(connection, kind, uses);
  }
  const columns = made?.columns ?? (await columnsOf(connection));
  await readDateTexts(connection, kind, columns, uses);
  await readExactDecimals(connection, kind, columns, uses);
  // Parquet files define the type of every column.
  if (format !== 'parquet') await untypeEmptyColumns(connection, kind, columns, isFigure);
  return { columns, written: made?.written };
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
