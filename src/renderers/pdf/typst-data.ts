import type { Block, Span } from '../../documents/markdown.ts';
import type { Labels } from '../../documents/messages/messages.ts';
import { textWidth } from '../charts/axis.ts';
import { layoutLineChart, layoutSparkLine } from '../charts/line-chart.ts';
import { type ChartColors, lineChartGeometry, silhouetteSvg, sparkLineSvg } from '../charts/svg.ts';
import { breakLongWords, isRightToLeft } from '../clean-text.ts';
import type { ComparisonView } from '../figures.ts';
import { fontFamilies } from '../fonts.ts';
import type { ReportView } from '../report-view.ts';
import type { KpiView, SectionView } from '../section-views.ts';
import type { CellView, TableView } from '../table-view.ts';

/** A text for the template: a string, or an array of one for a text that runs from right to left. */
type Text = string | readonly [string];

/** The inner width of a page in points; the template has the same margins. */
const pageWidth = 481.9;
const chartHeight = 150;
const cover = { width: 595.28, height: 150 };
const cardLabelLength = 44;
const tableSize = 8.5;
const cellInset = 10;
const barColumn = 57;
const widestFigure = 120;

function text(value: string): Text {
  const broken = breakLongWords(value);
  return isRightToLeft(value) ? [broken] : broken;
}

function optional(value: string | null): Text | null {
  return value === null ? null : text(value);
}

/** Shortens a text where only one or two lines have room. */
function clipped(value: string, length: number): Text {
  const characters = Array.from(value.slice(0, length * 4));
  return text(characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : value);
}

/** What the template reads as JSON. It holds data only: nothing in it becomes Typst source. */
export function typstData(view: ReportView) {
  const { document, labels, colors, logo } = view;
  const { language, region } = new Intl.Locale(document.locale);
  const chartColors: ChartColors = { ...colors };
  return {
    title: document.title,
    shownTitle: text(document.title),
    runningTitle: clipped(document.title, 70),
    runningClient: clipped(view.client ?? document.project_name, 50),
    client: optional(view.client),
    language,
    region: region ?? null,
    fonts: fontFamilies(document.locale, JSON.stringify(document)),
    colors,
    labels: {
      contents: labels.contents,
      dataSources: labels.dataSources,
      notes: labels.notes,
      // The template puts the numbers in place of these.
      page: labels.page('{page}', '{pages}'),
      empty: labels.noFigures,
    },
    logo: logo ? { ...logo, png: null, alternative: labels.logo(view.client ?? document.project_name) } : null,
    silhouette: silhouette(view),
    facts: view.facts.map(({ label, value }) => [label, text(value)]),
    sections: view.sections.map((section) => sectionData(section, view, chartColors)),
    sources: view.sources && tableData(view.sources),
    warnings: view.warnings.map(text),
  };
}

/** The first series of the report as a picture for the cover. */
function silhouette(view: ReportView): string | null {
  const series = view.sections.find((section) => section.type === 'timeseries' && !section.empty);
  if (series?.type !== 'timeseries') return null;
  const values = series.data.current.map(({ value }) => value);
  return silhouetteSvg(layoutSparkLine(values, cover.width, cover.height), '#ffffff');
}

function sectionData(section: SectionView, view: ReportView, colors: ChartColors) {
  const heading = { title: optional(section.title), source: optional(section.source), note: section.note };
  switch (section.type) {
    case 'highlights':
      return {
        ...heading,
        type: section.type,
        items: section.items.map((item) => ({ ...item, text: text(item.text) })),
      };
    case 'kpis':
      return {
        ...heading,
        type: section.type,
        items: section.items.map((item) => cardData(item, view.labels, colors)),
      };
    case 'timeseries': {
      const chart = layoutLineChart(section.data, view.document, { width: pageWidth, height: chartHeight });
      const { total, currentPeriod, comparePeriod, empty, alternative } = section;
      const { plot, width, height, fontSize, valueTicks, dateTicks } = chart;
      const geometry = lineChartGeometry(chart, colors);
      const drawn = { width, height, left: plot.left, bottom: plot.bottom, fontSize, valueTicks, dateTicks, geometry };
      return {
        ...heading,
        type: section.type,
        total: labelled(total, view.labels),
        currentPeriod,
        comparePeriod,
        empty,
        alternative,
        chart: drawn,
      };
    }
    case 'tables':
      return { ...heading, type: section.type, tables: section.tables.map(tableData) };
    case 'text':
      return { ...heading, type: section.type, blocks: blocksData(section.blocks, section.title === null ? 0 : 1) };
  }
}

/** A comparison whose earlier figure says that it is the earlier one. */
function labelled({ value, before, change }: ComparisonView, labels: Labels): ComparisonView {
  return { value, before: before === null ? null : labels.before(before), change };
}

function cardData(item: KpiView, labels: Labels, colors: ChartColors) {
  const { alternative, spark } = item;
  const drawn = spark.some((point) => point !== null);
  return {
    label: clipped(item.label, cardLabelLength),
    ...labelled(item, labels),
    alternative,
    spark: drawn ? sparkLineSvg(layoutSparkLine(spark, 100, 24), colors) : null,
  };
}

/**
 * Widths for the columns of figures, in points; null for columns that share the rest. Were they left to Typst, it would
 * lay out every cell twice.
 */
function columnWidths({ columns, rows, rest, total }: TableView): (number | null)[] {
  const all = [...rows, rest ?? [], total ?? []];
  const widths = columns.map(({ header, kind }, index) => {
    if (kind === 'label') return null;
    if (kind === 'bar') return barColumn;
    const texts = all.map((cells) => cells[index]?.text ?? '');
    const widest = texts.reduce(
      (most, each) => Math.max(most, textWidth(each, tableSize)),
      textWidth(header, tableSize),
    );
    return Math.min(widest + cellInset, widestFigure);
  });
  const sum = widths.reduce<number>((most, width) => most + (width ?? 0), 0);
  const scale = Math.min(1, (pageWidth * 0.8) / sum);
  return widths.map((width) => width && width * scale);
}

/** A table as one flat list of cells: a cell is a text, a bar's length, or a change with its sentiment. */
function tableData(table: TableView) {
  const cell = ({ text: value, bar, change }: CellView) => {
    if (bar !== undefined) return bar;
    return change ? { text: change.text, sentiment: change.sentiment } : text(value);
  };
  return {
    widths: columnWidths(table),
    kinds: table.columns.map(({ kind }) => kind),
    headers: table.columns.map(({ header }) => text(header)),
    cells: table.rows.flatMap((row) => row.map(cell)),
    rest: table.rest?.map(cell) ?? null,
    total: table.total?.map(cell) ?? null,
  };
}

type BlockData =
  | { readonly type: 'heading'; readonly level: number; readonly rtl: boolean; readonly spans: readonly Span[] }
  | { readonly type: 'paragraph'; readonly rtl: boolean; readonly spans: readonly Span[] }
  | {
      readonly type: 'list';
      readonly rtl: boolean;
      readonly start: number | null;
      readonly items: readonly (readonly BlockData[])[];
    }
  | { readonly type: 'quote'; readonly blocks: readonly BlockData[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'rule' };

/** Blocks for the template. Heading levels go down one at a time, as PDF/UA asks, below the section's own `level`. */
function blocksData(blocks: readonly Block[], level: number): BlockData[] {
  let last = level;
  const convert = (block: Block): BlockData => {
    switch (block.type) {
      case 'heading':
        last = Math.min(level + block.level, last + 1, 4);
        return { type: 'heading', level: last, ...spansData(block.spans) };
      case 'paragraph':
        return { type: 'paragraph', ...spansData(block.spans) };
      case 'list': {
        const items = block.items.map((item) => item.map(convert));
        const first = items[0]?.[0];
        return { ...block, items, rtl: first !== undefined && 'rtl' in first && first.rtl };
      }
      case 'quote':
        return { type: 'quote', blocks: block.blocks.map(convert) };
      case 'code':
        return { type: 'code', text: breakLongWords(block.text) };
      case 'rule':
        return block;
    }
  };
  return blocks.map(convert);
}

function spansData(spans: readonly Span[]) {
  const rtl = isRightToLeft(spans.map((span) => span.text).join(''));
  return { rtl, spans: spans.map((span) => ({ ...span, text: breakLongWords(span.text) })) };
}
