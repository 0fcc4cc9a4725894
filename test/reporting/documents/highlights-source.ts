import { unitsOf } from '../../../src/reporting/documents/calendar.ts';
import type { Highlight } from '../../../src/reporting/documents/model.ts';
import type { SectionsSettings } from '../../../src/reporting/documents/section-settings.ts';
import { average, dailySales, february, type Row, reportOn, sectionOf, shop } from './rows-source.ts';

type SectionOf<Type> = Extract<SectionsSettings[number], { type: Type }>;
export const highlights: SectionOf<'highlights'> = { type: 'highlights' };
export const kpis: SectionOf<'kpis'> = { type: 'kpis', connection_id: shop.id, metrics: ['sales'] };
export const places: SectionOf<'breakdown'> = {
  type: 'breakdown',
  connection_id: shop.id,
  dimension: 'place',
  metrics: ['sales'],
};
export const money: SectionsSettings = [highlights, { ...kpis, metrics: ['revenue'] }];
export const nothing = ['No change, record or outlier stands out in this period.'];
export const now = february.current.from;
export const before = '2026-01-04';

export function highlightsOf(rows: readonly Row[], options: Parameters<typeof reportOn>[1] = {}): readonly Highlight[] {
  const sections = [highlights, kpis, places];
  return sectionOf(reportOn(rows, { sections, ...options }), 'highlights').items;
}

export function textsOf(rows: readonly Row[], options: Parameters<typeof reportOn>[1] = {}): string[] {
  return highlightsOf(rows, options).map(({ text }) => text);
}

/** Sales of a place on the first day of either period. */
export function sold(place: string, current: number, compared: number): Row[] {
  return [...dailySales(now, [current], place), ...dailySales(before, [compared], place)];
}

export function dailyRevenue(from: string, amounts: readonly number[]): Row[] {
  const days = unitsOf({ from, to: '2026-12-31' }, 'day');
  return amounts.map((amount, index) => ({ day: days[index] ?? '', place: 'North', amount }));
}

export const alone = { periods: { ...february, compare: null } };

/** Sales by weekday, Sunday first as February 2026 does, for four weeks. */
export const week = [40, 100, 101, 99, 102, 98, 42];
export const month = [...week, ...week, ...week, ...week];

const users = { ...average, key: 'average', label: 'Users', unit: 'count' as const };

/** A non-additive count: with one amount per day, that amount. */
export const ofUsers = {
  connections: [{ ...shop, description: { ...shop.description, metrics: [users] } }],
  sections: [highlights, { ...kpis, metrics: ['average'] }] satisfies SectionsSettings,
};
