import type { DimensionDescription, MetricDescription } from '../../documents/model.ts';
import type { Catalog } from '../hosted/choice.ts';

interface PlausibleMetric extends MetricDescription {
  /** Of visits: the system does not compute it by what belongs to single events. */
  readonly ofVisits?: true;
  /** What the system's figure is divided by. */
  readonly divisor?: number;
}

interface PlausibleDimension extends DimensionDescription {
  /** The system's names; the values of several are shown together. */
  readonly names: readonly string[];
  readonly ofEvents?: true;
}

const count = { unit: 'count', decimals: null, better: 'up' } as const;
/** A visit has several pages, and may reach several goals. */
const severalInAVisit = ['page', 'goal'] as const;

/** What Plausible offers, by its own names. */
export const plausibleCatalog: Catalog<PlausibleMetric, PlausibleDimension> = {
  metrics: [
    { key: 'visitors', label: 'Visitors', ...count, additive: false },
    { key: 'visits', label: 'Visits', ...count, additive: true, not_additive_by: severalInAVisit },
    { key: 'pageviews', label: 'Pageviews', ...count, additive: true, not_additive_by: ['goal'] },
    {
      key: 'views_per_visit',
      label: 'Views per visit',
      unit: 'number',
      decimals: 2,
      better: 'up',
      additive: false,
      ofVisits: true,
    },
    {
      key: 'bounce_rate',
      label: 'Bounce rate',
      unit: 'percent',
      decimals: null,
      better: 'down',
      additive: false,
      ofVisits: true,
      divisor: 100,
    },
    {
      key: 'visit_duration',
      label: 'Visit duration',
      unit: 'duration',
      decimals: null,
      better: 'up',
      additive: false,
      ofVisits: true,
    },
    { key: 'events', label: 'Events', ...count, additive: true, not_additive_by: ['goal'], extra: true },
  ],
  dimensions: [
    { key: 'channel', label: 'Channel', names: ['visit:channel'] },
    { key: 'page', label: 'Page', names: ['event:page'], ofEvents: true, columns: ['pageviews', 'visitors'] },
    { key: 'device', label: 'Device', names: ['visit:device'] },
    { key: 'country', label: 'Country', names: ['visit:country_name'] },
    { key: 'source_medium', label: 'Source / medium', names: ['visit:source', 'visit:utm_medium'] },
    { key: 'campaign', label: 'Campaign', names: ['visit:utm_campaign'] },
    { key: 'landing_page', label: 'Landing page', names: ['visit:entry_page'], extra: true },
    { key: 'source', label: 'Source', names: ['visit:source'], extra: true },
    { key: 'referrer', label: 'Referrer', names: ['visit:referrer'], extra: true },
    { key: 'region', label: 'Region', names: ['visit:region_name'], extra: true },
    { key: 'city', label: 'City', names: ['visit:city_name'], extra: true },
    { key: 'browser', label: 'Browser', names: ['visit:browser'], extra: true },
    { key: 'os', label: 'Operating system', names: ['visit:os'], extra: true },
    { key: 'goal', label: 'Goal', names: ['event:goal'], ofEvents: true, extra: true },
  ],
};
