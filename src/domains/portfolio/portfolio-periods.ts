import type { PortfolioFiguresTable } from '../../platform/database/tables.ts';
import { dayIn } from '../../reporting/documents/calendar.ts';
import type { Period, Periods } from '../../reporting/documents/model.ts';

export type PortfolioPeriod = PortfolioFiguresTable['period'];

/** The periods of a day, of days that are over. */
export interface PortfolioDays {
  /** From the first of the month to the day before; null on the first. */
  readonly month: Periods | null;
  /** The month that it is a part of. */
  readonly wholeMonth: Period;
  readonly last_month: Periods;
  readonly days: Periods;
  /** What is asked day by day: all days of the three. */
  readonly series: Period;
}

const lengthOfDays = 30;

/**
 * The periods that the portfolio shows on a day, which is not over itself. A part of a month is compared with as many days
 * of the month before, or where that is shorter with as many before the month; a whole month with a whole one.
 */
export function periodsOn(today: string): PortfolioDays {
  const day = Temporal.PlainDate.from(today);
  const yesterday = day.subtract({ days: 1 });
  const first = day.with({ day: 1 });
  const gone = day.day - 1;
  const before = first.subtract({ months: 1 });
  const days = { from: day.subtract({ days: lengthOfDays }), to: yesterday };
  const beforeDays = { from: days.from.subtract({ days: lengthOfDays }), to: days.from.subtract({ days: 1 }) };
  return {
    month: gone === 0 ? null : pair(first, yesterday, ...sameDaysBefore(first, gone)),
    wholeMonth: period(first, first.with({ day: first.daysInMonth })),
    last_month: pair(before, first.subtract({ days: 1 }), before.subtract({ months: 1 }), before.subtract({ days: 1 })),
    days: pair(days.from, days.to, beforeDays.from, beforeDays.to),
    series: period(Temporal.PlainDate.compare(before, days.from) < 0 ? before : days.from, yesterday),
  };
}

/** As many days of the month before, or the last ones before the month. */
function sameDaysBefore(first: Temporal.PlainDate, days: number): [Temporal.PlainDate, Temporal.PlainDate] {
  const before = first.subtract({ months: 1 });
  if (days <= before.daysInMonth) return [before, before.add({ days: days - 1 })];
  return [first.subtract({ days }), first.subtract({ days: 1 })];
}

function pair(
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
  compareFrom: Temporal.PlainDate,
  compareTo: Temporal.PlainDate,
): Periods {
  return { current: period(from, to), compare: period(compareFrom, compareTo) };
}

function period(from: Temporal.PlainDate, to: Temporal.PlainDate): Period {
  return { from: from.toString(), to: to.toString() };
}

/**
 * The last day that is over both where the project is and in the zone of a system that has one of its own, plus one: the
 * day up to which its figures are whole.
 */
export function todayOf(timeZones: readonly string[], now: string): string {
  const [today = ''] = timeZones.map((timeZone) => dayIn(timeZone, now)).sort();
  return today;
}

/**
 * The first day that figures of a period have to begin with to be called by its name on a day; null for any. Those of the
 * last 30 days say which days they are.
 */
export function firstDayOfPeriod(name: PortfolioPeriod, today: string): string | null {
  if (name === 'days') return null;
  const first = Temporal.PlainDate.from(today).with({ day: 1 });
  return (name === 'month' ? first : first.subtract({ months: 1 })).toString();
}
