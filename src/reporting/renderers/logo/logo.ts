import { createRequire } from 'node:module';
import type { ResvgRenderOptions } from '@resvg/resvg-js';
import { labelFontFiles } from '../text/fonts.ts';
import { readJpegHead, turned } from './jpeg.ts';

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
const refusedElements = /<(?:[\w-]+:)?(?:filter|image|feImage|foreignObject|pattern|mask|marker|script)[\s/>]/i;
const styleStart = /<(?:[\w-]+:)?style[\s/>]/i;
const styleEnds = /<\/(?:[\w-]+:)?style/gi;
/** In a style sheet, as drawing programs write it: a rule applies to many shapes, and escapes hide its words. */
const refusedRules = /clip-path|mask|filter|[@\\&]/i;
const words = /<(?:[\w-]+:)?text[\s>]/i;
/** A `<` before the end hides a bracket after it, and no drawing program writes one. */
const refusedDeclarations = /<!ENTITY|<!DOCTYPE[^<>[]*[<[]/i;
const repetitions = /<(?:[\w-]+:)?use[\s/>]|clip-path\s*[=:]/gi;

/**
 * Draws the logo of a data URI (PNG, JPEG or SVG) into a PNG of bounded size. Undefined when there is none, or it cannot be
 * read or uses filters, patterns, pictures or entities, which no logo needs.
 */
export function drawLogo(dataUri: string | null): Logo | undefined {
  try {
    const source = svgOf(dataUri, true);
    return source && draw(source.svg);
  } catch {
    return undefined;
  }
}

/** Whether a logo or picture contains text set in a font. */
export function setsWords(dataUri: string | null): boolean {
  try {
    return words.test(svgOf(dataUri)?.svg ?? '');
  } catch {
    return false;
  }
}

/** A drawing to be drawn anew; with its size in pixels, if it holds a picture made of them. */
export interface Source {
  readonly svg: string;
  readonly pixels?: { readonly width: number; readonly height: number };
}

/** A drawing without refused elements; undefined without a picture; throws if it cannot be decoded. */
export function svgOf(dataUri: string | null, alsoJpeg = false): Source | undefined {
  const uri = /^data:image\/(png|jpeg|svg\+xml)(?:;[a-z0-9-]+=[a-z0-9-]+)*(;base64)?,/i.exec(dataUri ?? '');
  if (!uri || dataUri === null) return undefined;
  const data = dataUri.slice(uri[0].length);
  const bytes = uri[2] ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data));
  const type = uri[1]?.toLowerCase();
  if (type === 'jpeg') return alsoJpeg ? wrappedJpeg(bytes) : undefined;
  return type === 'png' ? wrappedPng(bytes) : safeSvg(bytes.toString('utf8'));
}

/** What the operator should know about a logo that could not be drawn. */
export function logoFaults(dataUri: string | null, logo: Logo | undefined): string[] {
  return dataUri !== null && !logo ? ['The logo cannot be drawn safely and was left out.'] : [];
}

function wrappedPng(bytes: Buffer): Source | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined;
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  if (width * height === 0 || width * height > maxSourcePixels) return undefined;
  const size = `width="${width}" height="${height}"`;
  const href = `data:image/png;base64,${bytes.toString('base64')}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${href}"/></svg>`;
  return { svg, pixels: { width, height } };
}

function wrappedJpeg(bytes: Buffer): Source | undefined {
  const head = readJpegHead(bytes);
  if (!head || head.width * head.height === 0 || head.width * head.height > maxSourcePixels) return undefined;
  const { matrix, isOnSide } = turned(head);
  const [width, height] = isOnSide ? [head.height, head.width] : [head.width, head.height];
  const href = `data:image/jpeg;base64,${bytes.toString('base64')}`;
  const image = `<image width="${head.width}" height="${head.height}" transform="matrix(${matrix})" href="${href}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;
  return { svg, pixels: { width, height } };
}

function safeSvg(text: string): Source | undefined {
  if (refusedElements.test(text) || refusedDeclarations.test(text)) return undefined;
  if (refusedRules.test(styleSheets(text))) return undefined;
  return (text.match(repetitions)?.length ?? 0) > 16 ? undefined : { svg: text };
}

/** The text from the first start of a style sheet to the last end; two searches, as one would take quadratic time. */
function styleSheets(text: string): string {
  const start = text.search(styleStart);
  if (start < 0) return '';
  const end = [...text.matchAll(styleEnds)].at(-1)?.index ?? start;
  return text.slice(start, Math.max(start, end));
}

function draw(svg: string): Logo | undefined {
  const { width, height } = measureSvg(svg);
  if (!(width > 0 && height > 0)) return undefined;
  // Scaled by the side that reaches its limit first: a logo of one pixel by a billion would otherwise be drawn that
  // large and crash the process.
  const fitTo =
    width / height > bounds.width / bounds.height
      ? ({ mode: 'width', value: bounds.width } as const)
      : ({ mode: 'height', value: bounds.height } as const);
  const picture = drawSvg(svg, fitTo);
  const { pixels } = picture;
  return { png: picture.asPng(), width: picture.width, height: picture.height, light: isLight(pixels) };
}

/** The own size of a drawing that `svgOf` gave. */
export function measureSvg(svg: string): { readonly width: number; readonly height: number } {
  const { width, height } = new (resvg().Resvg)(svg, { font: fontsOf(svg) });
  return { width, height };
}

/** Draws what `svgOf` gave. */
export function drawSvg(svg: string, fitTo: NonNullable<ResvgRenderOptions['fitTo']>) {
  return new (resvg().Resvg)(svg, { font: fontsOf(svg), fitTo }).render();
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
