import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Installation } from './cli/context.ts';
import type { Config } from './config.ts';
import { createVault, sealedKeyId } from './connections/vault.ts';
import { connectDatabase, type DatabaseLocation } from './database/connect.ts';
import { isDatabaseUnavailable } from './database/engine.ts';
import { migrate } from './database/migrate.ts';
import type { Database } from './database/tables.ts';
import { OperatorError } from './errors.ts';
import { openFileStore } from './storage/file-store.ts';
import type { ObjectStore } from './storage/object-store.ts';

/** Connections of one process's main thread; worker threads have a few of their own. */
const poolSize = 10;

export interface OpenInstallation extends Installation, AsyncDisposable {
  readonly location: DatabaseLocation;
  /** For the worker threads, which open secrets by themselves. */
  readonly vaultKey: Buffer;
  /** The migrations that were applied on opening. */
  readonly migrated: readonly string[];
}

/**
 * Opens the parts that service and commands share: database with an up-to-date schema, vault, object store. Throws one
 * OperatorError sentence when the data folder, the database or the key will not do.
 */
export async function openInstallation(config: Config): Promise<OpenInstallation> {
  makeDataDir(config.dataDir);
  const location = databaseLocation(config);
  const { db, migrated } = await openDatabase(location);
  try {
    const vaultKey = await findVaultKey(config, db);
    return {
      config,
      location,
      db,
      migrated,
      vaultKey,
      vault: createVault(vaultKey),
      objects: await openObjectStore(config),
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
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const probe = join(dataDir, '.writable');
    writeFileSync(probe, '', { mode: 0o600 });
  } catch (error) {
    throw new OperatorError(`The data folder ${dataDir} cannot be written: ${(error as Error).message}.`);
  }
}

async function openDatabase(location: DatabaseLocation): Promise<{ db: Database; migrated: string[] }> {
  const name = location.engine === 'sqlite' ? location.path : new URL(location.url).host;
  let db: Database | undefined;
  try {
    db = connectDatabase(location);
    return { db, migrated: await migrate(db) };
  } catch (error) {
    await db?.destroy();
    throw databaseFault(name, error);
  }
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

/** SECRET_KEY, or the key that an embedded installation keeps for itself; it must open what is sealed. */
async function findVaultKey(config: Config, db: Database): Promise<Buffer> {
  const sealed = await db.selectFrom('connections').select('secret').where('secret', 'is not', null).execute();
  const keyIds = new Set(sealed.map(({ secret }) => sealedKeyId(secret ?? '')));
  const key = config.secretKey ?? readOwnKey(config, keyIds.size > 0);
  if (keyIds.size === 0 || keyIds.has(createVault(key).keyId)) return key;
  throw new OperatorError('SECRET_KEY is not the key that the stored secrets were sealed with; set that key.');
}

function readOwnKey(config: Config, isNeeded: boolean): Buffer {
  const path = join(config.dataDir, 'secret.key');
  if (existsSync(path)) {
    const key = Buffer.from(readFileSync(path, 'utf8'), 'base64');
    if (key.length === 32) return key;
    throw new OperatorError(`The key file ${path} is damaged; put the right one in its place or set SECRET_KEY.`);
  }
  if (isNeeded) {
    throw new OperatorError(`SECRET_KEY is missing and ${path} is gone, but stored secrets are sealed; set that key.`);
  }
  const key = randomBytes(32);
  // Of two first starts at once, one makes the key and the other reads it.
  try {
    writeFileSync(path, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readOwnKey(config, isNeeded);
    throw error;
  }
}

/** Files in the data folder, or the bucket that OBJECT_STORE names. Throws an OperatorError when the folder will not do. */
export async function openObjectStore({ dataDir, objectStore }: Config): Promise<ObjectStore> {
  if (objectStore) return (await import('./storage/s3-store.ts')).createS3Store(objectStore);
  const root = join(dataDir, 'objects');
  return openFileStore(root).catch((error: Error) => {
    throw new OperatorError(`The objects folder ${root} cannot be used: ${error.message}.`);
  });
}

/**
 * Sees to it that one process alone serves the API of an embedded database, since it alone counts the requests. The lock
 * is a database transaction, which ends with the process whatever ends that.
 */
export function lockEmbeddedApi(dataDir: string): Disposable {
  const lock = new DatabaseSync(join(dataDir, 'serve.lock'), { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    throw new OperatorError(
      `Another process already serves the data folder ${dataDir}; stop it, or set DATABASE_URL to run several.`,
    );
  }
  return { [Symbol.dispose]: () => lock.close() };
}
