import { portion } from '../../reporting/documents/arithmetic.ts';
import type { MetricDescription } from '../../reporting/documents/model.ts';
import { budgetFinding, type Course, courseOf, isBudgeted, type JudgedGoal, offBudget, projected } from './budget.ts';
import type { Verdict } from './findings.ts';
import { judgeAds } from './judge-ads.ts';
import { found, goalOn, judgedOf } from './judging.ts';
import type { Direction } from './rules.ts';

/** A week, as for forecasts of reports. */
const leastGone = 7;
const ratioMargin = 0.8;

export function judgeGoal(asked: JudgedGoal): Verdict {
  const { rule } = asked;
  if (rule.measure === 'ads') return judgeAds(asked);
  const goal = goalOn(asked.goals, asked.metric.key, asked.day);
  if (!goal) return noGoal(asked);
  const course = courseOf(asked);
  if (!course || course.left === 0) return { outcome: 'not_judged' };
  if (rule.measure === 'budget') return judgeBudget(asked, course);
  return judgePace(asked, course);
}

function noGoal({ goals, metric, day }: JudgedGoal): Verdict {
  if (goals.some((goal) => goal.metric === metric.key)) return { outcome: 'not_judged' };
  const message = `The project has no goal for the metric "${metric.key}" on ${day}. Add one to its settings, or remove the watch.`;
  return { outcome: 'problem', problem: { code: 'goal_missing', message } };
}

function judgePace({ rule, metric, day }: JudgedGoal, course: Course): Verdict {
  const { target, due, reached, gone, left } = course;
  if (gone < leastGone) return { outcome: 'not_judged' };
  const isForecast = rule.measure === 'forecast';
  if (isForecast && !metric.additive) return { outcome: 'not_judged' };
  const value = isForecast ? portion(reached, gone + left, gone) : reached;
  if (value === null) return { outcome: 'not_judged' };
  const judged = judgedOf(day, value, isForecast ? target : due);
  const direction: Direction = value < (judged.expected ?? 0) ? 'below' : 'above';
  if (!isDue(metric, direction)) return { outcome: 'not_judged' };
  const isBad = metric.better === 'none' || (metric.better === 'up') === (direction === 'below');
  // From a goal of zero each step is without bounds.
  const off =
    judged.ratio === null ? (value === judged.expected ? 0 : Number.POSITIVE_INFINITY) : Math.abs(judged.ratio);
  if (isBad && off > rule.ratio) {
    const finding = isForecast ? ('forecast' as const) : ('pace' as const);
    return { outcome: 'alerting', judged, findings: [found(finding, judged, { direction, metric })] };
  }
  return { outcome: isBad && off > ratioMargin * rule.ratio ? 'near' : 'calm', judged };
}

/**
 * Whether a goal can be held against days before its end: not that of a level, of which the end decides; nor what a count
 * that does not add up, such as users of a month, still lacks, since nobody knows how many of them come again.
 */
function isDue({ additive, unit, at }: MetricDescription, direction: Direction): boolean {
  if (additive) return true;
  return at !== 'end' && (unit !== 'count' || direction === 'above');
}

function judgeBudget(asked: JudgedGoal, course: Course): Verdict {
  if (!isBudgeted(course)) return { outcome: 'not_judged' };
  const judged = judgedOf(asked.day, projected(course), course.target);
  const finding = budgetFinding(asked, course, 'budget');
  if (finding) return { outcome: 'alerting', judged, findings: [finding] };
  return { outcome: Math.abs(offBudget(course)) > ratioMargin * asked.rule.ratio ? 'near' : 'calm', judged };
}
