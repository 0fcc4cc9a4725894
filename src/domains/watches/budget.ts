import { difference, quotient } from '../../reporting/documents/arithmetic.ts';
import { lengthInDays } from '../../reporting/documents/calendar.ts';
import { amountFor } from '../../reporting/documents/goal-amounts.ts';
import type { MetricDescription, Period } from '../../reporting/documents/model.ts';
import { addDays } from './days.ts';
import type { Finding } from './findings.ts';
import { found, goalOn, type JudgingContext, judgedOf, meanOf } from './judging.ts';
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
  /** The mean of the last week, also where that began before the period; null where too few of its days have a value. */
  readonly daily: number | null;
}

/** Of a week: a mean of fewer days says nothing about those to come. */
const leastDaysOfWeek = 3;
const leastGone = 3;
const roundingError = 1e-9;

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
  // A source that begins within the period has nothing before; one that was not asked for its beginning may have.
  const { firstRow } = figures;
  const isAsked = metric.additive && figures.from <= whole.from;
  const since = isAsked && firstRow !== null && firstRow > whole.from && firstRow <= day ? firstRow : whole.from;
  const reached = figures.total(metric.key, since, day);
  if (reached === null) return null;
  const target = metric.additive ? amountFor(goal, whole) : goal.amount;
  const due = metric.additive ? amountFor(goal, gonePeriod) : goal.amount;
  const gone = lengthInDays(gonePeriod);
  return {
    ...{ whole, target: target ?? goal.amount, due: due ?? goal.amount, reached, gone },
    ...{ left: lengthInDays(whole) - gone },
    daily: metric.additive ? meanOf(figures, metric.key, { from: addDays(day, -6), to: day }, leastDaysOfWeek) : null,
  };
}

/** A course that says when a budget will be spent. */
export type BudgetCourse = Course & { readonly daily: number };

/** Whether it does: of a metric that adds up, from the third day on, with some of the period left. */
export function isBudgeted(course: Course | null): course is BudgetCourse {
  return course !== null && course.daily !== null && course.gone >= leastGone && course.left > 0 && course.target >= 0;
}

/** What is spent by the end, when the days to come are like those of the last week. */
export const projected = ({ reached, daily, left }: BudgetCourse) => reached + daily * left;

/** How far a budget is off at its end, as a part of it; without bounds for whatever is spent of a budget of zero. */
export function offBudget(course: BudgetCourse): number {
  const { target, reached } = course;
  if (target === 0) return reached > 0 ? Number.POSITIVE_INFINITY : 0;
  return judgedOf('', projected(course), target).ratio ?? 0;
}

/** A budget that ends before its period, or is not spent by its end; undefined within the bounds. */
export function budgetFinding(
  { rule, metric, day }: Pick<JudgedGoal, 'rule' | 'metric' | 'day'>,
  course: BudgetCourse,
  finding: Finding['finding'],
): Finding | undefined {
  const { target, reached, daily, left } = course;
  const off = offBudget(course);
  if (Math.abs(off) <= rule.ratio) return undefined;
  if (reached > target) {
    return found(finding, judgedOf(day, reached, target), { direction: 'above', metric, daily: 0 });
  }
  const judged = judgedOf(day, projected(course), target);
  const remaining = difference(target, reached) ?? 0;
  const mended = { metric, daily: remaining / left };
  if (off < 0) return found(finding, judged, { ...mended, direction: 'below' });
  // A mean of a week is rounded: what it reaches on a day is not reached on the next one for that.
  const daysLeft = Math.ceil((quotient(remaining, daily) ?? 0) - roundingError);
  return found(finding, judged, { ...mended, direction: 'above', spentOn: addDays(day, daysLeft) });
}
