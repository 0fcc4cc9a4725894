import type { StoredFigure } from './measure-figures.ts';

/** What a project is sorted by in a period, and what of it can be added up over projects. */
export interface SortKeys {
  /** The figure that is furthest behind its goal; null without goals. */
  readonly off_course: number | null;
  /** The greatest change for the worse, as a ratio; 0 for none. */
  readonly adverse: number;
  /** That of the first figure. */
  readonly change: number | null;
  /** The first day that its figures have to begin with to be those of the period; null for any. */
  readonly from: string | null;
  readonly sums: readonly Summand[];
}

/** A figure that adds up with those of other projects: the same metric of the same system in the same currency. */
export interface Summand extends Pick<StoredFigure, 'system' | 'metric' | 'label' | 'unit' | 'currency' | 'decimals'> {
  readonly value: number;
  readonly from: string;
  readonly to: string;
}

export function sortKeysOf(all: readonly StoredFigure[], from: string | null): SortKeys {
  // A system whose days are others may still be in the month before.
  const figures = all.filter(({ period }) => from === null || period === null || period.from === from);
  const behind = figures.flatMap(({ off_course }) => off_course ?? []);
  const worse = figures.flatMap(({ change }) => (change?.sentiment === 'bad' ? Math.abs(change.ratio ?? 0) : []));
  return {
    off_course: behind.length > 0 ? Math.max(...behind) : null,
    adverse: Math.max(0, ...worse),
    change: figures[0]?.change?.ratio ?? null,
    from,
    sums: figures.flatMap(({ additive, value, period, ...figure }) => {
      if (!additive || value === null || !period) return [];
      const { system, metric, label, unit, currency, decimals } = figure;
      return [{ system, metric, label, unit, currency, decimals, value, ...period }];
    }),
  };
}
