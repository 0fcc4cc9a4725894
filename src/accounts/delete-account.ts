import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { audited } from '../audit/audit.ts';
import { isForeignKeyViolation, isPostgres } from '../database/engine.ts';
import type { Database, Queryable, Tables } from '../database/tables.ts';
import { OperatorError } from '../errors.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { getAccount } from './accounts.ts';

type Table = keyof Tables;

/** What would begin something new for the account: it goes first. Each table stands before those it refers to. */
const beginnings: readonly Table[] = ['tokens', 'deliveries', 'schedule_runs', 'schedules'];
const byAccount: readonly Table[] = [
  'request_counts',
  'recent_requests',
  'shares',
  'idempotency_keys',
  'reports',
  'job_queues',
  'jobs',
  'connections',
  'projects',
  'audit_log',
];

/** More in one transaction would keep other writers waiting. */
const batchRows = 1_000;
/** Who waits to write on SQLite looks now and then whether it can, so batches without a pause would keep it waiting for seconds. */
const pauseMs = 50;

export interface DeletedAccount {
  readonly rows: number;
  readonly files: number;
}

/**
 * Removes every row and every file of an account, and looks that none is left. A worker that is on a job of the account
 * finds the row gone and can end nothing. What is left is an entry of the audit log, which comes with the end of the account's own
 * row: a command that was cut short before can be given again. Throws an OperatorError when there is no such account, or when
 * something came in meanwhile.
 */
export async function deleteAccount(
  db: Database,
  objects: ObjectStore,
  id: string,
  actor: string,
): Promise<DeletedAccount> {
  await getAccount(db, id);
  try {
    return await deleteAll(db, objects, id, actor);
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw cameIn(id, 'something', error);
  }
}

async function deleteAll(db: Database, objects: ObjectStore, id: string, actor: string): Promise<DeletedAccount> {
  let rows = 0;
  for (const table of beginnings) rows += await deleteRows(db, table, id);
  const jobIds = await findJobIds(db, id);
  const files = await deleteFiles(objects, jobIds);
  for (const table of byAccount) rows += await deleteRows(db, table, id);
  await requireNothing(db, objects, id, jobIds);
  const deleted = { rows: rows + 1, files };
  await audited(
    db,
    actor,
    (transaction) => transaction.deleteFrom('accounts').where('id', '=', id).execute(),
    () => ({ action: 'account.delete', accountId: null, subject: id, details: deleted }),
  );
  return deleted;
}

async function deleteRows(db: Database, table: Table, accountId: string): Promise<number> {
  const row = sql.raw(isPostgres(db) ? 'ctid' : 'rowid');
  let deleted = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${row} in
      (select ${row} from ${sql.table(table)} where ${isOwn(table, accountId)} limit ${batchRows})`.execute(db);
    deleted += Number(numAffectedRows);
    if (numAffectedRows < batchRows) return deleted;
    await delay(pauseMs);
  }
}

/** Tries of a guest link's password are counted as requests are, under the id of the share. */
function isOwn(table: Table, accountId: string): RawBuilder<unknown> {
  if (table !== 'request_counts' && table !== 'recent_requests') return sql`account_id = ${accountId}`;
  return sql`account_id in (select ${accountId} union all select id from shares where account_id = ${accountId})`;
}

async function findJobIds(db: Queryable, accountId: string): Promise<Set<string>> {
  const jobs = await db.selectFrom('jobs').select('id').where('account_id', '=', accountId).execute();
  return new Set(jobs.map(({ id }) => id));
}

/** Objects are named after the job that made them, also those that no row names any more. */
async function* filesOf(objects: ObjectStore, jobIds: ReadonlySet<string>): AsyncIterable<string> {
  for (const prefix of ['documents/', 'artifacts/']) {
    for await (const { key } of objects.list(prefix)) {
      if (jobIds.has(key.slice(prefix.length).split('-')[0] ?? '')) yield key;
    }
  }
}

async function deleteFiles(objects: ObjectStore, jobIds: ReadonlySet<string>): Promise<number> {
  let deleted = 0;
  for await (const key of filesOf(objects, jobIds)) {
    await objects.remove(key);
    deleted++;
  }
  return deleted;
}

async function requireNothing(
  db: Database,
  objects: ObjectStore,
  accountId: string,
  jobIds: ReadonlySet<string>,
): Promise<void> {
  const left: string[] = [];
  for (const table of [...beginnings, ...byAccount]) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${isOwn(table, accountId)} limit 1`.execute(db);
    if (rows.length > 0) left.push(`rows of ${table}`);
  }
  for await (const key of filesOf(objects, jobIds)) left.push(key);
  if (left.length === 0) return;
  throw cameIn(accountId, left.join(', '));
}

function cameIn(accountId: string, what: string, cause?: unknown): OperatorError {
  return new OperatorError(`While ${accountId} was being deleted, ${what} came in; give the command again.`, { cause });
}
