import type { Queryable } from '../../platform/database/tables.ts';
import { fieldFault } from '../../platform/faults.ts';
import { ConnectorError } from '../../reporting/connectors/contract.ts';
import { guardedAgents } from '../../reporting/connectors/network/agents.ts';
import { NetworkGuard } from '../../reporting/connectors/network/guard.ts';
import { guardedFetch } from '../../reporting/connectors/network/guarded-fetch.ts';
import { reachOf } from '../connections/connections.ts';
import type { ConnectionNetwork } from '../connections/open-connection.ts';
import type { EndpointRow } from './endpoints.ts';

type Owned = Pick<EndpointRow, 'account_id' | 'made_by'>;

const longestUrl = 2_000;
const checkMs = 5_000;
/** Of an answer more is not read, and no message is longer. */
const maxBodyBytes = 256 * 1024;

/**
 * A fetch that reaches what the rules of connections let the endpoint reach, over connections that are kept; `onConnected` is
 * told of each before anything is sent on it.
 */
export async function openEndpointFetch(
  db: Queryable,
  network: ConnectionNetwork,
  owned: Owned,
  signal: AbortSignal,
  onConnected: () => void = () => {},
): Promise<Disposable & { readonly fetch: typeof globalThis.fetch }> {
  const guard = await guardOf(db, network, owned, signal);
  const agents = guardedAgents(guard);
  return {
    fetch: guardedFetch(guard, agents, { signal, maxBodyBytes, onConnected }),
    [Symbol.dispose]: () => agents[Symbol.dispose](),
  };
}

/** Throws a fault of `url` for an address that cannot be sent to: not https, private, or of no host. Nothing is sent. */
export async function checkAddress(
  db: Queryable,
  network: ConnectionNetwork,
  owned: Owned,
  text: string,
): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (!url || !isWeb || text.length > longestUrl) {
    throw fieldFault('url', 'url', 'The address is a URL such as https://example.com/hooks.');
  }
  if (url.username || url.password || url.hash) {
    throw fieldFault('url', 'url', 'The address has no user, password or fragment: messages are signed instead.');
  }
  const guard = await guardOf(db, network, owned, AbortSignal.timeout(checkMs));
  const protocol = url.protocol === 'http:' ? 'http:' : 'https:';
  const port = Number(url.port || (protocol === 'http:' ? 80 : 443));
  try {
    guard.checkUrl(url);
    await guard.addresses({ protocol, host: url.hostname.replace(/^\[|\]$/g, ''), port });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const unknown = `The host ${url.hostname} could not be found; correct its name, or try again.`;
    throw fieldFault('url', 'reachable', error.kind === 'invalid_config' ? error.message : unknown, error);
  }
}

/** Judges addresses by what the rules of connections let the owner reach. */
export async function guardOf(
  db: Queryable,
  network: ConnectionNetwork,
  owned: Owned,
  signal: AbortSignal,
): Promise<NetworkGuard> {
  const { networks } = await reachOf(db, owned);
  return new NetworkGuard({ rules: { ...network, grantedNetworks: networks }, signal, isVerifying: true });
}
