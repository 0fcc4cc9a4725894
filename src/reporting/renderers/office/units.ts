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
