import type { MarkdownBlock } from '../../documents/markdown.ts';
import type { KpisSection, TimeseriesSection } from '../../documents/model.ts';
import { clipped, onOneLine } from '../text/clean-text.ts';
import type { ComparisonView } from '../view/figure-views.ts';
import type { ReportView } from '../view/report-view.ts';
import type { SectionView } from '../view/section-views.ts';
import { type MailChart, mailChart } from './mail-chart.ts';
import { type MailGallery, mailGallery } from './mail-gallery.ts';

/** What an e-mail shows of a report, every figure as the report's own view has it. */
export interface MailContent {
  readonly title: string;
  readonly lead: string | null;
  readonly brandName: string | null;
  readonly figures: readonly MailFigure[];
  /** The first chart of the report; null where it has none with figures. */
  readonly chart: MailChart | null;
  /** Null where the report has no gallery. */
  readonly gallery: MailGallery | null;
  /** The first comment of the report. */
  readonly comment: {
    readonly head: string;
    readonly blocks: readonly MarkdownBlock[];
    readonly isCut: boolean;
  } | null;
  /** What to know about these figures, and the warnings of the whole report. */
  readonly notes: readonly string[];
  readonly footer: string | null;
}

export interface MailFigure extends ComparisonView {
  readonly label: string;
  /** Where it comes from; null where all figures come from the same connection. */
  readonly source: string | null;
  readonly goal: string | null;
}

const fewestFigures = 3;
const mostFigures = 6;
const longest = { title: 200, name: 80, note: 500 };
/** Programs cut mails above some 100 kB, and a mail is to be read at a glance. */
const mostNotes = 8;
const mostCommentCharacters = 3_000;

export function mailContent(view: ReportView): MailContent {
  const keyFigures = figuresOf(view);
  const chart = chartOf(view);
  const gallery = mailGallery(view);
  const used = new Set([
    ...keyFigures.map(({ section }) => section),
    ...(chart ? [chart.section] : []),
    ...(gallery ? [gallery.section] : []),
  ]);
  const notes = view.sections.flatMap(({ note }, index) => (used.has(index) && note !== null ? [note] : []));
  const told = [...new Set([...notes, ...view.warnings])].map((note) => clipped(onOneLine(note), longest.note));
  const { name = null } = view.brand.maker ?? {};
  return {
    title: clipped(onOneLine(view.document.title), longest.title),
    lead: view.lead && clipped(onOneLine(view.lead), longest.title),
    brandName: name && clipped(name, longest.name),
    figures: keyFigures.map(({ section, ...figure }) => figure),
    chart: chart?.drawn ?? null,
    gallery: gallery?.shown ?? null,
    comment: commentOf(view.sections),
    notes: told.length > mostNotes ? [...told.slice(0, mostNotes), view.labels.textCut] : told,
    footer: view.brand.footer && clipped(view.brand.footer, longest.title),
  };
}

type Placed = MailFigure & { readonly section: number };

/** The first key figures; where the report has few, what its series add up to. */
function figuresOf({ sections, document }: ReportView): Placed[] {
  const found = (type: 'kpis' | 'timeseries') =>
    sections.flatMap((section, index) => (section.type === type ? figuresOfSection(section, index, document) : []));
  const figures = found('kpis').slice(0, mostFigures);
  const isNew = ({ label, source }: Placed) => !figures.some((one) => one.label === label && one.source === source);
  for (const figure of figures.length < fewestFigures ? found('timeseries') : []) {
    if (figures.length < fewestFigures && isNew(figure)) figures.push(figure);
  }
  const isAlone = new Set(figures.map(({ source }) => source)).size === 1;
  return isAlone ? figures.map((figure) => ({ ...figure, source: null })) : figures;
}

function figuresOfSection(section: SectionView, index: number, document: ReportView['document']): Placed[] {
  const frozen = document.sections[index] as KpisSection | TimeseriesSection;
  const placed = (label: string, { value, before, change }: ComparisonView, goal: string | null) => {
    const source = clipped(onOneLine(frozen.connection_name), longest.name);
    return { label: clipped(onOneLine(label), longest.name), value, before, change, goal, source, section: index };
  };
  if (section.type === 'kpis') return section.items.map((item) => placed(item.label, item, item.goal?.text ?? null));
  // Figures of other days do not stand beside those of the period.
  if (section.type !== 'timeseries' || frozen.type !== 'timeseries' || frozen.span) return [];
  if (section.metrics.length > 0) return section.metrics.map((metric) => placed(metric.label, metric, null));
  return [placed(frozen.metric.label, section.total, null)];
}

function chartOf(view: ReportView): { readonly section: number; readonly drawn: MailChart } | null {
  for (const [index, section] of view.sections.entries()) {
    const drawn = mailChart(section, view);
    if (drawn) return { section: index, drawn };
  }
  return null;
}

function commentOf(sections: readonly SectionView[]): MailContent['comment'] {
  const comment = sections.find((section) => section.comment !== null)?.comment;
  if (!comment) return null;
  let room = mostCommentCharacters;
  const blocks = comment.blocks.filter((block, index) => {
    room -= JSON.stringify(block).length;
    return index === 0 ? room > -mostCommentCharacters : room > 0;
  });
  return { head: comment.head, blocks, isCut: comment.note !== null || blocks.length < comment.blocks.length };
}
