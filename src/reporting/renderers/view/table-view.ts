import { type FormatContext, formatShare } from '../../documents/format.ts';
import type { Labels } from '../../documents/messages/messages.ts';
import type { BreakdownCell, BreakdownRow, BreakdownSection, MetricDescription } from '../../documents/model.ts';
import { clipped } from '../text/clean-text.ts';
import { changeView, figure } from './figure-views.ts';
import { type CellView, type ColumnView, figuresFit, type TableView } from './table-columns.ts';

export type { CellView, ColumnView, TableView } from './table-columns.ts';

/** A column of one metric: what its head says and what a row's cell shows in it. */
interface MetricColumn extends ColumnView {
  readonly cell: (cell: BreakdownCell, bar: number) => CellView;
}

/** What the texts of a table depend on. */
export interface TableContext {
  readonly document: FormatContext;
  readonly labels: Labels;
  readonly compared: boolean;
}

const mostMetrics = 3;
/** How much of a label a table shows, about six printed lines: every letter costs the renderer time and memory. */
const longestLabel = 300;

/**
 * The tables of a breakdown: one, or several with up to three metrics each, as many as fit on paper. One metric always
 * fits: figures and changes have at most thirty letters.
 */
export function breakdownTables(section: BreakdownSection, context: TableContext, most = mostMetrics): TableView[] {
  const groups = evenGroups(section.metrics.length, most);
  const tables = groups.map((group) => breakdownTable(section, group, context));
  return most === 1 || tables.every(figuresFit) ? tables : breakdownTables(section, context, most - 1);
}

/** The positions of `count` metrics in groups of at most `most`; four become two and two rather than three and one. */
function evenGroups(count: number, most: number): number[][] {
  const each = Math.ceil(count / Math.ceil(count / most));
  const positions = Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: Math.ceil(count / each) }, (_, group) =>
    positions.slice(group * each, (group + 1) * each),
  );
}

function breakdownTable(section: BreakdownSection, indexes: readonly number[], context: TableContext): TableView {
  const { labels } = context;
  const groups = indexes.map((index) => {
    const metric = section.metrics[index] as MetricDescription;
    const shares = section.rows.map((row) => row.cells[index]?.share ?? null);
    const shared = index === 0 && shares.some((share) => share !== null);
    return { index, columns: metricColumns(metric, context, shared), lengths: barLengths(shares) };
  });
  const cells = (row: BreakdownRow, label: string, position: number): CellView[] => [
    { text: row.label === null ? label : clipped(row.label, longestLabel) },
    ...groups.flatMap(({ index, columns, lengths }) => {
      const cell = row.cells[index] ?? { current: null, compare: null, change: null, share: null };
      return columns.map((column) => column.cell(cell, lengths[position] ?? 0));
    }),
  ];
  const others = Math.max(0, section.group_count - section.rows.length);
  return {
    columns: [
      { header: section.dimension.label, kind: 'label' as const },
      ...groups.flatMap(({ columns }) => columns.map(({ header, kind }) => ({ header, kind }))),
    ],
    rows: section.rows.map((row, position) => cells(row, labels.noValue, position)),
    rest: section.rest && cells(section.rest, labels.rest(others), -1),
    total: cells(section.total, labels.total, -1),
  };
}

function metricColumns(
  metric: MetricDescription,
  { document, labels, compared }: TableContext,
  shared: boolean,
): MetricColumn[] {
  const columns: MetricColumn[] = [
    { header: metric.label, kind: 'figure', cell: ({ current }) => ({ text: figure(current, metric, document) }) },
  ];
  if (shared) {
    columns.push(
      { header: labels.share, kind: 'figure', cell: ({ share }) => ({ text: formatShare(share, document) }) },
      { header: '', kind: 'bar', cell: (_, bar) => ({ text: '', bar }) },
    );
  }
  if (compared) columns.push({ header: labels.change, kind: 'change', cell: (cell) => changeCell(cell) });
  return columns;

  function changeCell(cell: BreakdownCell): CellView {
    const change = changeView(cell, metric, document, compared);
    return change ? { text: change.text, change } : { text: '' };
  }
}

/** The length of a share's bar relative to the longest one, between 0 and 1. */
function barLengths(shares: readonly (number | null)[]): number[] {
  const longest = shares.reduce<number>((most, share) => Math.max(most, share ?? 0), 0);
  return shares.map((share) => (longest > 0 ? Math.max(0, share ?? 0) / longest : 0));
}
