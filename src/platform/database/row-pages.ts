import type { SelectQueryBuilder } from 'kysely';
import type { Page, PageOf } from './pages.ts';
import type { Tables } from './tables.ts';

/**
 * One page of the rows of a query, sorted by a column, ties by id, and the number of all. For lists that have no more than
 * some thousand rows; `selectPage` is for the others.
 */
export async function pageOfRows<Table extends keyof Tables, Row extends { readonly id: string }, Item>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  { page, per_page, sort, direction }: Page & { readonly sort: string },
  present: (row: Row) => Item | Promise<Item>,
): Promise<PageOf<Item>> {
  const query = rows as unknown as SelectQueryBuilder<Tables, 'connections', Row>;
  const { total } = await query
    .clearSelect()
    .select((select) => select.fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const found = await query
    .orderBy(sort as 'created_at', direction)
    .orderBy('id', direction)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  return { items: await Promise.all(found.map(present)), total: Number(total) };
}
