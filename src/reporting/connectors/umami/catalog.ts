import type { DimensionDescription, MetricDescription } from '../../documents/model.ts';
import type { Catalog } from '../hosted/choice.ts';

/** The counts of a period or a group, as Umami has them; `totaltime` in seconds. */
export interface UmamiCounts {
  readonly pageviews: number;
  readonly visitors: number;
  readonly visits: number;
  readonly bounces: number;
  readonly totaltime: number;
}

interface UmamiMetric extends MetricDescription {
  /** Whether it is of bounces or durations, which Umami does not count by what belongs to single pageviews. */
  readonly ofVisits?: true;
  /** Whether Umami counts it by hour: visits and visitors of hours are those of a day several times. */
  readonly hourly?: true;
  read(counts: UmamiCounts): number | null;
}

interface UmamiDimension extends DimensionDescription {
  /** Umami's word for it. */
  readonly type: string;
  readonly ofPageviews?: true;
  /** Whether it has visitors and visits alone: whose pageviews are counted depends on Umami's database. */
  readonly ofEntries?: true;
}

const count = { unit: 'count', decimals: null, better: 'up' } as const;
const mean = { decimals: null, additive: false } as const;
const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);
/** A visit has several pages, and may come back from several places. */
const severalInAVisit = ['page', 'channel', 'campaign', 'referrer'] as const;

/** What Umami offers, by its own names. */
export const umamiCatalog: Catalog<UmamiMetric, UmamiDimension> = {
  metrics: [
    { key: 'visitors', label: 'Visitors', ...count, additive: false, read: ({ visitors }) => visitors },
    {
      key: 'visits',
      label: 'Visits',
      ...count,
      additive: true,
      not_additive_by: severalInAVisit,
      read: ({ visits }) => visits,
    },
    { key: 'pageviews', label: 'Views', ...count, additive: true, hourly: true, read: ({ pageviews }) => pageviews },
    {
      key: 'bounce_rate',
      label: 'Bounce rate',
      ...mean,
      unit: 'percent',
      better: 'down',
      ofVisits: true,
      read: ({ bounces, visits }) => ratio(bounces, visits),
    },
    {
      key: 'visit_duration',
      label: 'Visit duration',
      ...mean,
      unit: 'duration',
      better: 'up',
      ofVisits: true,
      read: ({ totaltime, visits }) => ratio(totaltime, visits),
    },
    {
      key: 'views_per_visit',
      label: 'Views per visit',
      ...mean,
      unit: 'number',
      better: 'up',
      extra: true,
      read: ({ pageviews, visits }) => ratio(pageviews, visits),
    },
  ],
  dimensions: [
    { key: 'channel', label: 'Channel', type: 'channel', ofPageviews: true },
    { key: 'page', label: 'Page', type: 'path', ofPageviews: true, columns: ['pageviews', 'visitors'] },
    { key: 'device', label: 'Device', type: 'device' },
    { key: 'country', label: 'Country', type: 'country' },
    { key: 'campaign', label: 'Campaign', type: 'utmCampaign', ofPageviews: true },
    {
      key: 'landing_page',
      label: 'Landing page',
      type: 'entry',
      ofEntries: true,
      columns: ['visits', 'visitors'],
      extra: true,
    },
    { key: 'referrer', label: 'Referrer', type: 'referrer', ofPageviews: true, extra: true },
    { key: 'browser', label: 'Browser', type: 'browser', extra: true },
    { key: 'os', label: 'Operating system', type: 'os', extra: true },
    { key: 'city', label: 'City', type: 'city', extra: true },
  ],
};

/** Whether Umami counts a metric by a dimension. */
export function isCountedBy(metric: UmamiMetric, dimension: UmamiDimension | undefined): boolean {
  if (dimension?.ofEntries) return metric.key === 'visits' || metric.key === 'visitors';
  return !(dimension?.ofPageviews && metric.ofVisits);
}

export type { UmamiMetric };
