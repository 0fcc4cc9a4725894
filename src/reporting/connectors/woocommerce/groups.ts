import { Type } from 'typebox';
import { ConnectorError } from '../contract.ts';
import { numberIn } from '../hosted/number-in.ts';
import { askShop, type Params, type WooAccess, type WooPage } from './api.ts';
import { addColumns, type Columns, type Order, textIn, type WooDimension } from './catalog.ts';

interface Asked {
  readonly access: WooAccess;
  /** Of the period. */
  readonly params: Params;
  readonly limit: number;
  /** The metric that values are sorted by. */
  readonly leading: string | undefined;
}

type List = Extract<WooDimension, { list: unknown }>['list'];

export type Groups = Map<string | null, Columns>;

const row = Type.Record(Type.String(), Type.Unknown());
const pageSize = 100;

/** The leading values of a report, and how many there are. Throws a ConnectorError. */
export async function groupsByList(
  { access, params, limit, leading = '' }: Asked,
  { report, id, name, columns }: List,
): Promise<{ readonly groups: Groups; readonly total: number | undefined }> {
  const orderby = columns[leading] ?? Object.values(columns)[0] ?? id;
  const asked = { ...params, orderby, order: 'desc', extended_info: 'true' };
  const ask = (page: string) => askShop(access, `/wc-analytics/reports/${report}`, { ...asked, page }, Type.Array(row));
  const { rows, total } = await readPages(ask, Math.ceil(limit / pageSize));
  const byId = new Map(rows.map((each) => [String(each[id]), each]));
  const names = Map.groupBy(byId, ([, each]) => textIn(each.extended_info, name));
  const groups = [...byId].map(([number, each]): [string, Columns] => {
    const text = textIn(each.extended_info, name);
    const key = text === null ? `#${number}` : names.get(text)?.length === 1 ? text : `${text} (#${number})`;
    return [key, Object.fromEntries(Object.entries(columns).map(([to, from]) => [to, numberIn(each[from])]))];
  });
  return { groups: new Map(groups), total };
}

const order = Type.Object({
  parent_id: Type.Union([Type.Integer(), Type.String()]),
  net_total: Type.Union([Type.Number(), Type.String()]),
  num_items_sold: Type.Union([Type.Number(), Type.String()]),
  extended_info: Type.Object({
    customer: Type.Optional(Type.Unknown()),
    attribution: Type.Optional(Type.Unknown()),
  }),
});
/** No names and addresses of customers. */
const fields = 'parent_id,net_total,num_items_sold,extended_info.customer.country,extended_info.attribution.origin';
const mostOrderPages = 200;

/** All orders of the period by a value. Throws a ConnectorError, `invalid_config` for more than 20,000 orders. */
export async function groupsByOrders(
  { access, params }: Asked,
  groupOf: (order: Order) => string | null | undefined,
): Promise<Groups> {
  const asked = { ...params, orderby: 'date', order: 'asc', extended_info: 'true', _fields: fields };
  const ask = async (page: string) => {
    const answer = await askShop(access, '/wc-analytics/reports/orders', { ...asked, page }, Type.Array(order));
    if ((answer.pages ?? Number(page)) <= mostOrderPages) return answer;
    const message = 'The period has more than 20,000 orders. Choose a shorter one, or no country and source.';
    throw new ConnectorError('invalid_config', message);
  };
  const { rows } = await readPages(ask, mostOrderPages + 1);
  const groups: Groups = new Map();
  for (const each of rows) {
    const read = { ...each, parent_id: Number(each.parent_id) } as Order;
    const key = groupOf(read) ?? null;
    const net = numberIn(each.net_total) ?? 0;
    const columns = {
      net_revenue: net,
      orders_count: read.parent_id === 0 ? 1 : 0,
      num_items_sold: numberIn(each.num_items_sold) ?? 0,
      refunds: Math.max(0, 0 - net),
    };
    groups.set(key, addColumns(groups.get(key) ?? {}, columns));
  }
  return groups;
}

/** Reads pages until there is none, or `most`. */
async function readPages<T>(
  ask: (page: string) => Promise<WooPage<T[]>>,
  most: number,
): Promise<{ readonly rows: T[]; readonly total: number | undefined }> {
  const rows: T[] = [];
  for (let page = 1; ; page++) {
    const { content, pages, total } = await ask(`${page}`);
    rows.push(...content);
    const isLast = pages === undefined ? content.length < pageSize : page >= pages;
    if (isLast || page >= most) return { rows, total };
  }
}
