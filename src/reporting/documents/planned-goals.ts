import { rangeDays } from './forecast-range.ts';
import { daysHeld, unitAround } from './goal-amounts.ts';
import type { GoalSettings, GoalsSettings } from './goal-settings.ts';
import type { MetricDescription, Period } from './model.ts';
import type { ReportConnection } from './report-connection.ts';

/** A goal with its connection and metric looked up. */
export interface PlannedGoal {
  readonly goal: GoalSettings;
  readonly connection: ReportConnection;
  readonly metric: MetricDescription;
  /** What the section of goals shows; null where the goal does not hold on the report's last day. */
  readonly own: OwnPeriod | null;
}

/** The goal's own month, quarter or year that holds the report's last day, on the days on which the goal holds. */
export interface OwnPeriod {
  readonly whole: Period;
  /** From its first day to the report's last one. */
  readonly reached: Period;
  /** The days that figures are asked for: of a period that goes on also those by which its end is told. */
  readonly asked: Period;
}

/** A connection or metric of a goal that the project does not have. The message is for the customer. */
export class GoalError extends Error {
  override readonly name = 'GoalError';
  /** Position in `settings.goals`, from 0. */
  readonly index: number;
  readonly field: 'connection_id' | 'metric';
  /** The unknown name. */
  readonly value: string;

  constructor(index: number, field: GoalError['field'], value: string, message: string) {
    super(message);
    this.index = index;
    this.field = field;
    this.value = value;
  }
}

/**
 * The goals with their connections and metrics looked up, but for those of connections that are `omitted`, by their ids.
 * Throws GoalError for an unknown name.
 */
export function planGoals(
  goals: GoalsSettings,
  connections: readonly ReportConnection[],
  omitted: ReadonlySet<string>,
  lastDay: string,
): PlannedGoal[] {
  return goals.flatMap((goal, index) => {
    if (omitted.has(goal.connection_id)) return [];
    const connection = connections.find(({ id }) => id === goal.connection_id);
    if (!connection) {
      const message = `The goal "${goal.id}" names the connection "${goal.connection_id}", which the project does not have.`;
      throw new GoalError(index, 'connection_id', goal.connection_id, message);
    }
    const metric = connection.description.metrics.find(({ key }) => key === goal.metric);
    if (!metric) {
      const message = `The goal "${goal.id}" names the metric "${goal.metric}", which the connection "${connection.name}" does not have.`;
      throw new GoalError(index, 'metric', goal.metric, message);
    }
    return [{ goal, connection, metric, own: ownPeriod(goal, metric, lastDay) }];
  });
}

function ownPeriod(goal: GoalSettings, { additive }: MetricDescription, lastDay: string): OwnPeriod | null {
  if (!daysHeld(goal, { from: lastDay, to: lastDay })) return null;
  const whole = daysHeld(goal, unitAround(goal.per, lastDay));
  if (!whole) return null;
  const reached = { from: whole.from, to: lastDay };
  const before = Temporal.PlainDate.from(lastDay).subtract({ days: rangeDays }).toString();
  const isRanged = additive && whole.to > lastDay && before < whole.from;
  return { whole, reached, asked: isRanged ? { from: before, to: lastDay } : reached };
}

/** The goals that a section shows, in its order: those that hold on the report's last day. */
export function shownGoals(
  { goals: ids }: { readonly goals: readonly string[] | null },
  planned: readonly PlannedGoal[],
): (PlannedGoal & { readonly own: OwnPeriod })[] {
  const holding = planned.flatMap((each) => (each.own ? [{ ...each, own: each.own }] : []));
  return ids ? ids.flatMap((id) => holding.filter(({ goal }) => goal.id === id)) : holding;
}
