/** Lengths of Office files, from points (1/72 inch). */

/** Twentieths of a point: indents, distances, columns. */
export function twips(points: number): number {
  return Math.round(points * 20);
}

/** Half points: sizes of type. */
export function halfPoints(points: number): number {
  return Math.round(points * 2);
}

/** Eighths of a point: borders. */
export function eighths(points: number): number {
  return Math.round(points * 8);
}

/** English Metric Units: pictures. */
export function emus(points: number): number {
  return Math.round(points * 12_700);
}

/** A4 with the margins of the PDF, in points. */
export const page = { width: 595.3, height: 841.9, side: 56.7, top: 73.7, bottom: 68, header: 34, footer: 31 } as const;

/** What the margins leave of a page's width, in points. */
export const textWidth = page.width - 2 * page.side;
