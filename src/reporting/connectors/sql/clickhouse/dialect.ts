import { startSeconds, stretchesOf } from '../calendar.ts';
import type { Answer, Days, Dialect, Grouped, Groups, Unit } from '../engine.ts';
import { groupsSql } from '../groups.ts';
import type { Lexicon } from '../lexer.ts';

/** Table functions that reach files and other servers, functions that wait. */
const calls = `url urlcluster file filecluster s3\\w* gcs oss cosn remote remotesecure cluster clusterallreplicas mysql
  postgresql mongodb redis sqlite jdbc odbc hdfs\\w* executable azureblobstorage\\w* iceberg\\w* deltalake\\w* hudi\\w*
  paimon\\w* arrowflight ytsaurus input python dictionary sleep sleepeachrow showcertificate addresstoline
  addresstosymbol demangle catboostevaluate`;

const clickhouseLexicon: Lexicon = {
  textMarks: "'",
  nameMarks: '"`',
  hasBackslashes: true,
  symbols: [[/^\$/, 'a $ may stand only in texts in single quotes']],
  words: /^(?:settings|outfile|infile)$/,
  calls: new RegExp(`^(?:${calls.split(/\s+/).join('|')})$`),
};

const latestSecond = 2 ** 32 - 1;

/** The SQL of ClickHouse from version 18 on. */
export const clickhouseDialect: Dialect = {
  lexicon: clickhouseLexicon,
  identifier: (name) => `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  period: ({ date, column, timeZone }, from, before) => {
    const literal = (day: Temporal.PlainDate) => {
      if (column.kind === 'day') return `toDate('${day}')`;
      return `toDateTime(${Math.min(Math.max(0, startSeconds(day, timeZone)), latestSecond)})`;
    };
    return `${date} >= ${literal(from)} AND ${date} < ${literal(before)}`;
  },
  unit: (days, by, units) => unitSql(days, by, units),
  unitKey: (value, by) => unitKey(Number(value), by),
  text: (sql, { type }) => (/^(?:Nullable\(|LowCardinality\()*String\)*$/.test(type) ? sql : `toString(${sql})`),
  seconds: (date, { kind }) => (kind === 'day' ? `toInt64(${date}) * 86400` : `toInt64(${date})`),
  // To look at each row takes as long as all else; to look at each group, nothing.
  filledText: (text) => `if(${isFilled(`ifNull(toString(${text}), '')`)}, toString(${text}), NULL)`,
  grouped,
  groups,
};

/**
 * The days since 1970 of a row, its weeks, or its months. The zone's clock is told to the server as its differences from
 * UTC, so that what it knows of zones does not matter.
 */
function unitSql({ date, column, timeZone }: Days, by: 'day' | 'week' | 'month', units: readonly Unit[]): string {
  // Small numbers are grouped faster; days of Date32 may be before 1970.
  const day =
    column.kind === 'day'
      ? `${column.type.includes('32') ? 'toInt32' : 'toUInt16'}(${date})`
      : dayOfInstant(date, timeZone, units);
  if (by === 'day') return day;
  // The first of January 1970 was a Thursday.
  if (by === 'week') return `intDiv(${day} + 3, 7)`;
  return `toYear(toDate(${day})) * 12 + toMonth(toDate(${day})) - 1`;
}

function dayOfInstant(date: string, timeZone: string, units: readonly Unit[]): string {
  const [first, last] = [units[0]?.start, units.at(-1)?.start];
  if (!first || !last) return '0';
  // No unit is longer.
  const stretches = stretchesOf(first, last.add({ months: 1 }), timeZone);
  const seconds = `toInt64(${date})`;
  const [only] = stretches;
  const cases = stretches.slice(0, -1).map(({ offset, before }) => `${seconds} < ${before}, ${offset}`);
  const offset = cases.length === 0 ? only?.offset : `multiIf(${cases.join(', ')}, ${stretches.at(-1)?.offset})`;
  return `toUInt16(intDiv(${seconds} + ${offset}, 86400))`;
}

function unitKey(value: number, by: 'day' | 'week' | 'month'): string {
  const began = Temporal.PlainDate.from('1970-01-01');
  if (by === 'month') return `${Math.floor(value / 12)}-${String((value % 12) + 1).padStart(2, '0')}-01`;
  return began.add({ days: by === 'day' ? value : value * 7 - 3 }).toString();
}

/** The answer names its number of groups before LIMIT, where others have window functions, which old servers lack. */
function grouped(parts: Grouped): string {
  const { key, secondary, isCalendar, mayBeBlank, figures, limit } = parts;
  const blank = mayBeBlank ? `${isFilled("ifNull(key__, 'x')")} ASC, ` : '';
  const ranked = figures.length > 0 && !isCalendar ? `${blank}value0__ DESC NULLS LAST, ` : blank;
  const second = secondary === undefined ? '' : ', secondary__ ASC NULLS LAST';
  const sorting = key === undefined ? '' : `ORDER BY ${ranked}key__ ASC NULLS LAST${second}`;
  return `${groupsSql(parts, (sql) => sql)} ${sorting} LIMIT ${limit}`;
}

function isFilled(text: string): string {
  return `match(${text}, '[^ \\\\t\\\\r\\\\n]')`;
}

/** Old servers make a group of no rows if the key is constant. */
function groups({ rows, rowsBeforeLimit }: Answer, { key: grouping, secondary }: Grouped): Groups {
  const keys = secondary === undefined ? 1 : 2;
  const filled = grouping === undefined ? rows : rows.filter((row) => Number(row[keys]) > 0);
  const groupCount = filled.length === 0 ? 0 : Math.max(filled.length, rowsBeforeLimit ?? 0);
  const members = filled.reduce((sum, row) => sum + Number(row[keys]), 0);
  return {
    groups: filled.map((row) => {
      const pair = secondary !== undefined && { secondary: row[1] };
      return { key: row[0], ...pair, values: row.slice(keys + 1) };
    }),
    groupCount,
    rowsRead: groupCount > filled.length ? undefined : members,
  };
}
