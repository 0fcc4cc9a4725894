import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Installation } from './cli/context.ts';
import type { Config } from './config.ts';
import { createVault } from './connections/vault.ts';
import { connectDatabase, type DatabaseLocation } from './database/connect.ts';
import { isDatabaseUnavailable } from './database/engine.ts';
import type { OnWait } from './database/measured-waits.ts';
import { migrate } from './database/migrate.ts';
import type { Database } from './database/tables.ts';
import { OperatorError } from './errors.ts';
import { openFileStore } from './storage/file-store.ts';
import { makeFolders } from './storage/folders.ts';
import { markedStore } from './storage/marked-store.ts';
import type { ObjectStore } from './storage/object-store.ts';
import { findVaultKeys, type VaultKeys } from './vault-keys.ts';

/** Connections of one process's main thread; worker threads have a few of their own. */
const poolSize = 10;

export interface OpenInstallation extends Installation, AsyncDisposable {
  readonly location: DatabaseLocation;
  /** For the worker threads, which open secrets by themselves; the current one first. */
  readonly vaultKeys: VaultKeys;
  /** The migrations that were applied on opening. */
  readonly migrated: readonly string[];
}

/**
 * Opens the parts that service and commands share: database with an up-to-date schema, vault, object store. Throws one
 * OperatorError sentence when the data folder, the database or the key will not do.
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
      [Symbol.asyncDispose]: () => db.destroy(),
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

export function databaseLocation(config: Config): DatabaseLocation {
  if (config.databaseUrl) return { engine: 'postgres', url: config.databaseUrl, poolSize };
  return { engine: 'sqlite', path: join(config.dataDir, 'report-service.db') };
}

/** The data folder, readable by its owner alone. */
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
  const name = location.engine === 'sqlite' ? location.path : new URL(location.url).host;
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
  return migrate(patient).finally(() => patient.destroy());
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
  return new OperatorError(`The database ${name} cannot be opened: ${message}.`);
}

/**
 * Files in the data folder, or the bucket that OBJECT_STORE names, known by the mark that the database has noted. Throws an
 * OperatorError when the folder or the region will not do.
 */
export async function openObjectStore({ dataDir, objectStore }: Config, db: Database): Promise<ObjectStore> {
  if (objectStore) {
    const { checkRegion, createS3Store } = await import('./storage/s3-store.ts');
    await checkRegion().catch((error: Error) => {
      throw new OperatorError(
        `OBJECT_STORE needs a region (${error.message}); set AWS_REGION, for a server that has none to us-east-1.`,
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
 * Sees to it that one process alone serves the API of an embedded database, since it alone counts the requests. The lock
 * is a database transaction, which ends with the process whatever ends that.
 */
export function lockEmbeddedApi(dataDir: string): Disposable {
  return lockFile(
    dataDir,
    'serve.lock',
    'BEGIN EXCLUSIVE',
    `Another process already serves the data folder ${dataDir}; stop it, or set DATABASE_URL to run several.`,
  );
}

/** Sees to it that the key in the data folder stays as it is while a service, in any role, goes on with what it has read. */
export function holdEmbeddedKey(dataDir: string): Disposable {
  return lockFile(
    dataDir,
    'key.lock',
    // What has been read stays locked for writers, though not for other readers, until the transaction ends.
    'BEGIN; SELECT 1 FROM sqlite_master',
    `The key in the data folder ${dataDir} is being rotated; start the service when that is through.`,
  );
}

/** Sees to it that no service runs on the key in the data folder, which is about to be another. */
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
