import type { Query, QueryResult, QueryRow } from '../contract.ts';
import { answerOf } from '../hosted/answer.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import { unitSpans } from '../hosted/day-spans.ts';
import { numberIn } from '../hosted/number-in.ts';
import { askTable, type ShopifyRow } from './api.ts';
import { shopifyCatalog } from './catalog.ts';
import type { ShopifyAccess } from './token.ts';

type Asked = ReturnType<
  typeof findAsked<(typeof shopifyCatalog.metrics)[number], (typeof shopifyCatalog.dimensions)[number]>
>;

/** What every sale changes, by which a row without sales is told from one with. */
const probes = ['orders', 'gross_sales', 'total_sales'] as const;
/** Shopify answers no more rows, and does not say so. */
const pageSize = 1_000;
/** One page more than a report asks for, so that it can be seen whether there are more groups. */
const mostPages = 11;

/** Answers a query by Shopify's own reports. Throws a ConnectorError. */
export async function queryShopify(access: ShopifyAccess, choice: Choice, query: Query): Promise<QueryResult> {
  const asked = findAsked(shopifyCatalog, choice, query);
  const rows =
    query.by === 'week'
      ? await byWeek(access, query, asked)
      : await rowsOf(access, query, asked, columnOf(query, asked));
  return answerOf(query, { rows, hasData: rows.length > 0 });
}

/** The column that rows are told apart by; null for one row. */
function columnOf({ by }: Query, { dimension }: Asked): string | null {
  if (dimension) return dimension.column;
  return by === 'day' || by === 'month' ? by : null;
}

/** The weeks of a shop may begin on Sunday, and average values do not add up, so that each week is asked for. */
async function byWeek(access: ShopifyAccess, query: Query, asked: Asked): Promise<QueryRow[]> {
  const weeks: QueryRow[] = [];
  for (const { key, ...span } of unitSpans(query, 'week')) {
    const rows = await rowsOf(access, span, asked, null);
    weeks.push(...rows.map(({ values }) => ({ key, values })));
  }
  return weeks;
}

type Span = Pick<Query, 'from' | 'to'>;

async function rowsOf(access: ShopifyAccess, span: Span, asked: Asked, column: string | null): Promise<QueryRow[]> {
  const rows: ShopifyRow[] = [];
  for (let page = 0; page < mostPages; page++) {
    const found = await askTable(access, textOf(span, asked, column, page));
    rows.push(...found);
    if (found.length < pageSize) break;
  }
  const isFilled = (row: ShopifyRow) => probes.some((name) => (numberIn(row[name]) ?? 0) !== 0);
  return rows.filter(isFilled).map((row) => ({
    key: keyIn(row, column),
    values: asked.metrics.map(({ key, isNegative }) => {
      const figure = numberIn(row[key]);
      return figure !== null && isNegative ? 0 - figure : figure;
    }),
  }));
}

/** ShopifyQL, whose names are those of the catalogue; pages are only stable in a complete order. */
function textOf({ from, to }: Span, { metrics, dimension }: Asked, column: string | null, page: number): string {
  const names = [...new Set([...metrics.map(({ key }) => key), ...probes])];
  const [first] = metrics;
  const order = dimension ? [`${first?.key ?? probes[0]} ${first?.isNegative ? 'ASC' : 'DESC'}`] : [];
  return [
    `FROM sales SHOW ${names.join(', ')}`,
    ...(column === null ? [] : [`GROUP BY ${column}`]),
    `SINCE ${from} UNTIL ${to}`,
    ...(column === null ? [] : [`ORDER BY ${[...order, `${column} ASC`].join(', ')}`]),
    `LIMIT ${pageSize} OFFSET ${page * pageSize}`,
  ].join(' ');
}

function keyIn(row: ShopifyRow, column: string | null): string | null {
  const value = column === null ? null : row[column];
  if (typeof value !== 'string' || value === '') return null;
  if (column === 'day') return value.slice(0, 10);
  return column === 'month' ? `${value.slice(0, 7)}-01` : value;
}
