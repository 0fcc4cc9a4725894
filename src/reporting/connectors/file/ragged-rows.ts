import type { DuckDBConnection } from '@duckdb/node-api';
import { ConnectorError } from '../contract.ts';
import { headOf, layoutOf, recordsOf } from '../proposals/separated-lines.ts';
import { compressionOption, scanBytes } from './bytes.ts';
import type { TextReading } from './config.ts';
import type { SourceFile } from './paths.ts';
import { quote, quoting } from './sql.ts';

/** Rows that lack columns at their ends. */
export interface ShortRows {
  readonly delimiter: string;
  readonly count: number;
}

const headBytes = 256 * 1024;

export interface RaggedReading extends TextReading {
  readonly format: string;
  /** How many columns there are, if the first line does not name them. */
  readonly width?: number | undefined;
}

/** Whether an error of the engine may come from rows of different lengths. */
export function isRaggedFault(error: unknown): boolean {
  return /Error when sniffing|Expected Number of Columns|invalid state/.test(String(error));
}

/** The separator of texts whose first line names no columns, and how many columns they have. */
export async function shapeWithoutHeader(
  files: readonly SourceFile[],
  { format, delimiter: configured, skipLines = 0 }: TextReading & { readonly format: string },
  signal: AbortSignal,
): Promise<{ readonly delimiter: string; readonly width: number }> {
  let [delimiter, width] = [separatorOf(format, configured), 1];
  for (const file of files) {
    const text = withoutLines((await readEnds(file, signal)).head, skipLines);
    delimiter ??= layoutOf(text, true)?.delimiter ?? ',';
    width = Math.max(width, headOf(recordsOf(text, delimiter, true)).header.length);
  }
  return { delimiter: delimiter ?? ',', width };
}

function separatorOf(format: string, configured: string | undefined): string | undefined {
  return format === 'xlsx' ? ',' : (configured ?? (format === 'tsv' ? '\t' : undefined));
}

function withoutLines(text: string, count: number): string {
  return text.split('\n').slice(count).join('\n');
}

/**
 * Counts the rows of separated text that have fewer columns than the header, or than `width`. Throws `invalid_config` that names the
 * first line with more.
 */
export async function findRaggedRows(
  connection: DuckDBConnection,
  files: readonly SourceFile[],
  { format, delimiter: configured, skipLines = 0, width: known }: RaggedReading,
  signal: AbortSignal,
): Promise<ShortRows> {
  let delimiter = separatorOf(format, configured);
  let count = 0;
  for (const file of files) {
    const ends = await readEnds(file, signal);
    const text = withoutLines(ends.head, skipLines);
    delimiter ??= layoutOf(text, true)?.delimiter ?? ',';
    const width = known ?? recordsOf(text, delimiter, true)[0]?.cells.length ?? 0;
    if (width < 2) continue;
    const shape = { delimiter, skipLines, width, header: known === undefined };
    const found = await rejected(connection, file, shape);
    if (found.long !== undefined) throw longRow(file, found.long, known === undefined);
    if (found.short > 0) assertEnded(file, ends, shape);
    count += found.short;
  }
  return { delimiter: delimiter ?? ',', count };
}

interface Ends {
  readonly head: string;
  /** What stands behind the last line break. */
  readonly rest: string;
}

async function readEnds(file: SourceFile, signal: AbortSignal): Promise<Ends> {
  let [head, tail] = [Buffer.alloc(0), Buffer.alloc(0)];
  await scanBytes(file, signal, async (chunks) => {
    for await (const chunk of chunks) {
      if (head.length < headBytes) head = Buffer.concat([head, chunk]).subarray(0, headBytes);
      tail = Buffer.concat([tail, chunk]).subarray(-headBytes);
    }
  });
  const decoder = new TextDecoder();
  return { head: decoder.decode(head), rest: decoder.decode(tail).split('\n').at(-1) ?? '' };
}

/** Half of a row looks like one that lacks columns. */
function assertEnded(file: SourceFile, { rest }: Ends, { delimiter, width }: Shape): void {
  const [last] = recordsOf(rest, delimiter, false);
  if (last && last.cells.length < width) throw cutOff(file);
}

/** The error about a text that ends in the middle of a row. */
export function cutOff({ name }: SourceFile): ConnectorError {
  const message = `Reading ${name} failed: its last line lacks columns and does not end, so that it may be cut off. End it with a line break if it is whole.`;
  return new ConnectorError('invalid_config', message);
}

interface Shape {
  readonly delimiter: string;
  readonly skipLines: number;
  readonly width: number;
  readonly header: boolean;
}

/** How many rows are short, and the line of the first that is long. */
async function rejected(
  connection: DuckDBConnection,
  file: SourceFile,
  { delimiter, skipLines, width, header }: Shape,
): Promise<{ readonly short: number; readonly long: number | undefined }> {
  const columns = Array.from({ length: width }, (_, index) => `c${index}: 'VARCHAR'`).join(', ');
  const layout = `header = ${header}, skip = ${Math.trunc(skipLines)}, delim = ${quote(delimiter)}, columns = {${columns}}`;
  const storing = `store_rejects = true, rejects_table = 'ragged', rejects_scan = 'ragged_scan'`;
  const options = `auto_detect = false, ${quoting}, ${layout}, ${storing}${compressionOption([file])}`;
  await connection.run('DROP TABLE IF EXISTS ragged; DROP TABLE IF EXISTS ragged_scan');
  await connection.run(`SELECT count(*) FROM read_csv(${quote(file.path)}, ${options})`);
  const counts = `count(DISTINCT line) FILTER (error_type = 'MISSING COLUMNS'), min(line) FILTER (error_type = 'TOO MANY COLUMNS')`;
  const [[short, long] = []] = (await connection.runAndReadAll(`SELECT ${counts} FROM ragged`)).getRows();
  return { short: Number(short ?? 0), long: long === null || long === undefined ? undefined : Number(long) };
}

/** The error about a row with more values than there are columns. */
export function longRow({ name }: SourceFile, line: number, hasHeader = true): ConnectorError {
  const most = hasHeader ? 'the header has columns' : 'most rows';
  const advice = 'Put values that hold the separator in quotes, double the quotes within them, or name all columns';
  const message = `Reading ${name} failed: line ${line} has more values than ${most}. ${advice}.`;
  return new ConnectorError('invalid_config', message);
}
