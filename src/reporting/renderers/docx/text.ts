import type { Direction } from '../../documents/direction.ts';
import { directionOf, hex, isolate } from '../office/text-runs.ts';
import { halfPoints } from '../office/units.ts';
import { type Markup, type Value, xml } from '../text/markup.ts';

/** How a run differs from its paragraph's style. Sizes in points, colours as `#rrggbb`. */
export interface RunFormat {
  readonly style?: string;
  readonly font?: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly color?: string;
  readonly size?: number;
  readonly surface?: string;
}

/** The background of a run, paragraph or cell. */
export function shading(color: string): Markup {
  return xml`<w:shd w:val="clear" w:color="auto" w:fill="${hex(color)}"/>`;
}

/** `w:rPr`, in the order that its schema requires; null when the run is like its style. */
export function runProperties(format: RunFormat, direction: Direction): Markup | null {
  const { style, font, bold, italic, color, size, surface } = format;
  const properties = [
    style === undefined ? null : xml`<w:rStyle w:val="${style}"/>`,
    font === undefined ? null : xml`<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}"/>`,
    bold ? xml`<w:b/><w:bCs/>` : null,
    italic ? xml`<w:i/><w:iCs/>` : null,
    color === undefined ? null : xml`<w:color w:val="${hex(color)}"/>`,
    size === undefined ? null : xml`<w:sz w:val="${halfPoints(size)}"/><w:szCs w:val="${halfPoints(size)}"/>`,
    surface === undefined ? null : shading(surface),
    direction === 'rtl' ? xml`<w:rtl/>` : null,
  ];
  return properties.every((property) => property === null) ? null : xml`<w:rPr>${properties}</w:rPr>`;
}

/**
 * A text in one format, within text of the given direction; line feeds and tabs become breaks and tabs. A name in
 * isolates becomes a separate run: not every version of Word knows those characters.
 */
export function run(text: string, around: Direction, format: RunFormat = {}): Markup {
  const direction = directionOf(text, around);
  const parts = text.split(isolate).map((part, index) => {
    if (part === '' && text !== '') return null;
    return plainRun(part, index % 2 === 0 ? direction : directionOf(part, direction), format);
  });
  return xml`${parts}`;
}

function plainRun(text: string, direction: Direction, format: RunFormat): Markup {
  const pieces = /[\n\t]/.test(text) ? text.split(/(?=[\n\t])/) : [text];
  const content = pieces.map((piece) => {
    const [mark, rest] = '\n\t'.includes(piece[0] ?? ' ') ? [piece[0], piece.slice(1)] : [null, piece];
    const space = mark === '\n' ? xml`<w:br/>` : mark === '\t' ? xml`<w:tab/>` : null;
    return [space, rest === '' ? null : xml`<w:t xml:space="preserve">${rest}</w:t>`];
  });
  return xml`<w:r>${runProperties(format, direction)}${content}</w:r>`;
}

/** How a paragraph differs from its style. `properties` go where its schema has them: between `bidi` and `jc`. */
export interface ParagraphFormat {
  readonly style?: string;
  readonly keepNext?: boolean;
  /** Whether it starts a new page. */
  readonly newPage?: boolean;
  readonly numbering?: { readonly id: number; readonly level: number };
  readonly properties?: Markup;
  /** Aligns to the end of the line in the paragraph's direction; without it, to the start. */
  readonly atEnd?: boolean;
}

/** A paragraph of runs, in its direction. */
export function paragraphOf(runs: Value, direction: Direction, format: ParagraphFormat = {}): Markup {
  const { style, keepNext, newPage, numbering, properties, atEnd } = format;
  const number = numbering
    ? xml`<w:numPr><w:ilvl w:val="${numbering.level}"/><w:numId w:val="${numbering.id}"/></w:numPr>`
    : null;
  const all = [
    style === undefined ? null : xml`<w:pStyle w:val="${style}"/>`,
    keepNext ? xml`<w:keepNext/>` : null,
    newPage ? xml`<w:pageBreakBefore/>` : null,
    number,
    direction === 'rtl' ? xml`<w:bidi/>` : null,
    properties ?? null,
    // In a paragraph that runs from right to left, Word reads "right" as the end of the line.
    atEnd ? xml`<w:jc w:val="right"/>` : null,
  ];
  const present = all.some((property) => property !== null);
  return xml`<w:p>${present ? xml`<w:pPr>${all}</w:pPr>` : null}${runs}</w:p>`;
}

/** A paragraph of one text, in the direction of its first letter. */
export function paragraph(
  text: string,
  around: Direction,
  format: ParagraphFormat = {},
  runFormat: RunFormat = {},
): Markup {
  const direction = directionOf(text, around);
  return paragraphOf(run(text, direction, runFormat), direction, format);
}

/** A short text among others, such as in a cell: in its own direction, but aligned to the page's starting side. */
export function pageSided(
  text: string,
  around: Direction,
  format: ParagraphFormat = {},
  runFormat: RunFormat = {},
): Markup {
  const atEnd = directionOf(text, around) !== around;
  return paragraph(text, around, { ...format, atEnd }, runFormat);
}

/** An empty line of six points between two tables, which would otherwise merge. */
export const gap = xml`<w:p><w:pPr><w:pStyle w:val="Gap"/></w:pPr></w:p>`;

/** The same at the top of a new page. */
export const newPageGap = xml`<w:p><w:pPr><w:pStyle w:val="Gap"/><w:pageBreakBefore/></w:pPr></w:p>`;

/** A field that Word computes when it lays out the pages, such as PAGE. */
export function field(instruction: string, direction: Direction): Markup {
  return xml`<w:fldSimple w:instr=" ${instruction} ">${run('1', direction)}</w:fldSimple>`;
}
