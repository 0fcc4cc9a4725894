import { layoutSparkLine } from '../charts/line-chart.ts';
import { sparkLineSvg } from '../charts/svg.ts';
import { spacing, typeScale } from '../design.ts';
import type { KpiView } from '../section-views.ts';
import type { Making } from './making.ts';
import { type Xml, xml } from './markup.ts';
import { border } from './styles.ts';
import { arrows, grid, mirrored, signals, sum } from './tables.ts';
import { gap, hex, paragraph, paragraphOf, run } from './text.ts';
import { textWidth, twips } from './units.ts';

const sparkHeight = 24;
const inset = 9;

/** The key figures as cards in rows of three or four, each with its course over the period. */
export function cardBlocks(items: readonly KpiView[], making: Making): Xml[] {
  const columns = items.length % 4 === 0 || (items.length > 6 && items.length % 3 !== 0) ? 4 : 3;
  const width = textWidth / columns;
  const long = items.some(({ value }) => value.length > 8);
  const rows = Array.from({ length: Math.ceil(items.length / columns) }, (_, row) =>
    items.slice(row * columns, (row + 1) * columns),
  );
  return rows.flatMap((row) => [cardRow(row), gap]);

  function cardRow(row: readonly KpiView[]): Xml {
    const { view } = making;
    const { accent, background } = view.colors;
    const widths = row.map(() => twips(width));
    const cells = row.map((item, index) => {
      const fill = xml`<w:shd w:val="clear" w:color="auto" w:fill="${hex(view.colors.tint)}"/>`;
      return xml`<w:tc><w:tcPr><w:tcW w:w="${widths[index] ?? 0}" w:type="dxa"/><w:tcBorders>${border('top', accent, 1.5)}</w:tcBorders>${fill}<w:vAlign w:val="bottom"/></w:tcPr>${card(item)}</w:tc>`;
    });
    const margin = twips(inset);
    const margins = xml`<w:tblCellMar><w:top w:w="${margin}" w:type="dxa"/><w:left w:w="${margin}" w:type="dxa"/><w:bottom w:w="${margin}" w:type="dxa"/><w:right w:w="${margin}" w:type="dxa"/></w:tblCellMar>`;
    const gutters = xml`<w:tblBorders>${border('insideV', background, spacing.close)}</w:tblBorders>`;
    return xml`<w:tbl><w:tblPr>${mirrored(view)}<w:tblW w:w="${sum(widths)}" w:type="dxa"/>${gutters}<w:tblLayout w:type="fixed"/>${margins}</w:tblPr>${grid(widths)}<w:tr><w:trPr><w:cantSplit/></w:trPr>${cells}</w:tr></w:tbl>`;
  }

  function card({ label, value, before, change, spark, alternative }: KpiView): Xml[] {
    const { view, pictures } = making;
    const { colors, direction, labels } = view;
    const style = { style: 'Card' };
    const course = layoutSparkLine(spark, width - 2 * inset - spacing.close, sparkHeight);
    const drawn = spark.some((point) => point !== null)
      ? pictures.drawing({ ...course, svg: sparkLineSvg(course, colors), background: colors.tint }, alternative)
      : null;
    return [
      paragraph(label, direction, style, { size: typeScale.small, color: colors.muted }),
      paragraph(value, direction, style, { size: long ? 14.5 : typeScale.heading, bold: true }),
      change === null
        ? null
        : paragraph(arrows[change.direction] + change.text, direction, style, {
            size: typeScale.small,
            bold: true,
            color: colors[signals[change.sentiment]],
          }),
      before === null
        ? null
        : paragraph(labels.before(before), direction, style, { size: typeScale.tiny, color: colors.muted }),
      paragraphOf(drawn ?? run('', direction, { size: sparkHeight * 0.8 }), direction, style),
    ].filter((part) => part !== null);
  }
}
