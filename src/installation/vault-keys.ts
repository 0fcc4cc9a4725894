import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { listSealedKeyIds } from '../domains/connections/sealed-secrets.ts';
import { keyIdOf } from '../domains/connections/vault.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/tables.ts';
import { OperatorError } from '../platform/errors.ts';

/** The vault's keys: the current one and, during a rotation, the previous one. */
export type VaultKeys = readonly [current: Buffer, previous?: Buffer];

const filesOf = ({ dataDir }: Config) => ({
  current: join(dataDir, 'secret.key'),
  previous: join(dataDir, 'secret.key.previous'),
  next: join(dataDir, 'secret.key.next'),
});

/**
 * SECRET_KEY and SECRET_KEY_PREVIOUS, or the key that an embedded installation keeps for itself. Throws an
 * OperatorError when they do not open everything that is sealed.
 */
export async function findVaultKeys(config: Config, db: Database): Promise<VaultKeys> {
  const sealedBy = await listSealedKeyIds(db);
  const keys = config.secretKey ? configuredKeys(config, config.secretKey) : readOwnKeys(config, sealedBy.length > 0);
  const known = keys.map((key) => key && keyIdOf(key));
  if (sealedBy.every((id) => known.includes(id))) return keys;
  throw new OperatorError(
    'SECRET_KEY is not the key that the stored secrets were sealed with; set that key, and during a rotation also SECRET_KEY_PREVIOUS.',
  );
}

function configuredKeys({ secretKeyPrevious }: Config, current: Buffer): VaultKeys {
  return secretKeyPrevious ? [current, secretKeyPrevious] : [current];
}

function readOwnKeys(config: Config, isNeeded: boolean): VaultKeys {
  const { current, previous } = filesOf(config);
  const key = existsSync(current) ? readKey(current) : makeOwnKey(config, isNeeded);
  return existsSync(previous) ? [key, readKey(previous)] : [key];
}

function readKey(path: string): Buffer {
  const key = Buffer.from(readText(path), 'base64');
  if (key.length === 32) return key;
  throw new OperatorError(`The key file ${path} is damaged; put the right one in its place or set SECRET_KEY.`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new OperatorError(`The key file ${path} cannot be read (${code}); let the user of the service read it.`, {
      cause,
    });
  }
}

function makeOwnKey(config: Config, isNeeded: boolean): Buffer {
  const { current } = filesOf(config);
  if (isNeeded) {
    throw new OperatorError(
      `SECRET_KEY is missing and ${current} is gone, but stored secrets are sealed; set that key.`,
    );
  }
  // Written under a temporary name and linked once it is on disk: a killed start leaves no partial key, and of two
  // concurrent first starts one creates the key and the other reads it.
  const draft = `${current}.${randomUUID()}`;
  writeKey(draft, randomBytes(32));
  try {
    linkSync(draft, current);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(config.dataDir);
  return readKey(current);
}

function writeKey(path: string, key: Buffer): void {
  writeFileSync(path, `${key.toString('base64')}\n`, { mode: 0o600, flush: true });
}

/** A secret must not be on disk before the name of the key that sealed it. */
function syncFolder(folder: string): void {
  // Windows cannot open folders, and journals file names itself.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Replaces the key in the data folder with a new one; the old key is kept next to it until `endRotation`. If
 * interrupted at any point, it can be called again: a rotation that has begun continues with the key it made.
 */
export function beginRotation(config: Config): void {
  const { current, previous, next } = filesOf(config);
  if (existsSync(previous) && !readKey(previous).equals(readKey(current))) return;
  // Each is complete before it gets the name that others read.
  writeKey(next, readKey(current));
  renameSync(next, previous);
  writeKey(next, randomBytes(32));
  renameSync(next, current);
  syncFolder(config.dataDir);
}

/** Removes the previous key, which no longer seals anything. */
export function endRotation(config: Config): void {
  rmSync(filesOf(config).previous, { force: true });
}
