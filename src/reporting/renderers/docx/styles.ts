import { spacing, textSpan, typeScale } from '../design.ts';
import { officeFonts } from '../office/fonts.ts';
import { hex } from '../office/text-runs.ts';
import { eighths, twips } from '../office/units.ts';
import { type Markup, type Value, xml } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';
import { cellMargins } from './grid.ts';
import { namespaces } from './namespaces.ts';
import { type RunFormat, runProperties, shading } from './text.ts';

/** A border at one side of a paragraph, cell or table; its width in points. */
export function border(side: 'top' | 'left' | 'bottom' | 'between' | 'insideH', color: string, width: number): Markup {
  const space = side === 'between' || side === 'bottom' ? 3 : 0;
  return xml`<w:${side} w:val="single" w:sz="${eighths(width)}" w:space="${space}" w:color="${hex(color)}"/>`;
}

/** Below a paragraph of a text, in points. */
export const paragraphGap = 6;

/** Room for the mark before a highlight's sentence, in points. */
export const highlightIndent = 85;

/** The distances of a paragraph in points. */
export function distances(before: number, after: number, lines: Markup | null = null): Markup {
  return xml`<w:spacing w:before="${twips(before)}" w:after="${twips(after)}"${lines}/>`;
}

/**
 * The heights of lines by the size of their type, in points. They are exact because fonts differ: Yu Gothic needs 1.5
 * times the height of Calibri, and pages are counted before any word processor lays them out.
 */
export const lineHeights = { table: 10, small: 12, body: 14.5, lead: 17, figure: 20, heading: 24 } as const;

/** Above the text of a table's row, and below it, in points. */
const rowMargin = 1.2;
/** Above and below the text of a row together, with its line. */
export const rowFrame = 2 * rowMargin + 0.8;

/** Lines of a given height in points. */
export function exactly(points: number): Markup {
  return xml` w:line="${twips(points)}" w:lineRule="exact"`;
}

const singleLines = xml` w:line="240" w:lineRule="auto"`;
const tabAtEnd = xml`<w:tabs><w:tab w:val="right" w:pos="${twips(textSpan)}"/></w:tabs>`;

interface Style {
  readonly id: string;
  /** Word shows its own styles, such as `heading 1`, in the reader's language. */
  readonly name: string;
  readonly next?: string;
  readonly basedOn?: string;
  readonly paragraph: Value;
  readonly run?: RunFormat;
}

function paragraphStyle({ id, name, next, basedOn = 'Normal', paragraph, run = {} }: Style): Markup {
  const following = next === undefined ? null : xml`<w:next w:val="${next}"/>`;
  return xml`<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="${basedOn}"/>${following}<w:qFormat/><w:pPr>${paragraph}</w:pPr>${runProperties(run, 'ltr')}</w:style>`;
}

/** `word/styles.xml`; `text` is the document's text, from which fonts for East Asian text are chosen. */
export function stylesPart({ document, colors }: ReportView, text: string): Markup {
  const { tiny, small, body, lead, heading: large } = typeScale;
  const { hair, tight, close, base, section } = spacing;
  const { muted, rule, accent, tint, bar } = colors;
  const heading = (level: number, run: RunFormat, before: number, after: number, lines: number): Style => ({
    id: `Heading${level}`,
    name: `heading ${level}`,
    next: 'Normal',
    paragraph: xml`<w:keepNext/><w:keepLines/>${distances(before, after, exactly(lines))}<w:outlineLvl w:val="${level - 1}"/>`,
    run: { bold: true, ...run },
  });
  const styles: readonly Style[] = [
    heading(1, { size: large }, section, close, lineHeights.heading),
    heading(2, { size: lead }, base, close, lineHeights.lead),
    heading(3, { size: body }, base, tight, lineHeights.body),
    heading(4, { size: body, color: muted }, base, tight, lineHeights.body),
    { id: 'Title', name: 'Title', next: 'Normal', paragraph: distances(0, 0, singleLines), run: { bold: true } },
    {
      id: 'TOCHeading',
      name: 'TOC Heading',
      next: 'Normal',
      paragraph: xml`<w:keepNext/>${distances(0, base, exactly(lineHeights.heading))}`,
      run: { bold: true, size: large },
    },
    {
      id: 'TOC1',
      name: 'toc 1',
      next: 'Normal',
      paragraph: [
        xml`<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="${twips(textSpan)}"/></w:tabs>`,
        distances(0, tight),
      ],
    },
    {
      id: 'Header',
      name: 'header',
      paragraph: [xml`<w:pBdr>${border('bottom', rule, 0.5)}</w:pBdr>`, tabAtEnd, distances(0, 0, singleLines)],
      run: { size: tiny, color: muted },
    },
    {
      id: 'Footer',
      name: 'footer',
      paragraph: [tabAtEnd, distances(0, 0, singleLines)],
      run: { size: tiny, color: muted },
    },
    {
      id: 'Source',
      name: 'Source',
      paragraph: distances(0, close, exactly(lineHeights.small)),
      run: { size: small, color: muted },
    },
    {
      id: 'CommentHead',
      name: 'Comment Head',
      paragraph: [
        xml`<w:keepNext/><w:pBdr>${border('top', accent, 1.4)}</w:pBdr>`,
        distances(base, tight, exactly(lineHeights.small)),
      ],
      run: { bold: true, size: small, color: muted },
    },
    {
      id: 'Highlight',
      name: 'Highlight',
      paragraph: [
        xml`<w:keepLines/><w:pBdr>${border('bottom', rule, 0.5)}${border('between', rule, 0.5)}</w:pBdr>`,
        xml`${distances(hair, hair)}<w:ind w:left="${twips(highlightIndent)}" w:hanging="${twips(highlightIndent)}"/>`,
      ],
    },
    { id: 'Client', name: 'Client', paragraph: distances(0, close, exactly(lineHeights.lead)) },
    { id: 'Figure', name: 'Figure', paragraph: distances(0, tight, exactly(lineHeights.figure)) },
    { id: 'Picture', name: 'Picture', paragraph: distances(0, tight, singleLines), run: { size: hair } },
    { id: 'Card', name: 'Card', paragraph: distances(0, hair, singleLines) },
    {
      id: 'TableText',
      name: 'Table Text',
      paragraph: distances(0, 0, exactly(lineHeights.table)),
      run: { size: small },
    },
    {
      id: 'Bar',
      name: 'Bar',
      basedOn: 'TableText',
      paragraph: [shading(bar), distances(0, 0, xml` w:line="${twips(4.5)}" w:lineRule="exact"`)],
    },
    { id: 'Gap', name: 'Gap', paragraph: distances(0, 0, singleLines), run: { size: 6 } },
    { id: 'ListParagraph', name: 'List Paragraph', paragraph: distances(0, tight) },
    {
      id: 'Quote',
      name: 'Quote',
      paragraph: xml`<w:pBdr>${edge('left', bar)}</w:pBdr><w:ind w:left="${twips(10)}"/>`,
      run: { italic: true, color: muted },
    },
    {
      id: 'QuoteFromRight',
      name: 'Quote From Right',
      basedOn: 'Quote',
      // Border sides are physical: left is left, whichever way a paragraph runs.
      paragraph: xml`<w:pBdr><w:left w:val="nil"/>${edge('right', bar)}</w:pBdr>`,
    },
    {
      id: 'Code',
      name: 'Code',
      paragraph: [shading(tint), distances(tight, close, exactly(lineHeights.small)), xml`<w:contextualSpacing/>`],
      run: { size: small, font: 'Consolas' },
    },
    {
      id: 'Rule',
      name: 'Rule',
      paragraph: [xml`<w:pBdr>${border('bottom', rule, 0.5)}</w:pBdr>`, distances(0, base, singleLines)],
      run: { size: 2 },
    },
  ];
  return xml`<w:styles ${namespaces}>${defaults(document, colors.text, text)}<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>
<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="${hex(accent)}"/><w:u w:val="single"/></w:rPr></w:style>
${styles.map(paragraphStyle)}${tableStyles(colors)}</w:styles>`;
}

/** The line at the side of a quote. */
function edge(side: 'left' | 'right', color: string): Markup {
  return xml`<w:${side} w:val="single" w:sz="${eighths(2)}" w:space="8" w:color="${hex(color)}"/>`;
}

const eastAsianLanguage = /^(ja|ko|zh)\b/;

function defaults({ locale, brand }: ReportView['document'], color: string, text: string): Markup {
  const { latin, eastAsian, complex } = officeFonts(locale, text, brand.font);
  const fonts = xml`<w:rFonts w:ascii="${latin}" w:hAnsi="${latin}" w:eastAsia="${eastAsian}" w:cs="${complex}"/>`;
  const size = xml`<w:sz w:val="${typeScale.body * 2}"/><w:szCs w:val="${typeScale.body * 2}"/>`;
  // In Japanese and its like, LibreOffice breaks Latin words anywhere.
  const spoken = eastAsianLanguage.test(locale) ? 'en-US' : locale;
  const language = xml`<w:lang w:val="${spoken}" w:eastAsia="${locale}" w:bidi="${locale}"/>`;
  return xml`<w:docDefaults><w:rPrDefault><w:rPr>${fonts}<w:color w:val="${hex(color)}"/>${size}${language}</w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="${twips(paragraphGap)}"${exactly(lineHeights.body)}/></w:pPr></w:pPrDefault></w:docDefaults>`;
}

/** Rows between thin lines, with strong ones for the head and the total row. */
function tableStyles({ text, rule }: ReportView['colors']): Markup {
  const setOff = (row: 'firstRow' | 'lastRow', side: 'top' | 'bottom') =>
    xml`<w:tblStylePr w:type="${row}"><w:tcPr><w:tcBorders>${border(side, text, 0.9)}</w:tcBorders></w:tcPr></w:tblStylePr>`;
  return xml`<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr>${cellMargins(0, 0)}</w:tblPr></w:style>
<w:style w:type="table" w:styleId="ReportTable"><w:name w:val="Report Table"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>${border('bottom', rule, 0.5)}${border('insideH', rule, 0.5)}</w:tblBorders>${cellMargins(twips(rowMargin), 80)}</w:tblPr>${setOff('firstRow', 'bottom')}${setOff('lastRow', 'top')}</w:style>`;
}
