import type { FastifyInstance } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import { notFoundPage } from './pages.ts';
import { htmlType, plainPagePolicy, unkept } from './plain-page.ts';

/**
 * Serves nothing but guest links on the hosts of single accounts: no console, no API, nothing that says whose software it
 * is. Returns which account a host stands for, if for one; the name is without a port.
 */
export function ownHosts(
  app: FastifyInstance,
  { publicHosts }: Pick<Config, 'publicHosts'>,
): (hostname: string) => string | undefined {
  const accounts = new Map(publicHosts.map(({ host, account }) => [host, account]));
  const accountOf = (hostname: string) => accounts.get(hostname.toLowerCase().replace(/\.$/, ''));
  if (accounts.size === 0) return accountOf;
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/shared/') || accountOf(request.hostname) === undefined) return;
    reply.headers({ ...unkept, 'content-security-policy': plainPagePolicy });
    return reply.code(notFoundPage.status).type(htmlType).send(notFoundPage.html);
  });
  return accountOf;
}
