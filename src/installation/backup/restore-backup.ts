import type { Vault } from '../../domains/connections/vault.ts';
import { requireOwnSchema } from '../../platform/database/schema-state.ts';
import { insertRows, listMigrations, lockAccounts, type PortableRow } from '../../platform/database/snapshot.ts';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import { requeueUnfinishedJobs } from '../../platform/jobs/requeue.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { openRows, requireKnownSchema } from './backup-rows.ts';
import { isIntact, readJsonLines } from './files.ts';
import { type Manifest, type ObjectEntry, pathsOf, readManifest, tableNames } from './manifest.ts';

/**
 * Restores a backup, of either engine and this or an older schema, into an installation without accounts and users.
 * Every file is checked against its digest before anything is changed; then the objects are stored and all rows are
 * written in one transaction, so an interrupted restore leaves the installation empty. Holds at most a few rows or a
 * part of an object in memory. Rows are restored as they were, except that unfinished jobs are queued again and the
 * request counts start at 0. Existing audit log entries stay next to those of the backup. Throws an OperatorError when
 * backup and installation do not match.
 */
export async function restoreBackup(
  { db, objects, vault }: { readonly db: Database; readonly objects: ObjectStore; readonly vault: Vault },
  directory: string,
): Promise<Manifest> {
  const manifest = await readManifest(directory);
  requireKnownSchema(manifest);
  await requireOwnSchema(db, 'a restore by this one');
  await requireEmpty(db);
  requireKey(vault, manifest);
  await verifyFiles(directory, manifest);
  await using backup = await openRows(directory, manifest, await listMigrations(db));
  await restoreObjects(objects, directory);
  await db.transaction().execute(async (transaction) => {
    await lockAccounts(transaction);
    await requireEmpty(transaction);
    await transaction.deleteFrom('plans').execute();
    await transaction.deleteFrom('oauth_clients').execute();
    for (const table of tableNames) {
      for await (const rows of backup.read(table)) {
        if (table === 'audit_log') await removeEntries(transaction, rows);
        await insertRows(transaction, table, rows);
      }
    }
    await requeueUnfinishedJobs(transaction);
  });
  return manifest;
}

async function requireEmpty(db: Queryable): Promise<void> {
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  if (account) throw new OperatorError('The installation has accounts; a backup is restored into an empty one only.');
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (user) throw new OperatorError('The installation has users; a backup is restored into an empty one only.');
}

/** The log outlives the accounts, so entries of the backup may already exist. Newer ones stay. */
async function removeEntries(transaction: Queryable, rows: readonly PortableRow[]): Promise<void> {
  const ids = rows.map(({ id }) => `${id}`);
  await transaction.deleteFrom('audit_log').where('id', 'in', ids).execute();
}

function requireKey(vault: Vault, manifest: Manifest): void {
  const sealedBy = manifest.vault_key_ids;
  if (sealedBy.length === 0 || sealedBy.includes(vault.keyId)) return;
  throw new OperatorError(
    'The secrets in the backup are sealed with another key; set SECRET_KEY, or put secret.key in the data folder, as it was in the installation that was backed up.',
  );
}

async function verifyFiles(directory: string, { tables, objects }: Manifest): Promise<void> {
  const paths = pathsOf(directory);
  const damaged = (path: string) =>
    new OperatorError(`The backup is damaged: ${path} has changed since it was written.`);
  for (const table of tableNames) {
    const [path, digest] = [paths.table(table), tables[table]];
    if (digest && !(await isIntact(path, digest))) throw damaged(path);
  }
  if (!(await isIntact(paths.index, objects.index))) throw damaged(paths.index);
  for await (const entry of readJsonLines<ObjectEntry>(paths.index)) {
    const path = paths.object(entry.key);
    if (!(await isIntact(path, entry))) throw damaged(path);
  }
}

async function restoreObjects(objects: ObjectStore, directory: string): Promise<void> {
  const paths = pathsOf(directory);
  for await (const { key } of readJsonLines<ObjectEntry>(paths.index)) {
    await objects.putFile(key, paths.object(key));
  }
}
