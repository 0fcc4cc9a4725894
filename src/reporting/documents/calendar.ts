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
  const end = Temporal.PlainDate.from(period.to);
  const units: string[] = [];
  let start = startOf(Temporal.PlainDate.from(period.from), unit);
  while (Temporal.PlainDate.compare(start, end) <= 0) {
    units.push(laterOf(start.toString(), period.from));
    start = start.add({ [`${unit}s`]: 1 });
  }
  return units;
}

/** The entry of `unitsOf` that a day belongs to; works for the unit's own first day too, even before the period. */
export function unitOf(day: string, period: Period, unit: CalendarUnit): string {
  return laterOf(startOf(Temporal.PlainDate.from(day), unit).toString(), period.from);
}

/** The first day of the unit, even if the period starts later. */
export function firstDayOf(day: string, unit: CalendarUnit): string {
  return startOf(Temporal.PlainDate.from(day), unit).toString();
}

/** The last day of the unit. */
export function lastDayOf(day: string, unit: CalendarUnit): string {
  const first = startOf(Temporal.PlainDate.from(day), unit);
  return first
    .add({ [`${unit}s`]: 1 })
    .subtract({ days: 1 })
    .toString();
}

/** ISO number of the weekday: 1 is Monday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
}

function startOf(day: Temporal.PlainDate, unit: CalendarUnit): Temporal.PlainDate {
  if (unit === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  return unit === 'month' ? day.with({ day: 1 }) : day;
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}
