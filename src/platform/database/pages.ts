import { type RawBuilder, type Selectable, sql } from 'kysely';
import { isPostgres } from './engine.ts';
import { type CountedList, countQuery } from './list-counts.ts';
import { prepared } from './prepared.ts';
import type { Queryable, Tables } from './tables.ts';
import {
  jobSources,
  jobStatuses,
  jobTypes,
  projectStatuses,
  reportStatuses,
  webhookDeliveryStatuses,
} from './words.ts';

/** One page of a list, as domain functions take it. */
export interface Page {
  readonly page: number;
  readonly per_page: number;
  readonly direction: 'asc' | 'desc';
}

/** What domain functions return: the page's rows and the total number. */
export interface PageOf<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/**
 * The lists, which have the names of their tables: whose the rows are, and what they can be filtered by. Each sort of a
 * list has an index on (owner, kind, status, sort, id), and created_at one without kind and status.
 */
const lists = {
  projects: { owner: 'account_id', kind: undefined, kinds: [undefined], statuses: projectStatuses },
  reports: { owner: 'project_id', kind: 'source', kinds: jobSources, statuses: reportStatuses },
  jobs: { owner: 'project_id', kind: 'type', kinds: jobTypes, statuses: jobStatuses },
  // Its kinds are the events that there are, which the caller knows.
  webhook_deliveries: { owner: 'endpoint_id', kind: 'type', kinds: [], statuses: webhookDeliveryStatuses },
} as const;
type List = keyof typeof lists & CountedList;

/** What a page is of; an undefined kind or status does not filter. */
export interface Listed {
  readonly owner: string;
  readonly kind?: string | undefined;
  /** All that there are, in place of those of the list. */
  readonly kinds?: readonly (string | undefined)[];
  readonly status?: string | undefined;
}

/**
 * One page of an owner's rows, sorted by the column `sort`, ties by id, each row mapped by `present`, and the number of
 * all rows, of the same moment. What it takes depends on the page, not on how many rows there are.
 */
export async function selectPage<Table extends List, Column extends keyof Selectable<Tables[Table]> & string, Item>(
  db: Queryable,
  list: Table,
  columns: readonly Column[],
  { owner, kind, kinds = lists[list].kinds, status }: Listed,
  { page, per_page, sort, direction }: Page & { readonly sort: string },
  present: (row: Pick<Selectable<Tables[Table]>, Column>) => Item,
): Promise<PageOf<Item>> {
  const filters = { kind: kind !== undefined, status: status !== undefined };
  const offset = (page - 1) * per_page;
  const depth = depthOf(offset + per_page);
  const query = pageQuery({ list, kinds, columns, filters, sort, direction, depth });
  const values = [owner, kind ?? '', status ?? ''] as const;
  const rows = await query.rows(db, ...values, per_page, offset);
  const total = rows[0]?.total ?? (page === 1 ? 0 : (await query.count(db, ...values))[0]?.total);
  return { items: (rows as unknown as Pick<Selectable<Tables[Table]>, Column>[]).map(present), total: Number(total) };
}

/** A bound on the number of rows up to the end of a page: so few bounds that each is worth a plan of its own. */
export function depthOf(rows: number): number {
  return 10 ** Math.max(Math.ceil(Math.log10(rows)), 2);
}

interface PageShape {
  readonly list: List;
  readonly kinds: readonly (string | undefined)[];
  readonly columns: readonly string[];
  /** Whether a value is given for each. */
  readonly filters: { readonly kind: boolean; readonly status: boolean };
  readonly sort: string;
  readonly direction: 'asc' | 'desc';
  /** How many rows there are at most up to the end of the page. */
  readonly depth: number;
}

type PageQuery = ReturnType<typeof preparePage>;

/** One for each shape: the combinations of sort, direction and filters that the schemas of the lists allow. */
const pageQueries = new Map<string, PageQuery>();

function pageQuery(shape: PageShape): PageQuery {
  const key = JSON.stringify(shape);
  const query = pageQueries.get(key) ?? preparePage(shape);
  pageQueries.set(key, query);
  return query;
}

type Total = { readonly total: string | number };
type Values = readonly [owner: string, kind: string, status: string];

function preparePage(shape: PageShape) {
  const total = (values: Values) => countQuery(shape.list, shape.filters, ...values);
  return {
    /** Each row has the total over all pages. */
    rows: prepared<Total, [...Values, limit: number, offset: number]>(5, (db, owner, kind, status, limit, offset) => ({
      compile: () =>
        rowsQuery(db, shape, {
          total: total([owner, kind, status]),
          sources: sources(shape, [owner, kind, status]),
          limit,
          offset,
        }).compile(db),
    })),
    /** A page past the end has no row that could carry the total. */
    count: prepared<Total, Values>(3, (db, ...values) => ({
      compile: () => total(values).compile(db),
    })),
  };
}

/** The rows of the list as conditions on its table, one for each part of an index that has them in order. */
function sources({ list, kinds, filters, sort }: PageShape, [owner, kind, status]: Values): RawBuilder<unknown>[] {
  const { owner: ownerColumn, kind: kindColumn, statuses } = lists[list];
  const own = sql`${sql.ref(ownerColumn)} = ${owner}`;
  if (sort === 'created_at' && !filters.kind && !filters.status) return [own];
  const ofStatus = filters.status ? [sql`${status}`] : statuses.map((each) => sql.lit(each));
  const ofKind = filters.kind ? [sql`${kind}`] : kinds.map((each) => each && sql.lit(each));
  return ofKind.flatMap((each) => {
    const ofThisKind = kindColumn && each ? sql`${own} and ${sql.ref(kindColumn)} = ${each}` : own;
    return ofStatus.map((word) => sql`${ofThisKind} and status = ${word}`);
  });
}

interface PageParts {
  readonly total: RawBuilder<unknown>;
  readonly sources: readonly RawBuilder<unknown>[];
  readonly limit: number;
  readonly offset: number;
}

/**
 * The ids of the page are found in the indexes alone, and only its own rows are read. With a single source, SQLite does
 * so by itself.
 */
function rowsQuery(db: Queryable, shape: PageShape, { total, sources, limit, offset }: PageParts) {
  const { list, columns } = shape;
  const table = sql.table(list);
  const selected = sql`select ${sql.join(columns.map((column) => sql.ref(`${list}.${column}`)))}, (${total}) as total`;
  if (sources.length === 1 && !isPostgres(db)) {
    return sql<Total>`${selected} from ${table} where ${sources[0]} ${orderOf(shape)} limit ${limit} offset ${offset}`;
  }
  return sql<Total>`${selected} from (${pageOfKeys(db, shape, sources, { limit, offset })}) as page
    cross join ${table} where ${sql.ref(`${list}.id`)} = page.id ${orderOf(shape, 'page.')}`;
}

interface Order {
  readonly sort: string;
  readonly direction: 'asc' | 'desc';
}

function orderOf({ sort, direction }: Order, of = ''): RawBuilder<unknown> {
  return sql`order by ${sql.join([sort, 'id'].map((column) => sql`${sql.ref(of + column)} ${sql.raw(direction)}`))}`;
}

/**
 * A query of the ids on a page of a table, and of what they are sorted by. It merges `sources`, conditions on the table that
 * exclude each other, of which each needs an index that has its rows in order. `depth` is a bound on the end of the page.
 */
export function pageOfKeys(
  db: Queryable,
  { list, sort, direction, depth }: Order & { readonly list: keyof Tables; readonly depth: number },
  sources: readonly RawBuilder<unknown>[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): RawBuilder<{ readonly id: string }> {
  const order = orderOf({ sort, direction });
  const part = sql`limit ${limit} offset ${offset}`;
  const keys = sources.map((source) => sql`select id, ${sql.ref(sort)} from ${sql.table(list)} where ${source}`);
  return isPostgres(db)
    ? mergedPage(keys, order, { part, limit, depth })
    : sql`${sql.join(keys, sql` union all `)} ${order} ${part}`;
}

/**
 * The keys of the page for PostgreSQL, which merges sources only if each is ordered by itself. Its planner takes a limit
 * that it does not know for a tenth of the rows, and would plan for so many, anew for each page of a large table: a known
 * depth and the limit once more, which change nothing, let it keep a plan that looks rows up by their ids.
 */
function mergedPage(
  keys: readonly RawBuilder<unknown>[],
  order: RawBuilder<unknown>,
  { part, limit, depth }: { readonly part: RawBuilder<unknown>; readonly limit: number; readonly depth: number },
): RawBuilder<{ readonly id: string }> {
  const merged = sql.join(
    keys.map((key) => sql`(${key} ${order})`),
    sql` union all `,
  );
  const near = sql`select * from (${merged}) as keys ${order} limit ${sql.lit(depth)}`;
  return sql`select * from (select * from (${near}) as near ${order} ${part}) as page ${order} limit ${limit}`;
}
