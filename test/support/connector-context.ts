import { newSecret } from '../../src/domains/connections/stored-secret.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { type ConnectorContextOptions, openConnectorContext } from '../../src/reporting/connectors/context.ts';
import type { NetworkRules } from '../../src/reporting/connectors/network/rules.ts';

/** The networks of this machine alone, as `ALLOWED_NETWORKS` takes them. */
export const thisMachine = '127.0.0.0/8,::1/128';

/** Rules by which this machine, and public addresses, may be reached. */
export const localNetwork: NetworkRules = {
  allowedNetworks: thisMachine.split(','),
  grantedNetworks: null,
  ownServices: [],
  ownBucket: null,
  systemAddresses: readConfig({}).systemAddresses,
};

/** For work that reads no upload. */
export const noObjects: ObjectStore = {
  put: () => Promise.reject(new Error('There is no store.')),
  putFile: () => Promise.reject(new Error('There is no store.')),
  get: async () => undefined,
  open: async () => undefined,
  remove: async () => {},
  async *list() {},
  check: async () => {},
};

/** A context for calls to a connector that may reach this machine; with a minute's time unless told otherwise. */
export function openTestContext(options: Partial<ConnectorContextOptions> = {}) {
  return openConnectorContext({
    signal: new AbortController().signal,
    deadline: Date.now() + 60_000,
    dataRoots: [],
    network: localNetwork,
    secret: null,
    secretStore: newSecret(options.secret ?? null),
    log: { info: () => {}, warn: () => {} },
    ...options,
  });
}
