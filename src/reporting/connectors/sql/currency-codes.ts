import { codeOf, isCodeColumn } from '../proposals/currencies.ts';
import type { CodeColumn } from '../proposals/propose-currency.ts';
import type { Column, Session } from './engine.ts';

/** Rows looked at, and the most codes among them. */
const rowsRead = 10_000;
const mostCodes = 50;

/** The column with the code of a currency in each row, with those of its first rows; undefined where there is none. */
export async function findCodes(
  session: Session,
  source: string,
  columns: readonly Column[],
  identifier: (name: string) => string,
): Promise<CodeColumn | undefined> {
  for (const { name } of columns.filter(({ kind, name }) => kind === 'text' && isCodeColumn(name, ['EUR']))) {
    const sql = identifier(name);
    const { rows } = await session.select(
      `SELECT DISTINCT ${sql} FROM (SELECT ${sql} FROM ${source} LIMIT ${rowsRead}) AS source LIMIT ${mostCodes}`,
    );
    const found = rows.map(([value]) => (typeof value === 'string' ? value : null));
    if (!isCodeColumn(name, found)) continue;
    const values = [...new Set(found.flatMap((value) => codeOf(value) ?? []))].sort();
    return { name, sql, values, advice: (code) => `Use a query that keeps the rows WHERE ${sql} = '${code}'` };
  }
  return undefined;
}
