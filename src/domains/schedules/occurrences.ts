import type { SchedulesTable } from '../../platform/database/tables.ts';
import { dayInMonth, type MonthDay } from './month-days.ts';

/** When a schedule fires: the same local time on the days of its cadence. */
export interface Recurrence extends MonthDay {
  readonly cadence: SchedulesTable['cadence'];
  /** Quarterly: the month of each quarter, 1 to 3; yearly: 1 to 12; null for others. */
  readonly month: number | null;
  /** Local time, `HH:MM`. */
  readonly at: string;
  /** IANA name. */
  readonly timeZone: string;
  /** The first and the last day, YYYY-MM-DD. A fortnightly one has a first day, from whose week weeks are counted. */
  readonly from: string | null;
  readonly until: string | null;
  /** Days on which it does not fire. */
  readonly skip: readonly string[];
}

/** One planned firing, identified by its date, so that a repeated or skipped hour never makes a second one. */
export interface Occurrence {
  /** The local day, YYYY-MM-DD. */
  readonly date: string;
  readonly instant: Temporal.Instant;
}

/**
 * The first occurrence after an instant; undefined when there is none. A local time skipped by the change to summer time
 * moves forward by the skipped hour (RFC 5545, 3.3.5); if a time occurs twice, the first counts; day 29, 30 or 31 is the
 * last day of a shorter month.
 */
export function nextOccurrence(recurrence: Recurrence, after: Temporal.Instant): Occurrence | undefined {
  const { from, until } = recurrence;
  const today = localDay(after, recurrence.timeZone);
  const begin = from !== null && from > today.toString() ? Temporal.PlainDate.from(from) : today;
  for (let offset = -unitsAround; offset <= mostUnits(recurrence); offset++) {
    const date = dayOf(recurrence, begin, offset);
    if (until !== null && date.toString() > until) return undefined;
    const occurrence = occurrenceOn(recurrence, date);
    if (occurrence && Temporal.Instant.compare(occurrence.instant, after) > 0) return occurrence;
  }
  return undefined;
}

/** The last occurrence at or before an instant; undefined when there is none. */
export function latestOccurrence(recurrence: Recurrence, now: Temporal.Instant): Occurrence | undefined {
  const { from, until } = recurrence;
  const today = localDay(now, recurrence.timeZone);
  const begin = until !== null && until < today.toString() ? Temporal.PlainDate.from(until) : today;
  for (let offset = unitsAround; offset >= -mostUnits(recurrence); offset--) {
    const date = dayOf(recurrence, begin, offset);
    if (from !== null && date.toString() < from) return undefined;
    const occurrence = occurrenceOn(recurrence, date);
    if (occurrence && Temporal.Instant.compare(occurrence.instant, now) <= 0) return occurrence;
  }
  return undefined;
}

/** Either way, because time zones can skip a whole day. */
const unitsAround = 2;

/** Within so many days, weeks, months, quarters or years there is an occurrence: skipped days, and weekends, are the only gaps. */
function mostUnits({ skip }: Recurrence): number {
  return 10 + 2 * skip.length;
}

/** The occurrence on a day of the cadence; undefined when the schedule does not fire on it. */
function occurrenceOn(recurrence: Recurrence, date: Temporal.PlainDate): Occurrence | undefined {
  const { cadence, from, until, skip, at, timeZone } = recurrence;
  const text = date.toString();
  if (cadence === 'weekdays' && date.dayOfWeek > 5) return undefined;
  if ((from !== null && text < from) || (until !== null && text > until) || skip.includes(text)) return undefined;
  const local = date.toPlainDateTime(Temporal.PlainTime.from(at));
  return { date: text, instant: local.toZonedDateTime(timeZone, { disambiguation: 'compatible' }).toInstant() };
}

/** The day of the unit that lies `offset` days, weeks, months, quarters or years from that of `begin`. */
function dayOf(recurrence: Recurrence, begin: Temporal.PlainDate, offset: number): Temporal.PlainDate {
  const { cadence, day, month } = recurrence;
  const firstOfMonth = begin.with({ day: 1 });
  switch (cadence) {
    case 'daily':
    case 'weekdays':
      return begin.add({ days: offset });
    case 'weekly':
      return mondayOf(begin).add({ days: (day ?? 1) - 1 + 7 * offset });
    case 'fortnightly':
      return fortnightOf(recurrence, begin).add({ days: (day ?? 1) - 1 + 14 * offset });
    case 'monthly':
      return dayInMonth(firstOfMonth.add({ months: offset }), recurrence);
    case 'quarterly': {
      const sinceQuarter = (begin.month - 1) % 3;
      return dayInMonth(firstOfMonth.add({ months: 3 * offset - sinceQuarter + (month ?? 1) - 1 }), recurrence);
    }
    default:
      return dayInMonth(firstOfMonth.with({ month: month ?? 1 }).add({ years: offset }), recurrence);
  }
}

/** The Monday of the first week of the fortnight that a day is in. */
function fortnightOf({ from }: Recurrence, day: Temporal.PlainDate): Temporal.PlainDate {
  const first = mondayOf(Temporal.PlainDate.from(from ?? '1970-01-01'));
  const days = first.until(mondayOf(day), { largestUnit: 'day' }).days;
  return first.add({ days: Math.floor(days / 14) * 14 });
}

function mondayOf(day: Temporal.PlainDate): Temporal.PlainDate {
  return day.subtract({ days: day.dayOfWeek - 1 });
}

function localDay(instant: Temporal.Instant, timeZone: string): Temporal.PlainDate {
  return instant.toZonedDateTimeISO(timeZone).toPlainDate();
}
