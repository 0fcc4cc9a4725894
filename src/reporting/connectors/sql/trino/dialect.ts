import { startSeconds } from '../calendar.ts';
import type { Column, ColumnKind, Days, Dialect, Unit } from '../engine.ts';
import { keyed } from '../keyed.ts';
import { groupedByWindows, groupsOfWindows } from '../windowed.ts';

/** Table functions, some of which run a text at another system, and functions that ask models, which cost by themselves. */
const calls = /^(?:table|ai_\w+)$/;

/** Before all days, as differences in seconds are cut off towards zero. */
const firstDay = '0001-01-01';
/** The server takes 254 values in one list. */
const mostListed = 200;

/** The SQL of Trino. The session's zone is UTC. */
export const trinoDialect: Dialect = {
  lexicon: {
    textMarks: "'",
    nameMarks: '"',
    hasBackslashes: false,
    prefixes: /^(?:x|u)$/i,
    symbols: [
      [/^\?/, 'a ? may stand only in texts'],
      [/^@/, 'a @ may stand only in texts'],
    ],
    words: /^(?:into|match_recognize)$/,
    calls,
  },
  identifier: (name) => `"${name.replaceAll('"', '""')}"`,
  nested: /^(?:array|row|map|json|geometry|sphericalgeography|hyperloglog|p4hyperloglog|qdigest|tdigest|setdigest)/,
  period: ({ date, column, timeZone }, from, before) => {
    const literal = (day: Temporal.PlainDate) => startOf(day, column.kind, timeZone);
    return `${date} >= ${literal(from)} AND ${date} < ${literal(before)}`;
  },
  unit: unitSql,
  unitKey: (value, _by, units) => units[Number(value) - 1]?.key ?? '',
  // As a double: quotients of whole numbers and of decimals are rounded.
  seconds: (date, { kind }) => {
    if (kind === 'instant') return `TO_UNIXTIME(${date})`;
    return kind === 'day'
      ? `8.64e4 * DATE_DIFF('day', DATE '1970-01-01', ${date})`
      : `(1e0 * ${wallSeconds(date)} - ${secondsBetween('1970-01-01')})`;
  },
  text: textSql,
  groupsByColumns: true,
  isRowOf: (values, names, rows) =>
    `ROW(${values.join(', ')}) IN (SELECT ROW(${names.join(', ')}) FROM (${rows}) AS ends__)`,
  // A sum of it has its seven digits.
  summable: ({ name, type }) => (type === 'real' ? `CAST(${trinoDialect.identifier(name)} AS DOUBLE)` : undefined),
  grouped: (parts) =>
    groupedByWindows(keyed(parts), {
      descending: (figure) => `CASE WHEN IS_FINITE(${figure}) THEN ${figure} END DESC NULLS LAST`,
      ascending: (key) => `${key} ASC NULLS LAST`,
      // A decimal comes with all of its digits; the server would round twice to make a double of it.
      figure: (sql) => sql,
    }),
  groups: groupsOfWindows,
};

/** Types of which means and quotients are rounded to the digits of their parts. */
export const wholeTypes = /^(?:tinyint|smallint|integer|bigint|decimal)/;

/** The number of the last unit that begins no later than the row. A long CASE would be too much code for the server's compiler. */
function unitSql({ date, column, timeZone }: Days, _by: unknown, units: readonly Unit[]): string {
  const starts = units.map(({ start }) => `${placeOf(start, column.kind, timeZone)}e0`);
  const lists: string[] = [];
  for (let at = 0; at < starts.length; at += mostListed) {
    lists.push(`ARRAY[${starts.slice(at, at + mostListed).join(', ')}]`);
  }
  return `WIDTH_BUCKET(${placeSql(date, column.kind)}, ${lists.join(' || ')})`;
}

/** Where a row stands, as a number that boundaries can be told by. */
function placeSql(date: string, kind: ColumnKind): string {
  if (kind === 'instant') return `TO_UNIXTIME(${date})`;
  return kind === 'day' ? `DATE_DIFF('day', DATE '${firstDay}', ${date})` : wallSeconds(date);
}

function placeOf(day: Temporal.PlainDate, kind: ColumnKind, timeZone: string): number {
  if (kind === 'instant') return startSeconds(day, timeZone);
  return kind === 'day' ? secondsBetween(day) / 86_400 : secondsBetween(day);
}

function wallSeconds(date: string): string {
  return `DATE_DIFF('second', TIMESTAMP '${firstDay} 00:00:00', ${date})`;
}

/** From the first day of all to the beginning of another. */
function secondsBetween(day: Temporal.PlainDate | string): number {
  return Temporal.PlainDate.from(firstDay).until(day).days * 86_400;
}

function startOf(day: Temporal.PlainDate, kind: ColumnKind, timeZone: string): string {
  if (kind === 'day') return `DATE '${day}'`;
  if (kind !== 'instant') return `TIMESTAMP '${day} 00:00:00'`;
  const instant = Temporal.Instant.fromEpochMilliseconds(startSeconds(day, timeZone) * 1000);
  return `TIMESTAMP '${instant.toString({ smallestUnit: 'second' }).replace('T', ' ').replace('Z', ' UTC')}'`;
}

const timeForm = `'%Y-%m-%d %H:%i:%s'`;

/** Texts are told apart by their bytes. */
function textSql(sql: string, { kind, type }: Column): string {
  if (kind === 'instant') return `DATE_FORMAT(${sql} AT TIME ZONE 'UTC', ${timeForm})`;
  if (kind === 'local') return `DATE_FORMAT(${sql}, ${timeForm})`;
  const text = `CAST(${sql} AS VARCHAR)`;
  if (kind !== 'text') return text;
  // The blanks at the end of a CHAR are none of its value.
  const written = type.startsWith('char') ? `RTRIM(${text})` : text;
  return `CASE WHEN TRIM(${text}) <> '' THEN ${written} END`;
}
