import { difference, finite, quotient } from './arithmetic.ts';
import type { Change, Comparison, MetricDescription, Sentiment } from './model.ts';

type Better = MetricDescription['better'];

/**
 * A figure and the one it is compared with. `change` is null when either is missing or the difference overflows; its
 * `ratio` is null when the compared figure is zero. Differences that are only floating-point noise are flat.
 */
export function compare(current: number | null, compared: number | null, better: Better): Comparison {
  const figures = { current: finite(current), compare: finite(compared) };
  return { ...figures, change: changeBetween(figures.current, figures.compare, better) };
}

function changeBetween(current: number | null, compared: number | null, better: Better): Change | null {
  if (current === null || compared === null) return null;
  const absolute = difference(current, compared);
  if (absolute === null) return null;
  const direction = absolute === 0 ? 'flat' : absolute > 0 ? 'up' : 'down';
  return {
    absolute,
    ratio: quotient(absolute, Math.abs(compared)),
    direction,
    sentiment: sentimentOf(direction, better),
  };
}

/** Whether a change is good news for a metric. */
export function sentimentOf(direction: Change['direction'], better: Better): Sentiment {
  if (direction === 'flat' || better === 'none') return 'neutral';
  return direction === better ? 'good' : 'bad';
}
