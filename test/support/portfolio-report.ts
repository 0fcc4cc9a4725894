import type { StoredFigure } from '../../src/domains/portfolio/measure-figures.ts';
import type { PortfolioItem } from '../../src/domains/portfolio/portfolio.ts';
import { portfolioSections } from '../../src/domains/portfolio/report-sections.ts';
import { sortKeysOf } from '../../src/domains/portfolio/sort-keys.ts';
import { convertTotals, totalsOf } from '../../src/domains/portfolio/totals.ts';
import type { ReportDocument } from '../../src/reporting/documents/model.ts';

const period = { from: '2026-11-01', to: '2026-11-25' };
const compare = { from: '2026-10-01', to: '2026-10-25' };
const readAt = '2026-11-26T04:00:12Z';
const olderAt = '2026-11-24T04:00:31Z';
const clients = [
  'Northwind Traders',
  'Fabrikam',
  'Contoso',
  'Adventure Works',
  'Tailspin Toys',
  'Wide World Importers',
];

/** The page of a portfolio: so many projects with figures of ads and a shop, in three currencies. */
export function portfolioItems(count: number): PortfolioItem[] {
  return Array.from({ length: count }, (_, index) => itemOf(index)).sort(
    (one, other) => (other.off_course ?? -1) - (one.off_course ?? -1),
  );
}

function itemOf(index: number): PortfolioItem {
  const currency = ['EUR', 'EUR', 'USD', 'CHF'][index % 4] ?? 'EUR';
  const name = `${clients[index % clients.length]} ${index + 1}`;
  const isOld = index % 9 === 4;
  const isUnread = index % 13 === 7;
  const connection = { id: `con_${index}`, name: 'Google Ads' };
  const at = { read_at: isOld ? olderAt : readAt };
  const budget = 4_000 + 310 * index;
  const cost = Math.round(budget * (0.5 + ((index * 7) % 10) / 12) * 100) / 100;
  const own = { connection_id: connection.id, connection_name: connection.name, system: 'google-ads', ...at };
  const ads = [
    figure(own, { metric: 'cost', label: 'Cost', unit: 'currency', currency, better: 'none' }, cost, budget),
    figure(
      own,
      { metric: 'conversions', label: 'Conversions', unit: 'number', better: 'up' },
      40 + 3 * index,
      60 + 3 * index,
    ),
    figure(own, { metric: 'ctr', label: 'CTR', unit: 'percent', better: 'up', additive: false }, 0.031 + index / 2_000),
  ];
  const shop = { ...own, connection_id: `shop_${index}`, connection_name: 'Shop', system: 'shopify', read_at: readAt };
  const sales =
    index % 3 === 0
      ? [
          figure(
            shop,
            { metric: 'total_sales', label: 'Total sales', unit: 'currency', currency, better: 'up' },
            12_400 * (index + 1),
          ),
        ]
      : [];
  const figures = isUnread ? [] : [...ads, ...sales];
  const keys = sortKeysOf(figures, period.from);
  return {
    ...{
      project_id: `prj_${String(index).padStart(3, '0')}`,
      name,
      client_name: clients[index % clients.length] ?? null,
    },
    ...{ time_zone: 'Europe/Berlin', currency, state: isUnread ? 'not_read' : 'read', is_waiting: false },
    ...{
      read_at: isUnread ? null : at.read_at,
      tried_at: readAt,
      off_course: isUnread ? null : keys.off_course,
      figures,
    },
    faults: isOld
      ? [
          {
            connection_id: connection.id,
            connection_name: connection.name,
            kind: 'reauth_required',
            message: 'Sign in again.',
          },
        ]
      : [],
    connections: {
      total: 2,
      faulty: isOld ? [{ ...connection, system: 'google-ads', status: 'reauth_required' }] : [],
    },
    ...{ last_report: null, next_report: null },
  } as PortfolioItem;
}

function figure(
  own: Pick<StoredFigure, 'connection_id' | 'connection_name' | 'system' | 'read_at'>,
  described: Pick<StoredFigure, 'metric' | 'label' | 'unit' | 'better'> & Partial<StoredFigure>,
  value: number,
  target: number | null = null,
): StoredFigure {
  const before = Math.round(value * 90) / 100;
  const pace = target === null ? null : value / ((target * 25) / 30);
  const sentiment = pace === null || described.better === 'none' ? 'neutral' : pace >= 1 ? 'good' : 'bad';
  const off = pace === null ? null : described.better === 'none' ? Math.abs(pace - 1) : 1 - pace;
  return {
    ...{ currency: null, decimals: null, additive: true, ...own, ...described },
    ...{ period: own.read_at === olderAt ? { ...period, to: '2026-11-23' } : period, compare, value, compared: before },
    change: { absolute: value - before, ratio: (value - before) / before, direction: 'up', sentiment: 'neutral' },
    goal:
      target === null
        ? null
        : {
            ...{ target, ratio: value / target, pace, lead: value - (target * 25) / 30 },
            time_gone: 25 / 30,
            prorated: false,
            sentiment,
          },
    forecast: described.additive === false ? null : (value / 25) * 30,
    budget_left: described.metric === 'cost' && target !== null ? target - value : null,
    ...{ off_course: off, spark: [], notes: value % 7 < 1 ? [{ code: 'missing_days', date: null, count: 2 }] : [] },
  };
}

/** A report of a portfolio of so many projects, as its generation makes it. */
export function portfolioReport(count: number, locale: string): ReportDocument {
  const items = portfolioItems(count);
  const totals = totalsOf(items.flatMap(({ figures }) => sortKeysOf(figures, period.from).sums));
  const rates = { date: '2026-11-25', values: { USD: 0.86, CHF: 1.07 }, of: '', tried_at: readAt, fault: null };
  const source = { connection_id: 'con_rates', dimension: 'currency', metric: 'rate', means: 'price' } as const;
  const converted = convertTotals(totals, { currency: 'EUR', source, rates });
  return {
    ...{ version: 1, report_id: 'rep_portfolio', title: 'Portfolio', project_name: 'Portfolio' },
    ...{ client_name: 'Example Agency', brand: { accent_color: null, logo: null }, locale, time_zone: 'Europe/Berlin' },
    ...{ currency: 'EUR', periods: { current: period, compare }, created_at: '2026-11-26T07:30:00Z' },
    sections: portfolioSections({ items, others: 0, totals, converted, period }, locale),
    ...{ sources: [], warnings: [] },
  };
}
