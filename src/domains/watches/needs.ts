import { daysHeld, unitAround } from '../../reporting/documents/goal-amounts.ts';
import type { GoalSettings } from '../../reporting/documents/goal-settings.ts';
import type { MetricDescription, Period } from '../../reporting/documents/model.ts';
import { addDays, daysBetween } from './days.ts';
import { metricsOf, type Watched } from './given-watch.ts';
import type { ChangeRule, SilenceRule, ThresholdRule } from './rules.ts';
import type { AskedPeriod } from './watched-figures.ts';

/** Enough for a chart of two months, and to know how a source writes days without anything. */
const leastDays = 62;
/** What `unusual` looks at, at most. */
const mostDays = 400;

/** Before the days of silence: four weeks, so that each weekday counts alike. */
export const expectedDays = 28;
/** What `unusual` looks at of a value of a dimension: nine weeks, of which it needs five. */
export const daysOfValue = 63;

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
  const ofValue = dimension === null ? [] : periodsOfValue(rules, day);
  const periods = [...periodsOf(rules, day, goal), ...ofValue].map(asked);
  return dimension === null ? periods.filter(({ from, to }) => from !== to) : periods;
}

/** The first day that a watch of a value of a dimension looks at, to judge a day. */
export function firstDayFor(watched: Watched, day: string): string {
  const [first = day] = periodsFor(watched, day, undefined, undefined)
    .map(({ from }) => from)
    .toSorted();
  return first;
}

/** The days that silence looks at, and those before that say what to expect. */
export function silencePeriods({ hours }: SilenceRule, day: string): { current: Period; before: Period } {
  const current = { from: addDays(day, 1 - Math.ceil(hours / 24)), to: day };
  return { current, before: { from: addDays(current.from, -expectedDays), to: addDays(current.from, -1) } };
}

/** What of a whole metric comes from single days: of a value of a dimension each is a question. */
function periodsOfValue({ silence, unusual }: Watched['rules'], day: string): Period[] {
  if (silence) {
    const { current, before } = silencePeriods(silence, day);
    return [current, before];
  }
  if (!unusual) return [];
  return daysBetween(addDays(day, 1 - daysOfValue), day).map((each) => ({ from: each, to: each }));
}

function periodsOf(
  { threshold, change, goal: rule }: Watched['rules'],
  day: string,
  goal: GoalSettings | undefined,
): Period[] {
  if (threshold) return [thresholdPeriod(threshold, day)];
  if (change) {
    const { current, before } = changePeriods(change, day);
    return [current, ...before];
  }
  const whole = rule && goal && goalPeriod(goal, day);
  return whole ? [{ from: whole.from, to: day }] : [];
}
