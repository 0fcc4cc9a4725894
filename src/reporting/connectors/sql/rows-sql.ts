import type { RowsSql } from '../proposals/counting/misread.ts';
import { arithmeticOf } from './arithmetic.ts';
import type { Engine } from './engine.ts';

/** How a server writes what columns can be counted as; days of instants are those of `timeZone`, which ClickHouse can be told. */
export function rowsSqlOf(engine: Engine, timeZone?: string): RowsSql {
  const { system, dialect } = engine;
  const zone = timeZone === undefined ? '' : `, '${timeZone}'`;
  return {
    identifier: dialect.identifier,
    day: (date) => (system === 'clickhouse' ? `toDate(${date}${zone})` : `CAST(${date} AS date)`),
    ...arithmeticOf(engine),
  };
}
