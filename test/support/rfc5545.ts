/**
 * Recurrence sets by the words of RFC 5545, 3.3.10, made by trying every day: a rule's parts either let a day pass or not,
 * and BYSETPOS picks from those that pass within one period of the frequency. Slow, and with nothing of the service's own.
 */
export interface Rule {
  readonly FREQ: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly INTERVAL?: number;
  readonly BYMONTH?: readonly number[];
  readonly BYMONTHDAY?: readonly number[];
  /** Such as `MO`, `1MO` or `-1FR`. */
  readonly BYDAY?: readonly string[];
  readonly BYSETPOS?: number;
}

const weekdayNames = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** The days of the rule from `start` (DTSTART, YYYY-MM-DD) to `end`. Weeks begin on Monday. */
export function daysOfRule(rule: Rule, start: string, end: string): string[] {
  const first = Temporal.PlainDate.from(start);
  const periods = new Map<number, Temporal.PlainDate[]>();
  // Whole periods, because positions count from their beginnings and their ends.
  const enough = Temporal.PlainDate.from(end).add({ years: 1 });
  for (let day = beginOfPeriod(rule, first); Temporal.PlainDate.compare(day, enough) < 0; day = day.add({ days: 1 })) {
    const period = periodOf(rule, first, day);
    if (period % (rule.INTERVAL ?? 1) === 0 && passes(rule, day))
      periods.set(period, [...(periods.get(period) ?? []), day]);
  }
  const positioned = [...periods].flatMap(([, days]) => atPosition(days, rule.BYSETPOS));
  return positioned.map(String).filter((day) => day >= start && day <= end);
}

function atPosition(days: readonly Temporal.PlainDate[], position: number | undefined): readonly Temporal.PlainDate[] {
  if (position === undefined) return days;
  const day = days.at(position > 0 ? position - 1 : position);
  return day ? [day] : [];
}

function beginOfPeriod({ FREQ }: Rule, day: Temporal.PlainDate): Temporal.PlainDate {
  if (FREQ === 'DAILY') return day;
  if (FREQ === 'WEEKLY') return day.subtract({ days: day.dayOfWeek - 1 });
  return FREQ === 'MONTHLY' ? day.with({ day: 1 }) : day.with({ day: 1, month: 1 });
}

/** How many periods of the frequency lie between. */
function periodOf(rule: Rule, first: Temporal.PlainDate, day: Temporal.PlainDate): number {
  if (rule.FREQ === 'YEARLY') return day.year - first.year;
  if (rule.FREQ === 'MONTHLY') return (day.year - first.year) * 12 + day.month - first.month;
  const days = beginOfPeriod(rule, first).until(beginOfPeriod(rule, day), { largestUnit: 'day' }).days;
  return rule.FREQ === 'WEEKLY' ? days / 7 : days;
}

function passes({ BYMONTH, BYMONTHDAY, BYDAY }: Rule, day: Temporal.PlainDate): boolean {
  if (BYMONTH && !BYMONTH.includes(day.month)) return false;
  const fromEnd = day.day - day.daysInMonth - 1;
  if (BYMONTHDAY && !BYMONTHDAY.includes(day.day) && !BYMONTHDAY.includes(fromEnd)) return false;
  const name = weekdayNames[day.dayOfWeek - 1];
  const nth = Math.ceil(day.day / 7);
  const nthFromEnd = -Math.ceil((day.daysInMonth - day.day + 1) / 7);
  return !BYDAY || [`${name}`, `${nth}${name}`, `${nthFromEnd}${name}`].some((form) => BYDAY.includes(form));
}

/**
 * The instants at which clocks of a zone first show a local time, by trying every minute: where they skip it, the time with
 * the offset from before the gap (RFC 5545, 3.3.5), which clocks show as one that is later by the gap.
 */
export function instantByClock(day: string, at: string, timeZone: string): string {
  const wanted = `${day}T${at}`;
  const asUtc = Temporal.Instant.from(`${wanted}:00Z`);
  const shown = (instant: Temporal.Instant) =>
    instant.toZonedDateTimeISO(timeZone).toPlainDateTime().toString().slice(0, 16);
  for (
    let instant = asUtc.subtract({ hours: 26 }), before = instant;
    ;
    before = instant, instant = instant.add({ minutes: 1 })
  ) {
    const text = shown(instant);
    if (text === wanted) return instant.toString();
    if (text < wanted) continue;
    const offsetBefore = before.toZonedDateTimeISO(timeZone).offsetNanoseconds;
    return Temporal.Instant.fromEpochNanoseconds(asUtc.epochNanoseconds - BigInt(offsetBefore)).toString();
  }
}
