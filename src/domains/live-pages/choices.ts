import { livePeriods, scheduleComparisons } from '../../platform/database/words.ts';
import { lengthInDays } from '../../reporting/documents/calendar.ts';
import type { Period, Periods } from '../../reporting/documents/model.ts';
import { checkNotFuture, checkPeriods, isCalendarDay } from '../generation-jobs/periods.ts';
import { schedulePeriods } from '../schedules/schedule-periods.ts';
import type { LiveComparison, LivePeriod, LiveSettings } from '../shares/live-settings.ts';

/** What a reader looks at: a period by its name or by its days, and what it is compared with. */
export interface Choice {
  readonly period: LivePeriod | Period;
  readonly compare: LiveComparison;
}

/** The query of a page's address. */
export type ChoiceQuery = Readonly<Record<string, unknown>>;

/** No system has figures of before, and what is compared lies up to a year earlier. */
const firstDay = '1970-01-01';

/**
 * The choice that a query makes; what the owner does not offer is what is shown at first. `hasFault` for days of the
 * reader's own that cannot be shown.
 */
export function readChoice(
  live: LiveSettings,
  query: ChoiceQuery,
  timeZone: string,
): { readonly choice: Choice; readonly hasFault: boolean } {
  const compare = scheduleComparisons.find((each) => each === query.compare && live.compare.includes(each));
  const named = livePeriods.find((each) => each === query.period && live.periods.includes(each));
  const usual = { period: live.periods[0] ?? 'last-28-days', compare: live.compare[0] ?? 'none' } as const;
  const choice = { period: named ?? usual.period, compare: compare ?? usual.compare };
  if (!live.own_days || (query.from === undefined && query.to === undefined)) return { choice, hasFault: false };
  const own = readDays(query, timeZone);
  return own ? { choice: { ...choice, period: own }, hasFault: false } : { choice, hasFault: true };
}

function readDays({ from, to }: ChoiceQuery, timeZone: string): Period | undefined {
  if (typeof from !== 'string' || typeof to !== 'string') return undefined;
  if (!isCalendarDay(from) || !isCalendarDay(to) || from < firstDay) return undefined;
  const periods = { current: { from, to }, compare: null };
  try {
    checkPeriods(periods);
    checkNotFuture(periods, timeZone);
  } catch {
    return undefined;
  }
  return { from, to };
}

/** The same text for the same choice. */
export function choiceKey({ period, compare }: Choice): string {
  return `${typeof period === 'string' ? period : `${period.from}/${period.to}`} ${compare}`;
}

/** The query of the address that makes the choice, beginning with `?`. */
export function choiceQuery({ period, compare }: Choice): string {
  const days = typeof period === 'string' ? { period } : { from: period.from, to: period.to };
  return `?${new URLSearchParams({ ...days, compare })}`;
}

/**
 * The days of a choice on `today`, the project's calendar day. Units that are not over end with today, and are compared
 * with as many days of the unit before or of the year before; all else is as in schedules.
 */
export function periodsOf({ period, compare }: Choice, today: string): Periods {
  if (typeof period !== 'string') return { current: period, compare: ownComparison(period, compare) };
  const [, unit] = /^this-(week|month|quarter|year)$/.exec(period) ?? [];
  if (unit === undefined) return schedulePeriods(period as Exclude<LivePeriod, `this-${string}`>, compare, today);
  // A period to date ends with the day before the one that it is asked on.
  const tomorrow = Temporal.PlainDate.from(today).add({ days: 1 }).toString();
  const { current, compare: other } = schedulePeriods(`${unit}-to-date` as 'month-to-date', compare, tomorrow);
  return { current, compare: other && cutTo(other, lengthInDays(current)) };
}

/** On its last day a unit is not over yet, and not compared with the whole one before. */
function cutTo({ from, to }: Period, days: number): Period {
  const last = Temporal.PlainDate.from(from)
    .add({ days: days - 1 })
    .toString();
  return { from, to: last < to ? last : to };
}

/** As many days before; weekdays match where whole weeks are compared with those of the year before. */
function ownComparison(period: Period, compare: LiveComparison): Period | null {
  if (compare === 'none') return null;
  const from = Temporal.PlainDate.from(period.from);
  const days = lengthInDays(period);
  const lag = days % 7 === 0 ? { weeks: 52 } : { years: 1 };
  const begin = from.subtract(compare === 'previous' ? { days } : lag);
  return { from: begin.toString(), to: begin.add({ days: days - 1 }).toString() };
}

/**
 * Whether figures of these days may still be shown under the name of the choice: a month of last year is not this one,
 * while the last days say which days they are.
 */
export function isStillNamed({ period }: Choice, kept: Periods, wanted: Periods): boolean {
  if (typeof period === 'string' && period.startsWith('last-')) return true;
  return kept.current.from === wanted.current.from;
}
