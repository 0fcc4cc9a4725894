import type { ConnectionNetwork } from '../domains/connections/open-connection.ts';
import type { Config } from '../platform/config/config.ts';
import { serversOf } from '../platform/database/postgres-routes.ts';

/** What connections may reach, and the servers of the installation itself, which they may not. */
export function connectionNetwork(config: Config): ConnectionNetwork {
  const { allowedNetworks, systemAddresses, databaseUrl, redisUrl, objectStore } = config;
  const ownServices = [
    ...(databaseUrl ? serversOf(databaseUrl) : []),
    ...(redisUrl ? [serverOf(redisUrl, 6379)] : []),
    ...(objectStore?.endpoint ? [serverOf(objectStore.endpoint, 443)] : []),
  ];
  return { allowedNetworks, systemAddresses, ownServices };
}

function serverOf(address: string, defaultPort: number) {
  const { protocol, hostname, port } = new URL(address);
  const usualPort = protocol === 'http:' ? 80 : defaultPort;
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || usualPort) };
}
