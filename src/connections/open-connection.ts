import { createContext } from '../connectors/context.ts';
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

/** A connection that can be asked. Every call throws ConnectorError. */
export interface OpenConnection {
  readonly row: ConnectionRow;
  describe(): Promise<Description>;
  query(query: Query): Promise<QueryResult>;
}

/** Opens a stored connection; its secret is unsealed only here. The first call reports a configuration that does not hold. */
export function openConnection(
  row: ConnectionRow,
  environment: ConnectionEnvironment,
  use: ConnectionUse,
): OpenConnection {
  const ready = () => {
    const connector = getConnector(row.system);
    const config = parseConfig(connector, JSON.parse(row.config));
    const secret = parseSecret(connector, row.secret === null ? null : environment.vault.open(row.id, row.secret));
    return { connector, config, secret, context: connectorContext(environment, use, secret) };
  };
  return {
    row,
    async describe() {
      const { connector, config, secret, context } = ready();
      return connector.describe(config, secret, context);
    },
    async query(query) {
      const { connector, config, secret, context } = ready();
      return connector.query(config, secret, query, context);
    },
  };
}

/** The context of a connector's calls, with the secret's values kept out of its log. */
export function connectorContext(
  { dataRoots }: ConnectionEnvironment,
  { signal, deadline, log }: ConnectionUse,
  secret: unknown,
): ConnectorContext {
  return createContext({ signal, deadline, dataRoots, log, secret });
}
