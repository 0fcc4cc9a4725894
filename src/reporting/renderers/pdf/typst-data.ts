import { numberFormat } from '../../documents/format.ts';
import type { Labels } from '../../documents/messages/messages.ts';
import { layoutColumnChart } from '../charts/column-chart.ts';
import { type Donut, layoutDonut, sliceColors } from '../charts/donut.ts';
import { layoutHeatmap } from '../charts/heatmap.ts';
import { isMarked, marksRoom } from '../charts/incident-marks.ts';
import { layoutLineChart, layoutSparkLine } from '../charts/line-chart.ts';
import {
  columnChartGeometry,
  donutGeometry,
  heatmapGeometry,
  lineChartGeometry,
  silhouetteSvg,
  sparkLineSvg,
} from '../charts/svg.ts';
import {
  chartStrokes,
  cover as coverSizes,
  leastPicture,
  metricStyles,
  page,
  spacing,
  tallestPart,
  textSpan,
  typeScale,
} from '../design.ts';
import { onOneLine } from '../text/clean-text.ts';
import { textWidth } from '../text/text-width.ts';
import { breakWideWords, lineCount, shortened } from '../text/wrapped-text.ts';
import type { MakerView } from '../view/brand-view.ts';
import { layoutCards, shortLabel } from '../view/card-layout.ts';
import { coverTexts, shortenedFooter } from '../view/cover-texts.ts';
import type { ComparisonView } from '../view/figure-views.ts';
import { picturesOf, type ReportView } from '../view/report-view.ts';
import type { KpiView, PictureView, SectionView } from '../view/section-views.ts';
import type { TimeseriesView } from '../view/series-views.ts';
import { figuresFit } from '../view/table-columns.ts';
import { closing, type SectionEnd } from './closing-data.ts';
import { galleryData } from './gallery-data.ts';
import { figuresRoom, headHeight, noteHeight } from './heights.ts';
import { commentData, textData } from './prose-data.ts';
import type { Setting } from './setting.ts';
import { tableData } from './table-data.ts';
import { type TextSetter, textSetter } from './text.ts';

/** Where the page has room for it, and otherwise the least; and where each metric has a chart of its own. */
const chartHeights = { usual: 150, least: 84, ofSeveral: 84 };
/** Above a chart: its figure or the lines of several metrics, with the space below that. */
const [figureHeight, metricHeight] = [22, 16];
const donutSize = 132;
const donutGap = 24;
/** The part of a line that the name of one of several metrics may take. */
const metricSpan = 0.45;
const cardInset = 10;
const captionLine = 13.2;
/** The room a line of the contents needs besides its title: some of the leader, and the page number. */
const entryEnd = 40;
const { title: _, ...sizes } = typeScale;
const { logo: logoBounds, ...coverLengths } = coverSizes;
const coverData = { ...coverLengths, logoWidth: logoBounds.width, logoHeight: logoBounds.height };

const nothingAfter: SectionEnd = { kept: false, after: 0 };

type TablesSection = Extract<SectionView, { type: 'tables' }>;

function makerData({ label, name, contact }: MakerView, text: TextSetter) {
  return { label, name: name === null ? null : text(name), contact: contact.map(text) };
}

/** The JSON that the template reads. It is only data: nothing in it becomes Typst source. */
export function typstData(view: ReportView) {
  const { document, labels, colors, direction } = view;
  const { language, region } = new Intl.Locale(document.locale);
  const text = textSetter(direction);
  const setting: Setting = { view, colors, labels, text };
  const cover = coverTexts(view);
  const { data: closingData, end } = closing(view, text);
  const last = view.sections.length - 1;
  return {
    title: document.title,
    author: document.brand.name ?? view.client ?? document.project_name,
    shownTitle: text(breakWideWords(cover.title, cover.titleSize, textSpan, 'bold')),
    runningTitle: text(view.runningHead.title),
    runningClient: text(view.runningHead.client),
    runningPeriod: view.periods.current,
    lead: cover.lead === null ? null : text(cover.lead),
    period: cover.period,
    maker: cover.maker && makerData(cover.maker, text),
    footer: view.brand.footer === null ? null : text(shortenedFooter(view.brand.footer)),
    language,
    // Typst only accepts ISO 3166 regions, not 419 for Latin America.
    region: region?.length === 2 ? region : null,
    rtl: direction === 'rtl',
    digits: Array.from({ length: 10 }, (_, digit) => numberFormat(document.locale, {}).format(digit)),
    colors,
    sizes,
    titleSize: cover.titleSize,
    cover: coverData,
    spacing,
    strokes: chartStrokes,
    metricStyles,
    slices: sliceColors(colors),
    margin: page.side,
    labels: {
      contents: labels.contents,
      dataSources: labels.dataSources,
      notes: labels.notes,
      // The template replaces these with the numbers.
      page: labels.page('{page}', '{pages}'),
      empty: labels.noFigures,
    },
    logoAlternative: view.brand.logoAlternative,
    timeZone: view.timeZone,
    silhouette:
      view.silhouette &&
      silhouetteSvg(layoutSparkLine(view.silhouette, page.width, coverSizes.silhouette), colors.onBrand),
    facts: cover.facts.map(({ label, value }) => [label, text(value)]),
    sections: view.sections.map((section, index) =>
      commentedData(section, setting, index === last ? end : nothingAfter),
    ),
    ...closingData,
  };
}

/** A section and the comment on it, which stands behind its figures: what follows the section stays with the comment. */
function commentedData(section: SectionView, setting: Setting, end: SectionEnd) {
  const { comment } = section;
  if (comment === null) return { ...sectionData(section, setting, end), comment };
  return { ...sectionData(section, setting, nothingAfter), comment: commentData(comment, section, setting, end) };
}

function sectionData(section: SectionView, setting: Setting, { kept, after }: SectionEnd) {
  const { view, text } = setting;
  const room = figuresRoom(section, after);
  const heading = {
    title: section.title === null ? null : text(section.title),
    level: section.level,
    entry:
      section.title === null ? null : text(shortened(onOneLine(section.title), 1, typeScale.body, textSpan - entryEnd)),
    source: section.source === null ? null : text(section.source),
    note: section.note && breakWideWords(section.note, sizes.small, textSpan),
    kept,
    after: noteHeight(section.note) + after,
  };
  switch (section.type) {
    case 'highlights':
      return {
        ...heading,
        type: section.type,
        items: section.items.map(({ sentiment, mark, text: sentence, section: target }) => ({
          sentiment,
          mark,
          text: text(sentence),
          // Only a heading can be linked to.
          target: target !== null && view.sections[target]?.title ? target : null,
        })),
      };
    case 'kpis':
      return { ...heading, type: section.type, ...cardsData(section.items, setting, room) };
    case 'timeseries':
      return { ...heading, type: section.type, ...seriesData(section, setting, room) };
    case 'tables':
      return {
        ...heading,
        type: section.type,
        ...partsData(section, setting, room, after),
      };
    case 'text':
      return {
        ...heading,
        type: section.type,
        ...textData(section.blocks, section.title === null ? 0 : 1, view.direction, kept ? room : 0),
      };
    case 'gallery':
      return { ...heading, type: section.type, ...galleryData(section, setting) };
    case 'image':
      return { ...heading, type: section.type, ...pictureData(section, setting, room) };
    case 'page_break':
      return { ...heading, type: section.type };
  }
}

/** One chart under its figure or its metrics, or one under each metric. */
function seriesData(section: TimeseriesView, { view, colors, labels, text }: Setting, room: number) {
  const { total, currentPeriod, comparePeriod, marked, goal, empty, charts } = section;
  const drawn = charts.map(({ data, metrics, alternative }) => {
    const size = chartSize(room, metrics.length, isMarked(data));
    const height = charts.length === 1 ? size.height : Math.min(size.height, chartHeights.ofSeveral);
    const chart = layoutLineChart(data, view.document, { ...size, height });
    const { plot, width, fontSize, valueTicks, dateTicks, marks } = chart;
    return {
      metrics: metrics.map((metric) => ({
        label: text(shortened(onOneLine(metric.label), 1, typeScale.small, textSpan * metricSpan)),
        goal: metric.goal,
        ...labelled(metric, labels),
      })),
      display: data.display,
      alternative,
      ...{ width, height, left: plot.left, bottom: plot.bottom, fontSize, valueTicks, dateTicks },
      marks: { labels: marks?.labels ?? [], y: marks?.y ?? 0 },
      geometry: lineChartGeometry(chart, colors),
    };
  });
  return { total: labelled(total, labels), currentPeriod, comparePeriod, goal, empty, marked, charts: drawn };
}

/** The size of a chart which stays in `room` points with what is above it: its figure or several metrics. */
function chartSize(room: number, metrics = 0, marked = false) {
  const above = metrics === 0 ? figureHeight : spacing.close + metrics * metricHeight;
  const least = chartHeights.least + (marked ? marksRoom : 0);
  return { width: textSpan, height: Math.max(least, Math.min(chartHeights.usual, room - above)) };
}

/** Columns instead of the tables, or a ring beside the table if that is short; under the ring otherwise. */
function partsData(section: TablesSection, setting: Setting, room: number, after: number) {
  const { view, colors, labels } = setting;
  const { tables, chart } = section;
  if (chart === null) return { tables: tablesData(section, setting, textSpan, after), columns: null, donut: null };
  if (chart.kind === 'columns') {
    const size = chartSize(room);
    const drawn = layoutColumnChart(chart, view.document, size, view.direction === 'rtl');
    const { total, currentPeriod, comparePeriod, empty, alternative } = chart;
    const drawing = { ...size, ...labelsData(drawn), geometry: columnChartGeometry(drawn, colors), empty, alternative };
    const head = {
      total: labelled(total, labels),
      currentPeriod,
      comparePeriod,
      goal: null,
    };
    return { tables: [], columns: { ...head, drawing }, donut: null };
  }
  if (chart.kind === 'heatmap') {
    const drawn = layoutHeatmap(chart, { width: textSpan, height: room }, view.direction === 'rtl');
    const { width, height, fontSize } = drawn;
    const drawing = {
      ...{ width, height, ...labelsData(drawn), fontSize, geometry: heatmapGeometry(drawn, colors) },
      ...{ empty: chart.empty, alternative: chart.alternative },
    };
    return { tables: [], columns: { total: null, drawing }, donut: null };
  }
  const drawn = layoutDonut(chart.slices, donutSize);
  const drawing = {
    ...{ width: donutSize, height: donutSize, ...labelsData(drawn), geometry: donutGeometry(drawn, colors) },
    ...{ empty: false, alternative: chart.alternative },
  };
  const narrow = tablesData(section, setting, textSpan - donutSize - donutGap, after);
  const beside = narrow.every(({ whole }) => whole) && tables.every((table) => figuresFit(table, donutSize + donutGap));
  const below = () => tablesData(section, setting, textSpan, after, donutSize + spacing.base);
  return { tables: beside ? narrow : below(), columns: null, donut: { drawing, beside, gap: donutGap } };
}

function labelsData({ labels, fontSize }: Pick<Donut, 'labels' | 'fontSize'>) {
  return {
    fontSize,
    labels: labels.map((label) => ({ ...label, tone: label.tone ?? 'muted', size: label.size ?? fontSize })),
  };
}

/** A picture's position among those of the report; its size is known only once it is drawn. */
function pictureData({ picture, alternative, caption }: PictureView, { view, text }: Setting, room: number) {
  const lines = caption === null ? 0 : lineCount(caption, typeScale.small, textSpan);
  return {
    picture: picturesOf(view).findIndex(({ uri }) => uri === picture),
    alternative,
    shownAlternative: text(alternative),
    caption: caption === null ? null : text(breakWideWords(caption, typeScale.small, textSpan)),
    room: Math.max(leastPicture, room - lines * captionLine - (lines > 0 ? spacing.close : 0)),
  };
}

/** A comparison whose earlier figure is labelled as such. */
function labelled({ value, before, change }: ComparisonView, labels: Labels): ComparisonView {
  return { value, before: before === null ? null : labels.before(before), change };
}

/** Only the first table stays with the section's heading and what is `above` it, and only the last one with what follows. */
function tablesData(section: TablesSection, { text }: Setting, span: number, after: number, above = 0) {
  const last = section.tables.length - 1;
  const behind = noteHeight(section.note) + after;
  return section.tables.map((table, index) => {
    const room = tallestPart - (index === 0 ? headHeight(section) + above : 0) - (index === last ? behind : 0);
    return tableData(table, span, text, { room, after: index === last ? behind : 0 });
  });
}

function cardsData(items: readonly KpiView[], { labels, colors, text }: Setting, room: number) {
  const { columns, width, valueSize } = layoutCards(items, textSpan, cardInset);
  const span = width - 2 * cardInset;
  const shortLabels = items.every(({ label }) => textWidth(label, typeScale.small) <= span);
  return {
    columns,
    valueSize,
    inset: cardInset,
    shortLabels,
    // No page break splits two rows alone, where they have room together.
    together: items.length <= 2 * columns && 2 * cardHeight(items, valueSize, shortLabels) + spacing.close <= room,
    items: items.map((item) => ({
      label: text(shortLabel(item.label, span)),
      ...labelled(item, labels),
      goal: item.goal,
      alternative: item.alternative,
      spark: item.spark.some((point) => point !== null)
        ? sparkLineSvg(layoutSparkLine(item.spark, 100, 24), colors)
        : null,
    })),
  };
}

/** An upper estimate of the template's cards, in points. */
function cardHeight(items: readonly KpiView[], valueSize: number, shortLabels: boolean): number {
  const texts = (shortLabels ? 9 : 21) + valueSize * 0.75 + 2 * spacing.close;
  const before = items.some((item) => item.before !== null) ? 17 : 0;
  const drawn = items.some(({ spark }) => spark.length > 0) ? 33 : 0;
  const goal = items.some((item) => item.goal !== null) ? 12 : 0;
  return texts + before + goal + drawn + 2 * cardInset;
}
