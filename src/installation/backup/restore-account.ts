import { type Doer, recordAudit } from '../../domains/audit/audit.ts';
import type { Vault } from '../../domains/connections/vault.ts';
import { isDuplicate } from '../../platform/database/engine.ts';
import {
  findExisting,
  insertRows,
  lockAccounts,
  type PortableRow,
  type PortableTable,
} from '../../platform/database/snapshot.ts';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import { requeueUnfinishedJobs } from '../../platform/jobs/requeue.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { type BackupRows, openRows, requireKnownSchema } from './backup-rows.ts';
import { tableNames } from './manifest.ts';
import { namingTables, objectKeysOf } from './object-keys.ts';
import { requireKey } from './restore-backup.ts';
import { type People, peopleOf } from './restored-people.ts';
import type { BackupSource } from './source.ts';

/** Of the installation, not of an account. */
const shared: readonly PortableTable[] = ['plans', 'oauth_clients'];
/** Whoever is here already keeps the own ones. */
const ofPeople: readonly PortableTable[] = [
  'passkeys',
  'second_factors',
  'recovery_codes',
  'alert_settings',
  'sso_identities',
];

export interface RestoredAccount {
  readonly rows: number;
  readonly objects: number;
  /** People who were not here. */
  readonly users_added: number;
  /** People who were, by their id or their e-mail address. */
  readonly users_joined: number;
  /** Rows about people who are no members and not here, such as notices to them. */
  readonly left_out: number;
}

/**
 * Restores one account of a backup into an installation that may have others. Nothing of theirs is changed: rows get no
 * new ids, and where anything of the account is there already, everything is refused. People who are here, by id or e-mail
 * address, stay as they are and become members; others come with what they sign in by, but never as operators. All rows
 * are written in one transaction, so an interrupted restore leaves files without rows at most, which are swept. Throws an
 * OperatorError that says what to do.
 */
export async function restoreAccount(
  { db, objects, vault }: { readonly db: Database; readonly objects: ObjectStore; readonly vault: Vault },
  source: BackupSource,
  accountId: string,
  doer: Doer,
): Promise<RestoredAccount> {
  requireKnownSchema(source.summary);
  requireKey(vault, source.summary);
  await source.verify();
  await using backup = await openRows(source);
  const account = await findAccount(backup, source, accountId);
  await requireAbsent(db, 'accounts', [account]);
  const files = await copyObjects(backup, source, accountId, objects);
  try {
    return await db.transaction().execute(async (transaction) => {
      await lockAccounts(transaction);
      const people = await peopleOf(transaction, backup, accountId);
      const { rows, left_out } = await insertAll(transaction, backup, account, people);
      await requeueUnfinishedJobs(transaction, accountId);
      const restored = {
        ...{ rows, objects: files, users_added: people.added.length },
        ...{ users_joined: people.joined.size, left_out },
      };
      const details = { backup_of: source.summary.created_at, ...restored };
      await recordAudit(transaction, doer, { action: 'account.restore', accountId, subject: accountId, details });
      return restored;
    });
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new OperatorError(
      `Something of ${accountId} is here already, in another account (${(error as Error).message}): nothing was restored. Remove it there, or restore into an empty installation.`,
      { cause: error },
    );
  }
}

async function findAccount(backup: BackupRows, { place }: BackupSource, accountId: string): Promise<PortableRow> {
  for await (const rows of backup.read('accounts')) {
    const found = rows.find(({ id }) => id === accountId);
    if (found) return found;
  }
  throw new OperatorError(`The backup in ${place} has no account ${accountId}.`);
}

async function* ownRows(backup: BackupRows, table: PortableTable, accountId: string): AsyncIterable<PortableRow[]> {
  for await (const rows of backup.read(table)) {
    const own = rows.filter((row) => (table === 'accounts' ? row.id : row.account_id) === accountId);
    if (own.length > 0) yield own;
  }
}

async function copyObjects(
  backup: BackupRows,
  source: BackupSource,
  accountId: string,
  objects: ObjectStore,
): Promise<number> {
  const named = new Set<string>();
  for (const table of namingTables)
    for await (const rows of ownRows(backup, table, accountId))
      for (const row of rows) for (const key of objectKeysOf(table, row)) named.add(key);
  let copied = 0;
  for await (const key of source.keys()) {
    if (!named.has(key)) continue;
    await source.copyObject(key, objects);
    copied++;
  }
  return copied;
}

async function insertAll(
  transaction: Queryable,
  backup: BackupRows,
  account: PortableRow,
  people: People,
): Promise<{ rows: number; left_out: number }> {
  const accountId = `${account.id}`;
  let [inserted, leftOut] = [0, 0];
  await addPlan(transaction, backup, account);
  for (const table of tableNames) {
    if (shared.includes(table)) continue;
    if (table === 'users') {
      if (people.added.length > 0) await insertRows(transaction, table, people.added);
      inserted += people.added.length;
      continue;
    }
    const found = ofPeople.includes(table) ? people.rowsOf(backup, table) : ownRows(backup, table, accountId);
    for await (const all of found) {
      const rows = all.filter((row) => people.knows(row)).map((row) => people.renamed(row));
      leftOut += all.length - rows.length;
      if (rows.length === 0) continue;
      // The log outlives accounts, and entries that are here stay.
      if (table === 'audit_log') await removeEntries(transaction, accountId, rows);
      else await requireAbsent(transaction, table, rows);
      await insertRows(transaction, table, rows);
      inserted += rows.length;
    }
  }
  return { rows: inserted, left_out: leftOut };
}

/** The plan as it was, where the installation has none of that name. */
async function addPlan(transaction: Queryable, backup: BackupRows, account: PortableRow): Promise<void> {
  const name = `${account.plan}`;
  const known = await transaction.selectFrom('plans').select('name').where('name', '=', name).executeTakeFirst();
  if (known) return;
  for await (const rows of backup.read('plans')) {
    const own = rows.filter((row) => row.name === name);
    if (own.length > 0) await insertRows(transaction, 'plans', own);
  }
}

async function removeEntries(transaction: Queryable, accountId: string, rows: readonly PortableRow[]): Promise<void> {
  const ids = rows.map(({ id }) => `${id}`);
  await transaction.deleteFrom('audit_log').where('id', 'in', ids).where('account_id', '=', accountId).execute();
}

/** Throws an OperatorError where a row with one of these keys is there. */
async function requireAbsent(db: Queryable, table: PortableTable, rows: readonly PortableRow[]): Promise<void> {
  const clash = await findExisting(db, table, rows);
  if (!clash) return;
  const name = Object.values(clash).join(' ');
  throw new OperatorError(
    table === 'accounts'
      ? `The account ${name} is here: nothing was restored. To go back to what it was, remove it first ("accounts delete ${name} --confirm ${name}"); to look at it beside this one, restore into an empty installation.`
      : `${name} (${table}) is here already: nothing was restored. Remove it here, or restore into an empty installation.`,
  );
}
