import type { Operations } from '../../../../client/src/manage/index.ts';

type Day = Operations['tryWatch']['data']['days'][number];

const dayMs = 86_400_000;
/** The service tries half a year. */
const mostDays = 400;

/** Where values stand in a chart: `y` grows downwards, days are one wide. */
export interface Scale {
  readonly least: number;
  readonly most: number;
  readonly y: (value: number) => number;
}

/** All days from the first to the last: those that were not judged have nothing, so that they are gaps and not left out. */
export function everyDay(judged: readonly Day[]): Day[] {
  const byDay = new Map(judged.map((each) => [each.day, each]));
  const [first, last] = [judged[0]?.day, judged.at(-1)?.day];
  if (first === undefined || last === undefined) return [];
  const days: Day[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last) && days.length < mostDays; at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push(byDay.get(day) ?? { day, value: null, expected: null, low: null, high: null, is_alerting: false });
  }
  return days;
}

/** From the least to the most of all that is drawn, with zero where that is near; undefined where there are no values. */
export function scaleOf(days: readonly Day[], height: number): Scale | undefined {
  const values = days
    .flatMap(({ value, expected, low, high }) => [value, expected, low, high])
    .filter((value) => value !== null);
  if (days.every(({ value }) => value === null)) return undefined;
  const most = Math.max(...values);
  const lowest = Math.min(...values);
  const least = lowest > 0 && lowest < most / 2 ? 0 : lowest;
  const span = most - least;
  return { least, most, y: (value) => (span === 0 ? height / 2 : rounded(((most - value) / span) * height)) };
}

const rounded = (value: number) => Math.round(value * 100) / 100;

/** A line through the middle of each day; days without a value are gaps. */
export function lineOf(values: readonly (number | null)[], { y }: Scale): string {
  return values
    .map((value, index) => {
      if (value === null) return '';
      const before = values[index - 1];
      const isAlone = (before ?? null) === null && (values[index + 1] ?? null) === null;
      const start = (before ?? null) === null ? 'M' : 'L';
      return `${start}${index + 0.5} ${y(value)}${isAlone ? 'h0.01' : ''}`;
    })
    .join('');
}

/** The usual range as areas; days without one are gaps. */
export function bandOf(days: readonly Day[], { y }: Scale): string {
  return days
    .map(({ low, high }, index) => (low === null || high === null ? '' : `M${index} ${y(high)}h1V${y(low)}h-1Z`))
    .join('');
}

/** A mark at the value of each day with an alert. */
export function marksOf(days: readonly Day[], { y, least }: Scale): string {
  return days
    .map(({ is_alerting, value }, index) => (is_alerting ? `M${index + 0.5} ${y(value ?? least)}h0.01` : ''))
    .join('');
}
