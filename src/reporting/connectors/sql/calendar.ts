import type { Query } from '../contract.ts';
import type { Days, Dialect, Unit } from './engine.ts';

/** More than a day for each of 50 years. */
const maxUnits = 20_000;

/** The period of a query: its first day, and the day after its last. */
export function periodOf({ from, to }: Query): { from: Temporal.PlainDate; before: Temporal.PlainDate } {
  return { from: Temporal.PlainDate.from(from), before: Temporal.PlainDate.from(to).add({ days: 1 }) };
}

/** The calendar units of a query, ascending. Weeks start on Monday. */
export function unitsOf(query: Query, by: 'day' | 'week' | 'month'): Unit[] {
  const { from, before } = periodOf(query);
  const units: Unit[] = [];
  let start = from;
  while (Temporal.PlainDate.compare(start, before) < 0 && units.length < maxUnits) {
    const first = firstDay(start, by);
    units.push({ key: first.toString(), start });
    start = first.add(by === 'day' ? { days: 1 } : by === 'week' ? { weeks: 1 } : { months: 1 });
  }
  return units;
}

function firstDay(day: Temporal.PlainDate, by: 'day' | 'week' | 'month'): Temporal.PlainDate {
  if (by === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  return by === 'month' ? day.with({ day: 1 }) : day;
}

/** The instant at which a day begins in a zone, in seconds since 1970; after midnight where the clock skips it. */
export function startSeconds(day: Temporal.PlainDate, timeZone: string): number {
  return Math.floor(day.toZonedDateTime(timeZone).epochMilliseconds / 1000);
}

/** A stretch of time in which a zone's clock differs from UTC by `offset` seconds, up to `before` (seconds since 1970). */
export interface Stretch {
  readonly offset: number;
  readonly before: number;
}

/** The stretches of a period, ascending. */
export function stretchesOf(from: Temporal.PlainDate, before: Temporal.PlainDate, timeZone: string): Stretch[] {
  const stretches: Stretch[] = [];
  const end = before.toZonedDateTime(timeZone);
  let at = from.toZonedDateTime(timeZone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    const offset = Math.round(at.offsetNanoseconds / 1e9);
    const isLast = next === null || Temporal.ZonedDateTime.compare(next, end) >= 0;
    const last = isLast ? end : next;
    stretches.push({ offset, before: Math.floor(last.epochMilliseconds / 1000) });
    if (isLast || stretches.length >= maxUnits) return stretches;
    at = next;
  }
}

/**
 * SQL of the hours since 1970 of a row's clock. The zone is told to the server as its differences from UTC in the period;
 * a time without a zone has none.
 */
export function hourSql(dialect: Dialect, { date, column, timeZone }: Days, query: Query): string {
  const seconds = dialect.seconds(date, column);
  const { from, before } = periodOf(query);
  const stretches = column.kind === 'instant' ? stretchesOf(from, before, timeZone) : [];
  const last = stretches.at(-1)?.offset ?? 0;
  const cases = stretches.slice(0, -1).map((each) => `WHEN ${seconds} < ${each.before} THEN ${each.offset}`);
  const offset = cases.length === 0 ? String(last) : `CASE ${cases.join(' ')} ELSE ${last} END`;
  return `FLOOR((${seconds} + (${offset})) / 3600)`;
}

/** The hour that `hourSql` counted, such as `2026-10-25T02`. */
export function hourOf(hours: number): string {
  return new Date(hours * 3_600_000).toISOString().slice(0, 13);
}
