import { type FormatContext, formatCompact } from '../../documents/format.ts';
import type { MetricDescription } from '../../documents/model.ts';
import { typeScale } from '../design.ts';
import { textWidth } from '../text/text-width.ts';
import { linesOf } from '../text/wrapped-text.ts';
import { valueAxis } from './axis.ts';
import type { ChartLabel } from './chart-label.ts';
import { durationNotation } from './tick-labels.ts';

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

/**
 * Parts are drawn on one scale. All others together are not where they are more than this many times the largest part:
 * they would press each of them to the floor.
 */
const mostOfLargest = 2;

/** Whether all others together fit on the scale of the parts, in both periods. */
export function fitsScale(rest: PartColumn, parts: readonly PartColumn[]): boolean {
  const size = ({ current, compare }: PartColumn) => Math.max(Math.abs(current ?? 0), Math.abs(compare ?? 0));
  return size(rest) / mostOfLargest <= Math.max(0, ...parts.map(size));
}

const fontSize = typeScale.tiny;
const lineHeight = fontSize * 1.25;
const nameLines = 2;
const widestColumn = 30;
/** From the foot of a figure to its top. */
const letterHeight = fontSize * 0.74;
/** Between two figures. */
const gap = 2;
/** Seconds from which on whole ones tell durations apart. */
const finest = 10;
/** How much wider than its part a figure may be, which then stands higher than those beside it. */
const mostOfRoom = 1.6;
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
  const wide = rounded(pitch * 0.9);
  // What is not zero is told from zero.
  const least = Math.max(1, (bottom - top) / 100);
  const endOf = (value: number) =>
    rounded(baseline - Math.sign(value) * Math.max(value === 0 ? 0 : least, Math.abs(axis.scale(value) - baseline)));
  const column = (value: number | null, at: number) =>
    value === null ? '' : `M${rounded(at - wide / 2)},${baseline}h${wide}V${endOf(value)}h${-wide}Z`;
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
    labels: [...axisLabels(), ...parts.flatMap(nameOf), ...figureLabels()],
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

  /** The figures of the current period above the columns, in the first notation in which all have room. */
  function figureLabels(): ChartLabel[] {
    const known = parts.filter(({ current }) => current !== null).length;
    let labels: ChartLabel[] = [];
    for (const written of notations(parts.flatMap(({ current }) => current ?? []))) {
      labels = figuresIn(written);
      if (labels.length === known) break;
    }
    return labels;
  }

  /** Each is higher where it would touch one before it, or a column. */
  function figuresIn(written: (value: number) => string): ChartLabel[] {
    const taken = parts.flatMap(({ current, compare }, index) => [
      ...boxOf(current, middle(index) + side),
      ...boxOf(compare, middle(index) - side),
    ]);
    return parts.flatMap(({ current, compare }, index): ChartLabel[] => {
      if (current === null) return [];
      const text = written(current);
      const half = textWidth(text, fontSize) / 2;
      if (half * 2 > room * mostOfRoom) return [];
      const x = Math.max(left + half, Math.min(middle(index), right - half));
      const above = Math.min(baseline, ...[current, compare].flatMap((value) => (value === null ? [] : endOf(value))));
      for (let y = above - fontSize * 0.45; y - fontSize > 0; y -= lineHeight) {
        const box = { left: x - half, right: x + half, top: y - letterHeight, bottom: y };
        if (taken.some((other) => overlap(box, other))) continue;
        taken.push({ ...box, left: box.left - gap, right: box.right + gap });
        return [{ text, x, y, anchor: 'middle', tone: 'text' }];
      }
      return [];
    });
  }

  /**
   * Amounts without their currency, which the axis has, where they would be wider than their part; durations in one
   * unit there, and where whole seconds would not tell them apart; exponents at last.
   */
  function notations(values: readonly number[]): ((value: number) => string)[] {
    const own = (value: number) => formatCompact(value, metric, context);
    const fits = values.every((value) => textWidth(own(value), fontSize) <= room - gap);
    const isFine = metric.unit === 'duration' && values.some((value) => value !== 0 && Math.abs(value) < finest);
    if (fits && !isFine) return [own, exponential];
    if (metric.unit === 'duration') return [durationNotation(values, context.locale), exponential];
    const plain = (value: number) => formatCompact(value, { ...metric, unit: 'number', decimals: null }, context);
    return [metric.unit === 'currency' ? plain : own, exponential];
  }

  function exponential(value: number): string {
    return value === 0
      ? '0'
      : metric.unit === 'percent'
        ? `${(value * 100).toExponential(1)}%`
        : value.toExponential(1);
  }

  function boxOf(value: number | null, at: number): Box[] {
    if (value === null || value === 0) return [];
    const [first, second] = [baseline, endOf(value)];
    return [
      { left: at - wide / 2, right: at + wide / 2, top: Math.min(first, second), bottom: Math.max(first, second) },
    ];
  }
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
