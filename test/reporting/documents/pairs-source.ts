import type { Answer } from '../../../src/reporting/documents/figures.ts';
import type { MetricDescription, ReportDocument } from '../../../src/reporting/documents/model.ts';
import type { ReportConnection } from '../../../src/reporting/documents/report-connection.ts';
import type { PlannedQuery } from '../../../src/reporting/documents/report-plan.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { reportOn } from './rows-source.ts';

/** What an ad cost and brought on a day. */
export interface Spent {
  readonly day: string;
  readonly campaign: string | null;
  readonly device: string | null;
  readonly cost: number | null;
  readonly clicks: number;
}

const named = (key: string, label: string, more: Partial<MetricDescription>): MetricDescription => {
  return { key, label, unit: 'count', decimals: null, better: 'up', additive: true, ...more };
};

export const ads: ReportConnection = {
  id: 'con_ads',
  name: 'Ads',
  system: 'rows',
  description: {
    metrics: [
      named('cost', 'Cost', { unit: 'currency', better: 'down' }),
      named('clicks', 'Clicks', {}),
      named('cpc', 'CPC', { unit: 'currency', better: 'down', additive: false }),
    ],
    dimensions: [
      { key: 'campaign', label: 'Campaign' },
      { key: 'device', label: 'Device' },
      { key: 'day', label: 'Day' },
    ],
    pairs: [['campaign', 'device']],
  },
};

/** Independent of the code under test: plain reductions. */
export function measured(metric: string, rows: readonly Spent[]): number | null {
  const costs = rows.flatMap(({ cost }) => cost ?? []);
  const cost = costs.length > 0 ? costs.reduce((total, each) => total + each, 0) : null;
  const clicks = rows.reduce((total, each) => total + each.clicks, 0);
  if (metric === 'cost') return cost;
  if (metric === 'clicks') return clicks;
  return cost === null || clicks === 0 ? null : cost / clicks;
}

/** Answers a query as a connector does. */
export function answerPairs({ from, to, by, metrics, limit }: PlannedQuery, all: readonly Spent[]): Answer {
  const read = all.filter(({ day }) => from <= day && day <= to);
  const value = (row: Spent, key: string) => (row as unknown as Record<string, string | null>)[key] ?? null;
  const keysOf = (row: Spent): (string | null)[] => {
    if (typeof by === 'object') return [value(row, by.dimension), ...(by.secondary ? [value(row, by.secondary)] : [])];
    return by === 'none' ? [null] : [row.day];
  };
  const groups = Map.groupBy(read, (row) => JSON.stringify(keysOf(row)));
  if (by === 'none' && groups.size === 0) groups.set('[null]', []);
  const rows = [...groups].map(([id, members]) => {
    const [key = null, ...secondary] = JSON.parse(id) as (string | null)[];
    const pair = secondary.length > 0 && { secondary: secondary[0] ?? null };
    return { key, ...pair, values: metrics.map((metric) => measured(metric, members)) };
  });
  const first = (row: (typeof rows)[number]) => row.values[0] ?? Number.NEGATIVE_INFINITY;
  if (typeof by === 'object') rows.sort((one, other) => first(other) - first(one));
  return {
    rows: rows.slice(0, limit),
    groupCount: groups.size,
    hasData: read.length > 0,
    rowsRead: read.length,
    freshAt: null,
  };
}

export type Alter = (answer: Answer, query: PlannedQuery) => Answer;

/** A report of one table over these rows. */
export function reportByPairs(
  rows: readonly Spent[],
  section: object,
  options: { readonly alter?: Alter; readonly compare?: boolean; readonly locale?: string } = {},
): ReportDocument {
  const { alter = (answer: Answer) => answer, compare = true, locale } = options;
  const base = { type: 'breakdown', connection_id: ads.id, dimension: 'campaign', secondary_dimension: 'device' };
  const sections = [{ ...base, ...section }] as SectionsSettings;
  return reportOn([], {
    ...{ sections, connections: [ads], ...(locale && { locale }) },
    periods: {
      current: { from: '2026-02-01', to: '2026-02-28' },
      compare: compare ? { from: '2026-01-04', to: '2026-01-31' } : null,
    },
    answerWith: (query) => alter(answerPairs(query, rows), query),
  });
}
