import type { DimensionDescription, MetricDescription } from '../../documents/model.ts';
import type { Catalog } from '../hosted/choice.ts';

/** The figures that every answer of the API has. */
export interface SearchFigures {
  readonly clicks: number;
  readonly impressions: number;
  /** Clicks of an impression. */
  readonly ctr: number;
  /** The mean over the impressions of the topmost position; 1 is the first. */
  readonly position: number;
}

interface SearchMetric extends MetricDescription {
  readonly key: keyof SearchFigures;
}

interface SearchDimension extends DimensionDescription {
  /** Google's name. */
  readonly key: 'query' | 'page' | 'country' | 'device';
}

/** By page each page of a result counts, over the site they count once together. */
const count = { unit: 'count', decimals: null, better: 'up', additive: true, not_additive_by: ['page'] } as const;

/** What Search Console offers, by its own names. */
export const searchCatalog: Catalog<SearchMetric, SearchDimension> = {
  leading: ['clicks', 'impressions', 'position'],
  metrics: [
    { key: 'clicks', label: 'Clicks', ...count },
    { key: 'impressions', label: 'Impressions', ...count },
    { key: 'ctr', label: 'CTR', unit: 'percent', decimals: null, better: 'up', additive: false },
    { key: 'position', label: 'Average position', unit: 'number', decimals: 1, better: 'down', additive: false },
  ],
  dimensions: [
    { key: 'query', label: 'Search term' },
    { key: 'page', label: 'Page' },
    { key: 'country', label: 'Country' },
    { key: 'device', label: 'Device' },
  ],
  pairs: true,
};
