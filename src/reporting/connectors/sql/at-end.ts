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
  if (dialect.groupsByColumns) return `${onLastDays} AND ${isLatest(keys, days.date, source, onLastDays)}`;
  const named = keys.map((sql, index) => `${sql} AS part${index}__, `).join('');
  const parts = keys.map((_, index) => `part${index}__`);
  const ends = `SELECT ${named}max(${days.date}) AS last__ FROM ${source} WHERE ${onLastDays} GROUP BY ${parts.join(', ')}`;
  const isRowOf = dialect.isRowOf ?? ((values, _names, rows) => `(${values.join(', ')}) IN (${rows})`);
  return `${onLastDays} AND ${isRowOf([...keys, days.date], [...parts, 'last__'], ends)}`;
}

/** The condition that a row's date is the last one of those with its keys, for servers that compare no rows of values. */
function isLatest(keys: readonly string[], date: string, source: string, within: string): string {
  const named = keys.map((sql, index) => `${sql} AS part${index}__`).join(', ');
  const parts = keys.map((_, index) => `part${index}__`).join(', ');
  const same = keys.map((sql, index) => `ends__.part${index}__ = ${sql}`).join(' AND ');
  return `EXISTS (SELECT 1 FROM (SELECT ${parts}, max(at__) AS at__ FROM (
    SELECT ${named}, ${date} AS at__ FROM ${source} WHERE ${within}) AS rows__ GROUP BY ${parts}) AS ends__
    WHERE ${same} AND ends__.at__ = ${date})`;
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
