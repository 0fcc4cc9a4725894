import { codeOf, isCodeColumn } from '../proposals/currencies.ts';
import type { CodeColumn } from '../proposals/propose-currency.ts';
import type { Column, Dialect, Session } from './engine.ts';
import { selectSome } from './some-rows.ts';

/** Rows looked at, and the most codes among them. */
const rowsRead = 10_000;
const mostCodes = 50;

/** The column with the code of a currency in each row, with those of its first rows; undefined where there is none. */
export async function findCodes(
  session: Session,
  source: string,
  columns: readonly Column[],
  dialect: Dialect,
): Promise<CodeColumn | undefined> {
  for (const { name } of columns.filter(({ kind, name }) => kind === 'text' && isCodeColumn(name, ['EUR']))) {
    const sql = dialect.identifier(name);
    const first = selectSome(dialect, `${sql} AS code__`, source, rowsRead);
    const { rows } = await session.select(
      selectSome(dialect, 'code__', `(${first}) AS source GROUP BY code__`, mostCodes),
    );
    const found = rows.map(([value]) => (typeof value === 'string' ? value : null));
    if (!isCodeColumn(name, found)) continue;
    const values = [...new Set(found.flatMap((value) => codeOf(value) ?? []))].sort();
    return { name, sql, values, advice: (code) => `Use a query that keeps the rows WHERE ${sql} = '${code}'` };
  }
  return undefined;
}
