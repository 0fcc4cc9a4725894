import { readFileSync } from 'node:fs';
import { labelFontFiles } from '../text/fonts.ts';
import { type Glyph, OutlineFont } from './outline-font.ts';

const label = /<text ([^>]*)>([^<]*)<\/text>/g;
const attribute = /([\w-]+)="([^"]*)"/g;
/** One glyph for each character, from left to right; everything else needs a shaper. */
const unshaped =
  /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{sc=Hangul}\p{Nd}\p{P}\p{S}\p{Zs}]*$/u;

const fonts = new Map<string, OutlineFont>();

function fontOf(file: string): OutlineFont {
  const known = fonts.get(file);
  if (known) return known;
  const font = new OutlineFont(readFileSync(file));
  fonts.set(file, font);
  return font;
}

/**
 * One of our drawings with its labels as shapes, except those that need shaping. resvg reads a font's whole file again
 * for every letter, and East Asian fonts have megabytes.
 */
export function outlineLabels(svg: string, locale: string): string {
  return svg.replace(label, (whole, attributes: string, content: string) => {
    const text = content.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
    if (!unshaped.test(text)) return whole;
    const glyphs = glyphsOf(text, locale);
    return glyphs
      ? shapes(glyphs, new Map([...attributes.matchAll(attribute)].map(([, key = '', value = '']) => [key, value])))
      : whole;
  });
}

/** A glyph in the units of its own font. */
interface SizedGlyph extends Glyph {
  readonly unitsPerEm: number;
}

/**
 * All glyphs from one font if it has them all, or else each from the first font that has it; undefined when one is
 * missing everywhere.
 */
function glyphsOf(text: string, locale: string): SizedGlyph[] | undefined {
  const candidates = labelFontFiles(locale, text).map(fontOf);
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const whole = candidates.find((font) => codes.every((code) => font.glyph(code)));
  const glyphs = codes.flatMap((code): SizedGlyph[] => {
    const font = whole ?? candidates.find((candidate) => candidate.glyph(code));
    const glyph = font?.glyph(code);
    return font && glyph ? [{ ...glyph, unitsPerEm: font.unitsPerEm }] : [];
  });
  return glyphs.length === codes.length ? glyphs : undefined;
}

function shapes(glyphs: readonly SizedGlyph[], attributes: ReadonlyMap<string, string>): string {
  const size = Number(attributes.get('font-size'));
  const width = glyphs.reduce((sum, { advance, unitsPerEm }) => sum + (advance / unitsPerEm) * size, 0);
  const before = { start: 0, middle: width / 2, end: width }[attributes.get('text-anchor') ?? 'start'] ?? 0;
  let x = Number(attributes.get('x')) - before;
  const paths = glyphs.map(({ path, advance, unitsPerEm }) => {
    const scale = size / unitsPerEm;
    const place = `translate(${x.toFixed(2)} ${attributes.get('y')}) scale(${scale} ${-scale})`;
    x += advance * scale;
    return path && `<path transform="${place}" d="${path}"/>`;
  });
  return `<g fill="${attributes.get('fill')}">${paths.join('')}</g>`;
}
