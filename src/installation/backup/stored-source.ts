import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PortableRow } from '../../platform/database/snapshot.ts';
import { OperatorError } from '../../platform/errors.ts';
import { writeDigested } from './files.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { tableNames } from './manifest.ts';
import type { BackupSource } from './source.ts';
import type { BackupStore } from './store.ts';
import {
  damaged,
  linesOf,
  listBackups,
  missing,
  objectKey,
  type PageEntry,
  readPaged,
  readStoredManifest,
  readText,
  type StoredObject,
} from './stored-backup.ts';

/** As many as one statement takes, whatever their columns. */
const batchRows = 100;

/** One backup of a store, the newest unless another is named. Throws an OperatorError when there is none. */
export async function storedSource(
  store: BackupStore,
  id: string | undefined,
): Promise<BackupSource & AsyncDisposable & { readonly id: string }> {
  const chosen = id ?? (await listBackups(store)).at(-1);
  if (!chosen) throw new OperatorError(`${store.place} holds no finished backup.`);
  const summary = await readStoredManifest(store, chosen);
  const ledger = await openLedger();
  const entries = () => readPaged<StoredObject>(store, summary.objects);
  return {
    id: chosen,
    place: `${store.place} (${chosen})`,
    summary,
    async verify() {
      for await (const { key } of store.files.list('objects/')) ledger.add('stored', key);
      for (const table of tableNames) {
        const paged = summary.tables[table];
        if (!paged) continue;
        for (const { page } of linesOf<PageEntry>(await readText(store, paged.list))) await readText(store, page);
      }
      for await (const rows of entries())
        for (const { key, bytes, sha256 } of rows) {
          const file = objectKey(store, sha256);
          if (ledger.find('stored', file) === undefined) throw missing(store, file);
          ledger.add('objects', key, JSON.stringify({ bytes, sha256 }));
        }
    },
    async *rows(table) {
      const paged = summary.tables[table];
      if (!paged) return;
      for await (const rows of readPaged<PortableRow>(store, paged))
        for (let from = 0; from < rows.length; from += batchRows) yield rows.slice(from, from + batchRows);
    },
    async *keys() {
      for await (const rows of entries()) for (const { key } of rows) yield key;
    },
    async copyObject(key, to) {
      const found: Omit<StoredObject, 'key'> = JSON.parse(ledger.find('objects', key) ?? '{}');
      await withObject(store, ledger, found, (path) => to.putFile(key, path));
    },
    [Symbol.asyncDispose]: () => ledger[Symbol.asyncDispose](),
  };
}

/** Gives a decrypted file of an object, which is what it was, or throws an OperatorError. */
export async function withObject(
  store: BackupStore,
  ledger: Ledger,
  expected: Omit<StoredObject, 'key'>,
  use: (path: string) => Promise<void>,
): Promise<void> {
  const file = objectKey(store, expected.sha256);
  const opened = await store.files.open(file);
  if (!opened) throw missing(store, file);
  const path = join(ledger.folder, randomUUID());
  try {
    const written = await store.cipher
      .openStream(opened.stream)
      .then((stream) => writeDigested(path, stream))
      .catch((error: NodeJS.ErrnoException) => {
        // Of the disk or the network, not of the contents.
        if (error.code !== undefined || '$metadata' in error || error.name === 'TimeoutError') throw error;
        return undefined;
      });
    if (written?.sha256 !== expected.sha256 || written.bytes !== expected.bytes) throw damaged(store, file);
    await use(path);
  } finally {
    opened.stream.destroy();
    await rm(path, { force: true });
  }
}
