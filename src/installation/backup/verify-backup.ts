import { OperatorError } from '../../platform/errors.ts';
import { changedFiles } from './folder-source.ts';
import { openLedger } from './ledger.ts';
import { readManifest } from './manifest.ts';
import type { BackupStore } from './store.ts';
import {
  linesOf,
  listBackups,
  objectKey,
  type PageEntry,
  readPaged,
  readStoredManifest,
  readText,
  type StoredObject,
} from './stored-backup.ts';
import { withObject } from './stored-source.ts';

/** What is wrong with one backup; whole without faults. */
export interface Verified {
  readonly backup: string;
  readonly rows: number;
  readonly objects: number;
  /** Of files, each named, or of counts. */
  readonly faults: readonly string[];
}

/** More say nothing new. */
const mostFaults = 100;

/** Reads every file of a backup that is a folder of its own. Throws an OperatorError when it has none. */
export async function verifyFolder(directory: string): Promise<Verified> {
  const manifest = await readManifest(directory);
  const faults: string[] = [];
  for await (const path of changedFiles(directory, manifest)) {
    if (faults.push(`${path} is missing or has changed since it was written`) >= mostFaults) break;
  }
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  return { backup: directory, rows, objects: manifest.objects.count, faults };
}

/** Reads every file of the backups of a store, each once, and counts: the newest first. */
export async function* verifyStore(store: BackupStore, ids?: readonly string[]): AsyncIterable<Verified> {
  await using ledger = await openLedger();
  /** The fault of a file, which was read for the backup or one before it. */
  const faultOf = async (file: string, read: () => Promise<unknown>): Promise<string | undefined> => {
    const known = ledger.find('checked', file);
    if (known !== undefined) return known || undefined;
    const fault = await read().then(
      () => '',
      (error: Error) => {
        if (!(error instanceof OperatorError)) throw error;
        return error.message;
      },
    );
    ledger.add('checked', file, fault);
    return fault || undefined;
  };
  for (const id of (ids ?? (await listBackups(store))).toReversed()) {
    const faults: string[] = [];
    const note = (fault: string | undefined) => {
      if (fault && faults.length < mostFaults) faults.push(fault);
    };
    let [rows, objects] = [0, 0];
    try {
      const manifest = await readStoredManifest(store, id);
      for (const [table, paged] of Object.entries({ ...manifest.tables, objects: manifest.objects })) {
        const list = await faultOf(paged.list, () => readText(store, paged.list));
        note(list);
        if (list) continue;
        let counted = 0;
        for (const { page, rows: has } of linesOf<PageEntry>(await readText(store, paged.list))) {
          note(await faultOf(page, () => readText(store, page)));
          counted += has;
        }
        if (counted !== paged.rows) note(`${table} has ${counted} rows, not ${paged.rows}`);
        if (table !== 'objects') rows += counted;
      }
      objects = manifest.objects.count;
      if (faults.length === 0)
        for await (const entries of readPaged<StoredObject>(store, manifest.objects))
          for (const entry of entries)
            note(await faultOf(objectKey(store, entry.sha256), () => withObject(store, ledger, entry, async () => {})));
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      note(error.message);
    }
    yield { backup: id, rows, objects, faults };
  }
}
