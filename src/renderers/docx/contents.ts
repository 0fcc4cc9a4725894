import { onOneLine } from '../clean-text.ts';
import { spacing, typeScale } from '../design.ts';
import { type Markup, xml } from '../markup.ts';
import type { ReportView } from '../report-view.ts';
import { lineCount } from '../wrapped-text.ts';
import type { Block } from './pages.ts';
import { lineHeights } from './styles.ts';
import { type Direction, directionOf, paragraph, paragraphOf, run } from './text.ts';
import { textWidth } from './units.ts';

/** At the end of each line of the contents, in points. */
const pageNumberWidth = 24;

/** A heading of the first level as the contents know it. */
export interface Entry {
  readonly title: string;
  /** The name of its bookmark. */
  readonly anchor: string;
}

/** A heading of the first level under a bookmark, which stays on the page of what follows. */
export function anchoredHeading({ title, anchor }: Entry, id: number, around: Direction): Block {
  const direction = directionOf(title, around);
  const marked = xml`<w:bookmarkStart w:id="${id}" w:name="${anchor}"/>${run(title, direction)}<w:bookmarkEnd w:id="${id}"/>`;
  const lines = lineCount(title, typeScale.heading, textWidth, 'bold');
  return {
    kept: true,
    height: spacing.section + lines * lineHeights.heading + spacing.close,
    // Word keeps the distance above a heading that a page break puts at the head of a page.
    write: (newPage) =>
      paragraphOf(marked, direction, {
        style: 'Heading1',
        newPage,
        ...(newPage ? { properties: xml`<w:spacing w:before="0"/>` } : {}),
      }),
  };
}

/** The page of a bookmark. Within a link, word processors read fields of this form alone. */
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

/** The places of the contents themselves, by their titles; the pages that these name come later. */
export function contentsHeight(entries: readonly Entry[]): Block[] {
  const entry = ({ title }: Entry) =>
    lineCount(title, typeScale.body, textWidth - pageNumberWidth) * lineHeights.body + spacing.tight;
  const heights = [lineHeights.heading + spacing.base, ...entries.map(entry), lineHeights.table];
  return entries.length === 0 ? [] : heights.map((height) => ({ height, write: () => xml`` }));
}

/**
 * The contents as Word's own field, with links to the headings and their pages, each a field too. Word updates them when
 * the reader asks it to (F9): a file that asks for it by itself greets the reader with a question.
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
