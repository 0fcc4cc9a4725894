import { tallestPart, textSpan } from '../design.ts';
import { drawSvg, measureSvg, svgOf } from './logo.ts';

/** A picture of a section, safe to embed: always a newly drawn PNG. The size it is shown in, in points. */
export interface Picture {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Of one pixel, as on the web. */
const points = 0.75;
const pixelsPerPoint = 2;

/**
 * Draws the picture of a data URI (PNG, JPEG or SVG) in its own size, or smaller where it is wider than a page's text or
 * higher than a block may be. Undefined when it cannot be read, or uses what no logo may use.
 */
export function drawPicture(dataUri: string): Picture | undefined {
  try {
    const source = svgOf(dataUri, true);
    return source && draw(source.svg, source.pixels);
  } catch {
    return undefined;
  }
}

/** `pixels` is the size of a picture made of pixels: more would add nothing. */
function draw(
  svg: string,
  pixels: { readonly width: number; readonly height: number } | undefined,
): Picture | undefined {
  const { width, height } = pixels ?? measureSvg(svg);
  if (!(width > 0 && height > 0)) return undefined;
  const scale = Math.min(points, textSpan / width, tallestPart / height);
  const sharp = pixels ? Math.min(1, scale * pixelsPerPoint) : scale * pixelsPerPoint;
  // By the longer side, so that a picture as thin as a line is not drawn beyond all bounds.
  const fitTo =
    width > height
      ? ({ mode: 'width', value: Math.max(1, Math.round(width * sharp)) } as const)
      : ({ mode: 'height', value: Math.max(1, Math.round(height * sharp)) } as const);
  const drawn = drawSvg(svg, fitTo);
  // Pixels that cannot be decoded are drawn as nothing.
  if (pixels && drawn.pixels.every((part) => part === 0)) return undefined;
  return { png: drawn.asPng(), width: width * scale, height: height * scale };
}

/** The size of a picture within bounds, in points. */
export function fitted(
  { width, height }: Picture,
  bounds: { readonly width: number; readonly height: number },
): { width: number; height: number } {
  const scale = Math.min(1, bounds.width / width, bounds.height / height);
  return { width: width * scale, height: height * scale };
}

/** What the operator should know about pictures that could not be drawn. */
export function pictureFaults(pictures: readonly (Picture | undefined)[]): string[] {
  const left = pictures.filter((picture) => !picture).length;
  return left > 0 ? [`Pictures that cannot be drawn safely were left out: ${left}.`] : [];
}
