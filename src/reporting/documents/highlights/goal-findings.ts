import { isTelling, ownStanding, periodStanding, type Standing } from '../goal-standing.ts';
import { goalsOf } from '../goals.ts';
import { type PlannedGoal, shownGoals } from '../planned-goals.ts';
import type { PlannedGoals } from '../planned-sections.ts';
import type { GoalFinding } from './findings.ts';
import { aboutOf, type Subject } from './subjects.ts';

/**
 * Where the subject's metric stands with its goal: in the goal's own period where a section of the report is about that,
 * otherwise in the report's. None before a week of the period is over, nor of what is neither ahead nor behind for all
 * that is known.
 */
export function findGoal(
  subject: Subject,
  goals: readonly PlannedGoal[],
  sections: readonly PlannedGoals[],
): GoalFinding | null {
  const { figures, metric, today } = subject;
  const planned = goalsOf(goals, figures, metric);
  const [shown] = sections.flatMap((section) => shownGoals(section, planned));
  const found = shown ? ownStanding(shown, figures, today) : periodStanding(planned, metric, figures, today);
  const period = shown ? shown.own.whole : figures.periods.current;
  if (!found || found.reached === null || !isTelling(found, period)) return null;
  const { target, reached, ratio, timeGone, sentiment } = found;
  if (found.lead === null && sentiment === 'neutral') return null;
  const shares = { ratio, timeGone, distance: distanceOf(found) };
  return {
    kind: 'goal',
    about: aboutOf(subject),
    goal: shown?.goal.id ?? null,
    period,
    target,
    reached,
    ...shares,
    sentiment,
  };
}

/** How far from the goal for the days gone, as a part of it. */
function distanceOf({ lead, target, timeGone }: Standing): number {
  return lead === null || lead === 0 ? 0 : Math.abs(lead / (target * timeGone));
}
