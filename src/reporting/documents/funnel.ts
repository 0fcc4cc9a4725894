import { quotient } from './arithmetic.ts';
import { compare } from './comparison.ts';
import { type ConnectionFigures, totalFigure } from './figures.ts';
import type { Comparison, FunnelStep, MetricDescription } from './model.ts';
import type { PlannedFunnel } from './planned-sections.ts';

/** The steps of a funnel. Steps of different units have no parts of each other, nor has a step of zero. */
export function funnelSteps({ metrics }: PlannedFunnel, figures: ConnectionFigures): FunnelStep[] {
  const totals = metrics.map((metric) => {
    const current = totalFigure(figures, 'current', metric.key);
    return { metric, ...compare(current, totalFigure(figures, 'compare', metric.key), metric.better) };
  });
  return totals.flatMap((step, at) => {
    const [first, before] = [totals[0], totals[at - 1]];
    return first ? [{ ...step, of_first: partOf(step, first), of_previous: before ? partOf(step, before) : null }] : [];
  });
}

type Total = Comparison & { readonly metric: MetricDescription };

function partOf(step: Total, whole: Total): Comparison {
  const part = (figure: number | null, of: number | null) => {
    return figure === null || of === null || of <= 0 || step.metric.unit !== whole.metric.unit
      ? null
      : quotient(figure, of);
  };
  return compare(part(step.current, whole.current), part(step.compare, whole.compare), 'up');
}
