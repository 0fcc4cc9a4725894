import { type Connection, type RequestOptions, request } from './transport.ts';
import type { Pagination } from './types.ts';

/** So that iterating over all pages uses as few requests of the account's limit as possible. */
const itemsPerPage = 100;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly pagination: Pagination;
}

/** A list that is read page by page: `for await` goes over all its items, `page` reads one page. */
export interface Pages<Item> extends AsyncIterable<Item> {
  /** The page and page size of the query (by default the first page, with 20 items). */
  page(): Promise<Page<Item>>;
}

/**
 * Nothing is read until the first item or page is requested. `options` apply to each request, not to the whole
 * iteration.
 */
export function listPages<Item>(
  connection: Connection,
  path: string,
  query: { readonly page?: number; readonly per_page?: number },
  options: RequestOptions | undefined,
): Pages<Item> {
  const read = async (asked: object): Promise<Page<Item>> => {
    const call = { method: 'GET', path, query: asked } as const;
    const { data, meta } = await request<{ items: Item[] }>(connection, call, options);
    const { items } = data;
    const alone = { page: 1, per_page: items.length, total: items.length, total_pages: 1 };
    return { items, pagination: meta.pagination ?? alone };
  };
  return {
    page: () => read(query),
    async *[Symbol.asyncIterator]() {
      for (let page = query.page ?? 1, last = page; page <= last; page += 1) {
        const { items, pagination } = await read({ per_page: itemsPerPage, ...query, page });
        yield* items;
        last = pagination.total_pages;
      }
    },
  };
}
