import { type ConfigWarning, type ConnectorContext, ConnectorError } from '../contract.ts';
import type { HttpJsonConfig } from './config.ts';
import { isRow, readJson } from './json-text.ts';
import { fetchPage } from './page-fetch.ts';
import { pagerOf } from './paging.ts';
import type { RequestPlan } from './request-plan.ts';

const maxPages = 1_000;
const maxBytesRead = 2 ** 30;

/**
 * The rows of one page after the other. Adds doubts about the paging to `warnings`. Throws a ConnectorError, also for
 * more than 1,000 pages or 1 GiB.
 */
export async function* rowsByPage(
  config: HttpJsonConfig,
  plan: RequestPlan,
  warnings: ConfigWarning[],
  context: ConnectorContext,
): AsyncGenerator<readonly Record<string, unknown>[]> {
  const pager = pagerOf(config, plan, warnings);
  let request: ReturnType<typeof pager.next> = pager.first();
  let bytesRead = 0;
  for (let pages = 0; request; pages++) {
    if (pages === maxPages) throw invalid(`The system has more than ${maxPages} pages. ${narrower} ${unknownParam}`);
    const answer = await fetchPage(plan, request, pages > 0, context);
    bytesRead += answer.bytes.length;
    if (bytesRead > maxBytesRead) throw invalid(`The system answers more than ${maxBytesRead} bytes. ${narrower}`);
    if (answer.bytes.length === 0) return;
    const json = readJson(answer.bytes);
    const rows = rowsIn(json, config, plan, pages);
    yield rows;
    request = pager.next({ answer, json, rows });
  }
}

const narrower = 'Ask for larger pages, or for the days of the report only, with {from} and {to}.';

/** Such a system answers its first page for ever. */
const unknownParam = 'If all pages are the same, paging.param is not what the system calls it.';

function rowsIn(
  json: unknown,
  { rows: path }: HttpJsonConfig,
  plan: RequestPlan,
  page: number,
): readonly Record<string, unknown>[] {
  const found = plan.rows.find(json);
  const where = page === 0 ? 'the answer' : `page ${page + 1} of the answer`;
  if (path === undefined && !Array.isArray(found)) {
    throw invalid(`There is no list at the top of ${where}. Set rows to the JMESPath expression of the list.`);
  }
  if (found === null) {
    const advice = `Correct the expression; if the list is missing where there are no rows, write ${path} || \`[]\``;
    throw invalid(`rows ("${path}") finds nothing in ${where}. ${advice}.`);
  }
  if (!Array.isArray(found))
    throw invalid(`rows ("${path}") does not find a list in ${where}. Correct the expression.`);
  const other = found.findIndex((row) => !isRow(row));
  if (other < 0) return found;
  throw invalid(
    `Row ${other + 1} of ${where} is not an object. Set rows to the JMESPath expression of a list of objects.`,
  );
}

function invalid(message: string): ConnectorError {
  return new ConnectorError('invalid_config', message);
}
