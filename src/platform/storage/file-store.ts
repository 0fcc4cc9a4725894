import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type ByteRange, checkKey, checkPrefix, type ListedObject, type ObjectStore, sha256 } from './object-store.ts';

/** Cannot collide with a key, since none starts with a dot. */
const temporaryPrefix = '.writing-';
/** No write takes this long; an older temporary file was left by a dead process. */
const leftoverAgeMs = 3_600_000;

/**
 * Keeps objects as files `root/folder/name`, readable to the owner only. Creates the root and sweeps temporary files
 * left by killed writes, whatever the number of objects; throws the file system's error.
 */
export async function openFileStore(root: string): Promise<ObjectStore> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  await sweepLeftovers(root);
  return {
    async put(key, bytes) {
      const path = pathOf(root, key);
      await makeFolder(root, dirname(path));
      await writeDurably(root, path, (file) => file.writeFile(bytes));
      return { size: bytes.byteLength, sha256: sha256(bytes) };
    },
    async putFile(key, source) {
      const path = pathOf(root, key);
      await makeFolder(root, dirname(path));
      await writeDurably(root, path, (file) => file.writeFile(createReadStream(source)));
    },
    get: async (key) => (await readFile(pathOf(root, key)).catch(undefinedWhenMissing)) ?? missingIn(root),
    open: async (key, range) => (await openStream(pathOf(root, key), range)) ?? missingIn(root),
    remove: async (key) => rm(pathOf(root, key), { force: true }),
    list: (prefix) => listFiles(root, prefix),
    async check() {
      const path = temporaryPath(root);
      await writeDurably(root, path, (file) => file.writeFile(new Uint8Array(1)));
      await rm(path);
    },
  };
}

function pathOf(root: string, key: string): string {
  checkKey(key);
  return join(root, key);
}

/** Not the root, which would then be created where its volume is missing. */
async function makeFolder(root: string, folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return;
  }
  await syncFolder(root);
}

/** A crash at any moment leaves either the old content or all of the new bytes at the path. */
async function writeDurably(root: string, path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const temporary = temporaryPath(root);
  try {
    await using file = await open(temporary, 'wx', 0o600);
    await write(file);
    await file.sync();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/**
 * In the root, which has few other entries, so that leftovers of killed writes are found without listing every object.
 */
function temporaryPath(root: string): string {
  return join(root, `${temporaryPrefix}${randomUUID()}`);
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and journals file names itself.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** Throws when the root itself is gone, as when a volume is not mounted: then the object must not look lost. */
async function missingIn(root: string): Promise<undefined> {
  await stat(root);
}

async function openStream(path: string, range?: ByteRange): Promise<{ stream: Readable; size: number } | undefined> {
  const file = await open(path, 'r').catch(undefinedWhenMissing);
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    if (range && range.end >= size) throw new RangeError(`The object ends at byte ${size - 1}.`);
    return { stream: file.createReadStream(range ?? {}), size };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function* listFiles(root: string, prefix: string): AsyncIterable<ListedObject> {
  checkPrefix(prefix);
  const [folder = '', beginning = ''] = prefix.split('/');
  const entries = await opendir(join(root, folder)).catch(undefinedWhenMissing);
  if (!entries) return;
  for await (const { name } of entries) {
    if (!name.startsWith(beginning) || name.startsWith('.')) continue;
    // It may have been removed since.
    const found = await stat(join(root, folder, name)).catch(undefinedWhenMissing);
    if (found?.isFile()) yield { key: `${folder}/${name}`, size: found.size, modifiedAt: found.mtime };
  }
}

async function sweepLeftovers(root: string): Promise<void> {
  for await (const { name } of await opendir(root)) {
    if (!name.startsWith(temporaryPrefix)) continue;
    const path = join(root, name);
    const found = await stat(path).catch(undefinedWhenMissing);
    if (found && Date.now() - found.mtimeMs > leftoverAgeMs) await rm(path, { force: true });
  }
}

function undefinedWhenMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
