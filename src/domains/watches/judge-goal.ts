import { budgetFinding, type Course, courseOf, type JudgedGoal, projected } from './budget.ts';
import type { Verdict } from './findings.ts';
import { judgeAds } from './judge-ads.ts';
import { found, goalOn, judgedOf } from './judging.ts';
import type { Direction } from './rules.ts';

/** A week, as for forecasts of reports; a budget, which knows the week before too, is judged from the third day on. */
const leastGone = 7;
const leastGoneOfBudget = 3;
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

function judgePace({ rule, metric, day }: JudgedGoal, { target, due, reached, gone, left }: Course): Verdict {
  if (gone < leastGone) return { outcome: 'not_judged' };
  const isForecast = rule.measure === 'forecast';
  if (isForecast && !metric.additive) return { outcome: 'not_judged' };
  const value = isForecast ? (reached / gone) * (gone + left) : reached;
  const judged = judgedOf(day, value, isForecast ? target : due);
  if (judged.ratio === null) return { outcome: 'not_judged' };
  const direction: Direction = judged.ratio < 0 ? 'below' : 'above';
  const isBad = metric.better === 'none' || (metric.better === 'up') === (direction === 'below');
  const off = Math.abs(judged.ratio);
  if (isBad && off > rule.ratio) {
    const finding = isForecast ? ('forecast' as const) : ('pace' as const);
    return { outcome: 'alerting', judged, findings: [found(finding, judged, { direction, metric })] };
  }
  return { outcome: isBad && off > ratioMargin * rule.ratio ? 'near' : 'calm', judged };
}

function judgeBudget(asked: JudgedGoal, course: Course): Verdict {
  const { metric, day, rule } = asked;
  if (!metric.additive || course.gone < leastGoneOfBudget || course.target <= 0) return { outcome: 'not_judged' };
  const judged = judgedOf(day, projected(course), course.target);
  const finding = budgetFinding(asked, course, 'budget');
  if (finding) return { outcome: 'alerting', judged, findings: [finding] };
  return { outcome: Math.abs(judged.ratio ?? 0) > ratioMargin * rule.ratio ? 'near' : 'calm', judged };
}
