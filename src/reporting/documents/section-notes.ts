import { quotient } from './arithmetic.ts';
import { compare } from './comparison.ts';
import { coveredDays, findMissingDays } from './covered-days.ts';
import {
  type ConnectionFigures,
  findDaysWithRows,
  groupsOf,
  hasRows,
  type Notice,
  noticesOf,
  pairsOf,
  valuesLeftOut,
} from './figures.ts';
import { type FormatContext, formatAverageChange, formatDate } from './format.ts';
import { completeFigure } from './highlights/subjects.ts';
import { messagesFor } from './messages/messages.ts';
import type { Kpi, MetricDescription, Note, Point } from './model.ts';
import { askedMetrics, isRanked, type PlannedTable } from './planned-breakdown.ts';
import type { DataSection, PlannedTimeseries } from './planned-sections.ts';
import { dimensionValuesCap, type PeriodName, questionsOf } from './report-plan.ts';

const mostNamed = 5;
const periodNames: readonly PeriodName[] = ['current', 'compare'];

/**
 * What a reader needs to know about the figures of one section: values at the end, an unfinished day, days without rows where days or
 * their totals are shown, totals of different numbers of days, and values that were not fetched. `points` are those of
 * a series.
 */
export function notesOf(
  section: DataSection,
  figures: ConnectionFigures,
  points: readonly Point[],
  today: string,
  context: FormatContext,
): Note[] {
  const isTable = section.type === 'breakdown' || section.type === 'gallery';
  if (isTable && section.dimension.metrics) {
    return [...truncated(section, figures, context.locale), ...toldBySystem(section, figures, context.locale)];
  }
  if (!periodNames.some((period) => hasRows(figures, period))) return [];
  const metrics = isTable ? askedMetrics(section) : section.metrics;
  return [
    ...partialDay(figures, today, context.locale),
    ...(isTable ? truncated(section, figures, context.locale) : daysLacking(section, figures, today, context.locale)),
    ...(section.type === 'timeseries' ? partialUnits(section, points, context.locale) : []),
    ...levels(metrics, context.locale),
    ...toldBySystem(section, figures, context.locale),
    ...lengthsDiffer(metrics, isTable ? 0 : mostNamed, figures, today, context),
  ];
}

function partialDay({ periods }: ConnectionFigures, today: string, locale: string): Note[] {
  const included = periodNames.some((name) => (periods[name]?.to ?? '') >= today);
  if (!included) return [];
  const message = messagesFor(locale).notes.partialDay(dateNamed(today, locale));
  return [{ code: 'partial_day', message, date: today }];
}

/** That figures are values at the end, where a reader would take them for sums. */
export function levels(metrics: readonly MetricDescription[], locale: string): Note[] {
  const atEnd = metrics.filter(({ at }) => at === 'end');
  if (atEnd.length === 0) return [];
  const message = messagesFor(locale).notes.atEnd(atEnd.map(({ label }) => label));
  return [{ code: 'at_end', message, metrics: atEnd.map(({ key }) => key) }];
}

function daysLacking(section: DataSection, figures: ConnectionFigures, today: string, locale: string): Note[] {
  return figures.isSpan ? spanNotes(section, figures, today, locale) : missingDays(figures, today, locale);
}

/** What the days of a series' own span lack; those of the report's period have other words. */
function spanNotes({ metrics }: DataSection, figures: ConnectionFigures, today: string, locale: string): Note[] {
  const { days: texts } = messagesFor(locale);
  const { begins, connection } = figures;
  const missing = findMissingDays(figures, 'current', today);
  const notes: Note[] = [];
  if (begins) {
    const message = texts.begins(connection.name, dateNamed(begins, locale));
    notes.push({ code: 'history_begins', message, date: begins });
  }
  if (missing.length > 0) {
    notes.push({
      code: 'span_missing_days',
      message: texts.missing(missing.length, datesNamed(missing, locale)),
      days: missing,
    });
  }
  for (const { key, label } of metrics) {
    const count = valuesLeftOut(figures, 'current', key);
    if (count === 0) continue;
    notes.push({ code: 'span_values_left_out', message: texts.leftOut(label, count), metric: key, count });
  }
  return notes;
}

function missingDays(figures: ConnectionFigures, today: string, locale: string): Note[] {
  return periodNames.flatMap((period): Note[] => {
    const days = findMissingDays(figures, period, today);
    if (days.length === 0) return [];
    const named = datesNamed(days, locale);
    const message = messagesFor(locale).notes.missingDays({ period, count: days.length, named });
    return [{ code: 'missing_days', message, period, days }];
  });
}

function partialUnits({ by }: PlannedTimeseries, points: readonly Point[], locale: string): Note[] {
  const dates = [...new Set(points.flatMap(({ date, partial }) => (partial ? [date] : [])))];
  if (by === 'day' || dates.length === 0) return [];
  const named = datesNamed(dates, locale);
  const message = messagesFor(locale).notes.partialUnits({ unit: by, count: dates.length, named });
  return [{ code: 'partial_units', message, unit: by, dates }];
}

function lengthsDiffer(
  metrics: readonly MetricDescription[],
  named: number,
  figures: ConnectionFigures,
  today: string,
  context: FormatContext,
): Note[] {
  const additive = metrics.filter((metric) => metric.additive);
  if (!figures.periods.compare || additive.length === 0) return [];
  const [days, compareDays] = [daysSummed(figures, 'current', today), daysSummed(figures, 'compare', today)];
  if (days === compareDays) return [];
  const perDay = additive.map((metric) => {
    const average = (period: PeriodName) => {
      const complete = completeFigure({ figures, metric, today }, period);
      return complete && quotient(complete.total, complete.days);
    };
    const comparison = compare(average('current'), average('compare'), metric.better);
    return { metric, ...comparison };
  });
  const told = perDay.slice(0, named).flatMap(({ metric, ...comparison }) => {
    return comparison.change ? [{ name: metric.label, change: formatAverageChange(comparison, metric, context) }] : [];
  });
  const message = messagesFor(context.locale).notes.lengthsDiffer(days, compareDays, told);
  const averages = perDay.map(({ metric, ...comparison }) => ({ metric: metric.key, ...comparison }));
  return [{ code: 'period_lengths_differ', message, current_days: days, compare_days: compareDays, per_day: averages }];
}

/** What the system said about the figures of the section; notices about all of its figures are warnings of the report. */
function toldBySystem(section: DataSection, figures: ConnectionFigures, locale: string): Note[] {
  const { name } = figures.connection;
  return noticesOf(figures, questionsOf(section)).flatMap((notice): Note[] => {
    const message = noticeText(notice, name, locale);
    if ('date' in notice) return [{ code: notice.code, message, date: notice.date }];
    return notice.code === 'sampled' || notice.code === 'repeated_cursor' ? [] : [{ code: notice.code, message }];
  });
}

/** A notice as a sentence that names the connection. */
export function noticeText(notice: Notice, connection: string, locale: string): string {
  const { notices } = messagesFor(locale);
  if (notice.code === 'incomplete_from') return notices.incompleteFrom(connection, dateNamed(notice.date, locale));
  if (notice.code === 'since_published') return notices.sincePublished(connection, dateNamed(notice.date, locale));
  const texts = {
    sampled: notices.sampled,
    thresholded: notices.thresholded,
    other_row: notices.otherRow,
    withheld_rows: notices.withheldRows,
    repeated_cursor: notices.repeatedCursor,
  };
  return texts[notice.code](connection);
}

/** That goals of key figures are those of the period's days. */
export function proratedGoals(items: readonly Kpi[], locale: string): Note[] {
  const metrics = items.flatMap(({ goal, metric }) => (goal?.prorated ? [metric] : []));
  if (metrics.length === 0) return [];
  const message = messagesFor(locale).goals.prorated(metrics.map(({ label }) => label));
  return [{ code: 'goals_prorated', message, metrics: metrics.map(({ key }) => key) }];
}

/** How many days a period's totals cover, an unfinished one included. */
function daysSummed(figures: ConnectionFigures, period: PeriodName, today: string): number {
  const withToday =
    (figures.periods[period]?.to ?? '') >= today && findDaysWithRows(figures, period)?.has(today) !== false;
  return coveredDays(figures, period, today).length + (withToday ? 1 : 0);
}

function truncated(section: PlannedTable, figures: ConnectionFigures, locale: string): Note[] {
  const { dimension, secondary } = section;
  const [leading] = askedMetrics(section);
  const isComplete = (period: PeriodName) => {
    if (!groupsOf(figures, period, dimension.key, leading.key).complete) return false;
    if (!secondary) return true;
    const pair = { dimension: dimension.key, secondary: secondary.dimension.key };
    const columns = groupsOf(figures, period, pair.secondary, leading.key);
    return pairsOf(figures, period, pair, leading.key).complete && (secondary.layout === 'grouped' || columns.complete);
  };
  if (periodNames.every(isComplete)) return [];
  const { notes, tables } = messagesFor(locale);
  const name = secondary ? `${dimension.label} / ${secondary.dimension.label}` : dimension.label;
  const message = notes.truncated(name, dimensionValuesCap);
  const sorted = tables.sortedAmong(name, dimensionValuesCap, leading.label);
  return [
    { code: 'rows_truncated', message, limit: dimensionValuesCap },
    ...(isComplete('current') || isRanked(section)
      ? []
      : [{ code: 'sorted_among' as const, message: sorted, limit: dimensionValuesCap, metric: leading.key }]),
  ];
}

function datesNamed(dates: readonly string[], locale: string): string[] {
  return dates.slice(0, mostNamed).map((date) => dateNamed(date, locale));
}

function dateNamed(date: string, locale: string): string {
  return messagesFor(locale).isolate(formatDate(date, locale));
}
