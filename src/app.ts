import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { accountRoutes } from './accounts/routes.ts';
import type { Role } from './cli/context.ts';
import { baseUrl, type Config } from './config.ts';
import { connectDatabase } from './database/connect.ts';
import { OperatorError } from './errors.ts';
import { exportJobRoutes } from './export-jobs/routes.ts';
import { generationJobRoutes } from './generation-jobs/routes.ts';
import { bootstrapRoutes } from './http/bootstrap.ts';
import { allowOrigins } from './http/cors.ts';
import { docsRoutes } from './http/docs.ts';
import { drainable } from './http/drain.ts';
import { healthRoutes } from './http/health.ts';
import {
  countDecisions,
  countRequests,
  createMetrics,
  type Metrics,
  measureQueue,
  metricsRoutes,
} from './http/metrics.ts';
import { openapiRoutes } from './http/openapi.ts';
import type { ApiContext } from './http/operations.ts';
import { securityContactRoute } from './http/security-contact.ts';
import { createServer } from './http/server.ts';
import { lockEmbeddedApi, type OpenInstallation, openInstallation } from './installation.ts';
import { listenForJobs } from './jobs/notifications.ts';
import { jobRoutes } from './jobs/routes.ts';
import { Supervisor } from './jobs/supervisor.ts';
import { createAddressThrottle } from './limits/address-throttle.ts';
import type { Limiter } from './limits/limiter.ts';
import { openMemoryLimiter } from './limits/memory.ts';
import { createPostgresLimiter } from './limits/postgres.ts';
import { projectRoutes } from './projects/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { createMailer } from './schedules/mail.ts';
import { startScheduler } from './schedules/scheduler.ts';
import { shareRoutes } from './shares/routes.ts';
import { type ObjectStore, signedOrigin, WrongStore } from './storage/object-store.ts';
import { startSweeper } from './sweeper.ts';

/** The specification's limits (section 8); an account may carry its own. */
const defaultLimits = { perMinute: 120, perDay: 4_000 };
const limiterPoolSize = 4;
const longestStoreCheckMs = 3_000;

export interface Service extends AsyncDisposable {
  /** Where it listens: `http://HOST:PORT`. */
  readonly url: string;
}

/** Starts the service in one of its roles. Dispose it for a graceful stop: running requests and jobs end or are given back. */
export async function startService(config: Config, role: Role, log: Logger): Promise<Service> {
  await using stack = new AsyncDisposableStack();
  const metrics = createMetrics();
  const onWait = (seconds: number) =>
    metrics.takeMeasure({ name: 'database_wait', labels: { thread: 'main' }, seconds });
  const installation = stack.use(await openInstallation(config, onWait));
  await refuseWrongStore(installation.objects);
  measureQueue(metrics, installation.db);
  const servesApi = role !== 'worker';
  if (servesApi && installation.location.engine === 'sqlite') stack.use(lockEmbeddedApi(config.dataDir));
  const supervisor = role === 'api' ? undefined : createSupervisor(config, installation, metrics, log);
  const wakeWorkers = () => supervisor?.wake();
  if (supervisor && installation.location.engine === 'postgres') {
    stack.use(listenForJobs(installation.location.url, wakeWorkers, log));
  }

  const background: AsyncDisposable[] = [];
  if (supervisor) {
    const { db, objects, vaultKeys } = installation;
    background.push(stack.use(startSweeper({ db, objects, auditDays: config.auditDays }, log)));
    const sendMail = config.mail ? createMailer(config.mail) : undefined;
    const delivering = { db, objects, sendMail, baseUrl: baseUrl(config), linkKey: vaultKeys[0], log };
    background.push(stack.use(startScheduler({ ...delivering, wakeWorkers })));
  }

  let stopping = false;
  const { corsOrigins, trustProxy } = config;
  const app = createServer({ logger: log, trustProxy, requestEnded: countRequests(metrics), corsOrigins });
  const drain = drainable(app);
  const limiter = servesApi ? countDecisions(await openLimiter(config, installation, stack), metrics) : undefined;
  healthRoutes(app, { ...installation, limiter, isStopping: () => stopping });
  metricsRoutes(app, metrics);
  if (limiter) {
    await allowOrigins(app, corsOrigins);
    securityContactRoute(app, config.securityContact);
    await apiRoutes(app, config, installation, limiter, wakeWorkers);
  }
  await supervisor?.start();
  // All that runs ends side by side, so that the stop takes no longer than the slowest.
  stack.defer(async () => {
    stopping = true;
    await Promise.all([supervisor?.stop(), drain(), ...background.map((each) => each[Symbol.asyncDispose]())]);
  });
  const url = await listen(app, config);
  const resources = stack.move();
  return { url, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** One that does not answer, or not soon, is told by `/readyz`: it may come while the service runs. */
async function refuseWrongStore(objects: ObjectStore): Promise<void> {
  const checked = objects.check().catch((error: unknown) => error);
  const fault = await Promise.race([checked, delay(longestStoreCheckMs, undefined, { ref: false })]);
  if (fault instanceof WrongStore) throw fault;
}

function createSupervisor(
  config: Config,
  { db, vaultKeys }: OpenInstallation,
  metrics: Metrics,
  log: Logger,
): Supervisor {
  const entry = new URL('./worker-thread.ts', import.meta.url);
  return new Supervisor({
    db,
    entry,
    threads: config.workers,
    workerData: { config: { ...config }, vaultKeys },
    log,
    takeMeasure: metrics.takeMeasure,
  });
}

/** With connections of its own: a request must be counted, whatever long work holds the others. */
async function openLimiter(
  config: Config,
  { location }: OpenInstallation,
  stack: AsyncDisposableStack,
): Promise<Limiter> {
  const limiter = await makeLimiter();
  stack.defer(() => limiter.close());
  return limiter;

  async function makeLimiter(): Promise<Limiter> {
    if (config.redisUrl) return (await import('./limits/redis.ts')).openRedisLimiter(config.redisUrl);
    const db = connectDatabase(location.engine === 'postgres' ? { ...location, poolSize: limiterPoolSize } : location);
    stack.defer(() => db.destroy());
    return location.engine === 'postgres' ? createPostgresLimiter(db) : openMemoryLimiter(db);
  }
}

async function apiRoutes(
  app: FastifyInstance,
  config: Config,
  { db, objects, vaultKeys }: OpenInstallation,
  limiter: Limiter,
  wakeWorkers: () => void,
): Promise<void> {
  const failedAuthentication = createAddressThrottle(config.failedAuthPerMinute);
  const context: ApiContext = {
    db,
    gate: { db, limiter, failedAuthentication, defaultLimits },
    publicUrl: config.publicUrl ?? '',
  };
  openapiRoutes(app, { publicUrl: context.publicUrl, crossOrigin: config.corsOrigins.length > 0 });
  docsRoutes(app, async () => (config.downloadRedirects ? signedOrigin(objects) : undefined));
  shareRoutes(app, {
    db,
    objects,
    limiter,
    vaultKey: vaultKeys[0],
    publicUrl: context.publicUrl,
    redirects: config.downloadRedirects,
  });
  await app.register(async (api) => {
    bootstrapRoutes(api, context);
    accountRoutes(api, context);
    projectRoutes(api, context);
    reportRoutes(api, context);
    jobRoutes(api, context);
    generationJobRoutes(api, context, wakeWorkers);
    exportJobRoutes(api, context, { objects, redirects: config.downloadRedirects, wakeWorkers });
  });
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new OperatorError(`Port ${port} on ${host} is in use; stop the other program or set PORT.`);
    }
    throw new OperatorError(`The service cannot listen on ${host}:${port}: ${message}.`);
  }
}
