import { type DuckDBType, DuckDBTypeId } from '@duckdb/node-api';
import type { Query } from '../contract.ts';
import { quote } from './sql.ts';

const { DATE, TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS, TIMESTAMP_TZ, VARCHAR } = DuckDBTypeId;

/** How the date expression says its day: a `day` and a `local` time do in any zone, an `instant` only in the query's. */
export type DateKind = 'day' | 'local' | 'instant' | 'text';

/** The kind of a date expression by its type; undefined for a type that says no day. */
export function dateKindOf(type: DuckDBType): DateKind | undefined {
  if (type.typeId === TIMESTAMP_TZ) return 'instant';
  if (type.typeId === VARCHAR) return 'text';
  if (type.typeId === DATE) return 'day';
  return [TIMESTAMP, TIMESTAMP_S, TIMESTAMP_MS, TIMESTAMP_NS].includes(type.typeId) ? 'local' : undefined;
}

/** The date expression as something that compares and truncates: text becomes an instant, local to the engine's time zone. */
export function dateSql(sql: string, kind: DateKind): string {
  if (kind !== 'text') return `(${sql}\n)`;
  const text = `nullif(trim((${sql}\n)), '')`;
  return `coalesce(TRY_CAST(${text} AS TIMESTAMPTZ), CAST(${withSeconds(text)} AS TIMESTAMPTZ))`;
}

/** ISO 8601 lets the seconds be left out before an offset, as Java does at a full minute, and DuckDB does not. */
function withSeconds(text: string): string {
  return `regexp_replace(${text}, '([T ][0-9]{2}:[0-9]{2})(Z|[+-][0-9]{2}(:?[0-9]{2})?)$', '\\1:00\\2')`;
}

/** The condition that a row lies in the period. It compares the bare column with two constants, so that the scan can skip. */
export function periodSql(date: string, kind: DateKind, { from, to, timeZone }: Query): string {
  const first = Temporal.PlainDate.from(from);
  const next = Temporal.PlainDate.from(to).add({ days: 1 });
  const literal = (day: Temporal.PlainDate) => {
    if (kind === 'day') return `DATE ${quote(day.toString())}`;
    if (kind === 'local') return `TIMESTAMP ${quote(`${day} 00:00:00`)}`;
    return `TIMESTAMPTZ ${quote(day.toZonedDateTime(timeZone).toInstant().toString())}`;
  };
  return `${date} >= ${literal(first)} AND ${date} < ${literal(next)}`;
}

/** The first day of the row's calendar unit. */
export function unitSql(date: string, kind: DateKind, unit: 'day' | 'week' | 'month', timeZone: string): string {
  const local = kind === 'day' || kind === 'local' ? date : `timezone(${quote(timeZone)}, ${date})`;
  return `CAST(${unit === 'day' ? local : `date_trunc('${unit}', ${local})`} AS DATE)`;
}
