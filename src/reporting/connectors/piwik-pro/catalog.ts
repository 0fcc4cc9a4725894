import type { DimensionDescription } from '../../documents/model.ts';
import { type AdMetric, count, money, people as ofPeople, ratio } from '../hosted/ad-figures.ts';
import type { Catalog } from '../hosted/choice.ts';

/** A column as Piwik PRO is asked for it. */
export interface PiwikColumn {
  readonly column_id: string;
  readonly transformation_id?: string;
}

interface PiwikColumnOfMetrics extends PiwikColumn {
  /**
   * What it is counted from. Piwik PRO works out a whole query from events as soon as one column needs them, and sums of
   * sessions are wrong then: those of the one and the other are asked for apart.
   */
  readonly scope: 'session' | 'event';
}

/** Columns by the names that metrics have for them. */
export const piwikColumns: Readonly<Record<string, PiwikColumnOfMetrics>> = {
  visitors: { column_id: 'visitors', scope: 'session' },
  sessions: { column_id: 'sessions', scope: 'session' },
  page_views: { column_id: 'page_views', scope: 'session' },
  bounces: { column_id: 'bounces', scope: 'session' },
  session_time: { column_id: 'session_total_time', transformation_id: 'sum', scope: 'session' },
  goal_conversions: { column_id: 'goal_conversions', scope: 'session' },
  orders: { column_id: 'ecommerce_conversions', scope: 'session' },
  revenue: { column_id: 'revenue', transformation_id: 'sum', scope: 'event' },
};

/** Columns that count people. */
export const people: ReadonlySet<string> = new Set(['visitors']);

interface PiwikDimension extends DimensionDescription, PiwikColumn {
  /** The columns that have figures by it, where it is one of events; all of them otherwise. */
  readonly ofEvents?: readonly string[];
}

const seconds = { key: 'average_session_time', label: 'Average session duration', unit: 'duration' } as const;

/** What Piwik PRO offers, by the columns of its Query API. */
export const piwikCatalog: Catalog<AdMetric, PiwikDimension> = {
  leading: ['sessions', 'page_views', 'goal_conversions'],
  metrics: [
    ofPeople({ key: 'visitors', label: 'Visitors', column: 'visitors' }),
    { ...count({ key: 'sessions', label: 'Sessions', column: 'sessions' }), not_additive_by: ['page'] },
    count({ key: 'page_views', label: 'Pageviews', column: 'page_views' }),
    ratio({ key: 'bounce_rate', label: 'Bounce rate', unit: 'percent', better: 'down' }, 'bounces', 'sessions'),
    ratio({ ...seconds, better: 'up' }, 'session_time', 'sessions'),
    count({ key: 'goal_conversions', label: 'Conversions', column: 'goal_conversions' }),
    count({ key: 'orders', label: 'Orders', column: 'orders' }),
    money({ key: 'revenue', label: 'Revenue', column: 'revenue', better: 'up' }),
    {
      ...ratio(
        { key: 'average_order_value', label: 'Average order value', unit: 'currency', better: 'up' },
        ...(['revenue', 'orders'] as const),
      ),
      extra: true,
    },
    {
      ...ratio(
        { key: 'page_views_per_session', label: 'Pageviews per session', unit: 'number', better: 'up' },
        ...(['page_views', 'sessions'] as const),
      ),
      ...({ decimals: 1, extra: true } as const),
    },
  ],
  dimensions: [
    { key: 'channel', label: 'Channel', column_id: 'referrer_type' },
    { key: 'source_medium', label: 'Source / medium', column_id: 'source_medium' },
    { key: 'landing_page', label: 'Landing page', column_id: 'session_entry_url', transformation_id: 'to_path' },
    { key: 'device', label: 'Device', column_id: 'device_type' },
    { key: 'country', label: 'Country', column_id: 'location_country_name' },
    { key: 'campaign', label: 'Campaign', column_id: 'campaign_name' },
    {
      ...{ key: 'page', label: 'Page', column_id: 'event_url', transformation_id: 'to_path' },
      ...{ ofEvents: ['page_views', 'visitors', 'sessions'], columns: ['page_views', 'visitors'] },
    },
    {
      ...{ key: 'goal', label: 'Goal', column_id: 'goal_uuid', ofEvents: ['goal_conversions'] },
      ...{ columns: ['goal_conversions'], extra: true },
    },
    { key: 'new_or_returning', label: 'New or returning', column_id: 'visitor_returning', extra: true },
    { key: 'browser', label: 'Browser', column_id: 'browser_name', extra: true },
    { key: 'city', label: 'City', column_id: 'location_city_name', extra: true },
  ],
};
