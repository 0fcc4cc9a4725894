import type { DimensionDescription } from '../../documents/model.ts';
import { type AdMetric, count, money, ratio } from '../hosted/ad-figures.ts';
import { advertising, type Catalog } from '../hosted/choice.ts';

/** What Amazon offers, by plain names, as its kinds of advertisements have columns of their own (`reports.ts`). */
export const amazonAdsCatalog: Catalog<AdMetric, DimensionDescription> = {
  leading: ['cost', 'sales', 'purchases'],
  advertising: advertising('cost', 'purchases'),
  metrics: [
    count({ key: 'impressions', label: 'Impressions', column: 'impressions' }),
    count({ key: 'clicks', label: 'Clicks', column: 'clicks' }),
    money({ key: 'cost', label: 'Cost', column: 'cost', better: 'none' }),
    ratio({ key: 'ctr', label: 'CTR', unit: 'percent', better: 'up' }, 'clicks', 'impressions'),
    ratio({ key: 'cpc', label: 'CPC', unit: 'currency', better: 'down' }, 'cost', 'clicks'),
    count({ key: 'purchases', label: 'Orders', column: 'purchases' }),
    money({ key: 'sales', label: 'Sales', column: 'sales', better: 'up' }),
    ratio({ key: 'acos', label: 'ACOS', unit: 'percent', better: 'down' }, 'cost', 'sales'),
    ratio({ key: 'roas', label: 'ROAS', unit: 'number', better: 'up' }, 'sales', 'cost'),
    {
      ...ratio(
        { key: 'conversion_rate', label: 'Conversion rate', unit: 'percent', better: 'up' },
        'purchases',
        'clicks',
      ),
      extra: true,
    },
    {
      ...ratio({ key: 'cpm', label: 'CPM', unit: 'currency', better: 'down' }, 'cost', 'impressions', 1000),
      extra: true,
    },
  ],
  dimensions: [
    { key: 'campaign', label: 'Campaign' },
    { key: 'ad_type', label: 'Ad type' },
  ],
};
