import type { FormatContext } from '../../documents/format.ts';
import { messagesFor } from '../../documents/messages/messages.ts';
import type { BreakdownSection } from '../../documents/model.ts';
import { clipped } from '../text/clean-text.ts';
import { figure } from './figure-views.ts';
import { allRows } from './table-view.ts';

const longestName = 80;

/** What the marks of a table mean, with the goals; null where nothing is marked. */
export function marksText(section: BreakdownSection, document: FormatContext): string | null {
  const { marks, metrics, total } = section;
  if (!marks) return null;
  const { tables } = messagesFor(document.locale);
  if (marks.than === 'compare') {
    const isMarked = [...allRows(section), total].some(({ cells }) => cells.some(({ mark }) => mark));
    return isMarked ? tables.markedByComparison : null;
  }
  const goals = metrics.flatMap((metric, at) => {
    const { target } = marks.goals[at] ?? {};
    if (target === undefined || metric.better === 'none') return [];
    return [{ name: clipped(metric.label, longestName), figure: figure(target, metric, document) }];
  });
  return goals.length === 0 ? tables.noGoals : tables.markedByGoals(goals);
}
