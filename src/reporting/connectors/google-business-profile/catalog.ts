import type { DimensionDescription } from '../../documents/model.ts';
import { type AdMetric, type Columns, count } from '../hosted/ad-figures.ts';
import type { Catalog } from '../hosted/choice.ts';

/** The columns that make up impressions, and what they are called. */
export const platforms = [
  ['BUSINESS_IMPRESSIONS_MOBILE_SEARCH', 'Google Search – mobile'],
  ['BUSINESS_IMPRESSIONS_DESKTOP_SEARCH', 'Google Search – desktop'],
  ['BUSINESS_IMPRESSIONS_MOBILE_MAPS', 'Google Maps – mobile'],
  ['BUSINESS_IMPRESSIONS_DESKTOP_MAPS', 'Google Maps – desktop'],
] as const;

const impressions = platforms.map(([column]) => column);
const shown = { columns: ['impressions'] };

/** The sum of those that are there; null without any. */
function seen(columns: Columns): number | null {
  const texts = impressions.flatMap((name) => columns[name] ?? []);
  return texts.length === 0 ? null : texts.reduce((sum, text) => sum + Number(text), 0);
}

/** What Google Business Profile offers of a location. */
export const businessCatalog: Catalog<AdMetric, DimensionDescription> = {
  leading: ['impressions', 'website_clicks', 'call_clicks'],
  metrics: [
    {
      ...{ key: 'impressions', label: 'Profile views', unit: 'count', decimals: null, better: 'up', additive: true },
      ...{ columns: impressions, read: seen },
    },
    count({ key: 'website_clicks', label: 'Website clicks', column: 'WEBSITE_CLICKS' }),
    count({ key: 'call_clicks', label: 'Calls', column: 'CALL_CLICKS' }),
    count({ key: 'direction_requests', label: 'Direction requests', column: 'BUSINESS_DIRECTION_REQUESTS' }),
    {
      ...count({ key: 'conversations', label: 'Message conversations', column: 'BUSINESS_CONVERSATIONS' }),
      extra: true,
    },
    { ...count({ key: 'bookings', label: 'Bookings', column: 'BUSINESS_BOOKINGS' }), extra: true },
    { ...count({ key: 'food_orders', label: 'Food orders', column: 'BUSINESS_FOOD_ORDERS' }), extra: true },
  ],
  dimensions: [
    { key: 'platform', label: 'Platform', ...shown },
    { key: 'query', label: 'Search term', ...shown },
  ],
};
