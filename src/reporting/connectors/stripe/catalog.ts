import type { DimensionDescription, MetricDescription } from '../../documents/model.ts';
import type { Catalog } from '../hosted/choice.ts';

/** A movement of the balance; amounts in the smallest unit of the currency. */
export interface BalanceTransaction {
  /** Seconds since 1970. */
  readonly created: number;
  readonly amount: number;
  readonly fee: number;
  readonly net: number;
  readonly reporting_category: string;
}

interface StripeMetric extends MetricDescription {
  /** What a movement adds to the figure. */
  add(transaction: BalanceTransaction): number;
}

const sales = new Set(['charge', 'charge_failure', 'partial_capture_reversal']);
const refunds = new Set(['refund', 'refund_failure']);
const charges = new Set(['fee', 'tax']);

/** Whether a movement is of the business; payouts, transfers, top-ups and reserves move money that is counted already. */
export function isBusiness({ reporting_category: category }: BalanceTransaction): boolean {
  const isDispute = category === 'dispute' || category === 'dispute_reversal';
  return sales.has(category) || refunds.has(category) || charges.has(category) || isDispute;
}

const money = { unit: 'currency', decimals: null, additive: true } as const;

/** What is made of the movements of a Stripe balance. */
export const stripeCatalog: Catalog<StripeMetric, DimensionDescription> = {
  metrics: [
    {
      key: 'gross_volume',
      label: 'Gross volume',
      ...money,
      better: 'up',
      add: ({ amount, reporting_category }) => (sales.has(reporting_category) ? amount : 0),
    },
    {
      key: 'net_volume',
      label: 'Net volume',
      ...money,
      better: 'up',
      add: ({ net }) => net,
    },
    {
      key: 'payments',
      label: 'Payments',
      unit: 'count',
      decimals: null,
      better: 'up',
      additive: true,
      add: ({ reporting_category }) => (reporting_category === 'charge' ? 1 : 0),
    },
    {
      key: 'refunds',
      label: 'Refunds',
      ...money,
      better: 'down',
      add: ({ amount, reporting_category }) => (refunds.has(reporting_category) ? -amount : 0),
    },
    {
      key: 'fees',
      label: 'Fees',
      ...money,
      better: 'down',
      add: ({ amount, fee, reporting_category }) => (charges.has(reporting_category) ? fee - amount : fee),
    },
  ],
  dimensions: [{ key: 'category', label: 'Category' }],
};

const withoutFraction = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const withThousandths = new Set('bhd jod kwd omr tnd'.split(' '));

/** How many of its smallest units, as Stripe counts them, make one of a currency. */
export function unitsOfCurrency(currency: string): number {
  if (withoutFraction.has(currency)) return 1;
  return withThousandths.has(currency) ? 1000 : 100;
}
