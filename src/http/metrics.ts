import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/tables.ts';

/** `/metrics` in Prometheus' text form: requests by route and status, the queue, and the process itself. */
export function metricsRoutes(app: FastifyInstance, db: Database): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'];
  const requests = new Counter({
    name: 'report_service_requests_total',
    help: 'Requests by route and status',
    labelNames,
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'report_service_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'report_service_jobs',
    help: 'Jobs that have not ended, by type and status',
    labelNames: ['type', 'status'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { type, status, count } of await countJobs(db)) this.set({ type, status }, Number(count));
    },
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    requests.inc({ method: request.method, route, status: reply.statusCode });
    durations.observe({ method: request.method, route }, reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (_request, reply) => {
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

async function countJobs(db: Database): Promise<{ type: string; status: string; count: string | number }[]> {
  const { rows } = await sql<{ type: string; status: string; count: string | number }>`
    select type, status, count(*) as count from jobs where status = 'queued' group by type, status
    union all
    select type, status, count(*) as count from jobs where status = 'running' group by type, status`.execute(db);
  return rows;
}
