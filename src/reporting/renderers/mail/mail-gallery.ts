import { arrows } from '../change-marks.ts';
import { clipped, onOneLine } from '../text/clean-text.ts';
import type { CardFigure } from '../view/gallery-view.ts';
import type { ReportView } from '../view/report-view.ts';

/** The first cards of a report's first gallery. */
export interface MailGallery {
  readonly title: string | null;
  readonly source: string | null;
  readonly cards: readonly MailCard[];
}

export interface MailCard {
  readonly title: string;
  readonly text: string | null;
  /** Its data URI. */
  readonly picture: string | null;
  readonly alternative: string;
  readonly figures: readonly CardFigure[];
}

/** A mail is to be read at a glance. */
const mostCards = 3;
const longest = { title: 80, text: 140 } as const;

/** Null where the report has no gallery with cards; with the position of its section. */
export function mailGallery({
  sections,
}: ReportView): { readonly section: number; readonly shown: MailGallery } | null {
  for (const [index, section] of sections.entries()) {
    if (section.type !== 'gallery' || section.cards.length === 0) continue;
    const cards = section.cards.slice(0, mostCards).map(({ title, text, ...card }) => ({
      ...card,
      title: clipped(title, longest.title),
      text: text === null ? null : clipped(text, longest.text),
    }));
    const heading = section.title && clipped(onOneLine(section.title), longest.text);
    return { section: index, shown: { title: heading, source: section.source, cards } };
  }
  return null;
}

/** The gallery in a mail without formatting. */
export function galleryText({ title, source, cards }: MailGallery, colon: string): string {
  const cardText = (card: MailCard) =>
    [card.title, card.text, ...card.figures.map((figure) => `${figure.label}${colon}${figureText(figure)}`)]
      .filter(Boolean)
      .join('\n');
  return [[title, source].filter(Boolean).join('\n'), ...cards.map(cardText)].join('\n\n');
}

function figureText({ value, change }: CardFigure): string {
  return change ? `${value} (${arrows[change.direction]}${change.text})` : value;
}
