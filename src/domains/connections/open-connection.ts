import { openConnectorContext } from '../../reporting/connectors/context.ts';
import type {
  ConnectorContext,
  ConnectorLogger,
  Description,
  Query,
  QueryResult,
} from '../../reporting/connectors/contract.ts';
import type { NetworkRules } from '../../reporting/connectors/network/rules.ts';
import { getConnector, parseConfig, parseSecret } from '../../reporting/connectors/registry.ts';
import type { ConnectionRow } from './connections.ts';
import type { Vault } from './vault.ts';

/** The installation's rules, which a connection's own grants complete. */
export type ConnectionNetwork = Omit<NetworkRules, 'grantedNetworks'>;

/** What it takes to reach connected systems. */
export interface ConnectionEnvironment {
  readonly vault: Vault;
  /** Folders that `file` connections may read, as real absolute paths. */
  readonly dataRoots: readonly string[];
  readonly network: ConnectionNetwork;
}

/** The deadline, abort signal and log of one piece of work on a system. */
export interface ConnectionUse {
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly log: ConnectorLogger;
}

/**
 * A connection that can be queried; closing it closes everything its connector keeps open. Every call throws
 * ConnectorError.
 */
export interface OpenConnection extends AsyncDisposable {
  readonly row: ConnectionRow;
  describe(): Promise<Description>;
  query(query: Query): Promise<QueryResult>;
}

/**
 * Opens a stored connection, unsealing its secret; `allowedNetworks` are those granted to its account. Throws
 * `invalid_config` for an invalid configuration.
 */
export function openConnection(
  row: ConnectionRow,
  allowedNetworks: readonly string[],
  environment: ConnectionEnvironment,
  use: ConnectionUse,
): OpenConnection {
  const connector = getConnector(row.system);
  const config = parseConfig(connector, JSON.parse(row.config));
  const sealed = row.secret === null ? null : environment.vault.open(row.id, row.secret);
  const secret = parseSecret(connector, sealed);
  const context = openContext(environment, use, secret, grantedTo(row, allowedNetworks));
  return {
    row,
    describe: () => connector.describe(config, secret, context),
    query: (query) => connector.query(config, secret, query, context),
    [Symbol.asyncDispose]: () => context[Symbol.asyncDispose](),
  };
}

/**
 * Of the private networks that the operator allows, those that a connection may reach: what a customer made, only those
 * granted to the account; null for all.
 */
export function grantedTo(
  { made_by }: Pick<ConnectionRow, 'made_by'>,
  allowedNetworks: readonly string[],
): readonly string[] | null {
  return made_by === 'operator' ? null : allowedNetworks;
}

/** The context of a connector's calls, whose log redacts the secret's values. */
export function openContext(
  { dataRoots, network }: ConnectionEnvironment,
  { signal, deadline, log, isVerifying = false }: ConnectionUse & { readonly isVerifying?: boolean },
  secret: unknown,
  grantedNetworks: readonly string[] | null,
): ConnectorContext & AsyncDisposable {
  const rules = { ...network, grantedNetworks };
  return openConnectorContext({ signal, deadline, dataRoots, log, secret, network: rules, isVerifying });
}
