import { linkAddress } from '../../documents/link-address.ts';
import { messagesFor } from '../../documents/messages/messages.ts';
import type { BreakdownCell, GalleryCard, GallerySection, MetricDescription } from '../../documents/model.ts';
import { spacing, textSpan } from '../design.ts';
import { clipped, onOneLine } from '../text/clean-text.ts';
import { type ChangeView, cardFigure, changeView } from './figure-views.ts';
import type { SectionContext } from './section-context.ts';

/** The cards of a gallery; where none has a picture, no room is kept for any. */
export interface GalleryView {
  readonly type: 'gallery';
  readonly cards: readonly CardView[];
  readonly isPictured: boolean;
  /** What stands in the place of a picture that a card lacks beside others. */
  readonly noPicture: string;
}

export interface CardView {
  readonly title: string;
  readonly text: string | null;
  /** An address that may be linked to. */
  readonly link: string | null;
  /** Its data URI. */
  readonly picture: string | null;
  readonly alternative: string;
  readonly figures: readonly CardFigure[];
}

export interface CardFigure {
  readonly label: string;
  readonly value: string;
  /** Null in a report without a period to compare with. */
  readonly change: ChangeView | null;
}

const longest = { title: 120, text: 300, link: 2_000 } as const;

/** Every text of the cards; a picture that the document lacks is none. */
export function galleryView(section: GallerySection, context: SectionContext): GalleryView {
  const { pictures = {}, locale } = context.document;
  const cards = section.cards.map((card) => cardView(card, section.metrics, pictures, context));
  return {
    type: 'gallery',
    cards,
    isPictured: cards.some(({ picture }) => picture !== null),
    noPicture: messagesFor(locale).gallery.noPicture,
  };
}

function cardView(
  { label, text, link, picture, cells }: GalleryCard,
  metrics: readonly MetricDescription[],
  pictures: Readonly<Record<string, string>>,
  { document, labels, compared }: SectionContext,
): CardView {
  const title = clipped(onOneLine(label ?? labels.noValue), longest.title);
  const said = text === null ? null : clipped(onOneLine(text).trim(), longest.text) || null;
  const address = link === null || link.length > longest.link ? null : linkAddress(link);
  return {
    title,
    text: said === title ? null : said,
    link: address?.startsWith('http') ? address : null,
    picture: (picture !== null && Object.hasOwn(pictures, picture) && pictures[picture]) || null,
    alternative: said ?? title,
    figures: metrics.map((metric, index) => {
      const cell: BreakdownCell = cells[index] ?? { current: null, compare: null, change: null, share: null };
      const value = cardFigure(cell.current, metric, document);
      return { label: metric.label, value, change: cell.change && changeView(cell, metric, document, compared) };
    }),
  };
}

/** A card on paper: picture and texts beside each other, the figures below in lines. All lengths are points. */
export const paperCard = {
  columns: 2,
  gutter: spacing.close,
  inset: 8,
  /** Between the picture and the texts. */
  gap: 8,
  /** The room of a picture, and of the labels below it. */
  picture: { width: 104, height: 92 },
  /** The height of a line of text, and of a line of figures. */
  line: 11,
  figure: 13.2,
  /** Between title and text, and above the figures. */
  below: 3,
  above: 5,
  titleLines: 2,
  /** Of a gallery without pictures. */
  plainLines: 2,
} as const;

/** The sizes of a gallery's cards on paper. */
export interface PaperCards {
  readonly width: number;
  /** Of the texts; beside the picture where there are any. */
  readonly textWidth: number;
  /** Of picture and texts, above the figures. */
  readonly top: number;
  readonly textLines: number;
  readonly height: number;
}

export function layoutPaperCards({ cards, isPictured }: GalleryView): PaperCards {
  const { columns, gutter, inset, gap, picture, line, figure, below, above, titleLines, plainLines } = paperCard;
  const width = (textSpan - gutter * (columns - 1)) / columns;
  const inner = width - 2 * inset;
  const textWidth = isPictured ? inner - picture.width - gap : inner;
  const hasTexts = cards.some(({ text }) => text !== null);
  const plain = titleLines * line + (hasTexts ? below + plainLines * line : 0);
  const top = isPictured ? picture.height : plain;
  const textLines = Math.floor((top - titleLines * line - below) / line);
  const figures = Math.max(0, ...cards.map((card) => card.figures.length));
  return { width, textWidth, top, textLines, height: top + above + figures * figure + 2 * inset };
}
