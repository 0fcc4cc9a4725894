import { createRequire } from 'node:module';
import type { ResvgRenderOptions } from '@resvg/resvg-js';
import { labelFontFiles } from '../text/fonts.ts';
import { readJpegHead, turned } from './jpeg.ts';
import { faultTexts, PictureFault, pointsOf } from './picture-fault.ts';

/**
 * Loaded with the first logo: most reports have none, and everything a render process loads costs memory and delays its
 * first page.
 */
const resvg = (): typeof import('@resvg/resvg-js') => createRequire(import.meta.url)('@resvg/resvg-js');

/** A logo as a picture that is safe to embed: always a newly drawn PNG. */
export interface Logo {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
  /** Whether it is so light that it needs a dark surface. */
  readonly light: boolean;
}

const bounds = { width: 720, height: 320 };
const maxSourcePixels = 16_000_000;

/** Elements that can read files, or draw or expand without end. */
const refusedElements = /<(?:[\w-]+:)?(filter|image|feImage|foreignObject|pattern|mask|marker|script)[\s/>]/i;
const styleStart = /<(?:[\w-]+:)?style[\s/>]/i;
const styleEnds = /<\/(?:[\w-]+:)?style/gi;
/** In a style sheet, as drawing programs write it: a rule applies to many shapes, and escapes hide its words. */
const refusedRules = /clip-path|mask|filter|[@\\&]/i;
const words = /<(?:[\w-]+:)?text[\s>]/i;
/** A `<` before the end hides a bracket after it, and no drawing program writes one. */
const refusedDeclarations = /<!ENTITY|<!DOCTYPE[^<>[]*[<[]/i;
const mostRepetitions = 16;
const repetitions = /<(?:[\w-]+:)?use[\s/>]|clip-path\s*[=:]/gi;

/**
 * Draws the logo of a data URI (PNG, JPEG or SVG) into a PNG of bounded size. Undefined when there is none, or it cannot be
 * read or uses filters, patterns, pictures or entities, which no logo needs.
 */
export function drawLogo(dataUri: string | null): Logo | undefined {
  return dataUri === null ? undefined : unlessFaulty(() => tryLogo(dataUri));
}

/** The same; throws a PictureFault that says why it cannot be drawn. */
export function tryLogo(dataUri: string): Logo {
  const { svg, pixels } = svgOf(dataUri);
  return draw(svg, pixels !== undefined);
}

/** What `draw` gives; undefined for a picture that cannot be drawn. */
export function unlessFaulty<Drawn>(draw: () => Drawn): Drawn | undefined {
  try {
    return draw();
  } catch {
    return undefined;
  }
}

/** Whether a logo or picture contains text set in a font. */
export function setsWords(dataUri: string | null): boolean {
  if (dataUri === null || /^data:image\/jpeg/i.test(dataUri)) return false;
  return words.test(unlessFaulty(() => svgOf(dataUri))?.svg ?? '');
}

/** A drawing to be drawn anew; with its size in pixels, if it holds a picture made of them. */
export interface Source {
  readonly svg: string;
  readonly pixels?: { readonly width: number; readonly height: number };
}

/** A drawing without refused elements; throws a PictureFault for a picture that has some, and for what is none. */
export function svgOf(dataUri: string): Source {
  const uri = /^data:image\/(png|jpeg|svg\+xml)(?:;[a-z0-9-]+=[a-z0-9-]+)*(;base64)?,/i.exec(dataUri);
  const bytes = uri && decoded(dataUri.slice(uri[0].length), uri[2] !== undefined);
  if (!bytes) throw new PictureFault(faultTexts.unread);
  const type = uri[1]?.toLowerCase();
  if (type === 'svg+xml') return safeSvg(bytes.toString('utf8'));
  return type === 'png' ? wrappedPng(bytes) : wrappedJpeg(bytes);
}

function decoded(data: string, isBase64: boolean): Buffer | undefined {
  try {
    return isBase64 ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data));
  } catch {
    return undefined;
  }
}

/** What the operator should know about a logo that could not be drawn. */
export function logoFaults(dataUri: string | null, logo: Logo | undefined): string[] {
  return dataUri !== null && !logo ? ['The logo cannot be drawn safely and was left out.'] : [];
}

function wrappedPng(bytes: Buffer): Source {
  if (bytes.length < 33 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') {
    throw new PictureFault(faultTexts.damaged);
  }
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  checkPoints(width, height);
  const size = `width="${width}" height="${height}"`;
  const href = `data:image/png;base64,${bytes.toString('base64')}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${href}"/></svg>`;
  return { svg, pixels: { width, height } };
}

function wrappedJpeg(bytes: Buffer): Source {
  const head = jpegHead(bytes);
  if (!head) throw new PictureFault(faultTexts.damaged);
  if (head.components === 4) throw new PictureFault(faultTexts.printColours);
  checkPoints(head.width, head.height);
  const { matrix, isOnSide } = turned(head);
  const [width, height] = isOnSide ? [head.height, head.width] : [head.width, head.height];
  const href = `data:image/jpeg;base64,${bytes.toString('base64')}`;
  const image = `<image width="${head.width}" height="${head.height}" transform="matrix(${matrix})" href="${href}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;
  return { svg, pixels: { width, height } };
}

function jpegHead(bytes: Buffer): ReturnType<typeof readJpegHead> {
  try {
    return readJpegHead(bytes);
  } catch {
    return undefined;
  }
}

function checkPoints(width: number, height: number): void {
  if (width * height === 0) throw new PictureFault(faultTexts.damaged);
  if (width * height > maxSourcePixels) {
    const most = `at most ${maxSourcePixels.toLocaleString('en')} points in all can be drawn`;
    throw new PictureFault(`has ${pointsOf({ width, height })}: ${most}, so make it smaller`);
  }
}

function safeSvg(text: string): Source {
  const [, element] = refusedElements.exec(text) ?? [];
  if (element !== undefined) throw new PictureFault(usesRefused(`<${element}>`));
  if (refusedDeclarations.test(text)) throw new PictureFault(usesRefused('entities or declarations of its own'));
  const [rule] = refusedRules.exec(styleSheets(text)) ?? [];
  if (rule !== undefined) throw new PictureFault(usesRefused(`"${rule}" in a style sheet`));
  if ((text.match(repetitions)?.length ?? 0) > mostRepetitions) {
    throw new PictureFault(usesRefused(`more than ${mostRepetitions} of <use> and clip-path`));
  }
  return { svg: text };
}

function usesRefused(what: string): string {
  return `uses ${what}, which reports do not draw: export it as plain shapes, or as PNG`;
}

/** The text from the first start of a style sheet to the last end; two searches, as one would take quadratic time. */
function styleSheets(text: string): string {
  const start = text.search(styleStart);
  if (start < 0) return '';
  const end = [...text.matchAll(styleEnds)].at(-1)?.index ?? start;
  return text.slice(start, Math.max(start, end));
}

function draw(svg: string, isPixels: boolean): Logo {
  const { width, height } = measureSvg(svg);
  // Scaled by the side that reaches its limit first: a logo of one pixel by a billion would otherwise be drawn that
  // large and crash the process.
  const fitTo =
    width / height > bounds.width / bounds.height
      ? ({ mode: 'width', value: bounds.width } as const)
      : ({ mode: 'height', value: bounds.height } as const);
  const picture = drawSvg(svg, fitTo, isPixels);
  return { png: picture.asPng(), width: picture.width, height: picture.height, light: isLight(picture.pixels) };
}

/** The own size of a drawing that `svgOf` gave. */
export function measureSvg(svg: string): { readonly width: number; readonly height: number } {
  const { width, height } = parsed(svg);
  if (!(width > 0 && height > 0)) throw new PictureFault(faultTexts.malformed);
  return { width, height };
}

/** Draws what `svgOf` gave; throws a PictureFault where that leaves nothing to be seen. */
export function drawSvg(svg: string, fitTo: NonNullable<ResvgRenderOptions['fitTo']>, isPixels: boolean) {
  const drawn = parsed(svg, fitTo).render();
  // Pixels that cannot be decoded are drawn as nothing.
  if (drawn.pixels.every((part) => part === 0)) {
    throw new PictureFault(isPixels ? faultTexts.noPixels : faultTexts.nothingLeft);
  }
  return drawn;
}

function parsed(svg: string, fitTo?: ResvgRenderOptions['fitTo']) {
  try {
    return new (resvg().Resvg)(svg, { font: fontsOf(svg), ...(fitTo && { fitTo }) });
  } catch (cause) {
    throw new PictureFault(faultTexts.malformed, { cause });
  }
}

/**
 * Text uses the fonts of reports, whatever family it asks for: the machine's own fonts would give different files on
 * different machines.
 */
function fontsOf(svg: string): NonNullable<ResvgRenderOptions['font']> {
  const none = { loadSystemFonts: false };
  return words.test(svg) ? { ...none, fontFiles: labelFontFiles('en', svg), defaultFontFamily: 'Noto Sans' } : none;
}

/**
 * Whether the parts that are not transparent are nearly white. Pixels are premultiplied RGBA; every fourth is checked.
 */
function isLight(pixels: Uint8Array): boolean {
  const mostCovered = 0.97;
  let brightness = 0;
  let opacity = 0;
  for (let at = 0; at < pixels.length; at += 16) {
    brightness += ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 3;
    opacity += pixels[at + 3] ?? 0;
  }
  return opacity < (pixels.length / 16) * 255 * mostCovered && brightness > opacity * 0.85;
}
