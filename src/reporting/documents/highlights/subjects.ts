import { addsUp } from '../adding-up.ts';
import { sum } from '../arithmetic.ts';
import { coveredDays } from '../covered-days.ts';
import { type ConnectionFigures, findSeries, totalFigure } from '../figures.ts';
import type { MetricDescription } from '../model.ts';
import type { PlannedBreakdown, PlannedTable } from '../planned-breakdown.ts';
import type { PlannedGallery } from '../planned-gallery.ts';
import { type PlannedGoal, shownGoals } from '../planned-goals.ts';
import type { ReportConnection } from '../report-connection.ts';
import { type AskedSection, hasOwnDays, type PeriodName } from '../report-plan.ts';
import type { About, Day } from './findings.ts';

/** One metric that the report shows, with the data that findings about it can use. */
export interface Subject extends About {
  readonly figures: ConnectionFigures;
  /** The breakdowns of the report that have the metric. */
  readonly breakdowns: readonly PlannedTable[];
  /** The calendar day on which the figures were fetched, which was not over then. */
  readonly today: string;
}

/** The metrics of the sections, each once, in the order in which the sections show them; positions are those within their connection. */
export function subjectsOf(
  sections: readonly AskedSection[],
  goals: readonly PlannedGoal[],
  connections: readonly ConnectionFigures[],
  today: string,
): Subject[] {
  const shown = sections.flatMap((section): { metric: MetricDescription; connection: ReportConnection }[] => {
    if (section.type === 'goals') return shownGoals(section, goals);
    if (hasOwnDays(section)) return [];
    return section.metrics.map((metric) => ({ metric, connection: section.connection }));
  });
  const subjects = new Map<string, Subject>();
  for (const { metric, connection } of shown) {
    const key = JSON.stringify([connection.id, metric.key]);
    const figures = connections.find((candidate) => candidate.connection.id === connection.id);
    if (!figures || subjects.has(key)) continue;
    const shared = shown.some((other) => other.connection.id !== connection.id && other.metric.label === metric.label);
    subjects.set(key, {
      connectionId: connection.id,
      metric,
      name: shared ? `${metric.label} (${connection.name})` : metric.label,
      position: [...subjects.values()].filter((other) => other.connectionId === connection.id).length,
      figures,
      breakdowns: sections.filter((section): section is PlannedBreakdown | PlannedGallery => {
        const same =
          (section.type === 'breakdown' || section.type === 'gallery') && section.connection.id === connection.id;
        return same && section.metrics.some(({ key }) => key === metric.key);
      }),
      today,
    });
  }
  return [...subjects.values()];
}

/** The part of its subject that a finding keeps. */
export function aboutOf({ connectionId, metric, name, position }: Subject): About {
  return { connectionId, metric, name, position };
}

/** A metric and where its figures are. */
type Measured = Pick<Subject, 'figures' | 'metric' | 'today'>;

/** Every kind of finding looks at the same days. */
const daysBySubject = new WeakMap<Measured, Map<PeriodName, readonly Day[]>>();

/** The days of a period that have a figure, ascending, without the unfinished day, which cannot be compared fairly. */
export function completeDays(subject: Measured, period: PeriodName = 'current'): readonly Day[] {
  const { figures, metric, today } = subject;
  const byPeriod = daysBySubject.getOrInsertComputed(subject, () => new Map());
  return byPeriod.getOrInsertComputed(period, () => {
    const points = findSeries(figures, period, metric, 'day') ?? [];
    return points.filter((point): point is Day => point.value !== null && point.date < today);
  });
}

/** The metric's figure in a period and the days it covers; for an additive metric without the unfinished day. */
export function completeFigure(subject: Measured, period: PeriodName): { total: number; days: number } | null {
  const { figures, metric, today } = subject;
  const span = figures.periods[period];
  const total = totalFigure(figures, period, metric.key);
  if (!span || total === null) return null;
  const days = coveredDays(figures, period, today).length;
  if (days === 0) return null;
  if (span.to < today || !metric.additive) return { total, days };
  const complete = completeDays(subject, period);
  const whole = sum(complete.map(({ value }) => value));
  return complete.length === 0 || whole === null ? null : { total: whole, days };
}

/** The subject's breakdowns over whose values its figures add up, each dimension once. */
export function dimensionsOf({ breakdowns, metric }: Subject): PlannedTable[] {
  const adding = breakdowns.filter(({ dimension }) => addsUp(metric, dimension));
  return [...new Map(adding.toReversed().map((breakdown) => [breakdown.dimension.key, breakdown])).values()].reverse();
}
