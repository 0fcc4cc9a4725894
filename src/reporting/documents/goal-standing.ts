import { difference, portion, quotient, sum } from './arithmetic.ts';
import { lengthInDays } from './calendar.ts';
import { type ConnectionFigures, findSeries, goalFigures, totalFigure } from './figures.ts';
import { forecastRange } from './forecast-range.ts';
import { amountFor, amountOver, daysHeld, unitAround } from './goal-amounts.ts';
import type { GoalSettings } from './goal-settings.ts';
import type { ForecastRange, MetricDescription, Period, Sentiment } from './model.ts';
import type { OwnPeriod, PlannedGoal } from './planned-goals.ts';

/** Where a metric stands with its goal in a period, which need not be over (docs/highlights.md). */
export interface Standing {
  readonly target: number;
  readonly reached: number | null;
  /** `reached / target`; null for a percentage, and for a target that is not positive. */
  readonly ratio: number | null;
  /** The part of the period's days that were over, from 0 to 1. */
  readonly timeGone: number;
  /** What was reached on these days, as a ratio to the goal for them; null where `ratio` is. */
  readonly pace: number | null;
  /** The same as a difference. */
  readonly lead: number | null;
  /** What the period ends with at this pace; null when it is over, too young, or the metric does not add up. */
  readonly forecast: number | null;
  readonly sentiment: Sentiment;
}

/** A week: earlier, the days gone are too few and too unlike the ones to come. */
const leastDaysKnown = 7;
/** How far behind its pace a goal may be before that is bad news. */
const tolerance = 0.05;

interface Course {
  readonly metric: MetricDescription;
  readonly target: number;
  /** The goal for the days gone. */
  readonly expected: number;
  readonly reached: number | null;
  /** On the days gone. */
  readonly complete: number | null;
  readonly gone: number;
  readonly days: number;
  /** Whether the target is only a part of a goal, or not due yet, so that it cannot be missed by itself. */
  readonly isPart: boolean;
}

/** Whether enough of a period is known to speak of its goal. */
export function isTelling({ timeGone }: Standing, period: Period): boolean {
  return timeGone === 1 || timeGone * lengthInDays(period) >= leastDaysKnown;
}

/** Of a goal's own period, with the range of its forecast; null where there is none, or fewer than five weeks of figures. */
export function ownStanding(
  { goal, metric, own }: PlannedGoal & { readonly own: OwnPeriod },
  figures: ConnectionFigures,
  today: string,
): Standing & { readonly range: ForecastRange | null } {
  const { whole, reached: reachedDays, asked } = own;
  const figured = goalFigures(figures, asked, metric);
  const dated = figured.filter(({ date }) => date === null || date >= whole.from);
  const known = dated.length > 0;
  const over = daysOver(reachedDays, today);
  const target = metric.additive ? amountFor(goal, whole) : goal.amount;
  const complete = dated.filter(({ date }) => date === null || date < today);
  const found = standing({
    metric,
    target: target ?? goal.amount,
    expected: (over && metric.additive ? amountFor(goal, over) : null) ?? 0,
    reached: known ? sum(dated.map(({ value }) => value)) : null,
    complete: known ? sum(complete.map(({ value }) => value)) : null,
    gone: over ? lengthInDays(over) : 0,
    days: lengthInDays(whole),
    isPart: false,
  });
  const { forecast, reached } = found;
  if (forecast === null || reached === null || !over) return { ...found, range: null };
  const days = new Map(figured.flatMap(({ date, value }) => (date !== null && date <= over.to ? [[date, value]] : [])));
  return { ...found, range: forecastRange({ metric, whole, last: over.to, days, forecast, reached }) };
}

/**
 * Of the report's current period, with whether the goal is prorated: that of an additive metric is what falls on the
 * period's days; null where a day has none. `goals` are those of the metric.
 */
export function periodStanding(
  goals: readonly PlannedGoal[],
  metric: MetricDescription,
  figures: ConnectionFigures,
  today: string,
): (Standing & { readonly isProrated: boolean }) | null {
  const period = figures.periods.current;
  const whole = goalFor(goals, metric, period);
  if (!whole) return null;
  const over = daysOver(period, today);
  const isOver = over?.to === period.to;
  const reached = totalFigure(figures, 'current', metric.key);
  const days = isOver || reached === null ? [] : (findSeries(figures, 'current', metric, 'day') ?? []);
  const complete = days.flatMap(({ date, value }) => (value !== null && date < today ? [value] : []));
  const found = standing({
    metric,
    target: whole.amount,
    expected: (over && goalFor(goals, metric, over)?.amount) ?? 0,
    reached,
    complete: isOver ? reached : days.length > 0 ? sum(complete) : null,
    gone: over ? lengthInDays(over) : 0,
    days: lengthInDays(period),
    isPart: whole.isPart,
  });
  return { ...found, isProrated: whole.isProrated };
}

/**
 * The goal for a period, and whether it is a part of one or not due yet: of an additive metric what falls on its days, of others the amount. That of a count which does
 * not add up, such as users of a month, says nothing about other periods than its own; that of a level, such as followers, does.
 */
export function goalFor(
  goals: readonly PlannedGoal[],
  metric: MetricDescription,
  period: Period,
): (NonNullable<ReturnType<typeof amountOver>> & { readonly isPart: boolean }) | null {
  const settings = goals.map(({ goal }) => goal);
  if (metric.additive) {
    const amount = amountOver(settings, period);
    return amount && { ...amount, isPart: amount.isProrated };
  }
  const one = settings.find((goal) => isWithin(period, daysHeld(goal, period)) && isFor(goal, metric, period));
  return one ? { amount: one.amount, isProrated: false, isPart: metric.at === 'end' && !isDue(one, period) } : null;
}

/** Whether a period ends with the goal's month, quarter or year, or with the goal. */
function isDue(goal: GoalSettings, { to }: Period): boolean {
  return daysHeld(goal, unitAround(goal.per, to))?.to === to;
}

function isFor({ per }: GoalSettings, { unit, at }: MetricDescription, period: Period): boolean {
  return unit !== 'count' || at === 'end' || isWithin(unitAround(per, period.from), period);
}

function isWithin(inner: Period, outer: Period | null): boolean {
  return outer !== null && outer.from <= inner.from && inner.to <= outer.to;
}

/** The days of a period before `today`; null for none. */
function daysOver({ from, to }: Period, today: string): Period | null {
  const yesterday = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString();
  const last = to < yesterday ? to : yesterday;
  return from <= last ? { from, to: last } : null;
}

function standing({ metric, target, expected, reached, complete, gone, days, isPart }: Course): Standing {
  const isOver = gone >= days;
  const [basis, due] = metric.additive && !isOver ? [complete, expected] : [reached, target];
  // Users of a month come all month long, but fewer new ones each day; of a level the end decides.
  const isSteady = metric.unit !== 'count' && metric.at !== 'end';
  const isKnown = gone > 0 && (isOver || metric.additive || isSteady);
  const lead = basis === null || !isKnown ? null : difference(basis, due);
  const isRatio = metric.unit !== 'percent';
  return {
    target,
    reached,
    ratio: isRatio && reached !== null && target > 0 ? quotient(reached, target) : null,
    timeGone: gone / days,
    pace: isRatio && lead !== null && basis !== null && due > 0 ? quotient(basis, due) : null,
    lead,
    forecast: forecastOf(metric, { complete, gone, days }),
    sentiment: judged({ metric, reached, target, lead, due, isFinal: isOver && !isPart }),
  };
}

/**
 * What a period of `days` ends with when the days to come are as those gone, of which `complete` is the sum; null when it is
 * over, too young, or the metric does not add up.
 */
export function forecastOf(
  { additive }: Pick<MetricDescription, 'additive'>,
  { complete, gone, days }: Pick<Course, 'complete' | 'gone' | 'days'>,
): number | null {
  const isKnown = additive && gone < days && gone >= leastDaysKnown && complete !== null;
  return isKnown ? portion(complete, days, gone) : null;
}

interface Judged extends Pick<Course, 'metric' | 'reached' | 'target'>, Pick<Standing, 'lead'> {
  readonly due: number;
  readonly isFinal: boolean;
}

/**
 * Good at or beyond the goal for the days gone, bad more than a twentieth behind it, or behind it at the end of a goal's
 * own period. A limit that is exceeded and a count that is reached before the end are judged at once; a level is bad only at
 * the end of the goal's own period.
 */
function judged({ metric: { better, additive, at }, reached, target, lead, due, isFinal }: Judged): Sentiment {
  if (better === 'none' || reached === null) return 'neutral';
  const ahead = (distance: number) => (better === 'up' ? distance : -distance);
  const left = ahead(reached - target);
  if (!isFinal && better === 'down' && left < 0 && additive) return 'bad';
  if (at === 'end' && !isFinal) return left >= 0 ? 'good' : 'neutral';
  if (lead === null) return left >= 0 && better === 'up' ? 'good' : 'neutral';
  if (ahead(lead) >= 0) return 'good';
  return isFinal || ahead(lead) < -tolerance * Math.abs(due) ? 'bad' : 'neutral';
}
