import { formatShare } from '../../documents/format.ts';
import { messagesFor } from '../../documents/messages/messages.ts';
import type { FunnelSection, FunnelStep } from '../../documents/model.ts';
import { clipped } from '../text/clean-text.ts';
import { changeView, figure } from './figure-views.ts';
import { type CellView, type ColumnView, figuresFit, type TableView } from './table-columns.ts';
import { longestLabel, type PeriodsContext } from './table-view.ts';

type Column = ColumnView & { readonly cell: (step: FunnelStep) => CellView };

/**
 * The steps with a bar each, the current period with its changes, then the compared one. The longest bar of both is that of
 * the greatest figure.
 */
export function funnelTables({ steps }: FunnelSection, context: PeriodsContext): TableView[] {
  const { document, compared, periods } = context;
  const words = messagesFor(document.locale).channels;
  const table = (period: 'current' | 'compare', isDrawn: boolean): TableView => {
    const columns: Column[] = [
      { header: words.step, kind: 'label', cell: ({ metric }) => ({ text: clipped(metric.label, longestLabel) }) },
      {
        header: periods[period] ?? '',
        kind: 'figure',
        cell: (step) => ({ text: figure(step[period], step.metric, document) }),
      },
      ...(isDrawn ? [barColumn(steps, period)] : []),
      {
        header: words.ofFirst,
        kind: 'figure',
        cell: (step) => ({ text: formatShare(step.of_first[period], document) }),
      },
      {
        header: words.ofPrevious,
        kind: 'figure',
        cell: ({ of_previous }) => ({ text: of_previous ? formatShare(of_previous[period], document) : '' }),
      },
      ...(compared && period === 'current' ? [changeColumn(steps, context)] : []),
    ];
    return {
      columns: columns.map(({ cell: _, ...column }) => column),
      rows: steps.map((step) => columns.map(({ cell }) => cell(step))),
      rest: null,
      total: null,
    };
  };
  const all = (isDrawn: boolean) => [table('current', isDrawn), ...(compared ? [table('compare', isDrawn)] : [])];
  const drawn = all(areComparable(steps));
  return drawn.every(figuresFit) ? drawn : all(false);
}

/** Bars of different units would say nothing. */
function areComparable(steps: readonly FunnelStep[]): boolean {
  return steps.every(({ metric }) => metric.unit === steps[0]?.metric.unit);
}

function barColumn(steps: readonly FunnelStep[], period: 'current' | 'compare'): Column {
  const longest = Math.max(0, ...steps.flatMap(({ current, compare }) => [current ?? 0, compare ?? 0]));
  const length = (value: number | null) => (longest > 0 ? Math.max(0, value ?? 0) / longest : 0);
  return { header: '', kind: 'bar', wide: true, cell: (step) => ({ text: '', bar: length(step[period]) }) };
}

function changeColumn(steps: readonly FunnelStep[], { document, labels, compared }: PeriodsContext): Column {
  const form = steps.some(({ compare }) => (compare ?? 0) < 0) ? 'absolute' : 'relative';
  return {
    header: labels.change,
    kind: 'change',
    cell: (step) => {
      const change = changeView(step, step.metric, document, compared, form);
      return change ? { text: change.text, change } : { text: '' };
    },
  };
}
