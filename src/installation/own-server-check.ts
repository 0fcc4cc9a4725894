import ipaddr from 'ipaddr.js';
import { OperatorError } from '../platform/errors.ts';
import { isOwnService } from '../reporting/connectors/network/own-services.ts';
import { resolveHere } from '../reporting/connectors/network/resolve.ts';
import type { OpenInstallation } from './open-installation.ts';

const usualPort = 5432;

/**
 * For `doctor`: connections that read from the PostgreSQL server that the service itself is on, which connections never
 * reach. After a move there they end with `resource_missing`, and nothing else says why.
 */
export async function checkOwnServer({ db, network: { ownServices } }: OpenInstallation): Promise<void> {
  const rows = await db
    .selectFrom('connections')
    .select(['id', 'config'])
    .where('system', '=', 'postgres')
    .where('config', 'is not', null)
    .execute();
  const own: string[] = [];
  for (const { id, config } of rows) {
    const { host, port = usualPort } = JSON.parse(config ?? '{}') as { host?: string; port?: number };
    if (host === undefined || !ownServices.some((service) => service.port === port)) continue;
    const addresses = await resolveHere(host).catch(() => []);
    for (const { address } of addresses) {
      if (!(await isOwnService(ipaddr.parse(address), port, ownServices, resolveHere))) continue;
      own.push(id);
      break;
    }
  }
  if (own.length === 0) return;
  throw new OperatorError(
    `${own.join(', ')} read from the database server of the service itself, which connections never reach; put the service's database on a server of its own, or let them read a copy elsewhere.`,
  );
}
