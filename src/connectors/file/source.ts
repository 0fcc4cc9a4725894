import { availableParallelism } from 'node:os';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { ConnectorError } from '../contract.ts';
import { faultOf, stopped } from './faults.ts';
import type { SourceFile } from './paths.ts';

/** The files of a connection as the table `source` of a locked engine. */
export interface Source {
  readonly files: readonly SourceFile[];
  /** Runs `work` on a connection of its own and interrupts it when `signal` aborts; throws a ConnectorError. */
  use<T>(signal: AbortSignal, work: (connection: DuckDBConnection) => Promise<T>): Promise<T>;
  close(): void;
}

const memoryLimit = '1GB';
const maxThreads = 4;
/** Text up to this size is parsed once and kept; parsing it again with every query costs up to a hundred times the query. */
const maxLoadedBytes = 128 * 1024 * 1024;
const interruptEveryMs = 20;

/** Day and month are never guessed: `03/04/2024` stays text, which only an explicit `strptime` reads. */
const dateFormats = `dateformat = '%Y-%m-%d', timestampformat = '%Y-%m-%d %H:%M:%S'`;
/** Quotes as in RFC 4180, and every line counts: left to guess, DuckDB skips leading lines that do not fit the rest. */
const csv = `header = true, skip = 0, quote = '"', escape = '"', ${dateFormats}`;
const common = 'union_by_name = true, hive_partitioning = false';

const readers: Record<string, (files: string) => string> = {
  csv: (files) => `read_csv(${files}, ${csv}, ${common})`,
  tsv: (files) => `read_csv(${files}, delim = '\t', ${csv}, ${common})`,
  json: (files) => `read_json(${files}, sample_size = -1, ${dateFormats}, ${common})`,
  ndjson: (files) => `read_json(${files}, format = 'newline_delimited', sample_size = -1, ${dateFormats}, ${common})`,
  parquet: (files) => `read_parquet(${files}, ${common})`,
};

const formats: Record<string, string> = { jsonl: 'ndjson', feather: 'arrow', ipc: 'arrow', pq: 'parquet' };

/**
 * Opens the files in an engine of their own that can reach nothing else: no other file, no network, no extension, no
 * setting, no temporary file. Text dates without an offset are taken as local to `timeZone`.
 */
export async function openSource(files: readonly SourceFile[], timeZone: string, signal: AbortSignal): Promise<Source> {
  const format = formatOf(files);
  const threads = String(Math.min(maxThreads, availableParallelism()));
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: memoryLimit,
    threads,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
  });
  const source: Source = {
    files,
    use: (signal, work) => use(instance, files, signal, work),
    close: () => instance.closeSync(),
  };
  try {
    await source.use(signal, (connection) => lockAndLoad(connection, format, files, timeZone, signal));
  } catch (error) {
    source.close();
    throw error;
  }
  return source;
}

async function lockAndLoad(
  connection: DuckDBConnection,
  format: string,
  files: readonly SourceFile[],
  timeZone: string,
  signal: AbortSignal,
): Promise<void> {
  const paths = `[${files.map((file) => quote(file.path)).join(', ')}]`;
  await connection.run(`SET temp_directory = '';
    SET GLOBAL TimeZone = ${quote(timeZone)};
    SET allowed_paths = ${format === 'arrow' ? '[]' : paths};
    SET enable_external_access = false;
    SET lock_configuration = true;`);
  const read = readers[format];
  if (!read) {
    // Few connections need the Arrow library, and loading it takes longer than a query.
    const { loadArrow } = await import('./arrow.ts');
    return loadArrow(connection, files, signal);
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const isCompressed = files.some((file) => /\.(gz|zst)$/i.test(file.name));
  const isLoaded = format !== 'parquet' && !isCompressed && bytes <= maxLoadedBytes;
  await connection.run(`CREATE ${isLoaded ? 'TABLE' : 'VIEW'} source AS SELECT * FROM ${read(paths)}`);
  if (format === 'csv' || format === 'tsv') await assertSeparated(connection, files);
}

/** DuckDB takes lines of different lengths for a single column, whose name then holds the separators. */
async function assertSeparated(connection: DuckDBConnection, files: readonly SourceFile[]): Promise<void> {
  const [name = '', ...others] = (await connection.runAndReadAll('SELECT * FROM source LIMIT 0')).columnNames();
  if (others.length > 0 || !/[,;|\t]/.test(name)) return;
  const subject = files.length === 1 ? files[0]?.name : 'one of the files';
  throw new ConnectorError(
    'invalid_config',
    `Reading ${subject} failed: its lines do not have as many columns as its header.`,
  );
}

async function use<T>(
  instance: DuckDBInstance,
  files: readonly SourceFile[],
  signal: AbortSignal,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw stopped(signal);
  const connection = await instance.connect();
  let interrupting: NodeJS.Timeout | undefined;
  // An interrupt between two statements is lost, so it is repeated until the work has ended.
  const interrupt = () => {
    connection.interrupt();
    interrupting = setInterval(() => connection.interrupt(), interruptEveryMs);
  };
  signal.addEventListener('abort', interrupt, { once: true });
  try {
    const result = await work(connection);
    if (signal.aborted) throw stopped(signal);
    return result;
  } catch (error) {
    throw faultOf(error, files, signal);
  } finally {
    signal.removeEventListener('abort', interrupt);
    clearInterval(interrupting);
    connection.closeSync();
  }
}

function formatOf(files: readonly SourceFile[]): string {
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
  const isText = format in readers && format !== 'parquet';
  if (isText || (!compression && (format === 'parquet' || format === 'arrow'))) return format;
  const known = 'csv, tsv, json, ndjson (each also as .gz or .zst), parquet or arrow';
  throw new ConnectorError('invalid_config', `The format of ${name} is not known. Use a file that ends in ${known}.`);
}

/** A text as an SQL literal. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
