import { budgetFinding, type Course, courseOf, type JudgedGoal } from './budget.ts';
import { addDays } from './days.ts';
import type { Finding, Verdict } from './findings.ts';
import { found, judgedOf, silentSince, sumOf } from './judging.ts';
import type { AdSignal } from './rules.ts';

const leastGone = 3;
/** Of the week before: most days. */
const leastDaysBefore = 5;
const pausedDays = 3;
const leastLeft = 0.1;
const staleHours = 36;
const conversionDays = 3;
/** With so many to come, none at all is chance once in 150 times. */
const leastConversions = 5;

/** The signals of an advertising account, each for itself; those about a budget where the metric has a goal. */
export function judgeAds(asked: JudgedGoal): Verdict {
  const { rule, metric, figures, day } = asked;
  const course = courseOf(asked);
  const signals: Readonly<Record<AdSignal, () => Finding | undefined>> = {
    underspend: () => spending(asked, course, 'below'),
    overspend: () => spending(asked, course, 'above'),
    stopped: () => stopped(asked),
    paused: () => paused(asked, course),
    stale: () => stale(asked),
    no_conversions: () => withoutConversions(asked),
  };
  const findings = rule.signals.flatMap((signal) => signals[signal]() ?? []);
  const value = figures.value(metric.key, day);
  const judged = judgedOf(day, value, null);
  if (findings.length > 0) return { outcome: 'alerting', judged, findings };
  return value === null ? { outcome: 'not_judged' } : { outcome: 'calm', judged };
}

function spending(asked: JudgedGoal, course: Course | null, direction: 'above' | 'below'): Finding | undefined {
  if (!course || course.gone < leastGone || course.left === 0 || course.target <= 0) return undefined;
  const finding = budgetFinding(asked, course, direction === 'above' ? 'overspend' : 'underspend');
  return finding?.direction === direction ? finding : undefined;
}

/** Nothing on the day, after a week in which most days had something. */
function stopped({ metric, figures, day }: JudgedGoal): Finding | undefined {
  if (figures.value(metric.key, day) !== 0) return undefined;
  const before = figures.days(metric.key, addDays(day, -7), addDays(day, -1));
  if (before.filter(({ value }) => value !== null && value > 0).length < leastDaysBefore) return undefined;
  return found('stopped', judgedOf(day, 0, null), { direction: 'below', metric });
}

/** Nothing for days, with some of the budget left. */
function paused({ metric, figures, day }: JudgedGoal, course: Course | null): Finding | undefined {
  if (!course || course.target <= 0 || course.left === 0) return undefined;
  const days = figures.days(metric.key, addDays(day, 1 - pausedDays), day);
  const left = course.target - course.reached;
  if (days.some(({ value }) => value !== 0) || left < leastLeft * course.target) return undefined;
  const since = addDays(day, 1 - pausedDays);
  return found('paused', { ...judgedOf(day, left, course.target), ratio: null }, { direction: 'below', metric, since });
}

function stale({ figures, day, now, timeZone }: JudgedGoal): Finding | undefined {
  const since = silentSince(figures, { now, timeZone });
  if (since.until(now).total('hours') < staleHours) return undefined;
  const date = since.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  return found('stale', judgedOf(day, null, null), { since: date });
}

/** As much was spent as used to make some, and there is none. */
function withoutConversions({ rule, metric, figures, day }: JudgedGoal): Finding | undefined {
  const other = figures.metric(rule.conversions);
  if (!other) return undefined;
  const current = { from: addDays(day, 1 - conversionDays), to: day };
  const before = { from: addDays(current.from, -28), to: addDays(current.from, -1) };
  const [spent, costs] = [current, before].map((period) => sumOf(figures, metric.key, period) ?? 0) as [number, number];
  const [made, used] = [current, before].map((period) => sumOf(figures, other.key, period) ?? 0) as [number, number];
  if (made > 0 || costs <= 0 || (used / costs) * spent < leastConversions) return undefined;
  return found('no_conversions', judgedOf(day, spent, null), { metric, other, since: current.from });
}
