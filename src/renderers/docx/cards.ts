import { cardGutter, layoutCards } from '../card-layout.ts';
import { layoutSparkLine } from '../charts/line-chart.ts';
import { sparkLineSvg } from '../charts/svg.ts';
import { typeScale } from '../design.ts';
import { type Markup, xml } from '../markup.ts';
import type { KpiView } from '../section-views.ts';
import { cellMargins, fixedTable, tableCell, tableRow } from './grid.ts';
import type { Making } from './making.ts';
import { border } from './styles.ts';
import { arrows, signals } from './tables.ts';
import { gap, pageSided, paragraphOf, run, shading } from './text.ts';
import { textWidth, twips } from './units.ts';

const sparkHeight = 24;
const inset = 9;

/** The key figures as cards in rows of three or four, each with its course over the period. */
export function cardBlocks(items: readonly KpiView[], making: Making): Markup[] {
  const { columns, width, valueSize } = layoutCards(items, textWidth, inset);
  const sparks = items.some(({ spark }) => spark.some((point) => point !== null));
  const rows = Array.from({ length: Math.ceil(items.length / columns) }, (_, row) =>
    items.slice(row * columns, (row + 1) * columns),
  );
  return rows.flatMap((row) => [cardRow(row), gap]);

  function cardRow(row: readonly KpiView[]): Markup {
    const { view } = making;
    const { accent, tint } = view.colors;
    const look = xml`<w:tcBorders>${border('top', accent, 1.5)}</w:tcBorders>${shading(tint)}<w:vAlign w:val="bottom"/>`;
    const space = tableCell(twips(cardGutter), gap);
    const cells = row.flatMap((item, index) => {
      const shown = tableCell(twips(width), card(item), look);
      return index === 0 ? [shown] : [space, shown];
    });
    const widths = cells.map((_, index) => twips(index % 2 === 0 ? width : cardGutter));
    const margins = cellMargins(twips(inset), twips(inset));
    return fixedTable(widths, tableRow(cells), view.direction, { cellMargins: margins });
  }

  function card({ label, value, before, change, spark, alternative }: KpiView): Markup[] {
    const { view, pictures } = making;
    const { colors, direction, labels } = view;
    const style = { style: 'Card' };
    const course = layoutSparkLine(spark, width - 2 * inset, sparkHeight);
    const drawn = spark.some((point) => point !== null)
      ? pictures.drawing({ ...course, svg: sparkLineSvg(course, colors), background: colors.tint }, alternative)
      : null;
    return [
      pageSided(label, direction, style, { size: typeScale.small, color: colors.muted }),
      pageSided(value, direction, style, { size: valueSize, bold: true }),
      change === null
        ? null
        : pageSided(arrows[change.direction] + change.text, direction, style, {
            size: typeScale.small,
            bold: true,
            color: colors[signals[change.sentiment]],
          }),
      before === null
        ? null
        : pageSided(labels.before(before), direction, style, { size: typeScale.tiny, color: colors.muted }),
      sparks ? paragraphOf(drawn ?? run('', direction, { size: sparkHeight * 0.8 }), direction, style) : null,
    ].filter((part) => part !== null);
  }
}
