import { type FileHandle, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConfigWarning, type ConnectorContext, ConnectorError } from '../contract.ts';
import { isUsed } from '../file/config.ts';
import { stopped } from '../file/faults.ts';
import { inspectOwn, type SourceFile } from '../file/paths.ts';
import { makeScratchFolder } from '../file/scratch-folder.ts';
import { openLongTable } from '../file/unpivot.ts';
import type { Unpivot } from '../file/unpivot-setting.ts';
import { ColumnChanges } from './column-changes.ts';
import type { HttpJsonConfig, HttpJsonSecret } from './config.ts';
import { lineOf } from './json-text.ts';
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
  const folder = await realpath(await makeScratchFolder(context));
  const path = join(folder, fileName);
  const warnings: ConfigWarning[] = [];
  const columns = new ColumnChanges(config.date);
  const pages = longPages(rowsByPage(config, plan, warnings, context), config.unpivot);
  const isWhole = await writeRows(path, pages, columns, until).catch((fault: unknown) => {
    // The folder goes when the context closes, and may be gone before the file is there.
    throw context.signal.aborted && !(fault instanceof ConnectorError) ? stopped(context.signal) : fault;
  });
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

type Page = readonly Record<string, unknown>[];

/** The rows of pages, read long if the configuration says so; each row has its own columns. */
async function* longPages(pages: AsyncIterable<Page>, unpivot: Unpivot | undefined): AsyncGenerator<Page> {
  for await (const page of pages) yield unpivot && page.length > 0 ? longRows(page, unpivot) : page;
}

function longRows(page: Page, unpivot: Unpivot): Page {
  const names = [...new Set(page.flatMap((row) => Object.keys(row)))];
  const { header, rowsOf } = openLongTable(names, unpivot);
  const long: Record<string, unknown>[] = [];
  for (const row of page) {
    for (const cells of rowsOf(names.map((name) => row[name]))) {
      if (long.length === maxRows) throw tooManyRows();
      long.push(Object.fromEntries(header.map((name, place) => [name, cells[place]])));
    }
  }
  return long;
}

function tooManyRows(): ConnectorError {
  return invalid(`The system answers more than ${maxRows} rows. ${narrower}`);
}

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
    if (rowsWritten > maxRows) throw tooManyRows();
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

function invalid(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
