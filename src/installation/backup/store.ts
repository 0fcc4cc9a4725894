import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import { OperatorError } from '../../platform/errors.ts';
import { openFileStore } from '../../platform/storage/file-store.ts';
import { makeFolders } from '../../platform/storage/folders.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { type Cipher, type Key, plain, readKey } from './cipher.ts';

const storeFormat = 'report-service-backups-1';
const aboutKey = 'store/about.json';

/** What a store of backups is, readable to everybody who can read the store. */
interface About {
  readonly format: typeof storeFormat;
  readonly id: string;
  /** For whom all files but this one are encrypted with age; null for nobody. */
  readonly recipient: string | null;
  /** Base64 of 32 bytes, encrypted in the same way, with which files are named; null where they are not encrypted. */
  readonly secret: string | null;
}

/** A folder or bucket of backups that share what they have in common. */
export interface BackupStore {
  readonly place: string;
  readonly id: string;
  readonly files: ObjectStore;
  readonly cipher: Cipher;
  /**
   * The name of what has this digest, hexadecimal: in an encrypted store by a secret, so that nobody who sees the names
   * finds out whether something known is in there, and nobody can put something else under a name.
   */
  nameOf(sha256: string): string;
  /** Throws an OperatorError when the store has become another one meanwhile. */
  checkSame(): Promise<void>;
}

/**
 * The files of a store: a folder, or a bucket as `s3://bucket/prefix` on the S3 server of `BACKUP_S3_ENDPOINT` or else that of the installation. Throws an
 * OperatorError when it cannot be used.
 */
export async function openPlace(place: string, config: Config, make: boolean): Promise<ObjectStore> {
  if (/^s3:\/\//.test(place)) {
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/:@?#]+)(?:\/([^:@?#]*?))?\/?$/.exec(place) ?? [];
    if (bucket === '') throw new OperatorError(`${place} is not of the form s3://bucket/prefix.`);
    const endpoint = config.backupEndpoint;
    const own = config.objectStore;
    if (own?.bucket === bucket && (own.endpoint ?? null) === endpoint && (prefix === own.prefix || prefix === ''))
      throw new OperatorError(`${place} is where the installation keeps its files: name another bucket or prefix.`);
    const { checkRegion, createS3Store } = await import('../../platform/storage/s3-store.ts');
    await checkRegion().catch((error: Error) => {
      throw new OperatorError(`${place} needs a region (${error.message}); set AWS_REGION.`);
    });
    return createS3Store({ bucket, prefix, ...(endpoint && { endpoint }) });
  }
  const root = resolve(place);
  try {
    if (make) makeFolders(root);
    else await stat(root);
    return await openFileStore(root);
  } catch (error) {
    throw new OperatorError(`The backup folder ${root} cannot be used: ${(error as Error).message}.`);
  }
}

/** Whether the place has been made a store of backups. */
async function isStore(files: ObjectStore): Promise<boolean> {
  return (await files.get(aboutKey)) !== undefined;
}

/** Opens a store, with the key it is encrypted with. Throws an OperatorError when it is none, or the key not its own. */
export async function openStore(place: string, files: ObjectStore, keyFile: string | undefined): Promise<BackupStore> {
  const about = await readAbout(place, files);
  if (!about) throw new OperatorError(`${place} holds no backups: it has neither a manifest.json nor ${aboutKey}.`);
  if (about.recipient === null) {
    if (keyFile) throw new OperatorError(`The backups in ${place} are not encrypted: leave out --key.`);
    return storeOf(place, files, about, plain, null);
  }
  if (!keyFile)
    throw new OperatorError(`The backups in ${place} are encrypted for ${about.recipient}: name its key with --key.`);
  const { cipher, recipient } = await readKey(keyFile);
  if (recipient !== about.recipient)
    throw new OperatorError(
      `The key in ${keyFile} is that of ${recipient}, but the backups in ${place} are encrypted for ${about.recipient}.`,
    );
  const secret = await cipher.open(Buffer.from(about.secret ?? '', 'base64')).catch(() => {
    throw new OperatorError(`${aboutKey} in ${place} is damaged: its secret cannot be opened.`);
  });
  return storeOf(place, files, about, cipher, secret);
}

/** Opens a store, or makes one of a new or empty place. Throws an OperatorError as `openStore`. */
export async function openOrMakeStore(
  place: string,
  files: ObjectStore,
  keyFile: string | undefined,
): Promise<BackupStore> {
  if (await isStore(files)) return openStore(place, files, keyFile);
  for (const folder of ['rows/', 'objects/', 'backups/', 'tables/'])
    for await (const { key } of files.list(folder))
      throw new OperatorError(
        `${place} has files of something else, such as ${key}, and no ${aboutKey}; name a new one.`,
      );
  await files.put(aboutKey, Buffer.from(JSON.stringify(await newAbout(keyFile && (await readKey(keyFile))), null, 2)));
  return openStore(place, files, keyFile);
}

async function newAbout(key: Key | undefined | ''): Promise<About> {
  const [format, id] = [storeFormat, randomUUID()] as const;
  if (!key) return { format, id, recipient: null, secret: null };
  const secret = Buffer.from(await key.cipher.seal(randomBytes(32))).toString('base64');
  return { format, id, recipient: key.recipient, secret };
}

async function readAbout(place: string, files: ObjectStore): Promise<About | undefined> {
  const bytes = await files.get(aboutKey);
  if (!bytes) return undefined;
  try {
    const about: About = JSON.parse(Buffer.from(bytes).toString('utf8'));
    if (about.format === storeFormat && typeof about.id === 'string') return about;
  } catch {
    // Said below.
  }
  throw new OperatorError(`${aboutKey} in ${place} is not one of ${storeFormat}.`);
}

function storeOf(
  place: string,
  files: ObjectStore,
  about: About,
  cipher: Cipher,
  secret: Uint8Array | null,
): BackupStore {
  return {
    place,
    id: about.id,
    files,
    cipher,
    nameOf: (sha256) => (secret ? createHmac('sha256', secret).update(sha256).digest('hex') : sha256),
    async checkSame() {
      const now = await readAbout(place, files);
      if (now?.id !== about.id || now.secret !== about.secret)
        throw new OperatorError(`${join(place, aboutKey)} has changed while the backup was made; back up again.`);
    },
  };
}

export const digestOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
