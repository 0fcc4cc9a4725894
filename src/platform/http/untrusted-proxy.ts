import type { FastifyInstance } from 'fastify';

/**
 * Calls `found` once, with the address that it came from, when a request says that its client used https, but nothing
 * says that whoever sent it is a proxy to be believed: it then counts as plain http, and people cannot sign in.
 */
export function watchUntrustedProxies(app: FastifyInstance, found: (address: string) => void): void {
  let isFound = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isFound && request.headers['x-forwarded-proto'] === 'https' && request.protocol === 'http') {
      isFound = true;
      found(request.socket.remoteAddress ?? 'an unknown address');
    }
    done();
  });
}
