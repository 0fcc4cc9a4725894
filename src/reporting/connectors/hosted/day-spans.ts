import { firstDayOf as firstDateOf } from '../calendar-units.ts';

/** Calendar days (YYYY-MM-DD), both ends inclusive. */
export interface DaySpan {
  readonly from: string;
  readonly to: string;
}

/** The days of a calendar unit that lie in a period; `key` is the unit's first day, also where the period begins later. */
export interface UnitSpan extends DaySpan {
  readonly key: string;
}

/** The first day of the unit that a day is in; weeks begin on Monday. */
export function firstDayOf(day: string, by: 'day' | 'week' | 'month'): string {
  return firstDateOf(Temporal.PlainDate.from(day), by).toString();
}

/** The units of a period, those at its ends cut by it. */
export function unitSpans({ from, to }: DaySpan, by: 'week' | 'month'): UnitSpan[] {
  const spans: UnitSpan[] = [];
  for (let start = from; start <= to; ) {
    const key = firstDayOf(start, by);
    const next = Temporal.PlainDate.from(key).add({ [`${by}s`]: 1 });
    spans.push({ key, from: start, to: earlier(next.subtract({ days: 1 }).toString(), to) });
    start = next.toString();
  }
  return spans;
}

/** A period in parts of at most so many days, in order. */
export function splitDays({ from, to }: DaySpan, mostDays: number): DaySpan[] {
  const spans: DaySpan[] = [];
  for (let start = from; start <= to; ) {
    const next = Temporal.PlainDate.from(start).add({ days: mostDays });
    spans.push({ from: start, to: earlier(next.subtract({ days: 1 }).toString(), to) });
    start = next.toString();
  }
  return spans;
}

/** How many days a period has. */
export function daysIn({ from, to }: DaySpan): number {
  return Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days + 1;
}

function earlier(one: string, other: string): string {
  return one < other ? one : other;
}
