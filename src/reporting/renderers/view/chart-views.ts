import { formatShare } from '../../documents/format.ts';
import type { ChartFacts, NamedFigure } from '../../documents/messages/charts/en.ts';
import { messagesFor } from '../../documents/messages/messages.ts';
import type {
  BreakdownRow,
  BreakdownSection,
  MetricDescription,
  MetricSeries,
  ReportDocument,
  TimeseriesSection,
} from '../../documents/model.ts';
import { type SeriesDisplay, seriesDisplays } from '../../documents/section-settings.ts';
import type { PartColumn } from '../charts/column-chart.ts';
import type { Slice } from '../charts/donut.ts';
import { clipped } from '../text/clean-text.ts';
import { type ComparisonView, comparisonView, figure } from './figure-views.ts';
import type { SectionContext } from './section-context.ts';

export interface TimeseriesView {
  readonly type: 'timeseries';
  /** Without the compared period where several metrics are drawn: no more than four lines can be told apart. */
  readonly data: TimeseriesSection;
  readonly total: ComparisonView;
  /** Every metric of a chart of several, with its total; none of a chart of one. */
  readonly metrics: readonly MetricView[];
  readonly currentPeriod: string;
  readonly comparePeriod: string | null;
  /** The name of the goal's line; null without one. */
  readonly goal: string | null;
  readonly empty: boolean;
  readonly alternative: string;
}

export interface MetricView extends ComparisonView {
  readonly label: string;
}

/** The picture of a breakdown: columns side by side, or a ring. */
export type PartsView = ColumnsView | DonutView;

export interface ColumnsView {
  readonly kind: 'columns';
  readonly metric: MetricDescription;
  readonly parts: readonly PartColumn[];
  readonly total: ComparisonView;
  readonly currentPeriod: string;
  readonly comparePeriod: string | null;
  readonly empty: boolean;
  readonly alternative: string;
}

export interface DonutView {
  readonly kind: 'donut';
  /** Each part as a fraction of the whole ring, in the order of the table's rows, the rest last. */
  readonly slices: readonly Slice[];
  readonly alternative: string;
}

/** More columns than this would be too thin to be told apart: they become lines. */
const mostColumns = 370;
/** How many letters of a part's name a chart shows or tells. */
const longestPart = 80;

export function timeseriesView(section: TimeseriesSection, context: SectionContext): TimeseriesView {
  const { document, labels, compared, periods } = context;
  const { charts, goals } = messagesFor(document.locale);
  const all: readonly MetricSeries[] = [section, ...(section.others ?? [])];
  const several = all.length > 1;
  const data = several ? { ...section, compare: null } : section;
  const comparePeriod = several ? null : periods.compare;
  const views = all.map(({ metric, total }) => {
    return { label: metric.label, ...comparisonView(total, metric, document, compared) };
  });
  const total = comparisonView(section.total, section.metric, document, compared);
  const empty = [data.current, data.compare ?? [], ...(section.others ?? []).map(({ current }) => current)]
    .flat()
    .every(({ value }) => value === null);
  const display = shownAs(section.display, Math.max(...all.map(({ current }) => current.length)) * all.length);
  const names = views.map(({ label }) => label);
  const facts: ChartFacts = { kind: display, metrics: names, dimension: null, period: periods.current, comparePeriod };
  const figures = several
    ? charts.figures(views.map(({ label, value }) => ({ name: label, figure: value })))
    : charts.overall(total.value, comparePeriod && (total.before ?? ''));
  return {
    type: 'timeseries',
    data: { ...data, display },
    total,
    metrics: several ? views : [],
    currentPeriod: periods.current,
    comparePeriod,
    goal: section.goal ? goals.goal : null,
    empty,
    alternative: empty
      ? labels.chartEmpty(charts.together(names))
      : sentences(charts.described(facts), figures, ...goalAlternative(section, document)),
  };
}

/** The title of a series that has none of its own. */
export function seriesTitle(section: TimeseriesSection, { document, labels }: SectionContext): string {
  const all: readonly MetricSeries[] = [section, ...(section.others ?? [])];
  const { charts } = messagesFor(document.locale);
  return labels.series(charts.together(all.map(({ metric }) => metric.label)), section.by);
}

function shownAs(display: string | undefined, columns: number): SeriesDisplay {
  const known = seriesDisplays.find((each) => each === display) ?? 'line';
  return known === 'columns' && columns > mostColumns ? 'line' : known;
}

/** The picture of a breakdown; null where it is a table, or where its figures cannot be parts of a ring. */
export function partsView(section: BreakdownSection, context: SectionContext): PartsView | null {
  if (section.display === 'columns') return columnsView(section, context);
  return section.display === 'donut' ? donutView(section, context) : null;
}

function columnsView(section: BreakdownSection, context: SectionContext): ColumnsView {
  const { document, labels, compared, periods } = context;
  const { metrics, total, group_count, rows, rest } = section;
  const metric = metrics[0] as MetricDescription;
  const restLabel = labels.rest(Math.max(0, group_count - rows.length));
  const part = (row: BreakdownRow, isRest: boolean): PartColumn => {
    const { current = null, compare = null } = row.cells[0] ?? {};
    return { label: isRest ? restLabel : partName(row, context), current, compare: compared ? compare : null, isRest };
  };
  // Of a metric that does not add up, all others together have no figure.
  const parts = [...rows.map((row) => part(row, false)), ...(rest ? [part(rest, true)] : [])].filter(
    ({ isRest, current, compare }) => !isRest || current !== null || compare !== null,
  );
  const empty = parts.every(({ current, compare }) => current === null && compare === null);
  const whole = total.cells[0] ?? { current: null, compare: null, change: null };
  const told = parts.map(({ label, current }) => ({ name: label, figure: figure(current, metric, document) }));
  return {
    kind: 'columns',
    metric,
    parts,
    total: comparisonView(whole, metric, document, compared),
    currentPeriod: periods.current,
    comparePeriod: periods.compare,
    empty,
    alternative: empty ? labels.chartEmpty(metric.label) : describedParts('columns', section, told, context),
  };
}

/** Parts of nothing, and negative ones, cannot be drawn as a ring; the table shows them. */
function donutView(section: BreakdownSection, context: SectionContext): DonutView | null {
  const { document, labels } = context;
  const all = [...section.rows, ...(section.rest ? [section.rest] : [])];
  const figures = all.map(({ cells }) => cells[0]?.current ?? 0);
  const scale = Math.max(1, ...figures.map(Math.abs));
  const sum = figures.reduce((whole, value) => whole + value / scale, 0);
  const whole = Math.max(sum, (section.total.cells[0]?.current ?? 0) / scale);
  if (!(whole > 0) || !Number.isFinite(whole) || figures.some((value) => value < 0)) return null;
  const slices = all.map((row, index): Slice => {
    const share = (figures[index] ?? 0) / scale / whole;
    return { share, text: formatShare(share, document), isRest: row === section.rest };
  });
  const restLabel = labels.rest(Math.max(0, section.group_count - section.rows.length));
  const told = slices.map(({ text, isRest }, index) => {
    const row = all[index];
    return { name: isRest || !row ? restLabel : partName(row, context), figure: text };
  });
  return { kind: 'donut', slices, alternative: describedParts('donut', section, told, context) };
}

function partName({ label }: BreakdownRow, { labels }: SectionContext): string {
  return label === null ? labels.noValue : clipped(label, longestPart);
}

function describedParts(
  kind: PartsView['kind'],
  { metrics, dimension }: BreakdownSection,
  told: readonly NamedFigure[],
  { document, periods }: SectionContext,
): string {
  const { charts } = messagesFor(document.locale);
  const comparePeriod = kind === 'columns' ? periods.compare : null;
  const named = { metrics: [metrics[0]?.label ?? ''], dimension: dimension.label };
  return sentences(charts.described({ kind, ...named, period: periods.current, comparePeriod }), charts.figures(told));
}

/** The East Asian full stop brings its own space. */
function sentences(...texts: readonly string[]): string {
  return texts.reduce((told, text) => `${told}${told.endsWith('。') ? '' : ' '}${text}`);
}

/** The goals of the points, from the least to the greatest. */
function goalAlternative({ goal = [], metric }: TimeseriesSection, document: ReportDocument): string[] {
  const amounts = goal.filter((amount) => amount !== null);
  if (amounts.length === 0) return [];
  const ends = [Math.min(...amounts), Math.max(...amounts)].map((amount) => figure(amount, metric, document));
  return [messagesFor(document.locale).goals.chart([...new Set(ends)].join(' – '))];
}
