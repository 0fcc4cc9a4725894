import type { DuckDBConnection } from '@duckdb/node-api';
import { identifier } from './sql.ts';

export type SourceKind = 'TABLE' | 'VIEW';

/** A column of `source` and the SQL over its row that takes its place. */
export interface Replacement {
  readonly name: string;
  readonly sql: string;
}

/** Replaces columns of `source`: at once in a table, and with every reading in a view. */
export async function replaceColumns(
  connection: DuckDBConnection,
  kind: SourceKind,
  replacements: readonly Replacement[],
): Promise<void> {
  if (replacements.length === 0) return;
  const replaced = replacements.map(({ name, sql }) => `${sql} AS ${identifier(name)}`).join(', ');
  const loaded = await freeName(connection);
  await connection.run(`ALTER ${kind} source RENAME TO ${loaded};
    CREATE ${kind} source AS SELECT * REPLACE (${replaced}) FROM ${loaded};
    ${kind === 'TABLE' ? `DROP TABLE ${loaded}` : ''}`);
}

/** A view may be put over another more than once. */
async function freeName(connection: DuckDBConnection): Promise<string> {
  const counted = await connection.runAndReadAll('SELECT count(*) FROM (SHOW TABLES)');
  return `loaded${String(counted.getRows()[0]?.[0])}`;
}
