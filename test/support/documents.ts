import type {
  BreakdownCell,
  BreakdownRow,
  BreakdownSection,
  Comparison,
  GoalItem,
  GoalsSection,
  Kpi,
  MetricDescription,
  Point,
  ReportDocument,
  Section,
  TimeseriesSection,
} from '../../src/reporting/documents/model.ts';

/** A picture of one shape, as the settings of a project hold it. */
export const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="60"><path fill="#c2410c" d="M0 0h200v60H0z"/></svg>')}`;

/** A generator of repeatable numbers between 0 and 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

export function metric(key: string, label: string, rest: Partial<MetricDescription> = {}): MetricDescription {
  return { key, label, unit: 'count', decimals: null, better: 'up', additive: true, ...rest };
}

export const metrics = {
  sessions: metric('sessions', 'Sessions'),
  users: metric('users', 'Users', { additive: false }),
  revenue: metric('revenue', 'Revenue', { unit: 'currency' }),
  orders: metric('orders', 'Orders'),
  conversion: metric('conversion', 'Conversion rate', { unit: 'percent', additive: false, decimals: 2 }),
  duration: metric('duration', 'Average visit', { unit: 'duration', additive: false }),
  bounce: metric('bounce', 'Bounce rate', { unit: 'percent', better: 'down', additive: false }),
  cost: metric('cost', 'Cost per order', { unit: 'currency', better: 'down', additive: false }),
};

/** A figure with the change that belongs to it. */
export function comparison(current: number | null, compare: number | null, better = 'up'): Comparison {
  if (current === null || compare === null) return { current, compare, change: null };
  const absolute = current - compare;
  const direction = absolute > 0 ? 'up' : absolute < 0 ? 'down' : 'flat';
  const sentiment = direction === 'flat' || better === 'none' ? 'neutral' : direction === better ? 'good' : 'bad';
  const ratio = compare === 0 ? null : absolute / Math.abs(compare);
  return { current, compare, change: { absolute, ratio, direction, sentiment } };
}

/** Calendar days from `from` on, with a weekly rhythm around `level`. */
export function days(from: string, count: number, level: number, seed = 1): Point[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, (_, index) => {
    const date = new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10);
    const rhythm = 1 + 0.22 * Math.sin((index / 7) * 2 * Math.PI) + index / count / 4;
    return { date, value: Math.round(level * rhythm * (0.9 + 0.2 * random())) };
  });
}

const source = { connection_id: 'con_1', connection_name: 'Web shop analytics' };
const noted = { ...source, notes: [] };

function kpi(description: MetricDescription, current: number, compare: number, seed: number): Kpi {
  const spark = days('2026-04-01', 90, 100, seed).map(({ value }) => value);
  return { metric: description, spark, ...comparison(current, compare, description.better) };
}

export function timeseries(description: MetricDescription, level: number, seed: number): TimeseriesSection {
  const current = days('2026-04-01', 90, level, seed);
  const compare = days('2026-01-01', 90, level * 0.9, seed + 7);
  const total = (points: readonly Point[]) => points.reduce((sum, { value }) => sum + (value ?? 0), 0);
  return {
    ...noted,
    type: 'timeseries',
    title: null,
    metric: description,
    by: 'day',
    current,
    compare,
    total: comparison(total(current), total(compare), description.better),
  };
}

export function breakdown(dimension: string, label: (index: number) => string, rowCount: number): BreakdownSection {
  const random = randomNumbers(rowCount);
  const weights = Array.from({ length: rowCount }, (_, index) => 20_000 / (index + 1.5));
  const whole = weights.reduce((sum, weight) => sum + weight, 0) * 1.1;
  const cells = (weight: number): BreakdownCell[] => [
    { ...comparison(Math.round(weight), Math.round(weight * (0.8 + 0.4 * random()))), share: weight / whole },
    { ...comparison(weight * 3.2, weight * 3.2 * (0.8 + 0.4 * random())), share: weight / whole },
  ];
  const row = (name: string | null, weight: number): BreakdownRow => ({ label: name, cells: cells(weight) });
  return {
    ...noted,
    type: 'breakdown',
    title: null,
    dimension: { key: dimension.toLowerCase(), label: dimension },
    metrics: [metrics.sessions, metrics.revenue],
    rows: weights.map((weight, index) => row(label(index), weight)),
    rest: row(null, whole / 11),
    total: row(null, whole),
    group_count: rowCount + 37,
  };
}

/** As many tables of 100 rows, the most on paper, as make `rows`, numbered from 1 through all of them. */
export function longTables(rows: number, label: (row: number) => string): BreakdownSection[] {
  const ofTable = (table: number) => breakdown('City', (index) => label(table * 100 + index + 1), 100);
  return Array.from({ length: rows / 100 }, (_, table) => ofTable(table));
}

/** The section with goals of its figures, some of them reached. */
export function withGoal(section: Section): Section {
  if (section.type === 'timeseries') return { ...section, goal: section.current.map(() => 120) };
  if (section.type !== 'kpis') return section;
  const sentiments = ['good', 'bad', 'neutral'] as const;
  const items = section.items.map((item, index) => {
    const sentiment = sentiments[index % 3] ?? 'neutral';
    return { ...item, goal: { target: 50_000, ratio: 0.98, prorated: index > 2, sentiment } };
  });
  return { ...section, items };
}

const goalItem: GoalItem = {
  ...source,
  ...{ goal_id: 'sessions', metric: metrics.sessions, per: 'quarter' },
  period: { from: '2026-04-01', to: '2026-06-30' },
  ...{ target: 200_000, reached: 182_340, ratio: 0.9117, time_gone: 90 / 91, pace: 0.9218, lead: -15_462 },
  ...{ forecast: 184_366, sentiment: 'bad' },
};

/** A goal that is behind, one that is reached, and one without figures. */
export const goals: GoalsSection = {
  type: 'goals',
  title: null,
  as_of: '2026-06-29',
  items: [
    goalItem,
    { ...goalItem, goal_id: 'orders', metric: metrics.orders, ratio: 1.02, pace: 1.04, sentiment: 'good' },
    { ...goalItem, goal_id: 'bounce', metric: metrics.bounce, target: 0.4, reached: null, ratio: null, pace: null },
  ],
};

const markdown = `## What we did

We moved the **spring campaign** to *search and social* and rebuilt the landing pages.

- Two new landing pages for returning customers
- A checkout with [three steps fewer](https://example.com/checkout)

> The checkout change alone brought about a third of the additional orders.

1. Keep the budget for search
2. Test the new shipping message in July`;

const cities = 'Berlin Hamburg München Köln Frankfurt Stuttgart Wien Zürich Graz Basel'.split(' ');

/** The report all measurements are made with: six pages, 8 key figures, 4 charts of 90 days, two tables of 50 rows. */
export function benchmarkReport(changes: Partial<ReportDocument> = {}): ReportDocument {
  const sections: Section[] = [
    {
      type: 'highlights',
      title: null,
      items: [
        {
          rule: 'change',
          sentiment: 'good',
          text: 'Revenue rose by 12.4% to €482,310.00, from €429,100.00.',
          section: 1,
        },
        { rule: 'share', sentiment: 'neutral', text: 'Berlin accounts for 21.3% of Sessions.', section: 6 },
        { rule: 'outlier', sentiment: 'bad', text: 'Sessions was unusually low on May 12, 2026: 612.', section: 2 },
      ],
    },
    {
      ...noted,
      type: 'kpis',
      title: null,
      items: [
        kpi(metrics.sessions, 182_340, 161_200, 1),
        kpi(metrics.users, 121_870, 118_020, 2),
        kpi(metrics.revenue, 482_310, 429_100, 3),
        kpi(metrics.orders, 6_120, 6_340, 4),
        kpi(metrics.conversion, 0.0336, 0.0393, 5),
        kpi(metrics.duration, 185, 172, 6),
        kpi(metrics.bounce, 0.412, 0.455, 7),
        kpi(metrics.cost, 11.2, 11.2, 8),
      ],
    },
    timeseries(metrics.sessions, 1_800, 11),
    timeseries(metrics.revenue, 5_200, 12),
    timeseries(metrics.orders, 68, 13),
    timeseries(metrics.users, 1_300, 14),
    breakdown('City', (index) => `${cities[index % 10]}${index < 10 ? '' : ` ${Math.floor(index / 10) + 1}`}`, 50),
    breakdown('Landing page', (index) => `/shop/collection-${index + 1}`, 50),
    { type: 'text', title: 'The quarter in words', markdown },
  ];
  return reportDocument({ sections, ...changes });
}

/** A small report; `changes` replace what matters to a test. */
export function reportDocument(changes: Partial<ReportDocument> = {}): ReportDocument {
  return {
    version: 1,
    report_id: 'rep_1',
    title: 'Quarterly web report',
    project_name: 'Northwind web shop',
    client_name: 'Northwind Traders',
    brand: { accent_color: null, logo: null },
    locale: 'en-US',
    time_zone: 'Europe/Berlin',
    currency: 'EUR',
    periods: {
      current: { from: '2026-04-01', to: '2026-06-29' },
      compare: { from: '2026-01-01', to: '2026-03-31' },
    },
    created_at: '2026-07-01T08:30:00Z',
    sections: [timeseries(metrics.sessions, 1_800, 11)],
    sources: [
      {
        ...source,
        system: 'file',
        metrics: [{ key: 'sessions', label: 'Sessions' }],
        dimensions: [{ key: 'city', label: 'City' }],
        periods: {
          current: { from: '2026-04-01', to: '2026-06-29' },
          compare: { from: '2026-01-01', to: '2026-03-31' },
        },
        time_zone: 'Europe/Berlin',
        queries: 12,
        rows_current: 812_345,
        rows_compare: 790_112,
        fetched_at: '2026-07-01T08:29:40Z',
        fresh_at: '2026-07-01T03:00:00Z',
      },
    ],
    warnings: [{ code: 'missing_days', message: 'Two days have no rows.', connection_id: 'con_1' }],
    ...changes,
  };
}
