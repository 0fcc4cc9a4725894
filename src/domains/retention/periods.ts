const dayHours = 24;
/** A month is at least so long, whatever the calendar says: counts of this month and of the last 30 days stay whole. */
const leastDays = 32;
/** How long before the first deletion, and before a shorter time takes effect, people are told. */
export const noticeDays = 7;

/** What was finished before this is older than `months` at `now`. Both are times in the text form of columns. */
export function keptSince(months: number, now: string): string {
  const instant = Temporal.Instant.from(now);
  const byCalendar = instant.toZonedDateTimeISO('UTC').subtract({ months }).toInstant();
  const byDays = instant.subtract({ hours: leastDays * dayHours });
  return toText(Temporal.Instant.compare(byCalendar, byDays) < 0 ? byCalendar : byDays);
}

/** About when what was finished at `time` is older than `months`; never earlier than `keptSince` would have it by a day. */
export function dueFrom(months: number, time: string): string {
  const instant = Temporal.Instant.from(time);
  const byCalendar = instant.toZonedDateTimeISO('UTC').add({ months }).toInstant();
  const byDays = instant.add({ hours: leastDays * dayHours });
  return toText(Temporal.Instant.compare(byCalendar, byDays) > 0 ? byCalendar : byDays);
}

/** A time some days later, or hours. */
export function later(time: string, { days = 0, hours = 0 }: { readonly days?: number; readonly hours?: number }) {
  return toText(Temporal.Instant.from(time).add({ hours: days * dayHours + hours }));
}

function toText(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 });
}
