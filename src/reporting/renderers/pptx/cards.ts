import { arrows, signals } from '../change-marks.ts';
import { layoutSparkLine } from '../charts/line-chart.ts';
import { wider } from '../office/measure.ts';
import { type Markup, xml } from '../text/markup.ts';
import { textWidth } from '../text/text-width.ts';
import { breakWideWords, shortened } from '../text/wrapped-text.ts';
import { cardColumns } from '../view/card-layout.ts';
import type { ReportView } from '../view/report-view.ts';
import type { KpiView } from '../view/section-views.ts';
import type { ShapeBlock } from './blocks.ts';
import { linePath } from './drawn-line.ts';
import { type Box, lineRatio, sizes, span } from './frame.ts';
import { solid } from './paint.ts';
import type { Slide } from './slide.ts';
import { type ParagraphFormat, paragraph, type RunFormat } from './text.ts';

const gutter = 12;
const inset = 10;
const sparkHeight = 30;
const labelLines = 2;
const topLine = 2.5;
/** Between the lines of a card. */
const gap = 2;
/** Of figures: the first in which all have room. */
const valueSizes = [sizes.figure, 20, 17, 14, 11];

/** The key figures as cards, three or four beside each other, each with its course. */
export function cardBlocks(items: readonly KpiView[], view: ReportView): ShapeBlock[] {
  const columns = cardColumns(items.length);
  const width = (span - gutter * (columns - 1)) / columns;
  const room = width - 2 * inset;
  const fits = (size: number) => items.every(({ value }) => textWidth(value, size * wider, 'bold') <= room);
  const valueSize = valueSizes.find(fits) ?? 9;
  const sparks = items.some(({ spark }) => spark.some((point) => point !== null));
  const rows = Array.from({ length: Math.ceil(items.length / columns) }, (_, row) =>
    items.slice(row * columns, (row + 1) * columns),
  );
  return rows.map((row): ShapeBlock => {
    const isCompared = row.some(({ before }) => before !== null);
    const isAimed = row.some(({ goal }) => goal !== null);
    const lines = [
      ...Array.from({ length: labelLines }, () => sizes.small),
      valueSize,
      ...(isCompared ? [sizes.table, sizes.small] : []),
      ...(isAimed ? [sizes.small] : []),
    ];
    const texts = lines.reduce((sum, size) => sum + size * lineRatio + gap, 2 * inset);
    const height = texts + (sparks ? sparkHeight + gap : 0);
    return {
      kind: 'shape',
      height,
      write: (box, slide) => {
        for (const [index, item] of row.entries()) {
          card(item, { ...box, x: box.x + index * (width + gutter), width, height }, slide);
        }
      },
    };
  });

  function card({ label, value, before, change, goal, spark, alternative }: KpiView, box: Box, slide: Slide): void {
    const { colors, labels } = view;
    const line = (text: string, size: number, format: RunFormat & ParagraphFormat = {}): Markup =>
      paragraph(text, view, { size, after: gap, ...format });
    const name = breakWideWords(shortened(label, labelLines, sizes.small * wider, room), sizes.small * wider, room);
    const texts = [
      line(name, sizes.small, { color: colors.muted }),
      line(value, valueSize, { bold: true, color: colors.text }),
      change &&
        line(arrows[change.direction] + change.text, sizes.table, {
          bold: true,
          color: colors[signals[change.sentiment]],
        }),
      before !== null && line(labels.before(before), sizes.small, { color: colors.muted }),
      goal && line(goal.text, sizes.small, { color: colors[signals[goal.sentiment]] }),
    ];
    slide.text('Key figure', box, texts, { fill: solid(colors.tint, colors), inset });
    slide.surface('Line', { ...box, height: topLine }, solid(colors.accent, colors));
    if (!spark.some((point) => point !== null)) return;
    const place = {
      x: box.x + inset,
      y: box.y + box.height - inset / 2 - sparkHeight,
      width: room,
      height: sparkHeight,
    };
    const course = layoutSparkLine(spark, place.width, place.height);
    const stroke = xml`<a:noFill/><a:ln w="15875" cap="rnd">${solid(colors.accent, colors)}<a:round/></a:ln>`;
    slide.drawing('Course', place, linePath(course), stroke, alternative);
  }
}
