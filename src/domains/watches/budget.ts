import { lengthInDays } from '../../reporting/documents/calendar.ts';
import { amountFor } from '../../reporting/documents/goal-amounts.ts';
import type { MetricDescription, Period } from '../../reporting/documents/model.ts';
import { addDays } from './days.ts';
import type { Finding } from './findings.ts';
import { found, goalOn, type JudgingContext, judgedOf, sumOf } from './judging.ts';
import { goalPeriod } from './needs.ts';
import type { GoalRule } from './rules.ts';
import type { WatchedFigures } from './watched-figures.ts';

export interface JudgedGoal extends JudgingContext {
  readonly rule: GoalRule;
  readonly metric: MetricDescription;
  readonly figures: WatchedFigures;
  readonly day: string;
}

/** How a goal stands on the days of its month, quarter or year that are over. */
export interface Course {
  readonly whole: Period;
  readonly target: number;
  /** What falls on the days gone. */
  readonly due: number;
  readonly reached: number;
  readonly gone: number;
  readonly left: number;
  /** The mean of the last week, also where that began before the period. */
  readonly daily: number;
}

/** Null where the goal does not hold on the day, or a figure is lacking. */
export function courseOf({
  goals,
  metric,
  figures,
  day,
}: Pick<JudgedGoal, 'goals' | 'metric' | 'figures' | 'day'>): Course | null {
  const goal = goalOn(goals, metric.key, day);
  const whole = goal && goalPeriod(goal, day);
  if (!goal || !whole) return null;
  const gonePeriod = { from: whole.from, to: day };
  // A source that begins within the period has nothing before.
  const { firstRow } = figures;
  const since =
    metric.additive && firstRow !== null && firstRow > whole.from && firstRow <= day ? firstRow : whole.from;
  const reached = figures.total(metric.key, since, day);
  if (reached === null) return null;
  const target = metric.additive ? amountFor(goal, whole) : goal.amount;
  const due = metric.additive ? amountFor(goal, gonePeriod) : goal.amount;
  const gone = lengthInDays(gonePeriod);
  const week = sumOf(figures, metric.key, { from: addDays(day, -6), to: day });
  return {
    ...{ whole, target: target ?? goal.amount, due: due ?? goal.amount, reached, gone },
    ...{ left: lengthInDays(whole) - gone, daily: (week ?? 0) / 7 },
  };
}

/** What is spent by the end, when the days to come are like those of the last week. */
export const projected = ({ reached, daily, left }: Course) => reached + daily * left;

/** A budget that ends before its period, or is not spent by its end; undefined within the bounds. */
export function budgetFinding(
  { rule, metric, day }: Pick<JudgedGoal, 'rule' | 'metric' | 'day'>,
  course: Course,
  finding: Finding['finding'],
): Finding | undefined {
  const { target, reached, daily, left } = course;
  const judged = judgedOf(day, projected(course), target);
  const off = judged.ratio ?? 0;
  if (Math.abs(off) <= rule.ratio) return undefined;
  if (off < 0) {
    return found(finding, judged, { direction: 'below', metric, daily: left > 0 ? (target - reached) / left : null });
  }
  if (reached >= target) {
    return found(finding, judgedOf(day, reached, target), { direction: 'above', metric, daily: 0 });
  }
  const spentOn = addDays(day, Math.ceil((target - reached) / daily));
  return found(finding, judged, { direction: 'above', metric, daily: (target - reached) / left, spentOn });
}
