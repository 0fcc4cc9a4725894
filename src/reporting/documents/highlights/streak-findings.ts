import { difference, median, quotient, sum } from '../arithmetic.ts';
import { lastDayOf, lengthInDays, weekdayOf } from '../calendar.ts';
import { type FormatContext, formatValue } from '../format.ts';
import type { MetricDescription } from '../model.ts';
import { findPoints } from '../series-points.ts';
import type { Day, Direction, RunFinding, TrendFinding } from './findings.ts';
import { aboutOf, completeDays, type Subject } from './subjects.ts';
import { usualLevels } from './usual-level.ts';

const chanceOfRun = 0.05;
const leastRunRatio = 0.03;

/**
 * The longest run of days on one side of the compared period's median for their weekday: so long that by chance fewer
 * than one in twenty periods has one (`(n - k + 2) / 2^k < 0.05`), and on average at least 3 % away, visibly in the
 * formatted figure. A day without a figure, or exactly on that level, ends a run.
 */
export function findRun(subject: Subject, context: FormatContext): RunFinding | null {
  // Each day of a level begins where the one before ended, so chance says nothing.
  if (subject.metric.at === 'end') return null;
  const current = completeDays(subject);
  const weekdays = Map.groupBy(completeDays(subject, 'compare'), ({ date }) => weekdayOf(date));
  const usual = new Map([...weekdays].map(([weekday, days]) => [weekday, median(days.map(({ value }) => value))]));
  let longest: Day[] = [];
  let run: Day[] = [];
  let side = 0;
  for (const day of current) {
    const distance = difference(day.value, usual.get(weekdayOf(day.date)) ?? day.value) ?? 0;
    const goes = Math.sign(distance) === side && isNextDay(run.at(-1), day);
    side = Math.sign(distance);
    run = side === 0 ? [] : goes ? [...run, day] : [day];
    if (run.length > longest.length) longest = run;
  }
  const [first, last] = [longest[0], longest.at(-1)];
  if (!first || !last || (current.length - longest.length + 2) / 2 ** longest.length >= chanceOfRun) return null;
  const levels = longest.map(({ date }) => usual.get(weekdayOf(date)) ?? 0);
  const [total, level] = [sum(longest.map(({ value }) => value)), sum(levels)];
  const apart = total === null || level === null ? null : difference(total, level);
  if (apart === null || level === null || Math.abs(quotient(apart, level) ?? 1) < leastRunRatio) return null;
  const days = { from: first.date, to: last.date };
  const direction: Direction = apart > 0 ? 'up' : 'down';
  const distance = Math.abs(apart) / longest.length;
  if (!isVisible(distance, subject.metric, context)) return null;
  return { kind: 'run', about: aboutOf(subject), direction, days, count: longest.length, distance };
}

/** Distances of percentages are given in points. */
function isVisible(distance: number, metric: MetricDescription, context: FormatContext): boolean {
  if (metric.unit === 'percent') return Number((distance * 100).toFixed(metric.decimals ?? 1)) !== 0;
  return formatValue(distance, metric, context) !== formatValue(0, metric, context);
}

function isNextDay(one: Day | undefined, other: Day): boolean {
  return one !== undefined && Temporal.PlainDate.from(one.date).add({ days: 1 }).toString() === other.date;
}

const leastMoves = 4;
const leastTrendRatio = 0.05;
const noiseDeviations = 2;

/**
 * At least four consecutive whole months or weeks of the current period that moved the same way, by 5 % in all, visibly
 * in the formatted figures and beyond noise. Months come first, weeks if no months qualify; the longest sequence wins,
 * then the latest. An unfinished unit, or one with a day without figures, ends a sequence. Non-additive metrics qualify
 * only where the report shows them by week or month.
 */
export function findTrend(subject: Subject, context: FormatContext): TrendFinding | null {
  return trendBy('month', subject, context) ?? trendBy('week', subject, context);
}

function trendBy(unit: TrendFinding['unit'], subject: Subject, context: FormatContext): TrendFinding | null {
  const units = wholeUnits(unit, subject);
  let longest: Day[] = [];
  let row: Day[] = [];
  for (const day of units) {
    const last = row.at(-1);
    const move = last && day ? Math.sign(difference(day.value, last.value) ?? 0) : 0;
    const before = row.length > 1 && last ? Math.sign(last.value - (row.at(-2)?.value ?? 0)) : move;
    if (day === null) row = [];
    else if (!last || move === 0) row = [day];
    else row = move === before ? [...row, day] : [last, day];
    if (row.length >= longest.length) longest = row;
  }
  const [from, to] = [longest[0], longest.at(-1)];
  const count = longest.length - 1;
  if (!from || !to || count < leastMoves) return null;
  if (Math.abs(quotient(to.value - from.value, Math.abs(from.value)) ?? 1) < leastTrendRatio) return null;
  const [first, last] = [from, to].map(({ value }) => formatValue(value, subject.metric, context));
  if (first === last) return null;
  if (Math.abs(to.value - from.value) <= noiseDeviations * errorOfMove(from, to, unit, subject)) return null;
  const direction: Direction = to.value > from.value ? 'up' : 'down';
  return { kind: 'trend', about: aboutOf(subject), direction, unit, count, from, to };
}

/** The standard error of the difference of two units: from the scatter of ordinary days, for counts at least chance. */
function errorOfMove(from: Day, to: Day, unit: TrendFinding['unit'], subject: Subject): number {
  const { metric } = subject;
  if (metric.at === 'end') return 0;
  const days = [from, to].map(({ date }) => lengthInDays({ from: date, to: lastDayOf(date, unit) }));
  const { spread } = usualLevels(completeDays(subject));
  const ofScatter = spread * Math.sqrt(sum(days.map((count) => (metric.additive ? count : 1 / count))) ?? 0);
  if (metric.unit !== 'count') return ofScatter;
  return Math.max(ofScatter, Math.sqrt(Math.abs(from.value) + Math.abs(to.value)));
}

/** The units of the current period; null for one with missing figures. */
function wholeUnits(unit: TrendFinding['unit'], { figures, metric, today }: Subject): (Day | null)[] {
  const points = findPoints(figures, 'current', metric, unit, today) ?? [];
  return points.map(({ date, value, partial }) => (partial || value === null ? null : { date, value }));
}
