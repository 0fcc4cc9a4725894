import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import type { Query } from '../contract.ts';
import { quote } from './sql.ts';

const { DATE, TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS, TIMESTAMP_TZ, VARCHAR } = DuckDBTypeId;

/**
 * How the date expression gives its day: a `day` and a `local` time do so in any zone, an `instant` only in the
 * query's.
 */
export type DateKind = 'day' | 'local' | 'instant' | 'text';

/** The kind of a date expression by its type; undefined for a type without a day. */
export function dateKindOf(type: DuckDBType): DateKind | undefined {
  if (type.typeId === TIMESTAMP_TZ) return 'instant';
  if (type.typeId === VARCHAR) return 'text';
  if (type.typeId === DATE) return 'day';
  return [TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS].includes(type.typeId) ? 'local' : undefined;
}

/**
 * The date expression in a form that can be compared and truncated: text becomes a local time. One that the clock
 * skipped stays as written, as the instant would be an hour later, perhaps on the next day.
 */
export function dateSql(sql: string, kind: DateKind, timeZone: string): string {
  if (kind !== 'text') return `(${sql}\n)`;
  const text = `nullif(trim((${sql}\n)), '')`;
  const instant = `coalesce(TRY_CAST(${text} AS TIMESTAMPTZ), CAST(${withSeconds(text)} AS TIMESTAMPTZ))`;
  // DuckDB reads 1/2/26 as a day of the year 1.
  const fault = `error('invalid date field format: "' || ${text} || '"')`;
  return `CASE WHEN ${isWallTime(text)} THEN CAST(${text} AS TIMESTAMP)
    WHEN ${beginsWithYear(text)} THEN timezone(${quote(timeZone)}, ${instant})
    WHEN ${text} IS NOT NULL THEN CAST(${fault} AS TIMESTAMP) END`;
}

/** Whether a text begins with a year of four digits, as ISO 8601 dates do. */
export function beginsWithYear(text: string): string {
  return `regexp_matches(trim(${text}), '^[+-]?[0-9]{4}')`;
}

/** Whether a text is a day or a time without an offset. */
export function isWallTime(text: string): string {
  const day = '[0-9]{4,6}[-/][0-9]{1,2}[-/][0-9]{1,2}';
  return `regexp_full_match(${text}, '${day}([T ][0-9]{1,2}:[0-9]{2}(:[0-9]{2}([.][0-9]+)?)?)?')`;
}

/** ISO 8601 allows omitting the seconds before an offset, as Java does at a full minute; DuckDB does not. */
function withSeconds(text: string): string {
  return `regexp_replace(${text}, '([T ][0-9]{2}:[0-9]{2})(Z|[+-][0-9]{2}(:?[0-9]{2})?)$', '\\1:00\\2')`;
}

/**
 * The condition that a row is in the period. It compares the bare column with two constants, so that the scan can skip
 * row groups.
 */
export function periodSql(date: string, kind: DateKind, { from, to, timeZone }: Query): string {
  const first = Temporal.PlainDate.from(from);
  const next = Temporal.PlainDate.from(to).add({ days: 1 });
  const literal = (day: Temporal.PlainDate) => {
    if (kind === 'day') return `DATE ${quote(day.toString())}`;
    if (kind !== 'instant') return `TIMESTAMP ${quote(`${day} 00:00:00`)}`;
    return `TIMESTAMPTZ ${quote(day.toZonedDateTime(timeZone).toInstant().toString())}`;
  };
  return `${date} >= ${literal(first)} AND ${date} < ${literal(next)}`;
}

/** The hour of the row's clock, such as `2026-10-25T02`; midnight of a date without a time. */
export function hourSql(date: string, kind: DateKind, timeZone: string): string {
  return `strftime(CAST(${localSql(date, kind, timeZone)} AS TIMESTAMP), '%Y-%m-%dT%H')`;
}

function localSql(date: string, kind: DateKind, timeZone: string): string {
  return kind === 'instant' ? `timezone(${quote(timeZone)}, ${date})` : date;
}

/** The first day of the row's calendar unit. */
export function unitSql(date: string, kind: DateKind, unit: 'day' | 'week' | 'month', timeZone: string): string {
  const local = localSql(date, kind, timeZone);
  return `CAST(${unit === 'day' ? local : `date_trunc('${unit}', ${local})`} AS DATE)`;
}
