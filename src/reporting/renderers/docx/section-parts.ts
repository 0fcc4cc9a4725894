import { layoutLineChart } from '../charts/line-chart.ts';
import { lineChartSvg } from '../charts/svg.ts';
import { spacing, textSpan, typeScale } from '../design.ts';
import type { Markup, Value } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';
import type { HighlightView, SectionView, TimeseriesView } from '../view/section-views.ts';
import { cardBlocks } from './cards.ts';
import { anchoredHeading } from './contents.ts';
import type { Making } from './making.ts';
import { markdownBlocks } from './markdown-blocks.ts';
import type { PageBlock, PageBlocks } from './pages.ts';
import { highlightIndent, lineHeights } from './styles.ts';
import { arrows, dataTable, signals } from './table-parts.ts';
import { directionOf, paragraphOf, run } from './text.ts';
import { placed, textBlock } from './text-block.ts';

const chartSize = { width: textSpan, height: 150 };

const small = { fontSize: typeScale.small, line: lineHeights.small, around: spacing.close };

/** A section under its heading; `anchor` is the bookmark that the contents link to. */
export function sectionBlocks(section: SectionView, anchor: string, making: Making): PageBlocks {
  const { view, ids } = making;
  const { direction } = view;
  const { title, source, note } = section;
  const style = { style: 'Source' };
  return [
    ...(title === null ? [] : [anchoredHeading({ title, anchor }, ids.next(), direction)]),
    ...(source === null ? [] : [textBlock(source, direction, { ...style, keepNext: true }, { ...small, kept: true })]),
    ...(note === null
      ? content(section, making)
      : [...keptWithNext(content(section, making)), textBlock(note, direction, style, small)]),
  ];
}

/** The same blocks, with the last one (or the last row of a table) kept on the page of what follows. */
function keptWithNext(blocks: PageBlocks): PageBlocks {
  const kept = <Kept extends PageBlock>(block: Kept): Kept => ({ ...block, kept: true });
  return blocks.map((block, index) => {
    if (index < blocks.length - 1) return block;
    return 'rows' in block
      ? { ...block, rows: block.rows.map((row, at) => (at < block.rows.length - 1 ? row : kept(row))) }
      : kept(block);
  });
}

function content(section: SectionView, making: Making): PageBlocks {
  const { view } = making;
  switch (section.type) {
    case 'highlights':
      return section.items.map((item) => highlight(item, view));
    case 'kpis':
      return cardBlocks(section.items, making);
    case 'timeseries':
      return timeseries(section, making);
    case 'tables':
      return section.tables.map((table) => dataTable(table, view));
    case 'text':
      return markdownBlocks(section.blocks, section.title === null ? 0 : 1, making);
  }
}

function highlight({ sentiment, mark, text }: HighlightView, { colors, direction }: ReportView): PageBlock {
  const own = directionOf(text, direction);
  const marked = run(mark, own, { bold: true, size: typeScale.small, color: colors[signals[sentiment]] });
  const runs = [marked, run(`\t${text}`, own)];
  return placed(text, (newPage) => paragraphOf(runs, own, { style: 'Highlight', newPage }), {
    width: textSpan - highlightIndent,
    around: 2 * spacing.tight + 4,
  });
}

function timeseries(section: Extract<SectionView, { type: 'timeseries' }>, { view, pictures }: Making): PageBlock[] {
  const { colors, direction, labels } = view;
  const chart = layoutLineChart(section.data, view.document, chartSize);
  const drawing = { ...chartSize, svg: lineChartSvg(chart, colors), background: colors.background };
  const kept = (height: number, runs: Value, style: string): PageBlock => ({
    height,
    kept: true,
    write: (newPage) => paragraphOf(runs, direction, { style, keepNext: true, newPage }),
  });
  return [
    kept(lineHeights.figure + spacing.tight, totalRuns(section, view), 'Figure'),
    kept(lineHeights.small + spacing.close, legendRuns(section, view), 'Source'),
    ...(section.empty ? [textBlock(labels.noFigures, direction, { keepNext: true }, { kept: true })] : []),
    {
      height: chartSize.height + spacing.tight + spacing.hair,
      write: () => paragraphOf(pictures.drawing(drawing, section.alternative), direction, { style: 'Picture' }),
    },
  ];
}

function totalRuns({ total }: TimeseriesView, { colors, direction, labels }: ReportView): Markup[] {
  const { value, before, change } = total;
  const { small, lead } = typeScale;
  const changed = { bold: true, size: small, color: change ? colors[signals[change.sentiment]] : colors.muted };
  return [
    run(value, direction, { bold: true, size: lead + 3 }),
    ...(change ? [run(`   ${arrows[change.direction]}${change.text}`, direction, changed)] : []),
    ...(before === null ? [] : [run(`   ${labels.before(before)}`, direction, { size: small, color: colors.muted })]),
  ];
}

/** The legend, in the dashes and colours of the chart. */
function legendRuns({ currentPeriod, comparePeriod }: TimeseriesView, { colors, direction }: ReportView): Markup[] {
  const current = [run('—— ', direction, { bold: true, color: colors.accent }), run(currentPeriod, direction)];
  if (comparePeriod === null) return current;
  return [...current, run('      - - -  ', direction, { bold: true }), run(comparePeriod, direction)];
}
