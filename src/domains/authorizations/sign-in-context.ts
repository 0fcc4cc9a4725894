import { openConnectorContext } from '../../reporting/connectors/context.ts';
import type { ConnectorContext } from '../../reporting/connectors/contract.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import { newSecret } from '../connections/stored-secret.ts';

const quiet = { info() {}, warn() {} };

/**
 * What reaches a vendor of sign-ins, for at most `ms`. Without the connectors, which `open-connection.ts` loads: a service
 * that serves the API alone does not need them.
 */
export function openSignInContext(
  { dataRoots, network }: ConnectionEnvironment,
  ms: number,
): ConnectorContext & AsyncDisposable {
  return openConnectorContext({
    signal: AbortSignal.timeout(ms),
    deadline: Date.now() + ms,
    dataRoots,
    network: { ...network, grantedNetworks: null },
    secret: null,
    secretStore: newSecret(null),
    log: quiet,
  });
}
