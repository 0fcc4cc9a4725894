import type { DimensionDescription } from '../../documents/model.ts';
import { type AdMetric, count, money, ratio } from '../hosted/ad-figures.ts';
import { advertising, type Catalog, pairsBetween } from '../hosted/choice.ts';
import { adName, adNameFields } from './ad-names.ts';
import { type AdsRow, textAt } from './rows.ts';

/** What every metric is made of. */
export type AdsColumn = 'cost' | 'impressions' | 'clicks' | 'conversions' | 'conversions_value';

export interface AdsDimension extends DimensionDescription {
  /** The resource whose rows have the values. */
  readonly from: string;
  /** What to select. */
  readonly fields: readonly string[];
  /** The value of a row; null for a missing one. */
  valueOf(row: AdsRow): string | null;
  /** What Google has by it; everything if absent. */
  readonly figures?: readonly AdsColumn[];
  /** Whether values are ids of countries. */
  readonly isCountry?: true;
  /** Whether Google leaves out rare values. */
  readonly isWithheld?: true;
}

const perCost = { unit: 'currency', better: 'down' } as const;

/** What Google Ads offers, under its own names. */
export const adsCatalog: Catalog<AdMetric, AdsDimension> = {
  leading: ['cost', 'conversions', 'clicks'],
  advertising: advertising('cost', 'conversions'),
  metrics: [
    money({ key: 'cost', label: 'Cost', column: 'cost', better: 'none' }),
    count({ key: 'impressions', label: 'Impressions', column: 'impressions' }),
    count({ key: 'clicks', label: 'Clicks', column: 'clicks' }),
    ratio({ key: 'ctr', label: 'CTR', unit: 'percent', better: 'up' }, 'clicks', 'impressions'),
    ratio({ key: 'average_cpc', label: 'Average CPC', ...perCost }, 'cost', 'clicks'),
    // Fractions, where several clicks share a conversion.
    { ...count({ key: 'conversions', label: 'Conversions', column: 'conversions' }), unit: 'number', decimals: 2 },
    ratio({ key: 'cost_per_conversion', label: 'Cost per conversion', ...perCost }, 'cost', 'conversions'),
    money({ key: 'conversions_value', label: 'Conversion value', column: 'conversions_value', better: 'up' }),
    {
      ...ratio({ key: 'roas', label: 'ROAS', unit: 'number', better: 'up' }, 'conversions_value', 'cost'),
      decimals: 2,
    },
    { ...ratio({ key: 'average_cpm', label: 'Average CPM', ...perCost }, 'cost', 'impressions', 1000), extra: true },
    {
      ...ratio(
        { key: 'value_per_conversion', label: 'Value per conversion', unit: 'currency', better: 'up' },
        'conversions_value',
        'conversions',
      ),
      extra: true,
    },
  ],
  dimensions: [
    { key: 'campaign', label: 'Campaign', ...named('campaign', 'campaign.name') },
    { key: 'channel', label: 'Channel', ...coded('campaign', 'campaign.advertising_channel_type') },
    { key: 'device', label: 'Device', ...coded('customer', 'segments.device') },
    {
      key: 'country',
      label: 'Country',
      ...named('user_location_view', 'user_location_view.country_criterion_id'),
      isCountry: true,
    },
    { key: 'ad_group', label: 'Ad group', ...named('ad_group', 'campaign.name', 'ad_group.name') },
    {
      key: 'query',
      label: 'Search term',
      ...named('campaign_search_term_view', 'campaign_search_term_view.search_term'),
      isWithheld: true,
    },
    { key: 'ad', label: 'Ad', from: 'ad_group_ad', fields: adNameFields, valueOf: adName, pictures: true, extra: true },
    {
      key: 'conversion_action',
      label: 'Conversion action',
      ...named('customer', 'segments.conversion_action_name'),
      figures: ['conversions', 'conversions_value'],
      columns: ['conversions', 'conversions_value'],
      extra: true,
    },
    { key: 'network', label: 'Network', ...coded('customer', 'segments.ad_network_type'), extra: true },
    { key: 'keyword', label: 'Keyword', ...named('keyword_view', 'ad_group_criterion.keyword.text'), extra: true },
    {
      key: 'landing_page',
      label: 'Landing page',
      ...named('landing_page_view', 'landing_page_view.unexpanded_final_url'),
      extra: true,
    },
    {
      key: 'product',
      label: 'Product',
      ...named('shopping_performance_view', 'segments.product_title'),
      extra: true,
    },
  ],
  // What campaigns, ad groups and ads have rows of, and what splits these.
  pairs: [
    ...pairsBetween(['campaign', 'channel', 'ad_group', 'ad'], ['device', 'network']),
    ...pairsBetween(['campaign', 'channel'], ['conversion_action']),
    ['device', 'network'],
  ],
};

/** Values as the account has them; those of several fields are shown together. */
function named(from: string, ...fields: string[]): Pick<AdsDimension, 'from' | 'fields' | 'valueOf'> {
  return {
    from,
    fields,
    valueOf: (row) => {
      const texts = fields.map((field) => textAt(row, field));
      return texts.every((text) => text === null) ? null : texts.map((text) => text ?? '–').join(' / ');
    },
  };
}

/** Values that are codes, such as `PERFORMANCE_MAX`, are shown as Google Ads shows them. */
function coded(from: string, field: string): Pick<AdsDimension, 'from' | 'fields' | 'valueOf'> {
  return { from, fields: [field], valueOf: (row) => nameOfCode(textAt(row, field)) };
}

const names: Readonly<Record<string, string>> = {
  MULTI_CHANNEL: 'App',
  PERFORMANCE_MAX: 'Performance Max',
  DEMAND_GEN: 'Demand Gen',
  CONNECTED_TV: 'Connected TV',
  CONTENT: 'Display Network',
  YOUTUBE: 'YouTube',
  YOUTUBE_SEARCH: 'YouTube Search',
  YOUTUBE_WATCH: 'YouTube Videos',
  GOOGLE_TV: 'Google TV',
  GOOGLE_OWNED_CHANNELS: 'Google-owned channels',
  MIXED: 'Cross-network',
};

function nameOfCode(code: string | null): string | null {
  if (code === null || code === 'UNSPECIFIED' || code === 'UNKNOWN') return null;
  const words = code.toLowerCase().replaceAll('_', ' ');
  return names[code] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
