import { arrows, signals } from '../change-marks.ts';
import { spacing, typeScale } from '../design.ts';
import { fitted } from '../logo/picture.ts';
import { linkTarget } from '../office/link-target.ts';
import { wider } from '../office/measure.ts';
import { directionOf } from '../office/text-runs.ts';
import { twips } from '../office/units.ts';
import { type Markup, xml } from '../text/markup.ts';
import { breakWideWords, shortened } from '../text/wrapped-text.ts';
import { type CardFigure, type CardView, type GalleryView, layoutPaperCards, paperCard } from '../view/gallery-view.ts';
import { cellMargins, fixedTable, tableCell } from './grid.ts';
import type { Making } from './making.ts';
import type { PageBlock, PageBlocks } from './pages.ts';
import { border, distances, exactly, lineHeights } from './styles.ts';
import { gap, newPageGap, pageSided, paragraphOf, type RunFormat, run, shading } from './text.ts';
import { textBlock } from './text-block.ts';

const { columns, gutter, inset, picture, line, figure, below, above, titleLines } = paperCard;
const gapHeight = 7.5;

/** Each row of cards is a table, whose columns are those of picture and texts: no page break splits it. */
export function galleryBlocks(gallery: GalleryView, making: Making): PageBlocks {
  const { view } = making;
  if (gallery.cards.length === 0) {
    const look = { fontSize: typeScale.small, line: lineHeights.small, around: spacing.close };
    return [textBlock(view.labels.noFigures, view.direction, { style: 'Source' }, look)];
  }
  const layout = layoutPaperCards(gallery);
  const rows = Array.from({ length: Math.ceil(gallery.cards.length / columns) }, (_, row) =>
    gallery.cards.slice(row * columns, (row + 1) * columns),
  );
  return rows.map((cards): PageBlock => {
    const content = galleryRow(cards, gallery, making);
    return {
      height: layout.height + gapHeight + spacing.tight,
      write: (newPage) => xml`${newPage ? newPageGap : null}${content}${gap}`,
    };
  });
}

function galleryRow(cards: readonly CardView[], gallery: GalleryView, making: Making): Markup {
  const { direction, colors } = making.view;
  const { width, textWidth, top, textLines } = layoutPaperCards(gallery);
  const first = picture.width + 2 * inset;
  const second = width - first;
  const surface = shading(colors.tint);
  const edge = border('top', colors.accent, 1.5);
  const rule = border('top', colors.rule, 0.5);
  const look = (line: Markup | null, more: Markup | null = null) =>
    xml`${line && xml`<w:tcBorders>${line}</w:tcBorders>`}${surface}${more}`;
  // A mark keeps numbers beside each other from running into one.
  const apart = direction === 'rtl' ? '\u200f   ' : '   ';
  const between = tableCell(twips(gutter), gap);
  const joined = (cells: readonly Markup[]) => cells.flatMap((cell, index) => (index === 0 ? [cell] : [between, cell]));
  const count = Math.max(...cards.map((card) => card.figures.length));
  const head = joined(cards.map((card) => xml`${topCells(card)}`));
  const lines = Array.from({ length: count }, (_, index) =>
    tableRowOf(figure, joined(cards.map(({ figures }) => xml`${figureCells(figures[index])}`))),
  );
  const widths = cards.flatMap((_, index) => [...(index === 0 ? [] : [gutter]), first, second]).map(twips);
  const rows = [tableRowOf(top + inset + above, head), ...lines, tableRowOf(inset, joined(cards.map(() => foot())))];
  return fixedTable(widths, rows, direction, { cellMargins: cellMargins(0, twips(inset)) });

  function topCells(card: CardView): Markup[] {
    const space = xml`<w:tcMar><w:top w:w="${twips(inset)}" w:type="dxa"/></w:tcMar>`;
    if (!gallery.isPictured) {
      const whole = xml`<w:gridSpan w:val="2"/>`;
      return [tableCell(twips(width), texts(card), xml`${whole}${look(edge, space)}`)];
    }
    // The distance to the texts is the inset of the first cell alone.
    return [
      tableCell(twips(first), pictureOf(card), look(edge, xml`${space}<w:vAlign w:val="center"/>`)),
      tableCell(
        twips(second),
        texts(card),
        look(edge, xml`<w:tcMar><w:top w:w="${twips(inset)}" w:type="dxa"/><w:left w:w="0" w:type="dxa"/></w:tcMar>`),
      ),
    ];
  }

  function pictureOf({ picture: uri, alternative }: CardView): Markup {
    const drawn = uri === null ? undefined : making.drawn.get(uri);
    if (!drawn || uri === null) {
      const properties = xml`${distances(0, 0, exactly(line))}<w:jc w:val="center"/>`;
      const format = { style: 'Card', properties };
      return paragraphOf(run(gallery.noPicture, direction, small({ color: colors.muted })), direction, format);
    }
    const name = `picture${[...making.drawn.keys()].indexOf(uri) + 1}`;
    const shown = making.pictures.picture(
      name,
      drawn.png,
      fitted(drawn, { width: picture.width, height: top }),
      alternative,
    );
    return paragraphOf(shown, direction, { style: 'Picture', properties: xml`<w:jc w:val="center"/>` });
  }

  function texts({ title, text, link }: CardView): Markup[] {
    const target = link === null ? null : linkTarget(link);
    const name = fit(title, titleLines, textWidth, 'bold');
    const own = directionOf(name, direction);
    const format = small({ bold: true, ...(target !== null && { color: colors.accent }) });
    const named = run(name, own, format);
    const shown =
      target === null
        ? named
        : xml`<w:hyperlink r:id="${making.relationships.add('link', target)}" w:history="1">${named}</w:hyperlink>`;
    const properties = distances(0, below, exactly(line));
    const head = paragraphOf(shown, own, { style: 'Card', properties, atEnd: own !== direction });
    if (text === null) return [head];
    const said = fit(text, textLines, textWidth);
    return [
      head,
      pageSided(
        said,
        direction,
        { style: 'Card', properties: distances(0, 0, exactly(line)) },
        small({ color: colors.muted }),
      ),
    ];
  }

  function figureCells(shown: CardFigure | undefined): Markup[] {
    const format = { style: 'Card', keepNext: true, properties: distances(0, 0, exactly(figure - 1)) };
    const center = xml`<w:vAlign w:val="center"/>`;
    const label = fit(shown?.label ?? '', 1, picture.width + inset);
    const change = shown?.change;
    const runs = [
      run(shown?.value ?? '', direction, small({ bold: true })),
      change &&
        run(`${apart}${arrows[change.direction]}${change.text}`, direction, {
          bold: true,
          size: typeScale.tiny,
          color: colors[signals[change.sentiment]],
        }),
    ];
    return [
      tableCell(twips(first), pageSided(label, direction, format, small({ color: colors.muted })), look(rule, center)),
      tableCell(twips(second), paragraphOf(runs, direction, { ...format, atEnd: true }), look(rule, center)),
    ];
  }

  function foot(): Markup {
    const whole = xml`<w:gridSpan w:val="2"/>`;
    return tableCell(twips(width), gap, xml`${whole}${look(null)}`);
  }
}

/** A row of an exact height, which word processors do not split. */
function tableRowOf(height: number, cells: readonly Markup[]): Markup {
  return xml`<w:tr><w:trPr><w:cantSplit/><w:trHeight w:val="${twips(height)}" w:hRule="exact"/></w:trPr>${cells}</w:tr>`;
}

function small(format: RunFormat): RunFormat {
  return { ...format, size: typeScale.small };
}

/** A text shortened to its lines, whichever font the reader has. */
function fit(text: string, lines: number, width: number, weight?: 'bold'): string {
  const size = typeScale.small * wider;
  return breakWideWords(shortened(text, lines, size, width, weight), size, width, weight);
}
