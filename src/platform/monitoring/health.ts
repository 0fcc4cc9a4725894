import type { FastifyInstance } from 'fastify';
import { checkWritable } from '../database/engine.ts';
import type { Database } from '../database/tables.ts';
import type { Limiter } from '../limits/limiter.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { serviceVersion } from '../version.ts';
import { within } from '../within.ts';

const checkMs = 2_000;

/**
 * `/healthz`: the process answers. `/readyz`: it can work and is not stopping. `/version`: which version it is. Outside
 * `/api`, without a token, for the inside.
 */
export function healthRoutes(
  app: FastifyInstance,
  options: {
    readonly db: Database;
    readonly objects: ObjectStore;
    /** A worker has none. */
    readonly limiter: Limiter | undefined;
    readonly isStopping: () => boolean;
  },
): void {
  app.get('/healthz', async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
  const version = serviceVersion();
  app.get('/version', async (_request, reply) => {
    return reply.header('cache-control', 'no-store').send({ version });
  });
  app.get('/readyz', async (request, reply) => {
    const checks = options.isStopping()
      ? // Immediately, however busy the database is: load balancers must turn elsewhere before the drain is over.
        { serving: 'stopping' }
      : {
          serving: 'ok',
          database: await state(checkWritable(options.db)),
          objects: await state(options.objects.check()),
          ...(options.limiter && { limits: await state(options.limiter.peek('readyz', { perMinute: 1, perDay: 1 })) }),
        };
    const ready = Object.values(checks).every((check) => check === 'ok');
    if (!ready) request.log.warn({ checks }, 'not ready');
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ok' : 'unavailable', checks });
  });
}

async function state(check: Promise<unknown>): Promise<'ok' | 'unavailable'> {
  const result = check.then(
    () => 'ok' as const,
    () => 'unavailable' as const,
  );
  return within(checkMs, result, () => 'unavailable' as const);
}
