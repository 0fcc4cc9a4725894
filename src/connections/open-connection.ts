import { openConnectorContext } from '../connectors/context.ts';
import type { ConnectorContext, ConnectorLogger, Description, Query, QueryResult } from '../connectors/contract.ts';
import { getConnector, parseConfig, parseSecret } from '../connectors/registry.ts';
import type { ConnectionRow } from './connections.ts';
import type { Vault } from './vault.ts';

/** What it takes to reach connected systems. */
export interface ConnectionEnvironment {
  readonly vault: Vault;
  /** Folders that `file` connections may read, as real absolute paths. */
  readonly dataRoots: readonly string[];
}

/** How long and with whom one piece of work may talk to a system. */
export interface ConnectionUse {
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly log: ConnectorLogger;
}

/** A connection that can be asked; what its connector keeps open ends with it. Every call throws ConnectorError. */
export interface OpenConnection extends AsyncDisposable {
  readonly row: ConnectionRow;
  describe(): Promise<Description>;
  query(query: Query): Promise<QueryResult>;
}

/** Opens a stored connection, unsealing its secret. Throws `invalid_config` for a configuration that does not hold. */
export function openConnection(
  row: ConnectionRow,
  environment: ConnectionEnvironment,
  use: ConnectionUse,
): OpenConnection {
  const connector = getConnector(row.system);
  const config = parseConfig(connector, JSON.parse(row.config));
  const sealed = row.secret === null ? null : environment.vault.open(row.id, row.secret);
  const secret = parseSecret(connector, sealed);
  const context = openContext(environment, use, secret);
  return {
    row,
    describe: () => connector.describe(config, secret, context),
    query: (query) => connector.query(config, secret, query, context),
    [Symbol.asyncDispose]: () => context[Symbol.asyncDispose](),
  };
}

/** The context of a connector's calls, with the secret's values kept out of its log. */
export function openContext(
  { dataRoots }: ConnectionEnvironment,
  { signal, deadline, log }: ConnectionUse,
  secret: unknown,
): ConnectorContext & AsyncDisposable {
  return openConnectorContext({ signal, deadline, dataRoots, log, secret, allowPrivateAddresses: false });
}
