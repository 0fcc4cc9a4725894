import { type FormatContext, formatCompact } from '../../documents/format.ts';
import type { MetricDescription } from '../../documents/model.ts';
import { typeScale } from '../design.ts';
import { textWidth } from '../text/text-width.ts';
import { linesOf } from '../text/wrapped-text.ts';
import { valueAxis } from './axis.ts';
import type { ChartLabel } from './chart-label.ts';

/** A part of a whole with its figures in both periods; `isRest` for all others together. */
export interface PartColumn {
  readonly label: string;
  readonly current: number | null;
  readonly compare: number | null;
  readonly isRest: boolean;
}

/** Parts as columns beside each other, in points. */
export interface ColumnChart {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  readonly plot: { readonly left: number; readonly right: number };
  readonly baseline: number;
  /** The heights of the grid's lines. */
  readonly grid: readonly number[];
  /** Columns as the data of SVG paths. */
  readonly current: string;
  readonly rest: string;
  readonly compare: string;
  readonly labels: readonly ChartLabel[];
}

const fontSize = typeScale.tiny;
const lineHeight = fontSize * 1.25;
const nameLines = 2;
const widestColumn = 30;
/** What the columns of a part fill of its room. */
const filled = 0.7;

/** Lays out the parts in the direction of the report's own texts: `mirrored`, they run from the right. */
export function layoutColumnChart(
  { parts, metric }: { readonly parts: readonly PartColumn[]; readonly metric: MetricDescription },
  context: FormatContext,
  size: { readonly width: number; readonly height: number },
  mirrored: boolean,
): ColumnChart {
  const { width, height } = size;
  const top = fontSize * 1.7;
  const bottom = height - lineHeight * (nameLines + 0.6);
  const known = parts.flatMap(({ current, compare }) => [current, compare]).filter((value) => value !== null);
  const axis = valueAxis(known, metric, context, bottom, top);
  const axisRoom = Math.max(12, ...axis.ticks.map(({ label }) => textWidth(label, fontSize))) + 6;
  const [left, right] = mirrored ? [0, width - axisRoom] : [axisRoom, width];
  const room = (right - left) / Math.max(1, parts.length);
  const middle = (index: number) => (mirrored ? right - (index + 0.5) * room : left + (index + 0.5) * room);
  const paired = parts.some(({ compare }) => compare !== null);
  const pitch = Math.min(widestColumn, (room * filled) / (paired ? 2 : 1));
  const baseline = rounded(axis.scale(0));
  // The earlier period comes first.
  const side = paired ? (pitch / 2) * (mirrored ? -1 : 1) : 0;
  const column = (value: number | null, at: number) => {
    const wide = rounded(pitch * 0.9);
    return value === null
      ? ''
      : `M${rounded(at - wide / 2)},${baseline}h${wide}V${rounded(axis.scale(value))}h${-wide}Z`;
  };
  const columns = (isRest: boolean) =>
    parts.map((part, index) => (part.isRest === isRest ? column(part.current, middle(index) + side) : '')).join('');
  return {
    width,
    height,
    fontSize,
    plot: { left, right },
    baseline,
    grid: axis.ticks.map(({ at }) => at).filter((at) => Math.abs(at - baseline) > 0.5),
    current: columns(false),
    rest: columns(true),
    compare: parts.map(({ compare }, index) => column(compare, middle(index) - side)).join(''),
    labels: [...axisLabels(), ...parts.flatMap((part, index) => [...nameOf(part, index), ...figureOf(part, index)])],
  };

  function axisLabels(): ChartLabel[] {
    const place = mirrored ? ({ x: right + 5, anchor: 'start' } as const) : ({ x: left - 5, anchor: 'end' } as const);
    return axis.ticks.map(({ at, label }) => ({ text: label, y: at + fontSize * 0.35, ...place }));
  }

  function nameOf({ label }: PartColumn, index: number): ChartLabel[] {
    const lines = linesOf(label, nameLines, fontSize, room - 4);
    return lines.map((text, line) => {
      return { text, x: middle(index), y: bottom + fontSize * 1.4 + line * lineHeight, anchor: 'middle' };
    });
  }

  /** The figure of the current period above the columns, where it fits. */
  function figureOf({ current, compare }: PartColumn, index: number): ChartLabel[] {
    if (current === null) return [];
    const text = formatCompact(current, metric, context);
    if (textWidth(text, fontSize) > room - 2) return [];
    const above = Math.min(
      baseline,
      ...[current, compare].flatMap((value) => (value === null ? [] : axis.scale(value))),
    );
    return [{ text, x: middle(index), y: above - fontSize * 0.45, anchor: 'middle', tone: 'text' }];
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
