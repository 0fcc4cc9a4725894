import type { ConnectionStatus, Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import { checkName } from '../../platform/names.ts';
import { type ConfigWarning, type Connector, ConnectorError } from '../../reporting/connectors/contract.ts';
import { getConnector, parseConfig, parseSecret } from '../../reporting/connectors/registry.ts';
import {
  type ConnectionRow,
  getAccountOfProject,
  getConnection,
  insertConnection,
  listAllowedNetworks,
  type NewConnection,
  setConnectionStatus,
} from './connections.ts';
import { type ConnectionEnvironment, grantedTo, openContext } from './open-connection.ts';

const verifyMs = 30_000;
const quiet = { info() {}, warn() {} };

interface Found {
  readonly status: ConnectionStatus;
  /** What the system said, for the operator. */
  readonly message: string;
  /** What reports would say wrongly, and what to do about it. */
  readonly warnings: readonly ConfigWarning[];
}

/** A source as an operator describes it. */
export interface ConnectionFields {
  readonly projectId: string;
  readonly system: string;
  readonly name: string;
  readonly config: unknown;
  readonly secret: unknown;
}

/** A source that can be stored, with its system's answer. */
export interface VerifiedConnection extends NewConnection, Found {}

/** Verifies a source and stores it with the status found; throws as `verifyNewConnection` does. */
export async function addConnection(
  db: Queryable,
  environment: ConnectionEnvironment,
  fields: ConnectionFields,
): Promise<ConnectionRow> {
  return insertConnection(db, await verifyNewConnection(db, environment, fields));
}

/**
 * Tries a source; the result can be stored. Throws an OperatorError when the project does not exist, the configuration
 * is invalid or the system does not answer.
 */
export async function verifyNewConnection(
  db: Queryable,
  environment: ConnectionEnvironment,
  fields: ConnectionFields,
): Promise<VerifiedConnection> {
  checkName('a connection', fields.name);
  const accountId = await getAccountOfProject(db, fields.projectId);
  const found = await reach(environment, fields, null);
  const { vault } = environment;
  return {
    accountId,
    projectId: fields.projectId,
    system: fields.system,
    name: fields.name,
    config: fields.config,
    ...found,
    seal: (id) => (fields.secret === null ? null : vault.seal(id, fields.secret)),
  };
}

/** Tries the system of a stored connection and records its status; throws an OperatorError for other faults. */
export async function verifyConnection(db: Queryable, environment: ConnectionEnvironment, id: string): Promise<Found> {
  const row = await getConnection(db, id);
  const secret = row.secret === null ? null : environment.vault.open(row.id, row.secret);
  const granted = grantedTo(row, await listAllowedNetworks(db, row.account_id));
  const found = await reach(environment, { system: row.system, config: JSON.parse(row.config), secret }, granted);
  await setConnectionStatus(db, id, found.status);
  return found;
}

async function reach(
  environment: ConnectionEnvironment,
  { system, config, secret }: Pick<ConnectionFields, 'system' | 'config' | 'secret'>,
  grantedNetworks: readonly string[] | null,
): Promise<Found> {
  const signal = AbortSignal.timeout(verifyMs);
  const use = { signal, deadline: Date.now() + verifyMs, log: quiet, isVerifying: true };
  try {
    const connector: Connector = getConnector(system);
    const credentials = parseSecret(connector, secret);
    await using context = openContext(environment, use, credentials, grantedNetworks);
    const warnings = await connector.verify(parseConfig(connector, config), credentials, context);
    return { status: 'connected', message: 'The system answers.', warnings };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const { kind, message } = error;
    if (kind === 'reauth_required' || kind === 'resource_missing') return { status: kind, message, warnings: [] };
    throw new OperatorError(`${kind}: ${message}`);
  }
}
