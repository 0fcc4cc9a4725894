import type { ServerResponse } from 'node:http';
import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { ordersIn, refundedCents, type ShopOrder, shopOrders, sumOf } from './shop-orders.ts';

/** The pair that the double accepts, and one whose user may not see reports. */
export const wooSecret = { key: 'ck_key_of_the_test', secret: 'cs_secret_of_the_test' };
export const wooStaffSecret = { key: 'ck_key_of_a_customer', secret: 'cs_secret_of_a_customer' };

export interface WooOptions {
  /** With plain permalinks routes stand behind a question mark. */
  readonly isPlain?: boolean;
  /** Some sites tell strangers nothing of themselves. */
  readonly isClosed?: boolean;
  readonly hasAnalytics?: boolean;
  readonly gmtOffset?: number | string;
  readonly hidesSettings?: boolean;
}

/**
 * Answers as the REST API of WordPress and `wc-analytics` of WooCommerce (the controllers below
 * `src/Admin/API/Reports` of its repository) do, over `shopOrders`; on 15 January 2025 it sold each of 250 products once, on 26 October,
 * which has 25 hours, a mug.
 */
export function startWooCommerce(options: WooOptions = {}): Promise<Double> {
  return startDouble((request, response) => answer(request, response, options));
}

function answer(request: SeenRequest, response: ServerResponse, options: WooOptions): unknown {
  const { pathname } = new URL(request.path, 'http://double');
  const route = options.isPlain ? request.query.get('rest_route') : routeIn(pathname);
  if (route === null || request.method !== 'GET') throw new DoubleRefusal(404, '<html>Not found</html>');
  if (route === '/') return index(request, options);
  const user = userOf(request);
  if (options.hasAnalytics === false || !routes[route]) {
    throw refusal(404, 'rest_no_route', 'No route was found matching the URL and request method.');
  }
  if (user === undefined) throw refusal(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
  const isSetting = route.startsWith('/wc/v3/settings/');
  if (user !== wooSecret.key || (isSetting && options.hidesSettings)) {
    throw refusal(403, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
  }
  return routes[route]?.(request.query, (name, value) => response.setHeader(name, value));
}

function routeIn(path: string): string | null {
  return path.startsWith('/wp-json/') ? path.slice('/wp-json'.length) : null;
}

function refusal(status: number, code: string, message: string): DoubleRefusal {
  return new DoubleRefusal(status, { code, message, data: { status } });
}

function index({ headers, query }: SeenRequest, { isClosed, gmtOffset }: WooOptions) {
  // WordPress takes the pair for one of its own users.
  if (headers.authorization !== undefined) throw refusal(401, 'invalid_username', 'Unknown username.');
  if (isClosed) throw refusal(401, 'rest_cannot_access', 'Only authenticated users can access the REST API.');
  const site = {
    name: 'My Shop',
    home: 'https://shop.example.com',
    namespaces: ['wp/v2', 'wc/v3', 'wc-analytics'],
    timezone_string: gmtOffset === undefined ? 'Europe/Berlin' : '',
    gmt_offset: gmtOffset ?? 1,
  };
  const fields = query.get('_fields')?.split(',');
  return Object.fromEntries(Object.entries(site).filter(([name]) => fields?.includes(name) ?? true));
}

function userOf({ headers }: SeenRequest): string | undefined {
  const [scheme, pair = ''] = (headers.authorization ?? '').split(' ');
  const [key = '', secret] = Buffer.from(pair, 'base64').toString().split(':');
  const known = [wooSecret, wooStaffSecret].find((each) => each.key === key);
  if (scheme !== 'Basic' || !known) return undefined;
  if (known.secret === secret) return key;
  throw refusal(401, 'woocommerce_rest_authentication_error', 'Consumer secret is invalid.');
}

type SetHeader = (name: string, value: number) => void;
type Route = (query: URLSearchParams, setHeader: SetHeader) => unknown;

const sortings: Readonly<Record<string, readonly string[]>> = {
  'revenue/stats': ['date', 'total_sales', 'coupons', 'refunds', 'net_revenue', 'orders_count', 'gross_sales'],
  products: ['date', 'net_revenue', 'orders_count', 'items_sold', 'product_name', 'variations', 'sku'],
  categories: ['category_id', 'items_sold', 'net_revenue', 'orders_count', 'products_count', 'category'],
  coupons: ['coupon_id', 'code', 'amount', 'orders_count'],
  orders: ['date', 'num_items_sold', 'net_total'],
};

const routes: Readonly<Record<string, Route>> = {
  '/wc/v3/settings/general/woocommerce_currency': () => ({ id: 'woocommerce_currency', value: 'EUR', default: 'USD' }),
  '/wc-analytics/reports/revenue/stats': (query, set) => stats(query, set, checked(query, 'revenue/stats')),
  '/wc-analytics/reports/products': (query, set) => list(query, set, 'products', 'product_id', 'name', productRows),
  '/wc-analytics/reports/categories': (query, set) =>
    list(query, set, 'categories', 'category_id', 'name', categoryRows),
  '/wc-analytics/reports/coupons': (query, set) => list(query, set, 'coupons', 'coupon_id', 'code', couponRows),
  '/wc-analytics/reports/orders': (query, set) => page(query, set, checked(query, 'orders').map(orderRow)),
};

/** The orders of the period, once the parameters are right. */
function checked(query: URLSearchParams, report: string): ShopOrder[] {
  const wrong = (name: string) => refusal(400, 'rest_invalid_param', `Invalid parameter(s): ${name}`);
  for (const name of ['after', 'before']) {
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(query.get(name) ?? '')) throw wrong(name);
  }
  if (!sortings[report]?.includes(query.get('orderby') ?? '')) throw wrong('orderby');
  if (!['asc', 'desc'].includes(query.get('order') ?? 'desc')) throw wrong('order');
  const size = Number(query.get('per_page') ?? 10);
  if (!(size >= 1 && size <= 100)) throw wrong('per_page');
  const [from, to] = [query.get('after')?.slice(0, 10) ?? '', query.get('before')?.slice(0, 10) ?? ''];
  return [...ordersIn(from, to), ...earlier.filter(({ day }) => from <= day && day <= to)];
}

const manyProducts = Array.from({ length: 250 }, (_, index): ShopOrder => {
  const line = { product: `Product ${index % 249}`, category: `Category ${index}`, quantity: 1, discount: 0 };
  const lines = [{ ...line, gross: 100 + index }];
  return { ...(shopOrders[2] as ShopOrder), id: 1000 + index, day: '2025-01-15', lines };
});

const earlier: readonly ShopOrder[] = [
  ...manyProducts,
  { ...(shopOrders[2] as ShopOrder), id: 999, day: '2025-10-26' },
];

function page<T>(query: URLSearchParams, setHeader: SetHeader, rows: readonly T[]): T[] {
  const size = Number(query.get('per_page') ?? 10);
  const start = (Number(query.get('page') ?? 1) - 1) * size;
  setHeader('X-WP-Total', rows.length);
  setHeader('X-WP-TotalPages', Math.ceil(rows.length / size));
  return rows.slice(start, start + size);
}

const net = ({ refunds, lines }: ShopOrder) =>
  refunds === 0 ? sumOf(lines, ({ gross, discount }) => gross - discount) : -refundedCents;
const items = (orders: readonly ShopOrder[]) => sumOf(orders, ({ lines }) => sumOf(lines, ({ quantity }) => quantity));
const discounts = ({ lines }: ShopOrder) => sumOf(lines, ({ discount }) => discount);

function subtotals(orders: readonly ShopOrder[]) {
  const cents = (figure: (order: ShopOrder) => number) => sumOf(orders, figure) / 100;
  const refunds = cents(({ refunds }) => (refunds === 0 ? 0 : refundedCents));
  return {
    orders_count: orders.filter((order) => order.refunds === 0).length,
    num_items_sold: items(orders),
    gross_sales: cents((order) => net(order) + discounts(order)) + refunds,
    total_sales: cents((order) => net(order) + order.tax + order.shipping),
    coupons: cents(discounts),
    coupons_count: 0,
    refunds,
    taxes: cents(({ tax }) => tax),
    shipping: cents(({ shipping }) => shipping),
    net_revenue: cents(net),
    segments: [],
  };
}

/** Every day of the period, and where the clock is set back one more, as `TimeInterval::intervals_between` counts. */
function stats(query: URLSearchParams, setHeader: SetHeader, orders: readonly ShopOrder[]) {
  if (query.get('interval') !== 'day') throw refusal(400, 'rest_invalid_param', 'Invalid parameter(s): interval');
  const [from, to] = [query.get('after') ?? '', query.get('before') ?? ''].map((text) => text.slice(0, 10));
  const days: string[] = [];
  for (let day = Temporal.PlainDate.from(from ?? ''); `${day}` <= (to ?? ''); day = day.add({ days: 1 })) {
    days.push(`${day}`);
  }
  if (days.includes('2025-10-26')) days.push('2025-10-26');
  const intervals = days.map((interval, index) => ({
    interval,
    date_start: `${interval} 00:00:00`,
    // The one too many is filled in.
    subtotals: subtotals(days.indexOf(interval) === index ? orders.filter(({ day }) => day === interval) : []),
  }));
  return { totals: { ...subtotals(orders), products: 3 }, intervals: page(query, setHeader, intervals) };
}

interface ListRow {
  readonly id: number;
  readonly name: string;
  readonly figures: Readonly<Record<string, number>>;
}

function list(
  query: URLSearchParams,
  setHeader: SetHeader,
  report: string,
  id: string,
  name: string,
  rowsOf: (orders: readonly ShopOrder[]) => ListRow[],
) {
  const orderby = query.get('orderby') ?? '';
  const sorted = rowsOf(checked(query, report)).toSorted((one, other) => {
    return (other.figures[orderby] ?? 0) - (one.figures[orderby] ?? 0) || one.id - other.id;
  });
  const isExtended = query.get('extended_info') === 'true';
  const rows = sorted.map((row) => ({
    [id]: row.id,
    ...row.figures,
    extended_info: isExtended && row.name !== '' ? { [name]: row.name } : [],
  }));
  return page(query, setHeader, rows);
}

const lineRows = (keyOf: (order: ShopOrder, index: number) => string) => (orders: readonly ShopOrder[]) => {
  const lines = orders.flatMap((order) =>
    order.lines.map((line, index) => ({ order, line, key: keyOf(order, index) })),
  );
  return [...Map.groupBy(lines, ({ key }) => key)].map(([key, found], index): ListRow => {
    const cents = sumOf(found, ({ order, line }) => (order.refunds ? -refundedCents : line.gross - line.discount));
    const count = new Set(found.filter(({ order }) => !order.refunds).map(({ order }) => order.id)).size;
    const figures = {
      items_sold: sumOf(found, ({ line }) => line.quantity),
      net_revenue: cents / 100,
      orders_count: count,
    };
    return { id: index + 1, name: key.split('\n')[0] ?? '', figures };
  });
};
/** Of many products two have one name. */
const productRows = lineRows((order, index) => `${order.lines[index]?.product}\n${order.id >= 1000 ? order.id : ''}`);
const categoryRows = lineRows((order, index) => order.lines[index]?.category ?? '');

function couponRows(orders: readonly ShopOrder[]): ListRow[] {
  const used = Map.groupBy(
    orders.filter(({ coupon }) => coupon !== null),
    ({ coupon }) => coupon ?? '',
  );
  return [...used].map(([code, found], index) => {
    const figures = { amount: sumOf(found, discounts) / 100, orders_count: found.length };
    return { id: index + 1, name: code, figures };
  });
}

/** As with `_fields`: without who placed it. */
function orderRow(order: ShopOrder) {
  return {
    parent_id: order.refunds,
    net_total: net(order) / 100,
    num_items_sold: items([order]),
    extended_info: {
      customer: { country: order.country.code },
      attribution: { origin: order.origin ?? 'Unknown' },
    },
  };
}
