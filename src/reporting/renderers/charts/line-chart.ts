import type { FormatContext } from '../../documents/format.ts';
import type { Point, TimeseriesSection } from '../../documents/model.ts';
import type { SeriesDisplay } from '../../documents/section-settings.ts';
import { typeScale } from '../design.ts';
import { textWidth } from '../text/text-width.ts';
import { bounded, dateTicks, type Tick, valueAxis } from './axis.ts';

/** A position in a chart, in points from its upper left corner. */
export interface ChartPoint {
  readonly x: number;
  readonly y: number;
}

/** One series as the data of SVG paths; null values leave gaps. */
export interface SeriesShape {
  readonly line: string;
  /** Where each value lies; null for one that is missing or alone. */
  readonly places: readonly (ChartPoint | null)[];
  /** The area between the line and the baseline. */
  readonly area: string;
  /** Points between two gaps, which a line cannot show. */
  readonly dots: readonly ChartPoint[];
  /** Points that cover only part of their week or month. */
  readonly partial: readonly ChartPoint[];
  /** Columns instead of a line, also for a single point. */
  readonly bar: string;
  /** The distance between the points of the line. */
  readonly step: number;
}

/** A date below the chart. */
export interface DateTick extends Tick {
  /** The position of its point; the label may be next to it. */
  readonly mark: number;
}

/** A time series drawn in points (1/72 inch). Labels are texts with positions; each format draws them its own way. */
export interface LineChart {
  readonly width: number;
  readonly height: number;
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly fontSize: number;
  /** The distance from the left of each point of the longer series. */
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
  /** The line of a goal as the data of an SVG path; null without one. */
  readonly target: string | null;
}

const fontSize = typeScale.tiny;
const barWidth = 36;

/**
 * Lays out all series over one axis, aligned by position: the first unit of a period over the first of the other. As
 * columns, the metrics stand side by side, with the compared period as a line.
 */
export function layoutLineChart(
  section: Pick<TimeseriesSection, 'current' | 'compare' | 'metric' | 'by' | 'others' | 'display' | 'goal'>,
  context: FormatContext,
  size: { readonly width: number; readonly height: number },
): LineChart {
  const { current, compare, metric, by, display = 'line', goal = [] } = section;
  const metrics = [current, ...(section.others ?? []).map((other) => other.current)];
  const all = [...(compare ? [compare] : []), ...metrics];
  const { width, height } = size;
  const top = fontSize * 0.7;
  const bottom = height - fontSize * 2;
  const known = [...all.flatMap(values), ...goal].filter((value) => value !== null);
  const axis = valueAxis(known, metric, context, bottom, top);
  const left = Math.max(12, ...axis.ticks.map(({ label }) => textWidth(label, fontSize))) + 6;
  const right = width - 4;
  const count = Math.max(...all.map(({ length }) => length));
  const position = (display === 'columns' ? middles : spread)(count, left + 4, right - 4);
  const longest = current.length >= (compare?.length ?? 0) ? current : (compare ?? []);
  const dated = current.length > 0 ? current : longest;
  const baseline = round(axis.scale(0));
  const alone = count === 1;
  const sideBySide = alone ? all : display === 'columns' ? metrics : [];
  const drawn = (points: readonly Point[]) => {
    const slot = { index: sideBySide.indexOf(points), of: sideBySide.length };
    if (slot.index < 0) return withPartial(points, shape(values(points), position, axis.scale, baseline));
    const columns = columnsOf(points, slot, position, axis.scale, baseline);
    return alone ? columns : withPartial(points, columns);
  };
  const [first, ...others] = metrics.map(drawn);
  return {
    width,
    height,
    plot: { left, right, top, bottom },
    fontSize,
    positions: longest.map((_, index) => round(position(index))),
    baseline,
    valueTicks: axis.ticks,
    dateTicks: withinEdge(dateTicks(dated, by, context.locale, position, fontSize), width),
    current: first ?? noShape,
    compare: compare && drawn(compare),
    others,
    display,
    target: targetLine(goal, axis.scale, (index) => {
      const reach = count > 1 ? (position(1) - position(0)) / 2 : barWidth * 1.5;
      return [Math.max(left, position(index) - reach), Math.min(right, position(index) + reach)];
    }),
  };
}

/** A level at each point, along its part of the axis. */
function targetLine(
  goal: readonly (number | null)[],
  scale: Scale,
  span: (index: number) => readonly [number, number],
): string | null {
  const levels = goal.flatMap((value, index) => (value === null ? [] : [{ index, y: round(scale(value)) }]));
  const runs = levels.reduce<{ from: number; to: number; y: number }[]>((drawn, { index, y }) => {
    const last = drawn.at(-1);
    if (last?.to === index - 1 && last.y === y) last.to = index;
    else drawn.push({ from: index, to: index, y });
    return drawn;
  }, []);
  const path = runs.map(({ from, to, y }, at) => {
    const isJoined = runs[at - 1]?.to === from - 1;
    return `${isJoined ? 'L' : 'M'}${round(span(from)[0])},${y}L${round(span(to)[1])},${y}`;
  });
  return path.join('') || null;
}

/** Moves the last date in from the edge that would cut it off, or drops it where it would then touch the one before. */
function withinEdge(ticks: readonly Tick[], width: number): DateTick[] {
  const half = ({ label }: Tick) => textWidth(label, fontSize) / 2;
  const moved = ticks.map((tick) => ({ ...tick, at: Math.min(tick.at, width - half(tick)), mark: tick.at }));
  return moved.filter((tick, index) => {
    const before = moved[index - 1];
    return !before || tick.at - before.at >= half(tick) + half(before) + fontSize * 0.3;
  });
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
  return { width, height, ...shape(values, position, scale, height) };
}

/** Spreads `count` points over a length; a single one goes in the middle. */
function spread(count: number, from: number, to: number): (index: number) => number {
  return (index) => (count > 1 ? from + (index / (count - 1)) * (to - from) : (from + to) / 2);
}

/** The middles of `count` equal parts of a length. */
function middles(count: number, from: number, to: number): (index: number) => number {
  return (index) => from + ((index + 0.5) / count) * (to - from);
}

type Position = (index: number) => number;
type Scale = (value: number) => number;

function values(points: readonly Point[]): (number | null)[] {
  return points.map(({ value }) => value);
}

const noShape: SeriesShape = { line: '', area: '', places: [], dots: [], partial: [], bar: '', step: 0 };
/** What the columns of a position fill of the distance to the next. */
const filled = 0.76;

/** The columns of one series; `slot` is its place among those that stand side by side. */
function columnsOf(
  points: readonly Point[],
  slot: { readonly index: number; readonly of: number },
  position: Position,
  scale: Scale,
  baseline: number,
): SeriesShape {
  const alone = position(1) === position(0);
  const step = alone ? Number.POSITIVE_INFINITY : position(1) - position(0);
  const pitch = Math.min(barWidth * 1.2, (step * filled) / slot.of);
  const width = round(slot.of > 1 || alone ? pitch / 1.2 : pitch);
  const shift = (slot.index - (slot.of - 1) / 2) * pitch;
  const places = points.map(({ value }, index) =>
    value === null ? null : { x: round(position(index) + shift), y: round(scale(value)) },
  );
  const bars = places.map(
    (place) => place && `M${round(place.x - width / 2)},${baseline}h${width}V${place.y}h${-width}Z`,
  );
  const drawn = { ...noShape, step: alone ? 0 : step };
  return { ...drawn, places: alone ? [null] : places, bar: bars.filter((bar) => bar !== null).join('') };
}

function shape(values: readonly (number | null)[], position: Position, scale: Scale, base: number): SeriesShape {
  const places = values.map((value, index) =>
    value === null ? null : { x: round(position(index)), y: round(scale(value)) },
  );
  const runs: ChartPoint[][] = [];
  for (const [index, place] of places.entries()) {
    if (!place) continue;
    if (index > 0 && places[index - 1]) runs.at(-1)?.push(place);
    else runs.push([place]);
  }
  let line = '';
  let area = '';
  for (const run of runs) {
    const [first, last] = [run[0], run.at(-1)];
    if (run.length < 2 || !first || !last) continue;
    const path = run.map(({ x, y }) => `${x},${y}`).join('L');
    line += `M${path}`;
    area += `M${first.x},${base}L${path}V${base}Z`;
  }
  const dots = runs.filter((run) => run.length === 1).flat();
  return { ...noShape, line, area, places, dots, step: position(1) - position(0) };
}

function withPartial(points: readonly Point[], drawn: SeriesShape): SeriesShape {
  const partial = drawn.places.flatMap((place, index) => (place && points[index]?.partial ? [place] : []));
  return { ...drawn, partial };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
