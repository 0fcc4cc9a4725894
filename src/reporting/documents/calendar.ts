import type { Period } from './model.ts';

export type CalendarUnit = 'day' | 'week' | 'month';

/** The calendar day (YYYY-MM-DD) that `instant` (ISO 8601) falls on in an IANA time zone. */
export function dayIn(timeZone: string, instant: string): string {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** Days in a period, both ends counted. */
export function lengthInDays(period: Period): number {
  return Temporal.PlainDate.from(period.from).until(period.to).days + 1;
}

/** The unit in which a period reads well as a series: days up to two months, weeks up to a year, then months. */
export function usualUnit(period: Period): CalendarUnit {
  const days = lengthInDays(period);
  if (days <= 62) return 'day';
  return days <= 366 ? 'week' : 'month';
}

export function overlap(one: Period, other: Period): boolean {
  return one.from <= other.to && other.from <= one.to;
}

/** The days that both periods have; null for none. */
export function commonDays(one: Period, other: Period): Period | null {
  if (!overlap(one, other)) return null;
  const [, from = one.from] = [one.from, other.from].sort();
  const [to = one.to] = [one.to, other.to].sort();
  return { from, to };
}

/**
 * For every unit the period touches, its first day within the period, ascending. The first and the last unit may be
 * partial; units of two periods are aligned by their position in these lists.
 */
export function unitsOf(period: Period, unit: CalendarUnit): string[] {
  const end = Date.parse(period.to);
  const units: string[] = [];
  for (let start = startOf(period.from, unit); start <= end; start = nextStart(start, unit)) {
    units.push(laterOf(dayAt(start), period.from));
  }
  return units;
}

/** The entry of `unitsOf` that a day belongs to; works for the unit's own first day too, even before the period. */
export function unitOf(day: string, period: Period, unit: CalendarUnit): string {
  return laterOf(firstDayOf(day, unit), period.from);
}

/** The first day of the unit, even if the period starts later. */
export function firstDayOf(day: string, unit: CalendarUnit): string {
  return dayAt(startOf(day, unit));
}

/** The last day of the unit. */
export function lastDayOf(day: string, unit: CalendarUnit): string {
  return dayAt(nextStart(startOf(day, unit), unit) - dayMs);
}

const spans = {
  '13_months': { months: 12, by: 'month' },
  '4_quarters': { months: 9, by: 'month' },
  '12_weeks': { months: 0, by: 'week' },
} as const;

/** The days of a series' own span, which end on `to`, and the unit that it reads well in. */
export function spanUntil(to: string, name: keyof typeof spans): { readonly days: Period; readonly by: CalendarUnit } {
  const { months, by } = spans[name];
  if (by === 'week') return { days: { from: dayAt(startOf(to, by) - 11 * 7 * dayMs), to }, by };
  const month = Temporal.PlainDate.from(to).with({ day: 1 });
  const first = name === '4_quarters' ? month.subtract({ months: (month.month - 1) % 3 }) : month;
  return { days: { from: first.subtract({ months }).toString(), to }, by };
}

/** ISO number of the weekday: 1 is Monday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

const dayMs = 24 * 60 * 60 * 1000;

// A report asks for units thousands of times, and `Temporal` takes three times as long as times in UTC.

function startOf(day: string, unit: CalendarUnit): number {
  const start = Date.parse(day);
  if (unit === 'week') return start - (weekdayOf(day) - 1) * dayMs;
  return unit === 'month' ? start - (new Date(start).getUTCDate() - 1) * dayMs : start;
}

function nextStart(start: number, unit: CalendarUnit): number {
  if (unit === 'month') return new Date(start).setUTCMonth(new Date(start).getUTCMonth() + 1);
  return start + (unit === 'week' ? 7 : 1) * dayMs;
}

function dayAt(start: number): string {
  return new Date(start).toISOString().slice(0, -'T00:00:00.000Z'.length);
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}
