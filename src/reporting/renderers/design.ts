/** The visual language that every format shares: sizes and strokes. Colours are in colors.ts. All lengths are points (1/72 inch). */

/** Sizes of type, from the least important text to the report's title. */
export const typeScale = {
  /** The text of a brand at the foot of a page. */
  imprint: 7,
  /** Axis labels, page headers, a card's earlier figure. */
  tiny: 7.5,
  /** Tables, sources, captions. */
  small: 8.5,
  body: 10,
  /** Headings inside a section, the client on the cover. */
  lead: 13,
  /** A section's heading, and the figure of a card. */
  heading: 19,
  /** The report's title on the cover, depending on its length. */
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

/**
 * A4 and its margins. The top and bottom ones are Word's, with header and footer inside; the PDF's template has its
 * own.
 */
export const page = {
  width: 595.28,
  height: 841.9,
  side: 56.7,
  top: 73.7,
  bottom: 68,
  header: 34,
  footer: 31,
} as const;

/** What the margins leave of a page's width. */
export const textSpan = page.width - 2 * page.side;

/** The parts of the cover. Its panel is as wide as the page and begins at its top. */
export const cover = {
  panel: 538,
  /** The pattern along the panel's bottom, in place of which a picture stands at its top. */
  silhouette: 150,
  picture: 260,
  /** From the texts to the pattern, and to the panel's bottom below a picture. */
  aboveSilhouette: 92,
  belowTexts: 42,
  /** The room that lead and title share, above the period, without a picture and below one. */
  texts: 230,
  textsBelowPicture: 150,
  /** The column of the logo and of who made the report. */
  side: 174,
  logo: { width: 130, height: 56 },
} as const;

/**
 * The most height of what no page break splits, a section's heading included: 38 % of what the margins leave of a page.
 * So a page that breaks before it is filled to 60 % at least.
 */
export const tallestPart = 0.38 * (page.height - page.top - page.bottom);

/** The least height that a picture has, whatever stays with it, where it is as high itself. */
export const leastPicture = 84;

/** The deepest level of a heading on paper; a section's own is the first. */
export const deepestHeading = 4;

/** How a chart draws: the current period solid, the compared one thinner and dashed, so that colour is not needed. */
export const chartStrokes = {
  current: 1.6,
  compare: 1.1,
  /** Lengths of a dash and a gap. */
  compareDash: [3, 2.6],
  /** The level of the compared period over a column. */
  mark: 1.4,
  /** The lines of a column whose value covers only part of its unit. */
  hatch: 0.7,
  /** A goal's line, dotted. */
  target: 1.2,
  targetDash: [1.2, 2],
  spark: 1.1,
  baseline: 0.6,
  grid: 0.5,
  /** Opacity of the surface under the current period. */
  area: 0.08,
  /** The same in a chart that shows areas. */
  filledArea: 0.28,
  /** The bracket over days on which something was found, and the opacity of the surface below it. */
  bracket: 1,
  band: 0.13,
} as const;

/**
 * How the metrics of one chart differ, so that colour is not needed: the dashes of their lines, and how much of its colour
 * a column or a part of a ring is filled with. The first stands for the only metric, too.
 */
export const metricStyles = [
  { color: 'accent', dash: [], strength: 1 },
  { color: 'second', dash: [5, 4], strength: 0.3 },
  { color: 'third', dash: [0.1, 3.4], strength: 0 },
  { color: 'fourth', dash: [7, 3.6, 0.1, 3.6], strength: 0.65 },
] as const;

/**
 * The fraction of its width that a line keeps when its points are `step` points apart: with the days of a year, a
 * full-width line would fill the gaps between them.
 */
export function fineness(width: number, step: number): number {
  return Math.max(0.5, Math.min(1, (step * 0.7) / width));
}
