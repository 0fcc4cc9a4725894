import { typeScale } from '../design.ts';
import { textWidth } from '../text/text-width.ts';
import { breakWideWords, shortened } from '../text/wrapped-text.ts';
import { type CardView, type GalleryView, layoutPaperCards, paperCard } from '../view/gallery-view.ts';
import { picturesOf } from '../view/report-view.ts';
import type { Setting } from './setting.ts';

/** The arrow before a change. */
const arrow = 8;

/** The cards of a gallery with every text shortened to its room; pictures by their positions among those of the report. */
export function galleryData(gallery: GalleryView, { view, text }: Setting) {
  const { width, textWidth: span, top, textLines, height } = layoutPaperCards(gallery);
  const { columns, gutter, inset, gap, picture, line, figure, below, above, titleLines } = paperCard;
  const positions = new Map(picturesOf(view).map(({ uri }, index) => [uri, index]));
  const values = width - 2 * inset - picture.width - gap;
  const fitted = (shown: string, lines: number, size: number, room: number, weight?: 'bold') =>
    text(breakWideWords(shortened(shown, lines, size, room, weight), size, room, weight));
  const cardData = ({ title, text: said, link, alternative, figures, ...card }: CardView) => ({
    title: fitted(title, titleLines, typeScale.small, span, 'bold'),
    said: said === null ? null : fitted(said, textLines, typeScale.small, span),
    link,
    picture: card.picture === null ? null : (positions.get(card.picture) ?? null),
    alternative,
    figures: figures.map(({ label, value, change }) => {
      const changes = change ? textWidth(change.text, typeScale.tiny, 'bold') + arrow + gap : 0;
      const room = width - 2 * inset - gap - Math.max(values, textWidth(value, typeScale.small, 'bold') + changes);
      return { label: fitted(label, 1, typeScale.small, Math.max(room, gap)), value, change };
    }),
  });
  return {
    ...{ columns, gutter, inset, gap, top, line, figure, below, above, height, isPictured: gallery.isPictured },
    panel: picture.width,
    noPicture: gallery.noPicture,
    cards: gallery.cards.map(cardData),
  };
}
