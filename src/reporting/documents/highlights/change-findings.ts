import { hasParts } from '../adding-up.ts';
import { difference, quotient, sum } from '../arithmetic.ts';
import { weekdayOf } from '../calendar.ts';
import { compare } from '../comparison.ts';
import { coveredDays } from '../covered-days.ts';
import { groupsOf } from '../figures.ts';
import { type FormatContext, formatAverage, formatValue } from '../format.ts';
import type { Change, Comparison } from '../model.ts';
import type { PlannedTable } from '../planned-breakdown.ts';
import type { PeriodName } from '../report-plan.ts';
import type { ChangeFinding, Contributor } from './findings.ts';
import { aboutOf, completeDays, completeFigure, dimensionsOf, type Subject } from './subjects.ts';
import { usualLevels } from './usual-level.ts';

const leastRatio = 0.01;
const leastPoints = 0.005;
const leastRatioOfPercent = 0.1;
const leastPart = 0.2;
const leastLift = 1.5;
const leastChurn = 0.5;
const wholePart = 1.0005;
const noiseDeviations = 2;
const leastDaysForScatter = 14;
const leastWeekdays = 3;
const leastDaysOfAverage = 3;
/** The part of the total's move that its daily average has to have, for both to tell the same story. */
const leastOfTotal = 0.5;

/**
 * The move of a metric between the periods: at least 1 % (for a percentage, also half a point or a tenth of its value),
 * visible in the formatted figures, and beyond noise: the chance variation of two counts and the scatter of daily
 * figures, as defined in `docs/highlights.md`. Additive metrics are compared by daily averages when the periods cover
 * different numbers of days (at least three) or an unfinished day is left out; the move must then also hold when all
 * weekdays weigh the same. What is told of them are the totals all the same, where the report shows these. A non-additive count, such as users, grows with the number of days: its move must exceed
 * what the days and chance explain.
 */
export function findChange(subject: Subject, context: FormatContext): ChangeFinding | null {
  const { metric } = subject;
  const rates = ratesOf(subject);
  if (!rates) return null;
  const { from, to, perDay } = rates;
  const comparison = compare(to, from, metric.better);
  const { change } = comparison;
  if (!change || change.direction === 'flat' || Math.abs(change.ratio ?? 1) < leastRatio) return null;
  if (metric.unit === 'percent' && isSmallMove(change)) return null;
  const text = (value: number) => (perDay ? formatAverage : formatValue)(value, metric, context);
  if (text(from) === text(to)) return null;
  if (perDay && Math.min(...Object.values(rates.days)) < leastDaysOfAverage) return null;
  const noise = noiseOf(subject, rates);
  if (Math.abs(change.absolute) <= noise || isOfDays(subject, rates) || isOfWeekdays(subject, rates, noise))
    return null;
  const told = toldTotals(subject, rates, comparison, context);
  const shown = told ? { ...rates, ...rates.totals, perDay: false } : rates;
  const contributors = rates.partial || told?.average ? [] : findContributors(subject, shown);
  return {
    ...{ kind: 'change', about: aboutOf(subject), contributors, from: shown.from, to: shown.to, perDay: shown.perDay },
    ...(told ?? { direction: change.direction, ratio: change.ratio, average: null }),
  };
}

/**
 * The totals, which the report shows beside: they lead, and the daily average stands beside them only where it tells
 * another story. Null where the totals are what was compared, appear nowhere, or show no move.
 */
function toldTotals(
  { metric }: Subject,
  { totals }: Rates,
  average: Comparison,
  context: FormatContext,
): Pick<ChangeFinding, 'direction' | 'ratio' | 'average'> | null {
  if (!totals) return null;
  const { from, to } = totals;
  const { change } = compare(to, from, metric.better);
  if (!change || change.direction === 'flat') return null;
  if (formatValue(from, metric, context) === formatValue(to, metric, context)) return null;
  const { direction, ratio } = change;
  const part = quotient(average.change?.ratio ?? 1, ratio ?? 1) ?? 0;
  const isSameStory = average.change?.direction === direction && part >= leastOfTotal;
  return { direction, ratio, average: isSameStory ? null : average };
}

function isSmallMove({ absolute, ratio }: Change): boolean {
  return Math.abs(absolute) < leastPoints && Math.abs(ratio ?? 1) < leastRatioOfPercent;
}

interface Rates {
  readonly from: number;
  readonly to: number;
  readonly perDay: boolean;
  /** The totals behind daily averages, where the report shows them. */
  readonly totals: { readonly from: number; readonly to: number } | null;
  /** Whether an unfinished day is left out of the figures. */
  readonly partial: boolean;
  /** How many days each figure covers. */
  readonly days: Record<PeriodName, number>;
}

function ratesOf(subject: Subject): Rates | null {
  const { figures, metric, today } = subject;
  const { current, compare: compared } = figures.periods;
  if (!compared) return null;
  const partial = current.to >= today || compared.to >= today;
  const [now, before] = [completeFigure(subject, 'current'), completeFigure(subject, 'compare')];
  if (!now || !before) return null;
  const days = { current: now.days, compare: before.days };
  // A total without the unfinished day appears nowhere else in the report.
  const perDay = metric.additive && (partial || now.days !== before.days);
  const [to, from] = perDay ? [now.total / now.days, before.total / before.days] : [now.total, before.total];
  const totals = perDay && !partial ? { from: before.total, to: now.total } : null;
  return { from, to, perDay, totals, partial, days };
}

/** How far noise alone can move the two figures apart. */
function noiseOf(subject: Subject, { from, to, perDay, days }: Rates): number {
  const { metric } = subject;
  // What a balance is on a day is no average of a period.
  if (metric.at === 'end') return 0;
  const series = completeDays(subject);
  const isLong = series.length >= leastDaysForScatter;
  const figures = metric.additive ? days : daysWithFigures(subject);
  const scatter = isLong
    ? usualLevels(series).spread * Math.sqrt(1 / figures.current + 1 / figures.compare)
    : noiseDeviations * (metric.additive ? errorByWeekday(subject) : errorOfMeans(subject));
  if (!metric.additive) return scatter;
  const ofScatter = perDay ? scatter : scatter * days.current;
  if (metric.unit !== 'count') return ofScatter;
  const scale = perDay ? days : { current: 1, compare: 1 };
  const chance = Math.sqrt(Math.abs(to) / scale.current + Math.abs(from) / scale.compare);
  return Math.max(ofScatter, noiseDeviations * chance);
}

/** A day on which nothing happened is a zero for an additive metric, but has no average. */
function daysWithFigures(subject: Subject): Record<PeriodName, number> {
  const count = (period: PeriodName) => Math.max(1, completeDays(subject, period).length);
  return { current: count('current'), compare: count('compare') };
}

/** Whether the different number of days, and chance, explain the move of a non-additive count. */
function isOfDays({ metric }: Subject, { from, to, days }: Rates): boolean {
  if (metric.additive || metric.at === 'end' || metric.unit !== 'count') return false;
  const scaled = (from * days.current) / days.compare;
  const nearest = Math.min(Math.max(to, Math.min(from, scaled)), Math.max(from, scaled));
  const chance = noiseDeviations * Math.sqrt(Math.abs(to) + Math.abs(nearest));
  return Math.abs(to - nearest) < leastRatio * Math.abs(from) || Math.abs(to - nearest) <= chance;
}

/** Whether the move comes from the mix of weekdays: it is gone when both periods have as many of each. */
function isOfWeekdays(subject: Subject, { from, to, perDay, days }: Rates, noise: number): boolean {
  const moves = subject.metric.additive ? weekdayMoves(subject) : [];
  if (moves.length === 0) return false;
  const [now, before] = [mean(moves.map(({ now }) => now)), mean(moves.map(({ before }) => before))];
  const move = (now - before) * Math.sign(to - from);
  return move < leastRatio * Math.abs(before) || move * (perDay ? 1 : days.current) <= noise;
}

/** The averages of a weekday in both periods. */
interface WeekdayMove {
  readonly now: number;
  readonly before: number;
}

/** One for each weekday that both periods have. */
function weekdayMoves(subject: Subject): WeekdayMove[] {
  const [now, before] = [weekdayMeans(subject, 'current'), weekdayMeans(subject, 'compare')];
  return [...now].flatMap(([weekday, value]) => {
    const other = before.get(weekday);
    return other === undefined ? [] : [{ now: value, before: other }];
  });
}

/** For an additive metric a covered day without a row is a zero. */
function weekdayMeans(subject: Subject, period: PeriodName): Map<number, number> {
  const { figures, metric, today } = subject;
  const complete = completeDays(subject, period);
  const values = new Map(complete.map(({ date, value }) => [date, value]));
  const counted = metric.additive && values.size > 0 ? coveredDays(figures, period, today) : [...values.keys()];
  const weekdays = Map.groupBy(counted, weekdayOf);
  return new Map([...weekdays].map(([weekday, dates]) => [weekday, mean(dates.map((date) => values.get(date) ?? 0))]));
}

/** The standard error of the average move of a weekday; zero when there are too few to tell. */
function errorByWeekday(subject: Subject): number {
  const moves = weekdayMoves(subject).filter(({ now, before }) => now !== 0 && before !== 0);
  if (moves.length < leastWeekdays) return 0;
  return Math.sqrt(variance(moves.map(({ now, before }) => now - before)) / moves.length);
}

/** The standard error of the difference of the days' averages (Welch); zero where a period has only one day. */
function errorOfMeans(subject: Subject): number {
  const periods = [completeDays(subject), completeDays(subject, 'compare')];
  const errors = periods.map((days) => variance(days.map(({ value }) => value)) / days.length);
  return errors.every(Number.isFinite) ? Math.sqrt(sum(errors) ?? 0) : 0;
}

/** Of a sample; NaN for fewer than two values. */
function variance(values: readonly number[]): number {
  const average = mean(values);
  return values.length < 2
    ? Number.NaN
    : (sum(values.map((value) => (value - average) ** 2)) ?? 0) / (values.length - 1);
}

function mean(values: readonly number[]): number {
  return (sum(values) ?? Number.NaN) / values.length;
}

/**
 * The values of one dimension that explain the move of a metric with parts: each at least a fifth of it, and at least
 * 1.5 times its share of the metric in either period, since a value that moves with the others explains nothing. Taken
 * from the dimension that explains most, among those with all values known and totals above zero.
 */
function findContributors(subject: Subject, rates: Rates): Contributor[] {
  if (!hasParts(subject.metric) || !(rates.from > 0 && rates.to > 0)) return [];
  const found = dimensionsOf(subject).map((breakdown) => contributorsOf(breakdown, subject, rates));
  const explained = (contributors: readonly Contributor[]) => contributors.reduce((total, { part }) => total + part, 0);
  return found.reduce((best, next) => (explained(next) > explained(best) ? next : best), []);
}

function contributorsOf(
  { dimension, metrics }: PlannedTable,
  { figures, metric }: Subject,
  { from, to, perDay, days }: Rates,
): Contributor[] {
  const current = groupsOf(figures, 'current', dimension.key, metrics[0]?.key);
  const compared = groupsOf(figures, 'compare', dimension.key, metrics[0]?.key);
  const move = difference(to, from);
  if (!current.complete || !compared.complete || !move) return [];
  const labels = [...new Set([...current.labels, ...compared.labels])];
  const rows = labels.map((label) => ({
    label,
    now: (current.figure(label, metric.key) ?? 0) / (perDay ? days.current : 1),
    before: (compared.figure(label, metric.key) ?? 0) / (perDay ? days.compare : 1),
  }));
  const churns = isChurn(rows);
  const contributors = rows.flatMap(({ label, now, before }): Contributor[] => {
    if (churns && (now === 0 || before === 0)) return [];
    const part = quotient(difference(now, before) ?? 0, move) ?? 0;
    const share = Math.max(now / to, before / from);
    return part >= leastPart && part >= leastLift * share ? [{ dimension, label, part }] : [];
  });
  contributors.sort((one, other) => other.part - one.part || ((one.label ?? '') < (other.label ?? '') ? -1 : 1));
  const [first, second] = contributors;
  if (!first) return [];
  return second && first.part + second.part <= wholePart ? [first, second] : [first];
}

/** Whether new and vanished values nearly cancel out, as when this month's campaign replaces last month's. */
function isChurn(rows: readonly { readonly now: number; readonly before: number }[]): boolean {
  const came = sum(rows.map(({ now, before }) => (before === 0 ? now : 0))) ?? 0;
  const went = sum(rows.map(({ now, before }) => (now === 0 ? before : 0))) ?? 0;
  return Math.min(came, went) >= leastChurn * Math.max(came, went);
}
