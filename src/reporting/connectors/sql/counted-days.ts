import { stretchesOf } from './calendar.ts';
import type { Days, Dialect, Unit } from './engine.ts';

/** A Monday, and the first day that SQL Server has. */
const firstDay = '0001-01-01';

/** SQL of the units since the first day, for servers that count boundaries between dates; `clock` is the row's local time. */
export function countedUnit(clock: string, by: 'day' | 'week' | 'month'): string {
  if (by === 'month') return `DATEDIFF(month, CAST('${firstDay}' AS date), ${clock})`;
  const day = `DATEDIFF(day, CAST('${firstDay}' AS date), ${clock})`;
  return by === 'day' ? day : `${day} / 7`;
}

/** The unit that `countedUnit` counted. */
export const countedUnitKey: Dialect['unitKey'] = (value, by) => {
  const began = Temporal.PlainDate.from(firstDay);
  const count = Number(value);
  if (by === 'month') return began.add({ months: count }).toString();
  return began.add({ days: by === 'day' ? count : count * 7 }).toString();
};

/**
 * SQL of the seconds by which the zone's clock differs from UTC at a row that is an instant; undefined for other rows.
 * `instantSql` writes an instant, given in seconds since 1970.
 */
export function offsetSql(
  { date, column, timeZone }: Days,
  units: readonly Unit[],
  instantSql: (seconds: number) => string,
): string | undefined {
  const [first, last] = [units[0]?.start, units.at(-1)?.start];
  if (column.kind !== 'instant' || !first || !last) return undefined;
  // No unit is longer.
  const stretches = stretchesOf(first, last.add({ months: 1 }), timeZone);
  const cases = stretches
    .slice(0, -1)
    .map(({ offset, before }) => `WHEN ${date} < ${instantSql(before)} THEN ${offset}`);
  const latest = stretches.at(-1)?.offset ?? 0;
  return cases.length === 0 ? String(latest) : `CASE ${cases.join(' ')} ELSE ${latest} END`;
}
