import { metricInRow } from '../../documents/channels.ts';
import { messagesFor } from '../../documents/messages/messages.ts';
import type { ChannelsSection, ChannelTotal } from '../../documents/model.ts';
import { clipped } from '../text/clean-text.ts';
import { changeView, figure } from './figure-views.ts';
import { type CellView, type ColumnView, figuresFit, type TableView } from './table-columns.ts';
import { evenGroups, longestLabel, type PeriodsContext } from './table-view.ts';

/** More figures with their changes are never on one page. */
const mostMetrics = 6;

/**
 * Systems side by side: the current period with its changes, then the compared one, each in as many tables as its figures
 * need on paper.
 */
export function channelTables(section: ChannelsSection, context: PeriodsContext): TableView[] {
  const current = tables(section, 'current', context, mostMetrics);
  return context.compared ? [...current, ...tables(section, 'compare', context, 2 * mostMetrics)] : current;
}

function tables(
  section: ChannelsSection,
  period: 'current' | 'compare',
  context: PeriodsContext,
  most: number,
): TableView[] {
  const made = evenGroups(section.metrics.length, most).map((group) => channelTable(section, group, period, context));
  return most === 1 || made.every(figuresFit) ? made : tables(section, period, context, most - 1);
}

function channelTable(
  { metrics, rows, total }: ChannelsSection,
  group: readonly number[],
  period: 'current' | 'compare',
  { document, labels, compared, periods }: PeriodsContext,
): TableView {
  const changes = compared && period === 'current';
  const columns = group.flatMap((index): (ColumnView & { cell: (row: ChannelTotal) => CellView })[] => {
    const metric = metrics[index];
    if (!metric) return [];
    const all = [...rows, ...(total ? [total] : [])].map(({ cells }) => cells[index]?.compare ?? 0);
    // A column has one form of change: differences where a compared figure is below zero.
    const form = all.some((before) => before < 0) ? 'absolute' : 'relative';
    const text = (row: ChannelTotal) => ({
      text: figure(row.cells[index]?.[period] ?? null, metricInRow(row, metric), document),
    });
    const change = (row: ChannelTotal): CellView => {
      const cell = row.cells[index];
      const view = cell && changeView(cell, metricInRow(row, metric), document, compared, form);
      return view ? { text: view.text, change: view } : { text: '' };
    };
    const own = { header: metric.label, kind: 'figure' as const, cell: text };
    return changes ? [own, { header: labels.change, kind: 'change', cell: change }] : [own];
  });
  const line = (label: string, row: ChannelTotal): CellView[] => [
    { text: clipped(label, longestLabel) },
    ...columns.map(({ cell }) => cell(row)),
  ];
  const head = compared ? (periods[period] ?? '') : messagesFor(document.locale).channels.channel;
  return {
    columns: [{ header: head, kind: 'label' }, ...columns.map(({ header, kind }) => ({ header, kind }))],
    rows: rows.map((row) => line(row.label, row)),
    rest: null,
    total: total && line(labels.total, total),
  };
}
