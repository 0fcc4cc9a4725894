import { Worker } from 'node:worker_threads';

/** What a process writes to stderr before it ends itself because it holds too much memory. */
export const memoryWord = 'too much memory';

const intervalMs = 1_000;
/** Native code was seen to take a gigabyte a second. */
const memoryIntervalMs = 50;

/**
 * Ends this process when its parent is gone, and, after `memoryWord`, when its resident memory is above
 * `mostResidentBytes`. A separate thread checks, because native code can keep the main thread busy for any length of
 * time.
 */
export function watchParent({ mostResidentBytes }: { readonly mostResidentBytes?: number } = {}): void {
  const source = `
    const { writeSync } = require('node:fs');
    const { parent, mostResidentBytes } = require('node:worker_threads').workerData;
    const end = () => process.kill(process.pid, 'SIGKILL');
    const alive = () => { try { process.kill(parent, 0); return process.ppid === parent; } catch { return false; } };
    setInterval(() => { if (!alive()) end(); }, ${intervalMs});
    if (mostResidentBytes) setInterval(() => {
      if (process.memoryUsage.rss() <= mostResidentBytes) return;
      try { writeSync(2, '${memoryWord}'); } finally { end(); }
    }, ${memoryIntervalMs});`;
  new Worker(source, { eval: true, workerData: { parent: process.ppid, mostResidentBytes } }).unref();
  // A regular exit would wait for native code that runs on other threads.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
}
