import type { ConnectionNetwork } from '../domains/connections/open-connection.ts';
import type { Config } from '../platform/config/config.ts';
import { serversOf } from '../platform/database/postgres-routes.ts';
import type { OwnService } from '../reporting/connectors/network/own-services.ts';

/** What connections may reach, and the servers of the installation itself, which they may not. */
export interface InstallationNetwork extends ConnectionNetwork {
  /** A service that picks its port itself adds it once it listens. */
  readonly ownServices: OwnService[];
}

export function connectionNetwork(config: Config, port = config.port): InstallationNetwork {
  const { allowedNetworks, systemAddresses, databaseUrl, databaseReadUrl, redisUrl, objectStore, backupEndpoint } =
    config;
  const ownServices = [
    ...[databaseUrl, databaseReadUrl].flatMap((url) => (url ? serversOf(url) : [])),
    ...(redisUrl ? [serverOf(redisUrl, 6379)] : []),
    ...(objectStore?.endpoint ? [serverOf(objectStore.endpoint, 443)] : []),
    ...(backupEndpoint && backupEndpoint !== objectStore?.endpoint ? [serverOf(backupEndpoint, 443)] : []),
    ...(port === 0 ? [] : [listenerOf(config, port)]),
  ];
  const ownBucket = objectStore && !objectStore.endpoint ? objectStore.bucket : null;
  return { allowedNetworks, systemAddresses, ownServices, ownBucket };
}

/** Where the service itself listens. */
export function listenerOf({ host }: Config, port: number): OwnService {
  return { host: ['0.0.0.0', '::'].includes(host) ? null : host, port };
}

function serverOf(address: string, defaultPort: number): OwnService {
  const { protocol, hostname, port } = new URL(address);
  const usualPort = protocol === 'http:' ? 80 : defaultPort;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || usualPort) };
}
