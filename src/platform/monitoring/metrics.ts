import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type ReadOutcome, type Replica, readOutcomes } from '../database/replica.ts';
import type { Database } from '../database/tables.ts';
import { jobTypes } from '../database/words.ts';
import type { RequestEnded } from '../http/server.ts';
import type { Measure, TakeMeasure } from '../jobs/measures.ts';
import type { OutageWatch } from '../jobs/outages.ts';
import type { Decision, Limiter } from '../limits/limiter.ts';
import { within } from '../within.ts';

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

/**
 * Gauges named like counters, which promtool rejects; each is the sum of the series by type that is exported as well.
 */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** The metrics of this process: what its threads measure, event loop, memory. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
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
 * Reports with each scrape how many jobs are waiting and running, and how long the oldest has waited. These series are
 * omitted while the database does not answer; others show the fault.
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

/** Reports with each scrape what the jobs of this process are waiting for. */
export function measureOutages({ registry }: Metrics, outages: Pick<OutageWatch, 'away' | 'names'>): void {
  new Gauge({
    name: 'report_service_outage',
    help: 'Whether a dependency of jobs does not answer this process, by dependency: 1 while no jobs are claimed because of it, else 0',
    labelNames: ['dependency'],
    registers: [registry],
    collect() {
      for (const dependency of outages.names) this.set({ dependency }, outages.away.includes(dependency) ? 1 : 0);
    },
  });
}

async function withinScrape<Row>(query: Promise<Row[]>): Promise<Row[]> {
  return within(
    queryMs,
    query.catch(() => []),
    () => [],
  );
}

/**
 * Counts the lists that the read replica has answered, and those that the primary has by the reason; with each scrape, how far
 * the replica is behind. That series is omitted while it is not to be read from.
 */
export function measureReplica({ registry }: Metrics, findReplica: () => Pick<Replica, 'lag'> | undefined) {
  const registers = [registry];
  const reads = new Counter({
    name: 'report_service_replica_reads_total',
    help: 'Lists that may be read from the replica, by what answered: the replica, or the primary, since the replica was lagging, in conflict, busy, away or unfit',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of readOutcomes) reads.inc({ outcome }, 0);
  new Gauge({
    name: 'report_service_replica_lag_seconds',
    help: 'How far the read replica is behind the primary',
    registers,
    async collect() {
      this.reset();
      const replica = findReplica();
      const [seconds] = await withinScrape(replica ? replica.lag().then((lag) => [lag]) : Promise.resolve([]));
      if (seconds === undefined) this.remove();
      else this.set(seconds);
    },
  });
  return (outcome: ReadOutcome) => reads.inc({ outcome });
}

/** Counts the messages that have come into the inbox of `MAIL_BOUNCES`, by what became of them. */
export function countBounces({ registry }: Metrics): (outcome: string) => void {
  const bounces = new Counter({
    name: 'report_service_mail_bounces_total',
    help: 'E-mails that came back, by what they said: failed, delayed, or ignored for what is no report of one that was sent',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return (outcome) => bounces.inc({ outcome });
}

/** Counts the lines of `SECURITY_LOG` that were written or lost, and the writes that failed. */
export function countSecurityLog({ registry }: Metrics): (outcome: string, number: number) => void {
  const lines = new Counter({
    name: 'report_service_security_log_total',
    help: 'Lines of the security log that were written, or dropped since too many waited; and writes that failed and are tried again',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // So that an alarm for the first failure has something to compare with.
  for (const outcome of ['written', 'dropped', 'failed']) lines.inc({ outcome }, 0);
  return (outcome, number) => lines.inc({ outcome }, number);
}

/** Counts the finished requests of a server. */
export function countRequests({ registry }: Metrics): RequestEnded {
  const ended = new Map<
    string,
    { readonly method: string; readonly route: string; readonly status: number; count: number }
  >();
  new Counter({
    name: 'report_service_requests_total',
    help: 'Requests by route and status',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
    // Counting in the library takes longer than the request's other measures together.
    collect() {
      this.reset();
      for (const { count, ...labels } of ended.values()) this.inc(labels, count);
    },
  });
  const durations = new Histogram({
    name: 'report_service_request_duration_seconds',
    help: 'Time from a request to the end of its answer',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
    registers: [registry],
  });
  return ({ method, routeOptions: { url: route = 'unknown' } }, { elapsedTime }, status) => {
    const key = `${method} ${status} ${route}`;
    const known = ended.get(key);
    if (known) known.count++;
    else ended.set(key, { method, route, status, count: 1 });
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
  // A rate cannot show the first of a kind unless the series was 0 before.
  const decisions = { admitted: 0, refused_minute: 0, refused_day: 0, unavailable: 0 };
  new Counter({
    name: 'report_service_limiter_decisions_total',
    help: 'Decisions of the request limiter',
    labelNames: ['decision'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [decision, count] of Object.entries(decisions)) this.inc({ decision }, count);
    },
  });
  const word = ({ refusedBy }: Decision) => (refusedBy === null ? 'admitted' : (`refused_${refusedBy}` as const));
  const counted = async <Answer extends Decision | undefined>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      const decision = await answer;
      if (decision) decisions[word(decision)]++;
      return decision;
    } catch (error) {
      decisions.unavailable++;
      throw error;
    }
  };
  const { admitKnown } = limiter;
  return {
    admit: (accountId, limits) => counted(limiter.admit(accountId, limits)),
    ...(admitKnown && {
      admitKnown: (version, accountId, limits) => counted(admitKnown(version, accountId, limits)),
    }),
    peek: (accountId, limits) => limiter.peek(accountId, limits),
    close: () => limiter.close(),
  };
}

/**
 * The order of waiting jobs and the lease of running ones do not change the result: they make PostgreSQL and SQLite use
 * the indexes on just these jobs instead of scanning all of them.
 */
async function countJobs(db: Database): Promise<{ type: string; status: string; count: string | number }[]> {
  const counts = jobTypes.flatMap((type) => [
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
  const oldest = jobTypes.map(
    (type) => sql`select ${sql.lit(type)} as type, (select min(due_at) from jobs
      where type = ${sql.lit(type)} and status = 'queued') as due_at`,
  );
  return (await sql<{ type: string; due_at: string | null }>`${sql.join(oldest, sql` union all `)}`.execute(db)).rows;
}
