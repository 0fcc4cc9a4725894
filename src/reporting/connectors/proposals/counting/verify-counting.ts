import type { ConfigWarning } from '../../contract.ts';
import { dateSql, unitSql } from '../../file/calendar.ts';
import { isUsed, type RowsConfig } from '../../file/config.ts';
import { openOnce, type Rows, type RowsContext, verifyRows } from '../../file/figures.ts';
import { columnsOf } from '../../file/replaced-columns.ts';
import { identifier } from '../../file/sql.ts';
import type { Meaning } from './choices.ts';
import { classifyColumns } from './classify.ts';
import { engineSql, findMisread, misreadWarnings } from './misread.ts';
import { valuesOf } from './values.ts';

const rowsRead = 400;
const mostColumns = 40;
const numeric = /^(U?(TINY|SMALL|BIG|HUGE)INT|U?INTEGER|FLOAT|DOUBLE|DECIMAL)\b/;

/** What `verifyRows` does, and warnings of metrics that count a column as what it is not, by a sample of the rows. */
export async function verifyCounting(
  rows: Rows,
  config: RowsConfig,
  context: RowsContext,
): Promise<readonly ConfigWarning[]> {
  const warnings = await verifyRows(rows, config, context);
  const meanings = await meaningsOf(rows, config, context);
  return [...warnings, ...misreadWarnings(config, findMisread(config, meanings, engineSql))];
}

/** What the columns of numbers are, by the first rows. */
async function meaningsOf(rows: Rows, config: RowsConfig, context: RowsContext): Promise<Map<string, Meaning>> {
  const { source, config: bound, dateKind } = await openOnce(rows, config, 'UTC', context);
  if (source.isEmpty) return new Map();
  return source.use(context.signal, async (connection) => {
    const described = await columnsOf(connection);
    const names = described.filter(({ type }) => numeric.test(type)).map(({ name }) => name);
    names.sort((one, other) => Number(isUsed(config, other)) - Number(isUsed(config, one))).splice(mostColumns);
    const day = unitSql(dateSql(bound.date, dateKind, 'UTC'), dateKind, 'day', 'UTC');
    const group = bound.dimensions.map(({ sql }) => `(${sql}\n)`);
    const columns = [day, `[${group.map((sql) => `CAST(${sql} AS VARCHAR)`).join(', ')}]`, ...names.map(identifier)];
    const selected = columns.map((sql) => `CAST(${sql} AS VARCHAR)`).join(', ');
    const reader = await connection.runAndReadAll(`SELECT ${selected} FROM source LIMIT ${rowsRead}`);
    const read = reader.getRows() as (string | null)[][];
    const textsOf = (index: number) => read.map((row) => row[index] ?? null);
    const values = names.map((name, index) => valuesOf(name, textsOf(index + 2)));
    return classifyColumns(values, { days: textsOf(0), groups: textsOf(1).map((group) => group ?? '') });
  });
}
