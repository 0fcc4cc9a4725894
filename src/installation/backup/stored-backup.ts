import { gunzipSync } from 'node:zlib';
import type { PortableTable } from '../../platform/database/snapshot.ts';
import { OperatorError } from '../../platform/errors.ts';
import type { BackupSummary } from './source.ts';
import { type BackupStore, digestOf } from './store.ts';

/** Rows in pages; `list` names a list of the pages, in the order of the rows. */
export interface PagedRows {
  readonly rows: number;
  readonly bytes: number;
  readonly list: string;
}

/** One page of rows: JSON Lines, compressed. */
export interface PageEntry {
  readonly page: string;
  readonly rows: number;
}

/** One object, as the index of a backup lists it. */
export interface StoredObject {
  readonly key: string;
  readonly bytes: number;
  /** Hexadecimal, of the object itself. */
  readonly sha256: string;
}

/** One backup in a store. Its file is written last, so what there is without it is of no backup. */
export interface StoredManifest extends BackupSummary {
  /** The store that it belongs to. */
  readonly store: string;
  readonly tables: Readonly<Partial<Record<PortableTable, PagedRows>>>;
  readonly objects: PagedRows & { readonly count: number; readonly missing: number };
  /** What was not in the store before. */
  readonly added: { readonly files: number; readonly bytes: number };
}

const extension = '.json';
const idForm = /^\d{8}T\d{6}Z-[0-9a-f]{32}$/;

/** The ids of the backups in a store, the oldest first. */
export async function listBackups({ files }: BackupStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const { key } of files.list('backups/')) {
    const id = key.slice('backups/'.length).replace(extension, '');
    if (idForm.test(id)) ids.push(id);
  }
  return ids.sort();
}

/** When the backup of this id was made, to the second. */
export function momentOf(id: string): Date {
  return new Date(id.replace(/^(....)(..)(..T..)(..)(..Z)-.*$/, '$1-$2-$3:$4:$5'));
}

/**
 * Its name holds a digest of it: it cannot be changed, and only who has the store's key makes one. The moment in it is
 * later than that of every other, also when the clock went back, so that the newest is the last that was made.
 */
export async function writeStoredManifest(store: BackupStore, manifest: StoredManifest): Promise<string> {
  const bytes = Buffer.from(JSON.stringify(manifest));
  const last = (await listBackups(store)).at(-1);
  const after = last ? momentOf(last).getTime() + 1_000 : 0;
  const moment = new Date(Math.max(after, Date.parse(manifest.created_at))).toISOString();
  const id = `${moment.replaceAll(/[-:]/g, '').slice(0, 15)}Z-${markOf(store, bytes)}`;
  await store.files.put(manifestKey(id), await store.cipher.seal(bytes));
  return id;
}

export async function readStoredManifest(store: BackupStore, id: string): Promise<StoredManifest> {
  const key = manifestKey(id);
  const sealed = idForm.test(id) ? await store.files.get(key) : undefined;
  if (!sealed)
    throw new OperatorError(`There is no backup ${id} in ${store.place}; "backup list" shows those that are.`);
  const bytes = await store.cipher.open(sealed).catch(() => undefined);
  if (!bytes || !id.endsWith(markOf(store, bytes))) throw damaged(store, key);
  const manifest: StoredManifest = JSON.parse(Buffer.from(bytes).toString('utf8'));
  if (manifest.store !== store.id)
    throw new OperatorError(`The backup ${id} in ${store.place} belongs to another store (${manifest.store}).`);
  return manifest;
}

const markOf = (store: BackupStore, bytes: Uint8Array) => store.nameOf(digestOf(bytes)).slice(0, 32);

export function damaged({ place }: BackupStore, key: string): OperatorError {
  return new OperatorError(`The backup is damaged: ${key} in ${place} has changed since it was written.`);
}

export function missing({ place }: BackupStore, key: string): OperatorError {
  return new OperatorError(`The backup is not whole: ${key} is missing in ${place}.`);
}

export const manifestKey = (id: string) => `backups/${id}${extension}`;
export const textKey = (name: string) => `rows/${name}.gz`;
export const objectKey = (store: BackupStore, sha256: string) => `objects/${store.nameOf(sha256)}`;

/** A text by its name. Throws an OperatorError when it is missing or not what it was. */
export async function readText(store: BackupStore, name: string): Promise<string> {
  const key = textKey(name);
  const sealed = await store.files.get(key);
  if (!sealed) throw missing(store, key);
  try {
    const bytes = gunzipSync(await store.cipher.open(sealed), { maxOutputLength: mostBytes });
    if (store.nameOf(digestOf(bytes)) === name) return bytes.toString('utf8');
  } catch {
    // Said below.
  }
  throw damaged(store, key);
}

/** A page has a megabyte and a row; a list of pages 90 bytes for each. */
const mostBytes = 2 ** 29;

export const linesOf = <T>(text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as T);

/** The rows of all pages, a page at a time. */
export async function* readPaged<T>(store: BackupStore, { list }: PagedRows): AsyncIterable<T[]> {
  for (const { page } of linesOf<PageEntry>(await readText(store, list))) yield linesOf<T>(await readText(store, page));
}
