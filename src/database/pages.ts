import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** One page of a list, as domain functions take it. */
export interface Page {
  readonly page: number;
  readonly per_page: number;
  readonly direction: 'asc' | 'desc';
}

/** What domain functions answer: the page's rows and how many there are in all. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** One page of the rows, sorted by the column `sort`, ties by id, each row as `present` shows it. */
export async function selectPage<Table extends keyof Tables, Item>(
  rows: SelectQueryBuilder<Tables, Table, object>,
  { page, per_page, sort, direction }: Page & { readonly sort: string },
  present: (row: Selectable<Tables[Table]>) => Item,
): Promise<PageOf<Item>> {
  const count = sql<string | number>`count(*)`.as('count');
  const { count: total } = (await rows.select(count).executeTakeFirstOrThrow()) as { count: string | number };
  const items = await rows
    .selectAll()
    .orderBy(sql.ref(sort), direction)
    .orderBy(sql.ref('id'), direction)
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  return { items: (items as Selectable<Tables[Table]>[]).map(present), total: Number(total) };
}
