import {
  type DuckDBConnection,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBInstance,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
} from '@duckdb/node-api';
import { type Moment, type WireColumn, wireColumn } from './tokens.ts';
import { ServerFault, transpile } from './transpile.ts';

/** What a user may do, as `HAS_PERMS_BY_NAME` and the functions of roles tell it. */
export interface Rights {
  /** Roles of the server and of the database. */
  readonly roles: string[];
  /** Such as `INSERT`, on every table. */
  readonly rights: string[];
}

/** The tables behind a double: DuckDB, made to compare, sort and divide as SQL Server does. */
export class Tables implements AsyncDisposable {
  readonly #instance: DuckDBInstance;
  readonly #owner: DuckDBConnection;

  private constructor(instance: DuckDBInstance, owner: DuckDBConnection) {
    this.#instance = instance;
    this.#owner = owner;
  }

  static async open(allowsSnapshots: boolean, { roles, rights }: Rights): Promise<Tables> {
    const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
    const tables = new Tables(instance, await instance.connect());
    const among = (texts: readonly string[]) => `(${["''", ...texts.map((text) => `'${text}'`)].join(', ')})`;
    const setup = [
      'CREATE SCHEMA dbo',
      'CREATE SCHEMA sys',
      `CREATE TABLE sys.databases AS SELECT 5 AS database_id, ${allowsSnapshots ? 1 : 0} AS snapshot_isolation_state`,
      "CREATE VIEW sys.schemas AS SELECT 1 AS schema_id, 'dbo' AS name",
      "CREATE VIEW sys.objects AS SELECT 1 AS schema_id, table_name AS name, 'U' AS type FROM duckdb_tables() WHERE schema_name = 'dbo'",
      'CREATE MACRO db_id() AS 5',
      "CREATE MACRO db_name() AS 'shop'",
      "CREATE MACRO quotename(name) AS '[' || name || ']'",
      `CREATE MACRO is_srvrolemember(name) AS CAST(name IN ${among(roles)} AS INTEGER)`,
      `CREATE MACRO is_rolemember(name) AS CAST(name IN ${among(roles)} AS INTEGER)`,
      `CREATE MACRO has_perms_by_name(what, class, name) AS CAST(name IN ${among(['SELECT', ...rights])} AS INTEGER)`,
      ...sessionSettings,
    ];
    for (const sql of setup) await tables.#owner.run(sql);
    return tables;
  }

  /** As DuckDB writes it, before the double is asked. */
  async run(sql: string): Promise<void> {
    await this.#owner.run(sql);
  }

  async connect(): Promise<DuckDBConnection> {
    const connection = await this.#instance.connect();
    for (const sql of sessionSettings) await connection.run(sql);
    return connection;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#owner.closeSync();
    this.#instance.closeSync();
  }
}

const sessionSettings = [
  "SET search_path = 'dbo,main'",
  "SET TimeZone = 'UTC'",
  // As a server of today sorts and compares unless it is told otherwise.
  "SET default_collation = 'nocase'",
  "SET default_null_order = 'nulls_first_on_asc_last_on_desc'",
  'SET integer_division = true',
];

export interface Result {
  readonly columns: readonly WireColumn[];
  /** Chunk by chunk. */
  readonly rows: AsyncIterable<readonly (readonly unknown[])[]>;
}

/** Runs a statement of T-SQL; throws a ServerFault. */
export async function runStatement(connection: DuckDBConnection, sql: string): Promise<Result> {
  try {
    const result = await connection.stream(transpile(sql));
    const types = result.columnTypes();
    const columns = result.columnNames().map((name, index) => {
      const isNamed = /^[\w\s\p{L}]+$/u.test(name);
      return wireColumn(isNamed ? name : '', wordOf(types[index] as DuckDBType));
    });
    return { columns, rows: chunksOf(result) };
  } catch (error) {
    throw faultOf(error);
  }
}

async function* chunksOf(result: Awaited<ReturnType<DuckDBConnection['stream']>>): AsyncGenerator<unknown[][]> {
  try {
    for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
      yield chunk.getRows().map((row) => row.map(wireValue));
    }
  } catch (error) {
    throw faultOf(error);
  }
}

function wordOf(type: DuckDBType): string {
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
      return 'bit';
    case DuckDBTypeId.UTINYINT:
      return 'tinyint';
    case DuckDBTypeId.SMALLINT:
      return 'smallint';
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.SQLNULL:
      return 'int';
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.HUGEINT:
      return 'bigint';
    case DuckDBTypeId.FLOAT:
      return 'real';
    case DuckDBTypeId.DOUBLE:
      return 'float';
    case DuckDBTypeId.DECIMAL: {
      const { width, scale } = type as unknown as { width: number; scale: number };
      return `decimal(${width}, ${scale})`;
    }
    case DuckDBTypeId.DATE:
      return 'date';
    case DuckDBTypeId.TIMESTAMP_MS:
      return 'datetime';
    case DuckDBTypeId.TIMESTAMP:
      return 'datetime2';
    case DuckDBTypeId.TIMESTAMP_TZ:
      return 'datetimeoffset';
    case DuckDBTypeId.VARCHAR:
      return 'nvarchar(4000)';
    default:
      throw new Error(`The double has no word for ${type}`);
  }
}

const daysTo1970 = 719_162;
const dayMicroseconds = 86_400_000_000n;

function momentOf(microseconds: bigint): Moment {
  const rest = ((microseconds % dayMicroseconds) + dayMicroseconds) % dayMicroseconds;
  return { days: daysTo1970 + Number((microseconds - rest) / dayMicroseconds), microseconds: rest };
}

function wireValue(value: unknown): unknown {
  if (value instanceof DuckDBDecimalValue) return value.value;
  if (value instanceof DuckDBDateValue) return daysTo1970 + value.days;
  if (value instanceof DuckDBTimestampValue || value instanceof DuckDBTimestampTZValue) return momentOf(value.micros);
  if (value instanceof DuckDBTimestampMillisecondsValue) return momentOf(value.millis * 1000n);
  return value;
}

/** What DuckDB refuses, by the numbers and in the words of SQL Server. */
const faults: readonly (readonly [RegExp, number, string])[] = [
  [/Catalog Error: Table with name (\S+) does not exist/, 208, "Invalid object name '$1'."],
  [/Referenced column "([^"]+)" (?:not found|was not found)/, 207, "Invalid column name '$1'."],
  [/does not have a column named "([^"]+)"/, 207, "Invalid column name '$1'."],
  [/Parser Error: syntax error at or near "([^"]*)"/, 102, "Incorrect syntax near '$1'."],
  [/Parser Error: syntax error at end of input/, 102, "Incorrect syntax near ')'."],
  [/GROUP BY clause cannot contain aggregates/, 144, 'Cannot use an aggregate in the list of a GROUP BY clause.'],
  [
    /column "([^"]+)" must appear in the GROUP BY clause/,
    8120,
    "Column 'source.$1' is invalid in the select list because it is not contained in either an aggregate function or the GROUP BY clause.",
  ],
  [/aggregates cannot|aggregate function calls cannot be nested/, 147, 'An aggregate may not appear here.'],
  [/Conversion Error/, 245, "Conversion failed when converting the nvarchar value 'secret value' to data type int."],
  [/Out of Range Error/, 8115, 'Arithmetic overflow error converting expression to data type int.'],
  [/No function matches/, 8117, 'Operand data type nvarchar is invalid for sum operator.'],
];

function faultOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ServerFault) return error;
  for (const [pattern, number, words] of faults) {
    const found = pattern.exec(error.message);
    if (found) return new ServerFault(number, words.replace('$1', found[1] ?? ''));
  }
  return error;
}
