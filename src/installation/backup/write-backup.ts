import { mkdir, open, opendir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sealedTables } from '../../domains/connections/sealed-secrets.ts';
import { sealedKeyId } from '../../domains/connections/vault.ts';
import { pictureFolder } from '../../domains/pictures/pictures.ts';
import {
  listMigrations,
  type PortableRow,
  type PortableTable,
  readPages,
  readSnapshot,
} from '../../platform/database/snapshot.ts';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import { makeFolders } from '../../platform/storage/folders.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { readJsonLines, writeDigested } from './files.ts';
import { backupFormat, type Manifest, type ObjectEntry, pathsOf, tableNames } from './manifest.ts';
import { namingTables, objectKeysOf } from './object-keys.ts';

/**
 * Writes a backup into a new or empty folder while the service keeps running: all tables as of one moment, then the
 * objects that their rows name. The manifest comes last, so an interrupted backup is not mistaken for a complete one.
 * Holds at most a page of rows or a part of an object in memory. Throws an OperatorError when the folder cannot be
 * used.
 */
export async function writeBackup(
  { db, objects }: { readonly db: Database; readonly objects: ObjectStore },
  directory: string,
  serviceVersion: string,
): Promise<Manifest> {
  const paths = pathsOf(directory);
  await makeFolder(directory);
  await mkdir(paths.tables, { mode: 0o700 });
  const createdAt = new Date().toISOString();
  const vaultKeyIds = new Set<string>();
  const { migrations, tables } = await readSnapshot(db, async (snapshot) => ({
    migrations: await listMigrations(snapshot),
    tables: await writeTables(snapshot, directory, vaultKeyIds),
  }));
  const manifest: Manifest = {
    format: backupFormat,
    created_at: createdAt,
    service_version: serviceVersion,
    migrations,
    vault_key_ids: [...vaultKeyIds],
    tables,
    objects: await writeObjects(objects, directory),
  };
  const draft = `${paths.manifest}.draft`;
  await writeDigested(draft, [`${JSON.stringify(manifest, null, 2)}\n`]);
  for (const folder of await foldersOf(directory)) await syncFolder(folder);
  await rename(draft, paths.manifest);
  await syncFolder(directory);
  await syncFolder(dirname(directory));
  return manifest;
}

async function makeFolder(directory: string): Promise<void> {
  try {
    makeFolders(directory);
    const [entry] = await readdir(directory);
    if (entry === undefined) return;
  } catch (error) {
    throw new OperatorError(`The backup folder ${directory} cannot be used: ${(error as Error).message}.`);
  }
  throw new OperatorError(`The backup folder ${directory} is not empty; name a new one.`);
}

async function writeTables(
  snapshot: Queryable,
  directory: string,
  vaultKeyIds: Set<string>,
): Promise<Manifest['tables']> {
  const written: Partial<Record<PortableTable, Manifest['tables'][PortableTable]>> = {};
  for (const table of tableNames) {
    let rows = 0;
    const lines = async function* () {
      for await (const page of readPages(snapshot, table)) {
        rows += page.length;
        if (table in sealedTables) for (const { secret } of page) if (secret) vaultKeyIds.add(sealedKeyId(`${secret}`));
        yield page.map((row) => `${JSON.stringify(row)}\n`).join('');
      }
    };
    const digest = await writeDigested(pathsOf(directory).table(table), lines());
    written[table] = { rows, ...digest };
  }
  return written as Manifest['tables'];
}

/** Reads the rows back from the backup, so no list of keys is kept in memory and the database's snapshot can end. */
async function writeObjects(objects: ObjectStore, directory: string): Promise<Manifest['objects']> {
  const paths = pathsOf(directory);
  const folders = new Set<string>();
  let count = 0;
  let bytes = 0;
  let missing = 0;
  const lines = async function* () {
    for await (const key of objectKeys(directory)) {
      const path = paths.object(key);
      if (!folders.has(dirname(path))) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      folders.add(dirname(path));
      const found = await objects.open(key);
      if (!found) {
        missing++;
        continue;
      }
      const entry: ObjectEntry = { key, ...(await writeDigested(path, found.stream)) };
      if (entry.bytes !== found.size) throw new OperatorError(`The object ${key} ended early; back up again.`);
      count++;
      bytes += entry.bytes;
      yield `${JSON.stringify(entry)}\n`;
    }
  };
  const index = await writeDigested(paths.index, lines());
  return { count, bytes, missing, index };
}

/** Each once: only pictures are named by several rows, and they are far fewer than files. */
async function* objectKeys(directory: string): AsyncIterable<string> {
  const pictures = new Set<string>();
  for (const table of namingTables) {
    for await (const row of readJsonLines<PortableRow>(pathsOf(directory).table(table))) {
      for (const key of objectKeysOf(table, row)) {
        if (!key.startsWith(pictureFolder)) yield key;
        else if (pictures.size < pictures.add(key).size) yield key;
      }
    }
  }
}

async function foldersOf(directory: string): Promise<string[]> {
  const folders: string[] = [];
  for await (const entry of await opendir(directory, { recursive: true })) {
    if (entry.isDirectory()) folders.push(join(entry.parentPath, entry.name));
  }
  return folders;
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and journals file names itself.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}
