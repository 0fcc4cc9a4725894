import { startSeconds } from '../calendar.ts';
import type { ColumnKind, Days, Dialect, Unit } from '../engine.ts';
import { groupedByWindows, groupsOfWindows } from '../windowed.ts';
import { postgresLexicon } from './lexicon.ts';

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** The SQL of PostgreSQL. */
export const postgresDialect: Dialect = {
  lexicon: postgresLexicon,
  identifier: (name) => `"${name.replaceAll('"', '""')}"`,
  period: ({ date, column, timeZone }, from, before) => {
    const literal = (day: Temporal.PlainDate) =>
      `${quote(startOf(day, column.kind, timeZone))}::${typeOf(column.kind)}`;
    return `${date} >= ${literal(from)} AND ${date} < ${literal(before)}`;
  },
  unit: (days, _by, units) => unitSql(days, units),
  unitKey: (value, _by, units) => units[Number(value) - 1]?.key ?? '',
  seconds: (date) => `extract(epoch from ${date})`,
  text: (sql, { kind }) => {
    // A cast to a local time takes the zone of the session.
    if (kind === 'instant') return `CAST(CAST(${sql} AS timestamp) AS text) COLLATE "C"`;
    const text = `CAST(${sql} AS text) COLLATE "C"`;
    // Most texts begin with a character after the blank ones, which is quickly seen.
    return kind === 'text' ? `CASE WHEN ${text} >= '!' OR btrim(${text}, E' \\t\\r\\n') <> '' THEN ${text} END` : text;
  },
  grouped: (parts) =>
    groupedByWindows(parts, {
      // NaN would be the greatest.
      descending: (figure) => `CASE WHEN abs(${figure}) < 'Infinity' THEN ${figure} END DESC NULLS LAST`,
      ascending: (key) => `${key} NULLS LAST`,
      figure: (sql) => `CAST(${sql} AS double precision)`,
    }),
  groups: groupsOfWindows,
};

/** The number of the last unit that begins no later than the row. */
function unitSql({ date, column, timeZone }: Days, units: readonly Unit[]): string {
  const starts = units.map(({ start }) => `"${startOf(start, column.kind, timeZone)}"`).join(',');
  return `width_bucket(${date}, ${quote(`{${starts}}`)}::${typeOf(column.kind)}[])`;
}

function startOf(day: Temporal.PlainDate, kind: ColumnKind, timeZone: string): string {
  if (kind === 'day') return day.toString();
  if (kind !== 'instant') return `${day} 00:00:00`;
  return Temporal.Instant.fromEpochMilliseconds(startSeconds(day, timeZone) * 1000).toString();
}

function typeOf(kind: ColumnKind): string {
  if (kind === 'day') return 'date';
  return kind === 'instant' ? 'timestamptz' : 'timestamp';
}
