import type { Query } from './contract.ts';

/** A calendar unit, as far as it lies in the period. */
export interface Unit {
  /** Its first day, also where the period begins later. */
  readonly key: string;
  /** Epoch milliseconds; the end is the beginning of the next unit. */
  readonly startMs: number;
  readonly endMs: number;
}

/** The units of a query's period. They are as long as their days: 23 or 25 hours where the clock changes. */
export function unitsOf({ from, to, timeZone }: Query, by: 'day' | 'week' | 'month'): Unit[] {
  const end = Temporal.PlainDate.from(to).add({ days: 1 });
  const units: Unit[] = [];
  for (let day = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(day, end) < 0; ) {
    const first = firstDayOf(day, by);
    const next = earlier(first.add({ [`${by}s`]: 1 }), end);
    units.push({ key: first.toString(), startMs: startOf(day, timeZone), endMs: startOf(next, timeZone) });
    day = next;
  }
  return units;
}

const hourMs = 3_600_000;

/** The hours of a query's period, with keys such as `2026-10-25T02`; the one that the clock repeats comes twice. */
export function hoursOf(query: Query): Unit[] {
  return unitsOf(query, 'day').flatMap(({ startMs, endMs }) => {
    const hours: Unit[] = [];
    for (let start = startMs; start < endMs; start += hourMs) {
      const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(query.timeZone);
      const key = local.toPlainDateTime().toString().slice(0, 13);
      hours.push({ key, startMs: start, endMs: Math.min(start + hourMs, endMs) });
    }
    return hours;
  });
}

/** The whole period of a query. */
export function periodOf({ from, to, timeZone }: Query): { readonly startMs: number; readonly endMs: number } {
  const end = Temporal.PlainDate.from(to).add({ days: 1 });
  return { startMs: startOf(Temporal.PlainDate.from(from), timeZone), endMs: startOf(end, timeZone) };
}

export function lengthOf({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }): number {
  return endMs - startMs;
}

/** The day that a calendar unit begins with; weeks begin on Monday. */
export function firstDayOf(day: Temporal.PlainDate, by: 'day' | 'week' | 'month'): Temporal.PlainDate {
  if (by === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  return by === 'month' ? day.with({ day: 1 }) : day;
}

function earlier(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) < 0 ? one : other;
}

function startOf(day: Temporal.PlainDate, timeZone: string): number {
  return day.toZonedDateTime(timeZone).epochMilliseconds;
}
