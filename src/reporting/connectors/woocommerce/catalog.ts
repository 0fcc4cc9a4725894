import { quotient } from '../../documents/arithmetic.ts';
import type { DimensionDescription, MetricDescription } from '../../documents/model.ts';
import type { Catalog } from '../hosted/choice.ts';
import { nameOfCountry } from '../hosted/name-of-country.ts';

/** Figures by the names that `reports/revenue/stats` has for them. */
export type Columns = Readonly<Record<string, number | null>>;

interface WooMetric extends MetricDescription {
  /** What is divided by what, where it is no column. */
  readonly ratio?: readonly [part: string, whole: string];
}

/** A report of WooCommerce that has a row for each value. */
interface ListDimension extends DimensionDescription {
  readonly list: {
    readonly report: 'products' | 'categories' | 'coupons';
    /** What a row is told by, and what `extended_info` calls it. */
    readonly id: string;
    readonly name: string;
    /** The report's names for the columns that it has; it can be sorted by all of them, the first one unless told otherwise. */
    readonly columns: Readonly<Record<string, string>>;
  };
}

/** The orders one by one, which are put in groups here. */
interface OrderDimension extends DimensionDescription {
  readonly groupOf: (order: Order) => string | null | undefined;
}

export type WooDimension = ListDimension | OrderDimension;

/** An order or a refund, as `reports/orders` has it without who placed it. */
export interface Order {
  /** The order that a refund belongs to; 0 for an order. */
  readonly parent_id: number;
  readonly net_total: number;
  readonly num_items_sold: number;
  readonly extended_info: {
    readonly customer?: unknown;
    readonly attribution?: unknown;
  };
}

const money = { unit: 'currency', decimals: null, better: 'up', additive: true } as const;
const count = { unit: 'count', decimals: null, better: 'up', additive: true } as const;
const sales = { net_revenue: 'net_revenue', orders_count: 'orders_count', num_items_sold: 'items_sold' };
/** A product may be in several categories. */
const inSeveral = { not_additive_by: ['category'] };

/** What WooCommerce Analytics offers, by its own names. */
export const wooCatalog: Catalog<WooMetric, WooDimension> = {
  leading: ['net_revenue', 'orders_count', 'avg_order_value'],
  metrics: [
    { key: 'net_revenue', label: 'Net sales', ...money, ...inSeveral },
    // An order has several products and may have several coupons.
    { key: 'orders_count', label: 'Orders', ...count, not_additive_by: ['product', 'category', 'coupon'] },
    { key: 'num_items_sold', label: 'Items sold', ...count, ...inSeveral },
    { key: 'total_sales', label: 'Total sales', ...money },
    {
      key: 'avg_order_value',
      label: 'Average order value',
      ...money,
      additive: false,
      ratio: ['net_revenue', 'orders_count'],
    },
    { key: 'gross_sales', label: 'Gross sales', ...money },
    { key: 'refunds', label: 'Refunds', ...money, better: 'down' },
    { key: 'coupons', label: 'Coupons', ...money, better: 'none', extra: true },
    { key: 'taxes', label: 'Taxes', ...money, better: 'none', extra: true },
    { key: 'shipping', label: 'Shipping', ...money, better: 'none', extra: true },
  ],
  dimensions: [
    {
      key: 'product',
      label: 'Product',
      list: { report: 'products', id: 'product_id', name: 'name', columns: sales },
      columns: ['net_revenue', 'num_items_sold', 'orders_count'],
    },
    {
      key: 'category',
      label: 'Category',
      list: { report: 'categories', id: 'category_id', name: 'name', columns: sales },
      columns: ['net_revenue', 'num_items_sold', 'orders_count'],
    },
    {
      key: 'coupon',
      label: 'Coupon',
      list: {
        report: 'coupons',
        id: 'coupon_id',
        name: 'code',
        columns: { coupons: 'amount', orders_count: 'orders_count' },
      },
      extra: true,
    },
    { key: 'country', label: 'Country', groupOf: countryOf, extra: true },
    { key: 'channel', label: 'Channel', groupOf: channelOf, extra: true },
    { key: 'source', label: 'Source', groupOf: sourceOf, extra: true },
  ],
};

/** The shop has a code of two letters. */
function countryOf({ extended_info: { customer } }: Order): string | null {
  const code = textIn(customer, 'country') ?? '';
  return /^[A-Z]{2}$/.test(code) ? nameOfCountry(code) : null;
}

function sourceOf({ extended_info: { attribution } }: Order): string | null {
  const origin = textIn(attribution, 'origin');
  return origin === 'Unknown' ? null : origin;
}

/**
 * What stands before the colon of an origin such as `Organic: Google`, in the language of the shop: `Source` are links with UTM
 * parameters.
 */
function channelOf(order: Order): string | null {
  const [kind = null] = sourceOf(order)?.split(': ', 1) ?? [];
  return kind === 'Source' ? 'UTM' : kind;
}

/** A text of an object that PHP may have made an empty list. */
export function textIn(object: unknown, name: string): string | null {
  const value = typeof object === 'object' && object !== null ? (object as Record<string, unknown>)[name] : null;
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** The figure of a metric; null where there is none. Parts of orders have no value of an order. */
export function figureOf(columns: Columns, { key, ratio }: WooMetric, isOfParts: boolean): number | null {
  if (!ratio) return columns[key] ?? null;
  const [part, whole] = ratio.map((name) => columns[name] ?? null);
  return typeof part === 'number' && typeof whole === 'number' && !isOfParts ? quotient(part, whole) : null;
}

/** What several groups come to, in hundred-thousandths at the finest, as prices have no more decimals. */
export function addColumns(one: Columns, other: Columns): Columns {
  const add = (name: string) => Number(((one[name] ?? 0) + (other[name] ?? 0)).toFixed(5));
  return Object.fromEntries(Object.keys({ ...one, ...other }).map((name) => [name, add(name)]));
}
