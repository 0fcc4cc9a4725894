import { newSecret } from '../../src/domains/connections/stored-secret.ts';
import { type ConnectorContextOptions, openConnectorContext } from '../../src/reporting/connectors/context.ts';

/** A context for calls to a connector that may reach this machine; with a minute's time unless told otherwise. */
export function openTestContext(options: Partial<ConnectorContextOptions> = {}) {
  return openConnectorContext({
    signal: new AbortController().signal,
    deadline: Date.now() + 60_000,
    dataRoots: [],
    allowPrivateAddresses: true,
    secret: null,
    secretStore: newSecret(options.secret ?? null),
    log: { info: () => {}, warn: () => {} },
    ...options,
  });
}
