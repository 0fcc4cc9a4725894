import { Worker } from 'node:worker_threads';

const intervalMs = 1_000;

/**
 * Ends this process when its parent is gone. A separate thread checks, because native code can keep the main thread
 * busy for any length of time.
 */
export function watchParent(): void {
  const source = `
    const { workerData: parent } = require('node:worker_threads');
    const alive = () => { try { process.kill(parent, 0); return process.ppid === parent; } catch { return false; } };
    setInterval(() => { if (!alive()) process.kill(process.pid, 'SIGKILL'); }, ${intervalMs});`;
  new Worker(source, { eval: true, workerData: process.ppid }).unref();
  process.on('disconnect', () => process.exit(0));
}
