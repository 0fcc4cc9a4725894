import { type DuckDBConnection, VARCHAR } from '@duckdb/node-api';
import { bareText, wordedDate } from './date-words.ts';
import { latinSql } from './other-scripts.ts';
import { type Column, type Replacement, replaceColumns, type SourceKind } from './replaced-columns.ts';
import { identifier } from './sql.ts';

/** What the configuration says about dates. */
export interface DateUses {
  /** Whether the date is made of a column. */
  isDate(column: string): boolean;
  /** Whether the date is a column as it is, converted by nothing. */
  isBareDate(column: string): boolean;
}

/** More dates than any column of days has; times that are worded are rare. */
const mostTexts = 1_000_000;
const longestText = 60;
const iso = /^\d{4}[-/]\d{1,2}[-/]\d{1,2}/;

/**
 * Reads the dates in the texts among the columns of `source`: those that are worded become ISO 8601 where nothing else converts them, and
 * digits of other scripts `0` to `9`. Other texts stay as they are, and all stay texts.
 */
export async function readDateTexts(
  connection: DuckDBConnection,
  kind: SourceKind,
  columns: readonly Column[],
  uses: DateUses,
): Promise<void> {
  const replaced: Replacement[] = [];
  for (const { name, type } of columns) {
    if (type !== 'VARCHAR' || !uses.isDate(name)) continue;
    const sql = latinSql(identifier(name));
    if (!uses.isBareDate(name)) replaced.push({ name, sql });
    else if (await writeDates(connection, name)) replaced.push({ name, sql: lookUp(name) });
  }
  await replaceColumns(connection, kind, earlier, replaced);
}

/** The name of the source before its dates are replaced. */
const earlier = 'with_date_texts';

function lookUp(name: string): string {
  const text = `${earlier}.${identifier(name)}`;
  return `coalesce((SELECT written_dates.iso FROM written_dates WHERE written_dates.written = ${text}), ${text})`;
}

/** Fills the table `written_dates` with what the texts of a column are in ISO 8601; false if none is worded. */
async function writeDates(connection: DuckDBConnection, name: string): Promise<boolean> {
  const text = identifier(name);
  const isOther = `NOT regexp_matches(${text}, '^[0-9]{4}-[0-9]{2}-[0-9]{2}')`;
  const texts = `SELECT DISTINCT ${text} FROM source WHERE ${isOther} AND length(${text}) <= ${longestText} LIMIT ${mostTexts}`;
  const found = (await connection.runAndReadAll(texts)).getRows().flatMap(([text]) => datesIn(String(text)));
  if (found.length === 0) return false;
  await connection.run('CREATE OR REPLACE TABLE written_dates (written VARCHAR, iso VARCHAR)');
  const appender = await connection.createAppender('written_dates');
  for (const row of found) {
    for (const text of row) appender.appendValue(text, VARCHAR);
    appender.endRow();
  }
  appender.closeSync();
  return true;
}

function datesIn(text: string): [string, string][] {
  const bare = bareText(text);
  const read = wordedDate(text)?.iso ?? (iso.test(bare) ? bare : text);
  return read === text ? [] : [[text, read]];
}
