import { randomUUID } from 'node:crypto';
import { OperatorError } from '../../platform/errors.ts';
import type { BackupStore } from './store.ts';

type Work = 'backup' | 'prune';

const folder = 'work/';
/** Longer than either takes: what is older belongs to a process that was killed. */
const longestMs = 48 * 3_600_000;
const [begun, ended] = [Buffer.from('begun'), Buffer.from('ended')];

/**
 * Marks in a store that a backup is made or that it is pruned, until it is disposed: a backup builds on files that a prune
 * may find unused. Throws an OperatorError while something else is under way, except that backups at once do not mind each
 * other. Both write their mark before they look, so that of two that begin at once at most one goes on.
 */
export async function markWork(store: BackupStore, work: Work): Promise<AsyncDisposable> {
  if (work === 'prune') await refuseBeside(store, work);
  const key = `${folder}${work}-${randomUUID()}`;
  await store.files.put(key, begun);
  // Overwritten, since whoever makes backups may have no right to remove anything.
  const end = async () => void (await store.files.put(key, ended));
  try {
    await refuseBeside(store, work, key);
  } catch (error) {
    await end();
    throw error;
  }
  return { [Symbol.asyncDispose]: end };
}

async function refuseBeside(store: BackupStore, work: Work, own?: string): Promise<void> {
  for await (const { key, modifiedAt, isOver } of listMarks(store)) {
    if (isOver || key === own || (work === 'backup' && key.startsWith(`${folder}backup-`))) continue;
    const other = key.startsWith(`${folder}backup-`) ? 'A backup into it is made' : 'It is pruned';
    throw new OperatorError(
      `${store.place} is in use. ${other} since ${modifiedAt.toISOString()}; try again when that is done. If it was killed, remove ${key} from the store.`,
    );
  }
}

/** Removes the marks of what is over. */
export async function removeOldMarks(store: BackupStore): Promise<void> {
  for await (const { key, isOver } of listMarks(store)) if (isOver) await store.files.remove(key);
}

async function* listMarks({ files }: BackupStore) {
  for await (const { key, modifiedAt } of files.list(folder)) {
    const isOld = Date.now() - modifiedAt.getTime() > longestMs;
    yield { key, modifiedAt, isOver: isOld || !begun.equals((await files.get(key)) ?? ended) };
  }
}
