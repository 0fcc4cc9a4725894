import { difference, quotient } from './arithmetic.ts';
import { lengthInDays } from './calendar.ts';
import { compare } from './comparison.ts';
import { groupsOf, totalFigure } from './figures.ts';
import type { FormatContext } from './format.ts';
import { formatValue } from './format.ts';
import type { Candidate, Subject } from './highlight-subjects.ts';
import type { PlannedBreakdown } from './sections.ts';
import { changeSentence, dimensionValue } from './sentences.ts';

const leastRatio = 0.01;
const leastPart = 0.25;
const leastLift = 1.5;

/**
 * The move of each metric between the periods. A change counts when it is at least 1 %, shows in the formatted figures,
 * and, of a count, is greater than chance alone would make it (two standard deviations of the difference of two Poisson
 * counts). When the periods differ in length, additive metrics are compared by their daily averages, as the longer
 * period has the greater total anyway. Weight: the size of the relative change; 1 for one from zero.
 */
export function findChanges(subjects: readonly Subject[], context: FormatContext): Candidate[] {
  return subjects.flatMap((subject): Candidate[] => {
    const { metric, name } = subject;
    const rates = ratesOf(subject);
    if (!rates) return [];
    const { from, to, perDay } = rates;
    const { change } = compare(to, from, metric.better);
    if (!change || change.direction === 'flat' || Math.abs(change.ratio ?? 1) < leastRatio) return [];
    if (formatValue(from, metric, context) === formatValue(to, metric, context)) return [];
    if (metric.unit === 'count' && metric.additive && Math.abs(change.absolute) <= 2 * rates.deviation) return [];
    const contributor = perDay ? null : findContributor(subject);
    return [
      {
        rule: contributor ? 'contributor' : 'change',
        sentiment: change.sentiment,
        text: changeSentence({ name, metric, perDay, from, to, change, contributor }, context),
        weight: Math.abs(change.ratio ?? 1),
      },
    ];
  });
}

interface Rates {
  readonly from: number;
  readonly to: number;
  readonly perDay: boolean;
  /** What chance alone makes of the difference of two counts. */
  readonly deviation: number;
}

function ratesOf({ figures, metric }: Subject): Rates | null {
  const { current, compare: compared } = figures.periods;
  const to = totalFigure(figures, 'current', metric.key);
  const from = totalFigure(figures, 'compare', metric.key);
  if (!compared || to === null || from === null) return null;
  const [days, daysBefore] = [lengthInDays(current), lengthInDays(compared)];
  const perDay = metric.additive && days !== daysBefore;
  const [scale, scaleBefore] = perDay ? [days, daysBefore] : [1, 1];
  const deviation = Math.sqrt(Math.abs(to) / scale ** 2 + Math.abs(from) / scaleBefore ** 2);
  return { from: from / scaleBefore, to: to / scale, perDay, deviation };
}

/**
 * The one value of a dimension that explains most of an additive metric's move: a quarter of it at least, and half as
 * much again as its share of the metric in either period, since a value that moves with the others explains nothing. Only
 * of dimensions with all their values at hand and totals above zero.
 */
function findContributor(subject: Subject): { value: string; part: number } | null {
  if (!subject.metric.additive) return null;
  const found = subject.breakdowns.flatMap((breakdown) => contributorsOf(breakdown, subject));
  return found.reduce<{ value: string; part: number } | null>((best, candidate) => {
    return best && best.part >= candidate.part ? best : candidate;
  }, null);
}

function contributorsOf(breakdown: PlannedBreakdown, { figures, metric }: Subject): { value: string; part: number }[] {
  const { dimension, metrics } = breakdown;
  const to = totalFigure(figures, 'current', metric.key) ?? 0;
  const from = totalFigure(figures, 'compare', metric.key) ?? 0;
  const current = groupsOf(figures, 'current', dimension.key, metrics[0]?.key);
  const compared = groupsOf(figures, 'compare', dimension.key, metrics[0]?.key);
  const move = difference(to, from);
  if (!current.complete || !compared.complete || !(to > 0 && from > 0) || !move) return [];
  const labels = [...new Set([...current.labels, ...compared.labels])];
  return labels.flatMap((label) => {
    const now = current.figure(label, metric.key) ?? 0;
    const before = compared.figure(label, metric.key) ?? 0;
    const part = quotient(difference(now, before) ?? 0, move) ?? 0;
    const share = Math.max(now / to, before / from);
    const explains = part >= leastPart && part >= leastLift * share;
    return explains ? [{ value: dimensionValue(dimension.label, label), part }] : [];
  });
}
