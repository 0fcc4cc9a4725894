import type { StoredFigure } from './measure-figures.ts';

/** What a project is sorted by in a period, and what of it can be added up over projects. */
export interface SortKeys {
  /** The figure that is furthest behind its goal; null without goals. */
  readonly off_course: number | null;
  /** The greatest change for the worse, as a ratio; 0 for none. */
  readonly adverse: number;
  /** That of the first figure. */
  readonly change: number | null;
  /** The first day of its figures; null where the period has no day yet. */
  readonly from: string | null;
  readonly sums: readonly Summand[];
}

/** A figure that adds up with those of other projects: the same metric of the same system in the same currency. */
export interface Summand extends Pick<StoredFigure, 'system' | 'metric' | 'label' | 'unit' | 'currency' | 'decimals'> {
  readonly value: number;
  readonly from: string;
  readonly to: string;
}

export function sortKeysOf(figures: readonly StoredFigure[]): SortKeys {
  const behind = figures.flatMap(({ off_course }) => off_course ?? []);
  const worse = figures.flatMap(({ change }) => (change?.sentiment === 'bad' ? Math.abs(change.ratio ?? 0) : []));
  return {
    off_course: behind.length > 0 ? Math.max(...behind) : null,
    adverse: Math.max(0, ...worse),
    change: figures[0]?.change?.ratio ?? null,
    from: figures.flatMap(({ period }) => period?.from ?? []).sort()[0] ?? null,
    sums: figures.flatMap(({ additive, value, period, ...figure }) => {
      if (!additive || value === null || !period) return [];
      const { system, metric, label, unit, currency, decimals } = figure;
      return [{ system, metric, label, unit, currency, decimals, value, ...period }];
    }),
  };
}
