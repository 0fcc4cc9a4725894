import type { Database } from '../../platform/database/tables.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { openConnectorContext } from '../../reporting/connectors/context.ts';
import {
  type Connector,
  type ConnectorContext,
  ConnectorError,
  type ConnectorLogger,
  type DepictionQuery,
  type Description,
  type Query,
  type QueryResult,
  type SecretStore,
} from '../../reporting/connectors/contract.ts';
import { isInside } from '../../reporting/connectors/file/paths.ts';
import { inLanguage } from '../../reporting/connectors/labels/in-language.ts';
import type { NetworkRules } from '../../reporting/connectors/network/rules.ts';
import { getConnector, parseConfig, parseSecret } from '../../reporting/connectors/registry.ts';
import type { DepictedValue } from '../../reporting/documents/gallery.ts';
import { type UploadVersions, uploadsOf } from '../uploads/read-upload.ts';
import { openConnectionSecret } from './connection-secret.ts';
import { type ConnectionRow, type Reach, reachOf } from './connections.ts';
import { depictValues } from './depict-values.ts';
import { endsSoon } from './oauth-grants.ts';
import type { Vault } from './vault.ts';

/** The installation's rules, which what is granted to a connection completes. */
export type ConnectionNetwork = Omit<NetworkRules, 'grantedNetworks'>;

/** What it takes to reach connected systems. */
export interface ConnectionEnvironment {
  readonly db: Database;
  readonly vault: Vault;
  /** Folders that `file` connections may read, as real absolute paths. */
  readonly dataRoots: readonly string[];
  readonly network: ConnectionNetwork;
  /** Where uploads are. */
  readonly objects: ObjectStore;
  /** The versions of uploads that one piece of work has begun to read; without it each context finds its own. */
  readonly uploadVersions?: UploadVersions;
}

/** The deadline, abort signal and log of one piece of work on a system. */
export interface ConnectionUse {
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly log: ConnectorLogger;
  /** The BCP 47 locale of labels that are not the customer's; English if absent. */
  readonly locale?: string;
  /** Whether a host that does not exist is a mistyped one, rather than away for a while. */
  readonly isVerifying?: boolean;
  /** The ISO 4217 code of the project, when somebody connects a source for it. */
  readonly projectCurrency?: string | undefined;
}

/**
 * A connection that can be queried; closing it closes everything its connector keeps open. Every call throws
 * ConnectorError.
 */
export interface OpenConnection extends AsyncDisposable {
  readonly row: ConnectionRow;
  readonly reach: Connector['reach'];
  describe(): Promise<Description>;
  /** All metrics and dimensions that can be asked for. */
  catalog(): Promise<Description>;
  query(query: Query): Promise<QueryResult>;
  /**
   * Answers several queries, in their order: together where the system can, else one by one. `through` wraps each call
   * to the system.
   */
  queryAll(queries: readonly Query[], through: Through): Promise<readonly QueryResult[]>;
  /** What the system shows of values in galleries, with their pictures; null of a system that shows none. */
  depict(asked: DepictionQuery): Promise<readonly DepictedValue[] | null>;
  /** When the oldest answer given so far was fetched (UTC ISO 8601), if it was not fetched for this. */
  keptSince?(): string | undefined;
}

type Answered = readonly QueryResult[];
type Through = (ask: () => Promise<Answered>) => Promise<Answered>;

/**
 * Opens a stored connection, unsealing its secret. Throws `invalid_config` for an invalid configuration, and
 * `resource_missing` for one that is not there yet.
 */
export async function openConnection(
  row: ConnectionRow,
  environment: ConnectionEnvironment,
  use: ConnectionUse,
): Promise<OpenConnection> {
  const connector = inLanguage(getConnector(row.system), use.locale ?? 'en');
  const config = parseStoredConfig(connector, JSON.parse(row.config));
  const { secret: opened, store, grant } = await openConnectionSecret(environment.db, environment.vault, row);
  if (grant && endsSoon(grant)) {
    use.log.warn({ connection: row.id, ends_at: grant.ends_at }, 'the sign-in of a connection ends soon');
  }
  const secret = parseSecret(connector, opened);
  const reach = await reachOf(environment.db, row);
  const context = openContext(environment, use, secret, store, reach);
  const together = connector.queryAll?.bind(connector);
  const queryAll = async (queries: readonly Query[], through: Through) => {
    if (together) return through(() => together(config, secret, queries, context));
    const answers: QueryResult[] = [];
    for (const query of queries) {
      use.signal.throwIfAborted();
      answers.push(...(await through(async () => [await connector.query(config, secret, query, context)])));
    }
    return answers;
  };
  return {
    row,
    reach: connector.reach,
    queryAll,
    describe: () => connector.describe(config, secret, context),
    catalog: () => connector.catalog?.(config, secret, context) ?? connector.describe(config, secret, context),
    query: (query) => connector.query(config, secret, query, context),
    depict: async (asked) => {
      const told = await connector.depict?.(config, secret, asked, context);
      const { signal, deadline, log } = context;
      return told
        ? depictValues(told, { system: row.system, network: environment.network, signal, deadline, log })
        : null;
    },
    [Symbol.asyncDispose]: () => context[Symbol.asyncDispose](),
  };
}

/** A configuration as `parseConfig` takes it, or null for none yet; throws `resource_missing` then. */
export function parseStoredConfig(connector: Connector, config: unknown): unknown {
  if (config !== null) return parseConfig(connector, config);
  const repair = '"connections resources ID" lists what can be, "connections update ID --config FILE" names it.';
  throw new ConnectorError('resource_missing', `The connection does not say yet what it reads. ${repair}`);
}

/** The context of a connector's calls, whose log redacts the secret's values. */
export function openContext(
  environment: ConnectionEnvironment,
  { signal, deadline, log, isVerifying = false, projectCurrency }: ConnectionUse,
  secret: unknown,
  secretStore: SecretStore,
  reach: Reach,
): ConnectorContext & AsyncDisposable {
  const { dataRoots: allRoots, network } = environment;
  const rules = { ...network, grantedNetworks: reach.networks };
  const dataRoots = reach.dataRoots?.filter((folder) => isInside(folder, allRoots)) ?? allRoots;
  const findUpload = uploadsOf(environment, reach.accountId, environment.uploadVersions ?? new Map());
  return openConnectorContext({
    ...{ signal, deadline, log, isVerifying, secret, secretStore },
    ...{ dataRoots, findUpload, network: rules },
    ...(projectCurrency !== undefined && { projectCurrency }),
  });
}
