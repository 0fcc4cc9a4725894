import { formatShare } from '../../documents/format.ts';
import type { NamedFigure } from '../../documents/messages/charts/en.ts';
import { messagesFor } from '../../documents/messages/messages.ts';
import type { BreakdownRow, BreakdownSection, MetricDescription } from '../../documents/model.ts';
import { fitsScale, type PartColumn } from '../charts/column-chart.ts';
import type { Slice } from '../charts/donut.ts';
import { clipped } from '../text/clean-text.ts';
import { type ComparisonView, comparisonView, figure } from './figure-views.ts';
import type { SectionContext } from './section-context.ts';

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
  /** What the chart leaves out; null for nothing. */
  readonly told: string | null;
  readonly alternative: string;
}

export interface DonutView {
  readonly kind: 'donut';
  /** Each part as a fraction of the whole ring, in the order of the table's rows, the rest last. */
  readonly slices: readonly Slice[];
  readonly alternative: string;
}

/** How many letters of a part's name a chart shows or tells. */
const longestPart = 80;

/** The picture of a breakdown; null where it is a table, or where its figures cannot be parts of a ring. */
export function partsView(section: BreakdownSection, context: SectionContext): PartsView | null {
  if (section.display === 'columns') return columnsView(section, context);
  return section.display === 'donut' ? donutView(section, context) : null;
}

function columnsView(section: BreakdownSection, context: SectionContext): ColumnsView {
  const { document, labels, compared, periods } = context;
  const { metrics, total, group_count, rows, rest } = section;
  const { charts } = messagesFor(document.locale);
  const metric = metrics[0] as MetricDescription;
  const restLabel = labels.rest(Math.max(0, group_count - rows.length));
  const part = (row: BreakdownRow, isRest: boolean): PartColumn => {
    const { current = null, compare = null } = row.cells[0] ?? {};
    return { label: isRest ? restLabel : partName(row, context), current, compare: compared ? compare : null, isRest };
  };
  // Of a metric that does not add up, all others together have no figure.
  const own = rows.map((row) => part(row, false));
  const others = (rest ? [part(rest, true)] : []).filter(
    ({ current, compare }) => current !== null || compare !== null,
  );
  const all = [...own, ...others];
  const beyond = others.find((each) => !fitsScale(each, own));
  const empty = all.every(({ current, compare }) => current === null && compare === null);
  const whole = total.cells[0] ?? { current: null, compare: null, change: null };
  const named = ({ label, current }: PartColumn) => ({ name: label, figure: figure(current, metric, document) });
  return {
    kind: 'columns',
    metric,
    parts: beyond ? own : all,
    total: comparisonView(whole, metric, document, compared),
    currentPeriod: periods.current,
    comparePeriod: periods.compare,
    empty,
    told: beyond ? charts.beyondScale(named(beyond), compared ? figure(beyond.compare, metric, document) : null) : null,
    alternative: empty ? labels.chartEmpty(metric.label) : describedParts('columns', section, all.map(named), context),
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
export function sentences(...texts: readonly string[]): string {
  return texts.reduce((told, text) => `${told}${told.endsWith('。') ? '' : ' '}${text}`);
}
