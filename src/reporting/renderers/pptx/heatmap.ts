import { strengths } from '../charts/heatmap.ts';
import { mix } from '../colors.ts';
import { wider } from '../office/measure.ts';
import { emus } from '../office/units.ts';
import { type Markup, xml } from '../text/markup.ts';
import { textWidth } from '../text/text-width.ts';
import type { HeatmapView } from '../view/heatmap-view.ts';
import type { ReportView } from '../view/report-view.ts';
import type { ShapeBlock, TextBlock } from './blocks.ts';
import { lineRatio, sizes, span } from './frame.ts';
import { solid } from './paint.ts';
import { cellFill, grid } from './tables.ts';
import { emptyParagraph, paragraphOf, run } from './text.ts';

/** From here on letters have the colour of the page. */
const darkFrom = 3;
const typeSizes = [sizes.small, 9, 8, 7, 6];
/** At the sides of a field's figure, in points. */
const inset = 1.5;
const widest = 90;
/** The heights of a row, and of a field without its figure. */
const rowHeight = 30;

/** A heatmap as a table whose fields have its colours, and below it what they mean. */
export function heatmapBlocks(chart: HeatmapView, view: ReportView): [ShapeBlock, TextBlock] {
  return [fields(chart, view), scale(chart, view)];
}

function fields({ rowNames, columnNames, steps, texts, alternative }: HeatmapView, view: ReportView): ShapeBlock {
  const { colors } = view;
  const names = Math.max(...rowNames.map((name) => textWidth(name, sizes.small * wider))) + 8;
  const pitch = Math.min(widest, (span - names) / Math.max(1, columnNames.length));
  const fits = (size: number) => texts.flat().every((text) => textWidth(text, size * wider) <= pitch - 2 * inset);
  const size = typeSizes.find(fits) ?? null;
  const named = everyNth(columnNames, pitch);
  const widths = [names, ...columnNames.map(() => pitch)];
  const head = row(
    15,
    columnNames.map((name, column) => cell(column % named === 0 ? name : '', sizes.tiny, colors.muted, null)),
    '',
  );
  const body = rowNames.map((name, index) =>
    row(
      rowHeight,
      columnNames.map((_, column) => {
        const step = steps[index]?.[column] ?? null;
        const ink = step !== null && step >= darkFrom ? colors.background : colors.text;
        const fill = step === null ? null : cellFill(colors.accent, strengths[step] ?? 1, view);
        return cell(size === null ? '' : (texts[index]?.[column] ?? ''), size ?? 6, ink, fill);
      }),
      name,
    ),
  );
  const height = 15 + rowNames.length * rowHeight;
  return {
    kind: 'shape',
    height,
    write: (box, slide) => {
      const width = widths.reduce((sum, each) => sum + each, 0);
      slide.table('Heatmap', { ...box, width, height }, grid(widths, [head, ...body], slide, view), alternative);
    },
  };

  function row(high: number, cells: readonly Markup[], name: string) {
    const first = cell(name, sizes.small, colors.muted, null, 'start');
    return { height: high, content: () => xml`<a:tr h="${emus(high)}">${first}${cells}</a:tr>` };
  }

  function cell(
    text: string,
    type: number,
    ink: string,
    fill: Markup | null,
    at: 'start' | 'center' = 'center',
  ): Markup {
    const shown =
      text === ''
        ? emptyParagraph(view, 6)
        : paragraphOf(run(text, view, { size: type, color: ink }), view.direction, view, { at, size: type });
    const edge = (side: string) => xml`<a:ln${side} w="9525">${solid(colors.background, colors)}</a:ln${side}>`;
    return xml`<a:tc><a:txBody><a:bodyPr/><a:lstStyle/>${shown}</a:txBody><a:tcPr marL="${emus(inset)}" marR="${emus(inset)}" marT="0" marB="0" anchor="ctr">${['L', 'R', 'T', 'B'].map(edge)}${fill ?? xml`<a:noFill/>`}</a:tcPr></a:tc>`;
  }
}

/** From the least figure to the greatest, in the colours of their steps. */
function scale({ scale: { least, most }, noFigure }: HeatmapView, view: ReportView): TextBlock {
  const { colors, direction } = view;
  const plain = { size: sizes.small, color: colors.muted };
  const swatches = strengths.map((strength) =>
    run('■', view, { size: sizes.body, color: mix(colors.accent, colors.background, 1 - strength) }),
  );
  const missing = noFigure === null ? null : run(`      □ ${noFigure}`, view, plain);
  const paragraphs = [run(`${least}  `, view, plain), swatches, run(`  ${most}`, view, plain), missing];
  return {
    kind: 'text',
    role: 'aside',
    height: sizes.body * lineRatio + 4,
    paragraph: () => paragraphOf(paragraphs, direction, view, { size: sizes.body, after: 4 }),
  };
}

/** Every how many columns one is named. */
function everyNth(names: readonly string[], pitch: number): number {
  const longest = Math.max(...names.map((name) => textWidth(name, sizes.tiny * wider))) + 2 * inset;
  return Math.max(1, Math.ceil(longest / pitch));
}
