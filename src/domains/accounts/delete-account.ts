import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { isForeignKeyViolation, isPostgres } from '../../platform/database/engine.ts';
import type { Database, Queryable, Tables } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { audited } from '../audit/audit.ts';
import { pictureFolder } from '../pictures/pictures.ts';
import { getAccount } from './accounts.ts';

type Table = keyof Tables;

/** Tables from which something new could start for the account go first. Each table comes before those it refers to. */
const beginnings: readonly Table[] = [
  'bulk_queues',
  'bulk_job_items',
  'bulk_jobs',
  'oauth_authorizations',
  'invitations',
  'scim_tokens',
  'scim_group_members',
  'scim_groups',
  'directories',
  'tokens',
  'sessions',
  'sso_identities',
  'sso_providers',
  'sso_domains',
  'webhook_endpoints',
  'webhook_notices',
  'deliveries',
  'unwanted_addresses',
  'unsubscribe_links',
  'schedule_notices',
  'retention_notices',
  'account_retention',
  'schedule_waits',
  'schedule_runs',
  'schedules',
  'incident_notices',
  'watch_turns',
  'watch_accounts',
  'watch_states',
  'watches',
  'incident_comments',
  'incidents',
  'chat_channels',
  'portfolio_accounts',
];
const byAccount: readonly Table[] = [
  'webhook_attempts',
  'webhook_deliveries',
  'events',
  'request_counts',
  'recent_requests',
  'live_pages',
  'shares',
  'idempotency_keys',
  'actor_keys',
  'report_comments',
  'reports',
  'job_queues',
  'jobs',
  'connections',
  'oauth_grants',
  'uploads',
  'replaced_uploads',
  'portfolio_figures',
  'portfolio_projects',
  'project_tags',
  'legal_holds',
  'projects',
  'labels',
  'template_revisions',
  'templates',
  'memberships',
  'scim_users',
  'account_security',
  'list_counts',
  'audit_log',
];

/** Larger transactions would keep other writers waiting. */
const batchRows = 1_000;
/** A writer waiting on SQLite only polls now and then, so batches without a pause would keep it waiting for seconds. */
const pauseMs = 50;

export interface DeletedAccount {
  readonly rows: number;
  readonly files: number;
}

/**
 * Removes every row and every file of an account, and checks that none is left. A worker on one of its jobs finds the
 * row gone and cannot complete anything. Only an audit log entry remains, written together with the deletion of the
 * account's own row, so an interrupted command can be run again. Throws an OperatorError when there is no such account,
 * something of it is on legal hold, or something was added meanwhile.
 */
export async function deleteAccount(
  db: Database,
  objects: ObjectStore,
  id: string,
  actor: string,
): Promise<DeletedAccount> {
  await getAccount(db, id);
  await requireNoHold(db, id);
  try {
    return await deleteAll(db, objects, id, actor);
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw cameIn(id, 'something', error);
  }
}

async function requireNoHold(db: Queryable, id: string): Promise<void> {
  const held = db.selectFrom('legal_holds').select(['id', 'subject', 'reason']).where('account_id', '=', id);
  const hold = await held.orderBy('id').executeTakeFirst();
  if (!hold) return;
  const message = `${hold.subject} is on legal hold (${hold.id}: ${hold.reason}), so ${id} cannot be deleted; end its holds first.`;
  throw new OperatorError(message);
}

async function deleteAll(db: Database, objects: ObjectStore, id: string, actor: string): Promise<DeletedAccount> {
  let rows = 0;
  for (const table of beginnings) rows += await deleteRows(db, table, id);
  const owners = await findOwners(db, id);
  const files = await deleteFiles(objects, owners);
  rows += await deleteMembers(db, id);
  for (const table of byAccount) rows += await deleteRows(db, table, id);
  await requireNothing(db, objects, id, owners);
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

/** People go with their last account, those whom its directory has put out too, but for operators; what belongs to a user goes with them. */
async function deleteMembers(db: Database, accountId: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const people = await db
      .selectFrom('memberships')
      .select('user_id')
      .where('account_id', '=', accountId)
      .union(db.selectFrom('scim_users').select('user_id').where('account_id', '=', accountId))
      .limit(batchRows)
      .execute();
    const ids = people.map(({ user_id }) => user_id);
    if (ids.length === 0) return deleted;
    deleted += await db.transaction().execute((transaction) => leaveAccount(transaction, accountId, ids));
    await delay(pauseMs);
  }
}

async function leaveAccount(transaction: Queryable, accountId: string, ids: readonly string[]): Promise<number> {
  // Whoever joins another account at this moment is a member of it before this counts.
  const users = transaction.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id');
  await (isPostgres(transaction) ? users.forUpdate() : users).execute();
  const left = await transaction
    .deleteFrom('memberships')
    .where('account_id', '=', accountId)
    .where('user_id', 'in', ids)
    .executeTakeFirst();
  const known = await transaction
    .deleteFrom('scim_users')
    .where('account_id', '=', accountId)
    .where('user_id', 'in', ids)
    .executeTakeFirst();
  const gone = await transaction
    .deleteFrom('users')
    .where('id', 'in', ids)
    .where('operator', '=', 0)
    .where('id', 'not in', transaction.selectFrom('memberships').select('user_id').where('user_id', 'in', ids))
    .executeTakeFirst();
  return Number(left.numDeletedRows + known.numDeletedRows + gone.numDeletedRows);
}

/** Password attempts on a guest link are counted like requests, under the id of the share. */
function isOwn(table: Table, accountId: string): RawBuilder<unknown> {
  if (table !== 'request_counts' && table !== 'recent_requests') return sql`account_id = ${accountId}`;
  return sql`account_id in (select ${accountId} union all select id from shares where account_id = ${accountId})`;
}

/** The ids that the names of the account's objects begin with: those of its jobs, and its own. */
async function findOwners(db: Queryable, accountId: string): Promise<Set<string>> {
  const jobs = await db.selectFrom('jobs').select('id').where('account_id', '=', accountId).execute();
  return new Set([accountId, ...jobs.map(({ id }) => id)]);
}

/** Objects are named after the job that made them or, as pictures and previews, after the account, so those without a row are found too. */
async function* filesOf(objects: ObjectStore, owners: ReadonlySet<string>): AsyncIterable<string> {
  for (const prefix of ['documents/', 'artifacts/', 'previews/', 'live/', 'uploads/', pictureFolder]) {
    for await (const { key } of objects.list(prefix)) {
      if (owners.has(key.slice(prefix.length).split('-')[0] ?? '')) yield key;
    }
  }
}

async function deleteFiles(objects: ObjectStore, owners: ReadonlySet<string>): Promise<number> {
  let deleted = 0;
  for await (const key of filesOf(objects, owners)) {
    await objects.remove(key);
    deleted++;
  }
  return deleted;
}

async function requireNothing(
  db: Database,
  objects: ObjectStore,
  accountId: string,
  owners: ReadonlySet<string>,
): Promise<void> {
  const left: string[] = [];
  for (const table of [...beginnings, ...byAccount]) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${isOwn(table, accountId)} limit 1`.execute(db);
    if (rows.length > 0) left.push(`rows of ${table}`);
  }
  for await (const key of filesOf(objects, owners)) left.push(key);
  if (left.length === 0) return;
  throw cameIn(accountId, left.join(', '));
}

function cameIn(accountId: string, what: string, cause?: unknown): OperatorError {
  return new OperatorError(`While ${accountId} was being deleted, ${what} came in; run the command again.`, { cause });
}
