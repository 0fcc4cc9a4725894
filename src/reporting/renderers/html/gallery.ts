import type { Labels } from '../../documents/messages/messages.ts';
import type { Picture } from '../logo/picture.ts';
import { html, type Markup } from '../text/markup.ts';
import type { CardFigure, CardView, GalleryView } from '../view/gallery-view.ts';
import { changeMark } from './table-markup.ts';

/** The cards of a gallery with what could be drawn of their pictures, by data URIs. */
export function galleryCards(
  { cards, isPictured, noPicture }: GalleryView,
  labels: Labels,
  pictures: ReadonlyMap<string, Picture | undefined>,
): Markup {
  if (cards.length === 0) return html`<p class="empty">${labels.noFigures}</p>\n`;
  const panel = (card: CardView) => isPictured && pictureOf(card, noPicture, pictures);
  return html`<ul class="gallery">\n${cards.map((card) => html`<li class="exhibit">${panel(card)}${texts(card)}<dl class="measures">${card.figures.map((figure) => line(figure, labels))}</dl></li>\n`)}</ul>\n`;
}

function pictureOf(card: CardView, noPicture: string, pictures: ReadonlyMap<string, Picture | undefined>): Markup {
  const drawn = card.picture === null ? undefined : pictures.get(card.picture);
  if (!drawn) return html`<p class="shown none"><bdi>${noPicture}</bdi></p>\n`;
  const src = `data:image/png;base64,${drawn.png.toString('base64')}`;
  return html`<p class="shown"><img src="${src}" alt="${card.alternative}" loading="lazy"></p>\n`;
}

function texts({ title, text, link }: CardView): Markup {
  const name = html`<bdi>${title}</bdi>`;
  const linked = link === null ? name : html`<a href="${link}" rel="noopener noreferrer nofollow">${name}</a>`;
  return html`<p class="name">${linked}</p>\n${text !== null && html`<p class="said"><bdi>${text}</bdi></p>\n`}`;
}

function line({ label, value, change }: CardFigure, labels: Labels): Markup {
  return html`<div class="measure"><dt><bdi>${label}</bdi></dt><dd><strong>${value}</strong>${change && html` ${changeMark(change, labels)}`}</dd></div>`;
}
