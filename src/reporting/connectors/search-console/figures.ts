import { firstDayOf } from '../calendar-units.ts';
import { ConnectorError } from '../contract.ts';
import type { SearchAnswer } from './api.ts';
import type { SearchFigures } from './catalog.ts';
import { countryName } from './countries.ts';

export interface Group {
  readonly key: string | null;
  /** Of an answer by two dimensions. */
  readonly secondary?: string | null;
  readonly figures: SearchFigures;
}

/** The groups of an answer by a dimension, or by two, in the order of the answer. */
export function byValue({ rows }: SearchAnswer, dimension: string, secondary?: string): Group[] {
  return rows.map(({ keys: [key = '', second = ''] = [], ...figures }) => ({
    key: keyOf(key, dimension),
    ...(secondary !== undefined && { secondary: keyOf(second, secondary) }),
    figures,
  }));
}

function keyOf(value: string, dimension: string): string | null {
  if (dimension === 'country') return value === 'zzz' ? null : countryName(value);
  return dimension === 'device' ? value.charAt(0) + value.slice(1).toLowerCase() : value;
}

/** Days put together to calendar units. */
export function byUnit({ rows }: SearchAnswer, by: 'day' | 'week' | 'month'): Group[] {
  const units = Map.groupBy(rows, ({ keys = [] }) => firstDayOf(dayIn(keys[0] ?? ''), by).toString());
  return [...units].map(([key, days]) => ({ key, figures: together(days) }));
}

function dayIn(text: string): Temporal.PlainDate {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return Temporal.PlainDate.from(text);
  throw new ConnectorError('transient', 'Search Console gave a day that cannot be read.');
}

/** The figures of several days, as Google works out those of a longer period: a position is a mean over impressions. */
function together(days: readonly SearchFigures[]): SearchFigures {
  const [first] = days;
  if (first && days.length === 1) return first;
  const clicks = sum(days, (day) => day.clicks);
  const impressions = sum(days, (day) => day.impressions);
  const position = sum(days, (day) => day.position * day.impressions) / impressions;
  return { clicks, impressions, ctr: clicks / impressions, position };
}

/** Whether parts add up to less than the whole. */
export function isLess(parts: SearchAnswer, whole: SearchAnswer): boolean {
  return (['clicks', 'impressions'] as const).some((name) => {
    return sum(parts.rows, (row) => row[name]) < sum(whole.rows, (row) => row[name]);
  });
}

function sum(rows: readonly SearchFigures[], figure: (row: SearchFigures) => number): number {
  return rows.reduce((total, row) => total + figure(row), 0);
}
