import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { listSealedKeyIds } from './connections/connections.ts';
import { keyIdOf } from './connections/vault.ts';
import type { Database } from './database/tables.ts';
import { OperatorError } from './errors.ts';

/** The vault's keys: the current one, and while it is being rotated the one before. */
export type VaultKeys = readonly [current: Buffer, previous?: Buffer];

const filesOf = ({ dataDir }: Config) => ({
  current: join(dataDir, 'secret.key'),
  previous: join(dataDir, 'secret.key.previous'),
  next: join(dataDir, 'secret.key.next'),
});

/**
 * SECRET_KEY and SECRET_KEY_PREVIOUS, or the key that an embedded installation keeps for itself. Throws an OperatorError
 * when they do not open all that is sealed.
 */
export async function findVaultKeys(config: Config, db: Database): Promise<VaultKeys> {
  const sealedBy = await listSealedKeyIds(db);
  const keys = config.secretKey ? configuredKeys(config, config.secretKey) : readOwnKeys(config, sealedBy.length > 0);
  const known = keys.map((key) => key && keyIdOf(key));
  if (sealedBy.every((id) => known.includes(id))) return keys;
  throw new OperatorError(
    'SECRET_KEY is not the key that the stored secrets were sealed with; set that key, or while it is being rotated also SECRET_KEY_PREVIOUS.',
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
  const key = Buffer.from(readFileSync(path, 'utf8'), 'base64');
  if (key.length === 32) return key;
  throw new OperatorError(`The key file ${path} is damaged; put the right one in its place or set SECRET_KEY.`);
}

function makeOwnKey(config: Config, isNeeded: boolean): Buffer {
  const { current } = filesOf(config);
  if (isNeeded) {
    throw new OperatorError(
      `SECRET_KEY is missing and ${current} is gone, but stored secrets are sealed; set that key.`,
    );
  }
  // Of two first starts at once, one makes the key and the other reads it.
  try {
    return writeNewKey(current);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return readKey(current);
    throw error;
  }
}

function writeNewKey(path: string): Buffer {
  const key = randomBytes(32);
  writeFileSync(path, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  return key;
}

/**
 * Puts a new key in place of the one in the data folder, which is kept beside it until `endRotation`. Cut short at any point,
 * it can be called again: a rotation that has begun goes on with the key it made.
 */
export function beginRotation(config: Config): void {
  const { current, previous, next } = filesOf(config);
  if (existsSync(previous) && !readKey(previous).equals(readKey(current))) return;
  rmSync(next, { force: true });
  writeNewKey(next);
  writeFileSync(previous, readFileSync(current), { mode: 0o600, flush: true });
  renameSync(next, current);
}

/** Forgets the key before: nothing is sealed with it any more. */
export function endRotation(config: Config): void {
  rmSync(filesOf(config).previous, { force: true });
}
