import type { Period, Periods } from '../documents/model.ts';

export const periodNames = ['previous-day', 'previous-week', 'previous-month'] as const;
export const compareNames = ['previous', 'year-before', 'none'] as const;
export type PeriodName = (typeof periodNames)[number];
export type CompareName = (typeof compareNames)[number];

/**
 * The periods of a report made on `today`, the project's calendar day. Weeks run from Monday to Sunday. The period compared
 * with is the one before, or that of a year before: the same day or month, and for weeks the week 52 weeks earlier, so that
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
