import { arrows, signals } from '../change-marks.ts';
import { fitted } from '../logo/picture.ts';
import { wider } from '../office/measure.ts';
import { breakWideWords, shortened } from '../text/wrapped-text.ts';
import type { CardView, GalleryView } from '../view/gallery-view.ts';
import type { Block, ShapeBlock } from './blocks.ts';
import { type Box, lineRatio, sizes, span } from './frame.ts';
import type { Making } from './making.ts';
import { solid } from './paint.ts';
import type { Slide } from './slide.ts';
import { paragraph, paragraphOf, run } from './text.ts';
import { textBlock } from './text-blocks.ts';

const columns = 3;
const gutter = 14;
const inset = 10;
const topLine = 2.5;
const panel = { width: 112, height: 84 } as const;
const line = sizes.small * lineRatio;
const figureLine = sizes.small * lineRatio + 2;
const titleLines = 2;
/** Of a gallery without pictures. */
const plainLines = 2;

/** Three cards beside each other: picture and texts, and below them the figures. Nothing is linked: LibreOffice breaks no line within a link. */
export function galleryBlocks({ cards, isPictured, noPicture }: GalleryView, { view, deck, drawn }: Making): Block[] {
  if (cards.length === 0) return [textBlock(view.labels.noFigures, view)];
  const { colors } = view;
  // A mark keeps numbers beside each other from running into one.
  const apart = view.direction === 'rtl' ? '\u200f  ' : '  ';
  const width = (span - gutter * (columns - 1)) / columns;
  const inner = width - 2 * inset;
  const textWidth = isPictured ? inner - panel.width - inset : inner;
  const top = isPictured ? panel.height : (titleLines + plainLines) * line;
  const count = Math.max(...cards.map(({ figures }) => figures.length));
  const height = topLine + 2 * inset + top + 6 + count * figureLine;
  const rows = Array.from({ length: Math.ceil(cards.length / columns) }, (_, row) =>
    cards.slice(row * columns, (row + 1) * columns),
  );
  return rows.map((row): ShapeBlock => {
    return {
      kind: 'shape',
      height,
      write: (box, slide) => {
        for (const [index, card] of row.entries()) {
          write(card, { ...box, x: box.x + index * (width + gutter), width, height }, slide);
        }
      },
    };
  });

  function write(card: CardView, box: Box, slide: Slide): void {
    slide.surface('Card', box, solid(colors.tint, colors));
    slide.surface('Line', { ...box, height: topLine }, solid(colors.accent, colors));
    const [x, y] = [box.x + inset, box.y + topLine + inset];
    if (isPictured) pictureOf(card, { x, y, ...panel }, slide);
    const place = { x: box.x + box.width - inset - textWidth, y, width: textWidth, height: top };
    slide.text('Name', place, texts(card));
    const below = { x, y: y + top + 6, width: inner, height: count * figureLine };
    figures(card, below, slide);
  }

  function pictureOf({ picture, alternative }: CardView, box: Box, slide: Slide): void {
    const found = picture === null ? undefined : drawn.get(picture);
    if (!found || picture === null) {
      const text = paragraph(noPicture, view, { size: sizes.tiny, color: colors.muted, at: 'center' });
      slide.text('No picture', box, text, { fill: solid(colors.rule, colors), anchor: 'ctr' });
      return;
    }
    const size = fitted(found, box);
    const place = { x: box.x + (box.width - size.width) / 2, y: box.y + (box.height - size.height) / 2, ...size };
    const name = `picture${[...drawn.keys()].indexOf(picture) + 1}`;
    slide.picture('Picture', place, deck.picture(name, found.png), alternative);
  }

  function texts({ title, text }: CardView) {
    const lines = Math.floor(top / line) - titleLines;
    const format = { size: sizes.small, bold: true, color: colors.text };
    return [
      paragraph(fit(title, titleLines, textWidth, 'bold'), view, format),
      text !== null && paragraph(fit(text, lines, textWidth), view, { size: sizes.small, color: colors.muted }),
    ];
  }

  /** Labels and figures are two texts, each with a line for each figure. */
  function figures(card: CardView, box: Box, slide: Slide): void {
    const half = box.width / 2;
    const format = { size: figureLine / lineRatio, after: 0 };
    const labels = card.figures.map(({ label }) =>
      paragraphOf(
        run(fit(label, 1, half), view, { size: sizes.small, color: colors.muted }),
        view.direction,
        view,
        format,
      ),
    );
    const values = card.figures.map(({ value, change }) => {
      const runs = [
        run(value, view, { size: sizes.small, bold: true, color: colors.text }),
        change &&
          run(`${apart}${arrows[change.direction]}${change.text}`, view, {
            ...{ size: sizes.tiny, bold: true, color: colors[signals[change.sentiment]] },
          }),
      ];
      return paragraphOf(runs, view.direction, view, { ...format, at: 'end' });
    });
    slide.text('Labels', { ...box, width: half }, labels);
    slide.text('Figures', { ...box, x: box.x + half, width: half }, values);
  }
}

function fit(text: string, lines: number, width: number, weight?: 'bold'): string {
  const size = sizes.small * wider;
  return breakWideWords(shortened(text, lines, size, width, weight), size, width, weight);
}
