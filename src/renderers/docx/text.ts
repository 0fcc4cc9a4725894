import {
  BookmarkEnd,
  BookmarkStart,
  ConcreteHyperlink,
  HeadingLevel,
  type IContext,
  type IParagraphOptions,
  type IRunOptions,
  type IXmlableObject,
  Paragraph,
  type ParagraphChild,
  TextRun,
} from 'docx';
import { isRightToLeft } from '../clean-text.ts';

/** Numbers that must be unique within a document. docx counts over all documents of a process, so files would differ. */
export interface Ids {
  next(): number;
}

export function startIds(): Ids {
  let last = 0;
  return { next: () => ++last };
}

/** A run of text; line feeds become line breaks. */
export function runs(text: string, options: Omit<IRunOptions, 'text' | 'children'> = {}): TextRun[] {
  return text.split('\n').map((line, index) => {
    const breaks = index > 0 ? { break: 1 } : {};
    return new TextRun({ ...options, ...breaks, text: line, rightToLeft: isRightToLeft(line) });
  });
}

/** A paragraph of one text, which runs as its first letter says. */
export function paragraph(
  text: string,
  options: Omit<IParagraphOptions, 'text' | 'children'> = {},
  run: Omit<IRunOptions, 'text' | 'children'> = {},
): Paragraph {
  return new Paragraph({ ...options, bidirectional: isRightToLeft(text), children: runs(text, run) });
}

const levels = [HeadingLevel.HEADING_1, HeadingLevel.HEADING_2, HeadingLevel.HEADING_3, HeadingLevel.HEADING_4];

/** A heading of level 1 to 4. */
export function heading(level: number, children: readonly ParagraphChild[], rightToLeft: boolean): Paragraph {
  const style = levels[Math.min(level, 4) - 1] ?? HeadingLevel.HEADING_1;
  return new Paragraph({ heading: style, bidirectional: rightToLeft, children });
}

/** A heading that the contents link to. */
export function anchoredHeading(title: string, anchor: string, id: number): Paragraph {
  const paragraph = heading(1, [], isRightToLeft(title));
  for (const part of [new BookmarkStart(anchor, id), ...runs(title), new BookmarkEnd(id)])
    paragraph.addChildElement(part);
  return paragraph;
}

const hyperlinkType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink';

/** A link to the web. docx's own draws its id at random, so the same report would never give the same bytes. */
export class WebLink extends ConcreteHyperlink {
  readonly #address: string;

  constructor(children: readonly ParagraphChild[], address: string, id: number) {
    super(children, `Link${id}`);
    this.#address = address;
  }

  override prepForXml(context: IContext): IXmlableObject | undefined {
    const { Relationships } = context.viewWrapper;
    Relationships.addRelationship(this.linkId, hyperlinkType, this.#address, 'External');
    return super.prepForXml(context);
  }
}
