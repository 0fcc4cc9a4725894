import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { refundedCents, type ShopLine, type ShopOrder, shopOrders, sumOf } from './shop-orders.ts';

/** The token that the double accepts, for the shop `my-shop`. */
export const shopifyToken = 'shpat_token_of_the_test';

/** Tokens of apps that lack something. */
export const withoutScope = 'shpat_without_the_scope';
export const withoutApproval = 'shpat_without_the_approval';

const scopesOf: Readonly<Record<string, readonly string[]>> = {
  [shopifyToken]: ['read_reports', 'read_customers'],
  [withoutScope]: ['read_orders'],
  [withoutApproval]: ['read_reports'],
};

/** An app of the organization of `my-shop`, and one that is not. */
export const shopifyApp = { client_id: 'app_of_the_shop', client_secret: 'shpss_secret_of_the_test' };
export const foreignApp = { client_id: 'app_of_others', client_secret: 'shpss_secret_of_others' };

interface Asked {
  readonly query: string;
  readonly variables?: { readonly query?: string };
}

/** The ShopifyQL query of a request. */
export function shopifyQlIn(request: SeenRequest | undefined): string {
  return (JSON.parse(request?.body ?? '{}') as Asked).variables?.query ?? '';
}

/**
 * Answers as https://shopify.dev/docs/api/admin-graphql/latest/queries/shopifyqlQuery and /docs/api/shopifyql say, over
 * `shopOrders` for `my-shop`, whose zone is Europe/Berlin; on 15 January 2025 it sold each of 1,050 products once.
 */
export function startShopify(): Promise<Double> {
  return startDouble((request) => {
    const [, shop, path] = /^(?:\/([a-z-]+))?(\/admin\/.*)$/.exec(request.path) ?? [];
    if ((shop ?? 'my-shop') !== 'my-shop') throw new DoubleRefusal(404, { errors: 'Not Found' });
    if (path === '/admin/oauth/access_token') return grant(request);
    const token = String(request.headers['x-shopify-access-token']);
    if (!scopesOf[token]) throw new DoubleRefusal(401, { errors: '[API] Invalid API key or access token' });
    if (path !== '/admin/api/2026-10/graphql.json' || request.method !== 'POST') {
      throw new DoubleRefusal(404, { errors: 'Not Found' });
    }
    if (request.headers['content-type'] !== 'application/json') throw new DoubleRefusal(400, { errors: 'Bad Request' });
    return answer(JSON.parse(request.body) as Asked, token);
  });
}

/** As https://shopify.dev/docs/apps/build/authentication-authorization/client-credentials-grant says. */
function grant({ method, body }: SeenRequest) {
  const form = new URLSearchParams(body);
  const is = (name: string, value: string) => form.get(name) === value;
  const refuse = (code: string) => new DoubleRefusal(400, `<title>400 - Oauth error ${code}</title>`);
  if (method !== 'POST' || !is('grant_type', 'client_credentials')) throw refuse('invalid_request');
  if (is('client_id', foreignApp.client_id)) throw refuse('shop_not_permitted');
  if (!is('client_id', shopifyApp.client_id)) throw refuse('application_cannot_be_found');
  if (!is('client_secret', shopifyApp.client_secret)) throw refuse('invalid_client');
  return { access_token: shopifyToken, scope: 'read_reports', expires_in: 86_399 };
}

const fields = new Set(
  `query String shopifyqlQuery parseErrors tableData columns name dataType rows shop ianaTimezone currencyCode
   currentAppInstallation accessScopes handle`.split(/\s+/),
);

function answer({ query, variables }: Asked, token: string) {
  const unknown = query.match(/\w+/g)?.find((word) => !fields.has(word));
  if (unknown !== undefined) return failure(`Field '${unknown}' doesn't exist`, 'undefinedField');
  if (query.includes('accessScopes')) {
    return data({ currentAppInstallation: { accessScopes: scopesOf[token]?.map((handle) => ({ handle })) } });
  }
  if (query.includes('ianaTimezone')) {
    return data({ shop: { name: 'My Shop', ianaTimezone: 'Europe/Berlin', currencyCode: 'EUR' } });
  }
  if (token !== shopifyToken) {
    const words = 'Required access: `read_reports` access scope. Also: Level 2 access to Customer data.';
    return failure(`Access denied for shopifyqlQuery field. ${words}`, 'ACCESS_DENIED');
  }
  return data({ shopifyqlQuery: table(variables?.query ?? '') });
}

function failure(message: string, code: string) {
  return { data: null, errors: [{ message, extensions: { code } }] };
}

function data(content: unknown) {
  const throttleStatus = { maximumAvailable: 2000, currentlyAvailable: 1998, restoreRate: 100 };
  const shopifyqlCost = { requestedQueryCost: 1, maximumAvailable: 1000, currentlyAvailable: 999 };
  const windowResetAt = new Date(Date.now() + 60_000).toISOString();
  return {
    data: content,
    extensions: {
      cost: { requestedQueryCost: 2, actualQueryCost: 2, throttleStatus },
      shopifyqlCost: { ...shopifyqlCost, windowResetAt },
    },
  };
}

/** A line of an order, its shipping, or what a refund gives back. Amounts in cents, below zero where Shopify has them so. */
interface Sale {
  readonly order: ShopOrder;
  readonly line: ShopLine | null;
  readonly gross: number;
  readonly discount: number;
  readonly reversal: number;
  readonly shipping: number;
  readonly tax: number;
}

const nothing = { gross: 0, discount: 0, reversal: 0, shipping: 0, tax: 0 };

function salesOf(order: ShopOrder): Sale[] {
  const isRefund = order.refunds !== 0;
  const lines = order.lines.map((line, index): Sale => {
    const reversal = isRefund ? -refundedCents : 0;
    const tax = index === 0 ? order.tax : 0;
    return { ...nothing, order, line, gross: line.gross, discount: 0 - line.discount, reversal, tax };
  });
  return order.shipping === 0 ? lines : [...lines, { ...nothing, order, line: null, shipping: order.shipping }];
}

const usual = shopOrders.flatMap(salesOf);
const manyProducts = Array.from({ length: 1_050 }, (_, index): Sale[] => {
  const line = { product: `Product ${index}`, category: 'Food', quantity: 1, gross: 100, discount: 0 };
  return salesOf({ ...(shopOrders[2] as ShopOrder), id: 1000 + index, day: '2025-01-15', tax: 0, lines: [line] });
}).flat();

const cents = (figure: (sale: Sale) => number) => (sales: readonly Sale[]) => sumOf(sales, figure) / 100;
const distinct = (sales: readonly Sale[], key: (sale: Sale) => unknown) => new Set(sales.map(key)).size;
const sold = (sales: readonly Sale[]) => sales.filter(({ order }) => order.refunds === 0);
const orders = (sales: readonly Sale[]) => distinct(sold(sales), ({ order }) => order.id);
const gross = cents((sale) => sale.gross);
const net = cents((sale) => sale.gross + sale.discount + sale.reversal);

const metrics: Readonly<Record<string, (sales: readonly Sale[]) => number | null>> = {
  orders,
  gross_sales: gross,
  discounts: cents((sale) => sale.discount),
  sales_reversals: cents((sale) => sale.reversal),
  net_sales: net,
  shipping_charges: cents((sale) => sale.shipping),
  taxes: cents((sale) => sale.tax),
  total_sales: cents((sale) => sale.gross + sale.discount + sale.reversal + sale.shipping + sale.tax),
  average_order_value: (sales) =>
    orders(sales) === 0 ? null : cents((sale) => sale.gross + sale.discount)(sales) / orders(sales),
  net_items_sold: (sales) => sumOf(sales, ({ line }) => line?.quantity ?? 0),
  quantity_ordered: (sales) => sumOf(sold(sales), ({ line }) => line?.quantity ?? 0),
  customers: (sales) => distinct(sold(sales), ({ order }) => order.customer),
  new_customers: (sales) =>
    distinct(
      sold(sales).filter(({ order }) => order.isNew),
      ({ order }) => order.customer,
    ),
};

const dimensions: Readonly<Record<string, (sale: Sale) => string | null>> = {
  day: ({ order }) => order.day,
  month: ({ order }) => `${order.day.slice(0, 7)}-01`,
  sales_channel: ({ order }) => order.channel,
  billing_country: ({ order }) => order.country.name,
  product_title: ({ line }) => line?.product ?? null,
  product_type: ({ line }) => line?.category ?? null,
};

const shape =
  /^FROM sales SHOW ([a-z_, ]+?)(?: GROUP BY ([a-z_]+))? SINCE (\d{4}-\d\d-\d\d) UNTIL (\d{4}-\d\d-\d\d)(?: ORDER BY ([a-zA-Z_, ]+?))? LIMIT (\d+) OFFSET (\d+)$/;

function table(text: string) {
  const [, show, column, since = '', until = '', sorting, limit, offset] = shape.exec(text) ?? [];
  if (show === undefined) return { parseErrors: ['Syntax Error'], tableData: null };
  const names = show.split(', ');
  const missing = [...names, ...(column ? [column] : [])].find((name) => !metrics[name] && !dimensions[name]);
  if (missing !== undefined) return { parseErrors: [`Column Not Found: ${missing}`], tableData: null };
  const keyOf = column === undefined ? () => null : dimensions[column];
  const found = [...usual, ...manyProducts].filter(({ order: { day } }) => since <= day && day <= until);
  const groups = Map.groupBy(found, (sale) => keyOf?.(sale) ?? null);
  if (column === undefined && groups.size === 0) groups.set(null, []);
  const rows = [...groups].map(([key, sales]) => {
    const figures = names.map((name): [string, string | null] => [name, textOf(metrics[name]?.(sales) ?? null)]);
    return { ...(column && { [column]: key }), ...Object.fromEntries(figures) };
  });
  const sorted = sorting ? rows.toSorted(comparing(sorting)) : rows;
  const columns = (column ? [column, ...names] : names).map((name) => ({ name, dataType: 'UNSPECIFIED' }));
  const start = Number(offset);
  return { parseErrors: [], tableData: { columns, rows: sorted.slice(start, start + Math.min(Number(limit), 1000)) } };
}

function textOf(value: number | null): string | null {
  return value === null ? null : String(Number(value.toFixed(6)));
}

type Row = Readonly<Record<string, string | null>>;

function comparing(sorting: string) {
  const keys = sorting.split(', ').map((key) => key.split(' '));
  return (one: Row, other: Row) => {
    for (const [name = '', direction] of keys) {
      const [a, b] = [one, other].map((row) => (metrics[name] ? Number(row[name]) : (row[name] ?? '')));
      if (a !== b) return (a ?? 0) < (b ?? 0) === (direction === 'ASC') ? -1 : 1;
    }
    return 0;
  };
}
