import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier } from './sql.ts';

export type SourceKind = 'TABLE' | 'VIEW';

/** A column, with DuckDB's name of its type. */
export interface Column {
  readonly name: string;
  readonly type: string;
}

/** The columns of a table or of a SELECT. */
export async function columnsOf(connection: DuckDBConnection, table = 'source'): Promise<Column[]> {
  const described = await connection.runAndReadAll(`DESCRIBE ${table}`);
  return described.getRows().map(([name, type]) => ({ name: String(name), type: String(type) }));
}

/** A column of `source` and the SQL over its row that takes its place. */
export interface Replacement {
  readonly name: string;
  readonly sql: string;
}

/**
 * Replaces columns of `source`: at once in a table, and with every reading in a view. What was there is called
 * `earlier`, a name of its own, as a view may be put over another more than once.
 */
export async function replaceColumns(
  connection: DuckDBConnection,
  kind: SourceKind,
  earlier: string,
  replacements: readonly Replacement[],
): Promise<void> {
  if (replacements.length === 0) return;
  const replaced = replacements.map(({ name, sql }) => `${sql} AS ${identifier(name)}`).join(', ');
  await connection.run(`ALTER ${kind} source RENAME TO ${earlier};
    CREATE ${kind} source AS SELECT * REPLACE (${replaced}) FROM ${earlier};
    ${kind === 'TABLE' ? `DROP TABLE ${earlier}` : ''}`);
}
