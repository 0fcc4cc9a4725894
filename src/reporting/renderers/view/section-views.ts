import { type MarkdownBlock, parseMarkdown } from '../../documents/markdown.ts';
import type { Labels } from '../../documents/messages/messages.ts';
import type {
  BreakdownSection,
  Highlight,
  Kpi,
  KpisSection,
  Note,
  ReportDocument,
  Section,
  TextSection,
  TimeseriesSection,
} from '../../documents/model.ts';
import { type ComparisonView, cardFigure, comparisonView, figure } from './figure-views.ts';
import { breakdownTables, type TableView } from './table-view.ts';

/**
 * A section with every figure and date as text; charts are still data, since each format draws them in its own size.
 */
export type SectionView =
  | (Heading & { readonly type: 'highlights'; readonly items: readonly HighlightView[] })
  | (Heading & { readonly type: 'kpis'; readonly items: readonly KpiView[] })
  | (Heading & TimeseriesView)
  | (Heading & { readonly type: 'tables'; readonly tables: readonly TableView[] })
  | (Heading & { readonly type: 'text'; readonly blocks: readonly MarkdownBlock[] });

interface Heading {
  readonly title: string | null;
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
  readonly spark: Kpi['spark'];
  readonly alternative: string;
}

export interface TimeseriesView {
  readonly type: 'timeseries';
  readonly data: TimeseriesSection;
  readonly total: ComparisonView;
  readonly currentPeriod: string;
  readonly comparePeriod: string | null;
  readonly empty: boolean;
  readonly alternative: string;
}

/** The room left: rows of tables, and for texts lines, characters and formatting marks such as `*`. */
export interface Room {
  rows: number;
  lines: number;
  characters: number;
  marks: number;
}

/** The context of a section view: the document, and whether the report compares two periods. */
export interface SectionContext {
  readonly document: ReportDocument;
  readonly labels: Labels;
  readonly compared: boolean;
  /** Both periods as texts. */
  readonly periods: { readonly current: string; readonly compare: string | null };
  /** What earlier sections left for this one. */
  readonly room: Room;
}

export function sectionView(section: Section, context: SectionContext): SectionView {
  const { labels } = context;
  switch (section.type) {
    case 'highlights':
      return {
        type: 'highlights',
        title: section.title ?? labels.highlights,
        source: null,
        note: null,
        items: section.items.map((item) => ({ ...item, mark: labels[item.sentiment] })),
      };
    case 'kpis':
      return kpisView(section, context);
    case 'timeseries':
      return timeseriesView(section, context);
    case 'breakdown':
      return breakdownView(section, context);
    case 'text':
      return textView(section, context);
  }
}

function kpisView(section: KpisSection, { document, labels, compared }: SectionContext): SectionView {
  return {
    type: 'kpis',
    title: section.title ?? labels.keyFigures,
    source: labels.source(section.connection_name),
    note: noteText(section.notes),
    items: section.items.map((item) => ({
      label: item.metric.label,
      spark: course(item.spark),
      alternative: sparkAlternative(item, document, labels),
      ...comparisonView(item, item.metric, document, compared, cardFigure),
    })),
  };
}

function noteText(notes: readonly Note[] = [], cut: string | null = null): string | null {
  const sentences = [...notes.map(({ message }) => message), ...(cut === null ? [] : [cut])];
  // The East Asian full stop brings its own space, so none follows it.
  return sentences.reduce((text, sentence) => text + (/(^|。)$/.test(text) ? '' : ' ') + sentence, '') || null;
}

/** The spark line of a figure; none if only one day is known, which would be a single dot. */
function course(spark: Kpi['spark']): Kpi['spark'] {
  return spark.filter((value) => value !== null).length > 1 ? spark : [];
}

function sparkAlternative({ metric, spark }: Kpi, document: ReportDocument, labels: Labels): string {
  const known = spark.flatMap((value) => (value === null ? [] : [value]));
  if (known.length === 0) return labels.chartEmpty(metric.label);
  const low = figure(Math.min(...known), metric, document);
  return labels.trend(metric.label, low, figure(Math.max(...known), metric, document));
}

function timeseriesView(section: TimeseriesSection, context: SectionContext): SectionView {
  const { document, labels, compared } = context;
  const { metric, by, current, compare } = section;
  const total = comparisonView(section.total, metric, document, compared);
  const { current: currentPeriod, compare: comparePeriod } = context.periods;
  const empty = [...current, ...(compare ?? [])].every(({ value }) => value === null);
  const described = comparePeriod
    ? labels.chartCompared(metric.label, currentPeriod, total.value, comparePeriod, total.before ?? '')
    : labels.chart(metric.label, currentPeriod, total.value);
  return {
    type: 'timeseries',
    title: section.title ?? labels.series(metric.label, by),
    source: labels.source(section.connection_name),
    note: noteText(section.notes),
    data: section,
    total,
    currentPeriod,
    comparePeriod,
    empty,
    alternative: empty ? labels.chartEmpty(metric.label) : described,
  };
}

function breakdownView(section: BreakdownSection, { document, labels, compared, room }: SectionContext): SectionView {
  const rows = section.rows.slice(0, room.rows);
  room.rows -= rows.length;
  const cut = section.rows.length - rows.length;
  const leading = section.metrics[0]?.label ?? '';
  return {
    type: 'tables',
    title: section.title ?? labels.breakdown(leading, section.dimension.label),
    source: labels.source(section.connection_name),
    note: noteText(section.notes, cut > 0 ? labels.rowsCut(cut) : null),
    tables: breakdownTables({ ...section, rows }, { document, labels, compared }),
  };
}

function textView({ title, markdown }: TextSection, { labels, room }: SectionContext): SectionView {
  const text = fitting(markdown, room);
  const note = text.length < markdown.length ? labels.textCut : null;
  return { type: 'text', title, source: null, note, blocks: parseMarkdown(text) };
}

/** As much of a text as there is room for. */
function fitting(markdown: string, room: Room): string {
  const kept: string[] = [];
  for (const line of markdown.slice(0, room.characters).split('\n', room.lines)) {
    const marks = line.match(/[*_`[<]/g)?.length ?? 0;
    if (marks > room.marks) break;
    room.marks -= marks;
    kept.push(line);
  }
  const text = kept.join('\n');
  room.lines -= kept.length;
  room.characters -= text.length;
  return text;
}
