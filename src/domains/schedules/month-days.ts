/** A day within a week or month, by its number, as the n-th weekday, or as the n-th working day. */
export interface MonthDay {
  /**
   * Weekly and fortnightly, and where there is an `nth`: 1 (Monday) to 7. Monthly, quarterly and yearly without: 1 to 31.
   * Null when daily, on weekdays, and for working days.
   */
  readonly day: number | null;
  /** 1 to 4, or -1 for the last, weekday `day` of the month; where `day` is null, 1 to 20, or -1, working day. */
  readonly nth: number | null;
}

/** February has no more from Monday to Friday. */
export const mostWorkingDays = 20;

/** The day of the month that begins on `first`. Day 29, 30 or 31 is the last day of a shorter month. */
export function dayInMonth(first: Temporal.PlainDate, { day, nth }: MonthDay): Temporal.PlainDate {
  if (nth === null) return first.with({ day: day ?? 1 });
  const last = first.with({ day: first.daysInMonth });
  if (day === null) return nth > 0 ? workingDay(first, 1, nth) : workingDay(last, -1, -nth);
  if (nth > 0) return first.add({ days: ((day - first.dayOfWeek + 7) % 7) + 7 * (nth - 1) });
  return last.subtract({ days: ((last.dayOfWeek - day + 7) % 7) + 7 * (-nth - 1) });
}

function workingDay(begin: Temporal.PlainDate, step: 1 | -1, count: number): Temporal.PlainDate {
  let found = begin;
  for (let left = count; ; found = found.add({ days: step })) {
    if (found.dayOfWeek <= 5) left--;
    if (left === 0) return found;
  }
}
