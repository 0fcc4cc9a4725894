import type { SchedulesTable } from '../../platform/database/tables.ts';

/** When a schedule fires: the same local time on the days of its cadence. */
export interface Recurrence {
  readonly cadence: SchedulesTable['cadence'];
  /** Weekly: 1 (Monday) to 7; monthly: 1 to 31; null when daily. */
  readonly day: number | null;
  /** Local time, `HH:MM`. */
  readonly at: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** One planned firing, identified by its date, so that a repeated or skipped hour never makes a second one. */
export interface Occurrence {
  /** The local day, YYYY-MM-DD. */
  readonly date: string;
  readonly instant: Temporal.Instant;
}

/**
 * The first occurrence after an instant. A local time skipped by the change to summer time moves forward by the skipped
 * hour; if a time occurs twice, the first counts; day 29, 30 or 31 is the last day of a shorter month.
 */
export function nextOccurrence(recurrence: Recurrence, after: Temporal.Instant): Occurrence {
  const found = around(recurrence, after).find(({ instant }) => Temporal.Instant.compare(instant, after) > 0);
  if (!found) throw new RangeError('A recurrence has an occurrence in every two periods');
  return found;
}

/** The last occurrence at or before an instant. */
export function latestOccurrence(recurrence: Recurrence, now: Temporal.Instant): Occurrence {
  const found = around(recurrence, now).findLast(({ instant }) => Temporal.Instant.compare(instant, now) <= 0);
  if (!found) throw new RangeError('A recurrence has an occurrence in every two periods');
  return found;
}

/** The occurrences around an instant in order, two periods either way: time zones can skip a whole day. */
function around(recurrence: Recurrence, instant: Temporal.Instant): Occurrence[] {
  const today = instant.toZonedDateTimeISO(recurrence.timeZone).toPlainDate();
  return [-2, -1, 0, 1, 2].map((offset) => {
    const date = dayOf(recurrence, today, offset);
    const local = date.toPlainDateTime(Temporal.PlainTime.from(recurrence.at));
    const zoned = local.toZonedDateTime(recurrence.timeZone, { disambiguation: 'compatible' });
    return { date: date.toString(), instant: zoned.toInstant() };
  });
}

function dayOf({ cadence, day }: Recurrence, today: Temporal.PlainDate, offset: number): Temporal.PlainDate {
  if (cadence === 'daily') return today.add({ days: offset });
  if (cadence === 'weekly') return today.add({ days: (day ?? 1) - today.dayOfWeek + 7 * offset });
  // `with` uses the last day of a shorter month.
  return today
    .with({ day: 1 })
    .add({ months: offset })
    .with({ day: day ?? 1 });
}
