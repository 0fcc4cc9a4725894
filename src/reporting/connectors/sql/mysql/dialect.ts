import { startSeconds } from '../calendar.ts';
import type { ColumnKind, Days, Dialect, Unit } from '../engine.ts';
import type { Lexicon } from '../lexer.ts';
import { groupedByWindows, groupsOfWindows } from '../windowed.ts';

/** What waits, holds locks, or reaches files and programs of the server. */
const calls = `load_file sleep benchmark get_lock release_lock release_all_locks is_free_lock is_used_lock master_pos_wait
  source_pos_wait master_gtid_wait wait_for_executed_gtid_set wait_until_sql_thread_after_gtids sys_exec sys_eval sys_get
  sys_set lib_mysqludf_\\w+ nextval setval lastval`;

const mysqlLexicon: Lexicon = {
  textMarks: `'"`,
  nameMarks: '`',
  hasBackslashes: true,
  symbols: [
    [/^\?/, 'a ? may stand only in texts'],
    [/^@/, 'variables are not available'],
  ],
  words: /^(?:into|outfile|dumpfile|procedure)$/,
  calls: new RegExp(`^(?:${calls.split(/\s+/).join('|')})$`),
};

/** The SQL of MySQL from version 8 and MariaDB from 10.2 on. The session's zone is UTC. */
export const mysqlDialect: Dialect = {
  lexicon: mysqlLexicon,
  identifier: (name) => `\`${name.replaceAll('`', '``')}\``,
  period: ({ date, column, timeZone }, from, before) => {
    const literal = (day: Temporal.PlainDate) => {
      const start = startOf(day, column.kind, timeZone);
      return column.kind === 'day' ? `DATE '${start}'` : `TIMESTAMP '${start}'`;
    };
    return `${date} >= ${literal(from)} AND ${date} < ${literal(before)}`;
  },
  unit: (days, _by, units) => unitSql(days, units),
  unitKey: (value, _by, units) => units[Number(value) - 1]?.key ?? '',
  seconds: (date) => `TIMESTAMPDIFF(SECOND, '1970-01-01 00:00:00', ${date})`,
  text: (sql, { kind }) => {
    // By bytes: a collation makes one group of Berlin, berlin, "berlin " and bérlin.
    const text = `CAST(CONVERT(${sql} USING utf8mb4) AS BINARY)`;
    if (kind !== 'text') return text;
    return `CASE WHEN ASCII(${sql}) > 32 OR ${sql} REGEXP '[^ \\t\\r\\n]' THEN ${text} END`;
  },
  grouped: (parts) =>
    groupedByWindows(parts, {
      descending: (figure) => `${figure} IS NULL, ${figure} DESC`,
      ascending: (key) => `${key} IS NULL, ${key}`,
      figure: (sql) => `${sql} + 0e0`,
    }),
  groups: groupsOfWindows,
};

/**
 * The number of the last unit that begins no later than the row. As numbers, such as 20241231235959, times compare as
 * they do as times; the server need know no zone.
 */
function unitSql({ date, column, timeZone }: Days, units: readonly Unit[]): string {
  const starts = units.map(({ start }) => startOf(start, column.kind, timeZone).replaceAll(/\D/g, ''));
  return `INTERVAL(${date} + 0, ${starts.join(', ')})`;
}

function startOf(day: Temporal.PlainDate, kind: ColumnKind, timeZone: string): string {
  if (kind === 'day') return day.toString();
  if (kind !== 'instant') return `${day} 00:00:00`;
  const instant = Temporal.Instant.fromEpochMilliseconds(startSeconds(day, timeZone) * 1000);
  return instant.toString({ smallestUnit: 'second' }).replace('T', ' ').replace('Z', '');
}
