import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Role } from './cli/context.ts';
import { securityRoutes } from './domains/account-security/routes.ts';
import { bearerGate } from './domains/accounts/bearer-gate.ts';
import { tokenRoutes } from './domains/accounts/routes.ts';
import { administrationRoutes } from './domains/administration/routes.ts';
import { recordAudit } from './domains/audit/audit.ts';
import { auditRoutes } from './domains/audit/routes.ts';
import { signInRoutes } from './domains/authorizations/management-routes.ts';
import { revokeGrant } from './domains/authorizations/revoke-grant.ts';
import { authorizationRoutes } from './domains/authorizations/routes.ts';
import { brandRoutes } from './domains/brands/routes.ts';
import { bulkActions } from './domains/bulk-jobs/actions.ts';
import type { AnyBulkAction } from './domains/bulk-jobs/bulk-action.ts';
import { bulkJobRoutes } from './domains/bulk-jobs/routes.ts';
import { startBulkRunner } from './domains/bulk-jobs/runner.ts';
import { chatChannelRoutes } from './domains/chat-channels/routes.ts';
import type { GrantRow } from './domains/connections/oauth-grants.ts';
import { connectionRoutes } from './domains/connections/routes.ts';
import { systemRoutes } from './domains/connections/system-routes.ts';
import type { ConsoleParts } from './domains/console/app-routes.ts';
import { ConsoleFolder } from './domains/console/built-console.ts';
import { invitationPost, newcomerPost } from './domains/console/invitation-post.ts';
import type { ConsoleContext } from './domains/console/people.ts';
import { consoleRoutes } from './domains/console/routes.ts';
import { scimBase, scimRoutes } from './domains/directory/door-routes.ts';
import { decideRole } from './domains/directory/member-roles.ts';
import { directoryRoutes } from './domains/directory/routes.ts';
import { scimTokenRoutes } from './domains/directory/token-routes.ts';
import { exportJobRoutes } from './domains/export-jobs/routes.ts';
import { generationJobRoutes } from './domains/generation-jobs/routes.ts';
import { allJobsRoutes } from './domains/job-summaries/management-routes.ts';
import { jobRoutes } from './domains/job-summaries/routes.ts';
import { formatAt } from './domains/job-summaries/schema.ts';
import { labelRoutes } from './domains/labels/routes.ts';
import { LiveDocuments } from './domains/live-pages/live-documents.ts';
import { liveGuests } from './domains/live-pages/live-guests.ts';
import { livePageRoutes } from './domains/live-pages/routes.ts';
import { manageGate } from './domains/management/manage-gate.ts';
import { passkeyRoutes } from './domains/management/passkey-routes.ts';
import { passkeySessionRoutes } from './domains/management/passkey-session-routes.ts';
import { profileRoutes } from './domains/management/profile-routes.ts';
import { checkPath, checkReach } from './domains/management/reach.ts';
import { sessionRoutes } from './domains/management/routes.ts';
import { accountRoutes } from './domains/me/routes.ts';
import { invitationRoutes } from './domains/members/invitation-routes.ts';
import { memberRoutes } from './domains/members/routes.ts';
import { overviewRoutes } from './domains/overview/routes.ts';
import { personalDataRoutes } from './domains/personal-data/routes.ts';
import { pictureRoutes } from './domains/pictures/routes.ts';
import { portfolioRoutes } from './domains/portfolio/routes.ts';
import { portfolioWork } from './domains/portfolio/turns.ts';
import { PreviewPool } from './domains/previews/preview-pool.ts';
import { previewRoutes } from './domains/previews/routes.ts';
import { importAction } from './domains/project-imports/import-action.ts';
import { projectImportRoutes } from './domains/project-imports/routes.ts';
import { projectCopyRoutes } from './domains/projects/management-routes.ts';
import { projectRoutes } from './domains/projects/routes.ts';
import { projectTemplateRoutes } from './domains/projects/template-routes.ts';
import { commentRoutes } from './domains/reports/comment-routes.ts';
import { reportRoutes } from './domains/reports/routes.ts';
import { retentionRoutes } from './domains/retention/routes.ts';
import { approvalRoutes } from './domains/schedules/approval-routes.ts';
import { bounceRoutes } from './domains/schedules/bounce-routes.ts';
import { deliveryRoutes } from './domains/schedules/delivery-routes.ts';
import { createMailer } from './domains/schedules/mail.ts';
import { RenderedMails } from './domains/schedules/rendered-mails.ts';
import { scheduleRoutes } from './domains/schedules/routes.ts';
import { dropChannel } from './domains/schedules/schedule-channels.ts';
import { startScheduler } from './domains/schedules/scheduler.ts';
import { templateSchedules } from './domains/schedules/template-schedules.ts';
import { unsubscribeRoutes } from './domains/schedules/unsubscribe-routes.ts';
import { Challenges } from './domains/second-factors/challenges.ts';
import { openDestination } from './domains/security-log/log-destinations.ts';
import { startSecurityLog } from './domains/security-log/security-log.ts';
import { figureRoutes } from './domains/shares/figure-routes.ts';
import { ownHosts } from './domains/shares/host-routes.ts';
import { shareManagementRoutes } from './domains/shares/management-routes.ts';
import { pageRoutes } from './domains/shares/page-routes.ts';
import { shareRoutes } from './domains/shares/routes.ts';
import { logoutRoutes } from './domains/single-sign-on/logout-routes.ts';
import { ownSignOnRoutes } from './domains/single-sign-on/own-routes.ts';
import { singleSignOnRoutes } from './domains/single-sign-on/routes.ts';
import type { SignOnEnvironment } from './domains/single-sign-on/sign-on.ts';
import { templateRevisionRoutes } from './domains/templates/revision-routes.ts';
import { templateRoutes } from './domains/templates/routes.ts';
import { incomingFolder } from './domains/uploads/receive-file.ts';
import { uploadRoutes } from './domains/uploads/routes.ts';
import { usageRoutes } from './domains/usage/routes.ts';
import { personSessionRoutes } from './domains/users/routes.ts';
import { secondFactorRoutes } from './domains/users/second-factor-routes.ts';
import { incidentRoutes } from './domains/watches/incident-routes.ts';
import { watchRoutes } from './domains/watches/routes.ts';
import { startTelling } from './domains/watches/send-notices.ts';
import { watchWork } from './domains/watches/turns.ts';
import { webhookRoutes } from './domains/webhooks/routes.ts';
import { webhookMessages } from './domains/webhooks/schema.ts';
import { startWebhookSender } from './domains/webhooks/sender.ts';
import { codeCacheFolder } from './installation/code-cache.ts';
import { listenerOf } from './installation/connection-network.ts';
import {
  lockEmbeddedApi,
  type OpenInstallation,
  openInstallation,
  openReplica,
  profileOf,
} from './installation/open-installation.ts';
import { proxyFault, proxyTrust } from './installation/proxy-trust.ts';
import { startSweeper } from './installation/sweeper.ts';
import { baseUrl, type Config, guestBaseUrl } from './platform/config/config.ts';
import { connectDatabase } from './platform/database/connect.ts';
import { checkWrites } from './platform/database/engine.ts';
import type { Replica } from './platform/database/replica.ts';
import type { Database } from './platform/database/tables.ts';
import { OperatorError } from './platform/errors.ts';
import { bootstrapRoutes } from './platform/http/bootstrap.ts';
import { allowOrigins } from './platform/http/cors.ts';
import { docsRoutes } from './platform/http/docs.ts';
import { drainable } from './platform/http/drain.ts';
import { openapiRoutes } from './platform/http/openapi.ts';
import type { ApiContext, Management } from './platform/http/route.ts';
import { secretDigest } from './platform/http/secret-digest.ts';
import { securityContactRoute } from './platform/http/security-contact.ts';
import { createServer } from './platform/http/server.ts';
import { watchUntrustedProxies } from './platform/http/untrusted-proxy.ts';
import { announceJobs, listenForJobs } from './platform/jobs/notifications.ts';
import { databaseName, OutageWatch } from './platform/jobs/outages.ts';
import { Supervisor } from './platform/jobs/supervisor.ts';
import { type DueWork, ThreadWhileDue } from './platform/jobs/thread-while-due.ts';
import { createAddressThrottle } from './platform/limits/address-throttle.ts';
import type { Limiter } from './platform/limits/limiter.ts';
import { openMemoryLimiter } from './platform/limits/memory.ts';
import { answerMs, createPostgresLimiter } from './platform/limits/postgres.ts';
import { healthRoutes } from './platform/monitoring/health.ts';
import {
  countBounces,
  countDecisions,
  countRequests,
  countSecurityLog,
  createMetrics,
  type Metrics,
  measureOutages,
  measureQueue,
  measureReplica,
  metricsRoutes,
} from './platform/monitoring/metrics.ts';
import { type ObjectStore, signedOrigin, WrongStore } from './platform/storage/object-store.ts';
import { checkInUse } from './platform/storage/store-faults.ts';
import { startTracing } from './platform/tracing/start-tracing.ts';
import { within } from './platform/within.ts';
import { publicFormats } from './reporting/renderers/formats.ts';

/** The limits of an account without its own (C-LIMIT-1, C-LIMIT-2). */
const defaultLimits = { perMinute: 120, perDay: 4_000 };
const limiterPoolSize = 4;
const longestStoreCheckMs = 3_000;

export interface Service extends AsyncDisposable {
  /** Of the installation that it serves. */
  readonly db: Database;
  /** Where it listens: `http://HOST:PORT`. */
  readonly url: string;
}

/**
 * Starts the service in one of its roles. Dispose it for a graceful stop: running requests finish, running jobs finish
 * or are given back.
 */
export async function startService(
  config: Config,
  role: Role,
  log: Logger,
  parts: ConsoleParts = builtBefore(),
): Promise<Service> {
  await using stack = new AsyncDisposableStack();
  stack.use(await startTracing(config.tracing, log));
  const metrics = createMetrics();
  const onWait = (seconds: number) =>
    metrics.takeMeasure({ name: 'database_wait', labels: { thread: 'main' }, seconds });
  const installation = stack.use(await openInstallation(config, onWait));
  const { location } = installation;
  if (location.engine === 'postgres') log.info(await profileOf(location), 'the database is PostgreSQL');
  const answered = await refuseWrongStore(installation.objects);
  measureQueue(metrics, installation.db);
  const servesApi = role !== 'worker';
  if (servesApi && location.engine === 'sqlite') stack.use(lockEmbeddedApi(config.dataDir));
  const outages = role === 'api' ? undefined : stack.use(watchOutages(installation, log));
  if (outages) measureOutages(metrics, outages);
  if (!answered) await outages?.ask();
  const listening = { port: config.port };
  const supervisor = outages && createSupervisor(config, listening, installation, outages, metrics, log);
  const announce = location.engine === 'postgres' ? announceJobs(installation.db) : undefined;
  const wakeWorkers = (jobs = 1) => {
    // Where a worker of this process is free for each, those of others need not look.
    if (!supervisor?.wake(jobs)) announce?.();
  };
  if (supervisor && location.engine === 'postgres') {
    stack.use(listenForJobs(location, () => supervisor.wake(), log));
  }

  const returned = config.mail?.bounces;
  const bounces = returned ? { config: returned, count: countBounces(metrics) } : undefined;
  const background: AsyncDisposable[] = [];
  const actions = allBulkActions(installation, config);
  let wakeBulk = () => {};
  if (supervisor) {
    const { db, objects, vaultKeys, vault, network } = installation;
    const folders = { incoming: incomingFolder(config.dataDir), codeCache: codeCacheFolder(config.dataDir) };
    background.push(stack.use(startSweeper({ db, objects, auditDays: config.auditDays, ...folders }, log)));
    const sendMail = config.mail ? createMailer(config.mail) : undefined;
    const mails = stack.use(new RenderedMails());
    const addresses = { baseUrl: baseUrl(config), linkBase: (id: string) => guestBaseUrl(config, id) };
    const delivering = { db, objects, sendMail, mails, ...addresses, linkKey: vaultKeys[0], log };
    const sources = { vault, network, dataRoots: installation.dataRoots };
    const ways = { ...delivering, chat: { vault, network }, bounces };
    background.push(stack.use(startScheduler({ ...ways, ...sources, wakeWorkers })));
    background.push(stack.use(startWebhookSender({ db, vault, network, baseUrl: baseUrl(config), log })));
    const telling = { db, chat: { vault, network }, baseUrl: baseUrl(config), log };
    const alertMail = config.mail ? createMailer(config.mail) : undefined;
    background.push(
      stack.use(startTelling({ ...telling, sendMail: alertMail, drawUsual: (order) => mails.drawUsual(order) })),
    );
    const bulk = stack.use(startBulkRunner({ db, actions, log, wakeWorkers }));
    background.push(bulk);
    wakeBulk = bulk.wake;
  }

  if (config.securityLog !== null) {
    const destination = openDestination(config.securityLog);
    const writing = { db: installation.db, destination, log, count: countSecurityLog(metrics) };
    background.push(stack.use(startSecurityLog(writing)));
  }

  const whileDue = (entry: URL, work: DueWork) =>
    supervisor && stack.use(createDueThread({ entry, work }, config, listening, installation, metrics, log));
  const refresher = whileDue(new URL('./portfolio-thread.ts', import.meta.url), portfolioWork);
  const watcher = whileDue(new URL('./watch-thread.ts', import.meta.url), watchWork);
  if (refresher) background.push(refresher);
  if (watcher) background.push(watcher);

  let stopping = false;
  const { corsOrigins, trustProxy } = config;
  const app = createServer({ logger: log, trustProxy, requestEnded: countRequests(metrics), corsOrigins });
  const accountOfHost = ownHosts(app, config);
  const drain = drainable(app);
  const limiter = servesApi ? countDecisions(await openLimiter(config, installation, stack), metrics) : undefined;
  healthRoutes(app, { ...installation, limiter, isStopping: () => stopping });
  metricsRoutes(app, metrics);
  if (limiter) {
    const trust = proxyTrust(installation.db, log);
    await trust.begin();
    watchUntrustedProxies(app, trust.found);
    const fault = proxyFault(config);
    if (fault !== null) log.warn(fault);
    await allowOrigins(app, corsOrigins);
    securityContactRoute(app, { contact: config.securityContact, publicUrl: config.publicUrl });
    const previews = stack.use(createPreviews(config, listening, installation, metrics, log));
    background.push(previews);
    const { documents, ...living } = createLivePages(config, listening, installation, metrics, log);
    background.push(stack.use(living));
    const wakeRefresher = () => refresher?.wake();
    const wakeWatcher = () => watcher?.wake();
    const ways = {
      replica: openMeasuredReplica(installation, metrics, log, stack),
      previews,
      documents,
      accountOfHost,
      wakeWorkers,
      wakeRefresher,
      wakeWatcher,
      actions,
      wakeBulk,
      console: parts,
    };
    await apiRoutes(app, config, installation, limiter, ways);
    if (bounces) bounceRoutes(app, { db: installation.db, log, countBounce: bounces.count }, bounces.config);
  }
  // Everything stops in parallel, so the stop takes no longer than the slowest part.
  stack.defer(async () => {
    stopping = true;
    await Promise.all([supervisor?.stop(), drain(), ...background.map((each) => each[Symbol.asyncDispose]())]);
  });
  const url = await listen(app, config);
  if (config.port === 0) {
    listening.port = Number(new URL(url).port);
    installation.network.ownServices.push(listenerOf(config, listening.port));
  }
  // Its threads refuse connections to the port that is known now.
  await supervisor?.start();
  const resources = stack.move();
  return { url, db: installation.db, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Whether the store answers, and soon. If not, `/readyz` shows it: the store may come up while the service runs. */
async function refuseWrongStore(objects: ObjectStore): Promise<boolean> {
  const late = new Error('It did not answer in time.');
  const checked = objects.check().catch((error: unknown) => error);
  const fault = await within(longestStoreCheckMs, checked, () => late);
  if (fault instanceof WrongStore) throw fault;
  return fault === undefined;
}

/** Without its database and its files no job can be run. */
function watchOutages({ db, objects }: OpenInstallation, log: Logger): OutageWatch {
  const database = { name: databaseName, check: () => checkWrites(db) };
  const files = { name: 'objects', check: (signal: AbortSignal) => checkInUse(objects, signal) };
  return new OutageWatch([database, files], log);
}

function createSupervisor(
  config: Config,
  listening: { readonly port: number },
  { db, vaultKeys }: OpenInstallation,
  outages: OutageWatch,
  metrics: Metrics,
  log: Logger,
): Supervisor {
  const entry = new URL('./worker-thread.ts', import.meta.url);
  return new Supervisor({
    db,
    entry,
    threads: config.workers,
    workerData: { config: { ...config }, listening, vaultKeys },
    log,
    takeMeasure: metrics.takeMeasure,
    outages,
  });
}

function createPreviews(
  config: Config,
  listening: { readonly port: number },
  { vaultKeys }: OpenInstallation,
  { takeMeasure }: Metrics,
  log: Logger,
): PreviewPool {
  const entry = new URL('./preview-thread.ts', import.meta.url);
  return new PreviewPool({ entry, workerData: { config: { ...config }, listening, vaultKeys }, takeMeasure, log });
}

function createDueThread(
  { entry, work }: { readonly entry: URL; readonly work: DueWork },
  config: Config,
  listening: { readonly port: number },
  { db, vaultKeys }: OpenInstallation,
  { takeMeasure }: Metrics,
  log: Logger,
): ThreadWhileDue {
  return new ThreadWhileDue({
    ...{ db, work, entry, takeMeasure, log },
    workerData: { config: { ...config }, listening, vaultKeys },
  });
}

/** Where long lists are read, if there is one. */
function openMeasuredReplica(
  installation: OpenInstallation,
  metrics: Metrics,
  log: Logger,
  stack: AsyncDisposableStack,
): Replica | undefined {
  if (installation.config.databaseReadUrl === null) return undefined;
  const onRead = measureReplica(metrics, () => replica);
  const replica = openReplica(installation, { onRead, log });
  return replica && stack.use(replica);
}

/** With its own connections: counting a request must not wait for long work on the others. */
async function openLimiter(
  config: Config,
  { location }: OpenInstallation,
  stack: AsyncDisposableStack,
): Promise<Limiter> {
  const limiter = await makeLimiter();
  stack.defer(() => limiter.close());
  return limiter;

  async function makeLimiter(): Promise<Limiter> {
    if (config.redisUrl) return (await import('./platform/limits/redis.ts')).openRedisLimiter(config.redisUrl);
    const own = { poolSize: limiterPoolSize, answerMs };
    const db = connectDatabase(location.engine === 'postgres' ? { ...location, ...own } : location);
    stack.defer(() => db.destroy());
    return location.engine === 'postgres' ? createPostgresLimiter(db) : openMemoryLimiter(db);
  }
}

/** Documents of pages that are always current: their threads are others than those of previews, and end soon after the last guest. */
function createLivePages(
  config: Config,
  listening: { readonly port: number },
  { db, objects, vaultKeys }: OpenInstallation,
  { takeMeasure }: Metrics,
  log: Logger,
): { readonly documents: LiveDocuments } & AsyncDisposable {
  const pool = new PreviewPool({
    ...{ entry: new URL('./preview-thread.ts', import.meta.url), takeMeasure, log },
    workerData: { config: { ...config }, listening, vaultKeys },
    ...{ threads: 3, deadlineMs: 100_000, idleMs: 60_000 },
  });
  const documents = new LiveDocuments({ db, objects, pool, log });
  return {
    documents,
    async [Symbol.asyncDispose]() {
      documents.close();
      await pool[Symbol.asyncDispose]();
      await documents[Symbol.asyncDispose]();
    },
  };
}

interface RouteParts {
  readonly replica: Replica | undefined;
  readonly previews: PreviewPool;
  readonly documents: LiveDocuments;
  readonly accountOfHost: (hostname: string) => string | undefined;
  readonly wakeWorkers: () => void;
  readonly wakeRefresher: () => void;
  readonly wakeWatcher: () => void;
  readonly actions: readonly AnyBulkAction[];
  readonly wakeBulk: () => void;
  readonly console: ConsoleParts;
}

/** What can be done for many projects at once. */
function allBulkActions({ db, objects, vault, vaultKeys }: OpenInstallation, config: Config): readonly AnyBulkAction[] {
  const plain = bulkActions({ db, objects, vault, linkKey: vaultKeys[0], mailing: mailingOf(config) });
  return [...plain, importAction(vault)];
}

/** What the installation can mail, and to whom. */
function mailingOf({ mail, mailDomains }: Config) {
  return { hasMail: mail !== null, mailDomains };
}

/** The console of whoever built it before the service started. */
function builtBefore(): ConsoleParts {
  return { folder: new ConsoleFolder(), isBeingBuilt: () => false };
}

async function apiRoutes(
  app: FastifyInstance,
  config: Config,
  installation: OpenInstallation,
  limiter: Limiter,
  {
    replica,
    previews,
    documents,
    accountOfHost,
    wakeWorkers,
    wakeRefresher,
    wakeWatcher,
    actions,
    wakeBulk,
    console: consoleParts,
  }: RouteParts,
): Promise<void> {
  const { db, objects, vaultKeys } = installation;
  const failedAuthentication = createAddressThrottle(config.failedAuthPerMinute);
  const publicUrl = config.publicUrl ?? '';
  const gate = bearerGate({ db, limiter, failedAuthentication, defaultLimits });
  const context: ApiContext = { db, replica, gate, publicUrl, base: '/api/v1' };
  const manage: ApiContext = {
    ...{ db, replica },
    gate: manageGate({ db, limiter, failedAuthentication, publicUrl }),
    publicUrl,
    base: '/manage/v1',
    management: management(db),
  };
  openapiRoutes(app, { publicUrl: context.publicUrl, crossOrigin: config.corsOrigins.length > 0 }, webhookMessages);
  docsRoutes(app, async () => (config.downloadRedirects ? signedOrigin(objects) : undefined));
  const { figureFiles, reportPages } = shareRoutes(app, {
    db,
    objects,
    limiter,
    vaultKey: vaultKeys[0],
    publicUrl: context.publicUrl,
    redirects: config.downloadRedirects,
    wakeWorkers,
    live: liveGuests({ db, objects, documents }),
    accountOfHost,
  });
  unsubscribeRoutes(app, db);
  authorizationRoutes(app, { ...installation, publicUrl: baseUrl(config) });
  const signOn: SignOnEnvironment = { ...installation, baseUrl: baseUrl(config) };
  const people: ConsoleContext = {
    db,
    signOn,
    sendMail: config.mail ? createMailer(config.mail) : undefined,
    publicUrl: context.publicUrl,
    baseUrl: baseUrl(config),
    vault: installation.vault,
    challenges: new Challenges(vaultKeys[0]),
  };
  logoutRoutes(app, signOn);
  consoleRoutes(app, people, consoleParts);
  const scimAddress = baseUrl(config) + scimBase;
  const post = newcomerPost(app, people);
  await scimRoutes(app, { db, limiter, failedAuthentication, address: scimAddress, post });
  await app.register(async (api) => {
    bootstrapRoutes(api, context, { words: publicFormats, schema: formatAt('/api/v1') });
    accountRoutes(api, context);
    for (const each of [context, manage]) {
      projectRoutes(api, each, { objects });
      reportRoutes(api, each);
      jobRoutes(api, each);
      generationJobRoutes(api, each, wakeWorkers);
      exportJobRoutes(api, each, { objects, redirects: config.downloadRedirects, wakeWorkers });
    }
    managementRoutes(api, manage, { config, limiter, people, installation });
    managedDataRoutes(api, manage, config, installation);
    templateRoutes(api, manage, { objects, schedules: templateSchedules });
    templateRevisionRoutes(api, manage);
    projectTemplateRoutes(api, manage, { schedules: templateSchedules });
    const links = { linkKey: vaultKeys[0], linkBase: (id: string) => guestBaseUrl(config, id) };
    bulkJobRoutes(api, manage, { actions, wakeBulk, digest: secretDigest(vaultKeys[0]), ...links });
    projectImportRoutes(api, manage, { environment: installation, wakeBulk });
    brandRoutes(api, manage, { objects });
    pictureRoutes(api, manage, { objects });
    commentRoutes(api, manage, { objects });
    figureRoutes(api, manage, { objects, figureFiles });
    pageRoutes(api, manage, { objects, reportPages });
    uploadRoutes(api, manage, { objects, incoming: incomingFolder(config.dataDir) });
    livePageRoutes(api, manage, wakeWorkers);
    previewRoutes(api, manage, { objects, pool: previews });
    watchRoutes(api, manage, { environment: installation, wake: wakeWatcher });
    incidentRoutes(api, manage);
    portfolioRoutes(api, manage, { wake: wakeRefresher, wakeWorkers: () => wakeWorkers() });
  });
}

interface ManagementParts {
  readonly config: Config;
  readonly limiter: Limiter;
  readonly people: ConsoleContext;
  readonly installation: OpenInstallation;
}

/** The operations that only the management API has. */
function managementRoutes(
  api: FastifyInstance,
  manage: ApiContext,
  { config, limiter, people, installation: { vault, vaultKeys } }: ManagementParts,
): void {
  const post = invitationPost(api, people);
  sessionRoutes(api, manage, people.signOn);
  profileRoutes(api, manage);
  personSessionRoutes(api, manage);
  secondFactorRoutes(api, manage, { vault });
  passkeyRoutes(api, manage, people.challenges);
  passkeySessionRoutes(api, manage, people.challenges);
  personalDataRoutes(api, manage, limiter);
  memberRoutes(api, manage, { decideRole });
  invitationRoutes(api, manage, post);
  tokenRoutes(api, manage);
  singleSignOnRoutes(api, manage, { environment: people.signOn, digest: secretDigest(vaultKeys[0]) });
  ownSignOnRoutes(api, manage, people.signOn);
  directoryRoutes(api, manage, { address: people.baseUrl + scimBase });
  scimTokenRoutes(api, manage);
  securityRoutes(api, manage);
  retentionRoutes(api, manage);
  usageRoutes(api, manage, { limiter, defaultLimits });
  auditRoutes(api, manage);
  // It starts renderers, so it is loaded when somebody asks for it.
  const diagnose = async () => (await import('./installation/doctor.ts')).diagnose(undefined, undefined, () => config);
  const clients = { vault, baseUrl: people.baseUrl, digest: secretDigest(vaultKeys[0]) };
  administrationRoutes(api, manage, { post, clients, diagnose });
}

/** Of them, those about what reports are made from, and who gets them. */
function managedDataRoutes(
  api: FastifyInstance,
  manage: ApiContext,
  config: Config,
  installation: OpenInstallation,
): void {
  const digest = secretDigest(installation.vaultKeys[0]);
  const ownBase = baseUrl(config);
  const revoke = (grant: GrantRow) => revokeGrant(installation, grant);
  overviewRoutes(api, manage);
  allJobsRoutes(api, manage);
  projectCopyRoutes(api, manage, installation);
  labelRoutes(api, manage);
  connectionRoutes(api, manage, { environment: installation, revokeGrant: revoke, digest });
  systemRoutes(api, manage, installation);
  signInRoutes(api, manage, { baseUrl: ownBase, revokeGrant: revoke });
  scheduleRoutes(api, manage, mailingOf(config));
  deliveryRoutes(api, manage, {
    hasServer: config.mail !== null,
    readsBounces: Boolean(config.mail?.bounces),
    domains: config.mailDomains,
  });
  approvalRoutes(api, manage);
  const linkBase = (accountId: string) => guestBaseUrl(config, accountId);
  shareManagementRoutes(api, manage, { linkBase, digest });
  const { vault, network } = installation;
  chatChannelRoutes(api, manage, { vault, network, digest, dropFromSchedules: dropChannel });
  webhookRoutes(api, manage, { vault, network, baseUrl: ownBase, digest });
}

/** What the management API asks of the domains at every operation. */
function management(db: Database): Management {
  return {
    checkPath,
    checkReach: (caller, params) => checkReach(db, caller, params),
    record: (transaction, caller, change) =>
      recordAudit(transaction, caller, { accountId: caller.account.id || null, ...change }),
  };
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
