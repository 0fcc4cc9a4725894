/** The visual language that every format shares: sizes and strokes. Colours are in colors.ts. All lengths are points (1/72 inch). */

/** Sizes of type, from what can be missed to what names the report. */
export const typeScale = {
  /** Axis labels, running heads, a card's earlier figure. */
  tiny: 7.5,
  /** Tables, sources, captions. */
  small: 8.5,
  body: 10,
  /** Headings inside a section, the client on the cover. */
  lead: 13,
  /** A section's heading, and the figure of a card. */
  heading: 19,
  /** The report's title on the cover, by its length. */
  title: { short: 38, medium: 28, long: 20 },
} as const;

/** Distances, each about one and a half times the one before. */
export const spacing = {
  hair: 2,
  tight: 4,
  close: 8,
  base: 12,
  wide: 18,
  section: 26,
} as const;

/** How a chart draws: the current period solid, the compared one thinner and dashed, so that colour is not needed. */
export const chartStrokes = {
  current: 1.6,
  compare: 1.1,
  /** Lengths of a dash and of a gap. */
  compareDash: [3, 2.6],
  spark: 1.1,
  baseline: 0.6,
  grid: 0.5,
  /** Opacity of the surface under the current period. */
  area: 0.08,
} as const;

/**
 * The part of its width that a line keeps whose points lie `step` points apart: where the days of a year stand close, a full
 * one would fill what is between them.
 */
export function fineness(width: number, step: number): number {
  return Math.max(0.5, Math.min(1, (step * 0.7) / width));
}
