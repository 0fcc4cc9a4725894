import { difference, quotient, sum } from '../../reporting/documents/arithmetic.ts';
import { budgetFinding, type Course, courseOf, isBudgeted, type JudgedGoal } from './budget.ts';
import { addDays, daysBetween } from './days.ts';
import type { Finding, Verdict } from './findings.ts';
import { found, judgedOf, silentSince } from './judging.ts';
import type { AdSignal } from './rules.ts';

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
  if (!isBudgeted(course)) return undefined;
  const finding = budgetFinding(asked, course, direction === 'above' ? 'overspend' : 'underspend');
  return finding?.direction === direction ? finding : undefined;
}

/** Nothing on the day, after a week in which most days had something, among them its weekday: some rest at weekends. */
function stopped({ metric, figures, day }: JudgedGoal): Finding | undefined {
  if (figures.value(metric.key, day) !== 0) return undefined;
  const before = figures.days(metric.key, addDays(day, -7), addDays(day, -1));
  if (before.filter(({ value }) => value !== null && value > 0).length < leastDaysBefore) return undefined;
  if (figures.value(metric.key, addDays(day, -7)) === 0) return undefined;
  return found('stopped', judgedOf(day, 0, null), { direction: 'below', metric });
}

/** Nothing for days of the period, with some of the budget left. */
function paused({ metric, figures, day }: JudgedGoal, course: Course | null): Finding | undefined {
  if (!course || !metric.additive || course.target <= 0 || course.left === 0) return undefined;
  const days = figures.days(metric.key, course.whole.from, day);
  const nothing = days.length - 1 - days.findLastIndex(({ value }) => value !== 0);
  const left = difference(course.target, course.reached) ?? 0;
  if (nothing < pausedDays || left <= leastLeft * course.target) return undefined;
  const since = addDays(day, 1 - nothing);
  return found('paused', { ...judgedOf(day, left, course.target), ratio: null }, { direction: 'below', metric, since });
}

function stale({ figures, day, now, timeZone }: JudgedGoal): Finding | undefined {
  const since = silentSince(figures, { now, timeZone });
  if (since.until(now).total('hours') < staleHours) return undefined;
  const date = since.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  return found('stale', judgedOf(day, null, null), { since: date });
}

/** As much was spent as used to make some, and there is none. Days that lack either say nothing; of the three none may. */
function withoutConversions({ rule, metric, figures, day }: JudgedGoal): Finding | undefined {
  const other = figures.metric(rule.conversions);
  if (!other?.additive || !metric.additive) return undefined;
  const since = addDays(day, 1 - conversionDays);
  const spent = figures.total(metric.key, since, day);
  if (spent === null || figures.total(other.key, since, day) !== 0) return undefined;
  const before = daysBetween(addDays(since, -28), addDays(since, -1)).flatMap((each) => {
    const [cost, made] = [figures.value(metric.key, each), figures.value(other.key, each)];
    return cost === null || made === null ? [] : [{ cost, made }];
  });
  const costs = sum(before.map(({ cost }) => cost)) ?? 0;
  const made = sum(before.map((each) => each.made)) ?? 0;
  if (costs <= 0 || (quotient(made * spent, costs) ?? 0) < leastConversions) return undefined;
  return found('no_conversions', judgedOf(day, spent, null), { metric, other, since });
}
