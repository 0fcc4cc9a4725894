import type { Direction } from '../../documents/direction.ts';
import { spacing, textSpan, typeScale } from '../design.ts';
import { linesInOffice } from '../office/measure.ts';
import { directionOf } from '../office/text-runs.ts';
import { onOneLine } from '../text/clean-text.ts';
import { type Markup, xml } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';
import type { PageBlock } from './pages.ts';
import { lineHeights } from './styles.ts';
import { paragraph, paragraphOf, run } from './text.ts';

/** At the end of each line of the contents, in points. */
const pageNumberWidth = 24;

/** A first-level heading as listed in the contents. */
export interface Entry {
  readonly title: string;
  /** The name of its bookmark. */
  readonly anchor: string;
}

const headings = {
  1: { size: typeScale.heading, line: lineHeights.heading, before: spacing.section },
  2: { size: typeScale.lead, line: lineHeights.lead, before: spacing.base },
};

/** A heading with a bookmark; it stays on the page of what follows. */
export function anchoredHeading({ title, anchor }: Entry, id: number, around: Direction, level: 1 | 2 = 1): PageBlock {
  const { size, line, before } = headings[level];
  const direction = directionOf(title, around);
  const marked = xml`<w:bookmarkStart w:id="${id}" w:name="${anchor}"/>${run(title, direction)}<w:bookmarkEnd w:id="${id}"/>`;
  const lines = linesInOffice(title, size, textSpan, 'bold');
  return {
    kept: true,
    height: before + lines * line + spacing.close,
    above: before,
    // Word keeps the space above a heading that a page break puts at the top of a page.
    write: (newPage) =>
      paragraphOf(marked, direction, {
        style: `Heading${level}`,
        newPage,
        // Beside its figures, whichever way it runs, such as the name of a system in an Arabic report.
        atEnd: direction !== around,
        ...(newPage ? { properties: xml`<w:spacing w:before="0"/>` } : {}),
      }),
  };
}

/** The page of a bookmark. Within a link, word processors only read fields of this form. */
function pageReference(anchor: string, page: number, direction: Direction): Markup[] {
  return [
    fieldMark('begin'),
    instruction(`PAGEREF ${anchor} \\h`),
    fieldMark('separate'),
    run(`${page}`, direction),
    fieldMark('end'),
  ];
}

const instruction = (text: string) => xml`<w:r><w:instrText xml:space="preserve"> ${text} </w:instrText></w:r>`;
const fieldMark = (type: 'begin' | 'separate' | 'end') => xml`<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;

/** The blocks that the contents take up, from the titles alone; the page numbers come later. */
export function contentsHeight(entries: readonly Entry[]): PageBlock[] {
  const entry = ({ title }: Entry) =>
    linesInOffice(title, typeScale.body, textSpan - pageNumberWidth) * lineHeights.body + spacing.tight;
  const heights = [lineHeights.heading + spacing.base, ...entries.map(entry), lineHeights.table];
  return entries.length === 0 ? [] : heights.map((height) => ({ height, write: () => xml`` }));
}

/**
 * The contents as Word's own field, with links to the headings and their page numbers as fields. Word updates them when
 * the reader presses F9; a file that requests the update itself makes Word open with a question.
 */
export function contentsBlocks(
  entries: readonly (Entry & { readonly page: number | null })[],
  { labels, colors, direction }: ReportView,
): Markup | null {
  if (entries.length === 0) return null;
  const begin = [fieldMark('begin'), instruction('TOC \\o "1-1" \\h \\z \\u'), fieldMark('separate')];
  const links = entries.map(({ title, anchor, page }, index) => {
    const own = directionOf(title, direction);
    const number = page && [run('\t', direction, { color: colors.rule }), pageReference(anchor, page, direction)];
    const link = xml`<w:hyperlink w:anchor="${anchor}" w:history="1">${run(onOneLine(title), own, { color: colors.accent })}${number}</w:hyperlink>`;
    return paragraphOf([index === 0 ? begin : null, link], direction, { style: 'TOC1' });
  });
  const heading = paragraph(labels.contents, direction, { style: 'TOCHeading' });
  const end = xml`<w:p><w:pPr><w:pStyle w:val="Gap"/></w:pPr>${fieldMark('end')}</w:p>`;
  return xml`<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/></w:docPartObj></w:sdtPr><w:sdtContent>${heading}${links}${end}</w:sdtContent></w:sdt>`;
}
