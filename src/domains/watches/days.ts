import { dayIn } from '../../reporting/documents/calendar.ts';

/** A calendar day (YYYY-MM-DD) some days later, or earlier. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** All days from one to another, both included; none where the first is later. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = Temporal.PlainDate.from(from); ; day = day.add({ days: 1 })) {
    const text = day.toString();
    if (text > to) return days;
    days.push(text);
  }
}

/** When a day is over on the clocks of a zone: where they skip midnight, when the next day begins. */
export function endOf(day: string, timeZone: string): Temporal.Instant {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
}

/** The last day that is over in all zones. */
export function lastDayOver(timeZones: readonly string[], now: Temporal.Instant): string {
  const [today = ''] = timeZones.map((zone) => dayIn(zone, now.toString())).sort();
  return addDays(today, -1);
}

/** What a source that does not say when it last changed may need to have all of a day. */
const settlingHours = 4;
/** How far back the last settled day is looked for. */
export const mostDaysLate = 7;

/** What a source has answered, as far as its freshness goes. */
export interface Freshness {
  /** When it last changed (ISO 8601); null where it does not say. */
  readonly freshAt: string | null;
  readonly lastRow: string | null;
  /** Whether it writes no rows for days on which nothing happens. */
  readonly isSparse: boolean;
  /** From which day on its figures still change; null for none. */
  readonly changingFrom: string | null;
}

/**
 * The last day up to `last` of which a source has said all: it has rows of it and has changed since its end, or rows of a later
 * day. Null for none within a week.
 */
export function lastSettledDay(
  source: Freshness,
  last: string,
  timeZone: string,
  now: Temporal.Instant,
): string | null {
  const newest = source.changingFrom !== null && source.changingFrom <= last ? addDays(source.changingFrom, -1) : last;
  for (let back = 0; back <= mostDaysLate; back++) {
    const day = addDays(newest, -back);
    if (isSettled(source, day, timeZone, now)) return day;
  }
  return null;
}

function isSettled(
  { freshAt, lastRow, isSparse }: Freshness,
  day: string,
  timeZone: string,
  now: Temporal.Instant,
): boolean {
  const end = endOf(day, timeZone);
  if (lastRow === null) return false;
  if (freshAt !== null) {
    // One that is changed each day without its last days is late with them.
    if (lastRow < day && !isSparse) return false;
    return Temporal.Instant.compare(Temporal.Instant.from(freshAt), end) >= 0;
  }
  if (lastRow !== day) return lastRow > day;
  return Temporal.Instant.compare(now, end.add({ hours: settlingHours })) >= 0;
}

/** When the figures of the day that is running may be there: an hour after it, or where the source does not say, four. */
export function nextLook(today: string, timeZone: string, saysFreshness: boolean): Temporal.Instant {
  return endOf(today, timeZone).add({ hours: saysFreshness ? 1 : settlingHours });
}
