import { linesInOffice } from '../office/measure.ts';

/** A slide of 16:9 and its margins, in points. */
export const page = { width: 960, height: 540, side: 48 } as const;

/** What the margins leave of a slide's width. */
export const span = page.width - 2 * page.side;

/** Where the parts of a slide begin and how high they are; the body has what lies between title and foot. */
export const parts = {
  title: { y: 26, height: 58 },
  body: { y: 94, height: 394 },
  foot: { y: 500, height: 26 },
} as const;

/** Sizes of type on slides: texts are read from afar. */
export const sizes = {
  tiny: 8,
  small: 10,
  table: 12,
  body: 14,
  lead: 18,
  figure: 24,
  title: [26, 22, 18, 15, 13],
} as const;

/** The height of a line in sizes of its type. It is exact because fonts differ, as in Word files. */
export const lineRatio = 1.3;

/** A place on a slide in points, from the upper left corner of a slide that runs from left to right. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The height of a text in points, whichever font the reader has for it. */
export function textHeight(text: string, size: number, width: number, weight?: 'regular' | 'bold'): number {
  return linesInOffice(text, size, width, weight) * size * lineRatio;
}
