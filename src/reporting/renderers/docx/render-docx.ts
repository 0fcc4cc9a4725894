import type { CommentedDocument } from '../../documents/comments.ts';
import type { ShownPicture } from '../../documents/pictures-left-out.ts';
import type { RenderedArtifact } from '../artifact.ts';
import { spacing, typeScale } from '../design.ts';
import { logoFaults } from '../logo/logo.ts';
import { drawCoverOfFile, drawLogoOfFile, drawPicturesOfFile } from '../logo/logo-apart.ts';
import { coverFaults, pictureFaults } from '../logo/picture.ts';
import { coreProperties } from '../office/core-properties.ts';
import { type Part, zipPackage } from '../office/package.ts';
import { Relationships } from '../office/relationships.ts';
import { type Markup, xml } from '../text/markup.ts';
import { picturesOf, type ReportView, reportView, withPicturesLeftOut } from '../view/report-view.ts';
import { anchoredHeading, contentsBlocks, contentsHeight, type Entry } from './contents.ts';
import { coverBlocks } from './cover.ts';
import { embeddedFonts } from './embedded-fonts.ts';
import { coverFooterPart, footerPart, headerPart, pageSetup } from './frame.ts';
import { Lists } from './lists.ts';
import type { Making } from './making.ts';
import { namespaces } from './namespaces.ts';
import { endingHeight, keepEnding, type PageBlock, type PageBlocks, Pages, tallest } from './pages.ts';
import { Pictures, startIds } from './pictures.ts';
import { settingsPart } from './properties.ts';
import { sectionBlocks } from './section-parts.ts';
import { lineHeights, stylesPart } from './styles.ts';
import { dataTable } from './table-parts.ts';
import { paragraph } from './text.ts';
import { placed, textBlock } from './text-block.ts';

const wordprocessing = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

/** A .docx with real headings, tables and pictures, showing the same texts as the PDF. */
export async function renderDocx(document: CommentedDocument): Promise<RenderedArtifact> {
  const view = reportView(document);
  const { logo: source, cover_picture: coverSource } = document.brand;
  const logo = drawLogoOfFile(source);
  const cover = drawCoverOfFile(coverSource);
  const pictures = picturesOf(view);
  const drawn = drawPicturesOfFile(pictures);
  const making = { logo, cover, drawn: new Map(pictures.map(({ uri }, index) => [uri, drawn[index]])) };
  const isDrawn = ({ as, uri }: ShownPicture) => Boolean(as === 'picture' ? making.drawn.get(uri) : making[as]);
  const bytes = await wordFile(withPicturesLeftOut(view, isDrawn), making);
  const warnings = [...logoFaults(source, logo), ...coverFaults(coverSource, cover), ...pictureFaults(drawn)];
  return { bytes, contentType: `${wordprocessing}.document`, warnings };
}

/** The bytes of a Word file; the same view, logo and pictures always give the same. */
export async function wordFile(
  view: ReportView,
  { logo, cover, drawn = new Map() }: Partial<Pick<Making, 'logo' | 'cover' | 'drawn'>> = {},
): Promise<Uint8Array> {
  const relationships = new Relationships();
  const ids = startIds();
  const pictures = new Pictures(relationships, ids);
  const lists = new Lists();
  const frame = {
    header: relationships.add('header', 'header.xml'),
    footer: relationships.add('footer', 'footer.xml'),
  };
  const coverFooter = view.brand.footer === null ? null : relationships.add('footer', 'cover-footer.xml');
  const { font } = view.document.brand;
  if (font) relationships.add('fontTable', 'fontTable.xml');
  for (const kind of ['styles', 'numbering', 'settings'] as const) relationships.add(kind, `${kind}.xml`);
  const body = documentPart({ view, logo, cover, drawn, relationships, pictures, lists, ids }, { frame, coverFooter });
  const root = new Relationships();
  root.add('document', 'word/document.xml');
  root.add('properties', 'docProps/core.xml');
  const part = (name: string, kind: string, content: Markup): Part => ({
    path: `word/${name}.xml`,
    contentType: `${wordprocessing}.${kind}+xml`,
    content,
  });
  return zipPackage([
    { path: '_rels/.rels', contentType: null, content: root.toXml() },
    {
      path: 'docProps/core.xml',
      contentType: 'application/vnd.openxmlformats-package.core-properties+xml',
      content: coreProperties(view),
    },
    part('document', 'document.main', body),
    part('styles', 'styles', stylesPart(view, body.text)),
    part('numbering', 'numbering', lists.toXml()),
    part('settings', 'settings', settingsPart(view)),
    part('header', 'header', headerPart(view)),
    part('footer', 'footer', footerPart(view)),
    ...(coverFooter ? [part('cover-footer', 'footer', coverFooterPart(view))] : []),
    { path: 'word/_rels/document.xml.rels', contentType: null, content: relationships.toXml() },
    ...(font ? embeddedFonts(font) : []),
    ...(await pictures.parts(view.document.locale)),
  ]);
}

/** The relationships of headers and footers. */
interface Frames {
  readonly frame: { readonly header: string; readonly footer: string };
  readonly coverFooter: string | null;
}

function documentPart(making: Making, { frame, coverFooter }: Frames): Markup {
  const { view } = making;
  const pages = new Pages();
  const closing = closingSections(making);
  const after = endingHeight(closing.map(({ blocks }) => blocks));
  const sections = [
    ...view.sections.map((section, index) => {
      const anchor = `section${index + 1}`;
      const title = section.level === 1 ? section.title : null;
      const isLast = index === view.sections.length - 1;
      return { title, anchor, blocks: sectionBlocks(section, anchor, making, isLast ? after : 0) };
    }),
    ...closing,
  ];
  const entries = sections.flatMap(({ title, anchor }) => (title === null ? [] : [{ title, anchor }]));
  pages.write([contentsHeight(entries)]);
  const written = pages.write(keepEnding(sections.map(({ blocks }) => blocks)));
  const numbered = sections.flatMap(({ title, anchor }, index) =>
    title === null ? [] : [{ title, anchor, page: written[index]?.page ?? null }],
  );
  return xml`<w:document ${namespaces}><w:body>
${coverBlocks(making)}<w:p><w:pPr><w:pStyle w:val="Gap"/>${pageSetup(view, { header: null, footer: coverFooter })}</w:pPr></w:p>
${contentsBlocks(numbered, view)}
${written.map(({ markup }) => markup)}${pageSetup(view, frame)}</w:body></w:document>`;
}

function zoneLine({ timeZone, direction }: ReportView): PageBlock {
  const shape = { fontSize: typeScale.small, line: lineHeights.small, around: spacing.close, kept: true };
  const format = (newPage: boolean) => ({ style: 'Source', keepNext: true, newPage });
  return placed(timeZone, (newPage) => paragraph(timeZone, direction, format(newPage)), shape);
}

/** The data sources and the notes on the data, where there are any. */
function closingSections({ view, ids, lists }: Making): (Entry & { readonly blocks: PageBlocks })[] {
  const { labels, direction, sources, warnings } = view;
  const chapter = (title: string, anchor: string, blocks: PageBlocks) => ({
    title,
    anchor,
    blocks: [anchoredHeading({ title, anchor }, ids.next(), direction), ...blocks],
  });
  const numbering = { id: lists.bullets, level: 0 };
  const notes = warnings.map((text) => textBlock(text, direction, { style: 'ListParagraph', numbering }));
  const heading = lineHeights.heading + spacing.section + spacing.close;
  const after = endingHeight([notes]) + (notes.length > 0 ? heading : 0);
  return [
    ...(sources
      ? [
          chapter(labels.dataSources, 'sources', [
            zoneLine(view),
            dataTable(sources, view, tallest - heading - lineHeights.small - spacing.close - after),
          ]),
        ]
      : []),
    ...(notes.length > 0 ? [chapter(labels.notes, 'notes', notes)] : []),
  ];
}
