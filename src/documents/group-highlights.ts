import { quotient } from './arithmetic.ts';
import { sentimentOf } from './comparison.ts';
import { type ConnectionFigures, type Groups, groupsOf, hasRows, totalFigure } from './figures.ts';
import { type FormatContext, formatShare, formatValue } from './format.ts';
import type { Candidate, Subject } from './highlight-subjects.ts';
import type { PeriodName } from './report-plan.ts';
import type { PlannedBreakdown } from './sections.ts';
import { arrivalSentence, departureSentence, dimensionValue } from './sentences.ts';

const topCount = 5;
const leastShare = 0.01;

/**
 * Values among the top five of a breakdown in one period that the other period does not have at all, with at least 1 % of
 * the total: the greatest new and the greatest vanished one of each breakdown whose first metric is additive. None where
 * more than half of the top five come or go, as in a dimension of dates or campaigns. Weight: the share.
 */
export function findArrivals(subjects: readonly Subject[], context: FormatContext): Candidate[] {
  return subjects.flatMap((subject) => {
    const { figures, metric, breakdowns } = subject;
    if (!metric.additive || !hasRows(figures, 'current') || !hasRows(figures, 'compare')) return [];
    const led = new Map(
      breakdowns.filter(({ metrics }) => metrics[0]?.key === metric.key).map((each) => [each.dimension.key, each]),
    );
    return [...led.values()].flatMap((breakdown) => [
      ...onlyIn('current', breakdown, subject, context),
      ...onlyIn('compare', breakdown, subject, context),
    ]);
  });
}

function onlyIn(
  period: PeriodName,
  { dimension }: PlannedBreakdown,
  { figures, metric, name }: Subject,
  context: FormatContext,
): Candidate[] {
  const here = groupsOf(figures, period, dimension.key, metric.key);
  const there = groupsOf(figures, period === 'current' ? 'compare' : 'current', dimension.key, metric.key);
  if (!here.complete || !there.complete) return [];
  const top = topOf(here, figures, period, metric.key);
  const present = new Set(there.labels);
  const missing = top.filter(({ label }) => !present.has(label));
  const greatest = missing[0];
  if (!greatest || greatest.share < leastShare || missing.length > top.length / 2) return [];
  const value = dimensionValue(dimension.label, greatest.label);
  const figure = formatValue(greatest.figure, metric, context);
  const sentence = period === 'current' ? arrivalSentence : departureSentence;
  return [
    {
      rule: 'contributor',
      sentiment: sentimentOf(period === 'current' ? 'up' : 'down', metric.better),
      text: sentence(value, name, figure, formatShare(greatest.share, context)),
      weight: greatest.share,
    },
  ];
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
