import { type CalendarUnit, firstDayOf, lastDayOf } from './calendar.ts';
import { findLackingDays } from './covered-days.ts';
import { type ConnectionFigures, findSeries } from './figures.ts';
import type { MetricDescription, Point } from './model.ts';
import type { PeriodName } from './report-plan.ts';

/**
 * `findSeries` with its partial points marked: points of a unit that the period covers only in part, that was not over
 * on `today`, that begins before the source has figures, or that lacks a day of a source that is not sparse. Of a level only
 * the end counts.
 */
export function findPoints(
  figures: ConnectionFigures,
  name: PeriodName,
  metric: MetricDescription,
  by: CalendarUnit,
  today: string,
): Point[] | undefined {
  const period = figures.periods[name];
  const begins = figures.begins ?? period?.from ?? '';
  const missing = findLackingDays(figures, name, today);
  return findSeries(figures, name, metric, by)?.map((point) => {
    if (point.value === null || !period) return point;
    const [from, to] = [firstDayOf(point.date, by), lastDayOf(point.date, by)];
    const isOpen = to > period.to || to >= today;
    const cut = isOpen || (from < begins && metric.at !== 'end');
    const lacking = missing.some((day) => (metric.at === 'end' ? day === to : day >= from && day <= to));
    return cut || lacking ? { ...point, partial: true } : point;
  });
}
