import { area, line } from 'd3-shape';
import type { FormatContext } from '../../documents/format.ts';
import type { Point, TimeseriesSection } from '../../documents/model.ts';
import { bounded, dateTicks, type Tick, textWidth, valueAxis } from './axis.ts';

/** A place in a chart, in points from its upper left corner. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** One series as the data of SVG paths; null values leave gaps. */
export interface SeriesShape {
  readonly line: string;
  /** Where each value lies; null for a value that is missing. */
  readonly places: readonly (Place | null)[];
  /** Points between two gaps, which a line cannot show. */
  readonly dots: readonly Place[];
}

/** A time series drawn in points (1/72 inch). Labels are texts and places; how they are set is the medium's business. */
export interface LineChart {
  readonly width: number;
  readonly height: number;
  readonly plot: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly fontSize: number;
  /** How far from the left each point of the longer series lies. */
  readonly positions: readonly number[];
  /** Where the value zero lies. */
  readonly baseline: number;
  readonly valueTicks: readonly Tick[];
  readonly dateTicks: readonly Tick[];
  readonly current: SeriesShape;
  /** The surface between the current series and the baseline. */
  readonly area: string;
  readonly compare: SeriesShape | null;
}

const fontSize = 7.5;

/** Lays out both series over one axis, aligned by position: the first unit of a period over the first of the other. */
export function layoutLineChart(
  section: Pick<TimeseriesSection, 'current' | 'compare' | 'metric' | 'by'>,
  context: FormatContext,
  size: { readonly width: number; readonly height: number },
): LineChart {
  const { current, compare, metric, by } = section;
  const { width, height } = size;
  const top = fontSize * 0.7;
  const bottom = height - fontSize * 2;
  const values = [...current, ...(compare ?? [])].flatMap(({ value }) => (value === null ? [] : [value]));
  const axis = valueAxis(values, metric, context, bottom, top);
  const left = Math.max(12, ...axis.ticks.map(({ label }) => textWidth(label, fontSize))) + 6;
  const right = width - 4;
  const count = Math.max(current.length, compare?.length ?? 0);
  const position = spread(count, left + 4, right - 4);
  const longest = current.length >= (compare?.length ?? 0) ? current : (compare ?? []);
  return {
    width,
    height,
    plot: { left, right, top, bottom },
    fontSize,
    positions: longest.map((_, index) => round(position(index))),
    baseline: round(axis.scale(0)),
    valueTicks: axis.ticks,
    dateTicks: dateTicks(current.length > 0 ? current : longest, by, context.locale, position, fontSize),
    current: shape(current, position, axis.scale),
    area: surface(current, position, axis.scale),
    compare: compare && shape(compare, position, axis.scale),
  };
}

export interface SparkLine extends SeriesShape {
  readonly width: number;
  readonly height: number;
  readonly area: string;
}

/** A small line without axes that uses its whole height: it shows the course, not the size. */
export function layoutSparkLine(values: readonly (number | null)[], width: number, height: number): SparkLine {
  const known = values.flatMap((value) => (value === null ? [] : [bounded(value)]));
  const low = Math.min(...known);
  const high = Math.max(...known);
  const inset = 2;
  const scale = (value: number) =>
    high > low ? height - inset - ((bounded(value) - low) / (high - low)) * (height - 2 * inset) : height / 2;
  const points = values.map((value) => ({ date: '', value }));
  const position = spread(values.length, inset, width - inset);
  const area = surface(points, position, scale, height);
  return { width, height, area, ...shape(points, position, scale) };
}

/** Spreads `count` points over a length; a single one stands in its middle. */
function spread(count: number, from: number, to: number): (index: number) => number {
  return (index) => (count > 1 ? from + (index / (count - 1)) * (to - from) : (from + to) / 2);
}

type Position = (index: number) => number;
type Scale = (value: number) => number;

function shape(points: readonly Point[], position: Position, scale: Scale): SeriesShape {
  const path = line<Point>()
    .defined(({ value }) => value !== null)
    .x((_, index) => position(index))
    .y(({ value }) => scale(value ?? 0))
    .digits(2);
  const places = points.map(({ value }, index) =>
    value === null ? null : { x: round(position(index)), y: round(scale(value)) },
  );
  const dots = places.flatMap((place, index) => (place && !places[index - 1] && !places[index + 1] ? [place] : []));
  return { line: path(points) ?? '', places, dots };
}

function surface(points: readonly Point[], position: Position, scale: Scale, base = scale(0)): string {
  const path = area<Point>()
    .defined(({ value }) => value !== null)
    .x((_, index) => position(index))
    .y0(base)
    .y1(({ value }) => scale(value ?? 0))
    .digits(2);
  return path(points) ?? '';
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
