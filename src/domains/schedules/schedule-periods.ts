import type { SchedulesTable } from '../../platform/database/tables.ts';
import type { Period, Periods } from '../../reporting/documents/model.ts';

type PeriodName = SchedulesTable['period'];
type CompareName = SchedulesTable['compare'];

/**
 * The periods of a report made on `today`, the project's calendar day. Weeks run from Monday to Sunday. The compared
 * period is the previous one, or the one a year before: the same day or month, and for weeks 52 weeks earlier, so that
 * weekdays match.
 */
export function schedulePeriods(period: PeriodName, compare: CompareName, today: string): Periods {
  const day = Temporal.PlainDate.from(today);
  return { current: periodBefore(period, day), compare: comparePeriod(period, compare, day) };
}

function comparePeriod(period: PeriodName, compare: CompareName, day: Temporal.PlainDate): Period | null {
  if (compare === 'none') return null;
  if (compare === 'previous') return periodBefore(period, day.subtract(length(period)));
  if (period === 'previous-week') return periodBefore(period, day.subtract({ weeks: 52 }));
  const from = Temporal.PlainDate.from(periodBefore(period, day).from).subtract({ years: 1 });
  return span(from, length(period));
}

function length(period: PeriodName): Temporal.DurationLike {
  return { 'previous-day': { days: 1 }, 'previous-week': { weeks: 1 }, 'previous-month': { months: 1 } }[period];
}

function periodBefore(period: PeriodName, day: Temporal.PlainDate): Period {
  const start = {
    'previous-day': day,
    'previous-week': day.subtract({ days: day.dayOfWeek - 1 }),
    'previous-month': day.with({ day: 1 }),
  };
  return span(start[period].subtract(length(period)), length(period));
}

function span(from: Temporal.PlainDate, length: Temporal.DurationLike): Period {
  return { from: from.toString(), to: from.add(length).subtract({ days: 1 }).toString() };
}
