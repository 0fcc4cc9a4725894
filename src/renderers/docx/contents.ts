import { type Markup, xml } from '../markup.ts';
import type { ReportView } from '../report-view.ts';
import { type Direction, directionOf, paragraph, paragraphOf, run } from './text.ts';

/** A heading of the first level as the contents know it. */
export interface Entry {
  readonly title: string;
  /** The name of its bookmark. */
  readonly anchor: string;
}

/** A heading of the first level under a bookmark. */
export function anchoredHeading(title: string, anchor: string, id: number, around: Direction): Markup {
  const direction = directionOf(title, around);
  const marked = xml`<w:bookmarkStart w:id="${id}" w:name="${anchor}"/>${run(title, direction)}<w:bookmarkEnd w:id="${id}"/>`;
  return paragraphOf(marked, direction, { style: 'Heading1' });
}

const fieldMark = (type: 'begin' | 'separate' | 'end') => xml`<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;

/**
 * The contents as Word's own field, with links to the headings. Only a word processor knows page numbers: they come
 * when the reader updates the table, and until then there are none, rather than wrong ones or a question on opening.
 */
export function contentsBlocks(entries: readonly Entry[], { labels, colors, direction }: ReportView): Markup | null {
  if (entries.length === 0) return null;
  const begin = [
    fieldMark('begin'),
    xml`<w:r><w:instrText xml:space="preserve"> TOC \\o "1-1" \\h \\z \\u </w:instrText></w:r>`,
    fieldMark('separate'),
  ];
  const links = entries.map(({ title, anchor }, index) => {
    const own = directionOf(title, direction);
    const text = run(title, own, { color: colors.accent });
    const link = xml`<w:hyperlink w:anchor="${anchor}" w:history="1">${text}</w:hyperlink>`;
    return paragraphOf([index === 0 ? begin : null, link], own, { style: 'TOC1', atEnd: own !== direction });
  });
  const heading = paragraph(labels.contents, direction, { style: 'TOCHeading' });
  const end = xml`<w:p><w:pPr><w:pStyle w:val="Gap"/></w:pPr>${fieldMark('end')}</w:p>`;
  return xml`<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/><w:docPartUnique/></w:docPartObj></w:sdtPr><w:sdtContent>${heading}${links}${end}</w:sdtContent></w:sdt>`;
}
