import { hasParts } from '../../documents/adding-up.ts';
import { quotient } from '../../documents/arithmetic.ts';
import { compare } from '../../documents/comparison.ts';
import type { BreakdownRow, BreakdownSection, FurtherRows } from '../../documents/model.ts';
import { compared, comparedHeads, type FigureContext, figure, type SectionFigures } from './compared-figures.ts';
import type { FigureRow } from './figure-table.ts';

/** The rows that a report shows and those behind them, with everything else in one row, and the total. */
export function breakdownFigures(section: BreakdownSection, context: FigureContext): SectionFigures {
  const { dimension, metrics, total, group_count: groups, marks, further } = section;
  const { labels, goals } = context.messages;
  const rows = [...section.rows, ...(further ? furtherRows(section, further) : [])];
  const rest = further ? further.rest : section.rest;
  const goalOf = metrics.map((_, index) => marks?.goals[index] ?? null);
  const row = (of: BreakdownRow, name: string, part?: string): FigureRow => ({
    row: name,
    name,
    ...(part !== undefined && { part }),
    figures: metrics.flatMap((metric, index) => {
      const { current } = context.periods;
      const cell = of.cells[index];
      const goal = goalOf[index];
      // Rows that are parts of the total have no goal of their own.
      const target = goal && (of === total || !goal.standing) ? goal.target : null;
      return [
        ...compared(metric, cell, context),
        ...(hasParts(metric) ? [figure(metric, 'share', current, cell?.share ?? null, labels.share)] : []),
        ...(goal ? [figure(metric, 'target', current, target, goals.goal)] : []),
      ];
    }),
  });
  const columns = metrics.flatMap((metric, index) => [
    ...comparedHeads(context, metric.label),
    ...(hasParts(metric) ? [`${metric.label}: ${labels.share}`] : []),
    ...(goalOf[index] ? [`${metric.label}: ${goals.goal}`] : []),
  ]);
  const withParts = (of: BreakdownRow): FigureRow[] => {
    const name = of.label ?? labels.noValue;
    const { parts } = of;
    if (!parts) return [row(of, name)];
    return [
      row(of, name),
      ...parts.rows.map((part) => row(part, name, part.label ?? labels.noValue)),
      ...(parts.rest ? [row(parts.rest, name, labels.rest(Math.max(0, parts.group_count - parts.rows.length)))] : []),
    ];
  };
  return {
    head: dimension.label,
    ...(section.secondary && { partHead: section.secondary.label }),
    columns,
    byPeriod: false,
    rows: [
      ...rows.flatMap(withParts),
      ...(rest ? [row(rest, labels.rest(Math.max(0, groups - rows.length)))] : []),
      row(total, labels.total),
    ],
  };
}

function furtherRows({ metrics, total }: BreakdownSection, { rows }: FurtherRows): BreakdownRow[] {
  return rows.map(({ label, current, compare: before }) => ({
    label,
    cells: metrics.map(({ better }, at) => {
      const comparison = compare(current[at] ?? null, before[at] ?? null, better);
      const whole = total.cells[at];
      const isPart = comparison.current !== null && typeof whole?.current === 'number' && whole.share !== null;
      return { ...comparison, share: isPart ? quotient(comparison.current, whole.current) : null };
    }),
  }));
}
