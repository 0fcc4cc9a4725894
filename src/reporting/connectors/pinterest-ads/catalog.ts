import type { DimensionDescription } from '../../documents/model.ts';
import { type AdMetric, count, money, people, ratio } from '../hosted/ad-figures.ts';
import { advertising, type Catalog } from '../hosted/choice.ts';

export interface PinterestDimension extends DimensionDescription {
  /** How Pinterest names it among what ads are targeted by; absent for campaigns and ads. */
  readonly targeting?: 'COUNTRY' | 'APPTYPE' | 'AGE_BUCKET' | 'GENDER';
}

/** What Pinterest offers, paid and earned together; rates are worked out from the counts. */
export const pinterestAdsCatalog: Catalog<AdMetric, PinterestDimension> = {
  leading: ['spend', 'pin_clicks', 'conversions'],
  advertising: advertising('spend', 'conversions'),
  metrics: [
    count({ key: 'impressions', label: 'Impressions', column: 'TOTAL_IMPRESSION' }),
    count({ key: 'pin_clicks', label: 'Pin clicks', column: 'TOTAL_CLICKTHROUGH' }),
    money({ key: 'spend', label: 'Amount spent', column: 'SPEND_IN_MICRO_DOLLAR', better: 'none' }),
    ratio({ key: 'ctr', label: 'CTR', unit: 'percent', better: 'up' }, 'TOTAL_CLICKTHROUGH', 'TOTAL_IMPRESSION'),
    ratio(
      { key: 'cpc', label: 'CPC', unit: 'currency', better: 'down' },
      'SPEND_IN_MICRO_DOLLAR',
      'TOTAL_CLICKTHROUGH',
    ),
    count({ key: 'conversions', label: 'Conversions', column: 'TOTAL_CONVERSIONS' }),
    ratio(
      { key: 'cost_per_conversion', label: 'Cost per conversion', unit: 'currency', better: 'down' },
      'SPEND_IN_MICRO_DOLLAR',
      'TOTAL_CONVERSIONS',
    ),
    people({ key: 'reach', label: 'Reach', column: 'TOTAL_IMPRESSION_USER' }),
    count({ key: 'engagements', label: 'Engagements', column: 'TOTAL_ENGAGEMENT' }),
    { ...count({ key: 'checkouts', label: 'Checkouts', column: 'TOTAL_CHECKOUT' }), extra: true },
    {
      ...money({
        ...{ key: 'checkout_value', label: 'Conversion value', better: 'up' },
        column: 'TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR',
      }),
      extra: true,
    },
    {
      ...ratio(
        { key: 'roas', label: 'ROAS', unit: 'number', better: 'up' },
        'TOTAL_CHECKOUT_VALUE_IN_MICRO_DOLLAR',
        'SPEND_IN_MICRO_DOLLAR',
      ),
      extra: true,
    },
    {
      ...ratio(
        { key: 'cpm', label: 'CPM', unit: 'currency', better: 'down' },
        'SPEND_IN_MICRO_DOLLAR',
        'TOTAL_IMPRESSION',
        1000,
      ),
      extra: true,
    },
    { ...count({ key: 'video_views', label: 'Video views', column: 'TOTAL_VIDEO_MRC_VIEWS' }), extra: true },
  ],
  dimensions: [
    { key: 'campaign', label: 'Campaign' },
    { key: 'ad', label: 'Ad', pictures: true, extra: true },
    { key: 'country', label: 'Country', targeting: 'COUNTRY' },
    { key: 'device', label: 'Device', targeting: 'APPTYPE' },
    { key: 'age', label: 'Age', targeting: 'AGE_BUCKET', extra: true },
    { key: 'gender', label: 'Gender', targeting: 'GENDER', extra: true },
  ],
};
