import type { DimensionDescription, MetricDescription } from '../../documents/model.ts';
import type { Catalog } from '../hosted/choice.ts';

interface ShopifyMetric extends MetricDescription {
  /** Shopify has it below zero; it is shown as an amount, as other shops have it. */
  readonly isNegative?: true;
}

interface ShopifyDimension extends DimensionDescription {
  /** Its column in ShopifyQL. */
  readonly column: string;
}

const money = { unit: 'currency', decimals: null, better: 'up', additive: true } as const;
const count = { unit: 'count', decimals: null, better: 'up' } as const;
/** An order has several products. */
const severalInAnOrder = ['product', 'product_type', 'product_vendor'] as const;

/** What Shopify's own sales reports offer, by the names of the ShopifyQL table `sales`. */
export const shopifyCatalog: Catalog<ShopifyMetric, ShopifyDimension> = {
  leading: ['total_sales', 'orders', 'average_order_value'],
  metrics: [
    { key: 'total_sales', label: 'Total sales', ...money },
    { key: 'net_sales', label: 'Net sales', ...money },
    { key: 'orders', label: 'Orders', ...count, additive: true, not_additive_by: severalInAnOrder },
    { key: 'average_order_value', label: 'Average order value', ...money, additive: false },
    { key: 'gross_sales', label: 'Gross sales', ...money },
    { key: 'discounts', label: 'Discounts', ...money, better: 'none', isNegative: true },
    { key: 'sales_reversals', label: 'Sales reversals', ...money, better: 'down', isNegative: true },
    { key: 'net_items_sold', label: 'Net items sold', ...count, additive: true },
    { key: 'quantity_ordered', label: 'Items ordered', ...count, additive: true, extra: true },
    { key: 'shipping_charges', label: 'Shipping', ...money, better: 'none', extra: true },
    { key: 'taxes', label: 'Taxes', ...money, better: 'none', extra: true },
    { key: 'customers', label: 'Customers', ...count, additive: false, extra: true },
    { key: 'new_customers', label: 'New customers', ...count, additive: false, extra: true },
    { key: 'returning_customers', label: 'Returning customers', ...count, additive: false, extra: true },
  ],
  dimensions: [
    { key: 'product', label: 'Product', column: 'product_title', columns: ['total_sales', 'net_items_sold', 'orders'] },
    { key: 'channel', label: 'Channel', column: 'sales_channel' },
    { key: 'country', label: 'Country', column: 'billing_country' },
    { key: 'source', label: 'Source', column: 'order_referrer_source', extra: true },
    { key: 'product_type', label: 'Product type', column: 'product_type', extra: true },
    { key: 'product_vendor', label: 'Vendor', column: 'product_vendor', extra: true },
  ],
};
