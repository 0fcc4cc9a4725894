import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { ListId } from '../../../client/src/manage/index.ts';
import { type Called, call, type Data, type Input, type OperationId } from './client.ts';

export type Item<Id extends ListId> = Data<Id> extends { items: Array<infer One> } ? One : never;

interface ReadOptions {
  /** False: not yet. */
  readonly enabled?: boolean;
  /** Milliseconds until it is read again, or false. */
  readonly refetchInterval?: number | false;
  /** Shows the answer to the last question until that to the new one is there. */
  readonly keepsPrevious?: boolean;
}

/** Names the answers of an operation in the cache; without `input` those to all inputs. */
export function keyOf<Id extends OperationId>(id: Id, input?: Input<Id>): QueryKey {
  return input === undefined ? [id] : [id, input];
}

/** What reads an operation, for hooks and for loaders of routes. */
export function reading<Id extends OperationId>(id: Id, input: Input<Id>) {
  return queryOptions<Called<Id>>({ queryKey: keyOf(id, input), queryFn: ({ signal }) => call(id, input, { signal }) });
}

/** Reads an operation and keeps its answer: `data.data`, with `data.etag` where it can be changed. */
export function useRead<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { keepsPrevious, ...options }: ReadOptions = {},
) {
  return useQuery({ ...reading(id, input), ...options, ...(keepsPrevious && { placeholderData: keepPreviousData }) });
}

/** What reads a list page by page, for hooks and for loaders of routes. */
export function readingPages<Id extends ListId>(id: Id, input: Input<Id>) {
  return infiniteQueryOptions({
    queryKey: [id, input, 'pages'],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) => call(id, pageOf(input, pageParam), { signal }),
    getNextPageParam: ({ pagination }) =>
      pagination && pagination.page < pagination.total_pages ? pagination.page + 1 : undefined,
  });
}

/** Reads a list page by page: `items` are those of all pages read so far, `total` counts those of all pages, `first` is all that the first page says. */
export function useList<Id extends ListId>(id: Id, input: Input<Id>, { enabled = true }: { enabled?: boolean } = {}) {
  const { data, ...rest } = useInfiniteQuery({
    ...readingPages(id, input),
    enabled,
    placeholderData: keepPreviousData,
  });
  const items = data?.pages.flatMap((page) => (page.data as { items: Item<Id>[] }).items);
  return { ...rest, items, total: data?.pages[0]?.pagination?.total, first: data?.pages[0]?.data };
}

/** Items of a page of a long table: more than most screens have, so that the first of them are soon there. */
export const rowsOfPage = 25;

/** Reads one page of a list for a long table, from 1; until it is there, that of the question before. */
export function useTablePage<Id extends ListId>(id: Id, input: Input<Id>, page: number, enabled = true) {
  const query = { ...(input as { query?: object }).query, per_page: rowsOfPage, page };
  return useRead(id, { ...input, query }, { enabled, keepsPrevious: true });
}

/** Pages of a list that are read at once, of a hundred each. */
const mostPages = 10;

/** Reads a list that is short, whole: undefined until it is there. */
export function useWholeList<Id extends ListId>(id: Id, input: Input<Id>): readonly Item<Id>[] | undefined {
  const { data } = useQuery({
    queryKey: [id, input, 'whole'],
    async queryFn({ signal }) {
      const items: Item<Id>[] = [];
      for (let page = 1; page <= mostPages; page++) {
        const of = { ...input, query: { ...(input as { query?: object }).query, per_page: 100 } } as Input<Id>;
        const answer = await call(id, pageOf(of, page), { signal });
        items.push(...(answer.data as { items: Item<Id>[] }).items);
        if (page >= (answer.pagination?.total_pages ?? 1)) break;
      }
      return items;
    },
  });
  return data;
}

function pageOf<Id extends ListId>(input: Input<Id>, page: number): Input<Id> {
  const { query } = input as { query?: object };
  return { ...input, query: { per_page: 50, ...query, page } };
}
