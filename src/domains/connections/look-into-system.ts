import type { Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import {
  ConnectorError,
  type Description,
  type Resource,
  type SecretStore,
} from '../../reporting/connectors/contract.ts';
import { getConnector, parsePartialConfig, parseSecret } from '../../reporting/connectors/registry.ts';
import { getConnection, listGrantedNetworks } from './connections.ts';
import { type ConnectionEnvironment, openConnection, openContext } from './open-connection.ts';
import { newSecret, storedSecret } from './stored-secret.ts';

const answerMs = 30_000;
const quiet = { info() {}, warn() {} };

const soon = () => ({ signal: AbortSignal.timeout(answerMs), deadline: Date.now() + answerMs, log: quiet });

/** A system with what reaches it; `config` is null before there is one. */
export interface ReachedSystem {
  readonly system: string;
  readonly config: unknown;
  readonly secret: unknown;
}

/** What a credential can see in a system. Throws an OperatorError. */
export async function listResources(
  environment: ConnectionEnvironment,
  { system, config, secret }: ReachedSystem,
  secretStore: SecretStore = newSecret(secret),
  grantedNetworks: readonly string[] | null = null,
): Promise<readonly Resource[]> {
  return told(async () => {
    const connector = getConnector(system);
    if (!connector.resources) {
      throw new OperatorError(
        `Connections of the system "${system}" name what they read themselves; nothing is listed.`,
      );
    }
    const credentials = parseSecret(connector, secret);
    const parsed = config === null ? null : parsePartialConfig(connector, config);
    await using context = openContext(environment, soon(), credentials, secretStore, grantedNetworks);
    return await connector.resources(parsed, credentials, context);
  });
}

/** What the credential of a stored connection can see. Throws an OperatorError. */
export async function listResourcesOf(
  db: Queryable,
  environment: ConnectionEnvironment,
  id: string,
): Promise<readonly Resource[]> {
  const row = await getConnection(db, id);
  const secret = row.secret === null ? null : environment.vault.open(row.id, row.secret);
  const config = JSON.parse(row.config);
  const granted = await listGrantedNetworks(db, row);
  const store = storedSecret(db, environment.vault, row);
  return listResources(environment, { system: row.system, config, secret }, store, granted);
}

/** All metrics and dimensions that a stored connection can ask for. Throws an OperatorError. */
export async function readCatalog(db: Queryable, environment: ConnectionEnvironment, id: string): Promise<Description> {
  const row = await getConnection(db, id);
  return told(async () => {
    await using connection = await openConnection(row, environment, soon());
    return await connection.catalog();
  });
}

async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ConnectorError ? new OperatorError(`${error.kind}: ${error.message}`) : error;
  }
}
