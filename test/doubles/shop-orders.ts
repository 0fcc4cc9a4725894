import { hostileValue } from './web-visits.ts';

/** A line of an order, or of a refund with a quantity below zero. Amounts in cents. */
export interface ShopLine {
  readonly product: string;
  readonly category: string;
  readonly quantity: number;
  readonly gross: number;
  readonly discount: number;
}

/** An order of a shop, or a refund of one, as the doubles of shops hold it. Amounts in cents of a euro. */
export interface ShopOrder {
  readonly id: number;
  /** The order that it refunds; 0 for an order. */
  readonly refunds: number;
  /** A calendar day (YYYY-MM-DD) in the shop's zone. */
  readonly day: string;
  readonly lines: readonly ShopLine[];
  readonly shipping: number;
  readonly tax: number;
  readonly coupon: string | null;
  readonly customer: string;
  readonly isNew: boolean;
  readonly country: { readonly code: string; readonly name: string };
  readonly channel: string;
  readonly origin: string | null;
}

const germany = { code: 'DE', name: 'Germany' };
const poland = { code: 'PL', name: 'Poland' };
const mug = { product: 'Mug', category: 'Kitchen' };
const tea = { product: 'Tea', category: 'Food' };
const online = { refunds: 0, channel: 'Online Store', coupon: null };

/**
 * Four orders by three customers from Friday to Tuesday, over the end of a month, and a refund on Wednesday: 57.60 gross, 2.00
 * of discounts, 9.00 refunded, 46.60 net, 4.90 of shipping, 5.71 of taxes, 57.21 in total; 8 items, less the one that came back.
 */
export const shopOrders: readonly ShopOrder[] = [
  {
    ...online,
    id: 11,
    day: '2026-02-27',
    lines: [
      { ...mug, quantity: 2, gross: 2000, discount: 200 },
      { ...tea, quantity: 1, gross: 550, discount: 0 },
    ],
    shipping: 490,
    tax: 447,
    coupon: 'spring',
    customer: 'a',
    isNew: true,
    country: germany,
    origin: 'Organic: Google',
  },
  {
    ...online,
    id: 12,
    day: '2026-02-27',
    lines: [{ ...tea, quantity: 1, gross: 550, discount: 0 }],
    shipping: 0,
    tax: 105,
    customer: 'b',
    isNew: true,
    country: poland,
    channel: 'Point of Sale',
    origin: 'Direct',
  },
  {
    ...online,
    id: 13,
    day: '2026-03-01',
    lines: [{ ...mug, quantity: 1, gross: 1000, discount: 0 }],
    shipping: 0,
    tax: 190,
    customer: 'a',
    isNew: false,
    country: germany,
    origin: 'Direct',
  },
  {
    ...online,
    id: 14,
    day: '2026-03-03',
    lines: [
      { product: hostileValue, category: 'Food', quantity: 1, gross: 10, discount: 0 },
      { ...tea, quantity: 3, gross: 1650, discount: 0 },
    ],
    shipping: 0,
    tax: 0,
    customer: 'c',
    isNew: true,
    country: poland,
    origin: null,
  },
  {
    ...online,
    id: 15,
    refunds: 11,
    day: '2026-03-04',
    lines: [{ ...mug, quantity: -1, gross: 0, discount: 0 }],
    shipping: 0,
    tax: -171,
    customer: 'a',
    isNew: false,
    country: germany,
    origin: 'Organic: Google',
  },
];

/** What a refund gives back without its tax, in cents. */
export const refundedCents = 900;

/** The orders and refunds of a period, both ends inclusive. */
export function ordersIn(from: string, to: string): ShopOrder[] {
  return shopOrders.filter(({ day }) => from <= day && day <= to);
}

export const sumOf = <T>(items: readonly T[], figure: (item: T) => number): number =>
  items.reduce((total, item) => total + figure(item), 0);
