import type { DimensionDescription } from '../../documents/model.ts';
import { type AdMetric, count, people as ofPeople, ratio } from '../hosted/ad-figures.ts';
import type { Catalog } from '../hosted/choice.ts';

/** One person opens or clicks in several campaigns: such counts are those of a single campaign only. */
export const people: ReadonlySet<string> = new Set(['unique_opens', 'unique_clicks']);

/** What Mailchimp offers of campaigns. Rates are those of all mails that were delivered, as Mailchimp works out its own. */
export const mailchimpCatalog: Catalog<AdMetric, DimensionDescription> = {
  leading: ['emails_sent', 'opens', 'clicks'],
  metrics: [
    count({ key: 'campaigns', label: 'Campaigns sent', column: 'campaigns' }),
    { ...count({ key: 'emails_sent', label: 'Emails sent', column: 'emails_sent' }), better: 'none' },
    ratio({ key: 'open_rate', label: 'Open rate', unit: 'percent', better: 'up' }, 'opened', 'delivered'),
    ratio({ key: 'click_rate', label: 'Click rate', unit: 'percent', better: 'up' }, 'clicked', 'delivered'),
    count({ key: 'opens', label: 'Total opens', column: 'opens_total' }),
    count({ key: 'clicks', label: 'Total clicks', column: 'clicks_total' }),
    { ...count({ key: 'unsubscribed', label: 'Unsubscribes', column: 'unsubscribed' }), better: 'down' },
    { ...count({ key: 'bounces', label: 'Bounces', column: 'bounces' }), better: 'down' },
    { ...count({ key: 'delivered', label: 'Successful deliveries', column: 'delivered' }), extra: true },
    { ...ofPeople({ key: 'unique_opens', label: 'Unique opens', column: 'unique_opens' }), extra: true },
    { ...ofPeople({ key: 'unique_clicks', label: 'Unique clicks', column: 'unique_clicks' }), extra: true },
    {
      ...ratio({ key: 'bounce_rate', label: 'Bounce rate', unit: 'percent', better: 'down' }, 'bounces', 'emails_sent'),
      extra: true,
    },
    {
      ...ratio(
        { key: 'unsubscribe_rate', label: 'Unsubscribe rate', unit: 'percent', better: 'down' },
        ...(['unsubscribed', 'delivered'] as const),
      ),
      extra: true,
    },
    {
      ...count({ key: 'abuse_reports', label: 'Abuse reports', column: 'abuse_reports' }),
      ...({ better: 'down', extra: true } as const),
    },
  ],
  dimensions: [
    { key: 'campaign', label: 'Campaign', columns: ['emails_sent', 'open_rate', 'click_rate', 'unsubscribed'] },
    { key: 'audience', label: 'Audience' },
  ],
};
