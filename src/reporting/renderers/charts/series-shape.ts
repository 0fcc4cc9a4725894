import type { Point } from '../../documents/model.ts';

/** A point of a chart; `until` is the last of its days where the period cuts its week or month. */
export interface ShownPoint extends Point {
  readonly until?: string;
}

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
  /** Points that cover only part of their day, week or month. A line does not run to those at its ends. */
  readonly partial: readonly ChartPoint[];
  /** Columns instead of a line, also for a single point. */
  readonly bar: string;
  /** Columns of values that cover only part of their unit, which are outlined and hatched. */
  readonly partialBar: string;
  readonly hatch: string;
  /** A level over each column, for what the columns are compared with. */
  readonly marks: string;
  /** The distance between the points of the line. */
  readonly step: number;
}

export type Position = (index: number) => number;
export type Scale = (value: number) => number;

/** Where the values of a chart lie, in points. */
export interface Plot {
  readonly position: Position;
  readonly scale: Scale;
  readonly baseline: number;
  /** The least height of what stands for a value other than zero. */
  readonly least: number;
}

/** The place of a series' columns among those of all series. */
export interface Slot {
  readonly index: number;
  readonly of: number;
  /** The distance from one column to the next. */
  readonly pitch: number;
  /** Whether there is one position alone. */
  readonly alone: boolean;
}

type Points = readonly (Point | null)[];

export const noShape: SeriesShape = {
  ...{ line: '', area: '', places: [], dots: [], partial: [] },
  ...{ bar: '', partialBar: '', hatch: '', marks: '', step: 0 },
};

export function columnsOf(points: Points, plot: Plot, { index: slot, of, pitch, alone }: Slot): SeriesShape {
  const { baseline, position } = plot;
  const width = rounded(of > 1 || alone ? pitch / 1.2 : pitch);
  const shift = (slot - (of - 1) / 2) * pitch;
  const places = points.map((point, index) => placeOf(point, position(index) + shift, plot));
  const column = ({ x, y }: ChartPoint) => `M${rounded(x - width / 2)},${baseline}h${width}V${y}h${-width}Z`;
  const drawn = (isPartial: boolean) =>
    places.filter((place, index) => place !== null && (points[index]?.partial === true) === isPartial) as ChartPoint[];
  const parts = drawn(true);
  return {
    ...noShape,
    places: alone ? [null] : places,
    bar: drawn(false).map(column).join(''),
    partialBar: parts.map(column).join(''),
    hatch: parts
      .map(({ x, y }) => hatched(x - width / 2, Math.min(y, baseline), width, Math.abs(y - baseline)))
      .join(''),
    step: alone ? 0 : position(1) - position(0),
  };
}

/** Short lines of `width` at their values. */
export function marksOf(points: Points, plot: Plot, width: number): SeriesShape {
  const places = points.map((point, index) => placeOf(point, plot.position(index), plot));
  const marks = places.map((place) => place && `M${rounded(place.x - width / 2)},${place.y}h${rounded(width)}`);
  return { ...noShape, places, marks: marks.join(''), step: plot.position(1) - plot.position(0) };
}

/** A value other than zero is told from zero: it has the least height at least. */
function placeOf(point: Point | null, x: number, { scale, baseline, least }: Plot): ChartPoint | null {
  if (point === null || point.value === null) return null;
  const y = scale(point.value);
  const height = Math.max(least, Math.abs(y - baseline));
  return { x: rounded(x), y: rounded(point.value === 0 ? y : baseline - Math.sign(point.value) * height) };
}

const hatchStep = 3;

/** Lines from the lower left to the upper right through a rectangle. */
function hatched(left: number, top: number, width: number, height: number): string {
  let lines = '';
  // Each begins at the left or at the bottom and ends at the top or at the right.
  for (let along = hatchStep; along < width + height; along += hatchStep) {
    const [fromX, fromY] = along < height ? [0, along] : [along - height, height];
    const [toX, toY] = along < width ? [along, 0] : [width, along - width];
    lines += `M${rounded(left + fromX)},${rounded(top + fromY)}L${rounded(left + toX)},${rounded(top + toY)}`;
  }
  return lines;
}

export function lineOf(points: Points, { position, scale, baseline }: Plot): SeriesShape {
  const places = points.map((point, index) =>
    point === null || point.value === null ? null : { x: rounded(position(index)), y: rounded(scale(point.value)) },
  );
  const isPartial = (index: number) => places[index] !== null && points[index]?.partial === true;
  const ends = [0, points.length - 1].filter(isPartial);
  const runs: ChartPoint[][] = [];
  for (const [index, place] of places.entries()) {
    if (!place || ends.includes(index)) continue;
    if (index > 0 && places[index - 1] && !ends.includes(index - 1)) runs.at(-1)?.push(place);
    else runs.push([place]);
  }
  let line = '';
  let area = '';
  for (const run of runs) {
    const [first, last] = [run[0], run.at(-1)];
    if (run.length < 2 || !first || !last) continue;
    const path = run.map(({ x, y }) => `${x},${y}`).join('L');
    line += `M${path}`;
    area += `M${first.x},${baseline}L${path}V${baseline}Z`;
  }
  return {
    ...noShape,
    ...{ line, area, places, step: position(1) - position(0) },
    dots: runs.filter((run) => run.length === 1).flat(),
    partial: places.filter((place, index) => place !== null && isPartial(index)) as ChartPoint[],
  };
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
