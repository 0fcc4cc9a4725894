import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** When no request has come for this long, the clients and their load balancer have moved elsewhere. */
const quietMs = 500;
/** Clients that have not noticed by then that the service is not ready never will. */
const longestDrainMs = 3_000;
/** For the answers in progress once no new connection is accepted; slower ones are cut off. */
const closeMs = 5_000;
const lookMs = 50;

/**
 * Returns the function that ends the server without failing a request: it keeps serving while requests still come, each
 * answer closing its connection, then accepts no new connections and ends when all answers are sent. It takes at most 8
 * s. Call it before routes are added.
 */
export function drainable(app: FastifyInstance): () => Promise<void> {
  let draining = false;
  let lastRequestAt = 0;
  app.addHook('onRequest', (_request, reply, done) => {
    lastRequestAt = performance.now();
    if (draining) reply.header('connection', 'close');
    done();
  });
  return async () => {
    draining = true;
    const started = performance.now();
    lastRequestAt = started;
    while (performance.now() < Math.min(lastRequestAt + quietMs, started + longestDrainMs)) await delay(lookMs);
    // Once it is closing, Node no longer ends requests that take too long to arrive.
    const cut = setTimeout(() => app.server.closeAllConnections(), closeMs);
    await app.close();
    clearTimeout(cut);
  };
}
