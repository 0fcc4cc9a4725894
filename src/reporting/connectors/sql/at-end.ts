import type { Query } from '../contract.ts';
import type { Binding } from './binding.ts';
import { unitsOf } from './calendar.ts';
import type { Days, Dialect, Session } from './engine.ts';
import { select } from './faults.ts';

/**
 * The condition that a row is of the last day of its calendar unit, or of the whole period; of a day with times those of the
 * last one, for each combination of dimensions. Which days these are is asked first. Throws a ConnectorError.
 */
export async function conditionAtEnd(
  session: Session,
  binding: Binding,
  dialect: Dialect,
  query: Query,
  within: string,
): Promise<string> {
  const { config, source, date: column, dimensions } = binding;
  const days: Days = { date: `(${config.date}\n)`, column, timeZone: query.timeZone };
  const onLastDays =
    query.by === 'day' ? within : await conditionOfLastDays(session, days, source, dialect, query, within);
  if (column.kind === 'day') return onLastDays;
  const combination = config.dimensions.map(({ sql }, index) => {
    const type = dimensions[index];
    if (!type) throw new TypeError('Every dimension is bound');
    // Unlike NULL, blank texts are equal.
    return `COALESCE(${dialect.text(`(${sql}\n)`, type)}, '')`;
  });
  const keys = [dialect.unit(days, 'day', unitsOf(query, 'day')), ...combination];
  const { groupsByColumns, isRowOf } = dialect;
  if (groupsByColumns && !isRowOf) return `${onLastDays} AND ${isLatest(keys, days.date, source, onLastDays)}`;
  const parts = keys.map((_, index) => `part${index}__`);
  const ends = groupsByColumns
    ? endsOf(keys, days.date, source, onLastDays)
    : `SELECT ${keys.map((sql, index) => `${sql} AS part${index}__, `).join('')}max(${days.date}) AS last__
      FROM ${source} WHERE ${onLastDays} GROUP BY ${parts.join(', ')}`;
  const values = [...keys, days.date];
  const isEnd = isRowOf?.(values, [...parts, 'last__'], ends) ?? `(${values.join(', ')}) IN (${ends})`;
  return `${onLastDays} AND ${isEnd}`;
}

/** SELECT of each combination of keys and its last date, grouped by columns. */
function endsOf(keys: readonly string[], date: string, source: string, within: string): string {
  const named = keys.map((sql, index) => `${sql} AS part${index}__`).join(', ');
  const parts = keys.map((_, index) => `part${index}__`).join(', ');
  return `SELECT ${parts}, max(at__) AS last__ FROM (
    SELECT ${named}, ${date} AS at__ FROM ${source} WHERE ${within}) AS rows__ GROUP BY ${parts}`;
}

/** The condition that a row's date is the last one of those with its keys, for servers that compare no rows of values. */
function isLatest(keys: readonly string[], date: string, source: string, within: string): string {
  const same = keys.map((sql, index) => `ends__.part${index}__ = ${sql}`).join(' AND ');
  return `EXISTS (SELECT 1 FROM (${endsOf(keys, date, source, within)}) AS ends__
    WHERE ${same} AND ends__.last__ = ${date})`;
}

async function conditionOfLastDays(
  session: Session,
  days: Days,
  source: string,
  dialect: Dialect,
  query: Query,
  within: string,
): Promise<string> {
  const { by } = query;
  const all = unitsOf(query, 'day');
  const dayOf = (date: string) => dialect.unit({ ...days, date }, 'day', all);
  const ofUnits = by === 'week' || by === 'month';
  const unit = ofUnits ? `${dialect.unit(days, by, unitsOf(query, by))} AS unit__` : '';
  const last = dayOf(`max(${days.date})`);
  const rest = ofUnits ? `WHERE ${within} GROUP BY unit__` : `WHERE ${within}`;
  const sql =
    ofUnits && dialect.groupsByColumns
      ? `SELECT ${last} FROM (SELECT source.*, ${unit} FROM ${source}) AS source ${rest}`
      : `SELECT ${last}${ofUnits ? `, ${unit}` : ''} FROM ${source} ${rest}`;
  const { rows } = await select(session, sql);
  const lastDays = rows.flatMap(([day]) => (day === null ? [] : Number(day)));
  const [first, ...others] = lastDays;
  if (first === undefined) return within;
  if (others.length > 0) return `${within} AND ${dayOf(days.date)} IN (${lastDays.join(', ')})`;
  const key = dialect.unitKey(first, 'day', all);
  if (key === '') return within;
  // A server may have an index of dates.
  const from = Temporal.PlainDate.from(key);
  return `${within} AND ${dialect.period(days, from, from.add({ days: 1 }))}`;
}
