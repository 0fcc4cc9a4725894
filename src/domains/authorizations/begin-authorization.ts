import type { Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import { fieldFault } from '../../platform/faults.ts';
import { checkName } from '../../platform/names.ts';
import type { Connector } from '../../reporting/connectors/contract.ts';
import { parseConfig } from '../../reporting/connectors/registry.ts';
import { checking, givenConnector } from '../connections/connection-faults.ts';
import { type ConnectionRow, getAccountOfProject, getConnection } from '../connections/connections.ts';
import type { NewAuthorization } from './authorizations.ts';

/** A connection that does not exist yet; `config` is undefined where the resource is named later. */
export interface FutureConnection {
  readonly projectId: string;
  readonly system: string;
  readonly name: string;
  readonly config: unknown;
}

type Request = Omit<NewAuthorization, 'madeBy'>;

/** What a person is asked for, so that a connection can be made. Throws a fault of what was given. */
export async function requestForNew(db: Queryable, future: FutureConnection): Promise<Request> {
  const { projectId, system, name, config = null } = future;
  checkName('a connection', name);
  const accountId = await getAccountOfProject(db, projectId);
  const connector = givenConnector(system);
  const signIn = signInOf(connector);
  if (config !== null) checking('config', () => parseConfig(connector, config));
  await requireClient(db, signIn.with);
  const asked = { signIn: signIn.with, scopes: signIn.scopes };
  return { accountId, projectId, connectionId: null, system, name, config, ...asked };
}

/**
 * What a person is asked for, so that a connection works again, and all that share its sign-in: the scopes of all of them.
 * Throws a fault of what was given.
 */
export async function requestForStored(db: Queryable, id: string): Promise<Request> {
  const row = await getConnection(db, id);
  const signIn = signInOf(givenConnector(row.system));
  await requireClient(db, signIn.with);
  const sharing = await listSharing(db, row);
  const scopes = sharing.flatMap(({ system }) => signInOf(givenConnector(system)).scopes);
  return {
    ...{ accountId: row.account_id, projectId: row.project_id, connectionId: id },
    ...{ system: row.system, name: row.name, config: JSON.parse(row.config) },
    ...{ signIn: signIn.with, scopes: [...new Set(scopes)] },
  };
}

async function listSharing(db: Queryable, row: ConnectionRow): Promise<Pick<ConnectionRow, 'system'>[]> {
  if (row.grant_id === null) return [row];
  return db.selectFrom('connections').select('system').where('grant_id', '=', row.grant_id).execute();
}

function signInOf({ system, signIn }: Connector): NonNullable<Connector['signIn']> {
  if (signIn) return signIn;
  const message = `Nobody signs in for "${system}"; give its credentials`;
  throw fieldFault('system', 'sign_in', `${message}.`, new OperatorError(`${message} with --secret.`));
}

async function requireClient(db: Queryable, signIn: string): Promise<void> {
  const client = await db
    .selectFrom('oauth_clients')
    .select('sign_in')
    .where('sign_in', '=', signIn)
    .executeTakeFirst();
  if (client) return;
  const told = new OperatorError(
    `The service has no client of ${signIn}; register one there and run "oauth-clients set ${signIn}".`,
  );
  const message = `The service has no client of ${signIn}. The operator registers one there.`;
  throw fieldFault('system', 'client', message, told);
}
