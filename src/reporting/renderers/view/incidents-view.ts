import { formatPeriod, numberFormat } from '../../documents/format.ts';
import { messagesFor } from '../../documents/messages/messages.ts';
import type { SeriesIncident, SeriesIncidents } from '../../documents/model.ts';
import type { MarkedPoints } from '../charts/incident-marks.ts';
import type { ShownPoint } from '../charts/series-shape.ts';

/** What watches found on the days of a series, numbered as its charts mark it. */
export interface IncidentView {
  /** In the digits of the report. */
  readonly number: string;
  readonly incident: SeriesIncident;
  /** Its days. */
  readonly days: string;
}

export function incidentViews(incidents: SeriesIncidents | undefined, locale: string): IncidentView[] {
  const numbers = numberFormat(locale, {});
  return (incidents?.items ?? []).map((incident, index) => {
    return { number: numbers.format(index + 1), incident, days: daysOf(incident, locale) };
  });
}

function daysOf({ from, to, is_over: isOver }: SeriesIncident, locale: string): string {
  if (isOver) return formatPeriod({ from, to }, locale);
  return messagesFor(locale).charts.since(formatPeriod({ from, to: from }, locale));
}

/** A line for each of them, below the chart; null for none. */
export function incidentLines(views: readonly IncidentView[], others: number, locale: string): string | null {
  if (views.length === 0) return null;
  const { charts, labels } = messagesFor(locale);
  const lines = views.map(({ number, days, incident }) => charts.numbered(number, days + labels.colon + incident.text));
  return [charts.markedBelow, ...lines, ...(others > 0 ? [charts.notMarked(others)] : [])].join('\n');
}

/** Those about some metrics, for whoever does not see their marks; null for none. */
export function incidentsTold(views: readonly IncidentView[], locale: string): string | null {
  if (views.length === 0) return null;
  const { charts } = messagesFor(locale);
  return charts.marked(views.map(({ number, days }) => charts.numbered(number, days)));
}

export function aboutMetrics(views: readonly IncidentView[], keys: readonly string[]): IncidentView[] {
  return views.filter(({ incident }) => incident.metrics.some((key) => keys.includes(key)));
}

/** The points of a series on whose days each was found; none of those that no point stands for. */
export function markedPoints(
  views: readonly IncidentView[],
  points: readonly ShownPoint[],
  lastDay: string,
): MarkedPoints[] {
  return views.flatMap(({ number, incident: { from, to } }) => {
    const first = points.findIndex((_, index) => endOf(points, index, lastDay) >= from);
    const last = points.findLastIndex(({ date }) => date <= to);
    return first < 0 || last < first ? [] : [{ number, first, last }];
  });
}

/** The numbers of those that were found on the days of a point. */
export function numbersAt(views: readonly IncidentView[], points: readonly ShownPoint[], lastDay: string): string[] {
  const marked = markedPoints(views, points, lastDay);
  return points.map((_, index) => {
    const found = marked.filter(({ first, last }) => first <= index && index <= last);
    return found.map(({ number }) => number).join(', ');
  });
}

/** The last day of a point: the one before the next. */
function endOf(points: readonly ShownPoint[], index: number, lastDay: string): string {
  const next = points[index + 1];
  return next ? Temporal.PlainDate.from(next.date).subtract({ days: 1 }).toString() : lastDay;
}
