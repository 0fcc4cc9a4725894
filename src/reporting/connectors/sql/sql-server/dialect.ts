import { startSeconds } from '../calendar.ts';
import { countedUnit, countedUnitKey, offsetSql } from '../counted-days.ts';
import type { Column, Days, Dialect, Unit } from '../engine.ts';
import { keyed } from '../keyed.ts';
import { groupsOfMarkedKeys } from '../marked-keys.ts';
import { groupedByWindows } from '../windowed.ts';
import { sqlServerLexicon } from './lexicon.ts';

const byBytes = 'COLLATE Latin1_General_100_BIN2';

const some = (columns: string, rest: string, rows: number) => `SELECT TOP (${rows}) ${columns} FROM ${rest}`;

/** The driver makes doubles of decimals by way of rounded parts. */
function whole(figure: string, column: Column | undefined): string {
  if (column?.type.startsWith('decimal')) return `CAST(${figure} AS varchar(64))`;
  return column?.type === 'money' ? `CAST(CAST(${figure} AS decimal(19, 4)) AS varchar(64))` : figure;
}

/** The SQL of SQL Server from version 2016 on, and of Azure SQL. */
export const sqlServerDialect: Dialect = {
  lexicon: sqlServerLexicon,
  identifier: (name) => `[${name.replaceAll(']', ']]')}]`,
  period: (days, from, before) => {
    const at = (day: Temporal.PlainDate) => momentOf(days, day);
    return `${days.date} >= ${at(from)} AND ${days.date} < ${at(before)}`;
  },
  unit: (days, by, units) => countedUnit(clockSql(days, units), by),
  unitKey: countedUnitKey,
  // A quotient of whole numbers would be rounded towards 1970.
  seconds: (date, column) => `1.0 * DATEDIFF_BIG(second, CAST('1970-01-01' AS date), ${utc(date, column)})`,
  text: textSql,
  some,
  whole,
  groupsByColumns: true,
  summable: ({ name, type }) =>
    wholeTypes.test(type) ? `CAST(${sqlServerDialect.identifier(name)} AS bigint)` : undefined,
  grouped: (parts) => groupedByWindows(keyed(parts), order),
  groups: groupsOfMarkedKeys,
};

/** Types of which sums overflow soon, and means and quotients are whole. */
export const wholeTypes = /^(?:tinyint|smallint|int|bigint)$/;

const order = {
  some,
  // NULL is the least of all.
  descending: (figure: string) => `${figure} DESC`,
  ascending: (key: string) => `CASE WHEN ${key} IS NULL THEN 1 ELSE 0 END, ${key}`,
  figure: (sql: string) => sql,
  // The other one ends at two thousand million.
  count: 'count_big(*)',
  whole,
};

/** The beginning of a day, of a type that an index of the column can be searched by. */
function momentOf({ column, timeZone }: Pick<Days, 'column' | 'timeZone'>, day: Temporal.PlainDate): string {
  if (column.kind === 'day') return `CAST('${day}' AS date)`;
  if (column.kind === 'local')
    return `CAST('${day}T00:00:00' AS ${column.type === 'datetime' ? 'datetime' : 'datetime2'})`;
  return instantSql(startSeconds(day, timeZone));
}

function instantSql(seconds: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString({ smallestUnit: 'second' });
  return `CAST('${instant}' AS datetimeoffset)`;
}

/** A date without its zone, in UTC. */
function utc(date: string, { kind }: Column): string {
  return kind === 'instant' ? `CAST(SWITCHOFFSET(${date}, '+00:00') AS datetime2)` : date;
}

/** A row's clock; the zone is told to the server as its differences from UTC, so that what it knows of zones does not matter. */
function clockSql(days: Days, units: readonly Unit[]): string {
  const { date, column } = days;
  const offset = offsetSql(days, units, instantSql);
  return offset === undefined ? date : `DATEADD(second, ${offset}, ${utc(date, column)})`;
}

/** Blank texts are missing; others end in a mark, so that the blanks at their ends count. */
function textSql(sql: string, column: Column): string {
  const written = writtenSql(sql, column);
  const marked = `(${written} + NCHAR(1)) ${byBytes}`;
  if (column.kind !== 'text') return marked;
  const blank = [9, 10, 13].reduce((text, code) => `REPLACE(${text}, NCHAR(${code}), N' ')`, written);
  return `CASE WHEN LTRIM(${blank}) <> N'' THEN ${marked} END`;
}

function writtenSql(sql: string, column: Column): string {
  const { kind, type } = column;
  if (kind === 'day') return `CONVERT(nvarchar(10), ${sql}, 23)`;
  if (kind === 'local' || kind === 'instant') return `CONVERT(nvarchar(19), ${utc(sql, column)}, 126)`;
  if (type === 'float' || type === 'real') return `CONVERT(nvarchar(64), ${sql}, 3)`;
  if (type === 'money') return `CONVERT(nvarchar(64), ${sql}, 2)`;
  if (kind === 'number') return `CAST(${sql} AS nvarchar(64))`;
  const length = Number(/\((\d+)\)/.exec(type)?.[1] ?? Number.POSITIVE_INFINITY);
  // With the mark, a longer text would be cut.
  return `CAST(${sql} AS nvarchar(${length < 4000 ? 4000 : 'max'}))`;
}
