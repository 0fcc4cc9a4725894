import { mix, type Palette } from '../colors.ts';
import { typeScale } from '../design.ts';
import { textWidth } from '../text/text-width.ts';
import type { ChartLabel } from './chart-label.ts';

/** A part as a fraction of the whole ring. */
export interface Slice {
  readonly share: number;
  readonly text: string;
  readonly isRest: boolean;
}

/** A ring of parts in points, clockwise from the top. */
export interface Donut {
  readonly size: number;
  readonly fontSize: number;
  /** The whole ring, which shows where the parts are less than the whole. */
  readonly track: string;
  /** The slices as the data of SVG paths around the middle. */
  readonly slices: readonly string[];
  /** The colour of each slice, by its position among `sliceColors`. */
  readonly colors: readonly number[];
  readonly labels: readonly ChartLabel[];
}

const fontSize = typeScale.tiny;
const hole = 0.56;
/** The part of a ring's colours that all others together have. */
export const restColor = 6;

/** The colours of the parts in their order: four full ones, two pale ones, and that of the rest. */
export function sliceColors(colors: Pick<Palette, 'accent' | 'second' | 'third' | 'fourth' | 'rule' | 'background'>) {
  const { accent, second, third, fourth, rule, background } = colors;
  const pale = (color: string) => mix(color, background, 0.55);
  return [accent, second, third, fourth, pale(accent), pale(second), rule];
}

/** Whether the text on a slice is set in the colour of the page. */
const darkSlices = 4;

export function layoutDonut(slices: readonly Slice[], size: number): Donut {
  const radius = size / 2 - 1;
  const ring = (from: number, to: number) => ringSlice(from, to, radius, radius * hole);
  let from = 0;
  const placed = slices.map((slice, index) => {
    const span = { from, to: Math.min(1, from + slice.share) };
    from = span.to;
    return { ...slice, span, color: slice.isRest ? restColor : index };
  });
  const middle = radius * ((1 + hole) / 2);
  const labels = placed.flatMap(({ span, text, color, share }): ChartLabel[] => {
    const along = share * 2 * Math.PI * middle;
    const wide = textWidth(text, fontSize);
    if (share < 0.5 && (along < wide + 4 || wide > radius * (1 - hole) * 1.2)) return [];
    const angle = (span.from + span.to) * Math.PI;
    const [x, y] = [size / 2 + middle * Math.sin(angle), size / 2 - middle * Math.cos(angle) + fontSize * 0.35];
    return [{ text, x, y, anchor: 'middle', tone: color < darkSlices ? 'onColor' : 'text' }];
  });
  return {
    size,
    fontSize,
    track: ring(0, 1),
    slices: placed.map(({ span }) => ring(span.from, span.to)),
    colors: placed.map(({ color }) => color),
    labels,
  };
}

/** A piece of a ring around the origin, from and to as fractions of a turn. */
function ringSlice(from: number, to: number, outer: number, inner: number): string {
  if (to - from >= 0.9999) return circle(outer, 1) + circle(inner, 0);
  const at = (turn: number, radius: number) =>
    `${(radius * Math.sin(turn * 2 * Math.PI)).toFixed(2)},${(-radius * Math.cos(turn * 2 * Math.PI)).toFixed(2)}`;
  const long = to - from > 0.5 ? 1 : 0;
  const [far, near] = [outer.toFixed(2), inner.toFixed(2)];
  return `M${at(from, outer)}A${far},${far},0,${long},1,${at(to, outer)}L${at(to, inner)}A${near},${near},0,${long},0,${at(from, inner)}Z`;
}

/** A whole circle; those of a ring run against each other. */
function circle(radius: number, sweep: 0 | 1): string {
  const r = radius.toFixed(2);
  return `M0,-${r}A${r},${r},0,1,${sweep},0,${r}A${r},${r},0,1,${sweep},0,-${r}Z`;
}
