import type { DimensionDescription, MetricDescription } from '../../documents/model.ts';
import { type Catalog, pairsAmong } from '../hosted/choice.ts';

export interface AnalyticsMetric extends MetricDescription {
  /** Google's name. */
  readonly name: string;
  /** Of the products of an event: they go with no other metrics, and by no other dimensions. */
  readonly ofItems?: true;
}

export interface AnalyticsDimension extends DimensionDescription {
  readonly name: string;
  /** What to show for values that have words. */
  readonly names?: Readonly<Record<string, string>>;
  readonly ofItems?: true;
}

const count = { unit: 'count', decimals: null, better: 'up', additive: true } as const;
const people = { ...count, additive: false } as const;
const amount = { ...count, unit: 'currency' } as const;
const rate = { unit: 'percent', decimals: null, better: 'up', additive: false } as const;
/** A session has several pages and events. */
const session = { ...count, not_additive_by: ['page', 'page_title', 'event', 'host'] } as const;

const visitorKinds = { new: 'New', returning: 'Returning' } as const;

/** What Google Analytics offers, by its own names (https://developers.google.com/analytics/devguides/reporting/data/v1/api-schema). */
export const analyticsCatalog: Catalog<AnalyticsMetric, AnalyticsDimension> = {
  leading: ['sessions', 'total_users', 'key_events'],
  metrics: [
    { key: 'sessions', label: 'Sessions', name: 'sessions', ...session },
    { key: 'total_users', label: 'Total users', name: 'totalUsers', ...people },
    { key: 'new_users', label: 'New users', name: 'newUsers', ...people },
    { key: 'screen_page_views', label: 'Views', name: 'screenPageViews', ...count },
    { key: 'engagement_rate', label: 'Engagement rate', name: 'engagementRate', ...rate },
    {
      key: 'average_session_duration',
      label: 'Average session duration',
      name: 'averageSessionDuration',
      ...rate,
      unit: 'duration',
    },
    { key: 'key_events', label: 'Key events', name: 'keyEvents', ...count },
    { key: 'total_revenue', label: 'Total revenue', name: 'totalRevenue', ...amount },
    { key: 'active_users', label: 'Active users', name: 'activeUsers', ...people, extra: true },
    { key: 'engaged_sessions', label: 'Engaged sessions', name: 'engagedSessions', ...session, extra: true },
    { key: 'bounce_rate', label: 'Bounce rate', name: 'bounceRate', ...rate, better: 'down', extra: true },
    {
      key: 'screen_page_views_per_session',
      label: 'Views per session',
      name: 'screenPageViewsPerSession',
      ...rate,
      unit: 'number',
      extra: true,
    },
    { key: 'event_count', label: 'Events', name: 'eventCount', ...count, extra: true },
    {
      key: 'session_key_event_rate',
      label: 'Session key event rate',
      name: 'sessionKeyEventRate',
      ...rate,
      extra: true,
    },
    { key: 'ecommerce_purchases', label: 'Purchases', name: 'ecommercePurchases', ...count, extra: true },
    { key: 'purchase_revenue', label: 'Purchase revenue', name: 'purchaseRevenue', ...amount, extra: true },
    {
      key: 'average_purchase_revenue',
      label: 'Average purchase revenue',
      name: 'averagePurchaseRevenue',
      ...rate,
      unit: 'currency',
      extra: true,
    },
    { key: 'add_to_carts', label: 'Add to carts', name: 'addToCarts', ...count, extra: true },
    { key: 'checkouts', label: 'Checkouts', name: 'checkouts', ...count, extra: true },
    { key: 'total_purchasers', label: 'Total purchasers', name: 'totalPurchasers', ...people, extra: true },
    { key: 'items_viewed', label: 'Items viewed', name: 'itemsViewed', ...count, ofItems: true, extra: true },
    {
      key: 'items_added_to_cart',
      label: 'Items added to cart',
      name: 'itemsAddedToCart',
      ...count,
      ofItems: true,
      extra: true,
    },
    { key: 'items_purchased', label: 'Items purchased', name: 'itemsPurchased', ...count, ofItems: true, extra: true },
    { key: 'item_revenue', label: 'Item revenue', name: 'itemRevenue', ...amount, ofItems: true, extra: true },
  ],
  dimensions: [
    { key: 'channel', label: 'Channel', name: 'sessionDefaultChannelGroup' },
    { key: 'page', label: 'Page', name: 'pagePath', columns: ['screen_page_views', 'total_users'] },
    { key: 'device', label: 'Device', name: 'deviceCategory' },
    { key: 'country', label: 'Country', name: 'country' },
    { key: 'source_medium', label: 'Source / medium', name: 'sessionSourceMedium' },
    { key: 'campaign', label: 'Campaign', name: 'sessionCampaignName' },
    { key: 'landing_page', label: 'Landing page', name: 'landingPage', extra: true },
    { key: 'visitor_kind', label: 'New or returning', name: 'newVsReturning', names: visitorKinds, extra: true },
    { key: 'page_title', label: 'Page title', name: 'pageTitle', extra: true },
    { key: 'event', label: 'Event', name: 'eventName', extra: true },
    { key: 'host', label: 'Host name', name: 'hostName', extra: true },
    { key: 'source', label: 'Source', name: 'sessionSource', extra: true },
    { key: 'region', label: 'Region', name: 'region', extra: true },
    { key: 'city', label: 'City', name: 'city', extra: true },
    { key: 'language', label: 'Language', name: 'language', extra: true },
    { key: 'browser', label: 'Browser', name: 'browser', extra: true },
    { key: 'os', label: 'Operating system', name: 'operatingSystem', extra: true },
    { key: 'product', label: 'Product', name: 'itemName', ofItems: true, extra: true },
  ],
  // Products do not go together with what is of sessions and events.
  pairs: pairsAmong([
    ...['channel', 'page', 'device', 'country', 'source_medium', 'campaign', 'landing_page', 'visitor_kind'],
    ...['page_title', 'event', 'host', 'source', 'region', 'city', 'language', 'browser', 'os'],
  ]),
};
