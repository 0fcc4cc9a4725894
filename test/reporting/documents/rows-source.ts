import { buildDocument, type DocumentInput } from '../../../src/reporting/documents/build-document.ts';
import type { Answer } from '../../../src/reporting/documents/figures.ts';
import type { MetricDescription, Periods, ReportDocument } from '../../../src/reporting/documents/model.ts';
import type { ReportConnection } from '../../../src/reporting/documents/report-connection.ts';
import { type PlanInput, type PlannedQuery, planReport } from '../../../src/reporting/documents/report-plan.ts';

/** A source row: a sale on a day at a place (null when it is not known). */
export interface Row {
  readonly day: string;
  readonly place: string | null;
  readonly amount: number;
}

function metric(key: string, label: string, description: Partial<MetricDescription>): MetricDescription {
  return { key, label, unit: 'count', decimals: null, better: 'up', additive: true, ...description };
}

export const sales = metric('sales', 'Sales', {});
export const revenue = metric('revenue', 'Revenue', { unit: 'currency' });
export const average = metric('average', 'Average sale', { unit: 'currency', better: 'none', additive: false });
export const stock = metric('stock', 'Stock', { additive: false, at: 'end' });
export const place = { key: 'place', label: 'Place' };

/** Independent of the code under test: plain reductions over the rows, as the contract defines them. */
export const measures: Record<string, (rows: readonly Row[]) => number | null> = {
  sales: (rows) => rows.length,
  revenue: (rows) => (rows.length > 0 ? rows.reduce((total, row) => total + row.amount, 0) : null),
  average: (rows) => (rows.length > 0 ? rows.reduce((total, row) => total + row.amount, 0) / rows.length : null),
  stock: (rows) => (rows.length > 0 ? rows.reduce((total, row) => total + row.amount, 0) : null),
};

/** Of `all` rows of the period those that count at its end, or at that of a unit that `members` are the rows of. */
function atEnd(members: readonly Row[], all: readonly Row[]): Row[] {
  const last = all
    .map(({ day }) => day)
    .sort()
    .at(-1);
  return members.filter(({ day }) => day === last);
}

export function measure(key: string, rows: readonly Row[]): number | null {
  const value = measures[key]?.(rows) ?? null;
  return Number.isFinite(value) ? value : null;
}

export function within(rows: readonly Row[], { from, to }: { from: string; to: string }): Row[] {
  return rows.filter(({ day }) => day >= from && day <= to);
}

export const shop: ReportConnection = {
  id: 'con_shop',
  name: 'Shop',
  system: 'rows',
  description: { metrics: [average, sales, revenue], dimensions: [place] },
};

/** Answers a query from rows as a connector does. */
export function answer(query: PlannedQuery, rows: readonly Row[]): Answer {
  const read = within(rows, query);
  const groups = new Map<string | null, Row[]>(query.by === 'none' ? [[null, []]] : []);
  for (const row of read) {
    const key = keyOf(row, query.by);
    const members = groups.get(key);
    if (members) members.push(row);
    else groups.set(key, [row]);
  }
  const all = [...groups].map(([key, members]) => ({
    key,
    values: query.metrics.map((name) => {
      const whole = typeof query.by === 'object' ? read : members;
      return measure(name, name === stock.key ? atEnd(members, whole) : members);
    }),
  }));
  if (typeof query.by === 'object') all.sort((one, other) => (other.values[0] ?? 0) - (one.values[0] ?? 0));
  else all.sort((one, other) => ((one.key ?? '') < (other.key ?? '') ? -1 : 1));
  return {
    rows: all.slice(0, query.limit),
    groupCount: groups.size,
    hasData: read.length > 0,
    rowsRead: read.length,
    freshAt: '2026-02-28T04:00:00Z',
  };
}

function keyOf(row: Row, by: PlannedQuery['by']): string | null {
  if (typeof by === 'object') return row.place;
  if (by === 'none') return null;
  if (by === 'day') return row.day;
  if (by === 'month') return `${row.day.slice(0, 8)}01`;
  const date = new Date(`${row.day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

export const february: Periods = {
  current: { from: '2026-02-01', to: '2026-02-28' },
  compare: { from: '2026-01-04', to: '2026-01-31' },
};

interface Answering {
  readonly alter: (given: Answer) => Answer;
  /** Instead of the rows. */
  readonly answerWith: (query: PlannedQuery) => Answer;
}

type ReportOptions = Partial<PlanInput> & Partial<DocumentInput> & Partial<Answering>;

/** Plans a report on the rows, answers its queries and builds the document. */
export function reportOn(rows: readonly Row[], options: ReportOptions = {}): ReportDocument {
  const plan = planReport({
    sections: null,
    connections: [shop],
    periods: february,
    timeZone: 'UTC',
    ...options,
  });
  const { alter = (given) => given, answerWith } = options;
  return buildDocument({
    reportId: 'rep_1',
    title: null,
    projectName: 'Corner shop',
    clientName: null,
    brand: { accent_color: null, logo: null },
    locale: 'en-US',
    currency: 'USD',
    createdAt: '2026-03-02T06:00:00Z',
    plan,
    fetched: plan.connections.map(({ connection, queries }) => {
      const answers = queries.map((query) =>
        alter(answerWith?.(query) ?? answer(query, connection.id === shop.id ? rows : [])),
      );
      return { connectionId: connection.id, fetchedAt: '2026-03-02T05:59:00Z', answers };
    }),
    ...options,
  });
}

export function sectionOf<Type extends ReportDocument['sections'][number]['type']>(
  document: ReportDocument,
  type: Type,
): Extract<ReportDocument['sections'][number], { type: Type }> {
  const found = document.sections.find((section) => section.type === type);
  if (!found) throw new Error(`The document has no ${type}`);
  return found as Extract<ReportDocument['sections'][number], { type: Type }>;
}

/** Rows with the given number of sales on each day from `from` on. */
export function dailySales(from: string, counts: readonly number[], at: string | null = 'North'): Row[] {
  const start = Date.parse(`${from}T00:00:00Z`);
  return counts.flatMap((count, index) => {
    const day = new Date(start + index * 86_400_000).toISOString().slice(0, 10);
    return Array.from({ length: count }, (): Row => ({ day, place: at, amount: 1 }));
  });
}
