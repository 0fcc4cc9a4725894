import type { Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import { ConnectorError, type Description, type Resource } from '../../reporting/connectors/contract.ts';
import { getConnector, parsePartialConfig, parseSecret } from '../../reporting/connectors/registry.ts';
import { type ConnectionSecret, type GivenSecret, openConnectionSecret, openGivenSecret } from './connection-secret.ts';
import { getConnection, getProjectUsage, operatorReach, type Reach, reachOf } from './connections.ts';
import { type ConnectionEnvironment, openConnection, openContext } from './open-connection.ts';

const answerMs = 30_000;
const quiet = { info() {}, warn() {} };

const soon = () => ({ signal: AbortSignal.timeout(answerMs), deadline: Date.now() + answerMs, log: quiet });

/** A system with what reaches it; `config` is null before there is one. */
export interface ReachedSystem extends GivenSecret {
  readonly config: unknown;
}

/** What a credential, or a sign-in of any account, can see in a system. Throws an OperatorError. */
export async function listResources(
  db: Queryable,
  environment: ConnectionEnvironment,
  { config, ...given }: ReachedSystem,
): Promise<readonly Resource[]> {
  const open = () => openGivenSecret(db, environment.vault, given);
  return listWith(environment, { system: given.system, config, open, reach: operatorReach(null) });
}

interface Reached {
  readonly system: string;
  readonly config: unknown;
  readonly open: () => Promise<ConnectionSecret>;
  readonly reach: Reach;
}

async function listWith(
  environment: ConnectionEnvironment,
  { system, config, open, reach }: Reached,
): Promise<readonly Resource[]> {
  return told(async () => {
    const connector = getConnector(system);
    if (!connector.resources) {
      throw new OperatorError(
        `Connections of the system "${system}" name what they read themselves; nothing is listed.`,
      );
    }
    const { secret, store } = await open();
    const credentials = parseSecret(connector, secret);
    const parsed = config === null ? null : parsePartialConfig(connector, config);
    await using context = openContext(environment, soon(), credentials, store, reach);
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
  const open = () => openConnectionSecret(db, environment.vault, row);
  const reach = await reachOf(db, row);
  return listWith(environment, { system: row.system, config: JSON.parse(row.config), open, reach });
}

/**
 * All metrics and dimensions that a stored connection can ask for, with labels in the language of a BCP 47 locale, the
 * project's by default. Throws an OperatorError.
 */
export async function readCatalog(
  db: Queryable,
  environment: ConnectionEnvironment,
  id: string,
  locale?: string,
): Promise<Description> {
  const row = await getConnection(db, id);
  const usual = await getProjectUsage(db, row.project_id);
  return told(async () => {
    await using connection = await openConnection(row, environment, { ...soon(), locale: locale ?? usual.locale });
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
