import { arrows, signals } from '../change-marks.ts';
import { layoutSparkLine } from '../charts/line-chart.ts';
import { sparkLineSvg } from '../charts/svg.ts';
import { spacing, textSpan, typeScale } from '../design.ts';
import { linesInOffice, wider } from '../office/measure.ts';
import { twips } from '../office/units.ts';
import { type Markup, xml } from '../text/markup.ts';
import { cardGutter, layoutCards, shortLabel } from '../view/card-layout.ts';
import type { KpiView } from '../view/section-views.ts';
import { cellMargins, fixedTable, tableCell, tableRow } from './grid.ts';
import type { Making } from './making.ts';
import type { PageBlock } from './pages.ts';
import { border, distances, exactly } from './styles.ts';
import { gap, newPageGap, pageSided, paragraphOf, type RunFormat, run, shading } from './text.ts';

const sparkHeight = 24;
const inset = 9;
const gapHeight = 7.5;

/** The height of a line in a card, in points. */
function lineOf(size: number): number {
  return size * 1.2;
}

/**
 * The key figures as cards in rows of three or four, each with a spark line of the period. No page break separates just
 * two rows, where they have at most `room` points together.
 */
export function cardBlocks(items: readonly KpiView[], making: Making, room: number): PageBlock[] {
  const { columns, width, valueSize } = layoutCards(items, textSpan, inset, wider);
  const span = width - 2 * inset;
  const labelOf = (label: string) => shortLabel(label, span, typeScale.small * wider);
  const sparks = items.some(({ spark }) => spark.some((point) => point !== null));
  const rows = Array.from({ length: Math.ceil(items.length / columns) }, (_, row) =>
    items.slice(row * columns, (row + 1) * columns),
  );
  const heights = rows.map(rowHeight);
  const together = rows.length === 2 && heights.reduce((sum, height) => sum + height, 0) <= room;
  return rows.map((row, index) => {
    const content = cardRow(row);
    return {
      height: heights[index] ?? 0,
      kept: together && index === 0,
      write: (newPage) => xml`${newPage ? newPageGap : null}${content}${gap}`,
    };
  });

  function rowHeight(row: readonly KpiView[]): number {
    const labels = row.map(({ label }) => linesInOffice(labelOf(label), typeScale.small, span));
    const compared = row.some(({ before }) => before !== null);
    const sizes = [
      valueSize,
      ...(compared ? [typeScale.small, typeScale.tiny] : []),
      ...(row.some(({ goal }) => goal !== null) ? [typeScale.tiny] : []),
    ];
    const label = Math.max(...labels) * lineOf(typeScale.small) + spacing.hair;
    const texts = sizes.reduce((sum, size) => sum + lineOf(size) + spacing.hair, 0);
    return label + texts + (sparks ? sparkHeight + spacing.close : 0) + 2 * inset + gapHeight;
  }

  function cardRow(row: readonly KpiView[]): Markup {
    const { view } = making;
    const aimed = row.some(({ goal }) => goal !== null);
    const { accent, tint } = view.colors;
    const look = xml`<w:tcBorders>${border('top', accent, 1.5)}</w:tcBorders>${shading(tint)}<w:vAlign w:val="bottom"/>`;
    const space = tableCell(twips(cardGutter), gap);
    const cells = row.flatMap((item, index) => {
      const shown = tableCell(twips(width), card(item, aimed), look);
      return index === 0 ? [shown] : [space, shown];
    });
    const widths = cells.map((_, index) => twips(index % 2 === 0 ? width : cardGutter));
    const margins = cellMargins(twips(inset), twips(inset));
    return fixedTable(widths, tableRow(cells), view.direction, { cellMargins: margins });
  }

  function card({ label, value, before, change, goal, spark, alternative }: KpiView, aimed: boolean): Markup[] {
    const { view, pictures } = making;
    const { colors, direction, labels } = view;
    const course = layoutSparkLine(spark, span, sparkHeight);
    const drawn = spark.some((point) => point !== null)
      ? pictures.drawing({ ...course, svg: sparkLineSvg(course, colors), background: colors.tint }, alternative)
      : null;
    return [
      text(labelOf(label), typeScale.small, { color: colors.muted }),
      text(value, valueSize, { bold: true }),
      change &&
        text(arrows[change.direction] + change.text, typeScale.small, {
          bold: true,
          color: colors[signals[change.sentiment]],
        }),
      before === null ? null : text(labels.before(before), typeScale.tiny, { color: colors.muted }),
      // An empty line keeps the card level with the others of its row.
      aimed ? text(goal?.text ?? '', typeScale.tiny, { color: colors[signals[goal?.sentiment ?? 'neutral']] }) : null,
      sparks
        ? paragraphOf(drawn ?? run('', direction, { size: sparkHeight * 0.8 }), direction, { style: 'Picture' })
        : null,
    ].filter((part) => part !== null);

    function text(shown: string, size: number, format: RunFormat): Markup {
      const properties = distances(0, spacing.hair, exactly(lineOf(size)));
      return pageSided(shown, direction, { style: 'Card', properties }, { ...format, size });
    }
  }
}
