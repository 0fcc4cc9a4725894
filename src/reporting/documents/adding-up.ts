import type { DimensionDescription, MetricDescription } from './model.ts';

/** Whether a metric's figures of the values of a dimension add up to its total, so that they have shares and a rest. */
export function addsUp({ additive, not_additive_by }: MetricDescription, { key }: DimensionDescription): boolean {
  return additive && !not_additive_by?.includes(key);
}
