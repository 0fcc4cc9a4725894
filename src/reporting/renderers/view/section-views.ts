import { rightToLeftLetter } from '../../documents/direction.ts';
import { formatPeriod } from '../../documents/format.ts';
import type { MarkdownBlock } from '../../documents/markdown.ts';
import { type Labels, messagesFor } from '../../documents/messages/messages.ts';
import type {
  BreakdownRow,
  BreakdownSection,
  ChannelsSection,
  CrosstabSection,
  FunnelSection,
  GallerySection,
  GoalsSection,
  HeatmapSection,
  Highlight,
  ImageSection,
  Kpi,
  KpisSection,
  Note,
  Period,
  ReportDocument,
  Section,
  TimeseriesSection,
} from '../../documents/model.ts';
import { mostRows } from '../../documents/section-settings.ts';
import { channelTables } from './channel-tables.ts';
import { type PartsView, partsView } from './chart-views.ts';
import { crosstabTable } from './crosstab-table.ts';
import { type ComparisonView, cardFigure, comparisonView, figure } from './figure-views.ts';
import { funnelTables } from './funnel-tables.ts';
import { type GalleryView, galleryView } from './gallery-view.ts';
import { goalsNote, goalTables, type KpiGoalView, kpiGoalView } from './goals-view.ts';
import { type HeatmapView, heatmapTable, heatmapView } from './heatmap-view.ts';
import { incidentLines } from './incidents-view.ts';
import { portfolioView } from './portfolio-view.ts';
import { type CommentView, commentView, textView } from './prose-views.ts';
import type { Room, SectionContext } from './section-context.ts';
import { sentencesText } from './sentences.ts';
import { seriesTitle, type TimeseriesView, timeseriesView } from './series-views.ts';
import { marksText } from './table-marks-text.ts';
import { breakdownTables, dimensionsText, rowCount, type TableView } from './table-view.ts';

/**
 * A section with every figure and date as text, and what somebody wrote about it; charts are still data, since each
 * format draws them in its own size.
 */
export type SectionView = SectionContent & { readonly comment: CommentView | null };

type SectionContent =
  | (Heading & { readonly type: 'highlights'; readonly items: readonly HighlightView[] })
  | (Heading & { readonly type: 'kpis'; readonly items: readonly KpiView[] })
  | (Heading & TimeseriesView)
  | (Heading & TablesView)
  | (Heading & { readonly type: 'text'; readonly blocks: readonly MarkdownBlock[] })
  | (Heading & PictureView)
  | (Heading & GalleryView)
  | (Heading & { readonly type: 'page_break' });

export interface TablesView {
  readonly type: 'tables';
  readonly tables: readonly TableView[];
  /** Columns and a heatmap stand for the tables, a ring beside them; null for tables alone. */
  readonly chart: PartsView | HeatmapView | null;
}

type DataSection =
  | KpisSection
  | TimeseriesSection
  | BreakdownSection
  | CrosstabSection
  | HeatmapSection
  | FunnelSection
  | GallerySection;

interface Heading {
  readonly title: string | null;
  /** 2 below the section that names the connected system. */
  readonly level: 1 | 2;
  /** Where the figures come from; null where it is obvious. */
  readonly source: string | null;
  /** What to know about the figures, and what was left out; null for nothing. */
  readonly note: string | null;
}

export interface HighlightView {
  readonly sentiment: Highlight['sentiment'];
  readonly mark: string;
  readonly text: string;
  /** Position of the section where its numbers can be checked. */
  readonly section: number | null;
}

export interface KpiView extends ComparisonView {
  readonly label: string;
  /** Null where there is no goal. */
  readonly goal: KpiGoalView | null;
  readonly spark: Kpi['spark'];
  readonly alternative: string;
}

export interface PictureView extends Pick<ImageSection, 'picture' | 'alternative' | 'caption'> {
  readonly type: 'image';
}

export function sectionView(section: Section, index: number, context: SectionContext): SectionView {
  return { ...sectionContent(section, context), comment: commentView(index + 1, context) };
}

function sectionContent(section: Section, context: SectionContext): SectionContent {
  const { labels } = context;
  switch (section.type) {
    case 'highlights':
      return {
        type: 'highlights',
        title: section.title ?? labels.highlights,
        level: 1,
        source: null,
        note: null,
        items: section.items.map((item) => ({ ...item, mark: labels[item.sentiment] })),
      };
    case 'kpis':
      return kpisView(section, context);
    case 'timeseries':
      return seriesView(section, context);
    case 'breakdown':
      return breakdownView(section, context);
    case 'crosstab':
      return crosstabView(section, context);
    case 'heatmap':
      return heatmapContent(section, context);
    case 'channels':
      return channelsView(section, context);
    case 'funnel':
      return funnelView(section, context);
    case 'goals':
      return goalsView(section, context);
    case 'gallery':
      return galleryContent(section, context);
    case 'portfolio_projects':
    case 'portfolio_metric':
    case 'portfolio_sums':
    case 'portfolio_faults':
      return { type: 'tables', source: null, chart: null, ...portfolioView(section, context) };
    case 'text':
      return textView(section, context);
    case 'image':
      return { ...section, level: 1, source: null, note: null };
    case 'page_break':
      return { ...section, level: 1, source: null, note: null };
  }
}

function kpisView(section: KpisSection, { document, labels, compared, notes }: SectionContext): SectionContent {
  const title = section.title ?? keyFiguresTitle(section, document, labels);
  return {
    type: 'kpis',
    title,
    ...standing(
      { ...section, title: title.endsWith(section.connection_name) ? section.connection_name : title },
      labels,
    ),
    note: noteText(notes.under(section)),
    items: section.items.map((item) => ({
      label: item.metric.label,
      goal: item.goal ? kpiGoalView(item.goal, item.metric, document) : null,
      spark: course(item.spark),
      alternative: sparkAlternative(item, document, labels),
      ...comparisonView(item, item.metric, document, compared, cardFigure),
    })),
  };
}

/** Headings of key figures of several systems are told apart, as the contents show headings alone. */
function keyFiguresTitle({ connection_name: name }: KpisSection, document: ReportDocument, labels: Labels): string {
  const untitled = document.sections.filter((each) => each.type === 'kpis' && each.title === null);
  const names = new Set(untitled.flatMap((each) => ('connection_name' in each ? each.connection_name : [])));
  return names.size > 1 ? `${labels.keyFigures} · ${name}` : labels.keyFigures;
}

/** Where a section stands, and its source unless a heading names it. */
function standing(
  { level, title, connection_name: name }: DataSection,
  labels: Labels,
): Pick<Heading, 'level' | 'source'> {
  const isNamed = level === 2 || title === name;
  return { level: level ?? 1, source: isNamed ? null : labels.source(name) };
}

function noteText(notes: readonly Note[], told: readonly string[] = []): string | null {
  return sentencesText([...told, ...notes.map(({ message }) => message)]);
}

const mostSparkPoints = 60;

/**
 * The spark line of a figure; none if only one day is known, which would be a single dot. Of more days than it has room
 * for, the means of as many in a row.
 */
function course(spark: Kpi['spark']): Kpi['spark'] {
  if (spark.filter((value) => value !== null).length <= 1) return [];
  const each = Math.ceil(spark.length / mostSparkPoints);
  if (each === 1) return spark;
  return Array.from({ length: Math.ceil(spark.length / each) }, (_, point) =>
    meanOf(spark.slice(point * each, (point + 1) * each)),
  );
}

function meanOf(values: Kpi['spark']): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((mean, value) => mean + value / known.length, 0);
}

function sparkAlternative({ metric, spark }: Kpi, document: ReportDocument, labels: Labels): string {
  const known = spark.flatMap((value) => (value === null ? [] : [value]));
  if (known.length === 0) return labels.chartEmpty(metric.label);
  const low = figure(Math.min(...known), metric, document);
  return labels.trend(metric.label, low, figure(Math.max(...known), metric, document));
}

function seriesView(section: TimeseriesSection, context: SectionContext): SectionContent {
  const own = section.span ? ofSpan(section.span, context) : context;
  const view = timeseriesView(section, own);
  const title = section.title ?? seriesTitle(section, context);
  return {
    title: section.span ? withDays(title, own.periods.current, context.document.locale) : title,
    ...standing(section, context.labels),
    note: withIncidents(noteText(context.notes.under(section), view.told), section, view, context),
    ...view,
  };
}

/** What watches found stands on lines of its own. */
function withIncidents(
  note: string | null,
  { incidents }: TimeseriesSection,
  view: TimeseriesView,
  { document }: SectionContext,
): string | null {
  const lines = incidentLines(view.incidents, incidents?.others ?? 0, document.locale);
  return [note, lines].filter((text) => text !== null).join('\n') || null;
}

/** A title and the days that it is about, which keep their order in a title that runs in another direction. No line ends within a day. */
function withDays(title: string, period: string, locale: string): string {
  const days = period.replace(/(?<!–) (?!–)/g, '\u00a0');
  const isMixed = messagesFor(locale).direction === 'rtl' || rightToLeftLetter.test(title);
  return `${title} · ${isMixed ? `\u2068${days}\u2069` : days}`;
}

/** The context of a series with days of its own, which are compared with none. */
function ofSpan(span: Period, context: SectionContext): SectionContext {
  const document = { ...context.document, periods: { current: span, compare: null } };
  const periods = { current: formatPeriod(span, document.locale), compare: null };
  return { ...context, document, compared: false, periods };
}

function goalsView(section: GoalsSection, { document, labels, room }: SectionContext): SectionContent {
  const items = section.items.slice(0, room.rows);
  room.rows -= items.length;
  const names = [...new Set(items.map(({ connection_name }) => connection_name))];
  const cut = section.items.length - items.length;
  return {
    type: 'tables',
    title: section.title ?? messagesFor(document.locale).goals.title,
    level: 1,
    source: names.length === 1 ? labels.source(names[0] ?? '') : null,
    note: [goalsNote(section, document), ...(cut > 0 ? [labels.rowsCut(cut)] : [])].join(' '),
    tables: goalTables({ ...section, items }, document),
    chart: null,
  };
}

function breakdownView(section: BreakdownSection, context: SectionContext): SectionContent {
  const { document, labels, compared, notes, room } = context;
  const { shown, elsewhere } = forMedium(section, context);
  const rows = withinRoom(shown.rows, room);
  const cut = shown.rows.length - rows.length;
  const others = Math.max(0, section.group_count - shown.rows.length);
  const leading = section.metrics[0]?.label ?? '';
  const chart = partsView({ ...shown, rows }, context);
  const { tables: texts } = messagesFor(document.locale);
  const told = [
    chart?.kind === 'columns' ? chart.told : null,
    cut > 0 ? labels.rowsCut(cut) : null,
    elsewhere > 0 ? texts.elsewhere(elsewhere) : null,
    marksText(section, document),
  ];
  return {
    type: 'tables',
    title: section.title ?? labels.breakdown(leading, dimensionsText(section)),
    ...standing(section, labels),
    note: noteText(
      notes.under(section),
      told.filter((sentence) => sentence !== null),
    ),
    tables: breakdownTables({ ...shown, rows, others }, { document, labels, compared }),
    chart,
  };
}

/** The rows that there is room for, each with all of its parts. */
function withinRoom(rows: readonly BreakdownRow[], room: Room): readonly BreakdownRow[] {
  const fitting = rows.findIndex((row) => {
    room.rows -= rowCount(row);
    return room.rows < 0;
  });
  if (fitting < 0) return rows;
  room.rows = 0;
  return rows.slice(0, fitting);
}

function crosstabView(section: CrosstabSection, context: SectionContext): SectionContent {
  const { document, labels, notes, room } = context;
  const rows = section.rows.slice(0, room.rows);
  room.rows -= rows.length;
  const cut = section.rows.length - rows.length;
  return {
    type: 'tables',
    title: section.title ?? labels.breakdown(section.metric.label, dimensionsText(section)),
    ...standing(section, labels),
    note: noteText(notes.under(section), cut > 0 ? [labels.rowsCut(cut)] : []),
    tables: [crosstabTable({ ...section, rows }, { document, labels, medium: context.medium })],
    chart: null,
  };
}

/** Paper shows the first rows of a long table, with all others in the last one. */
function forMedium(section: BreakdownSection, { medium }: SectionContext) {
  const { rows, rest_on_paper: rest = null } = section;
  const elsewhere = medium === 'web' ? 0 : rows.length - mostRows.paper;
  if (elsewhere <= 0) return { shown: section, elsewhere: 0 };
  return { shown: { ...section, rows: rows.slice(0, mostRows.paper), rest }, elsewhere };
}

function heatmapContent(section: HeatmapSection, context: SectionContext): SectionContent {
  const { labels, notes, document } = context;
  const { days } = messagesFor(document.locale);
  const { metric, by } = section;
  const chart = heatmapView(section, context);
  const told = chart.empty ? [] : [by === 'hour' ? days.meanOfHours : days.eachDay];
  return {
    type: 'tables',
    title: section.title ?? (by === 'hour' ? days.byHour(metric.label) : days.byWeek(metric.label)),
    ...standing(section, labels),
    note: noteText(notes.under(section), told),
    tables: [heatmapTable(section, context)],
    chart,
  };
}

function channelsView(section: ChannelsSection, context: SectionContext): SectionContent {
  return {
    type: 'tables',
    title: section.title ?? messagesFor(context.document.locale).channels.channels,
    level: 1,
    source: null,
    note: noteText(context.notes.under(section)),
    tables: channelTables(section, context),
    chart: null,
  };
}

function funnelView(section: FunnelSection, context: SectionContext): SectionContent {
  return {
    type: 'tables',
    title: section.title ?? messagesFor(context.document.locale).channels.funnel,
    ...standing(section, context.labels),
    note: noteText(context.notes.under(section)),
    tables: funnelTables(section, context),
    chart: null,
  };
}

function galleryContent(section: GallerySection, context: SectionContext): SectionContent {
  const { labels, notes } = context;
  const leading = section.metrics[0]?.label ?? '';
  return {
    title: section.title ?? labels.breakdown(leading, section.dimension.label),
    ...standing(section, labels),
    note: noteText(notes.under(section)),
    ...galleryView(section, context),
  };
}
