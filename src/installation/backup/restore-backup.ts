import type { Vault } from '../../domains/connections/vault.ts';
import { insertRows, lockAccounts, type PortableRow } from '../../platform/database/snapshot.ts';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import { requeueUnfinishedJobs } from '../../platform/jobs/requeue.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { openRows, requireKnownSchema } from './backup-rows.ts';
import { tableNames } from './manifest.ts';
import type { BackupSource, BackupSummary } from './source.ts';

/**
 * Restores a backup, of either engine and this or an older schema, into an installation without accounts and users.
 * Everything is checked before anything is changed, objects of a store of backups as they are stored; then all rows are
 * written in one transaction, so an interrupted restore leaves the installation empty. Holds at most a few rows or a
 * part of an object in memory. Rows are restored as they were, except that unfinished jobs are queued again and the
 * request counts start at 0. Existing audit log entries stay next to those of the backup. Throws an OperatorError when
 * backup and installation do not match.
 */
export async function restoreBackup(
  { db, objects, vault }: { readonly db: Database; readonly objects: ObjectStore; readonly vault: Vault },
  source: BackupSource,
): Promise<void> {
  requireKnownSchema(source.summary);
  await requireEmpty(db);
  requireKey(vault, source.summary);
  await source.verify();
  await using backup = await openRows(source);
  for await (const key of source.keys()) await source.copyObject(key, objects);
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

/** Throws an OperatorError where the secrets of a backup are sealed with other keys than the installation's. */
export function requireKey(vault: Vault, { vault_key_ids: sealedBy }: BackupSummary): void {
  if (sealedBy.length === 0 || sealedBy.includes(vault.keyId)) return;
  throw new OperatorError(
    'The secrets in the backup are sealed with another key; set SECRET_KEY, or put secret.key in the data folder, as it was in the installation that was backed up.',
  );
}
