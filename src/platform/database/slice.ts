import type { Page, PageOf } from './pages.ts';

/** One page of a list that is short enough to be read whole, by a column of it, ties in the order they have. */
export function sliceOf<Item>(
  items: readonly Item[],
  { page, per_page, direction }: Page,
  key: (item: Item) => string,
): PageOf<Item> {
  const sign = direction === 'asc' ? 1 : -1;
  const sorted = items.toSorted((one, other) => (key(one) < key(other) ? -sign : key(one) > key(other) ? sign : 0));
  const first = (page - 1) * per_page;
  return { items: sorted.slice(first, first + per_page), total: items.length };
}
