import { type FileHandle, mkdtemp, open, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConfigWarning, type ConnectorContext, ConnectorError } from '../contract.ts';
import { isUsed } from '../file/config.ts';
import { inspectOwn, type SourceFile } from '../file/paths.ts';
import { ColumnChanges } from './column-changes.ts';
import type { HttpJsonConfig, HttpJsonSecret } from './config.ts';
import { rowsByPage } from './pages.ts';
import type { Period } from './placeholders.ts';
import { planRequests } from './request-plan.ts';

const maxRows = 1_000_000;
const maxBytesWritten = 2 ** 29;
const fileName = 'rows.ndjson';

/** Rows that were fetched, as a file for the engine of rows. */
export interface FetchedRows {
  readonly files: readonly SourceFile[];
  /** Doubts about the paging. */
  readonly warnings: readonly ConfigWarning[];
  /** How many rows have no date at all. */
  readonly rowsWithoutDate: number;
}

/**
 * Fetches the rows of a period into a private folder, which is removed when the context closes. `until` (epoch
 * milliseconds) ends it before the last page. Throws a ConnectorError.
 */
export async function fetchRows(
  config: HttpJsonConfig,
  secret: HttpJsonSecret,
  period: Period,
  until: number,
  context: ConnectorContext,
): Promise<FetchedRows> {
  const plan = planRequests(config, secret, period);
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'report-service-rows-')));
  context.keep({ [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) });
  const path = join(folder, fileName);
  const warnings: ConfigWarning[] = [];
  const columns = new ColumnChanges(config.date);
  const isWhole = await writeRows(path, rowsByPage(config, plan, warnings, context), columns, until);
  if (!isWhole) warnings.push(tooManyPages);
  const changes = columns.warnings((column) => isUsed(config, column));
  const files = [await inspectOwn(path, fileName)];
  return { files, warnings: [...warnings, ...changes], rowsWithoutDate: columns.rowsWithoutDate };
}

const tooManyPages: ConfigWarning = {
  code: 'not_checked',
  path: 'paging',
  message: 'There are too many pages to be tried. Make a report to see whether all can be fetched in time.',
};

/** Whether all pages were written. */
async function writeRows(
  path: string,
  pages: AsyncIterable<readonly Record<string, unknown>[]>,
  columns: ColumnChanges,
  until: number,
): Promise<boolean> {
  const file = await open(path, 'wx', 0o600);
  try {
    return await writeAll(file, pages, columns, until);
  } finally {
    await file.close();
  }
}

async function writeAll(
  file: FileHandle,
  pages: AsyncIterable<readonly Record<string, unknown>[]>,
  columns: ColumnChanges,
  until: number,
): Promise<boolean> {
  let rowsWritten = 0;
  let bytesWritten = 0;
  for await (const rows of pages) {
    rowsWritten += rows.length;
    if (rowsWritten > maxRows) throw invalid(`The system answers more than ${maxRows} rows. ${narrower}`);
    columns.add(rows);
    for (const chunk of linesOf(rows)) {
      bytesWritten += Buffer.byteLength(chunk);
      if (bytesWritten > maxBytesWritten)
        throw invalid(`The rows take more than ${maxBytesWritten} bytes. ${narrower}`);
      await file.write(chunk);
    }
    if (Date.now() > until) return false;
  }
  return true;
}

const narrower = 'Ask for the days of the report only, with {from} and {to}.';
const chunkLength = 2 ** 20;

/** The rows as newline-delimited JSON, in chunks of about a megabyte. */
function* linesOf(rows: readonly Record<string, unknown>[]): Generator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += `${lineOf(row)}\n`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

function lineOf(row: Record<string, unknown>): string {
  try {
    return JSON.stringify(row);
  } catch (error) {
    throw new ConnectorError('invalid_config', 'A row of the answer nests too deep.', { cause: error });
  }
}

function invalid(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
