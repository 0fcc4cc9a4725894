import { unitsOf, weekdayOf } from './calendar.ts';
import { type ConnectionFigures, findDaysWithRows, hasRows } from './figures.ts';
import type { PeriodName } from './report-plan.ts';

const leastOfWeekday = 2;
const mostlyThere = 0.5;
const nearlyAlwaysThere = 0.9;

/** The days of a period that were over when the figures were fetched, ascending. */
interface Coverage {
  /** The days that the figures cover. */
  readonly covered: readonly string[];
  /** Days without rows that are not days of rest; none when days were not asked for. */
  readonly missing: readonly string[];
  /** Those of a source that has rows on nearly all days. On other days of a sparse one nothing happened. */
  readonly lacking: readonly string[];
}

/** Days before `today` that have no rows and are not days of rest; none when days were not asked for. */
export function findMissingDays(figures: ConnectionFigures, period: PeriodName, today: string): readonly string[] {
  return coverageOf(figures, today)[period].missing;
}

/** Missing days of a source that is not sparse: the figures of their weeks and months are incomplete. */
export function findLackingDays(figures: ConnectionFigures, period: PeriodName, today: string): readonly string[] {
  return coverageOf(figures, today)[period].lacking;
}

/**
 * The days of a period before `today` that its figures cover. If a source has rows on nearly all days of either period,
 * apart from its weekdays of rest, its figures cover the days with rows. For any other source a day without rows means
 * that nothing happened, so every day counts.
 */
export function coveredDays(figures: ConnectionFigures, period: PeriodName, today: string): readonly string[] {
  return coverageOf(figures, today)[period].covered;
}

/** Every metric of a connection asks for the same days. */
const found = new WeakMap<ConnectionFigures, Map<string, Record<PeriodName, Coverage>>>();

function coverageOf(figures: ConnectionFigures, today: string): Record<PeriodName, Coverage> {
  const byToday = found.getOrInsertComputed(figures, () => new Map());
  return byToday.getOrInsertComputed(today, () => findCoverage(figures, today));
}

interface Days {
  readonly all: readonly string[];
  readonly withRows: readonly string[];
}

function findCoverage(figures: ConnectionFigures, today: string): Record<PeriodName, Coverage> {
  const periods = { current: daysOf(figures, 'current', today), compare: daysOf(figures, 'compare', today) };
  const known = Object.values(periods).filter(({ withRows }) => withRows.length > 0);
  const rest = restWeekdays(known);
  const isSteady = known.some((days) => partWithRows(days, rest) >= nearlyAlwaysThere);
  const coverage = ({ all, withRows }: Days): Coverage => {
    if (withRows.length === 0) return { covered: all, missing: [], lacking: [] };
    const there = new Set(withRows);
    const missing = workdays(all, rest).filter((day) => !there.has(day));
    return { covered: isSteady ? withRows : all, missing, lacking: isSteady ? missing : [] };
  };
  return { current: coverage(periods.current), compare: coverage(periods.compare) };
}

function daysOf(figures: ConnectionFigures, period: PeriodName, today: string): Days {
  const span = figures.periods[period];
  const { begins = '' } = figures;
  const all = span ? unitsOf(span, 'day').filter((day) => day >= begins && day < today) : [];
  const there = hasRows(figures, period) ? findDaysWithRows(figures, period) : undefined;
  return { all, withRows: all.filter((day) => there?.has(day)) };
}

/**
 * ISO numbers of the source's weekdays of rest: weekdays that occurred at least twice and have no row in either period.
 * None if half of the other days or more have no rows either.
 */
function restWeekdays(known: readonly Days[]): ReadonlySet<number> {
  const counts = Map.groupBy(
    known.flatMap(({ all }) => all),
    weekdayOf,
  );
  const working = new Set(known.flatMap(({ withRows }) => withRows.map(weekdayOf)));
  const resting = [...counts].filter(([weekday, days]) => !working.has(weekday) && days.length >= leastOfWeekday);
  const rest = new Set(resting.map(([weekday]) => weekday));
  return known.every((days) => partWithRows(days, rest) > mostlyThere) ? rest : new Set();
}

function partWithRows({ all, withRows }: Days, rest: ReadonlySet<number>): number {
  return withRows.length / workdays(all, rest).length;
}

function workdays(days: readonly string[], rest: ReadonlySet<number>): string[] {
  return days.filter((day) => !rest.has(weekdayOf(day)));
}
