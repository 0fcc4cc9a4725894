import { type ChangeForm, type FormatContext, formatShare } from '../../documents/format.ts';
import type { Labels } from '../../documents/messages/messages.ts';
import type { BreakdownCell, BreakdownRow, BreakdownSection, MetricDescription } from '../../documents/model.ts';
import { bounded } from '../charts/axis.ts';
import { restColor } from '../charts/donut.ts';
import { clipped } from '../text/clean-text.ts';
import { changeView, figure } from './figure-views.ts';
import { type CellView, type ColumnView, figuresFit, type TableView } from './table-columns.ts';

export type { CellView, ColumnView, TableView } from './table-columns.ts';

/** A column of one metric: what its head says and what a row's cell shows in it. */
interface MetricColumn extends ColumnView {
  readonly cell: (cell: BreakdownCell, bar: Bar) => CellView;
}

interface Bar {
  readonly bar: number;
  readonly from?: number;
}

const noBar: Bar = { bar: 0 };

/** What the texts of a table depend on. */
export interface TableContext {
  readonly document: FormatContext;
  readonly labels: Labels;
  readonly compared: boolean;
}

/** The same for tables that show the periods apart. */
export interface PeriodsContext extends TableContext {
  /** Both periods as texts. */
  readonly periods: { readonly current: string; readonly compare: string | null };
}

/** A breakdown with the rows that there is room for, and how many there are beyond these and the rest. */
export interface ShownBreakdown extends BreakdownSection {
  readonly others: number;
}

const mostMetrics = 3;
/** How much of a label a table shows, about six printed lines: every letter costs the renderer time and memory. */
export const longestLabel = 300;

/**
 * The tables of a breakdown: one, or several with up to three metrics each, as many as fit on paper. One metric always
 * fits: figures and changes have at most thirty letters.
 */
export function breakdownTables(section: ShownBreakdown, context: TableContext, most = mostMetrics): TableView[] {
  const groups = evenGroups(section.metrics.length, most);
  const tables = groups.map((group) => breakdownTable(section, group, context));
  return most === 1 || tables.every(figuresFit) ? tables : breakdownTables(section, context, most - 1);
}

/** The positions of `count` metrics in groups of at most `most`; four become two and two rather than three and one. */
export function evenGroups(count: number, most: number): number[][] {
  const each = Math.ceil(count / Math.ceil(count / most));
  const positions = Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: Math.ceil(count / each) }, (_, group) =>
    positions.slice(group * each, (group + 1) * each),
  );
}

function breakdownTable(section: ShownBreakdown, indexes: readonly number[], context: TableContext): TableView {
  const { labels } = context;
  const wideBars = section.display === 'bars';
  const lines = linesOf(section, labels);
  const groups = indexes.map((index) => {
    const metric = section.metrics[index] as MetricDescription;
    const cells = lines.map(({ row }) => row.cells[index]);
    const shares = cells.map((cell) => cell?.share ?? null);
    const shared = index === 0 && shares.some((share) => share !== null);
    // Bars of subtotals would dwarf those of their parts.
    const drawn = index > 0 || section.secondary ? 'nothing' : wideBars ? 'figure' : 'share';
    return {
      index,
      columns: metricColumns(metric, context, { shared, drawn, form: formOf(section, index) }),
      bars: wideBars ? barsOf(cells.map((cell) => cell?.current ?? null)) : barLengths(shares),
    };
  });
  const cells = (row: BreakdownRow, label: string, position: number, depth?: CellView['depth']): CellView[] => [
    {
      text: row.label === null ? label : clipped(row.label, longestLabel),
      ...(depth && { depth }),
      ...(section.display === 'donut' &&
        row !== section.total && { swatch: row === section.rest ? restColor : position }),
    },
    ...groups.flatMap(({ index, columns, bars }) => {
      const cell = row.cells[index] ?? { current: null, compare: null, change: null, share: null };
      return columns.map((column) => column.cell(cell, bars[position] ?? noBar));
    }),
  ];
  return {
    columns: [
      { header: dimensionsText(section), kind: 'label' as const },
      ...groups.flatMap(({ columns }) => columns.map(({ header, kind }) => ({ header, kind }))),
    ],
    ...(wideBars && { wideBars }),
    rows: lines.map(({ row, label, depth }, position) => cells(row, label, position, depth)),
    // It has no bar: all others together would dwarf each of them.
    rest: section.rest && cells(section.rest, labels.rest(section.others), -1),
    total: cells(section.total, labels.total, -1),
  };
}

/** What the rows of a table are of, with a secondary dimension of both. */
export function dimensionsText({ dimension, secondary }: Pick<BreakdownSection, 'dimension' | 'secondary'>): string {
  return secondary ? `${dimension.label} / ${secondary.label}` : dimension.label;
}

interface Line {
  readonly row: BreakdownRow;
  /** What a row without a label is called. */
  readonly label: string;
  readonly depth?: CellView['depth'];
}

/** The rows of a table as they stand below each other. */
function linesOf({ rows, secondary }: BreakdownSection, labels: Labels): Line[] {
  return rows.flatMap((row): Line[] => {
    const line = { row, label: labels.noValue };
    if (!secondary) return [line];
    const { parts } = row;
    const others = parts?.rest && labels.rest(Math.max(0, parts.group_count - parts.rows.length));
    return [
      { ...line, depth: 'group' },
      ...(parts?.rows ?? []).map((part): Line => ({ row: part, label: labels.noValue, depth: 'part' })),
      ...(parts?.rest ? [{ row: parts.rest, label: others ?? '', depth: 'others' as const }] : []),
    ];
  });
}

/** How many rows a row stands for. */
export function rowCount({ parts }: BreakdownRow): number {
  return 1 + (parts ? parts.rows.length + (parts.rest ? 1 : 0) : 0);
}

/** All rows of a table with their parts. */
export function allRows({ rows }: Pick<BreakdownSection, 'rows'>): BreakdownRow[] {
  return rows.flatMap((row) => [
    row,
    ...(row.parts ? [...row.parts.rows, ...(row.parts.rest ? [row.parts.rest] : [])] : []),
  ]);
}

/** A column has one form of change: differences where a compared figure is below zero, otherwise parts of it. */
function formOf(section: BreakdownSection, index: number): ChangeForm {
  const { rest, total } = section;
  const compared = [...allRows(section), ...(rest ? [rest] : []), total].map(({ cells }) => cells[index]?.compare ?? 0);
  return compared.some((figure) => figure < 0) ? 'absolute' : 'relative';
}

interface MetricShown {
  readonly shared: boolean;
  /** What the bars are of. */
  readonly drawn: 'figure' | 'share' | 'nothing';
  readonly form: ChangeForm;
}

function metricColumns(
  metric: MetricDescription,
  { document, labels, compared }: TableContext,
  { shared, drawn, form }: MetricShown,
): MetricColumn[] {
  const bars: MetricColumn = { header: '', kind: 'bar', cell: (_, bar) => ({ text: '', ...bar }) };
  const columns: MetricColumn[] = [
    {
      header: metric.label,
      kind: 'figure',
      cell: ({ current, mark }) => ({ text: figure(current, metric, document), ...(mark && { mark }) }),
    },
  ];
  if (drawn === 'figure') columns.push(bars);
  if (shared) {
    columns.push({
      header: labels.share,
      kind: 'figure',
      cell: ({ share }) => ({ text: formatShare(share, document) }),
    });
    if (drawn === 'share') columns.push(bars);
  }
  if (compared) columns.push({ header: labels.change, kind: 'change', cell: (cell) => changeCell(cell) });
  return columns;

  function changeCell(cell: BreakdownCell): CellView {
    const change = changeView(cell, metric, document, compared, form);
    return change ? { text: change.text, change } : { text: '' };
  }
}

/** The bar of a share, relative to the longest one. */
function barLengths(shares: readonly (number | null)[]): Bar[] {
  const longest = shares.reduce<number>((most, share) => Math.max(most, share ?? 0), 0);
  return shares.map((share) => ({ bar: longest > 0 ? Math.max(0, share ?? 0) / longest : 0 }));
}

/** The bars of figures from a common zero, negative ones before it. */
function barsOf(figures: readonly (number | null)[]): Bar[] {
  const known = figures.map((value) => bounded(value ?? 0));
  const [low, high] = [Math.min(0, ...known), Math.max(0, ...known)];
  if (low === high) return [];
  const share = (value: number) => value / (high - low);
  return known.map((value) => ({
    bar: Math.abs(share(value)),
    ...(low < 0 && { from: share(Math.min(0, value) - low) }),
  }));
}
