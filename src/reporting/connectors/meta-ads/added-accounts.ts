import type { QueryRow } from '../contract.ts';
import { type MetaMetric, metaCatalog } from './catalog.ts';

/** Metrics with those besides that their ratios are worked out from. */
export function withParts(metrics: readonly MetaMetric[]): MetaMetric[] {
  const parts = metrics.flatMap(({ ratio }) => (ratio ? [ratio.of, ratio.to] : []));
  const known = new Set(metrics.map(({ key }) => key));
  return [...metrics, ...metaCatalog.metrics.filter(({ key }) => parts.includes(key) && !known.has(key))];
}

/**
 * Rows of several accounts, those of one key added up, with the figures of `metrics` alone. Ratios are worked out anew; people
 * of two accounts may be the same, so that they have no sum. `needed` are the metrics of the rows.
 */
export function addRows(
  rows: readonly QueryRow[],
  needed: readonly MetaMetric[],
  metrics: readonly MetaMetric[],
): QueryRow[] {
  const same = Map.groupBy(rows, ({ key, secondary }) => JSON.stringify([key, secondary ?? null]));
  return [...same.values()].map((parts) => {
    const [{ values: _, ...keys }, ...others] = parts as [QueryRow, ...QueryRow[]];
    const figureOf = (key: string): number | null => {
      const at = needed.findIndex((metric) => metric.key === key);
      const figures = parts.flatMap(({ values }) => values[at] ?? []);
      if (figures.length === 0) return null;
      return figures.reduce((sum, figure) => sum + figure, 0);
    };
    const values = metrics.map((metric, at) => {
      if (others.length === 0) return parts[0]?.values[at] ?? null;
      if (metric.additive) return figureOf(metric.key);
      // Where Meta has no ratio of any account, such as without purchases, there is none of all.
      if (!metric.ratio || parts.every((row) => row.values[at] === null)) return null;
      const [above, below] = [figureOf(metric.ratio.of), figureOf(metric.ratio.to)];
      return above === null || !below ? null : (above * (metric.ratio.factor ?? 1)) / below;
    });
    return { ...keys, values };
  });
}
