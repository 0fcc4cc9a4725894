import { difference } from './arithmetic.ts';
import type { ConnectionFigures } from './figures.ts';
import { periodStanding } from './goal-standing.ts';
import { type GoalsInput, goalsOf } from './goals.ts';
import type { BreakdownCell, MetricDescription, Sentiment, TableMarks } from './model.ts';
import { isMean } from './own-columns.ts';
import type { PlannedBreakdown } from './planned-breakdown.ts';

/**
 * What the figures of a table are marked against; undefined for nothing. The goal of a mean or a rate holds for each row, that
 * of a sum, a level or of people for the total alone: rows are parts of it.
 */
export function marksOf(
  { marks, metrics, own = [] }: PlannedBreakdown,
  figures: ConnectionFigures,
  { goals, today }: Pick<GoalsInput, 'goals' | 'today'>,
): TableMarks | undefined {
  if (!marks) return undefined;
  if (marks === 'compare') return { than: marks, goals: [] };
  const ofMetrics = metrics.map((metric) => {
    const standing = periodStanding(goalsOf(goals, figures, metric), metric, figures, today);
    if (!standing) return null;
    const { target, sentiment } = standing;
    return isMean(metric) ? { target } : { target, standing: sentiment };
  });
  const ofOwn = own.map(({ goal }) => (goal === null ? null : { target: goal }));
  return { than: marks, goals: [...ofMetrics, ...ofOwn] };
}

/** Marks a cell of the column `at` in a row or the total, where it is better or worse. */
export function markedBy(marks: TableMarks | undefined, columns: readonly MetricDescription[]) {
  return (cell: BreakdownCell, at: number, kind: 'row' | 'total'): BreakdownCell => {
    const better = columns[at]?.better;
    if (!marks || !better || better === 'none') return cell;
    if (marks.than === 'compare') return withMark(cell, cell.change?.sentiment ?? 'neutral');
    const goal = marks.goals[at];
    if (!goal || cell.current === null) return cell;
    if (goal.standing) return kind === 'total' ? withMark(cell, goal.standing) : cell;
    const ahead = difference(cell.current, goal.target) ?? 0;
    return { ...cell, mark: (better === 'up' ? ahead : -ahead) >= 0 ? 'good' : 'bad' };
  };
}

function withMark(cell: BreakdownCell, mark: Sentiment): BreakdownCell {
  return mark === 'neutral' ? cell : { ...cell, mark };
}
