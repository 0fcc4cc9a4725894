import type { DimensionDescription } from '../../documents/model.ts';
import { type AdMetric, count, money, people as ofPeople, ratio } from '../hosted/ad-figures.ts';
import type { Catalog } from '../hosted/choice.ts';

/** Columns that count people; each of them is also in the groups beside, where the same person did the same again. */
export const people: ReadonlySet<string> = new Set(['people_opened', 'people_clicked']);

/** Columns with amounts, of which those in another currency than the account's are left out; the others count orders. */
export const amounts: ReadonlySet<string> = new Set(['revenue', 'attributed_revenue']);

/**
 * What is made of the events of Klaviyo. It has no rates of opens and clicks: Klaviyo's own are of the people who got each
 * message, and its aggregates count events, or the people of a whole month.
 */
export const klaviyoCatalog: Catalog<AdMetric, DimensionDescription> = {
  leading: ['emails_received', 'attributed_revenue', 'opens'],
  metrics: [
    { ...count({ key: 'emails_received', label: 'Emails delivered', column: 'received' }), better: 'none' },
    count({ key: 'opens', label: 'Total opens', column: 'opened' }),
    count({ key: 'clicks', label: 'Total clicks', column: 'clicked' }),
    money({ key: 'attributed_revenue', label: 'Attributed revenue', column: 'attributed_revenue', better: 'up' }),
    count({ key: 'attributed_orders', label: 'Attributed orders', column: 'attributed_orders' }),
    count({ key: 'new_subscribers', label: 'Subscribers gained', column: 'subscribed' }),
    { ...count({ key: 'unsubscribed', label: 'Unsubscribes', column: 'unsubscribed' }), better: 'down' },
    { ...count({ key: 'bounces', label: 'Bounces', column: 'bounced' }), better: 'down' },
    { ...money({ key: 'revenue', label: 'Revenue', column: 'revenue', better: 'up' }), extra: true },
    { ...count({ key: 'orders', label: 'Orders', column: 'orders' }), extra: true },
    {
      ...ratio(
        { key: 'average_order_value', label: 'Average order value', unit: 'currency', better: 'up' },
        ...(['revenue', 'orders_with_revenue'] as const),
      ),
      extra: true,
    },
    {
      ...ratio(
        { key: 'revenue_per_email', label: 'Revenue per email', unit: 'currency', better: 'up' },
        ...(['attributed_revenue', 'received'] as const),
      ),
      extra: true,
    },
    { ...ofPeople({ key: 'people_opened', label: 'People who opened', column: 'people_opened' }), extra: true },
    { ...ofPeople({ key: 'people_clicked', label: 'People who clicked', column: 'people_clicked' }), extra: true },
    {
      ...count({ key: 'abuse_reports', label: 'Abuse reports', column: 'marked_as_spam' }),
      ...({ better: 'down', extra: true } as const),
    },
  ],
  dimensions: [
    { key: 'campaign', label: 'Campaign', columns: ['emails_received', 'opens', 'clicks', 'attributed_revenue'] },
    { key: 'flow', label: 'Flow', columns: ['emails_received', 'opens', 'clicks', 'attributed_revenue'] },
  ],
};
