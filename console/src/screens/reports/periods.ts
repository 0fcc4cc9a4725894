import type { Operations } from '../../../../client/src/manage/index.ts';
import { type ComparisonRule, comparisonPeriod, lastMonth, lastWeek } from '../../../../client/src/periods.ts';

export interface Period {
  readonly from: string;
  readonly to: string;
}

/** The periods that one can choose by name, in the order in which they are offered. */
export const presets = [
  'lastMonth',
  'thisMonth',
  'lastWeek',
  'thisWeek',
  'last7Days',
  'last28Days',
  'last30Days',
  'last90Days',
  'lastQuarter',
  'thisQuarter',
  'lastYear',
  'thisYear',
] as const;
export type Preset = (typeof presets)[number];
export const comparisons = ['previous', 'year-before', 'none'] as const;
export type Comparison = (typeof comparisons)[number];

/** The most days that a report may be about. */
const mostDays = 366;
const dayMs = 86_400_000;
const textOf = (day: Date) => day.toISOString().slice(0, 10);
const dateOf = (text: string) => new Date(`${text}T00:00:00Z`);
const plusDays = (text: string, days: number) => textOf(new Date(dateOf(text).getTime() + days * dayMs));

/** The calendar day that it is in a time zone, such as a project's. */
export function todayIn(timeZone: string, now = new Date()): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const part = Object.fromEntries(parts.formatToParts(now).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}`;
}

/** The days of a preset in a time zone; those that are not over end today, those of so many days end yesterday. */
export function periodOf(preset: Preset, timeZone: string, now = new Date()): Period {
  const today = todayIn(timeZone, now);
  const [year = 0, month = 0] = today.split('-').map(Number);
  const quarter = Math.floor((month - 1) / 3) * 3;
  const months = (first: number, count: number): Period => ({
    from: textOf(new Date(Date.UTC(year, first, 1))),
    to: textOf(new Date(Date.UTC(year, first + count, 0))),
  });
  const lastDays = (days: number): Period => ({ from: plusDays(today, -days), to: plusDays(today, -1) });
  const untilToday = ({ from }: Period): Period => ({ from, to: today });
  switch (preset) {
    case 'lastMonth':
      return lastMonth(timeZone, now);
    case 'thisMonth':
      return untilToday(months(month - 1, 1));
    case 'lastWeek':
      return lastWeek(timeZone, now);
    case 'thisWeek':
      return { from: plusDays(lastWeek(timeZone, now).to, 1), to: today };
    case 'last7Days':
      return lastDays(7);
    case 'last28Days':
      return lastDays(28);
    case 'last30Days':
      return lastDays(30);
    case 'last90Days':
      return lastDays(90);
    case 'lastQuarter':
      return months(quarter - 3, 3);
    case 'thisQuarter':
      return untilToday(months(quarter, 3));
    case 'lastYear':
      return months(-12, 12);
    case 'thisYear':
      return untilToday(months(0, 12));
  }
}

type OfTemplate = NonNullable<NonNullable<Operations['getProjectTemplate']['data']['reports']>['period']>;

const alike: Readonly<Partial<Record<OfTemplate, Preset>>> = {
  ...{ 'previous-week': 'lastWeek', 'previous-month': 'lastMonth', 'previous-quarter': 'lastQuarter' },
  ...{ 'previous-year': 'lastYear', 'last-7-days': 'last7Days', 'last-28-days': 'last28Days' },
  ...{ 'last-30-days': 'last30Days', 'last-90-days': 'last90Days' },
};

/** What a template says that reports are about, as a preset or its days; those to date end yesterday, as in schedules. */
export function choiceOf(
  period: OfTemplate,
  timeZone: string,
  now = new Date(),
): { readonly preset: Preset | 'own'; readonly own: Period } {
  const preset = alike[period];
  if (preset) return { preset, own: periodOf(preset, timeZone, now) };
  const yesterday = plusDays(todayIn(timeZone, now), -1);
  const [year = 0, month = 1] = yesterday.split('-').map(Number);
  const monday = plusDays(yesterday, -((dateOf(yesterday).getUTCDay() + 6) % 7));
  const first = (index: number) => textOf(new Date(Date.UTC(year, index, 1)));
  const from: Readonly<Partial<Record<OfTemplate, string>>> = {
    ...{
      'previous-day': yesterday,
      'last-14-days': plusDays(yesterday, -13),
      'last-365-days': plusDays(yesterday, -364),
    },
    ...{ 'week-to-date': monday, 'month-to-date': first(month - 1), 'year-to-date': first(0) },
    'quarter-to-date': first(Math.floor((month - 1) / 3) * 3),
  };
  return { preset: 'own', own: { from: from[period] ?? yesterday, to: yesterday } };
}

/** The period that one is compared with; null for none. */
export function comparedWith(period: Period, comparison: Comparison): Period | null {
  if (comparison === 'none' || !isReal(period)) return null;
  return comparisonPeriod(period, comparison satisfies ComparisonRule);
}

/** What is wrong with days that somebody has written themselves. */
export function faultOf({ from, to }: Period, timeZone: string): 'missing' | 'order' | 'future' | 'long' | null {
  if (!isReal({ from, to })) return 'missing';
  if (from > to) return 'order';
  if (to > todayIn(timeZone)) return 'future';
  const days = (dateOf(to).getTime() - dateOf(from).getTime()) / dayMs + 1;
  return days > mostDays ? 'long' : null;
}

function isReal({ from, to }: Period): boolean {
  return [from, to].every((day) => /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(dateOf(day).getTime()));
}
