import { availableParallelism } from 'node:os';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { isCompressed, smallBytes } from './bytes.ts';
import { faultOf, stopped } from './faults.ts';
import { assertSeparated, type ColumnUses, createSource, formatOf, isJson } from './formats.ts';
import { leaveInstance, takeInstance } from './instances.ts';
import { assertUnchanged, type SourceFile } from './paths.ts';
import type { WrittenText } from './separated-text.ts';
import { quote } from './sql.ts';

/** The files of a connection as the table `source` of a locked engine. */
export interface Source {
  readonly files: readonly SourceFile[];
  /** Empty if unknown: JSON without a row. */
  readonly columns: readonly string[];
  /** Whether there is no row at all, such as at the beginning of a month. */
  readonly isEmpty: boolean;
  /** Separated text as written; undefined for other formats. */
  readonly written: WrittenText | undefined;
  /** Runs `work` on its own connection and interrupts it when `signal` aborts; throws a ConnectorError. */
  use<T>(signal: AbortSignal, work: Work<T>): Promise<T>;
  close(): void;
}

type Work<T> = (connection: DuckDBConnection) => Promise<T>;

const defaultMemoryBytes = 2 ** 30;
const interruptEveryMs = 20;

const maxThreads = 4;

/**
 * Opens the files in a separate engine that can reach nothing else: no other file, no network, no extension, no
 * setting, no temporary file. Text dates without an offset are local to `timeZone`. `uses` says what the columns are
 * used for; tables and queries may hold `memoryBytes`.
 */
export async function openSource(
  files: readonly SourceFile[],
  timeZone: string,
  uses: ColumnUses,
  signal: AbortSignal,
  memoryBytes = defaultMemoryBytes,
): Promise<Source> {
  const format = formatOf(files);
  const instance = await takeInstance();
  const using = <T>(signal: AbortSignal, work: Work<T>) => use(instance, files, signal, work);
  // Nobody knows how much a compressed file holds.
  const held = files.some(isCompressed) ? Number.POSITIVE_INFINITY : bytesOf(files);
  const close = () => leaveInstance(instance, held);
  try {
    const loaded = await using(signal, async (connection) => {
      await lock(connection, format, files, timeZone, memoryBytes);
      return load(connection, format, files, uses, signal);
    });
    return { files, ...loaded, use: using, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function lock(
  connection: DuckDBConnection,
  format: string,
  files: readonly SourceFile[],
  timeZone: string,
  memoryBytes: number,
): Promise<void> {
  const readable = format === 'arrow' ? [] : files.map((file) => quote(file.path));
  const bytes = bytesOf(files);
  // It was made with one.
  const threads = bytes < smallBytes ? '' : `SET GLOBAL threads = ${Math.min(maxThreads, availableParallelism())};`;
  await connection.run(`${threads}
    SET memory_limit = '${Math.trunc(memoryBytes / 2 ** 20)}MiB';
    SET GLOBAL TimeZone = ${quote(timeZone)};
    SET allowed_paths = [${readable.join(', ')}];
    SET enable_external_access = false;
    SET lock_configuration = true;`);
}

function bytesOf(files: readonly SourceFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns what the source says about its files. */
async function load(
  connection: DuckDBConnection,
  format: string,
  files: readonly SourceFile[],
  uses: ColumnUses,
  signal: AbortSignal,
): Promise<Pick<Source, 'columns' | 'isEmpty' | 'written'>> {
  const created = await createSource(connection, format, files, uses, signal);
  const columns = created.columns.map(({ name }) => name);
  assertSeparated(format, columns, files);
  const isEmpty = (await connection.runAndReadAll('SELECT 1 FROM source LIMIT 1')).currentRowCount === 0;
  return { columns: isEmpty && isJson(format) ? [] : columns, isEmpty, written: created.written };
}

async function use<T>(
  instance: DuckDBInstance,
  files: readonly SourceFile[],
  signal: AbortSignal,
  work: Work<T>,
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
    const fault = faultOf(error, files, signal);
    // A half-written file says nothing about the complete one.
    if (fault.kind === 'invalid_config') await assertUnchanged(files);
    throw fault;
  } finally {
    signal.removeEventListener('abort', interrupt);
    clearInterval(interrupting);
    connection.closeSync();
  }
}
