import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connectDatabase } from '../../platform/database/connect.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { migrations } from '../../platform/database/migrations/index.ts';
import { insertRows, type PortableRow, type PortableTable, readPages } from '../../platform/database/snapshot.ts';
import type { Database } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import { makeTemporaryFolder } from '../../reporting/processes/temporary-folders.ts';
import { notOneOf, tableNames } from './manifest.ts';
import type { BackupSource, BackupSummary } from './source.ts';

/** The rows of a backup as the schema of this program has them. */
export interface BackupRows extends AsyncDisposable {
  read(table: PortableTable): AsyncIterable<readonly PortableRow[]>;
}

/** Throws an OperatorError when the backup has migrations that this program does not know. */
export function requireKnownSchema({ migrations: names, service_version }: BackupSummary): void {
  const unknown = names.findLast((name) => !migrations.some((migration) => migration.name === name));
  if (unknown === undefined) return;
  throw new OperatorError(
    `The backup is of version ${service_version} with the schema ${unknown}, which this version (schema ${migrations.at(-1)?.name}) does not know: restore it with version ${service_version} or a newer one.`,
  );
}

/**
 * Opens the rows of a backup whose files were verified. Those of an older schema are loaded into a temporary SQLite
 * database of that schema, which is then migrated as an installation would be, so that nothing of the installation
 * changes before they are whole. Throws an OperatorError when they cannot be.
 */
export async function openRows(source: BackupSource): Promise<BackupRows> {
  const { place, summary } = source;
  const isOwnSchema = migrations.every(({ name }) => summary.migrations.includes(name));
  if (!isOwnSchema) return migratedRows(source);
  if (!tableNames.every((table) => summary.tables[table])) throw notOneOf(place);
  return { read: (table) => source.rows(table), [Symbol.asyncDispose]: async () => {} };
}

async function migratedRows(source: BackupSource): Promise<BackupRows> {
  const { place, summary } = source;
  await using stack = new AsyncDisposableStack();
  const folder = await makeTemporaryFolder('restore');
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const db = connectDatabase({ engine: 'sqlite', path: join(folder, 'backup.db') });
  stack.defer(() => db.destroy());
  await migrate(
    db,
    migrations.filter(({ name }) => summary.migrations.includes(name)),
  );
  if (!(await tablesOf(db)).every((table) => summary.tables[table])) throw notOneOf(place);
  try {
    await load(db, source);
    await migrate(db);
  } catch (error) {
    const { service_version: version } = summary;
    throw new OperatorError(
      `The backup of version ${version} could not be brought to the schema of this version: ${(error as Error).message}. Restore it with version ${version}, then upgrade.`,
    );
  }
  const resources = stack.move();
  return { read: (table) => readPages(db, table), [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

async function tablesOf(db: Database): Promise<readonly PortableTable[]> {
  const existing = await db.introspection.getTables();
  return tableNames.filter((table) => existing.some(({ name }) => name === table));
}

async function load(db: Database, source: BackupSource): Promise<void> {
  const named = tableNames.filter((table) => source.summary.tables[table]);
  await db.transaction().execute(async (transaction) => {
    // What migrations put into an empty database, such as plans.
    for (const table of named.toReversed()) await transaction.deleteFrom(table).execute();
    for (const table of named) {
      for await (const rows of source.rows(table)) await insertRows(transaction, table, rows);
    }
  });
}
