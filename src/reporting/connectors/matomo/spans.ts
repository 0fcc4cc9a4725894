import { firstDayOf } from '../calendar-units.ts';
import type { Query } from '../contract.ts';

/** What a report covers, as Matomo names it, and the key of the row that it makes; keys of several come from the answer. */
export interface Span {
  readonly period: 'day' | 'week' | 'month' | 'range';
  readonly date: string;
  /** Undefined if the answer holds several units by their dates. */
  readonly key: string | null | undefined;
}

/** The spans that answer a query. Whole units come together; those that the period cuts are asked for alone. */
export function spansOf({ from, to, by }: Pick<Query, 'from' | 'to' | 'by'>): Span[] {
  if (typeof by === 'object' || by === 'none') return [{ ...wholeSpan(from, to), key: null }];
  if (by === 'day') return [{ period: 'day', date: `${from},${to}`, key: undefined }];
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const [start, end] = [firstDayOf(first, by), firstDayOf(last, by)];
  const isCutAtStart = !start.equals(first);
  const isCutAtEnd = !end
    .add({ [`${by}s`]: 1 })
    .subtract({ days: 1 })
    .equals(last);
  if (start.equals(end)) return [{ ...wholeSpan(from, to), key: start.toString() }];
  const wholeFrom = isCutAtStart ? start.add({ [`${by}s`]: 1 }) : start;
  const wholeTo = isCutAtEnd ? end.subtract({ days: 1 }) : last;
  const spans: Span[] = [];
  if (isCutAtStart) spans.push({ ...range(first, wholeFrom.subtract({ days: 1 })), key: start.toString() });
  if (Temporal.PlainDate.compare(wholeFrom, wholeTo) < 0) {
    spans.push({ period: by, date: `${wholeFrom},${wholeTo}`, key: undefined });
  }
  if (isCutAtEnd) spans.push({ ...range(end, last), key: end.toString() });
  return spans;
}

/** The first day of the unit that an answer names by `2026-03-01`, by two days with a comma, or by `2026-03`. */
export function keyOfUnit(name: string, by: 'day' | 'week' | 'month'): string | undefined {
  const [text = ''] = name.split(',');
  const day = /^\d{4}-\d\d$/.test(text) ? `${text}-01` : text;
  return /^\d{4}-\d\d-\d\d$/.test(day) ? firstDayOf(Temporal.PlainDate.from(day), by).toString() : undefined;
}

/** Unique visitors are counted for days, weeks and months alone, unless a server is told otherwise. */
function wholeSpan(from: string, to: string): Omit<Span, 'key'> {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  if (from === to) return { period: 'day', date: from };
  if (first.dayOfWeek === 1 && last.equals(first.add({ days: 6 }))) return { period: 'week', date: from };
  const isMonth = first.day === 1 && last.equals(first.add({ months: 1 }).subtract({ days: 1 }));
  return isMonth ? { period: 'month', date: from } : range(first, last);
}

function range(from: Temporal.PlainDate, to: Temporal.PlainDate): Omit<Span, 'key'> {
  return from.equals(to) ? { period: 'day', date: `${from}` } : { period: 'range', date: `${from},${to}` };
}
