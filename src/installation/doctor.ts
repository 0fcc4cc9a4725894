import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listAccounts } from '../domains/accounts/accounts.ts';
import { endsSoon } from '../domains/connections/oauth-grants.ts';
import { listSealedKeyIds } from '../domains/connections/sealed-secrets.ts';
import { isSafeOrigin } from '../domains/console/door.ts';
import { findExpiredArtifact } from '../domains/export-jobs/export-jobs.ts';
import { knownKinds } from '../domains/generation-jobs/known-kinds.ts';
import { verifyMailServer } from '../domains/schedules/mail.ts';
import { uploadFolder } from '../domains/uploads/uploads.ts';
import { listLostAccounts } from '../domains/users/owners.ts';
import { listUsers } from '../domains/users/users.ts';
import { baseUrl, type Config, type Environment, type MailConfig, readConfig } from '../platform/config/config.ts';
import { checkWritable } from '../platform/database/engine.ts';
import type { Database } from '../platform/database/tables.ts';
import { OperatorError } from '../platform/errors.ts';
import { findLeftJobs } from '../platform/jobs/left-jobs.ts';
import { timeToNextJob } from '../platform/jobs/queue.ts';
import { liesWithin } from '../platform/networks.ts';
import { isS3Fault, type ObjectStore, s3FaultText, WrongStore } from '../platform/storage/object-store.ts';
import { serviceVersion } from '../platform/version.ts';
import { probe } from '../reporting/renderers/process/probe.ts';
import { RenderPool } from '../reporting/renderers/process/render-pool.ts';
import { type OpenInstallation, openInstallation, openReplica, profileOf } from './open-installation.ts';
import { checkOwnServer } from './own-server-check.ts';
import { checkProxy } from './proxy-trust.ts';
import { checkDisk, checkTemporaryFolder } from './space-check.ts';
import { findOrphans } from './sweeper.ts';
import { checkContracts } from './upgrade-check.ts';

const renderMs = 20_000;
const leastNode = 26;
/** Per kind: a store may hold millions, which take minutes to list. */
const mostObjects = 10_000;
const longestWaitMs = 15 * 60_000;

export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  /** What was found, or what to do. */
  readonly message: string;
}

type Renderer = Pick<RenderPool, 'render'> & AsyncDisposable;

/**
 * Checks every part of the installation and continues after a fault, so that all are reported at once. Disposes the
 * renderer. A service that runs gives the configuration it has by `read`.
 */
export async function diagnose(
  environment?: Environment,
  renderer: Renderer = new RenderPool({ size: 1 }),
  read: () => Config = () => readConfig(environment),
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const check = async <T>(name: string, work: () => Promise<readonly [string, T]>): Promise<T | undefined> => {
    try {
      const [message, value] = await work();
      findings.push({ check: name, ok: true, message });
      return value;
    } catch (error) {
      findings.push({ check: name, ok: false, message: (error as Error).message });
      return undefined;
    }
  };
  await check('version', async () => [`is ${serviceVersion()}`, null] as const);
  await check('node', checkNode);
  const config = await check('configuration', async () => ['is valid', read()] as const);
  if (config) {
    const installation = await check('installation', () => openChecked(config));
    if (installation) {
      await check('database', () => checkDatabase(installation));
      await check('migrations', () => checkContracts(installation.db));
      if (config.databaseReadUrl) await check('read replica', () => checkReplica(installation));
      await check('objects', () => checkObjects(installation));
      await check('connections', () => checkConnections(installation));
      await check('sign-ins', () => checkSignIns(installation));
      await check('people', () => checkPeople(installation));
      await check('proxy', () => checkProxy(installation.db, config));
      await check('networks', () => checkNetworks(installation));
      await check('vault', () => checkVault(installation));
      await check('queue', () => checkQueue(installation));
      await check('schedules', () => checkSchedules(installation));
      await check('uploads', () => checkUploads(installation));
      await check('retention', () => checkRetention(installation));
      await installation[Symbol.asyncDispose]();
    }
    await check('files', () => checkFiles(config));
    await check('disk', () => checkDisk(config));
    await check('temporary folder', checkTemporaryFolder);
    await check('data roots', () => checkDataRoots(config));
    await check('system addresses', () => checkSystemAddresses(config));
    const { redisUrl } = config;
    if (redisUrl) await check('redis', () => checkRedis(redisUrl));
    const { mail } = config;
    if (mail) await check('mail', () => checkMail(mail));
  }
  await check('renderer', () => checkRenderer(renderer));
  return findings;
}

async function checkNode() {
  const version = process.versions.node;
  if (Number(version.split('.')[0]) >= leastNode) return [`is ${version}`, null] as const;
  throw new OperatorError(`is ${version}; run "npm ci" and use bin/report-service, which brings Node ${leastNode}.`);
}

async function openChecked(config: Config) {
  const installation = await openInstallation(config);
  const { engine } = installation.location;
  const applied = installation.migrated.length > 0 ? `; brought up to date: ${installation.migrated.join(', ')}` : '';
  return [`${engine} answers, and the vault's key fits${applied}`, installation] as const;
}

async function checkDatabase({ db, location }: OpenInstallation) {
  await checkWritable(db).catch(advise('the database cannot be written; let the user of the service write it'));
  if (location.engine === 'sqlite') return ['takes writes', null] as const;
  const { profile, by } = await profileOf(location);
  const how = profile === 'postgres' ? '' : ', behind a connection pooler: workers look for jobs every second';
  return [`takes writes${how} (profile ${profile}, ${by})`, null] as const;
}

/** A service goes on without it: the primary answers then. */
async function checkReplica(installation: OpenInstallation) {
  await using replica = openReplica(installation);
  const seconds = await replica?.lag().catch(advise('lists are read from the primary; look at DATABASE_READ_URL'));
  if (!seconds) return ['has all that the primary has', null] as const;
  throw new OperatorError(`is ${seconds.toFixed(1)} s behind the primary, from which lists are read meanwhile.`);
}

async function checkConnections(installation: OpenInstallation) {
  const { db } = installation;
  await checkOwnServer(installation);
  const rows = await db.selectFrom('connections').select(['id', 'status']).where('status', '!=', 'connected').execute();
  if (rows.length === 0) return ['all are connected', null] as const;
  const list = rows.map(({ id, status }) => `${id} (${status})`).join(', ');
  throw new OperatorError(`${list}: run "connections verify ID" for what each needs.`);
}

/** A sign-in that ends is the business of a person, who has to know before it does. */
async function checkSignIns({ db, config }: OpenInstallation) {
  const clients = await db.selectFrom('oauth_clients').select(['sign_in', 'client_id']).orderBy('sign_in').execute();
  const signedIn = await db
    .selectFrom('connections')
    .innerJoin('oauth_grants', 'oauth_grants.id', 'connections.grant_id')
    .select(['connections.id', 'oauth_grants.sign_in', 'oauth_grants.client_id', 'oauth_grants.ends_at'])
    .orderBy('connections.id')
    .execute();
  const orphan = signedIn.find((one) => !clients.some(({ client_id }) => client_id === one.client_id));
  if (orphan) {
    throw new OperatorError(
      `${orphan.id} was signed in with a client of ${orphan.sign_in} that is gone; run "oauth-clients set ${orphan.sign_in}", or "connections authorize ${orphan.id}".`,
    );
  }
  const ending = signedIn.filter((one) => endsSoon(one)).map(({ id, ends_at }) => `${id} (${ends_at?.slice(0, 10)})`);
  if (ending.length > 0) throw new OperatorError(`${ending.join(', ')} end soon: run "connections authorize ID".`);
  if (clients.length > 0 && baseUrl(config) === '') {
    throw new OperatorError('people cannot sign in, since nothing says where they reach the service; set PUBLIC_URL.');
  }
  return [clients.map(({ sign_in }) => sign_in).join(', ') || 'no vendor has a client', null] as const;
}

/** Nobody inside can mend an account without an owner, and nobody signs in over plain http from elsewhere. */
async function checkPeople({ db, config }: OpenInstallation) {
  const [lost] = await listLostAccounts(db, 1);
  if (lost) {
    throw new OperatorError(
      `${lost} has no owner who can sign in; run "members add --account ${lost} --role owner --email ADDRESS", or "users reset" for the one it has.`,
    );
  }
  const users = await listUsers(db);
  if (users.length > 0 && !isReachable(config)) {
    throw new OperatorError('people cannot sign in, since PUBLIC_URL is plain http; serve it over https.');
  }
  const mailed = config.mail ? 'links are sent by e-mail' : 'without SMTP_URL the operator passes on their links';
  return [`${users.length} users; ${mailed}`, null] as const;
}

function isReachable(config: Config): boolean {
  const address = baseUrl(config);
  return address === '' || config.publicUrl === null || isSafeOrigin(new URL(address));
}

/** A grant beyond ALLOWED_NETWORKS is no fault, but its customer's connections fail, and nothing else says why. */
async function checkNetworks({ db, config: { allowedNetworks } }: OpenInstallation) {
  const grants = (await listAccounts(db)).flatMap(({ id, allowedNetworks: granted }) =>
    granted.filter((network) => !liesWithin(network, allowedNetworks)).map((network) => `${network} of ${id}`),
  );
  const reached = allowedNetworks.join(', ') || 'none: connections reach only public addresses';
  if (grants.length === 0) return [reached, null] as const;
  return [`${reached}; without effect until ALLOWED_NETWORKS has them: ${grants.join(', ')}`, null] as const;
}

async function checkVault({ db, vault }: OpenInstallation) {
  const others = (await listSealedKeyIds(db)).filter((id) => id !== vault.keyId);
  if (others.length === 0) return ['everything is sealed with the current key', null] as const;
  throw new OperatorError('some secrets are sealed with the previous key; run "vault rotate".');
}

/** Without a worker nothing else reports that jobs are waiting. */
async function checkQueue({ db }: OpenInstallation) {
  const left = await findLeftJobs(db, knownKinds);
  const waitedMs = -((await timeToNextJob(db)) ?? 0);
  if (waitedMs < longestWaitMs) return [left?.text ?? 'no job waits for long', null] as const;
  const haveOthers = !left || (left.othersDueAt !== null && Date.now() - Date.parse(left.othersDueAt) >= longestWaitMs);
  if (left && !haveOthers) throw new OperatorError(`${left.text}.`);
  throw new OperatorError(
    `a job has waited ${minutes(waitedMs)}; does a "serve" with workers run, and are there enough?`,
  );
}

async function checkSchedules({ db, config }: OpenInstallation) {
  await checkMailing(db, config);
  const due = await db
    .selectFrom('schedules')
    .select(['id', 'next_run_at'])
    .where('enabled', '=', 1)
    .where('next_run_at', '<', new Date(Date.now() - longestWaitMs).toISOString())
    .orderBy('next_run_at')
    .executeTakeFirst();
  if (!due?.next_run_at) return ['all fire in time', null] as const;
  const late = minutes(Date.now() - Date.parse(due.next_run_at));
  throw new OperatorError(`${due.id} is ${late} late; does a "serve" with workers run?`);
}

/** A schedule may have been added under different settings. */
async function checkMailing(db: Database, { mail, publicUrl }: Config): Promise<void> {
  const mailing = db.selectFrom('schedules').select('id').where('enabled', '=', 1).where('recipients', '!=', '[]');
  const first = mail ? undefined : await mailing.orderBy('id').executeTakeFirst();
  if (first)
    throw new OperatorError(`${first.id} sends e-mails, but there is no mail server; set SMTP_URL and MAIL_FROM.`);
  const linking = publicUrl ? undefined : await mailing.where('delivery', '=', 'link').orderBy('id').executeTakeFirst();
  if (linking) {
    throw new OperatorError(
      `${linking.id} sends links, but nothing says where people reach the service; set PUBLIC_URL.`,
    );
  }
}

/** Connections of a file that is lost fail with their next report. */
async function checkUploads({ db, objects }: OpenInstallation) {
  // Before the objects: a version that is replaced meanwhile stays there for a while.
  const rows = await db.selectFrom('uploads').select(['id', 'account_id', 'object_key']).limit(mostObjects).execute();
  const stored = new Set<string>();
  try {
    for await (const { key } of objects.list(uploadFolder)) if (stored.add(key).size >= mostObjects) break;
  } catch {
    return ['the store does not list them', null] as const;
  }
  if (stored.size >= mostObjects) return [`more than ${mostObjects}, which are not looked through`, null] as const;
  const lost = rows.filter(({ object_key }) => !stored.has(object_key));
  if (lost.length === 0) return [rows.length === 0 ? 'none' : 'all have their files', null] as const;
  const names = lost.slice(0, 10).map(({ id, account_id }) => `${id} of ${account_id}`);
  throw new OperatorError(`the store has no file of ${names.join(', ')}; restore it, or run "uploads replace".`);
}

/** Sweeps remove expired rows and files every ten minutes, and objects without a row once a day. */
async function checkRetention({ db, objects, config }: OpenInstallation) {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const key = db.selectFrom('idempotency_keys').select('key').where('created_at', '<', daysAgo(2));
  const session = db.selectFrom('sessions').select('id').where('expires_at', '<', daysAgo(1));
  const entry = await db.selectFrom('audit_log').select('at').orderBy('id').limit(1).executeTakeFirst();
  const kept = {
    'idempotency keys': await key.limit(1).executeTakeFirst(),
    sessions: await session.limit(1).executeTakeFirst(),
    'exported files': await findExpiredArtifact(db, daysAgo(1)),
    'audit entries': entry && entry.at < daysAgo(config.auditDays + 1),
    // A store that does not answer has already been reported.
    'files that belong to no report or export': await hasOrphan(db, objects).catch(() => false),
  };
  for (const [kind, found] of Object.entries(kept)) {
    if (!found) continue;
    throw new OperatorError(
      `${kind} are kept for more than a day after they expired; does a "serve" with workers run?`,
    );
  }
  return ['nothing expired is kept', null] as const;
}

async function hasOrphan(db: Database, objects: ObjectStore): Promise<boolean> {
  for await (const _ of findOrphans(db, objects, 3 * 86_400_000, mostObjects)) return true;
  return false;
}

function minutes(ms: number): string {
  return `${Math.floor(ms / 60_000)} minutes`;
}

async function checkObjects({ objects, config }: OpenInstallation) {
  const what = config.objectStore
    ? 'the object store cannot be used; look at OBJECT_STORE, S3_ENDPOINT and the AWS_ variables'
    : `${config.dataDir} cannot hold files; let the user of the service write there`;
  await objects.check().catch(advise(what));
  return ['can be written and read', null] as const;
}

async function checkMail(mail: MailConfig) {
  await verifyMailServer(mail).catch(advise('the mail server cannot be used; look at SMTP_URL'));
  if (!mail.bounces) return ['the mail server answers; e-mails that come back are not read', null] as const;
  const { inbox } = mail.bounces;
  if (inbox.form === 'webhook')
    return ['the mail server answers; e-mails that come back are told to /mail-bounces', null] as const;
  const { form, path } = inbox;
  const folders = form === 'maildir' ? [join(path, 'new'), join(path, 'cur')] : [dirname(path)];
  for (const folder of folders) {
    await access(folder, constants.R_OK | constants.W_OK).catch(
      advise(`${folder} cannot be used; look at MAIL_BOUNCES`),
    );
  }
  return [`the mail server answers; e-mails that come back are read in ${path}`, null] as const;
}

/** What to do, followed by the other side's message. */
function advise(what: string) {
  return (error: Error): never => {
    if (error instanceof WrongStore) throw error;
    throw new OperatorError(`${what}: ${isS3Fault(error) ? s3FaultText(error) : error.message}`, { cause: error });
  };
}

/** Files that other users must not read: customers' figures, and the key to their credentials. */
async function checkFiles({ dataDir }: Config) {
  const open: string[] = [];
  for (const path of [dataDir, join(dataDir, 'secret.key'), join(dataDir, 'report-service.db')]) {
    const found = await stat(path).catch(() => undefined);
    if (found && (found.mode & 0o077) !== 0) open.push(path);
  }
  if (open.length === 0) return ['can be reached by their owner only', null] as const;
  throw new OperatorError(`can be reached by other users; run "chmod go-rwx ${open.join(' ')}".`);
}

async function checkDataRoots({ dataRoots }: Config) {
  if (dataRoots.length === 0) return ['none: "file" connections need DATA_ROOTS', null] as const;
  for (const root of dataRoots) {
    await access(root, constants.R_OK | constants.X_OK)
      .then(() => readdir(root))
      .catch(advise(`the service cannot read ${root}; let its user, or set DATA_ROOTS`));
  }
  return [dataRoots.join(', '), null] as const;
}

async function checkSystemAddresses({ systemAddresses }: Config) {
  const replaced = Object.entries(systemAddresses).flatMap(([word, address]) =>
    address === null ? [] : [`${word}: ${address}`],
  );
  return [replaced.join(', ') || 'every system is asked at its own address', null] as const;
}

async function checkRedis(url: string) {
  const { openRedisLimiter } = await import('../platform/limits/redis.ts');
  const limiter = await openRedisLimiter(url);
  try {
    await limiter.peek('doctor', { perMinute: 1, perDay: 1 });
    return ['answers', null] as const;
  } catch (error) {
    const { message, cause } = error as Error;
    throw advise('Redis cannot be used; look at REDIS_URL')(cause instanceof Error ? cause : new Error(message));
  } finally {
    await limiter.close();
  }
}

async function checkRenderer(renderer: Renderer) {
  await using pool = renderer;
  const { bytes } = await pool.render(probe, 'pdf', { deadlineMs: renderMs });
  return [`made a PDF of ${bytes.length} bytes`, null] as const;
}
