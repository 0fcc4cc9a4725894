import { Type } from 'typebox';
import { ConnectorError, type Query, type QueryResult, type QueryRow } from '../contract.ts';
import { answerOf } from '../hosted/answer.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import { firstDayOf } from '../hosted/day-spans.ts';
import { numberIn } from '../hosted/number-in.ts';
import { oncePerContext } from '../hosted/once.ts';
import { askShop, type Params, type WooAccess } from './api.ts';
import { addColumns, type Columns, figureOf, wooCatalog } from './catalog.ts';
import { groupsByList, groupsByOrders } from './groups.ts';

/** The period as the shop understands it: days of its own zone. */
function paramsOf({ from, to }: Pick<Query, 'from' | 'to'>): Params {
  return { after: `${from}T00:00:00`, before: `${to}T23:59:59`, per_page: '100' };
}

/** Answers a query. Throws a ConnectorError. */
export async function queryWoo(access: WooAccess, choice: Choice, query: Query): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(wooCatalog, choice, query);
  const asked = { access, params: paramsOf(query), limit: query.limit, leading: metrics[0]?.key };
  const { groups, total } = !dimension
    ? { groups: await groupsByTime(access, query), total: undefined }
    : 'list' in dimension
      ? await groupsByList(asked, dimension.list)
      : { groups: await groupsByOrders(asked, dimension.groupOf), total: undefined };
  const isOfParts = dimension !== undefined && 'list' in dimension;
  const rows = [...groups].map(([key, columns]): QueryRow => {
    return { key, values: metrics.map((metric) => figureOf(columns, metric, isOfParts)) };
  });
  return answerOf(query, { rows, hasData: rows.length > 0, ...(total !== undefined && { groupCount: total }) });
}

interface Period {
  readonly whole: Columns;
  /** Days with figures. */
  readonly days: ReadonlyMap<string, Columns>;
}

/** Weeks begin where the shop's settings say, so that they are made of days. */
async function groupsByTime(access: WooAccess, query: Query): Promise<Map<string | null, Columns>> {
  const { by } = query;
  const { whole, days } = await periodOnce(access, query);
  if (by === 'none' || typeof by === 'object') return new Map(hasFigures(whole) ? [[null, whole]] : []);
  const units = Map.groupBy(days, ([day]) => firstDayOf(day, by));
  return new Map([...units].map(([key, found]) => [key, found.map(([, columns]) => columns).reduce(addColumns)]));
}

const figures = Type.Record(Type.String(), Type.Unknown());
const stats = Type.Object({
  totals: Type.Union([figures, Type.Null()]),
  intervals: Type.Array(Type.Object({ interval: Type.String(), subtotals: figures })),
});

/** 10,000 days. */
const mostPages = 100;
const periods = oncePerContext<Period>();

/** Queries of one report over a period read its days once. */
function periodOnce(access: WooAccess, query: Query): Promise<Period> {
  return periods(access.context, `${access.url} ${query.from} ${query.to}`, async () => {
    const params = { ...paramsOf(query), interval: 'day', orderby: 'date', order: 'asc' };
    const days = new Map<string, Columns>();
    for (let page = 1; ; page++) {
      const asked = { ...params, page: `${page}` };
      const { content, pages } = await askShop(access, '/wc-analytics/reports/revenue/stats', asked, stats);
      for (const { interval, subtotals } of content.intervals) {
        const columns = columnsIn(subtotals);
        // The shop fills days without orders; where the clock is set back it may fill in one too many.
        if (isDayOf(interval, query) && hasFigures(columns)) days.set(interval, columns);
      }
      const isLast = pages === undefined ? content.intervals.length < 100 : page >= pages;
      if (isLast) return { whole: columnsIn(content.totals ?? {}), days };
      if (page === mostPages) throw new ConnectorError('invalid_config', 'Choose a shorter period.');
    }
  });
}

function isDayOf(text: string, { from, to }: Query): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && from <= text && text <= to;
}

/** Some databases give figures as texts. */
function columnsIn(row: Readonly<Record<string, unknown>>): Columns {
  return Object.fromEntries(Object.keys(row).map((name) => [name, numberIn(row[name])]));
}

function hasFigures(columns: Columns): boolean {
  return ['orders_count', 'total_sales', 'refunds', 'num_items_sold'].some((name) => (columns[name] ?? 0) !== 0);
}
