import type { Section } from '../../documents/model.ts';
import { arrows, signals } from '../change-marks.ts';
import { fitted } from '../logo/picture.ts';
import { onOneLine } from '../text/clean-text.ts';
import { shortened } from '../text/wrapped-text.ts';
import type { ColumnsView, DonutView } from '../view/chart-views.ts';
import type { ComparisonView } from '../view/figure-views.ts';
import type { CommentView } from '../view/prose-views.ts';
import type { ReportView } from '../view/report-view.ts';
import type { HighlightView, PictureView, SectionView, TablesView } from '../view/section-views.ts';
import type { MetricView, TimeseriesView } from '../view/series-views.ts';
import type { Block, ShapeBlock, TextBlock } from './blocks.ts';
import { cardBlocks } from './cards.ts';
import type { ChartPart } from './charts/chart-part.ts';
import { barsChart, columnsChart, donutChart, type NamedParts } from './charts/parts-chart.ts';
import { seriesChart } from './charts/series-chart.ts';
import { type Box, sizes, span } from './frame.ts';
import { galleryBlocks } from './gallery.ts';
import { heatmapBlocks } from './heatmap.ts';
import type { Making } from './making.ts';
import { proseBlocks } from './prose.ts';
import { dataTable } from './tables.ts';
import { paragraphOf, run } from './text.ts';
import { noteBlocks, spansBlock, type TextLook, textBlock } from './text-blocks.ts';

const chartHeights = { least: 200, most: 400, bars: 24 } as const;
const ring = { width: 260, gap: 24 } as const;
/** How many bars stand on one slide. */
const mostBars = 14;
const gutter = 20;

/** The blocks of a section; `document` is what it was made of, whose figures charts need as numbers. */
export function sectionBlocks(section: SectionView, document: Section | undefined, making: Making): Block[] {
  const { view } = making;
  const aside: TextLook = { role: 'aside', size: sizes.small, color: view.colors.muted, after: 2, kept: true };
  const source = sourceOf(section, document, view);
  return [
    ...(source === null ? [] : [textBlock(source, view, aside)]),
    ...content(section, document, making),
    ...noteBlocks(section.note, view),
    ...(section.comment === null ? [] : commentBlocks(section.comment, view)),
  ];
}

/** Where figures come from: a slide is seen without the one before it, so that one below a system's names it, too. */
function sourceOf(
  { source, level }: SectionView,
  document: Section | undefined,
  { labels }: ReportView,
): string | null {
  if (source !== null || level === 1) return source;
  return document && 'connection_name' in document ? labels.source(document.connection_name) : null;
}

function content(section: SectionView, document: Section | undefined, making: Making): Block[] {
  const { view } = making;
  switch (section.type) {
    case 'highlights':
      return section.items.map((item) => highlight(item, view));
    case 'kpis':
      return cardBlocks(section.items, view);
    case 'timeseries':
      return timeseries(section, making);
    case 'tables':
      return tables(section, document, making);
    case 'text':
      return proseBlocks(section.blocks, view);
    case 'gallery':
      return galleryBlocks(section, making);
    case 'image':
      return picture(section, making);
    case 'page_break':
      return [];
  }
}

function highlight({ sentiment, mark, text }: HighlightView, view: ReportView): Block {
  const ink = view.colors[signals[sentiment]];
  const span = (shown: string, strong: boolean) => ({ text: shown, strong, emphasis: false, code: false, href: null });
  const look = { size: 16, after: 10 };
  return spansBlock(
    [span(`${mark}  `, true), span(text, false)],
    view,
    (each) => run(each.text, view, each.strong ? { size: sizes.table, bold: true, color: ink } : { size: 16 }),
    look,
  );
}

/** What somebody wrote about a section. */
function commentBlocks({ head, foot, blocks, note }: CommentView, view: ReportView): Block[] {
  const muted = { size: sizes.small, color: view.colors.muted };
  return [
    textBlock(head, view, { ...muted, bold: true, before: 6, after: 3, kept: true }),
    ...proseBlocks(blocks, view),
    ...noteBlocks(note, view),
    textBlock(foot, view, muted),
  ];
}

function timeseries(section: TimeseriesView, making: Making): Block[] {
  const { view } = making;
  const head =
    section.metrics.length === 0
      ? [totalLine(section.total, view)]
      : section.metrics.map((each) => metricLine(each, view));
  if (section.empty) return [...head, textBlock(view.labels.noFigures, view)];
  const isAlone = section.charts.length === 1;
  const columns = isAlone ? 1 : 2;
  const width = (span - gutter * (columns - 1)) / columns;
  const rows = Array.from({ length: Math.ceil(section.charts.length / columns) }, (_, row) =>
    section.charts.slice(row * columns, (row + 1) * columns),
  );
  return [
    ...head,
    ...rows.map(
      (charts): ShapeBlock => ({
        kind: 'shape',
        height: isAlone ? chartHeights.least : chartHeights.least * 0.7,
        most: chartHeights.most,
        write: (box, slide) => {
          for (const [index, chart] of charts.entries()) {
            const part = seriesChart(chart, section, view, width);
            const place = { ...box, x: box.x + index * (width + gutter), width };
            slide.chart('Chart', place, making.deck.chart(part), chart.alternative);
          }
        },
      }),
    ),
  ];
}

function totalLine({ value, ...rest }: ComparisonView, view: ReportView): TextBlock {
  const runs = [run(value, view, { size: sizes.lead, bold: true }), ...changeRuns(rest, view)];
  return line(runs, sizes.lead, view);
}

/** One of several metrics with its total; the legend of the chart tells its line. */
function metricLine({ label, value, ...rest }: MetricView, view: ReportView): TextBlock {
  const name = shortened(onOneLine(label), 1, sizes.table, span * 0.5);
  const runs = [
    run(`${name}   `, view, { size: sizes.table, color: view.colors.muted }),
    run(value, view, { size: sizes.table, bold: true }),
    ...changeRuns(rest, view),
  ];
  return line(runs, sizes.table, view);
}

function line(runs: readonly ReturnType<typeof run>[], size: number, view: ReportView): TextBlock {
  return {
    kind: 'text',
    role: 'aside',
    kept: true,
    height: size * 1.3 + 4,
    paragraph: () => paragraphOf(runs, view.direction, view, { size, after: 4 }),
  };
}

function changeRuns(
  { before, change }: Pick<ComparisonView, 'before' | 'change'>,
  { colors, labels, ...view }: ReportView,
) {
  const whole = { colors, labels, ...view };
  const size = sizes.table;
  return [
    ...(change
      ? [
          run(`   ${arrows[change.direction]}${change.text}`, whole, {
            size,
            bold: true,
            color: colors[signals[change.sentiment]],
          }),
        ]
      : []),
    ...(before === null ? [] : [run(`   ${labels.before(before)}`, whole, { size, color: colors.muted })]),
  ];
}

function tables(section: TablesView, document: Section | undefined, making: Making): Block[] {
  const { view } = making;
  const { chart } = section;
  if (chart?.kind === 'columns') return columns(chart, making);
  if (chart?.kind === 'heatmap')
    return chart.empty ? [textBlock(view.labels.noFigures, view)] : heatmapBlocks(chart, view);
  const [first, ...others] = section.tables;
  if (chart && first) return [donut(chart, first, making), ...others.map((table) => dataTable(table, view))];
  return [...bars(section, document, making), ...section.tables.map((table) => dataTable(table, view))];
}

function columns(chart: ColumnsView, making: Making): Block[] {
  const { view } = making;
  const head = totalLine(chart.total, view);
  if (chart.empty) return [head, textBlock(view.labels.noFigures, view)];
  return [
    head,
    chartBlock(() => columnsChart(chart, view), chart.alternative, chartHeights.least, chartHeights.most, making),
  ];
}

function donut(chart: DonutView, table: TablesView['tables'][number], { view, deck }: Making): ShapeBlock {
  const names = [...table.rows, ...(table.rest ? [table.rest] : [])].map(([cell]) => cell?.text ?? '');
  const beside = dataTable(table, view, span - ring.width - ring.gap);
  return {
    kind: 'shape',
    height: Math.max(ring.width, beside.height),
    write: (box, slide) => {
      const place: Box = { ...box, width: ring.width, height: ring.width };
      slide.chart('Chart', place, deck.chart(donutChart(chart, names, view)), chart.alternative);
      beside.write({ ...box, x: box.x + ring.width + ring.gap, width: span - ring.width - ring.gap }, slide);
    },
  };
}

/** Bars where they are what a section shows: of a breakdown as bars, and of the steps of a funnel. */
function bars(section: TablesView, document: Section | undefined, making: Making): Block[] {
  const named = namedParts(section, document, making.view);
  if (named === null) return [];
  const { parts } = named;
  const known = parts.flatMap(({ current, compare }) => [
    current ?? 0,
    named.comparePeriod === null ? 0 : (compare ?? 0),
  ]);
  if (known.every((value) => value === 0)) return [];
  const isSplit = parts.length > mostBars;
  const most = isSplit ? Math.max(...known) : null;
  const [tall, each] = named.comparePeriod === null ? [1, mostBars] : [1.6, Math.floor(mostBars / 1.6)];
  const charts = Array.from({ length: Math.ceil(parts.length / each) }, (_, index) =>
    parts.slice(index * each, (index + 1) * each),
  );
  return charts.map((shown) => {
    const height = shown.length * chartHeights.bars * tall + 30;
    const alternative = `${named.metric.label}${making.view.labels.colon}${shown.map(({ label }) => label).join(', ')}`;
    return chartBlock(
      () => barsChart({ ...named, parts: shown }, making.view, most),
      alternative,
      height,
      height,
      making,
    );
  });
}

function namedParts({ tables }: TablesView, document: Section | undefined, { periods }: ReportView): NamedParts | null {
  const names = tables[0]?.rows.map(([cell]) => cell?.text ?? '') ?? [];
  if (document?.type === 'funnel') {
    const [first] = document.steps;
    const isDrawn = tables.some(({ columns }) => columns.some(({ kind }) => kind === 'bar'));
    if (!first || !isDrawn) return null;
    const parts = document.steps.map(({ current, compare }, index) => ({
      label: names[index] ?? '',
      current,
      compare,
    }));
    return { metric: first.metric, parts, currentPeriod: periods.current, comparePeriod: periods.compare };
  }
  if (document?.type !== 'breakdown' || document.display !== 'bars') return null;
  const [metric] = document.metrics;
  if (!metric || names.length === 0) return null;
  const parts = names.map((label, index) => {
    return { label, current: document.rows[index]?.cells[0]?.current ?? null, compare: null };
  });
  return { metric, parts, currentPeriod: periods.current, comparePeriod: null };
}

function chartBlock(
  make: () => ChartPart,
  alternative: string,
  least: number,
  most: number,
  { deck }: Making,
): ShapeBlock {
  return {
    kind: 'shape',
    height: least,
    most,
    write: (box, slide) => slide.chart('Chart', box, deck.chart(make()), alternative),
  };
}

/** A picture that could not be drawn is replaced by the text that describes it. */
function picture({ picture: uri, alternative, caption }: PictureView, { view, deck, drawn }: Making): Block[] {
  const aside: TextLook = { role: 'aside', size: sizes.small, color: view.colors.muted };
  const below = caption === null ? [] : [textBlock(caption, view, aside)];
  const found = drawn.get(uri);
  if (!found) return [textBlock(alternative, view, aside), ...below];
  const room = { width: span, height: 340 };
  const size = fitted({ ...found, width: found.width * 1.6, height: found.height * 1.6 }, room);
  const name = `picture${[...drawn.keys()].indexOf(uri) + 1}`;
  const block: ShapeBlock = {
    kind: 'shape',
    height: size.height,
    write: (box, slide) => slide.picture('Picture', { ...box, ...size }, deck.picture(name, found.png), alternative),
  };
  return [block, ...below];
}
