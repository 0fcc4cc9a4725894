import { type PortableTable, portableTables, readPages } from '../../src/platform/database/snapshot.ts';
import type { Database } from '../../src/platform/database/tables.ts';

/** Every row of every table that a backup has, in an order that no collation changes. */
export async function rowsOf(db: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const table of Object.keys(portableTables) as PortableTable[]) {
    const rows = (await Array.fromAsync(readPages(db, table))).flat();
    tables[table] = rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort();
  }
  return tables;
}
