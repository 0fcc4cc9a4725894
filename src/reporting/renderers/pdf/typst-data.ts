import type { Direction } from '../../documents/direction.ts';
import { numberFormat } from '../../documents/format.ts';
import type { MarkdownBlock, Span } from '../../documents/markdown.ts';
import type { Labels } from '../../documents/messages/messages.ts';
import { layoutLineChart, layoutSparkLine } from '../charts/line-chart.ts';
import { lineChartGeometry, silhouetteSvg, sparkLineSvg } from '../charts/svg.ts';
import type { Palette } from '../colors.ts';
import { chartStrokes, deepestHeading, page, spacing, textSpan, typeScale } from '../design.ts';
import { blocksText } from '../text/blocks-text.ts';
import { breakLongWords, onOneLine } from '../text/clean-text.ts';
import { headingLevels } from '../text/heading-levels.ts';
import { textWidth } from '../text/text-width.ts';
import { breakWideWords, shortened } from '../text/wrapped-text.ts';
import { layoutCards, shortLabel } from '../view/card-layout.ts';
import { coverTexts } from '../view/cover-texts.ts';
import type { ComparisonView } from '../view/figure-views.ts';
import type { ReportView } from '../view/report-view.ts';
import type { KpiView, SectionView } from '../view/section-views.ts';
import { tableData } from './table-data.ts';
import { runsAgainst, type TextSetter, textSetter } from './text.ts';

const chartHeight = 150;
const coverHeight = 150;
const cardInset = 10;
/** The room a line of the contents needs besides its title: some of the leader, and the page number. */
const entryEnd = 40;
const { title: titleSizes, ...sizes } = typeScale;

/** What every section needs of its report. */
interface Setting {
  readonly view: ReportView;
  readonly colors: Palette;
  readonly labels: Labels;
  readonly text: TextSetter;
}

/** The JSON that the template reads. It is only data: nothing in it becomes Typst source. */
export function typstData(view: ReportView) {
  const { document, labels, colors, direction } = view;
  const { language, region } = new Intl.Locale(document.locale);
  const text = textSetter(direction);
  const setting: Setting = { view, colors, labels, text };
  const cover = coverTexts(view, textSpan);
  return {
    title: document.title,
    author: view.client ?? document.project_name,
    shownTitle: text(breakWideWords(cover.title, titleSizes[view.titleSize], textSpan, 'bold')),
    runningTitle: text(view.runningHead.title),
    runningClient: text(view.runningHead.client),
    runningPeriod: view.periods.current,
    client: cover.client === null ? null : text(cover.client),
    language,
    // Typst only accepts ISO 3166 regions, not 419 for Latin America.
    region: region?.length === 2 ? region : null,
    rtl: direction === 'rtl',
    digits: Array.from({ length: 10 }, (_, digit) => numberFormat(document.locale, {}).format(digit)),
    colors,
    sizes,
    titleSize: titleSizes[view.titleSize],
    spacing,
    strokes: chartStrokes,
    margin: page.side,
    labels: {
      contents: labels.contents,
      dataSources: labels.dataSources,
      notes: labels.notes,
      // The template replaces these with the numbers.
      page: labels.page('{page}', '{pages}'),
      empty: labels.noFigures,
    },
    logoAlternative: labels.logo(view.client ?? document.project_name),
    silhouette:
      view.silhouette && silhouetteSvg(layoutSparkLine(view.silhouette, page.width, coverHeight), colors.onBrand),
    facts: cover.facts.map(({ label, value }) => [label, text(value)]),
    sections: view.sections.map((section) => sectionData(section, setting)),
    sources: view.sources && tableData(view.sources, textSpan, text),
    warnings: view.warnings.map(text),
  };
}

function sectionData(section: SectionView, setting: Setting) {
  const { view, labels, colors, text } = setting;
  const heading = {
    title: section.title === null ? null : text(section.title),
    entry:
      section.title === null ? null : text(shortened(onOneLine(section.title), 1, typeScale.body, textSpan - entryEnd)),
    source: section.source === null ? null : text(section.source),
    note: section.note && breakWideWords(section.note, sizes.small, textSpan),
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
      return { ...heading, type: section.type, ...cardsData(section.items, setting) };
    case 'timeseries': {
      const chart = layoutLineChart(section.data, view.document, { width: textSpan, height: chartHeight });
      const { total, currentPeriod, comparePeriod, empty, alternative } = section;
      const { plot, width, height, fontSize, valueTicks, dateTicks } = chart;
      const geometry = lineChartGeometry(chart, colors);
      const drawn = { width, height, left: plot.left, bottom: plot.bottom, fontSize, valueTicks, dateTicks, geometry };
      return {
        ...heading,
        type: section.type,
        total: labelled(total, labels),
        currentPeriod,
        comparePeriod,
        empty,
        alternative,
        chart: drawn,
      };
    }
    case 'tables':
      return {
        ...heading,
        type: section.type,
        tables: section.tables.map((table) => tableData(table, textSpan, text)),
      };
    case 'text':
      return {
        ...heading,
        type: section.type,
        blocks: blocksData(section.blocks, section.title === null ? 0 : 1, view.direction),
      };
  }
}

/** A comparison whose earlier figure is labelled as such. */
function labelled({ value, before, change }: ComparisonView, labels: Labels): ComparisonView {
  return { value, before: before === null ? null : labels.before(before), change };
}

function cardsData(items: readonly KpiView[], { labels, colors, text }: Setting) {
  const { columns, width, valueSize } = layoutCards(items, textSpan, cardInset);
  const span = width - 2 * cardInset;
  return {
    columns,
    valueSize,
    inset: cardInset,
    shortLabels: items.every(({ label }) => textWidth(label, typeScale.small) <= span),
    items: items.map((item) => ({
      label: text(shortLabel(item.label, span)),
      ...labelled(item, labels),
      alternative: item.alternative,
      spark: item.spark.some((point) => point !== null)
        ? sparkLineSvg(layoutSparkLine(item.spark, 100, 24), colors)
        : null,
    })),
  };
}

type BlockData =
  | { readonly type: 'heading'; readonly level: number; readonly turned: boolean; readonly spans: readonly Span[] }
  | { readonly type: 'paragraph'; readonly turned: boolean; readonly spans: readonly Span[] }
  | {
      readonly type: 'list';
      readonly turned: boolean;
      readonly start: number | null;
      readonly items: readonly (readonly BlockData[])[];
    }
  | { readonly type: 'quote'; readonly turned: boolean; readonly blocks: readonly BlockData[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'rule' };

/** Typst renders a tab as a single space. */
const tab = ' '.repeat(4);

/** Blocks for the template, of a section whose heading has `level`. */
function blocksData(blocks: readonly MarkdownBlock[], level: number, direction: Direction): BlockData[] {
  const levelOf = headingLevels(level, deepestHeading);
  const convert = (block: MarkdownBlock): BlockData => {
    switch (block.type) {
      case 'heading':
        return { type: 'heading', level: levelOf(block.level), ...spansData(block.spans, direction) };
      case 'paragraph':
        return { type: 'paragraph', ...spansData(block.spans, direction) };
      case 'list': {
        const turned = runsAgainst(direction, blocksText(block.items.flat()));
        return { ...block, items: block.items.map((item) => item.map(convert)), turned };
      }
      case 'quote':
        return {
          type: 'quote',
          turned: runsAgainst(direction, blocksText(block.blocks)),
          blocks: block.blocks.map(convert),
        };
      case 'code':
        return { type: 'code', text: breakLongWords(block.text.replaceAll('\t', tab)) };
      case 'rule':
        return block;
    }
  };
  return blocks.map(convert);
}

function spansData(spans: readonly Span[], direction: Direction) {
  const turned = runsAgainst(direction, spans.map((span) => span.text).join(''));
  return { turned, spans: spans.map((span) => ({ ...span, text: breakLongWords(span.text) })) };
}
