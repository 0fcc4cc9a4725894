import { formatDays } from '../../documents/format.ts';
import { typeScale } from '../design.ts';
import { textWidth } from '../text/text-width.ts';
import { dateTicks, type Tick } from './axis.ts';
import type { Position, ShownPoint } from './series-shape.ts';

/** A date below the chart. */
export interface DateTick extends Tick {
  /** The position of its point; the label may be next to it. */
  readonly mark: number;
}

const fontSize = typeScale.tiny;
/** More weeks than this have the names of months, which leave out the year. */
const mostDatedWeeks = 26;

/**
 * The dates below a chart of `width` points, none of which touches the next or is cut off at an edge. A week or month
 * that the period cuts has its days there.
 */
export function dateLabels(
  points: readonly ShownPoint[],
  by: 'day' | 'week' | 'month',
  locale: string,
  position: Position,
  width: number,
): DateTick[] {
  const withinEdges = (label: string, mark: number): DateTick => {
    const half = textWidth(label, fontSize) / 2;
    return { label, mark, at: Math.max(half, Math.min(mark, width - half)) };
  };
  const withYear = by === 'month' || points.length > mostDatedWeeks;
  const parts = points.flatMap(({ date, until }, index) => {
    if (until === undefined) return [];
    return [withinEdges(formatDays({ from: date, to: until }, locale, withYear), position(index))];
  });
  const whole = dateTicks(points, by, locale, position, fontSize).map(({ at, label }) => withinEdges(label, at));
  const free = whole.filter((tick) => parts.every((part) => !touch(part, tick)));
  const all = [...free, ...parts].sort((one, other) => one.mark - other.mark);
  return all.filter((tick, index) => index === 0 || !touch(all[index - 1] as DateTick, tick));
}

function touch(one: Tick, other: Tick): boolean {
  const room = (textWidth(one.label, fontSize) + textWidth(other.label, fontSize)) / 2;
  return Math.abs(other.at - one.at) < room + fontSize * 0.3;
}
