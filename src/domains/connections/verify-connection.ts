import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionStatus, Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import { checkName } from '../../platform/names.ts';
import { type ConfigWarning, type Connector, ConnectorError } from '../../reporting/connectors/contract.ts';
import { getConnector, parseConfig, parseSecret } from '../../reporting/connectors/registry.ts';
import {
  type ConnectionSecret,
  getGrantFor,
  openConnectionSecret,
  openGrant,
  typedSecret,
} from './connection-secret.ts';
import {
  type ConnectionRow,
  getAccountOfProject,
  getConnection,
  insertConnection,
  type NewConnection,
  operatorReach,
  type Reach,
  reachOf,
  setConnectionStatus,
} from './connections.ts';
import { endsSoon, type GrantRow } from './oauth-grants.ts';
import { type ConnectionEnvironment, openContext, parseStoredConfig } from './open-connection.ts';
import { newSecret } from './stored-secret.ts';

/** Within it passing faults are tried again. */
const verifyMs = 30_000;
const firstWaitMs = 500;
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
  /** The sign-in of other connections of the account, in place of a secret. */
  readonly grantId?: string | undefined;
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
  const { projectId, system, name, config, grantId = null } = fields;
  const secret = newSecret(fields.secret);
  const open = async () => {
    if (grantId === null) return typedSecret(secret);
    return openGrant(db, environment.vault, await getGrantFor(db, grantId, system, accountId));
  };
  const found = await tryPatiently(environment, { system, config, open, reach: operatorReach(accountId) });
  const seal = (id: string) => (secret.current === null ? null : environment.vault.seal(id, secret.current));
  return { accountId, projectId, system, name, config, grantId, ...found, seal };
}

/** Tries the system of a stored connection and records its status; throws an OperatorError for other faults. */
export async function verifyConnection(db: Queryable, environment: ConnectionEnvironment, id: string): Promise<Found> {
  const row = await getConnection(db, id);
  const reach = await reachOf(db, row);
  const open = () => openConnectionSecret(environment.db, environment.vault, row);
  const found = await tryPatiently(environment, { system: row.system, config: JSON.parse(row.config), open, reach });
  await setConnectionStatus(db, id, found.status);
  return found;
}

/** What an operator changes of a connection; what is undefined stays. */
export interface ConnectionChanges {
  readonly name: string | undefined;
  readonly config: unknown;
  readonly secret: unknown;
}

/** A changed connection that can be stored, with its system's answer. */
export interface ChangedConnection extends Found {
  readonly before: ConnectionRow;
  readonly row: ConnectionRow;
  /** False when only the name has changed. */
  readonly isVerified: boolean;
}

/**
 * Tries a stored connection with a changed configuration or secret; the result can be stored. Throws an OperatorError as
 * `verifyNewConnection` does, and when a secret would be sent to another place than it was given for.
 */
export async function verifyChangedConnection(
  db: Queryable,
  environment: ConnectionEnvironment,
  id: string,
  changes: ConnectionChanges,
): Promise<ChangedConnection> {
  const before = await getConnection(db, id);
  if (changes.name !== undefined) checkName('a connection', changes.name);
  const row = { ...before, name: changes.name?.trim() ?? before.name };
  const isVerified = changes.config !== undefined || changes.secret !== undefined;
  if (!isVerified) {
    const found = { status: row.status, message: 'The connection has another name.', warnings: [] };
    return { before, row, isVerified, ...found };
  }
  const known = JSON.parse(row.config);
  const config = changes.config ?? known;
  if (changes.secret === undefined && row.secret !== null) assertSamePlace(row.system, known, config);
  const { system } = row;
  const tried = { system, config, reach: await reachOf(db, row) };
  const checked = { config: JSON.stringify(config), checked_at: new Date().toISOString() };
  const { db: ownDb, vault } = environment;
  if (row.grant_id !== null && changes.secret === undefined) {
    const found = await tryPatiently(environment, { ...tried, open: () => openConnectionSecret(ownDb, vault, row) });
    return { before, row: { ...row, ...checked }, isVerified, ...found };
  }
  const stored = row.secret === null ? null : vault.open(id, row.secret);
  const secret = newSecret(changes.secret === undefined ? stored : changes.secret);
  const found = await tryPatiently(environment, { ...tried, open: async () => typedSecret(secret) });
  const sealed = secret.current === null ? null : vault.seal(id, secret.current);
  return { before, row: { ...row, ...checked, secret: sealed, grant_id: null }, isVerified, ...found };
}

function assertSamePlace(system: string, stored: unknown, config: unknown): void {
  const connector = getConnector(system);
  const places = [stored, config].map((each) => connector.origin?.(parsed(() => parseConfig(connector, each))));
  if (places[0] === places[1]) return;
  throw new OperatorError(
    'The secret was given for another address. Give it again with --secret, or keep the address.',
  );
}

/** The source that is tried. */
interface Tried {
  readonly system: string;
  readonly config: unknown;
  readonly open: () => Promise<ConnectionSecret>;
  readonly reach: Reach;
}

/** Tries a source, again while it has a passing fault and time is left. */
async function tryPatiently(environment: ConnectionEnvironment, tried: Tried): Promise<Found> {
  const deadline = Date.now() + verifyMs;
  for (let waitMs = firstWaitMs; ; waitMs *= 2) {
    try {
      return {
        status: 'connected',
        message: 'The system answers.',
        warnings: await tryOnce(environment, tried, deadline),
      };
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      const { kind, message, retryAfterMs = waitMs } = error;
      if (kind === 'reauth_required' || kind === 'resource_missing') return { status: kind, message, warnings: [] };
      if (kind !== 'transient' || Date.now() + retryAfterMs >= deadline) throw new OperatorError(`${kind}: ${message}`);
      await delay(retryAfterMs);
    }
  }
}

async function tryOnce(
  environment: ConnectionEnvironment,
  { system, config, open, reach }: Tried,
  deadline: number,
): Promise<readonly ConfigWarning[]> {
  const connector: Connector = getConnector(system);
  const { secret, store, grant } = await open();
  const credentials = parseSecret(connector, secret);
  const parsedConfig = parseStoredConfig(connector, config);
  const signal = AbortSignal.timeout(Math.max(1, deadline - Date.now()));
  const use = { signal, deadline, log: quiet, isVerifying: true };
  await using context = openContext(environment, use, credentials, store, reach);
  const warnings = await connector.verify(parsedConfig, credentials, context);
  return grant && endsSoon(grant) ? [...warnings, signInEnds(grant)] : warnings;
}

function signInEnds({ ends_at }: GrantRow): ConfigWarning {
  const message = `The sign-in ends on ${ends_at?.slice(0, 10)}. Run "connections authorize ID" before.`;
  return { code: 'sign_in_ends', path: 'grant', message };
}

/** A ConnectorError as the operator's. */
function parsed<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof ConnectorError ? new OperatorError(`${error.kind}: ${error.message}`) : error;
  }
}
