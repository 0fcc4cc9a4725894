import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../database/tables.ts';
import type { Measure, TakeMeasure } from '../jobs/measures.ts';
import type { Decision, Limiter } from '../limits/limiter.ts';
import type { RequestEnded } from './server.ts';

const requestBuckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];
const workBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300, 600];
/** Queued jobs of one type are counted up to here, so that a scrape costs the same whatever the backlog. */
const mostCounted = 10_000;
/** Well within the ten seconds that Prometheus waits for a scrape. */
const queryMs = 2_000;

const measured = {
  job: {
    help: 'Time of one attempt at a job, by type, how it ended, the reason, and which attempt it was',
    labelNames: ['type', 'status', 'reason', 'attempt'],
  },
  connector: {
    help: 'Time of one call to a connected system, by system and call',
    labelNames: ['system', 'call', 'outcome'],
  },
  render: { help: 'Time of rendering one file, by format', labelNames: ['format', 'outcome'] },
  database_wait: {
    help: 'Time a query or transaction waited for its connection, by kind of thread',
    labelNames: ['thread'],
  },
} as const satisfies Record<Measure['name'], { help: string; labelNames: readonly string[] }>;

export interface Metrics {
  readonly registry: Registry;
  readonly takeMeasure: TakeMeasure;
}

/** The figures of this process: what its threads measure, event loop, memory. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const histograms = Object.fromEntries(
    Object.entries(measured).map(([name, { help, labelNames }]) => {
      const options = { name: `report_service_${name}_duration_seconds`, help, labelNames, registers };
      return [name, new Histogram({ ...options, buckets: name === 'database_wait' ? requestBuckets : workBuckets })];
    }),
  );
  return {
    registry,
    takeMeasure: ({ name, labels, seconds }) => histograms[name]?.observe(labels, seconds),
  };
}

/**
 * Tells with each scrape how many jobs wait and run, and how long the oldest has waited. While the database does not answer
 * these series are left out: the others tell of the fault.
 */
export function measureQueue({ registry }: Metrics, db: Database): void {
  const registers = [registry];
  new Gauge({
    name: 'report_service_jobs',
    help: `Jobs that have not ended, by type and status; at most ${mostCounted} queued ones of a type are counted`,
    labelNames: ['type', 'status'],
    registers,
    async collect() {
      this.reset();
      for (const { type, status, count } of await withinScrape(countJobs(db)))
        this.set({ type, status }, Number(count));
    },
  });
  new Gauge({
    name: 'report_service_oldest_queued_job_seconds',
    help: 'How long the job that has waited longest could have run already, by type',
    labelNames: ['type'],
    registers,
    async collect() {
      this.reset();
      for (const { type, due_at } of await withinScrape(oldestQueued(db))) {
        this.set({ type }, due_at === null ? 0 : Math.max(0, (Date.now() - Date.parse(due_at)) / 1000));
      }
    },
  });
}

async function withinScrape<Row>(query: Promise<Row[]>): Promise<Row[]> {
  const { promise: none, resolve } = Promise.withResolvers<Row[]>();
  const timer = setTimeout(resolve, queryMs, []);
  return Promise.race([query.catch(() => []), none]).finally(() => clearTimeout(timer));
}

/** Counts the requests of a server that have ended. */
export function countRequests({ registry }: Metrics): RequestEnded {
  const requests = new Counter({
    name: 'report_service_requests_total',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'report_service_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
    registers: [registry],
  });
  return ({ method, routeOptions: { url: route = 'unknown' } }, { elapsedTime }, status) => {
    requests.inc({ method, route, status });
    durations.observe({ method, route }, elapsedTime / 1000);
  };
}

/** `/metrics` in Prometheus' text form. */
export function metricsRoutes(app: FastifyInstance, { registry }: Metrics): void {
  app.get('/metrics', async (_request, reply) => {
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

/** The limiter, with its decisions counted: admitted, refused by the minute or the day, or unavailable. */
export function countDecisions(limiter: Limiter, { registry }: Metrics): Limiter {
  const decisions = new Counter({
    name: 'report_service_limiter_decisions_total',
    help: 'Decisions of the request limiter',
    labelNames: ['decision'],
    registers: [registry],
  });
  // A rate cannot tell the first of a kind unless it was 0 before.
  for (const decision of ['admitted', 'refused_minute', 'refused_day', 'unavailable']) decisions.inc({ decision }, 0);
  const word = ({ refusedBy }: Decision) => (refusedBy === null ? 'admitted' : `refused_${refusedBy}`);
  return {
    async admit(accountId, limits) {
      try {
        const decision = await limiter.admit(accountId, limits);
        decisions.inc({ decision: word(decision) });
        return decision;
      } catch (error) {
        decisions.inc({ decision: 'unavailable' });
        throw error;
      }
    },
    peek: (accountId, limits) => limiter.peek(accountId, limits),
    close: () => limiter.close(),
  };
}

const types = ['generation', 'export'] as const;

/**
 * The order of those that wait, and that those which run have a lease, change no figure: they lead to the indexes on these jobs alone,
 * where PostgreSQL and SQLite would else take the way through all jobs there were.
 */
async function countJobs(db: Database): Promise<{ type: string; status: string; count: string | number }[]> {
  const counts = types.flatMap((type) => [
    sql`select ${sql.lit(type)} as type, 'queued' as status, count(*) as count from
      (select 1 from jobs where type = ${sql.lit(type)} and status = 'queued' order by due_at limit ${sql.lit(mostCounted)}) as counted`,
    sql`select ${sql.lit(type)} as type, 'running' as status, count(*) as count from jobs
      where type = ${sql.lit(type)} and status = 'running' and lease_expires_at is not null`,
  ]);
  const { rows } = await sql<{
    type: string;
    status: string;
    count: string | number;
  }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return rows;
}

async function oldestQueued(db: Database): Promise<{ type: string; due_at: string | null }[]> {
  const oldest = types.map(
    (type) => sql`select ${sql.lit(type)} as type, (select min(due_at) from jobs
      where type = ${sql.lit(type)} and status = 'queued') as due_at`,
  );
  return (await sql<{ type: string; due_at: string | null }>`${sql.join(oldest, sql` union all `)}`.execute(db)).rows;
}
