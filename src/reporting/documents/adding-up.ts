import type { DimensionDescription, MetricDescription } from './model.ts';

/**
 * Whether a metric's figures of groups can add up to that of the whole: those of a level, such as a balance, do at the end of
 * a period, although its days do not.
 */
export function hasParts({ additive, at }: MetricDescription): boolean {
  return additive || at === 'end';
}

/** Whether a metric's figures of the values of a dimension add up to its total, so that they have shares and a rest. */
export function addsUp(metric: MetricDescription, { key }: DimensionDescription): boolean {
  return hasParts(metric) && !metric.not_additive_by?.includes(key);
}
