/** A row of a bar chart, in points. */
export interface Bar {
  readonly label: string;
  readonly value: string;
  readonly y: number;
  readonly width: number;
}

export interface BarChart {
  readonly width: number;
  readonly height: number;
  readonly fontSize: number;
  /** Where the bars begin; labels end before it. */
  readonly left: number;
  readonly barHeight: number;
  readonly bars: readonly Bar[];
}

export interface BarRow {
  readonly label: string;
  readonly value: string;
  /** Part of the whole; null and negative parts have no bar. */
  readonly share: number | null;
}

const rowHeight = 15;
const padding = 4;

/** The length of a share's bar as part of the longest one, between 0 and 1. */
export function barLengths(shares: readonly (number | null)[]): number[] {
  const longest = shares.reduce<number>((most, share) => Math.max(most, share ?? 0), 0);
  return shares.map((share) => (longest > 0 ? Math.max(0, share ?? 0) / longest : 0));
}

/** Lays out horizontal bars, one a row, the longest over the whole width. */
export function layoutBarChart(rows: readonly BarRow[], width: number): BarChart {
  const left = width * 0.32;
  const valueWidth = 48;
  const lengths = barLengths(rows.map((row) => row.share));
  const bars = rows.map(({ label, value }, index) => ({
    label: clipped(label),
    value,
    y: padding + index * rowHeight,
    width: Math.round((lengths[index] ?? 0) * (width - left - valueWidth) * 100) / 100,
  }));
  return { width, height: rows.length * rowHeight + padding, fontSize: 8, left, barHeight: 8, bars };
}

function clipped(label: string): string {
  const characters = [...label];
  return characters.length > 28 ? `${characters.slice(0, 27).join('')}…` : label;
}
