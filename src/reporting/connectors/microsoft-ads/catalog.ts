import type { DimensionDescription } from '../../documents/model.ts';
import { type AdMetric, count, money, ratio } from '../hosted/ad-figures.ts';
import { advertising, type Catalog } from '../hosted/choice.ts';

export interface MicrosoftDimension extends DimensionDescription {
  readonly report: 'Account' | 'Campaign' | 'Keyword' | 'SearchQuery' | 'UserLocation';
  readonly column: string;
}

/** What Microsoft Advertising offers, by its own names; rates are worked out from them, as Microsoft rounds its own. */
export const microsoftAdsCatalog: Catalog<AdMetric, MicrosoftDimension> = {
  leading: ['spend', 'clicks', 'conversions'],
  advertising: advertising('spend', 'conversions'),
  metrics: [
    count({ key: 'impressions', label: 'Impressions', column: 'Impressions' }),
    count({ key: 'clicks', label: 'Clicks', column: 'Clicks' }),
    money({ key: 'spend', label: 'Cost', column: 'Spend', better: 'none' }),
    ratio({ key: 'ctr', label: 'CTR', unit: 'percent', better: 'up' }, 'Clicks', 'Impressions'),
    ratio({ key: 'average_cpc', label: 'Average CPC', unit: 'currency', better: 'down' }, 'Spend', 'Clicks'),
    count({ key: 'conversions', label: 'Conversions', column: 'ConversionsQualified' }),
    ratio(
      { key: 'cost_per_conversion', label: 'Cost per conversion', unit: 'currency', better: 'down' },
      'Spend',
      'ConversionsQualified',
    ),
    money({ key: 'revenue', label: 'Revenue', column: 'Revenue', better: 'up' }),
    ratio({ key: 'return_on_ad_spend', label: 'ROAS', unit: 'number', better: 'up' }, 'Revenue', 'Spend'),
    {
      ...ratio(
        { key: 'conversion_rate', label: 'Conversion rate', unit: 'percent', better: 'up' },
        'ConversionsQualified',
        'Clicks',
      ),
      extra: true,
    },
    {
      ...ratio(
        { key: 'average_cpm', label: 'Average CPM', unit: 'currency', better: 'down' },
        'Spend',
        'Impressions',
        1000,
      ),
      extra: true,
    },
  ],
  dimensions: [
    { key: 'campaign', label: 'Campaign', report: 'Campaign', column: 'CampaignName' },
    { key: 'device', label: 'Device', report: 'Account', column: 'DeviceType' },
    { key: 'network', label: 'Network', report: 'Account', column: 'Network' },
    { key: 'country', label: 'Country', report: 'UserLocation', column: 'Country' },
    { key: 'keyword', label: 'Keyword', report: 'Keyword', column: 'Keyword', extra: true },
    { key: 'query', label: 'Search term', report: 'SearchQuery', column: 'SearchQuery', extra: true },
  ],
};
