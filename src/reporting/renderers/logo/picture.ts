import { cover, page, tallestPart, textSpan } from '../design.ts';
import { drawSvg, measureSvg, type Source, svgOf, unlessFaulty } from './logo.ts';
import { faultTexts, PictureFault, pointsOf } from './picture-fault.ts';

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
  return unlessFaulty(() => tryPicture(dataUri));
}

/** The same; throws a PictureFault that says why it cannot be drawn. */
export function tryPicture(dataUri: string): Picture {
  // More than the size of a picture made of pixels would add nothing.
  const { svg, pixels } = svgOf(dataUri);
  const { width, height } = pixels ?? measureSvg(svg);
  const scale = Math.min(points, textSpan / width, tallestPart / height);
  const sharp = pixels ? Math.min(1, scale * pixelsPerPoint) : scale * pixelsPerPoint;
  // By the longer side, so that a picture as thin as a line is not drawn beyond all bounds.
  const fitTo =
    width > height
      ? ({ mode: 'width', value: Math.max(1, Math.round(width * sharp)) } as const)
      : ({ mode: 'height', value: Math.max(1, Math.round(height * sharp)) } as const);
  const drawn = drawSvg(svg, fitTo, pixels !== undefined);
  return { png: drawn.asPng(), width: width * scale, height: height * scale };
}

/** A picture that sections show: their own, drawn anew for each file, or that of a card, which is drawn when it is fetched. */
export interface SectionPicture {
  readonly as: 'picture' | 'card';
  readonly uri: string;
}

/** Pictures of sections in their order, those of cards as they are; `drawAll` draws the others from their data URIs. */
export function drawSectionPictures(
  pictures: readonly SectionPicture[],
  drawAll: (uris: readonly string[]) => readonly (Picture | undefined)[] = (uris) => uris.map(drawPicture),
): (Picture | undefined)[] {
  const cards = pictures.map(({ as, uri }) => (as === 'card' ? keptCardPicture(uri) : undefined));
  const others = pictures.flatMap(({ uri }, index) => (cards[index] ? [] : uri));
  const drawn = (others.length > 0 ? drawAll(others) : []).values();
  return cards.map((card) => card ?? drawn.next().value);
}

const pngUri = 'data:image/png;base64,';
const pngEnd = Buffer.from('0000000049454e44ae426082', 'hex');

/** A picture as `drawCardPicture` gave it; undefined for any other, and for one that was cut off. */
function keptCardPicture(dataUri: string): Picture | undefined {
  if (!dataUri.startsWith(pngUri)) return undefined;
  const pixels = unlessFaulty(() => svgOf(dataUri).pixels);
  if (!pixels || pixels.width > cardPixels.width || pixels.height > cardPixels.height) return undefined;
  const png = Buffer.from(dataUri.slice(pngUri.length), 'base64');
  if (!png.subarray(-pngEnd.length).equals(pngEnd)) return undefined;
  return { png, width: pixels.width * points, height: pixels.height * points };
}

/** The most pixels of a card's picture on either side: two to three for each point of paper. */
const cardPixels = { width: 320, height: 240 } as const;

/** Draws the picture of a card, of a PNG or JPEG. Undefined when it cannot be read. */
export function drawCardPicture(dataUri: string): Picture | undefined {
  return unlessFaulty(() => tryCardPicture(dataUri));
}

/** The same; throws a PictureFault that says why it cannot be drawn. */
export function tryCardPicture(dataUri: string): Picture {
  const { svg, pixels } = svgOf(dataUri);
  if (!pixels) throw new PictureFault(faultTexts.unread);
  const scale = Math.min(1, cardPixels.width / pixels.width, cardPixels.height / pixels.height);
  const fitTo = { mode: 'width', value: Math.max(1, Math.round(pixels.width * scale)) } as const;
  const drawn = drawSvg(svg, fitTo, true);
  return { png: drawn.asPng(), width: drawn.width * points, height: drawn.height * points };
}

/** What a drawing is drawn as before it is cut: none is nearly so long or so high. */
const mostCoverPixels = 16_000_000;

/**
 * Draws the picture of a data URI across a cover, of which it fills the upper part: what is too high or too wide is cut off
 * on both sides. Undefined as for `drawPicture`, and for one that is many times as long as it is high or the reverse.
 */
export function drawCover(dataUri: string): Picture | undefined {
  return unlessFaulty(() => tryCover(dataUri));
}

/** The same; throws a PictureFault that says why it cannot be drawn. */
export function tryCover(dataUri: string): Picture {
  const source = svgOf(dataUri);
  const { svg, pixels } = source.pixels ? { svg: source.svg, pixels: source.pixels } : asPixels(source.svg);
  // Pixels are not drawn larger than they are, as more would add nothing.
  const own = Math.min(pixels.width / coverSize.width, pixels.height / coverSize.height);
  const value = Math.round(coverSize.width * Math.max(1, Math.min(pixelsPerPoint, own)));
  const drawn = drawSvg(sliced(svg, pixels), { mode: 'width', value }, source.pixels !== undefined);
  return { png: drawn.asPng(), ...coverSize };
}

const coverSize = { width: page.width, height: cover.picture };

/** A drawing made into pixels, as many as its cut needs. */
function asPixels(svg: string): Required<Source> {
  const { width, height } = measureSvg(svg);
  const scale = Math.max(coverSize.width / width, coverSize.height / height) * pixelsPerPoint;
  if (!(width * height * scale ** 2 <= mostCoverPixels)) {
    const shape = `${pointsOf(coverSize)} are cut out of it`;
    throw new PictureFault(`is too long or too high for a cover: ${shape}, so send one of about that shape`);
  }
  const drawn = drawSvg(svg, { mode: 'width', value: Math.ceil(width * scale) }, false);
  return svgOf(`data:image/png;base64,${drawn.asPng().toString('base64')}`) as Required<Source>;
}

/** Pixels in the size of the cover's picture, cut off on both sides. `svg` is one that `svgOf` made of pixels. */
function sliced(svg: string, { width, height }: Required<Source>['pixels']): string {
  const surface = `width="${coverSize.width}" height="${coverSize.height}" viewBox="0 0 ${width} ${height}"`;
  const root = `<svg xmlns="http://www.w3.org/2000/svg" ${surface} preserveAspectRatio="xMidYMid slice">`;
  return svg.replace(/^<svg[^>]*>/, () => root);
}

/** What the operator should know about a cover's picture that could not be drawn. */
export function coverFaults(dataUri: string | null | undefined, drawn: Picture | undefined): string[] {
  return dataUri && !drawn ? ['The picture of the cover cannot be drawn safely and was left out.'] : [];
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
