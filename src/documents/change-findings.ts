import { difference, quotient, sum } from './arithmetic.ts';
import { lengthInDays } from './calendar.ts';
import { compare } from './comparison.ts';
import { groupsOf, totalFigure } from './figures.ts';
import type { ChangeFinding, Contributor } from './findings.ts';
import { type FormatContext, formatValue } from './format.ts';
import type { PeriodName } from './report-plan.ts';
import type { PlannedBreakdown } from './sections.ts';
import { aboutOf, completeDays, dimensionsOf, type Subject } from './subjects.ts';
import { usualLevels } from './usual-level.ts';

const leastRatio = 0.01;
const leastPoints = 0.005;
const leastPart = 0.2;
const leastLift = 1.5;
const mostContributors = 2;
const chanceDeviations = 2;
const leastDaysForScatter = 14;

/**
 * The move of a metric between the periods: at least 1 % (of a percentage half a point too), visible in the formatted figures, and beyond noise: more than
 * two standard errors of what chance makes of two counts, and one of what the scatter of ordinary days makes of two averages.
 * Additive metrics are compared by daily averages when the periods differ in length or a day was not over.
 */
export function findChange(subject: Subject, context: FormatContext): ChangeFinding | null {
  const { metric } = subject;
  const rates = ratesOf(subject);
  if (!rates) return null;
  const { from, to, perDay } = rates;
  const { change } = compare(to, from, metric.better);
  if (!change || change.direction === 'flat' || Math.abs(change.ratio ?? 1) < leastRatio) return null;
  if (metric.unit === 'percent' && Math.abs(change.absolute) < leastPoints) return null;
  if (formatValue(from, metric, context) === formatValue(to, metric, context)) return null;
  if (Math.abs(change.absolute) <= noiseOf(subject, rates)) return null;
  const { direction, ratio } = change;
  const contributors = rates.partial ? [] : findContributors(subject, rates);
  return { kind: 'change', about: aboutOf(subject), direction, from, to, ratio, perDay, contributors };
}

interface Rates {
  readonly from: number;
  readonly to: number;
  readonly perDay: boolean;
  /** Whether a day that was not over is left out of the figures. */
  readonly partial: boolean;
  /** The days that each figure is of. */
  readonly days: Record<PeriodName, number>;
}

function ratesOf(subject: Subject): Rates | null {
  const { figures, metric, today } = subject;
  const { current, compare: compared } = figures.periods;
  if (!compared) return null;
  const partial = current.to >= today || compared.to >= today;
  const [now, before] = [rateOf(subject, 'current'), rateOf(subject, 'compare')];
  if (!now || !before) return null;
  const days = { current: now.days, compare: before.days };
  const perDay = metric.additive && now.days !== before.days;
  const [to, from] = perDay ? [now.total / now.days, before.total / before.days] : [now.total, before.total];
  return { from, to, perDay, partial, days };
}

/** The metric's figure in a period and the days it is of; without the day that was not over where parts add up. */
function rateOf(subject: Subject, period: PeriodName): { total: number; days: number } | null {
  const { figures, metric, today } = subject;
  const span = figures.periods[period];
  const total = totalFigure(figures, period, metric.key);
  if (!span || total === null) return null;
  const days = lengthInDays(span);
  if (span.to < today) return { total, days };
  if (days === 1) return null;
  if (!metric.additive) return { total, days };
  const complete = completeDays(subject, period);
  const whole = sum(complete.map(({ value }) => value));
  return complete.length === 0 || whole === null ? null : { total: whole, days: days - 1 };
}

/** What noise alone makes of the difference of the two figures. */
function noiseOf(subject: Subject, { from, to, perDay, days }: Rates): number {
  const { metric } = subject;
  const series = completeDays(subject);
  const spread = series.length >= leastDaysForScatter ? usualLevels(series).spread : 0;
  const scatter = spread * Math.sqrt(1 / days.current + 1 / days.compare);
  if (!metric.additive) return scatter;
  const ofScatter = perDay ? scatter : scatter * days.current;
  if (metric.unit !== 'count') return ofScatter;
  const scale = perDay ? days : { current: 1, compare: 1 };
  const chance = Math.sqrt(Math.abs(to) / scale.current + Math.abs(from) / scale.compare);
  return Math.max(ofScatter, chanceDeviations * chance);
}

/**
 * The values of one dimension that explain the move of an additive metric: each a fifth of it at least, and half as much
 * again as its share of the metric in either period, since a value that moves with the others explains nothing. Only of
 * dimensions with all their values at hand and totals above zero; the dimension that explains most.
 */
function findContributors(subject: Subject, rates: Rates): Contributor[] {
  if (!subject.metric.additive || !(rates.from > 0 && rates.to > 0)) return [];
  const found = dimensionsOf(subject).map((breakdown) => contributorsOf(breakdown, subject, rates));
  const explained = (contributors: readonly Contributor[]) => contributors.reduce((total, { part }) => total + part, 0);
  return found.reduce((best, next) => (explained(next) > explained(best) ? next : best), []);
}

function contributorsOf(
  { dimension, metrics }: PlannedBreakdown,
  { figures, metric }: Subject,
  { from, to, perDay, days }: Rates,
): Contributor[] {
  const current = groupsOf(figures, 'current', dimension.key, metrics[0]?.key);
  const compared = groupsOf(figures, 'compare', dimension.key, metrics[0]?.key);
  const move = difference(to, from);
  if (!current.complete || !compared.complete || !move) return [];
  const labels = [...new Set([...current.labels, ...compared.labels])];
  const contributors = labels.flatMap((label): Contributor[] => {
    const now = (current.figure(label, metric.key) ?? 0) / (perDay ? days.current : 1);
    const before = (compared.figure(label, metric.key) ?? 0) / (perDay ? days.compare : 1);
    const part = quotient(difference(now, before) ?? 0, move) ?? 0;
    const share = Math.max(now / to, before / from);
    return part >= leastPart && part >= leastLift * share ? [{ dimension, label, part }] : [];
  });
  contributors.sort((one, other) => other.part - one.part || ((one.label ?? '') < (other.label ?? '') ? -1 : 1));
  const [first] = contributors;
  return contributors.slice(0, first && first.part < 1 ? mostContributors : 1);
}
