import type { Selectable } from 'kysely';
import { newIdentifier } from '../../platform/database/identifiers.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { ConnectionMaker, ConnectionStatus, ConnectionsTable, Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { missing } from '../../platform/faults.ts';
import { type GrantRow, removeGrantIfUnused } from './oauth-grants.ts';

export type ConnectionRow = Selectable<ConnectionsTable>;

const selectConnections = prepared<ConnectionRow, [string]>(1, (db, projectId) =>
  db.selectFrom('connections').selectAll().where('project_id', '=', projectId).orderBy('id'),
);

/** The project's connected systems, in the order in which they were added. */
export async function listConnections(db: Queryable, projectId: string): Promise<ConnectionRow[]> {
  return selectConnections(db, projectId);
}

/** The account of a project; throws `not_found`. */
export async function getAccountOfProject(db: Queryable, projectId: string): Promise<string> {
  const project = await db.selectFrom('projects').select('account_id').where('id', '=', projectId).executeTakeFirst();
  if (!project) throw missing('project', projectId);
  return project.account_id;
}

/** Throws `not_found` unless the account has the project. */
export async function getOwnProject(db: Queryable, accountId: string, projectId: string): Promise<void> {
  if ((await getAccountOfProject(db, projectId)) !== accountId) throw missing('project', projectId);
}

/** The time zone and locale of a project; throws `not_found`. */
export async function getProjectUsage(
  db: Queryable,
  projectId: string,
): Promise<{ readonly time_zone: string; readonly locale: string; readonly currency: string }> {
  const columns = ['time_zone', 'locale', 'currency'] as const;
  const project = await db.selectFrom('projects').select(columns).where('id', '=', projectId).executeTakeFirst();
  if (!project) throw missing('project', projectId);
  return project;
}

/** What a connection may reach beyond what all may. */
export interface Reach {
  /** Whose uploads it may read; null for nobody's. */
  readonly accountId: string | null;
  /** Of the private networks that the installation allows; null for all. */
  readonly networks: readonly string[] | null;
  /** Of what lies below the installation's data roots; null for all. */
  readonly dataRoots: readonly string[] | null;
}

const selectGranted = prepared<{ allowed_networks: string; data_roots: string }, [string]>(1, (db, accountId) =>
  db.selectFrom('accounts').select(['allowed_networks', 'data_roots']).where('id', '=', accountId),
);

/** The reach of a connection: what a customer made reaches of the operator's only what is granted to the account. */
export async function reachOf(
  db: Queryable,
  { account_id, made_by }: Pick<ConnectionRow, 'account_id' | 'made_by'>,
): Promise<Reach> {
  if (made_by === 'operator') return operatorReach(account_id);
  const [account] = await selectGranted(db, account_id);
  return {
    accountId: account_id,
    networks: JSON.parse(account?.allowed_networks ?? '[]'),
    dataRoots: JSON.parse(account?.data_roots ?? '[]'),
  };
}

/** The reach of what an operator looks at, on behalf of an account or of none. */
export function operatorReach(accountId: string | null): Reach {
  return { accountId, networks: null, dataRoots: null };
}

/** A connection, of one account if it is given; throws `not_found`. */
export async function getConnection(db: Queryable, id: string, accountId?: string): Promise<ConnectionRow> {
  const row = await db.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || (accountId !== undefined && row.account_id !== accountId)) throw missing('connection', id);
  return row;
}

/** A connection whose source was found in `status`; the operator's unless it says otherwise. `seal` gets the new record's id. */
export interface NewConnection {
  readonly accountId: string;
  readonly projectId: string;
  readonly system: string;
  readonly name: string;
  readonly config: unknown;
  readonly status: ConnectionStatus;
  readonly madeBy?: ConnectionMaker;
  /** What a person granted by signing in, in place of a secret. */
  readonly grantId?: string | null;
  readonly seal: (id: string) => string | null;
}

export async function insertConnection(db: Queryable, fields: NewConnection): Promise<ConnectionRow> {
  const id = newIdentifier('con');
  const now = new Date().toISOString();
  const row: ConnectionRow = {
    id,
    account_id: fields.accountId,
    project_id: fields.projectId,
    system: fields.system,
    name: fields.name.trim(),
    status: fields.status,
    config: JSON.stringify(fields.config),
    secret: fields.seal(id),
    grant_id: fields.grantId ?? null,
    made_by: fields.madeBy ?? 'operator',
    secret_lease: null,
    secret_leased_until: null,
    checked_at: now,
    created_at: now,
    updated_at: now,
    revision: 1,
  };
  await db.insertInto('connections').values(row).execute();
  return row;
}

/**
 * Stores the name, configuration and sealed secret of a changed connection, and the state that its system was found in.
 * Throws `edit_conflict` when it is no longer as it was `before`.
 */
export async function changeConnection(
  db: Queryable,
  before: ConnectionRow,
  row: ConnectionRow,
  status: ConnectionStatus,
): Promise<ConnectionRow> {
  const now = new Date().toISOString();
  const { name, config, secret, grant_id, made_by, checked_at } = row;
  const changed = await db
    .updateTable('connections')
    .set({ name, config, secret, grant_id, made_by, status, checked_at, updated_at: now })
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', before.id)
    .where('revision', '=', before.revision)
    // A rotation of the vault's key changes nothing else.
    .where('secret', before.secret === null ? 'is' : '=', before.secret)
    .returningAll()
    .executeTakeFirst();
  if (!changed) {
    const message = `The connection ${row.id} was changed or removed meanwhile; try again.`;
    throw new ServiceError('edit_conflict', { message });
  }
  if (before.grant_id !== null && before.grant_id !== grant_id) await removeGrantIfUnused(db, before.grant_id);
  return changed;
}

/**
 * Records the state that the connected system was found in. A sign-in that has ended has done so for all connections that
 * share it.
 */
export async function setConnectionStatus(db: Queryable, id: string, status: ConnectionStatus): Promise<void> {
  const now = new Date().toISOString();
  const shared = db.selectFrom('connections').select('grant_id').where('id', '=', id);
  await db
    .updateTable('connections')
    .set({ status, checked_at: now, updated_at: now })
    .where(({ or, eb }) =>
      status === 'reauth_required' ? or([eb('id', '=', id), eb('grant_id', 'in', shared)]) : eb('id', '=', id),
    )
    .execute();
}

/** Removes a connection with its sealed secret, or with the grant that no other connection shares; its reports stay. */
export async function removeConnection(
  db: Queryable,
  id: string,
): Promise<{ readonly row: ConnectionRow; readonly removedGrant: GrantRow | undefined }> {
  const row = await getConnection(db, id);
  await db.deleteFrom('connections').where('id', '=', id).execute();
  return { row, removedGrant: row.grant_id === null ? undefined : await removeGrantIfUnused(db, row.grant_id) };
}
