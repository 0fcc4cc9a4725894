import { commonDays, firstDayOf, lastDayOf } from './calendar.ts';
import type { ConnectionFigures } from './figures.ts';
import { goalFor, ownStanding, periodStanding } from './goal-standing.ts';
import type { GoalItem, GoalsSection, KpiGoal, MetricDescription, TimeseriesSection } from './model.ts';
import { type PlannedGoal, shownGoals } from './planned-goals.ts';
import type { PlannedGoals } from './planned-sections.ts';

/** What the goals of a report are measured by. */
export interface GoalsInput {
  readonly goals: readonly PlannedGoal[];
  readonly connections: readonly ConnectionFigures[];
  /** The day on which the figures were fetched; it is not over. */
  readonly today: string;
}

/** The section's goals that hold on the report's last day, each in its own period up to that day, the report's last one. */
export function buildGoals(
  section: PlannedGoals,
  lastDay: string,
  { goals, connections, today }: GoalsInput,
): GoalsSection {
  const items = shownGoals(section, goals).flatMap((planned): GoalItem[] => {
    const { goal, connection, metric, own } = planned;
    const figures = connections.find((each) => each.connection.id === connection.id);
    if (!figures) return [];
    const { timeGone, range, ...standing } = ownStanding(planned, figures, today);
    return [
      {
        ...{ goal_id: goal.id, connection_id: connection.id, connection_name: connection.name, metric },
        ...{ per: goal.per, period: own.whole, ...standing, time_gone: timeGone },
        ...(range && { forecast_range: range }),
      },
    ];
  });
  return { type: 'goals', title: section.title, as_of: lastDay < today ? lastDay : today, items };
}

/** The goals of a connection's metric. */
export function goalsOf(
  goals: readonly PlannedGoal[],
  { connection }: Pick<ConnectionFigures, 'connection'>,
  metric: MetricDescription,
): PlannedGoal[] {
  return goals.filter((each) => each.connection.id === connection.id && each.metric.key === metric.key);
}

/** The goal of a key figure for the report's period; undefined where there is none. */
export function kpiGoal(
  goals: readonly PlannedGoal[],
  metric: MetricDescription,
  figures: ConnectionFigures,
  today: string,
): KpiGoal | undefined {
  const standing = periodStanding(goalsOf(goals, figures, metric), metric, figures, today);
  if (!standing) return undefined;
  const { target, ratio, isProrated, sentiment } = standing;
  return { target, ratio, prorated: isProrated, sentiment };
}

/** The goal at each point of a series, for the unit's days within the period; undefined where no point has one. */
export function seriesGoal(
  goals: readonly PlannedGoal[],
  { metric, by, current }: Pick<TimeseriesSection, 'metric' | 'by' | 'current'>,
  figures: ConnectionFigures,
): (number | null)[] | undefined {
  const own = goalsOf(goals, figures, metric);
  if (own.length === 0) return undefined;
  const amounts = current.map(({ date }) => {
    const days = commonDays({ from: firstDayOf(date, by), to: lastDayOf(date, by) }, figures.periods.current);
    return (days && goalFor(own, metric, days)?.amount) ?? null;
  });
  return amounts.some((amount) => amount !== null) ? amounts : undefined;
}
