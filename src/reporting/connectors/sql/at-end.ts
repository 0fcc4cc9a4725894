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
  const named = keys.map((sql, index) => `${sql} AS part${index}__, `).join('');
  const parts = keys.map((_, index) => `part${index}__`);
  const ends = `SELECT ${named}max(${days.date}) AS last__ FROM ${source} WHERE ${onLastDays} GROUP BY ${parts.join(', ')}`;
  const isRowOf = dialect.isRowOf ?? ((values, _names, rows) => `(${values.join(', ')}) IN (${rows})`);
  return `${onLastDays} AND ${isRowOf([...keys, days.date], [...parts, 'last__'], ends)}`;
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
  const grouping = ofUnits ? `, ${dialect.unit(days, by, unitsOf(query, by))} AS unit__` : '';
  const { rows } = await select(
    session,
    `SELECT ${dayOf(`max(${days.date})`)}${grouping} FROM ${source} WHERE ${within}${ofUnits ? ' GROUP BY unit__' : ''}`,
  );
  const last = rows.flatMap(([day]) => (day === null ? [] : Number(day)));
  const [first, ...others] = last;
  if (first === undefined) return within;
  if (others.length > 0) return `${within} AND ${dayOf(days.date)} IN (${last.join(', ')})`;
  const key = dialect.unitKey(first, 'day', all);
  if (key === '') return within;
  // A server may have an index of dates.
  const from = Temporal.PlainDate.from(key);
  return `${within} AND ${dialect.period(days, from, from.add({ days: 1 }))}`;
}
