import { OperatorError } from '../../platform/errors.ts';
import { openLedger } from './ledger.ts';
import type { BackupStore } from './store.ts';
import { markWork } from './store-marks.ts';
import {
  linesOf,
  listBackups,
  manifestKey,
  momentOf,
  objectKey,
  type PageEntry,
  readPaged,
  readStoredManifest,
  readText,
  type StoredObject,
  textKey,
} from './stored-backup.ts';

/** Which backups stay, counted back from the newest, which always does. */
export interface Kept {
  /** All of so many days. */
  readonly days: number;
  /** The last of each calendar month (UTC) of so many, the newest's included. */
  readonly months: number;
}

export interface Pruned {
  /** Ids, the oldest first. */
  readonly kept: readonly string[];
  readonly removed: readonly string[];
  /** Of rows and objects, which no kept backup has. */
  readonly files: number;
  readonly bytes: number;
}

const dayMs = 86_400_000;

/**
 * Removes from a store the backups that are not to be kept, and then every file that no kept one needs, also of backups
 * that were interrupted; with `isDry` only says what would go. A kill leaves files at most, which the next prune removes.
 * Throws an OperatorError, and removes nothing, when a backup is being made, when a kept one cannot be read, since it is not
 * known what it needs, or when the newest is yet to come: all others would be old beside it.
 */
export async function pruneStore(store: BackupStore, terms: Kept, isDry: boolean): Promise<Pruned> {
  await using work = isDry ? undefined : await markWork(store, 'prune');
  const ids = await listBackups(store);
  refuseFuture(store, ids.at(-1));
  const kept = chooseKept(ids, terms);
  const removed = ids.filter((id) => !kept.includes(id));
  await using ledger = await openLedger();
  for (const id of kept) for await (const key of keysOf(store, id)) ledger.add('needed', key);
  for (const folder of ['rows/', 'objects/'])
    for await (const { key, size } of store.files.list(folder))
      if (ledger.find('needed', key) === undefined) ledger.add('unneeded', key, `${size}`);
  await store.checkSame();
  const remove = async (key: string) => {
    work?.check();
    if (work) await store.files.remove(key);
  };
  // Before their files, so that none remains that lacks some.
  for (const id of removed) await remove(manifestKey(id));
  let [files, bytes] = [0, 0];
  for (const { name, value } of ledger.all('unneeded')) {
    await remove(name);
    files++;
    bytes += Number(value);
  }
  await work?.removeOld();
  return { kept, removed, files, bytes };
}

function refuseFuture({ place }: BackupStore, newest: string | undefined): void {
  if (newest === undefined || momentOf(newest).getTime() < Date.now() + dayMs) return;
  throw new OperatorError(
    `The newest backup in ${place} is ${newest}, which is yet to come: a clock was wrong, or somebody else put it there. Nothing was removed; see what it is, or begin a new store.`,
  );
}

/** The ids that stay, of all from the oldest to the newest. */
export function chooseKept(ids: readonly string[], { days, months }: Kept): string[] {
  const newest = ids.at(-1);
  if (newest === undefined) return [];
  const end = momentOf(newest);
  const monthOf = (id: string) => momentOf(id).getUTCFullYear() * 12 + momentOf(id).getUTCMonth();
  const isLastOfMonth = (id: string, index: number) =>
    index === ids.findLastIndex((each) => monthOf(each) === monthOf(id));
  return ids.filter((id, index) => {
    if (id === newest || end.getTime() - momentOf(id).getTime() < days * dayMs) return true;
    return monthOf(newest) - monthOf(id) < months && isLastOfMonth(id, index);
  });
}

/** The keys of all files that a backup needs, besides its manifest. */
async function* keysOf(store: BackupStore, id: string): AsyncIterable<string> {
  const { tables, objects } = await readStoredManifest(store, id);
  for (const { list } of [...Object.values(tables), objects]) {
    yield textKey(list);
    for (const { page } of linesOf<PageEntry>(await readText(store, list))) yield textKey(page);
  }
  for await (const entries of readPaged<StoredObject>(store, objects))
    for (const { sha256 } of entries) yield objectKey(store, sha256);
}
