import { startSeconds } from '../calendar.ts';
import { countedUnit, countedUnitKey, offsetSql } from '../counted-days.ts';
import type { Column, ColumnKind, Days, Dialect, Unit } from '../engine.ts';
import { groupsOfMarkedKeys } from '../marked-keys.ts';
import { postgresLexicon } from '../postgres/lexicon.ts';
import { groupedByWindows } from '../windowed.ts';

/** A text without a length would be cut after 256 bytes; there is room for the end. */
const longText = 'varchar(65000)';
const blanks = `' ' || CHR(9) || CHR(10) || CHR(13)`;

/** The SQL of Amazon Redshift, which has no arrays, no rows of values and no collations by name. */
export const redshiftDialect: Dialect = {
  lexicon: {
    ...postgresLexicon,
    // It does not know standard_conforming_strings.
    hasBackslashes: true,
    words: new RegExp(`${postgresLexicon.words.source}|^(?:unload|call)$`),
  },
  identifier: (name) => `"${name.replaceAll('"', '""')}"`,
  nested: /^(?:super|varbyte|geometry|geography|hllsketch)$/,
  period: ({ date, column, timeZone }, from, before) => {
    const literal = (day: Temporal.PlainDate) => startOf(day, column.kind, timeZone);
    return `${date} >= ${literal(from)} AND ${date} < ${literal(before)}`;
  },
  unit: (days, by, units) => countedUnit(clockSql(days, units), by),
  unitKey: countedUnitKey,
  // A quotient of whole numbers would be rounded towards 1970.
  seconds: (date, column) => {
    const days = `DATEDIFF(day, CAST('1970-01-01' AS date), ${date}) * 86400`;
    const seconds = `DATEDIFF(second, CAST('1970-01-01 00:00:00' AS timestamp), ${utc(date, column)})`;
    return `CAST(${column.kind === 'day' ? days : seconds} AS double precision)`;
  },
  text: textSql,
  // Rows of values are not compared; every text ends in its mark.
  isRowOf: (values, names, rows) => `${joined(values)} IN (SELECT ${joined(names)} FROM (${rows}) AS ends__)`,
  grouped: (parts) =>
    groupedByWindows(parts, {
      // NaN would be the greatest.
      descending: (figure) =>
        `CASE WHEN ABS(${figure}) < CAST('Infinity' AS double precision) THEN ${figure} END DESC NULLS LAST`,
      ascending: (key) => `${key} ASC NULLS LAST`,
      // A decimal comes with all of its digits.
      figure: (sql) => sql,
    }),
  groups: groupsOfMarkedKeys,
};

/** Types of which means and quotients are rounded: whole numbers to whole ones, decimals to a few digits. */
export const wholeTypes = /^(?:smallint|integer|bigint|numeric)$/;

function joined(values: readonly string[]): string {
  return values.map((value) => `CAST(${value} AS ${longText})`).join(' || CHR(1) || ');
}

/** A date without its zone, in UTC. */
function utc(date: string, { kind }: Column): string {
  return kind === 'instant' ? `(${date} AT TIME ZONE 'UTC')` : date;
}

/** A row's clock; the zone is told to the server as its differences from UTC, so that what it knows of zones does not matter. */
function clockSql(days: Days, units: readonly Unit[]): string {
  const { date, column } = days;
  const offset = offsetSql(days, units, instantSql);
  return offset === undefined ? date : `DATEADD(second, ${offset}, ${utc(date, column)})`;
}

function startOf(day: Temporal.PlainDate, kind: ColumnKind, timeZone: string): string {
  if (kind === 'day') return `CAST('${day}' AS date)`;
  return kind === 'instant' ? instantSql(startSeconds(day, timeZone)) : `CAST('${day} 00:00:00' AS timestamp)`;
}

function instantSql(seconds: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toString({ smallestUnit: 'second' });
  return `CAST('${instant.replace('T', ' ').replace('Z', '+00')}' AS timestamptz)`;
}

/** Blank texts are missing; others are told apart by their bytes, whatever the collation of the column. */
function textSql(sql: string, { kind, type }: Column): string {
  // A cast to a local time takes the zone of the session.
  if (kind === 'instant') return marked(`TO_CHAR(CAST(${sql} AS timestamp), 'YYYY-MM-DD HH24:MI:SS')`);
  if (kind === 'local') return marked(`TO_CHAR(${sql}, 'YYYY-MM-DD HH24:MI:SS')`);
  // A flag cannot be cast to a text.
  if (type === 'boolean') return marked(`CASE WHEN ${sql} THEN 'true' WHEN NOT ${sql} THEN 'false' END`);
  const text = `CAST(${sql} AS ${longText})`;
  if (kind !== 'text') return marked(text);
  // The blanks at the end of a CHAR are none of its value.
  const written = type === 'char' ? `RTRIM(${text})` : text;
  return `CASE WHEN BTRIM(${text}, ${blanks}) <> '' THEN ${marked(`COLLATE(${written}, 'case_sensitive')`)} END`;
}

function marked(text: string): string {
  return `(${text} || CHR(1))`;
}
