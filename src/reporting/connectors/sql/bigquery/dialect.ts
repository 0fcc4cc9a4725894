import { startSeconds } from '../calendar.ts';
import type { ColumnKind, Days, Dialect, Unit } from '../engine.ts';
import type { Lexicon } from '../lexer.ts';
import { groupedByWindows, groupsOfWindows } from '../windowed.ts';

/** What reaches other databases and models, which cost by themselves. */
const calls = `external_query generate_text generate_embedding generate generate_bool generate_double generate_int
  generate_table understand_text translate annotate_image process_document transcribe external_object_transform`;

const bigQueryLexicon: Lexicon = {
  textMarks: `'"`,
  nameMarks: '`',
  hasBackslashes: true,
  hasDoubledMarks: false,
  prefixes: /^(?:r|b|br|rb)$/i,
  symbols: [
    [/^\?/, 'a ? may stand only in texts'],
    [/^@/, 'variables are not available'],
    [/^\|>/, 'pipes are not available'],
  ],
  words: /^(?:export|ml|ai)$/,
  calls: new RegExp(`^(?:${calls.split(/\s+/).join('|')})$`),
};

/** GoogleSQL. Each statement has UTC for its zone. */
export const bigQueryDialect: Dialect = {
  lexicon: bigQueryLexicon,
  identifier: (name) => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``,
  nested: /^(?:ARRAY|STRUCT|JSON|GEOGRAPHY|RANGE)/,
  period: ({ date, column, timeZone }, from, before) => {
    const literal = (day: Temporal.PlainDate) => startOf(day, column.kind, timeZone);
    return `${date} >= ${literal(from)} AND ${date} < ${literal(before)}`;
  },
  unit: (days, _by, units) => unitSql(days, units),
  unitKey: (value, _by, units) => units[Number(value) - 1]?.key ?? '',
  seconds: (date, { kind }) => {
    if (kind === 'day') return `UNIX_DATE(${date}) * 86400`;
    return `UNIX_SECONDS(${kind === 'instant' ? date : `CAST(${date} AS TIMESTAMP)`})`;
  },
  text: (sql, { kind }) => {
    // A column may have a collation that makes one group of Berlin and berlin.
    const text = `COLLATE(CAST(${sql} AS STRING), '')`;
    return kind === 'text' ? `CASE WHEN TRIM(${text}, ' \\t\\r\\n') <> '' THEN ${text} END` : text;
  },
  isRowOf: (values, names, rows) => `(${values.join(', ')}) IN (SELECT (${names.join(', ')}) FROM (${rows}) AS ends__)`,
  grouped: (parts) =>
    groupedByWindows(parts, {
      descending: (figure) =>
        `CASE WHEN NOT IS_NAN(${figure}) AND NOT IS_INF(${figure}) THEN ${figure} END DESC NULLS LAST`,
      ascending: (key) => `${key} NULLS LAST`,
      figure: (sql) => `CAST(${sql} AS FLOAT64)`,
    }),
  groups: groupsOfWindows,
};

/** The number of the last unit that begins no later than the row. */
function unitSql({ date, column, timeZone }: Days, units: readonly Unit[]): string {
  const starts = units.map(({ start }) => startOf(start, column.kind, timeZone));
  return `RANGE_BUCKET(${date}, [${starts.join(', ')}])`;
}

function startOf(day: Temporal.PlainDate, kind: ColumnKind, timeZone: string): string {
  if (kind === 'day') return `DATE '${day}'`;
  if (kind !== 'instant') return `DATETIME '${day} 00:00:00'`;
  const instant = Temporal.Instant.fromEpochMilliseconds(startSeconds(day, timeZone) * 1000);
  return `TIMESTAMP '${instant.toString({ smallestUnit: 'second' }).replace('T', ' ').replace('Z', '+00')}'`;
}
