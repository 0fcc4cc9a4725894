import { type Selectable, sql } from 'kysely';
import { prepared } from './prepared.ts';
import type { Queryable, Tables } from './tables.ts';

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

/**
 * One page of the rows of a table that have the values given, sorted by the column `sort`, ties by id, each row's columns as
 * `present` shows them. A value that is undefined filters nothing.
 */
export async function selectPage<
  Table extends ListedTable,
  Column extends keyof Selectable<Tables[Table]> & string,
  Item,
>(
  db: Queryable,
  table: Table,
  columns: readonly Column[],
  filters: Readonly<Record<string, string | undefined>>,
  { page, per_page, sort, direction }: Page & { readonly sort: string },
  present: (row: Pick<Selectable<Tables[Table]>, Column>) => Item,
): Promise<PageOf<Item>> {
  const given = Object.entries(filters).filter((filter): filter is [string, string] => filter[1] !== undefined);
  const query = pageQuery({ table, columns, filters: given.map(([column]) => column), sort, direction });
  const values = given.map(([, value]) => value);
  const rows = await query.rows(db, ...values, ...values, per_page, (page - 1) * per_page);
  const total = rows[0]?.total ?? (page === 1 ? 0 : (await query.count(db, ...values))[0]?.total);
  return { items: (rows as unknown as Pick<Selectable<Tables[Table]>, Column>[]).map(present), total: Number(total) };
}

type ListedTable = 'projects' | 'reports' | 'jobs';

interface PageShape {
  readonly table: ListedTable;
  readonly columns: readonly string[];
  /** The columns whose values are given. */
  readonly filters: readonly string[];
  readonly sort: string;
  readonly direction: 'asc' | 'desc';
}

interface PageQuery {
  /** Takes the values twice, then limit and offset. Each row says how many there are on all pages. */
  readonly rows: PreparedQuery<{ total: string | number }>;
  /** Takes the values. A page past the end has no row to say how many there are. */
  readonly count: PreparedQuery<{ total: string | number }>;
}
type PreparedQuery<Row> = (db: Queryable, ...parameters: readonly (string | number)[]) => Promise<Row[]>;

/** One a shape, of which there are as many as sorts, directions and filters that the schemas of the lists allow. */
const pageQueries = new Map<string, PageQuery>();

function pageQuery(shape: PageShape): PageQuery {
  const key = JSON.stringify(shape);
  const query = pageQueries.get(key) ?? preparePage(shape);
  pageQueries.set(key, query);
  return query;
}

function preparePage({ table, columns, filters, sort, direction }: PageShape): PageQuery {
  type Values = readonly (string | number)[];
  const where = (values: Values) =>
    sql.join(
      filters.map((column, index) => sql`${sql.ref(column)} = ${values[index]}`),
      sql` and `,
    );
  const count = (values: Values) => sql`select count(*) as total from ${sql.table(table)} where ${where(values)}`;
  const order = sql`order by ${sql.ref(sort)} ${sql.raw(direction)}, id ${sql.raw(direction)}`;
  const width = filters.length;
  return {
    rows: prepared(2 * width + 2, (db, ...values: Values) => ({
      compile: () =>
        sql<{
          total: string | number;
        }>`select ${sql.join(columns.map((column) => sql.ref(column)))}, (${count(values)}) as total from ${sql.table(table)}
          where ${where(values.slice(width))} ${order} limit ${values.at(-2)} offset ${values.at(-1)}`.compile(db),
    })),
    count: prepared(width, (db, ...values: Values) => ({
      compile: () => sql<{ total: string | number }>`${count(values)}`.compile(db),
    })),
  };
}
