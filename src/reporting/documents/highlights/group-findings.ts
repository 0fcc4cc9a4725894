import { hasParts } from '../adding-up.ts';
import { difference, quotient, sum } from '../arithmetic.ts';
import { lengthInDays } from '../calendar.ts';
import { type ConnectionFigures, type Groups, groupsOf, hasRows, totalFigure } from '../figures.ts';
import { askedMetrics, type PlannedTable } from '../planned-breakdown.ts';
import type { PeriodName } from '../report-plan.ts';
import type { PresenceFinding, ShareFinding } from './findings.ts';
import { aboutOf, dimensionsOf, type Subject } from './subjects.ts';

const leastPoints = 0.02;
const noiseDeviations = 2;

/**
 * For each dimension the value, present in both periods, whose share of a metric with parts moved most: by at least 2
 * percentage points, for a count also by more than two standard errors of a difference of two proportions. It must also
 * have moved 2 points among the values present in both periods, as every share falls when a new value appears. Only for
 * dimensions with all values known, none of them below zero or above the total. Ties go to the share that grew.
 */
export function findShareShifts(subject: Subject): ShareFinding[] {
  const { figures, metric } = subject;
  const to = totalFigure(figures, 'current', metric.key) ?? 0;
  const from = totalFigure(figures, 'compare', metric.key) ?? 0;
  if (!hasParts(metric) || !(to > 0 && from > 0)) return [];
  return dimensionsOf(subject).flatMap((breakdown) => {
    const { dimension } = breakdown;
    const [leading] = askedMetrics(breakdown);
    const current = groupsOf(figures, 'current', dimension.key, leading.key);
    const compared = groupsOf(figures, 'compare', dimension.key, leading.key);
    if (!current.complete || !compared.complete) return [];
    const shares = current.labels.flatMap((label) => {
      const [now, before] = [current.figure(label, metric.key), compared.figure(label, metric.key)];
      // Of a level without a row at the end nobody knows it.
      if (metric.at === 'end' && (now === null || before === null)) return [];
      return before === undefined ? [] : [{ label, now: (now ?? 0) / to, before: (before ?? 0) / from }];
    });
    if (!shares.every(({ now, before }) => isPart(now) && isPart(before))) return [];
    const stayed = { now: total(shares.map(({ now }) => now)), before: total(shares.map(({ before }) => before)) };
    const moved = shares.flatMap(({ label, now, before }): ShareFinding[] => {
      const move = difference(now, before) ?? 0;
      const error = Math.sqrt((now * (1 - now)) / to + (before * (1 - before)) / from);
      const noise = metric.unit === 'count' ? noiseDeviations * error : 0;
      const direction = move > 0 ? 'up' : 'down';
      const amongStayed = (now / stayed.now - before / stayed.before) * Math.sign(move);
      if (Math.abs(move) < leastPoints || !(amongStayed >= leastPoints) || Math.abs(move) <= noise) return [];
      return [{ kind: 'share', about: aboutOf(subject), direction, dimension, label, from: before, to: now }];
    });
    return moved.sort((one, other) => compareShifts(one, other)).slice(0, 1);
  });
}

/** Figures below zero or above their total are not parts of a whole. */
function isPart(share: number): boolean {
  return share >= 0 && share <= 1;
}

function total(shares: readonly number[]): number {
  return sum(shares) ?? Number.NaN;
}

function compareShifts(one: ShareFinding, other: ShareFinding): number {
  const [move, otherMove] = [one, other].map(({ to, from }) => Math.round((to - from) * 1e9)) as [number, number];
  return Math.abs(otherMove) - Math.abs(move) || otherMove - move || ((one.label ?? '') < (other.label ?? '') ? -1 : 1);
}

const topCount = 5;
const leastShare = 0.01;
const leastPeriodDays = 7;

/**
 * Top-five values of a dimension that do not exist at all in the other period, with at least 1 % of the total and, for
 * a count, beyond chance: the greatest new and the greatest vanished one of each breakdown that is ranked by a metric which is
 * additive. None if more than half of the top five come or go, as in a dimension of dates or campaigns, and none for
 * periods shorter than a week, where rare values are often absent.
 */
export function findPresence(subject: Subject): PresenceFinding[] {
  const { figures, metric, breakdowns } = subject;
  const { current, compare: compared } = figures.periods;
  if (!hasParts(metric) || !hasRows(figures, 'current') || !compared || !hasRows(figures, 'compare')) return [];
  if (Math.min(lengthInDays(current), lengthInDays(compared)) < leastPeriodDays) return [];
  const led = breakdowns.filter((breakdown) => askedMetrics(breakdown)[0].key === metric.key);
  return dimensionsOf({ ...subject, breakdowns: led }).flatMap((breakdown) => [
    ...onlyIn('current', breakdown, subject),
    ...onlyIn('compare', breakdown, subject),
  ]);
}

function onlyIn(period: PeriodName, { dimension }: PlannedTable, subject: Subject): PresenceFinding[] {
  const { figures, metric } = subject;
  const here = groupsOf(figures, period, dimension.key, metric.key);
  const there = groupsOf(figures, period === 'current' ? 'compare' : 'current', dimension.key, metric.key);
  if (!here.complete || !there.complete) return [];
  const top = topOf(here, figures, period, metric.key);
  const present = new Set(there.labels);
  const missing = top.filter(({ label }) => !present.has(label));
  const greatest = missing[0];
  if (!greatest || greatest.share < leastShare || !isPart(greatest.share) || missing.length > top.length / 2) return [];
  if (metric.unit === 'count' && greatest.figure <= noiseDeviations * Math.sqrt(greatest.figure)) return [];
  const kind = period === 'current' ? 'arrival' : 'departure';
  return [{ kind, about: aboutOf(subject), dimension, ...greatest }];
}

function topOf(
  groups: Groups,
  figures: ConnectionFigures,
  period: PeriodName,
  metric: string,
): { label: string | null; figure: number; share: number }[] {
  const total = totalFigure(figures, period, metric) ?? 0;
  const ranked = groups.labels.map((label) => {
    const figure = groups.figure(label, metric) ?? 0;
    return { label, figure, share: total > 0 ? (quotient(figure, total) ?? 0) : 0 };
  });
  return ranked.sort((one, other) => other.figure - one.figure).slice(0, topCount);
}
