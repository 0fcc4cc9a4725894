import { type ConnectionFigures, findSeries } from './figures.ts';
import type { Highlight, MetricDescription, Point } from './model.ts';
import type { DataSection, PlannedBreakdown } from './sections.ts';

/** A sentence with what it is ranked by among those of its rule: the greater the more important. */
export interface Candidate extends Highlight {
  readonly weight: number;
}

/** One metric that the report shows, and what sentences about it can draw on. */
export interface Subject {
  readonly figures: ConnectionFigures;
  readonly metric: MetricDescription;
  /** The metric's label, with the connection's name when another connection has a metric of that label. */
  readonly name: string;
  /** The breakdowns of the report that have the metric. */
  readonly breakdowns: readonly PlannedBreakdown[];
}

/** The metrics of the sections, each once, in the order in which the sections show them. */
export function subjectsOf(sections: readonly DataSection[], connections: readonly ConnectionFigures[]): Subject[] {
  const shown = sections.flatMap((section) => {
    const metrics = section.type === 'timeseries' ? [section.metric] : section.metrics;
    return metrics.map((metric) => ({ metric, connection: section.connection }));
  });
  const subjects = new Map<string, Subject>();
  for (const { metric, connection } of shown) {
    const figures = connections.find((candidate) => candidate.connection.id === connection.id);
    if (!figures) continue;
    const shared = shown.some((other) => other.connection.id !== connection.id && other.metric.label === metric.label);
    subjects.set(JSON.stringify([connection.id, metric.key]), {
      figures,
      metric,
      name: shared ? `${metric.label} (${connection.name})` : metric.label,
      breakdowns: sections.filter((section): section is PlannedBreakdown => {
        const same = section.type === 'breakdown' && section.connection.id === connection.id;
        return same && section.metrics.some(({ key }) => key === metric.key);
      }),
    });
  }
  return [...subjects.values()];
}

export type Day = Point & { readonly value: number };

/** The days of the current period that have a figure; the day that is not over is no fair match for the others. */
export function completeDays(subject: Subject, today: string): Day[] {
  const points = findSeries(subject.figures, 'current', subject.metric, 'day') ?? [];
  return points.filter((point): point is Day => point.value !== null && point.date < today);
}
