import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sealedTables } from '../../domains/connections/sealed-secrets.ts';
import { sealedKeyId } from '../../domains/connections/vault.ts';
import {
  type PortableRow,
  type PortableTable,
  portableTables,
  readPages,
  readSnapshot,
} from '../../platform/database/snapshot.ts';
import type { Database, Queryable } from '../../platform/database/tables.ts';
import { OperatorError } from '../../platform/errors.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { writeDigested } from './files.ts';
import { knownMigrations } from './known-migrations.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { tableNames } from './manifest.ts';
import { objectKeysOf } from './object-keys.ts';
import { type BackupStore, digestOf } from './store.ts';
import { markWork } from './store-marks.ts';
import {
  linesOf,
  listBackups,
  objectKey,
  type PagedRows,
  type PageEntry,
  readPaged,
  readStoredManifest,
  readText,
  type StoredManifest,
  type StoredObject,
  textKey,
  writeStoredManifest,
} from './stored-backup.ts';

/** A page ends after one row of so many, by the digest of its key, so that a row more or less changes the pages beside it alone. */
const pageEvery = 128;
const mostPageRows = 1_024;
const mostPageBytes = 2 ** 20;

/** What has been written, and what is there already. */
interface Work {
  readonly store: BackupStore;
  readonly ledger: Ledger;
  files: number;
  bytes: number;
}

/**
 * Adds a backup to a store while the service keeps running: all tables as of one moment, then the objects that their rows
 * name. All rows are read, and only pages that the store lacks are written; an object is read only when no earlier backup
 * has its key, since an object never changes under its key. The manifest comes last, so an interrupted backup is none, and
 * the next one goes on with what it wrote. Holds a page of rows, a part of an object, and 100 bytes for each page in
 * memory. Throws an OperatorError when the store cannot be used.
 */
export async function writeStoredBackup(
  { db, objects }: { readonly db: Database; readonly objects: ObjectStore },
  store: BackupStore,
  serviceVersion: string,
): Promise<{ readonly id: string; readonly manifest: StoredManifest; readonly changes: Changes | null }> {
  await using mark = await markWork(store, 'backup');
  await using ledger = await openLedger();
  const work: Work = { store, ledger, files: 0, bytes: 0 };
  for (const folder of ['rows/', 'objects/'])
    for await (const { key, size } of store.files.list(folder)) ledger.add('stored', key, `${size}`);
  const previous = await readPrevious(work);
  const createdAt = new Date().toISOString();
  const vaultKeyIds = new Set<string>();
  const { migrations, tables } = await readSnapshot(db, async (snapshot) => ({
    migrations: await knownMigrations(snapshot),
    tables: await writeTables(work, snapshot, vaultKeyIds),
  }));
  const manifest: StoredManifest = {
    store: store.id,
    created_at: createdAt,
    service_version: serviceVersion,
    migrations,
    vault_key_ids: [...vaultKeyIds],
    tables,
    objects: await writeObjects(work, objects),
    added: { files: work.files, bytes: work.bytes },
  };
  const changes = await compare(store, previous, manifest).catch((error: Error) => {
    // Of the pages of the one before, which hinder no new one.
    if (!(error instanceof OperatorError)) throw error;
    return null;
  });
  await store.checkSame();
  mark.check();
  return { id: await writeStoredManifest(store, manifest), manifest, changes };
}

/** Notes the objects of the newest backup that can be read whole; undefined without one. */
async function readPrevious({ store, ledger }: Work): Promise<StoredManifest | undefined> {
  for (const id of (await listBackups(store)).reverse()) {
    try {
      const manifest = await readStoredManifest(store, id);
      for await (const rows of readPaged<StoredObject>(store, manifest.objects))
        for (const { key, bytes, sha256 } of rows) ledger.add('known', key, JSON.stringify({ bytes, sha256 }));
      return manifest;
    } catch (error) {
      // One that is damaged is told of by "backup verify", and hinders no new one.
      if (!(error instanceof OperatorError)) throw error;
    }
  }
  return undefined;
}

async function writeTables(
  work: Work,
  snapshot: Queryable,
  vaultKeyIds: Set<string>,
): Promise<StoredManifest['tables']> {
  const written: Partial<Record<PortableTable, PagedRows>> = {};
  for (const table of tableNames) {
    const rows = async function* () {
      for await (const page of readPages(snapshot, table)) {
        for (const row of page) {
          if (table in sealedTables && row.secret) vaultKeyIds.add(sealedKeyId(`${row.secret}`));
          for (const key of objectKeysOf(table, row)) work.ledger.add('wanted', key);
          yield row;
        }
      }
    };
    const key: readonly string[] = portableTables[table];
    written[table] = await writePaged(work, rows(), (row: PortableRow) => JSON.stringify(key.map((name) => row[name])));
  }
  return written;
}

async function writePaged<T>(work: Work, rows: AsyncIterable<T>, keyOf: (row: T) => string): Promise<PagedRows> {
  const entries: PageEntry[] = [];
  let lines: string[] = [];
  let [pageBytes, bytes, count] = [0, 0, 0];
  const endPage = async () => {
    const page = await writeText(work, lines.join(''));
    entries.push({ page, rows: lines.length });
    count += lines.length;
    bytes += pageBytes;
    lines = [];
    pageBytes = 0;
  };
  for await (const row of rows) {
    const line = `${JSON.stringify(row)}\n`;
    lines.push(line);
    pageBytes += Buffer.byteLength(line);
    const isEnd = Number.parseInt(digestOf(keyOf(row)).slice(0, 8), 16) % pageEvery === 0;
    if (isEnd || lines.length >= mostPageRows || pageBytes >= mostPageBytes) await endPage();
  }
  if (lines.length > 0) await endPage();
  const list = await writeText(work, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  return { rows: count, bytes, list };
}

/** Returns the name. */
async function writeText(work: Work, text: string): Promise<string> {
  const { store, ledger } = work;
  const bytes = Buffer.from(text);
  const name = store.nameOf(digestOf(bytes));
  const key = textKey(name);
  if (ledger.find('stored', key) !== undefined) return name;
  const sealed = await store.cipher.seal(gzipSync(bytes));
  await store.files.put(key, sealed);
  noteWritten(work, key, sealed.length);
  return name;
}

function noteWritten(work: Work, key: string, bytes: number): void {
  work.ledger.add('stored', key, `${bytes}`);
  work.files++;
  work.bytes += bytes;
}

async function writeObjects(work: Work, objects: ObjectStore): Promise<StoredManifest['objects']> {
  let [count, bytes, missing] = [0, 0, 0];
  const entries = async function* (): AsyncIterable<StoredObject> {
    for (const { name: key } of work.ledger.all('wanted')) {
      const found = knownObject(work, key) ?? (await writeObject(work, objects, key));
      if (!found) {
        missing++;
        continue;
      }
      count++;
      bytes += found.bytes;
      yield { key, ...found };
    }
  };
  const paged = await writePaged(work, entries(), ({ key }) => key);
  return { ...paged, bytes, count, missing };
}

type Found = Omit<StoredObject, 'key'>;

/** An object of the newest backup whose file is there. */
function knownObject({ store, ledger }: Work, key: string): Found | undefined {
  const known = ledger.find('known', key);
  if (known === undefined) return undefined;
  const found: Found = JSON.parse(known);
  return ledger.find('stored', objectKey(store, found.sha256)) === undefined ? undefined : found;
}

async function writeObject(work: Work, objects: ObjectStore, key: string): Promise<Found | undefined> {
  const { store, ledger } = work;
  const opened = await objects.open(key);
  if (!opened) return undefined;
  const path = join(ledger.folder, randomUUID());
  const sealed = `${path}.sealed`;
  try {
    const found = await writeDigested(path, opened.stream);
    if (found.bytes !== opened.size) throw new OperatorError(`The object ${key} ended early; back up again.`);
    const name = objectKey(store, found.sha256);
    if (ledger.find('stored', name) === undefined) {
      await store.cipher.sealFile(path, sealed);
      await store.files.putFile(name, sealed);
      noteWritten(work, name, (await stat(sealed)).size);
    }
    return found;
  } finally {
    await rm(path, { force: true });
    await rm(sealed, { force: true });
  }
}

/** Rows of pages that differ from the previous backup, counted by table. */
export interface Changes {
  /** In a base all rows are added. */
  readonly added: number;
  readonly changed: number;
  readonly deleted: number;
}

/** Compares the pages that only one of two backups has, row by row. */
async function compare(
  store: BackupStore,
  previous: StoredManifest | undefined,
  { tables }: StoredManifest,
): Promise<Changes> {
  const changes = { added: 0, changed: 0, deleted: 0 };
  for (const table of tableNames) {
    const [before, after] = [previous?.tables[table], tables[table]];
    if (!before) changes.added += after?.rows ?? 0;
    else if (after && before.list !== after.list) await compareTable(store, table, [before, after], changes);
  }
  return changes;
}

async function compareTable(
  store: BackupStore,
  table: PortableTable,
  lists: readonly [before: PagedRows, after: PagedRows],
  changes: { added: number; changed: number; deleted: number },
): Promise<void> {
  const [before, after] = await Promise.all(
    lists.map(async ({ list }) => linesOf<PageEntry>(await readText(store, list)).map(({ page }) => page)),
  );
  const [old, now] = [new Set(before), new Set(after)];
  const key: readonly string[] = portableTables[table];
  const rowsOf = async function* (pages: Iterable<string>) {
    for (const page of pages)
      for (const row of linesOf<PortableRow>(await readText(store, page)))
        yield { name: JSON.stringify(key.map((column) => row[column])), digest: digestOf(JSON.stringify(row)) };
  };
  await using ledger = await openLedger();
  for await (const { name, digest } of rowsOf(old.difference(now))) {
    ledger.add('old', name, digest);
    changes.deleted++;
  }
  for await (const { name, digest } of rowsOf(now.difference(old))) {
    const was = ledger.find('old', name);
    if (was === undefined) changes.added++;
    else changes.deleted--;
    if (was !== undefined && was !== digest) changes.changed++;
  }
}
