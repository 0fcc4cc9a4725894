import { randomUUID } from 'node:crypto';
import { OperatorError } from '../../platform/errors.ts';
import type { BackupStore } from './store.ts';

type Work = 'backup' | 'prune';

/** What a store is being used for, until it is disposed. */
export interface MarkedWork extends AsyncDisposable {
  /** Throws an OperatorError when the process stood still for so long that others may have taken its work for over. */
  check(): void;
  /** Removes the marks of what is over. */
  removeOld(): Promise<void>;
}

const folder = 'work/';
/** What was not renewed for so long belongs to a process that was killed. */
const leaseMs = 15 * 60_000;
const renewalMs = 60_000;
/** A process gives up earlier than others take it for dead. */
const longestPauseMs = leaseMs / 2;
const [begun, ended] = [Buffer.from('begun'), Buffer.from('ended')];

/**
 * Marks in a store that a backup is made or that it is pruned: a backup builds on files that a prune may find unused. Throws
 * an OperatorError while something else is under way, except that backups at once do not mind each other. Both write their
 * mark before they look, so that of two that begin at once at most one goes on.
 */
export async function markWork(store: BackupStore, work: Work): Promise<MarkedWork> {
  const key = `${folder}${work}-${randomUUID()}`;
  let renewedAt = Date.now();
  const hasPaused = () => Date.now() - renewedAt > longestPauseMs;
  const renew = async () => {
    if (hasPaused()) return;
    const now = Date.now();
    await store.files.put(key, begun);
    renewedAt = now;
  };
  await renew();
  let renewal: Promise<void> | undefined;
  const timer = setInterval(() => {
    renewal = renew().catch(() => {});
  }, renewalMs);
  const end = async () => {
    clearInterval(timer);
    await renewal;
    // Overwritten, since whoever makes backups may have no right to remove anything; it ends by itself where that fails.
    await store.files.put(key, ended).catch(() => {});
  };
  try {
    await refuseBeside(store, work, key);
  } catch (error) {
    await end();
    throw error;
  }
  const check = () => {
    if (hasPaused())
      throw new OperatorError(`${store.place} may have been changed while this process stood still; run it again.`);
  };
  const removeOld = async () => {
    for (const mark of await listMarks(store, key)) if (mark.isOver) await store.files.remove(mark.key);
  };
  return { check, removeOld, [Symbol.asyncDispose]: end };
}

async function refuseBeside(store: BackupStore, work: Work, own: string): Promise<void> {
  for (const { key, modifiedAt, isOver } of await listMarks(store, own)) {
    const isBackup = key.startsWith(`${folder}backup-`);
    if (isOver || key === own || (work === 'backup' && isBackup)) continue;
    throw new OperatorError(
      `${store.place} is in use: ${isBackup ? 'a backup into it is made' : 'it is pruned'} (${key}, ${modifiedAt.toISOString()}). Try again when that is done; if it was killed, in a quarter of an hour.`,
    );
  }
}

/** All marks. How old they are is counted by the clock of the store, as the time of the own one tells it. */
async function listMarks({ files }: BackupStore, own: string) {
  const marks = await Array.fromAsync(files.list(folder));
  const now = marks.find(({ key }) => key === own)?.modifiedAt ?? new Date();
  return Promise.all(
    marks.map(async ({ key, modifiedAt }) => {
      const isLapsed = now.getTime() - modifiedAt.getTime() > leaseMs;
      return { key, modifiedAt, isOver: isLapsed || !begun.equals((await files.get(key)) ?? ended) };
    }),
  );
}
