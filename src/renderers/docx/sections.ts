import { layoutLineChart } from '../charts/line-chart.ts';
import { lineChartSvg } from '../charts/svg.ts';
import { typeScale } from '../design.ts';
import type { Markup } from '../markup.ts';
import type { ReportView } from '../report-view.ts';
import type { HighlightView, SectionView, TimeseriesView } from '../section-views.ts';
import { cardBlocks } from './cards.ts';
import { anchoredHeading } from './contents.ts';
import type { Making } from './making.ts';
import { markdownBlocks } from './markdown-blocks.ts';
import { arrows, dataTable, signals } from './tables.ts';
import { directionOf, gap, paragraph, paragraphOf, run } from './text.ts';
import { textWidth } from './units.ts';

const chartSize = { width: textWidth, height: 150 };

/** A section under its heading; `anchor` is the bookmark that the contents link to. */
export function sectionBlocks(section: SectionView, anchor: string, making: Making): Markup[] {
  const { view, ids } = making;
  const { direction } = view;
  return [
    ...(section.title === null ? [] : [anchoredHeading(section.title, anchor, ids.next(), direction)]),
    ...(section.source === null ? [] : [paragraph(section.source, direction, { style: 'Source', keepNext: true })]),
    ...content(section, making),
    ...(section.note === null ? [] : [paragraph(section.note, direction, { style: 'Source' })]),
  ];
}

function content(section: SectionView, making: Making): Markup[] {
  const { view } = making;
  switch (section.type) {
    case 'highlights':
      return section.items.map((item) => highlight(item, view));
    case 'kpis':
      return cardBlocks(section.items, making);
    case 'timeseries':
      return timeseries(section, making);
    case 'tables':
      return section.tables.flatMap((table) => [dataTable(table, view), gap]);
    case 'text':
      return markdownBlocks(section.blocks, section.title === null ? 0 : 1, making);
  }
}

function highlight({ sentiment, mark, text }: HighlightView, { colors, direction }: ReportView): Markup {
  const own = directionOf(text, direction);
  const marked = run(mark, own, { bold: true, size: typeScale.small, color: colors[signals[sentiment]] });
  return paragraphOf([marked, run(`\t${text}`, own)], own, { style: 'Highlight' });
}

function timeseries(section: TimeseriesView, { view, pictures }: Making): Markup[] {
  const { colors, direction, labels } = view;
  const chart = layoutLineChart(section.data, view.document, chartSize);
  const drawing = { ...chartSize, svg: lineChartSvg(chart, colors), background: colors.background };
  return [
    paragraphOf(totalRuns(section, view), direction, { keepNext: true }),
    paragraphOf(legendRuns(section, view), direction, { style: 'Source', keepNext: true }),
    ...(section.empty ? [paragraph(labels.noFigures, direction, { keepNext: true })] : []),
    paragraphOf(pictures.drawing(drawing, section.alternative), direction),
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

/** Which line is which, in the dashes and colours of the chart. */
function legendRuns({ currentPeriod, comparePeriod }: TimeseriesView, { colors, direction }: ReportView): Markup[] {
  const current = [run('—— ', direction, { bold: true, color: colors.accent }), run(currentPeriod, direction)];
  if (comparePeriod === null) return current;
  return [...current, run('      - - -  ', direction, { bold: true }), run(comparePeriod, direction)];
}
