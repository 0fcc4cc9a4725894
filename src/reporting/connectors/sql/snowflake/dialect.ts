import { startSeconds } from '../calendar.ts';
import type { ColumnKind, Days, Dialect, Unit } from '../engine.ts';
import { searchedUnit } from '../searched-unit.ts';
import { groupedByWindows, groupsOfWindows } from '../windowed.ts';

/** What waits, runs statements and programs, or reaches stages, other systems and models, which cost by themselves. */
const calls = `system\\$\\w+ result_scan infer_schema external_table_\\w+ generator complete ai_\\w+ try_complete
  extract_answer sentiment summarize translate embed_text_\\w+ get_presigned_url build_stage_file_url build_scoped_file_url`;

/** The SQL of Snowflake. Names in double quotes are taken letter by letter, others in upper case. The session's zone is UTC. */
export const snowflakeDialect: Dialect = {
  lexicon: {
    textMarks: "'",
    nameMarks: '"',
    hasBackslashes: true,
    symbols: [
      [/^\$/, 'a $ may stand only in texts in single quotes'],
      [/^\?/, 'a ? may stand only in texts'],
      [/^@/, 'stages are not available'],
      [/^->/, 'chains of statements are not available'],
    ],
    words: /^(?:into|call|cortex)$/,
    calls: new RegExp(`^(?:${calls.split(/\s+/).join('|')})$`),
  },
  identifier: (name) => `"${name.replaceAll('"', '""')}"`,
  nested: /^(?:ARRAY|OBJECT|VARIANT|MAP|GEOGRAPHY|GEOMETRY|VECTOR)/,
  period: ({ date, column, timeZone }, from, before) => {
    const literal = (day: Temporal.PlainDate) => startOf(day, column.kind, timeZone);
    return `${date} >= ${literal(from)} AND ${date} < ${literal(before)}`;
  },
  unit: (days, _by, units) => unitSql(days, units),
  unitKey: (value, _by, units) => units[Number(value) - 1]?.key ?? '',
  seconds: (date) => `DATE_PART(EPOCH_SECOND, ${date})`,
  text: (sql, { kind }) => {
    if (kind === 'instant') return `TO_VARCHAR(CONVERT_TIMEZONE('UTC', ${sql}), 'YYYY-MM-DD HH24:MI:SS')`;
    if (kind === 'local') return `TO_VARCHAR(${sql}, 'YYYY-MM-DD HH24:MI:SS')`;
    if (kind === 'day') return `TO_VARCHAR(${sql}, 'YYYY-MM-DD')`;
    // By bytes, whatever the collation of the column.
    const text = `COLLATE(CAST(${sql} AS VARCHAR), '')`;
    return kind === 'text' ? `CASE WHEN TRIM(${text}, ' \\t\\r\\n') <> '' THEN ${text} END` : text;
  },
  grouped: (parts) =>
    groupedByWindows(parts, {
      descending: (figure) => `CASE WHEN ABS(${figure}) < CAST('inf' AS DOUBLE) THEN ${figure} END DESC NULLS LAST`,
      ascending: (key) => `${key} ASC NULLS LAST`,
      figure: (sql) => `CAST(${sql} AS DOUBLE)`,
    }),
  groups: groupsOfWindows,
};

/** The number of the last unit that begins no later than the row. */
function unitSql({ date, column, timeZone }: Days, units: readonly Unit[]): string {
  return searchedUnit(
    date,
    units.map(({ start }) => startOf(start, column.kind, timeZone)),
  );
}

function startOf(day: Temporal.PlainDate, kind: ColumnKind, timeZone: string): string {
  if (kind === 'day') return `DATE '${day}'`;
  if (kind !== 'instant') return `CAST('${day} 00:00:00' AS TIMESTAMP_NTZ)`;
  const instant = Temporal.Instant.fromEpochMilliseconds(startSeconds(day, timeZone) * 1000);
  return `CAST('${instant.toString({ smallestUnit: 'second' }).replace('Z', '+00:00')}' AS TIMESTAMP_TZ)`;
}
