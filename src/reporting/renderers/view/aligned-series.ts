import { firstDayOf, lastDayOf, lengthInDays } from '../../documents/calendar.ts';
import type { Period, Periods, Point, TimeseriesSection } from '../../documents/model.ts';
import type { ShownPoint } from '../charts/series-shape.ts';

/** A series with the compared period at the points that it is compared with. */
export interface AlignedSeries {
  readonly current: readonly ShownPoint[];
  /** For each point of `current` what stands beside it. By day it may go on beyond them. */
  readonly compare: readonly (ShownPoint | null)[] | null;
  /** The points of the compared period that nothing stands beside. */
  readonly unmatched: readonly ShownPoint[];
}

/**
 * Days are compared in their order. Of weeks and months whole ones are, the first with the first; where a period cuts
 * one, only with one that is cut alike: it has the same weekdays, or the same days of its month, as far as that has them.
 */
export function alignSeries(
  { by, ...series }: Pick<TimeseriesSection, 'by' | 'current' | 'compare'>,
  periods: Periods,
): AlignedSeries {
  const current = withEnds(series.current, by, periods.current);
  const compare = series.compare && periods.compare && withEnds(series.compare, by, periods.compare);
  const isInOrder = by === 'day' || current.length === 0 || (current.length === 1 && compare?.length === 1);
  if (!compare || isInOrder) return { current, compare: compare ?? series.compare, unmatched: [] };
  const places = new Map(placesOf(compare, by).map((place, index) => [place, compare[index]]));
  const matched = placesOf(current, by).map((place) => places.get(place) ?? null);
  const taken = new Set(matched);
  return { current, compare: matched, unmatched: compare.filter((point) => !taken.has(point)) };
}

/** The points with the last days of those that the period cuts, which can only be the first and the last. */
function withEnds(points: readonly Point[], by: TimeseriesSection['by'], period: Period): readonly ShownPoint[] {
  if (by === 'day') return points;
  return points.map((point, index) => {
    if (index > 0 && index < points.length - 1) return point;
    const last = lastDayOf(point.date, by);
    const [until = last] = [last, period.to].sort();
    if (until === last && firstDayOf(point.date, by) === point.date) return point;
    return { ...point, until, ...(point.value !== null && { partial: true }) };
  });
}

/** What tells which points are compared: the position among the whole ones, or which days of its unit one has. */
function placesOf(points: readonly ShownPoint[], by: 'week' | 'month'): string[] {
  let whole = 0;
  return points.map(({ date, until }) => {
    if (until === undefined) {
      whole += 1;
      return `${whole}`;
    }
    const dayOf = (day: string) => lengthInDays({ from: firstDayOf(date, by), to: day });
    return `${dayOf(date)}-${until === lastDayOf(date, by) ? 'end' : dayOf(until)}`;
  });
}
