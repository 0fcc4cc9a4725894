import { formatDate, formatInstant, formatPeriod, formatShare } from '../../documents/format.ts';
import { messagesFor } from '../../documents/messages/messages.ts';
import type {
  Period,
  PortfolioFaultsSection,
  PortfolioFigure,
  PortfolioMetricSection,
  PortfolioProject,
  PortfolioProjectsSection,
  PortfolioSum,
  PortfolioSumsSection,
} from '../../documents/model.ts';
import { isOffCourse } from '../../documents/portfolio-course.ts';
import { clipped } from '../text/clean-text.ts';
import { changeView, figure } from './figure-views.ts';
import { paceText, shareOf, statusCell } from './goals-view.ts';
import type { SectionContext } from './section-context.ts';
import { sentencesText } from './sentences.ts';
import { type CellView, type ColumnView, figuresFit, type TableView } from './table-columns.ts';
import { longestLabel } from './table-view.ts';

/** What a section of the portfolio shows. */
interface PortfolioView {
  readonly title: string;
  readonly level: 1 | 2;
  readonly note: string | null;
  readonly tables: readonly TableView[];
}

type PortfolioSection =
  | PortfolioProjectsSection
  | PortfolioMetricSection
  | PortfolioSumsSection
  | PortfolioFaultsSection;

/** What a column's head says, and its cell in a row; a column that has nothing to say in any row is left out. */
interface Column<Row> extends ColumnView {
  readonly cell: (row: Row) => CellView;
  readonly isTold?: (row: Row) => boolean;
}

const mostNamed = 10;
const mostNoted = 12;

/** All projects side by side, as tables that every format shows alike. */
export function portfolioView(section: PortfolioSection, context: SectionContext): PortfolioView {
  switch (section.type) {
    case 'portfolio_projects':
      return projectsView(section, context);
    case 'portfolio_metric':
      return metricView(section, context);
    case 'portfolio_sums':
      return sumsView(section, context);
    case 'portfolio_faults':
      return faultsView(section, context);
  }
}

function projectsView(section: PortfolioProjectsSection, context: SectionContext): PortfolioView {
  const { document, labels } = context;
  const { portfolio: texts, goals, isolate } = messagesFor(document.locale);
  const name: Column<PortfolioProject> = {
    header: labels.project,
    kind: 'label',
    cell: ({ project_name }) => named(project_name),
  };
  const isJudged = ({ furthest }: PortfolioProject) => furthest !== null;
  const judged: Column<PortfolioProject>[] = [
    { header: goals.status, kind: 'change', cell: (row) => statusOf(row.furthest, context), isTold: isJudged },
    {
      header: texts.furthest,
      kind: 'label',
      cell: ({ furthest }) => ({ text: furthest ? clipped(furthest.metric.label, longestLabel) : '' }),
      isTold: isJudged,
    },
    { header: goals.pace, kind: 'figure', cell: (row) => paceOf(row.furthest, context), isTold: isJudged },
  ];
  const standing: Column<PortfolioProject>[] = [
    {
      header: texts.toRepair,
      kind: 'change',
      cell: ({ connections: { total, faulty } }) => {
        const text = faulty === 0 ? noFigure(context) : texts.ofAll(faulty, total);
        return { text, change: { text, direction: 'none', sentiment: faulty === 0 ? 'neutral' : 'bad' } };
      },
      isTold: ({ connections }) => connections.faulty > 0,
    },
    { header: labels.fetchedAt, kind: 'figure', cell: ({ read_at }) => ({ text: moment(read_at, context) }) },
  ];
  const items = taken(section.items, context);
  const cut = section.items.length - items.length + section.others;
  const unread = section.items.filter(({ read_at }) => read_at === null).map(({ project_name }) => project_name);
  const note = sentencesText([
    section.read && texts.read(moment(section.read.first, context), moment(section.read.last, context)),
    texts.order,
    section.items.some(isJudged) && goals.explained(isolate(formatDate(section.as_of, document.locale))),
    unread.length > 0 && texts.notRead(unread.length, unread.slice(0, mostNamed)),
    cut > 0 && labels.rowsCut(cut),
  ]);
  const layouts = [
    [[name, ...judged, ...standing]],
    [
      [name, ...judged],
      [name, ...standing],
    ],
  ];
  return { title: texts.projects, level: 1, note, tables: fitting(layouts, items) };
}

function metricView(section: PortfolioMetricSection, context: SectionContext): PortfolioView {
  const { document, labels, compared } = context;
  const { portfolio: texts, goals } = messagesFor(document.locale);
  const items = taken(section.items, context);
  const amount = (value: (item: PortfolioFigure) => number | null) => (item: PortfolioFigure) => ({
    text: value(item) === null ? '' : figure(value(item), item.metric, document),
  });
  // A column has one form of change: differences where a compared figure is below zero.
  const form = items.some(({ compare }) => (compare ?? 0) < 0) ? 'absolute' : 'relative';
  const name: Column<PortfolioFigure> = {
    header: labels.project,
    kind: 'label',
    cell: (item) => named(item.project_name, daysOf(item.period, context)),
  };
  const hasGoal = ({ goal }: PortfolioFigure) => goal !== null;
  const now: Column<PortfolioFigure>[] = [
    { header: labels.current, kind: 'figure', cell: (item) => ({ text: figure(item.current, item.metric, document) }) },
    {
      header: labels.change,
      kind: 'change',
      cell: (item) => {
        const change = item.compare_period && changeView(item, item.metric, document, compared, form);
        return change ? { text: change.text, change } : { text: '' };
      },
      isTold: ({ change }) => compared && change !== null,
    },
    { header: goals.goal, kind: 'figure', cell: amount(({ goal }) => goal?.target ?? null), isTold: hasGoal },
    {
      header: goals.share,
      kind: 'figure',
      cell: ({ goal }) => ({ text: typeof goal?.ratio === 'number' ? shareOf(goal.ratio, document) : '' }),
      isTold: hasGoal,
    },
    { header: goals.pace, kind: 'figure', cell: (item) => paceOf(item, context), isTold: hasGoal },
  ];
  const then: Column<PortfolioFigure>[] = [
    {
      header: goals.forecast,
      kind: 'figure',
      cell: amount(({ forecast }) => forecast),
      isTold: ({ forecast }) => forecast !== null,
    },
    {
      header: texts.left,
      kind: 'figure',
      cell: amount(({ budget_left }) => budget_left),
      isTold: ({ budget_left }) => budget_left !== null,
    },
  ];
  const cut = section.items.length - items.length;
  const note = sentencesText([...notesOf(items, context), cut > 0 && labels.rowsCut(cut)]);
  const [first, second, ...goalColumns] = now;
  const start = [first, second].filter((column) => column !== undefined);
  const layouts = [
    [[name, ...now, ...then]],
    [[name, ...now], ...(then.some(({ isTold }) => isTold && items.some(isTold)) ? [[name, ...then]] : [])],
    [
      [name, ...start],
      [name, ...goalColumns],
      [name, ...then],
    ],
  ];
  return { title: section.label, level: 2, note, tables: fitting(layouts, items) };
}

function sumsView(section: PortfolioSumsSection, context: SectionContext): PortfolioView {
  const { document, labels } = context;
  const { portfolio: texts, isolate } = messagesFor(document.locale);
  const day = (text: string | null) => text && isolate(formatDate(text, document.locale));
  const label = ({ label: text, metric, converted }: PortfolioSum) =>
    named(text, converted ? texts.converted(metric.currency ?? '', day(converted.rate_date)) : null);
  const columns: Column<PortfolioSum>[] = [
    { header: labels.metric, kind: 'label', cell: label },
    { header: texts.projects, kind: 'figure', cell: ({ projects }) => ({ text: count(projects, context) }) },
    {
      header: labels.period,
      kind: 'label',
      cell: ({ period, other_days }) => {
        const days = formatPeriod(period, document.locale);
        return other_days > 0 ? named(days, texts.otherDays(other_days)) : { text: days };
      },
      isTold: ({ period, other_days }) => other_days > 0 || daysOf(period, context) !== null,
    },
    {
      header: labels.total,
      kind: 'figure',
      cell: ({ value, metric }) => ({ text: figure(value, metric, document) }),
    },
  ];
  const items = taken(section.items, context);
  const cut = section.items.length - items.length;
  const unrated = items.filter(({ converted }) => converted && converted.missing.length > 0).slice(0, mostNoted);
  const note = sentencesText([
    ...unrated.map(({ label: text, converted }) => texts.noRate(text, converted?.missing ?? [])),
    cut > 0 && labels.rowsCut(cut),
  ]);
  return { title: texts.sums, level: 1, note, tables: fitting([[columns]], items) };
}

function faultsView(section: PortfolioFaultsSection, context: SectionContext): PortfolioView {
  const { labels } = context;
  const { portfolio: texts } = messagesFor(context.document.locale);
  type Row = PortfolioFaultsSection['items'][number];
  const columns: Column<Row>[] = [
    { header: labels.project, kind: 'label', cell: ({ project_name }) => named(project_name) },
    {
      header: labels.connection,
      kind: 'label',
      cell: ({ connection_name }) => (connection_name === null ? { text: noFigure(context) } : named(connection_name)),
    },
    { header: texts.reason, kind: 'label', cell: ({ kind }) => ({ text: texts.reasons[kind] }) },
    { header: labels.fetchedAt, kind: 'figure', cell: ({ read_at }) => ({ text: moment(read_at, context) }) },
  ];
  const items = taken(section.items, context);
  const cut = section.items.length - items.length;
  const note = sentencesText([cut > 0 && labels.rowsCut(cut)]);
  return { title: texts.faults, level: 1, note, tables: fitting([[columns]], items) };
}

/** As many rows as the report has room for. */
function taken<Row>(items: readonly Row[], { room }: SectionContext): readonly Row[] {
  const shown = items.slice(0, room.rows);
  room.rows -= shown.length;
  return shown;
}

/** The first layout whose figures fit on paper, or the last one. */
function fitting<Row>(layouts: readonly (readonly (readonly Column<Row>[])[])[], items: readonly Row[]): TableView[] {
  if (items.length === 0) return [];
  const made = layouts.map((tables) => tables.map((columns) => tableOf(columns, items)));
  return made.find((tables) => tables.every((table) => figuresFit(table))) ?? made.at(-1) ?? [];
}

function tableOf<Row>(columns: readonly Column<Row>[], items: readonly Row[]): TableView {
  const told = columns.filter(({ isTold }) => !isTold || items.some(isTold));
  return {
    columns: told.map(({ header, kind }) => ({ header, kind })),
    rows: items.map((item) => told.map(({ cell }) => cell(item))),
    ...{ rest: null, total: null },
  };
}

function named(name: string, added: string | null = null): CellView {
  const text = clipped(name, longestLabel);
  return { text: added === null ? text : `${text} (${added})` };
}

/** The days of a figure that are not the report's. */
function daysOf(period: Period, { document }: SectionContext): string | null {
  const { from, to } = document.periods.current;
  if (period.from === from && period.to === to) return null;
  return messagesFor(document.locale).isolate(formatPeriod(period, document.locale));
}

function moment(instant: string | null, context: SectionContext): string {
  const { locale, time_zone } = context.document;
  return instant === null ? noFigure(context) : formatInstant(instant, locale, time_zone);
}

/** What is spent is neither good nor bad by itself, but off its budget either way. */
function statusOf(item: PortfolioFigure | null, { document }: SectionContext): CellView {
  const isOff = item && isOffCourse(item);
  if (!item?.goal || isOff === null) return { text: '' };
  if (item.metric.better !== 'none') return statusCell(judged(item, item.goal), document);
  const { onCourse, offCourse } = messagesFor(document.locale).goals;
  const text = isOff ? offCourse : onCourse;
  return { text, change: { text, direction: 'none', sentiment: isOff ? 'bad' : 'good' } };
}

function paceOf(item: PortfolioFigure | null, context: SectionContext): CellView {
  return { text: item?.goal ? paceText(judged(item, item.goal), context.document) : '' };
}

function judged({ metric, current }: PortfolioFigure, goal: NonNullable<PortfolioFigure['goal']>) {
  return { ...goal, metric, reached: current };
}

/** What has to be known about figures, each once, with the projects that it is about. */
function notesOf(items: readonly PortfolioFigure[], { document }: SectionContext): string[] {
  const { isolate } = messagesFor(document.locale);
  const said = items.flatMap(({ project_name, notes }) => notes.map((note) => ({ project_name, note })));
  return [...Map.groupBy(said, ({ note }) => note)].slice(0, mostNoted).map(([note, about]) => {
    const projects = [...new Set(about.map(({ project_name }) => isolate(project_name)))];
    const more = projects.length > mostNamed ? ` +${count(projects.length - mostNamed, { document })}` : '';
    return `${projects.slice(0, mostNamed).join(', ')}${more}: ${note}.`;
  });
}

function count(value: number, { document }: Pick<SectionContext, 'document'>): string {
  return messagesFor(document.locale).portfolio.count(value);
}

function noFigure({ document }: SectionContext): string {
  return formatShare(null, document);
}
