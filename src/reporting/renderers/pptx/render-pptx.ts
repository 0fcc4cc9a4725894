import type { CommentedDocument } from '../../documents/comments.ts';
import { numberFormat } from '../../documents/format.ts';
import type { ShownPicture } from '../../documents/pictures-left-out.ts';
import type { RenderedArtifact } from '../artifact.ts';
import { type Logo, logoFaults } from '../logo/logo.ts';
import { drawCoverOfFile, drawLogoOfFile, drawPicturesOfFile } from '../logo/logo-apart.ts';
import { coverFaults, type Picture, pictureFaults } from '../logo/picture.ts';
import { coreProperties } from '../office/core-properties.ts';
import { zipPackage } from '../office/package.ts';
import { Relationships } from '../office/relationships.ts';
import { directionOf } from '../office/text-runs.ts';
import { onOneLine } from '../text/clean-text.ts';
import { picturesOf, type ReportView, reportView, withPicturesLeftOut } from '../view/report-view.ts';
import type { SectionView } from '../view/section-views.ts';
import { type Block, hasBody, onSlides, writeBlocks } from './blocks.ts';
import { coverSlide } from './cover.ts';
import { Deck } from './deck.ts';
import { sizes, span, textHeight } from './frame.ts';
import { footBox, numberBox, numberField, titleBox } from './master.ts';
import { contentType, presentationParts } from './presentation.ts';
import { sectionBlocks } from './sections.ts';
import type { Slide } from './slide.ts';
import { dataTable } from './tables.ts';
import { paragraph, paragraphOf, run, runProperties } from './text.ts';
import { textBlock } from './text-blocks.ts';

/** A .pptx: a slide for each section, with charts and tables that people can edit, showing the same texts as the PDF. */
export async function renderPptx(document: CommentedDocument): Promise<RenderedArtifact> {
  const view = reportView(document);
  const { logo: source, cover_picture: coverSource } = document.brand;
  const logo = drawLogoOfFile(source);
  const cover = drawCoverOfFile(coverSource);
  const shown = picturesOf(view);
  const pictures = drawPicturesOfFile(shown);
  const drawn = new Map(shown.map(({ uri }, index) => [uri, pictures[index]]));
  const own = { logo, cover };
  const isDrawn = ({ as, uri }: ShownPicture) => Boolean(as === 'picture' ? drawn.get(uri) : own[as]);
  const bytes = presentationFile(withPicturesLeftOut(view, isDrawn), { ...own, drawn });
  const warnings = [...logoFaults(source, logo), ...coverFaults(coverSource, cover), ...pictureFaults(pictures)];
  return { bytes, contentType, warnings };
}

export interface DrawnPictures {
  readonly logo?: Logo | undefined;
  readonly cover?: Picture | undefined;
  readonly drawn?: ReadonlyMap<string, Picture | undefined>;
}

/** The bytes of a presentation; the same view and pictures always give the same. */
export function presentationFile(view: ReportView, { logo, cover, drawn = new Map() }: DrawnPictures = {}): Uint8Array {
  const deck = new Deck(view);
  coverSlide(deck, view, logo, cover);
  for (const [index, section] of view.sections.entries()) {
    if (section.type === 'page_break') continue;
    const blocks = sectionBlocks(section, view.document.sections[index], { view, deck, drawn });
    writeSlides(titleOf(section, view), blocks, saidOf(section, index, view), deck, view);
  }
  for (const { title, blocks } of closingSections(view)) writeSlides(title, blocks, [], deck, view);
  const root = new Relationships();
  root.add('document', 'ppt/presentation.xml');
  root.add('properties', 'docProps/core.xml');
  return zipPackage([
    { path: '_rels/.rels', contentType: null, content: root.toXml() },
    {
      path: 'docProps/core.xml',
      contentType: 'application/vnd.openxmlformats-package.core-properties+xml',
      content: coreProperties(view),
    },
    ...presentationParts(deck, view),
  ]);
}

/** A slide without a title could be named by nobody: a text or picture without a heading has that of the report. */
function titleOf({ title }: SectionView, { document }: ReportView): string {
  return onOneLine(title ?? document.title);
}

/** The sentences about a section that the highlights have. */
function saidOf(section: SectionView, index: number, { sections }: ReportView): string[] {
  if (section.type === 'highlights') return section.items.map(({ text }) => text);
  return sections.flatMap((each) =>
    each.type === 'highlights' ? each.items.filter((item) => item.section === index).map(({ text }) => text) : [],
  );
}

/** The slides of a section, numbered where there are several, so that each has a title of its own. */
function writeSlides(
  title: string,
  blocks: readonly Block[],
  notes: readonly string[],
  deck: Deck,
  view: ReportView,
): void {
  const slides = onSlides(blocks);
  const number = numberFormat(view.document.locale, {});
  for (const [index, shown] of slides.entries()) {
    const counted = slides.length > 1 ? ` (${number.format(index + 1)}/${number.format(slides.length)})` : '';
    const slide = deck.slide(hasBody(shown) ? 'text' : 'figures', title + counted);
    slide.notes = notes;
    writeTitle(slide, view);
    writeBlocks(shown, slide);
    writeFoot(slide, view);
  }
}

function writeTitle(slide: Slide, view: ReportView): void {
  const { title } = slide;
  const size = sizes.title.find((each) => textHeight(title, each, span, 'bold') <= titleBox.height) ?? sizes.table;
  const text = paragraphOf(
    run(title, view, { size, bold: true, color: view.colors.text }),
    directionOf(title, view.direction),
    view,
    { size },
  );
  slide.text('Title', titleBox, text, { placeholder: 'title', anchor: 'b' });
}

/** What the report is and whose, the brand's text, and the number of the slide. */
function writeFoot(slide: Slide, view: ReportView): void {
  const { runningHead, brand, colors, direction } = view;
  const look = { size: sizes.tiny, color: colors.muted };
  const head = [runningHead.title, runningHead.client].filter((text) => text !== '').join(' · ');
  const texts = [head, ...(brand.footer === null ? [] : [brand.footer])];
  slide.text(
    'Foot',
    footBox,
    texts.map((text) => paragraph(text, view, look)),
    { placeholder: 'ftr' },
  );
  const number = paragraphOf(numberField(runProperties(look, view)), direction, view, { at: 'end', size: sizes.tiny });
  slide.text('Number', numberBox, number, { placeholder: 'sldNum' });
}

/** The data sources and the notes on the data, where there are any. */
function closingSections(view: ReportView): { title: string; blocks: Block[] }[] {
  const { labels, sources, warnings, timeZone, colors } = view;
  const zone = textBlock(timeZone, view, { role: 'aside', size: sizes.small, color: colors.muted, kept: true });
  return [
    ...(sources ? [{ title: labels.dataSources, blocks: [zone, dataTable(sources, view)] }] : []),
    ...(warnings.length > 0
      ? [
          {
            title: labels.notes,
            blocks: warnings.map((text) => textBlock(text, view, { after: 6, indent: 16, hanging: 16, bullet: '•' })),
          },
        ]
      : []),
  ];
}
