import type { DimensionDescription } from '../../documents/model.ts';
import { type AdMetric, count, money, people, ratio } from '../hosted/ad-figures.ts';
import { advertising, type Catalog } from '../hosted/choice.ts';

interface TikTokDimension extends DimensionDescription {
  readonly name: string;
  /** Whether it is of the audience, by which TikTok has fewer figures (`columnsOfAudience`). */
  readonly ofAudience?: true;
}

/** Figures that TikTok has by its audience, too. */
export const columnsOfAudience: ReadonlySet<string> = new Set(['spend', 'impressions', 'clicks', 'conversion']);

/** What TikTok offers, by its own names; rates are worked out from them, as TikTok rounds its own. */
export const tikTokAdsCatalog: Catalog<AdMetric, TikTokDimension> = {
  leading: ['spend', 'clicks', 'conversion'],
  advertising: advertising('spend', 'conversion'),
  metrics: [
    count({ key: 'impressions', label: 'Impressions', column: 'impressions' }),
    count({ key: 'clicks', label: 'Clicks', column: 'clicks' }),
    money({ key: 'spend', label: 'Cost', column: 'spend', better: 'none' }),
    ratio({ key: 'ctr', label: 'Click-through rate', unit: 'percent', better: 'up' }, 'clicks', 'impressions'),
    ratio({ key: 'cpc', label: 'Cost per click', unit: 'currency', better: 'down' }, 'spend', 'clicks'),
    count({ key: 'conversion', label: 'Conversions', column: 'conversion' }),
    ratio(
      { key: 'cost_per_conversion', label: 'Cost per conversion', unit: 'currency', better: 'down' },
      'spend',
      'conversion',
    ),
    people({ key: 'reach', label: 'Reach', column: 'reach' }),
    count({ key: 'video_play_actions', label: 'Video views', column: 'video_play_actions' }),
    {
      ...ratio(
        { key: 'cpm', label: 'Cost per 1,000 impressions', unit: 'currency', better: 'down' },
        'spend',
        'impressions',
        1000,
      ),
      extra: true,
    },
    {
      ...ratio(
        { key: 'conversion_rate', label: 'Conversion rate', unit: 'percent', better: 'up' },
        'conversion',
        'clicks',
      ),
      extra: true,
    },
    {
      ...ratio({ key: 'frequency', label: 'Frequency', unit: 'number', better: 'none' }, 'impressions', 'reach'),
      extra: true,
    },
    ...[
      ['video_watched_2s', 'Video views of 2 seconds'],
      ['video_watched_6s', 'Video views of 6 seconds'],
      ['video_views_p100', 'Video completions'],
      ['likes', 'Likes'],
      ['comments', 'Comments'],
      ['shares', 'Shares'],
      ['follows', 'Follows'],
      ['profile_visits', 'Profile visits'],
    ].map(([key = '', label = '']) => ({ ...count({ key, label, column: key }), extra: true as const })),
  ],
  dimensions: [
    { key: 'campaign', label: 'Campaign', name: 'campaign_id' },
    { key: 'ad', label: 'Ad', name: 'ad_id', pictures: true, extra: true },
    { key: 'country', label: 'Country', name: 'country_code', ofAudience: true },
    { key: 'device', label: 'Device', name: 'platform', ofAudience: true },
  ],
};
