import { quotient, sum } from './arithmetic.ts';
import { firstDayOf, unitsOf, weekdayOf } from './calendar.ts';
import { coveredDays } from './covered-days.ts';
import { type ConnectionFigures, findHours, findSeries, hasRows } from './figures.ts';
import { formatDate } from './format.ts';
import { messagesFor } from './messages/messages.ts';
import type { HeatmapSection, MetricDescription, Note } from './model.ts';
import type { PlannedHeatmap } from './planned-sections.ts';

/** When and where the figures of a heatmap were fetched. */
export interface HeatmapContext {
  /** The day on which they were fetched; it is not over. */
  readonly today: string;
  /** The zone of the report's days; that of the system is used where it fixes one. */
  readonly timeZone: string;
  readonly locale: string;
}

type Heatmap = Pick<HeatmapSection, 'columns' | 'rows'>;

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
const hourNames = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** The heatmap of a metric, and what to say about its hours. */
export function buildHeatmap(
  { by, metrics: [metric] }: PlannedHeatmap,
  figures: ConnectionFigures,
  context: HeatmapContext,
): { readonly heatmap: Heatmap; readonly notes: readonly Note[] } {
  if (!metric) throw new TypeError('A heatmap needs a metric');
  return by === 'hour' ? byHour(metric, figures, context) : { heatmap: byWeek(metric, figures), notes: [] };
}

/** Each field is one day; those beyond the period, and days without a figure, have none. */
function byWeek(metric: MetricDescription, figures: ConnectionFigures): Heatmap {
  const points = findSeries(figures, 'current', metric, 'day') ?? [];
  const columns = unitsOf(figures.periods.current, 'week').map((day) => firstDayOf(day, 'week'));
  const values = new Map(points.map(({ date, value }) => [`${firstDayOf(date, 'week')} ${weekdayOf(date)}`, value]));
  return { columns, rows: weekdays.map((weekday) => columns.map((week) => values.get(`${week} ${weekday}`) ?? null)) };
}

/**
 * Each field is what came in that hour, divided by how often the hour came: on the days that the figures cover, until they
 * were fetched, as often as the clock showed it. On days that are covered an hour without rows is zero.
 */
function byHour(
  metric: MetricDescription,
  figures: ConnectionFigures,
  { today, timeZone, locale }: HeatmapContext,
): { readonly heatmap: Heatmap; readonly notes: readonly Note[] } {
  const { connection, periods, fetchedAt } = figures;
  const found = findHours(figures, metric);
  const empty = { columns: hourNames, rows: weekdays.map(() => hourNames.map(() => null)) };
  if (!hasRows(figures, 'current')) return { heatmap: empty, notes: [] };
  const { days: texts, isolate } = messagesFor(locale);
  if (found.length > 0 && found.every(({ hour }) => hour.endsWith('T00'))) {
    return { heatmap: empty, notes: [{ code: 'hours_unknown', message: texts.midnight(connection.name) }] };
  }
  const included = periods.current.to >= today && periods.current.from <= today ? [today] : [];
  const covered = [...coveredDays(figures, 'current', today), ...included];
  const unknown = daysWithoutHours(metric, figures, found, covered);
  const days = covered.filter((day) => !unknown.includes(day));
  const zone = connection.description.timeZone ?? timeZone;
  const clock = days.map((day) => ({ day, hours: hoursOfDay(day, zone, fetchedAt) }));
  const counts = new Map<string, number>();
  for (const { day, hours } of clock) {
    for (const hour of hours) count(counts, `${weekdayOf(day)} ${hour}`);
  }
  const sums = Map.groupBy(found, ({ hour }) => `${weekdayOf(hour.slice(0, 10))} ${hour.slice(11)}`);
  const meanOf = (weekday: number, hour: string) => {
    const times = counts.get(`${weekday} ${hour}`) ?? 0;
    const whole = sum((sums.get(`${weekday} ${hour}`) ?? []).map(({ value }) => value));
    return times === 0 || whole === null ? null : quotient(whole, times);
  };
  const changes = clock.filter(({ day, hours }) => day !== today && hours.length !== 24).map(({ day }) => day);
  const named = (some: readonly string[]) => some.map((day) => isolate(formatDate(day, locale)));
  return {
    heatmap: { columns: hourNames, rows: weekdays.map((weekday) => hourNames.map((hour) => meanOf(weekday, hour))) },
    notes: [
      ...(changes.length === 0
        ? []
        : [{ code: 'clock_changes', message: texts.clockChanges(named(changes)), days: changes } as const]),
      ...(unknown.length === 0
        ? []
        : [{ code: 'hours_missing', message: texts.hoursMissing(named(unknown)), days: unknown } as const]),
    ],
  };
}

/** Days that have a figure, and none by hour: their hours are not zero, but nobody knows them. */
function daysWithoutHours(
  metric: MetricDescription,
  figures: ConnectionFigures,
  found: readonly { readonly hour: string }[],
  covered: readonly string[],
): string[] {
  const withHours = new Set(found.map(({ hour }) => hour.slice(0, 10)));
  const points = findSeries(figures, 'current', metric, 'day') ?? [];
  const values = new Map(points.map(({ date, value }) => [date, value]));
  return covered.filter((day) => Boolean(values.get(day)) && !withHours.has(day));
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The hours that a clock showed on a day until an instant (ISO 8601): 23 or 25 where it changed. */
export function hoursOfDay(day: string, timeZone: string, until: string): readonly string[] {
  const [start, end] = boundsOf(day, timeZone);
  const last = Math.min(end, Date.parse(until));
  if (start + hourNames.length * hourMs === end && last === end) return hourNames;
  const hours: string[] = [];
  for (let at = start; at < last; at += hourMs) hours.push(hourAt(at, timeZone));
  return hours;
}

const hourMs = 3_600_000;

/** When a day begins and ends in a zone; in one that is not known here, as in UTC. */
function boundsOf(day: string, timeZone: string): [number, number] {
  const date = Temporal.PlainDate.from(day);
  const at = (each: Temporal.PlainDate) => each.toZonedDateTime(known(timeZone)).epochMilliseconds;
  return [at(date), at(date.add({ days: 1 }))];
}

function hourAt(epochMs: number, timeZone: string): string {
  const { hour } = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(known(timeZone));
  return hourNames[hour] ?? '';
}

function known(timeZone: string): string {
  try {
    Temporal.Now.zonedDateTimeISO(timeZone);
    return timeZone;
  } catch {
    return 'UTC';
  }
}
