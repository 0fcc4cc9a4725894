import type { SchedulesTable } from '../../platform/database/tables.ts';
import type { Period, Periods } from '../../reporting/documents/model.ts';

type PeriodName = SchedulesTable['period'];
type CompareName = SchedulesTable['compare'];
type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year';
type Day = Temporal.PlainDate;

/** What the name of a period says: a whole unit, the unit that yesterday is in, or a number of days. */
type Meaning =
  | { readonly kind: 'whole' | 'to-date'; readonly unit: Unit }
  | { readonly kind: 'days'; readonly days: number };

interface Span {
  readonly from: Day;
  readonly to: Day;
}

const lengths = {
  day: { days: 1 },
  week: { weeks: 1 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { years: 1 },
};

/**
 * The periods of a report made on `today`, the project's calendar day. All end with a day that is over, yesterday at the
 * latest; a period to date is the week, month, quarter or year that yesterday is in, up to yesterday, which on its first
 * day is the whole one before. Weeks run from Monday to Sunday.
 *
 * What is compared is as long, and whole units are compared with whole ones: the previous one, or that of the year before,
 * which for weeks and multiples of 7 days lies 52 weeks earlier, so that weekdays match.
 */
export function schedulePeriods(period: PeriodName, compare: CompareName, today: string): Periods {
  const meaning = meaningOf(period);
  const current = currentOf(meaning, Temporal.PlainDate.from(today));
  return {
    current: toPeriod(current),
    compare: compare === 'none' ? null : toPeriod(comparedWith(meaning, compare, current)),
  };
}

function meaningOf(period: PeriodName): Meaning {
  const [, days] = /^last-(\d+)-days$/.exec(period) ?? [];
  if (days !== undefined) return { kind: 'days', days: Number(days) };
  const [, unit] = /^previous-(\w+)$/.exec(period) ?? [];
  if (unit !== undefined) return { kind: 'whole', unit: unit as Unit };
  return { kind: 'to-date', unit: period.replace('-to-date', '') as Unit };
}

function currentOf(meaning: Meaning, today: Day): Span {
  const to = today.subtract({ days: 1 });
  if (meaning.kind === 'days') return { from: today.subtract({ days: meaning.days }), to };
  if (meaning.kind === 'to-date') return { from: startOf(meaning.unit, to), to };
  return unitFrom(meaning.unit, startOf(meaning.unit, today).subtract(lengths[meaning.unit]));
}

function comparedWith(meaning: Meaning, compare: 'previous' | 'year-before', current: Span): Span {
  const { from, to } = current;
  if (compare === 'year-before') return yearBefore(meaning, current);
  if (meaning.kind === 'days') return { from: from.subtract({ days: meaning.days }), to: from.subtract({ days: 1 }) };
  const { unit } = meaning;
  // The same days of the previous year, because a leap day would move all after it.
  if (unit === 'year') return yearBefore(meaning, current);
  const before = unitFrom(unit, from.subtract(lengths[unit]));
  if (isWhole(unit, current)) return before;
  const sameDays = before.from.add({ days: from.until(to, { largestUnit: 'day' }).days });
  return { from: before.from, to: earlier(sameDays, before.to) };
}

function yearBefore(meaning: Meaning, { from, to }: Span): Span {
  const byWeek = meaning.kind === 'days' ? meaning.days % 7 === 0 : meaning.unit === 'week';
  if (byWeek) return { from: from.subtract({ weeks: 52 }), to: to.subtract({ weeks: 52 }) };
  const begin = from.subtract({ years: 1 });
  if (meaning.kind === 'days') return { from: begin, to: begin.add({ days: meaning.days - 1 }) };
  if (isWhole(meaning.unit, { from, to })) return unitFrom(meaning.unit, begin);
  return { from: begin, to: to.subtract({ years: 1 }) };
}

function isWhole(unit: Unit, { from, to }: Span): boolean {
  return unitFrom(unit, from).to.equals(to);
}

function unitFrom(unit: Unit, from: Day): Span {
  return { from, to: from.add(lengths[unit]).subtract({ days: 1 }) };
}

function startOf(unit: Unit, day: Day): Day {
  if (unit === 'day') return day;
  if (unit === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  const month = { month: day.month, quarter: day.month - ((day.month - 1) % 3), year: 1 }[unit];
  return day.with({ day: 1, month });
}

function earlier(one: Day, other: Day): Day {
  return Temporal.PlainDate.compare(one, other) < 0 ? one : other;
}

function toPeriod({ from, to }: Span): Period {
  return { from: from.toString(), to: to.toString() };
}
