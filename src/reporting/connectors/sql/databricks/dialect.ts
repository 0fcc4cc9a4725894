import { startSeconds } from '../calendar.ts';
import type { ColumnKind, Dialect } from '../engine.ts';
import { searchedUnit } from '../searched-unit.ts';
import { groupedByWindows, groupsOfWindows } from '../windowed.ts';

/** What reads files and secrets, runs programs, or asks other systems and models, which cost by themselves. */
const calls = `read_files read_kafka read_kinesis read_pubsub read_pulsar remote_query http_request ai_\\w+ vector_search
  java_method reflect try_reflect secret try_secret list_secrets cloud_files_state read_state\\w* sql_keywords`;

const epoch = "TIMESTAMP_NTZ '1970-01-01 00:00:00'";

/** The SQL of Databricks. */
export const databricksDialect: Dialect = {
  lexicon: {
    textMarks: `'"`,
    nameMarks: '`',
    hasBackslashes: true,
    prefixes: /^(?:r|x)$/i,
    symbols: [
      [/^\?/, 'a ? may stand only in texts'],
      [/^\$/, 'a $ may stand only in texts'],
      [/^\|>/, 'pipes are not available'],
    ],
    words: /^(?:insert|identifier)$/,
    calls: new RegExp(`^(?:${calls.split(/\s+/).join('|')})$`),
  },
  identifier: (name) => `\`${name.replaceAll('`', '``')}\``,
  nested: /^(?:ARRAY|STRUCT|MAP|VARIANT|OBJECT|INTERVAL|GEO)/,
  period: ({ date, column, timeZone }, from, before) => {
    const literal = (day: Temporal.PlainDate) => startOf(day, column.kind, timeZone);
    return `${date} >= ${literal(from)} AND ${date} < ${literal(before)}`;
  },
  unit: ({ date, column, timeZone }, _by, units) =>
    searchedUnit(
      date,
      units.map(({ start }) => startOf(start, column.kind, timeZone)),
    ),
  unitKey: (value, _by, units) => units[Number(value) - 1]?.key ?? '',
  seconds: (date, { kind }) => {
    if (kind === 'day') return `UNIX_DATE(${date}) * 86400`;
    // A cast to an instant would take the zone of the session.
    return kind === 'instant' ? `UNIX_SECONDS(${date})` : `TIMESTAMPDIFF(SECOND, ${epoch}, ${date})`;
  },
  text: (sql, { kind }) => {
    if (kind === 'instant') return `CAST(DATEADD(SECOND, UNIX_SECONDS(${sql}), ${epoch}) AS STRING)`;
    // By bytes, whatever the collation of the column.
    const text = `CAST(${sql} AS STRING) COLLATE UTF8_BINARY`;
    return kind === 'text' ? `CASE WHEN BTRIM(${text}, ' \\t\\r\\n') <> '' THEN ${text} END` : text;
  },
  grouped: (parts) =>
    groupedByWindows(parts, {
      // NaN would be the greatest.
      descending: (figure) =>
        `CASE WHEN ABS(${figure}) < CAST('Infinity' AS DOUBLE) THEN ${figure} END DESC NULLS LAST`,
      ascending: (key) => `${key} ASC NULLS LAST`,
      figure: (sql) => `CAST(${sql} AS DOUBLE)`,
    }),
  groups: groupsOfWindows,
};

function startOf(day: Temporal.PlainDate, kind: ColumnKind, timeZone: string): string {
  if (kind === 'day') return `DATE '${day}'`;
  if (kind !== 'instant') return `TIMESTAMP_NTZ '${day} 00:00:00'`;
  const instant = Temporal.Instant.fromEpochMilliseconds(startSeconds(day, timeZone) * 1000);
  return `TIMESTAMP '${instant.toString({ smallestUnit: 'second' }).replace('T', ' ').replace('Z', '+00:00')}'`;
}
