import { daysHeld, unitAround } from '../../reporting/documents/goal-amounts.ts';
import type { GoalSettings } from '../../reporting/documents/goal-settings.ts';
import type { MetricDescription, Period } from '../../reporting/documents/model.ts';
import { addDays } from './days.ts';
import { metricsOf, type Watched } from './given-watch.ts';
import type { ChangeRule, ThresholdRule } from './rules.ts';
import type { AskedPeriod } from './watched-figures.ts';

/** Enough for a chart of two months, and to know how a source writes days without anything. */
const leastDays = 62;
/** What `unusual` looks at, at most. */
const mostDays = 400;

/** From which day on a watch needs single days, to judge one. */
export function seriesFrom({ kind }: Watched, day: string, goal: GoalSettings | undefined): string {
  if (kind === 'unusual') return addDays(day, 1 - mostDays);
  const from = addDays(day, 1 - leastDays);
  const whole = goal && goalPeriod(goal, day);
  return whole && whole.from < from ? whole.from : from;
}

/** The goal's own month, quarter or year around a day, on the days on which it holds; null where it does not hold on it. */
export function goalPeriod(goal: GoalSettings, day: string): Period | null {
  const held = daysHeld(goal, unitAround(goal.per, day));
  return held && held.from <= day && day <= held.to ? held : null;
}

/** The days of a threshold that end with a day. */
export function thresholdPeriod({ span }: ThresholdRule, day: string): Period {
  const date = Temporal.PlainDate.from(day);
  if (span === 'week') return { from: addDays(day, 1 - date.dayOfWeek), to: day };
  return span === 'month' ? { from: date.with({ day: 1 }).toString(), to: day } : { from: day, to: day };
}

/** The days that end with a day, and those that they are held against: one, or the same weekdays of four weeks. */
export function changePeriods(
  { span, against }: ChangeRule,
  day: string,
): { current: Period; before: readonly Period[] } {
  const days = span === 'day' ? 1 : span === 'week' ? 7 : 28;
  const ending = (to: string) => ({ from: addDays(to, 1 - days), to });
  const before = against === 'weekdays' ? [7, 14, 21, 28] : [days];
  return { current: ending(day), before: before.map((back) => ending(addDays(day, -back))) };
}

/** The periods that a watch needs beside single days: of what does not add up over them, and of values of dimensions. */
export function periodsFor(
  watched: Watched,
  day: string,
  metric: MetricDescription | undefined,
  goal: GoalSettings | undefined,
): AskedPeriod[] {
  const { dimension, rules } = watched;
  if (dimension === null && (metric === undefined || metric.additive)) return [];
  const asked = (period: Period): AskedPeriod => ({
    ...period,
    metrics: metricsOf(watched),
    dimension: dimension?.key ?? null,
  });
  const periods = periodsOf(rules, day, goal).map(asked);
  return dimension === null ? periods.filter(({ from, to }) => from !== to) : periods;
}

function periodsOf({ threshold, change }: Watched['rules'], day: string, goal: GoalSettings | undefined): Period[] {
  if (threshold) return [thresholdPeriod(threshold, day)];
  if (change) {
    const { current, before } = changePeriods(change, day);
    return [current, ...before];
  }
  const whole = goal && goalPeriod(goal, day);
  return whole ? [{ from: whole.from, to: day }] : [];
}
