import type { FormatContext } from '../../documents/format.ts';
import type { MetricSeries, TimeseriesSection } from '../../documents/model.ts';
import type { SeriesDisplay } from '../../documents/section-settings.ts';
import { typeScale } from '../design.ts';
import { textWidth } from '../text/text-width.ts';
import { bounded, type Tick, valueAxis } from './axis.ts';
import { type DateTick, dateLabels } from './date-labels.ts';
import { type IncidentMarks, isMarked, layoutMarks, type MarkedPoints, marksRoom } from './incident-marks.ts';
import {
  columnsOf,
  lineOf,
  marksOf,
  noShape,
  rounded,
  type Scale,
  type SeriesShape,
  type ShownPoint,
} from './series-shape.ts';

/** What a chart draws. At each position `compare` has what is compared there, null for nothing; it may go on longer. */
export interface ChartedSeries extends Pick<TimeseriesSection, 'metric' | 'by' | 'display' | 'goal'> {
  readonly current: readonly ShownPoint[];
  readonly compare: readonly (ShownPoint | null)[] | null;
  readonly others?: readonly Pick<MetricSeries, 'current' | 'goal'>[];
  /** What was found on the days of its points. Nothing if absent. */
  readonly marked?: readonly MarkedPoints[];
}

/** A time series drawn in points (1/72 inch). Labels are texts with positions; each format draws them its own way. */
export interface LineChart {
  readonly width: number;
  readonly height: number;
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly fontSize: number;
  /** The distance from the left of each position. */
  readonly positions: readonly number[];
  /** Where the value zero lies. */
  readonly baseline: number;
  readonly valueTicks: readonly Tick[];
  readonly dateTicks: readonly DateTick[];
  readonly current: SeriesShape;
  readonly compare: SeriesShape | null;
  /** Further metrics. */
  readonly others: readonly SeriesShape[];
  readonly display: SeriesDisplay;
  /** The line of each metric's goal as the data of an SVG path, the first metric's first; null without one. */
  readonly targets: readonly (string | null)[];
  /** The days on which something was found; null for none. */
  readonly marks: IncidentMarks | null;
}

const fontSize = typeScale.tiny;
/** The most room of one column. */
const widestPitch = 43;
/** What the columns of a position fill of the distance to the next. */
const filled = 0.76;
/** How much wider than its columns the mark of the compared period is. */
const markReach = 1.16;

/**
 * Lays out all series over one axis. As columns, the metrics stand side by side, with the compared period as a mark
 * over them.
 */
export function layoutLineChart(
  section: ChartedSeries,
  context: FormatContext,
  size: { readonly width: number; readonly height: number },
): LineChart {
  const { current, compare, metric, by, display = 'line', marked = [] } = section;
  const series = [section, ...(section.others ?? [])];
  const goals = series.map(({ goal = [] }) => goal);
  const { width, height } = size;
  const top = isMarked(section) ? marksRoom : fontSize * 0.7;
  const bottom = height - fontSize * 2;
  const all = [...(compare ? [compare] : []), ...series.map((each) => each.current)];
  const values = [...all.flat().map((point) => point?.value ?? null), ...goals.flat()];
  const axis = valueAxis(
    values.filter((value) => value !== null),
    metric,
    context,
    bottom,
    top,
  );
  const left = Math.max(12, ...axis.ticks.map(({ label }) => textWidth(label, fontSize))) + 6;
  const right = width - 4;
  const count = Math.max(...all.map(({ length }) => length));
  const position = (display === 'columns' ? middles : spread)(count, left + 4, right - 4);
  const alone = count === 1;
  const step = alone ? Number.POSITIVE_INFINITY : position(1) - position(0);
  const baseline = rounded(axis.scale(0));
  const plot = { position, scale: axis.scale, baseline, least: Math.max(1, (bottom - top) / 100) };
  const isColumns = display === 'columns' || alone;
  // A single column has that of the compared period beside it.
  const beside = alone && compare ? 1 : 0;
  const of = series.length + beside;
  const pitch = Math.min(widestPitch, (step * filled) / of);
  const drawn = (points: readonly (ShownPoint | null)[], index: number) =>
    isColumns ? columnsOf(points, plot, { index, of, pitch, alone }) : lineOf(points, plot);
  const compared = (points: readonly (ShownPoint | null)[]) =>
    isColumns && !alone ? marksOf(points, plot, Math.min(step, pitch * of * markReach)) : drawn(points, 0);
  const [first, ...others] = series.map((each, index) => drawn(each.current, index + beside));
  const positions = Math.max(current.length, compare?.length ?? 0);
  const reach = alone ? widestPitch * 1.25 : step / 2;
  const span = (index: number): readonly [number, number] => [
    Math.max(left, position(index) - reach),
    Math.min(right, position(index) + reach),
  ];
  return {
    width,
    height,
    plot: { left, right, top, bottom },
    fontSize,
    positions: Array.from({ length: positions }, (_, index) => rounded(position(index))),
    baseline,
    valueTicks: axis.ticks,
    dateTicks: dateLabels(
      current.length > 0 ? current : (compare ?? []).filter((point) => point !== null),
      by,
      context.locale,
      position,
      width,
    ),
    current: first ?? noShape,
    compare: compare && compared(compare),
    others,
    display,
    targets: goals.map((goal) => targetLine(goal, axis.scale, span)),
    marks: layoutMarks(marked, span, { left, right, bottom }),
  };
}

/** A level at each point, along its part of the axis. */
function targetLine(
  goal: readonly (number | null)[],
  scale: Scale,
  span: (index: number) => readonly [number, number],
): string | null {
  const levels = goal.flatMap((value, index) => (value === null ? [] : [{ index, y: rounded(scale(value)) }]));
  const runs = levels.reduce<{ from: number; to: number; y: number }[]>((drawn, { index, y }) => {
    const last = drawn.at(-1);
    if (last?.to === index - 1 && last.y === y) last.to = index;
    else drawn.push({ from: index, to: index, y });
    return drawn;
  }, []);
  const path = runs.map(({ from, to, y }, at) => {
    const isJoined = runs[at - 1]?.to === from - 1;
    return `${isJoined ? 'L' : 'M'}${rounded(span(from)[0])},${y}L${rounded(span(to)[1])},${y}`;
  });
  return path.join('') || null;
}

export interface SparkLine extends SeriesShape {
  readonly width: number;
  readonly height: number;
}

/** A small line without axes that uses its whole height: it shows the course, not the size. */
export function layoutSparkLine(values: readonly (number | null)[], width: number, height: number): SparkLine {
  const known = values.flatMap((value) => (value === null ? [] : [bounded(value)]));
  const low = Math.min(...known);
  const high = Math.max(...known);
  const inset = 2;
  const scale = (value: number) =>
    high > low ? height - inset - ((bounded(value) - low) / (high - low)) * (height - 2 * inset) : height / 2;
  const position = spread(values.length, inset, width - inset);
  const points = values.map((value) => ({ date: '', value }));
  return { width, height, ...lineOf(points, { position, scale, baseline: height, least: 0 }) };
}

/** Spreads `count` points over a length; a single one goes in the middle. */
function spread(count: number, from: number, to: number): (index: number) => number {
  return (index) => (count > 1 ? from + (index / (count - 1)) * (to - from) : (from + to) / 2);
}

/** The middles of `count` equal parts of a length. */
function middles(count: number, from: number, to: number): (index: number) => number {
  return (index) => from + ((index + 0.5) / count) * (to - from);
}
