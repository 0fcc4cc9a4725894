import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** When no request has come for so long, the clients and their load balancer have turned elsewhere. */
const quietMs = 500;
/** Who has not seen by then that the service is not ready will not see it. */
const longestDrainMs = 3_000;
/** For the answers under way once no new connection is taken; what is slower than that is cut. */
const closeMs = 5_000;
const lookMs = 50;

/**
 * Gives the function that ends the server without failing a request: it serves on while requests still come, each answer
 * closing its connection, then takes no new connection and ends when all answers are sent. It takes at most 8 s.
 * Call it before routes are added.
 */
export function drainable(app: FastifyInstance): () => Promise<void> {
  let draining = false;
  let lastRequestAt = 0;
  app.addHook('onRequest', async (_request, reply) => {
    lastRequestAt = performance.now();
    if (draining) reply.header('connection', 'close');
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
