import type { DimensionDescription, MetricDescription } from '../../documents/model.ts';
import type { Catalog } from '../hosted/choice.ts';

/** A row of a report: figures by Matomo's names. */
export type Columns = Readonly<Record<string, unknown>>;

interface MatomoMetric extends MetricDescription {
  /** The report that has its figure for the whole site. */
  readonly method: 'VisitsSummary.get' | 'Actions.get' | 'Goals.get';
  /** Its column, if it has another name than the metric; or what is divided by what, as Matomo's own rates are rounded. */
  readonly column?: string;
  readonly ratio?: readonly [part: string, whole: string];
  /** Its column by page, where the figures of visits are those of pages. Without it there is none. */
  readonly pageColumn?: string;
  /** Whether the report of hours has it. */
  readonly hourly?: true;
}

interface MatomoDimension extends DimensionDescription {
  readonly method: string;
  readonly ofPages?: true;
  /** What its report puts before the names of the columns of visits. */
  readonly prefix?: string;
}

/** The visits that began in each hour, by the clock of the site. */
export const hoursMethod = 'VisitTime.getVisitInformationPerServerTime';

const visits = { method: 'VisitsSummary.get', unit: 'count', decimals: null, better: 'up' } as const;
const rate = { method: 'VisitsSummary.get', decimals: null, additive: false } as const;

/** What Matomo offers, by its own names. */
export const matomoCatalog: Catalog<MatomoMetric, MatomoDimension> = {
  metrics: [
    { key: 'nb_uniq_visitors', label: 'Unique visitors', ...visits, additive: false, pageColumn: 'nb_uniq_visitors' },
    {
      key: 'nb_visits',
      label: 'Visits',
      ...visits,
      additive: true,
      hourly: true,
      not_additive_by: ['page'],
      pageColumn: 'nb_visits',
    },
    {
      key: 'nb_pageviews',
      label: 'Pageviews',
      ...visits,
      method: 'Actions.get',
      additive: true,
      pageColumn: 'nb_hits',
    },
    {
      key: 'bounce_rate',
      label: 'Bounce rate',
      ...rate,
      unit: 'percent',
      better: 'down',
      ratio: ['bounce_count', 'nb_visits'],
    },
    {
      key: 'avg_time_on_site',
      label: 'Average visit duration',
      ...rate,
      unit: 'duration',
      better: 'up',
      ratio: ['sum_visit_length', 'nb_visits'],
    },
    { key: 'nb_conversions', label: 'Conversions', ...visits, method: 'Goals.get', additive: true },
    {
      key: 'revenue',
      label: 'Revenue',
      method: 'Goals.get',
      unit: 'currency',
      decimals: null,
      better: 'up',
      additive: true,
    },
    { key: 'nb_actions', label: 'Actions', ...visits, additive: true, hourly: true, extra: true },
    {
      key: 'nb_actions_per_visit',
      label: 'Actions per visit',
      ...rate,
      unit: 'number',
      better: 'up',
      ratio: ['nb_actions', 'nb_visits'],
      extra: true,
    },
    {
      key: 'nb_visits_converted',
      label: 'Visits with conversions',
      ...visits,
      additive: true,
      hourly: true,
      extra: true,
    },
  ],
  dimensions: [
    { key: 'channel', label: 'Channel', method: 'Referrers.getReferrerType' },
    {
      key: 'page',
      label: 'Page',
      method: 'Actions.getPageUrls',
      ofPages: true,
      columns: ['nb_pageviews', 'nb_uniq_visitors'],
    },
    { key: 'device', label: 'Device', method: 'DevicesDetection.getType' },
    { key: 'country', label: 'Country', method: 'UserCountry.getCountry' },
    { key: 'campaign', label: 'Campaign', method: 'Referrers.getCampaigns' },
    {
      key: 'landing_page',
      label: 'Landing page',
      method: 'Actions.getEntryPageUrls',
      prefix: 'entry_',
      columns: ['nb_visits', 'bounce_rate'],
      extra: true,
    },
    { key: 'query', label: 'Search term', method: 'Referrers.getKeywords', extra: true },
    { key: 'website', label: 'Referring website', method: 'Referrers.getWebsites', extra: true },
    { key: 'browser', label: 'Browser', method: 'DevicesDetection.getBrowsers', extra: true },
    { key: 'city', label: 'City', method: 'UserCountry.getCity', extra: true },
  ],
};

/** The figure of a metric in a row, of a report by a dimension if there is one; null where the row has none. */
export function figureIn(columns: Columns, metric: MatomoMetric, dimension?: MatomoDimension): number | null {
  if (dimension?.ofPages) return metric.pageColumn === undefined ? null : numberIn(columns, metric.pageColumn);
  const { prefix = '' } = dimension ?? {};
  if (!metric.ratio) return numberIn(columns, prefix + (metric.column ?? metric.key));
  const [part, whole] = metric.ratio.map((name) => numberIn(columns, prefix + name));
  return part === null || part === undefined || !whole ? null : part / whole;
}

/** Some figures come as text, depending on the database driver of the server. */
export function numberIn(columns: Columns, name: string): number | null {
  const value = columns[name];
  const figure = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof figure === 'number' && Number.isFinite(figure) ? figure : null;
}
