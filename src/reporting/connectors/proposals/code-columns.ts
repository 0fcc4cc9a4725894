import type { ConnectorContext } from '../contract.ts';
import type { RowsConfig } from '../file/config.ts';
import { queryRows, type Rows } from '../file/rows.ts';
import type { Column } from './columns.ts';
import { codeOf, isCodeColumn } from './currencies.ts';
import type { CodeColumn } from './propose-currency.ts';

const mostCodes = 50;
/** All days that there may be. */
const always = { from: '0001-01-01', to: '9999-12-30', timeZone: 'UTC', limit: mostCodes } as const;

/**
 * The column with the code of a currency in each row, with those of all rows; undefined where there is none. Throws a
 * ConnectorError.
 */
export async function codeColumn(
  rows: Rows,
  { date }: Pick<RowsConfig, 'date'>,
  columns: readonly Column[],
  context: ConnectorContext,
): Promise<CodeColumn | undefined> {
  const column = columns.find(({ kind, name, values }) => kind === 'text' && isCodeColumn(name, values));
  if (!column) return undefined;
  const { name, sql } = column;
  const dimensions = [{ key: 'code', label: 'Code', sql }];
  const metrics = [
    { key: 'rows', label: 'Rows', sql: 'count(*)', unit: 'count', better: 'none', additive: true } as const,
  ];
  const asked = { ...always, metrics: ['rows'], by: { dimension: 'code' } };
  const result = await queryRows(rows, { date, metrics, dimensions }, asked, context);
  return { name, sql, values: [...new Set(result.rows.flatMap(({ key }) => codeOf(key) ?? []))] };
}
