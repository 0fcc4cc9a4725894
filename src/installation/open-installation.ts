import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ConnectionEnvironment } from '../domains/connections/open-connection.ts';
import { createVault } from '../domains/connections/vault.ts';
import type { Config } from '../platform/config/config.ts';
import { connectDatabase, type DatabaseLocation } from '../platform/database/connect.ts';
import { isDatabaseUnavailable } from '../platform/database/engine.ts';
import type { OnWait } from '../platform/database/measured-waits.ts';
import { migrate } from '../platform/database/migrate.ts';
import { findProfile } from '../platform/database/postgres-client.ts';
import { hostsOf } from '../platform/database/postgres-routes.ts';
import { Replica } from '../platform/database/replica.ts';
import { requirePostgres } from '../platform/database/server-kind.ts';
import type { Database } from '../platform/database/tables.ts';
import { OperatorError } from '../platform/errors.ts';
import { openFileStore } from '../platform/storage/file-store.ts';
import { makeFolders } from '../platform/storage/folders.ts';
import { markedStore } from '../platform/storage/marked-store.ts';
import type { ObjectStore } from '../platform/storage/object-store.ts';
import { connectionNetwork, type InstallationNetwork } from './connection-network.ts';
import { findVaultKeys, type VaultKeys } from './vault-keys.ts';

/** Connections of a process's main thread; worker threads have a few of their own. */
const poolSize = 10;

/** What commands work on: the same parts as the service. */
export interface Installation extends ConnectionEnvironment {
  readonly config: Config;
  readonly db: Database;
  readonly objects: ObjectStore;
  /** The current key first. */
  readonly vaultKeys: VaultKeys;
}

export interface OpenInstallation extends Installation, AsyncDisposable {
  readonly network: InstallationNetwork;
  readonly location: DatabaseLocation;
  /** The migrations applied on opening. */
  readonly migrated: readonly string[];
}

/**
 * Opens the parts that service and commands share: database with an up-to-date schema, vault, object store. Throws an
 * OperatorError of one sentence when the data folder, the database or the key cannot be used.
 */
export async function openInstallation(config: Config, onWait?: OnWait): Promise<OpenInstallation> {
  makeDataDir(config.dataDir);
  const location = databaseLocation(config);
  const { db, migrated } = await openDatabase(location, onWait);
  try {
    const vaultKeys = await findVaultKeys(config, db);
    return {
      config,
      location,
      db,
      migrated,
      vaultKeys,
      vault: createVault(...vaultKeys),
      objects: await openObjectStore(config, db),
      dataRoots: config.dataRoots,
      network: connectionNetwork(config),
      [Symbol.asyncDispose]: () => db.destroy(),
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

export function databaseLocation(config: Config): DatabaseLocation {
  const { databaseUrl: url, databaseProfile: profile } = config;
  if (url) return { engine: 'postgres', url, profile, poolSize };
  return { engine: 'sqlite', path: join(config.dataDir, 'report-service.db') };
}

/** The profile of a PostgreSQL database, and whence it is known. Throws a DatabaseUnreachable. */
export async function profileOf({ url, profile }: Extract<DatabaseLocation, { engine: 'postgres' }>) {
  return profile ? { profile, by: 'by DATABASE_PROFILE' } : { profile: await findProfile(url), by: 'found out' };
}

/** The replica of `DATABASE_READ_URL`; undefined without one. Throws an OperatorError for an address that cannot be used. */
export function openReplica(
  { db, location, config }: Pick<OpenInstallation, 'db' | 'location' | 'config'>,
  parts: Pick<ConstructorParameters<typeof Replica>[0], 'onRead' | 'log'> = {},
): Replica | undefined {
  const { databaseReadUrl: url } = config;
  if (location.engine === 'sqlite' || url === null) return undefined;
  try {
    return new Replica({ primary: db, location: { ...location, url }, ...parts });
  } catch (error) {
    throw error instanceof OperatorError
      ? new OperatorError(error.message.replace('DATABASE_URL', 'DATABASE_READ_URL'))
      : error;
  }
}

/** The data folder, readable only by its owner. */
function makeDataDir(dataDir: string): void {
  try {
    makeFolders(dataDir);
    const probe = join(dataDir, '.writable');
    writeFileSync(probe, '', { mode: 0o600 });
  } catch (error) {
    throw new OperatorError(`The data folder ${dataDir} cannot be written: ${(error as Error).message}.`);
  }
}

async function openDatabase(
  location: DatabaseLocation,
  onWait: OnWait | undefined,
): Promise<{ db: Database; migrated: string[] }> {
  const name = location.engine === 'sqlite' ? location.path : hostsOf(location.url);
  let db: Database | undefined;
  try {
    db = connectDatabase(location, onWait);
    return { db, migrated: await migratePatiently(location, db) };
  } catch (error) {
    await db?.destroy();
    throw databaseFault(name, error);
  }
}

async function migratePatiently(location: DatabaseLocation, db: Database): Promise<string[]> {
  if (location.engine === 'sqlite') return migrate(db);
  const patient = connectDatabase({ ...location, poolSize: 1, isPatient: true });
  return requirePostgres(patient)
    .then(() => migrate(patient))
    .finally(() => patient.destroy());
}

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damagedCodes = new Set([11, 26]);

function databaseFault(name: string, error: unknown): unknown {
  if (error instanceof OperatorError) return error;
  const { errcode, message } = error as { errcode?: number; message: string };
  if (errcode !== undefined && damagedCodes.has(errcode & 0xff)) {
    return new OperatorError(`The database ${name} is damaged (${message}); restore it from a backup.`);
  }
  if (errcode === undefined && !isDatabaseUnavailable(error) && !('code' in (error as object))) return error;
  const advice = poolerAdvice(message);
  if (advice) return new OperatorError(`The connection pooler at ${name} says "${message}"; ${advice}.`);
  return new OperatorError(`The database ${name} cannot be opened: ${message}.`);
}

/** What to do where PgBouncer or the like refuses what the service cannot do without. */
function poolerAdvice(message: string): string | undefined {
  const [, parameter] = /unsupported startup parameter(?: in options)?: (\w+)/.exec(message) ?? [];
  if (parameter) return `take ${parameter} out of DATABASE_URL, or add it to its ignore_startup_parameters`;
  if (/statement pooling mode/.test(message)) return 'set its pool_mode to transaction or session';
  return undefined;
}

/**
 * Files in the data folder, or the bucket that OBJECT_STORE names, recognised by the mark that the database has
 * recorded. Throws an OperatorError when the folder or the region cannot be used.
 */
export async function openObjectStore({ dataDir, objectStore }: Config, db: Database): Promise<ObjectStore> {
  if (objectStore) {
    const { checkRegion, createS3Store } = await import('../platform/storage/s3-store.ts');
    await checkRegion().catch((error: Error) => {
      throw new OperatorError(
        `OBJECT_STORE needs a region (${error.message}); set AWS_REGION (us-east-1 for a server without regions).`,
      );
    });
    const { bucket, prefix } = objectStore;
    return markedStore(createS3Store(objectStore), db, `The object store s3://${bucket}/${prefix}`);
  }
  const root = join(dataDir, 'objects');
  const files = await openFileStore(root).catch((error: Error) => {
    throw new OperatorError(`The objects folder ${root} cannot be used: ${error.message}.`);
  });
  return markedStore(files, db, `The objects folder ${root}`);
}

/**
 * Ensures that only one process serves the API of an embedded database, since it counts the requests by itself. The
 * lock is a database transaction, which ends with the process, however it ends.
 */
export function lockEmbeddedApi(dataDir: string): Disposable {
  return lockFile(
    dataDir,
    'serve.lock',
    'BEGIN EXCLUSIVE',
    `Another process already serves the data folder ${dataDir}; stop it, or set DATABASE_URL to run several.`,
  );
}

/** Ensures that the key in the data folder does not change while a service, in any role, uses it. */
export function holdEmbeddedKey(dataDir: string): Disposable {
  return lockFile(
    dataDir,
    'key.lock',
    // The rows read stay locked for writers, but not for other readers, until the transaction ends.
    'BEGIN; SELECT 1 FROM sqlite_master',
    `The key in the data folder ${dataDir} is being rotated; start the service when that is done.`,
  );
}

/** Ensures that no service uses the key in the data folder, which is about to change. */
export function lockEmbeddedKey(dataDir: string): Disposable {
  return lockFile(
    dataDir,
    'key.lock',
    'BEGIN EXCLUSIVE',
    `Another process already serves the data folder ${dataDir}; stop it before the key is rotated.`,
  );
}

function lockFile(dataDir: string, name: string, transaction: string, refusal: string): Disposable {
  makeDataDir(dataDir);
  const lock = new DatabaseSync(join(dataDir, name), { timeout: 0 });
  try {
    lock.exec(transaction);
  } catch {
    lock.close();
    throw new OperatorError(refusal);
  }
  return { [Symbol.dispose]: () => lock.close() };
}
