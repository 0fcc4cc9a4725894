import { createHash } from 'node:crypto';
import LinkHeader from 'http-link-header';
import { type ConfigWarning, ConnectorError } from '../contract.ts';
import type { HttpJsonConfig, Paging } from './config.ts';
import { lineOf, textOf } from './json-text.ts';
import { type PageAnswer, type PageRequest, targetOf } from './page-fetch.ts';
import { nameOfParam } from './query-params.ts';
import type { RequestPlan } from './request-plan.ts';

/** A page that was read. */
interface ReadPage {
  readonly answer: PageAnswer;
  readonly json: unknown;
  readonly rows: readonly object[];
}

/** Says which request follows a page; undefined after the last. Throws `invalid_config`. */
export interface Pager {
  first(): PageRequest;
  next(page: ReadPage): PageRequest | undefined;
}

/** The pager of a configuration, for one run through the pages. It adds its doubts to `warnings`. */
export function pagerOf({ paging }: HttpJsonConfig, plan: RequestPlan, warnings: ConfigWarning[]): Pager {
  const start: PageRequest = { url: plan.url, body: plan.body };
  if (!paging || paging.type === 'none') return singlePage(start, warnings);
  const sized = paging.size_param ? withParam(start, paging.size_param, paging.size ?? defaultSize) : start;
  if (paging.type === 'cursor') return cursorPager(sized, paging, plan, warnings);
  if (paging.type === 'link') return linkPager(sized, plan);
  return countingPager(sized, paging, warnings);
}

const defaultSize = 100;

function singlePage(start: PageRequest, warnings: ConfigWarning[]): Pager {
  return {
    first: () => start,
    next: ({ answer }) =>
      /rel="?next/i.test(answer.headers.get('link') ?? '') ? void warnings.push(morePages) : undefined,
  };
}

const morePages: ConfigWarning = {
  code: 'more_pages',
  path: 'paging',
  message: 'The system names a next page, which is not read. Set paging to { "type": "link" }.',
};

/** Counts pages or rows until a page is empty or shorter than asked for. */
function countingPager(
  start: PageRequest,
  { type, param = '', first, size, size_param }: Paging,
  warnings: ConfigWarning[],
): Pager {
  const full = size ?? (size_param ? defaultSize : 1);
  let position = first ?? (type === 'page' ? 1 : 0);
  let isFirst = true;
  return {
    first: () => withParam(start, param, position),
    next: ({ rows }) => {
      const rowCount = rows.length;
      if (isFirst && rowCount < full && usualSizes.includes(rowCount)) warnings.push(shortPage(rowCount, full));
      isFirst = false;
      if (rowCount < full) return undefined;
      position += type === 'page' ? 1 : rowCount;
      return withParam(start, param, position);
    },
  };
}

/** Pages that are full of the most rows that a system gives. */
const usualSizes = [10, 20, 25, 30, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000];

function shortPage(rowCount: number, full: number): ConfigWarning {
  const message = `The first page has ${rowCount} rows of ${full}, and so counts as the last. If there are more, set paging.size to ${rowCount}.`;
  return { code: 'short_page', path: 'paging.size', message };
}

/**
 * Follows cursors until there is none, or one that was there before. If the page that names it is itself one that was
 * there before, the system does not know the parameter, and rows would count twice.
 */
function cursorPager(
  start: PageRequest,
  { param = '' }: Paging,
  { next }: RequestPlan,
  warnings: ConfigWarning[],
): Pager {
  const cursors = new Set<string>();
  const pages = new Set<string>();
  return {
    first: () => start,
    next: ({ json, rows }) => {
      const cursor = cursorOf(next?.find(json));
      if (cursor === undefined) return undefined;
      const page = digestOf(rows);
      if (!cursors.has(cursor)) {
        cursors.add(cursor);
        pages.add(page);
        return withParam(start, param, cursor);
      }
      if (rows.length === 0) return undefined;
      if (pages.has(page)) throw repeatedPage(param);
      return void warnings.push(repeatedCursor);
    },
  };
}

function digestOf(rows: readonly object[]): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${lineOf(row)}\n`);
  return hash.digest('base64');
}

function repeatedPage(param: string): ConnectorError {
  const message = `The system answers a page that was there before, and names a cursor that was there before. paging.param ("${param}") is not what the system calls it: correct it, or rows count twice.`;
  return new ConnectorError('invalid_config', message, { faults: [{ path: 'paging.param', message }] });
}

const repeatedCursor: ConfigWarning = {
  code: 'repeated_cursor',
  path: 'paging',
  message:
    'The system named the same cursor twice, and the pages end there. Its rows differ from those of the pages before; see whether any are missing.',
};

/** Some systems say with a zero or with `false` that there is nothing more. */
function cursorOf(found: unknown): string | undefined {
  if (found === null || found === undefined || found === false) return undefined;
  const cursor = textOf(found);
  if (cursor === undefined) throw invalid('paging.next finds no text or number. Correct the JMESPath expression.');
  return cursor === '' || cursor === '0' ? undefined : cursor;
}

/** Follows the links with `rel="next"` of RFC 8288, or the addresses that `next` finds, until one was there before. */
function linkPager(start: PageRequest, plan: RequestPlan): Pager {
  const seen = new Set([start.url.href]);
  return {
    first: () => start,
    next: ({ answer, json }) => {
      const link = plan.next ? cursorOf(plan.next.find(json)) : linkIn(answer.headers);
      if (link === undefined) return undefined;
      const url = withSecretParams(targetOf(link, answer.url), plan);
      if (seen.has(url.href)) return undefined;
      seen.add(url.href);
      return { url, body: start.body };
    },
  };
}

function linkIn(headers: Headers): string | undefined {
  const written = headers.get('link');
  if (written === null) return undefined;
  try {
    return LinkHeader.parse(written).rel('next')[0]?.uri;
  } catch (error) {
    throw invalid('The system sends a Link header that cannot be read (RFC 8288).', error);
  }
}

/** Links seldom repeat a key that came in the query. */
function withSecretParams(url: URL, plan: RequestPlan): URL {
  if (url.origin !== plan.url.origin) return url;
  const added = new URL(url);
  for (const name of plan.secretParams) {
    const value = plan.url.searchParams.get(name);
    if (value !== null && !url.searchParams.has(name)) added.searchParams.set(name, value);
  }
  return added;
}

/** Sets a parameter: in the body where that has a property of the name, else in the query. */
function withParam({ url, body }: PageRequest, name: string, value: string | number): PageRequest {
  if (typeof body === 'object' && body !== null && Object.hasOwn(body, name)) {
    return { url, body: { ...body, [name]: value } };
  }
  const next = new URL(url);
  const others = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && nameOfParam(part) !== name);
  next.search = [...others, `${encodeURIComponent(name)}=${encodeURIComponent(value)}`].join('&');
  return { url: next, body };
}

function invalid(message: string, cause?: unknown): ConnectorError {
  return new ConnectorError('invalid_config', message, { cause });
}
