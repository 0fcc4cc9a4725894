import type { DuckDBConnection } from '@duckdb/node-api';
import { ConnectorError } from '../contract.ts';
import type { Rows, RowsContext } from '../file/figures.ts';
import { assertUnchanged } from '../file/paths.ts';
import { openSource, type Source } from '../file/source.ts';
import { identifier } from '../file/sql.ts';
import type { SourceColumn } from './columns.ts';

const sampleRows = 20_000;
/** Totals stand at the end. */
const lastRows = 100;
const rowsShown = 10;
const maxColumns = 200;
/** What is said of files without rows. */
export const noRows = 'There are no rows yet to propose anything from.';

export interface Sample {
  readonly columns: SourceColumn[];
  readonly rowCount: number;
  /** The first ten rows, values by column. */
  readonly firstRows: readonly Readonly<Record<string, string | null>>[];
  /** Whether the source tells numbers from texts, so that `1.028` has a decimal point. */
  readonly isTyped: boolean;
}

/** No expression uses the columns yet. */
const neverUsed = {
  isLabel: () => false,
  isText: () => false,
  isFigure: () => false,
  isNumber: () => false,
  isDate: () => false,
  isBareDate: () => false,
  isExact: () => false,
};

/** The first and the last rows of files as text. Throws `invalid_config` if there are none. */
export async function readSample(rows: Rows, context: RowsContext): Promise<Sample> {
  const files = await rows.find();
  const reading = rows.reading ?? {};
  const source = await openSource(
    files,
    'UTC',
    { ...neverUsed, reading, numbers: undefined },
    context.signal,
    rows.memoryBytes,
  );
  try {
    if (source.isEmpty) throw new ConnectorError('invalid_config', noRows);
    const sample = await source.use(context.signal, (connection) => sampleOf(connection, source));
    await assertUnchanged(files);
    const isWorkbook = files.some(({ name }) => /\.xlsx$/i.test(name));
    return { ...sample, isTyped: isWorkbook || source.written === undefined };
  } finally {
    source.close();
  }
}

async function sampleOf(connection: DuckDBConnection, source: Source): Promise<Omit<Sample, 'isTyped'>> {
  const described = await describe(connection, source);
  const table = source.written?.withTexts(source.columns) ?? 'source';
  const texts = described.map(({ sql }) => `CAST(${sql} AS VARCHAR)`).join(', ');
  const read = async (limits: string) => {
    const reader = await connection.runAndReadAll(`SELECT ${texts} FROM ${table} ${limits}`);
    return reader.getRows() as (string | null)[][];
  };
  const [[count = 0] = []] = (await connection.runAndReadAll(`SELECT count(*) FROM ${table}`)).getRows();
  const first = await read(`LIMIT ${sampleRows}`);
  const more = Math.min(lastRows, Number(count) - first.length);
  const rows = more > 0 ? [...first, ...(await read(`LIMIT ${more} OFFSET ${Number(count) - more}`))] : first;
  const columns = described.map((column, index) => ({ ...column, values: rows.map((row) => row[index] ?? null) }));
  const firstRows = rows
    .slice(0, rowsShown)
    .map((row) => Object.fromEntries(described.map(({ name }, index) => [name, row[index] ?? null])));
  return { columns, rowCount: Number(count), firstRows };
}

/** The columns; of objects in JSON, their fields. */
async function describe(connection: DuckDBConnection, source: Source): Promise<Omit<SourceColumn, 'values'>[]> {
  if (source.written) return source.columns.map((name) => ({ name, sql: identifier(name), type: 'VARCHAR' }));
  const columns = (await connection.runAndReadAll('DESCRIBE source')).getRows();
  const found: Omit<SourceColumn, 'values'>[] = [];
  for (const [name, type] of columns) {
    const sql = identifier(String(name));
    if (!/^STRUCT\((?!.*\)\[)/.test(String(type))) found.push(typedColumn(String(name), sql, String(type)));
    else found.push(...(await fieldsOf(connection, String(name))));
  }
  return found.slice(0, maxColumns);
}

async function fieldsOf(connection: DuckDBConnection, column: string): Promise<Omit<SourceColumn, 'values'>[]> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT ${identifier(column)}.* FROM source`);
  return described
    .getRows()
    .map(([field, type]) =>
      typedColumn(`${column}.${field}`, `${identifier(column)}.${identifier(String(field))}`, String(type)),
    );
}

/** A column of a source that has numbers as such. */
function typedColumn(name: string, sql: string, type: string): Omit<SourceColumn, 'values'> {
  return { name, sql, type, isQuoted: type === 'VARCHAR' };
}
