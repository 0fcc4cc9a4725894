import { arrows, signals } from '../change-marks.ts';
import { layoutColumnChart } from '../charts/column-chart.ts';
import { layoutDonut } from '../charts/donut.ts';
import { layoutHeatmap } from '../charts/heatmap.ts';
import { isMarked, marksRoom } from '../charts/incident-marks.ts';
import { layoutLineChart } from '../charts/line-chart.ts';
import { columnChartGeometry, donutGeometry, heatmapGeometry, lineChartSvg, withLabels } from '../charts/svg.ts';
import { mix } from '../colors.ts';
import { metricStyles, spacing, textSpan, typeScale } from '../design.ts';
import { directionOf } from '../office/text-runs.ts';
import { onOneLine } from '../text/clean-text.ts';
import type { Markup, Value } from '../text/markup.ts';
import { shortened } from '../text/wrapped-text.ts';
import type { ColumnsView, DonutView } from '../view/chart-views.ts';
import type { ComparisonView } from '../view/figure-views.ts';
import type { HeatmapView } from '../view/heatmap-view.ts';
import type { ReportView } from '../view/report-view.ts';
import type { TablesView } from '../view/section-views.ts';
import type { MetricView, TimeseriesView } from '../view/series-views.ts';
import type { Drawing } from './chart-png.ts';
import type { Making } from './making.ts';
import { heightOf, type PageBlock, type PageBlocks } from './pages.ts';
import { lineHeights } from './styles.ts';
import { dataTable } from './table-parts.ts';
import { paragraphOf, run } from './text.ts';
import { placed, textBlock } from './text-block.ts';

/** Where the page has room for it, and otherwise the least; and where each metric has a chart of its own. */
const chartHeights = { usual: 120, least: 72, ofSeveral: 84 };
/** Below a picture. */
const pictureGap = spacing.tight + spacing.hair;
const donutSize = { width: 132, height: 132 };
/** The part of a line that the name of one of several metrics may take. */
const metricSpan = 0.45;

/** Charts, each under its head, the first in `room` points with it where these are enough. */
export function timeseries(section: TimeseriesView, making: Making, room: number): PageBlock[] {
  const { view } = making;
  const isAlone = section.charts.length === 1;
  return section.charts.flatMap(({ data, metrics, alternative }) => {
    const head = metrics.length > 0 ? metricsHead(metrics, data.display, view) : headline(section, data.display, view);
    const { width, height } = sizeBelow(head, room, isMarked(data));
    const chartSize = { width, height: isAlone ? height : Math.min(height, chartHeights.ofSeveral) };
    const chart = layoutLineChart(data, view.document, chartSize);
    const svg = lineChartSvg(chart, view.colors);
    const drawing = { ...chartSize, svg, background: view.colors.background };
    return charted({ empty: section.empty, alternative }, head, drawing, making);
  });
}

function sizeBelow(head: readonly PageBlock[], room: number, marked = false) {
  const height = Math.floor(room - heightOf(head) - pictureGap);
  const least = chartHeights.least + (marked ? marksRoom : 0);
  return { width: textSpan, height: Math.max(least, Math.min(chartHeights.usual, height)) };
}

/** Columns instead of the tables, or a ring above them. */
export function parts({ tables, chart }: TablesView, making: Making, room: number): PageBlocks {
  if (chart?.kind === 'columns') return columns(chart, making, room);
  if (chart?.kind === 'heatmap') return heatmap(chart, making, room);
  const ring = chart === null ? [] : [donut(chart, making)];
  return [...ring, ...tables.map((table) => dataTable(table, making.view, room - heightOf(ring)))];
}

function columns(section: ColumnsView, making: Making, room: number): PageBlock[] {
  const { colors, document, direction } = making.view;
  const head = headline(section, 'columns', making.view);
  const chartSize = sizeBelow(head, room);
  const chart = layoutColumnChart(section, document, chartSize, direction === 'rtl');
  const svg = withLabels(columnChartGeometry(chart, colors), chart, colors);
  return charted(section, head, { ...chartSize, svg, background: colors.background }, making);
}

function heatmap(section: HeatmapView, making: Making, room: number): PageBlock[] {
  const { colors, direction } = making.view;
  const chart = layoutHeatmap(section, { width: textSpan, height: room }, direction === 'rtl');
  const svg = withLabels(heatmapGeometry(chart, colors), chart, colors);
  return charted(section, [], { width: chart.width, height: chart.height, svg, background: colors.background }, making);
}

function donut({ slices, alternative }: DonutView, making: Making): PageBlock {
  const { colors } = making.view;
  const ring = layoutDonut(slices, donutSize.width);
  const svg = withLabels(donutGeometry(ring, colors), ring, colors);
  return picture({ ...donutSize, svg, background: colors.background }, alternative, making, true);
}

/** A chart under its head, which stays on its page. */
function charted(
  { empty, alternative }: { readonly empty: boolean; readonly alternative: string },
  head: readonly PageBlock[],
  drawing: Drawing,
  making: Making,
): PageBlock[] {
  const { direction, labels } = making.view;
  return [
    ...head,
    ...(empty ? [textBlock(labels.noFigures, direction, { keepNext: true }, { kept: true })] : []),
    picture(drawing, alternative, making, false),
  ];
}

function picture(drawing: Drawing, alternative: string, { view, pictures }: Making, kept: boolean): PageBlock {
  return {
    height: drawing.height + pictureGap,
    ...(kept && { kept }),
    write: (newPage) =>
      paragraphOf(pictures.drawing(drawing, alternative), view.direction, {
        style: 'Picture',
        ...(kept && { keepNext: true, newPage }),
      }),
  };
}

function keptLine(height: number, runs: Value, style: string, { direction }: ReportView): PageBlock {
  return {
    height,
    kept: true,
    write: (newPage) => paragraphOf(runs, direction, { style, keepNext: true, newPage }),
  };
}

interface Headed {
  readonly total: ComparisonView;
  readonly currentPeriod: string;
  readonly comparePeriod: string | null;
  readonly goal?: string | null;
  readonly marked?: boolean;
}

function headline(section: Headed, display: string | undefined, view: ReportView): PageBlock[] {
  const figure = run(section.total.value, view.direction, { bold: true, size: typeScale.lead + 3 });
  return [
    keptLine(lineHeights.figure + spacing.tight, [figure, ...changeRuns(section.total, view)], 'Figure', view),
    keptLine(lineHeights.small + spacing.close, legendRuns(section, display, view), 'Source', view),
  ];
}

function changeRuns({ before, change }: ComparisonView, { colors, direction, labels }: ReportView): Markup[] {
  const { small } = typeScale;
  const changed = { bold: true, size: small, color: change ? colors[signals[change.sentiment]] : colors.muted };
  return [
    ...(change ? [run(`   ${arrows[change.direction]}${change.text}`, direction, changed)] : []),
    ...(before === null ? [] : [run(`   ${labels.before(before)}`, direction, { size: small, color: colors.muted })]),
  ];
}

/** The legend, in the dashes and colours of the chart. */
function legendRuns(
  { currentPeriod, comparePeriod, goal = null, marked = false }: Headed,
  display: string | undefined,
  { colors, direction }: ReportView,
): Markup[] {
  const mark = display === 'columns' ? '■ ' : '—— ';
  const current = [run(mark, direction, { bold: true, color: colors.accent }), run(currentPeriod, direction)];
  const other = (line: string, name: string | null) =>
    name === null ? [] : [run(`      ${line}  `, direction, { bold: true }), run(name, direction)];
  return [...current, ...other(marked ? '—' : '- - -', comparePeriod), ...other(goalMark, goal)];
}

/** Each of several metrics on a line of its own. */
function metricsHead(metrics: readonly MetricView[], display: string, view: ReportView): PageBlock[] {
  const { colors, direction, labels } = view;
  return metrics.map((metric, index): PageBlock => {
    const { value, before, change, goal } = metric;
    const name = shortened(onOneLine(metric.label), 1, typeScale.small, textSpan * metricSpan);
    const runs = [
      metricMark(index, display === 'columns', view),
      run(name, directionOf(name, direction)),
      run(`   ${value}`, direction, { bold: true, color: colors.text }),
      ...changeRuns(metric, view),
      ...(goal === null ? [] : goalRuns(index, goal, view)),
    ];
    const text = `——   ${name}   ${value}   ${change?.text ?? ''}   ${before === null ? '' : labels.before(before)}   ${goal === null ? '' : `${goalMark}  ${goal}`}`;
    const write = (newPage: boolean) => paragraphOf(runs, direction, { style: 'Source', keepNext: true, newPage });
    return placed(text, write, {
      fontSize: typeScale.small,
      line: lineHeights.small,
      around: spacing.close,
      kept: true,
    });
  });
}

const goalMark = '· · · ·';

function goalRuns(index: number, goal: string, { colors, direction }: ReportView): Markup[] {
  const { color } = metricStyles[index] ?? metricStyles[0];
  return [run(`      ${goalMark}  `, direction, { bold: true, color: colors[color] }), run(goal, direction)];
}

const lineMarks = ['——', '– –', '· · ·', '– ·'];

/** A piece of the metric's line, or a column as it is filled. */
function metricMark(index: number, isColumns: boolean, { colors, direction }: ReportView): Markup {
  const { color: name, strength } = metricStyles[index] ?? metricStyles[0];
  const filled = isColumns && strength > 0;
  const mark = filled ? '■' : isColumns ? '□' : (lineMarks[index] ?? '');
  const color = filled ? mix(colors[name], colors.background, 1 - strength) : colors[name];
  return run(`${mark}  `, direction, { bold: true, color });
}
